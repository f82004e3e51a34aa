package discord

import "encoding/json"

// Encode is the JSON of a value of which it is known that it has one.
func Encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		return []byte("null")
	}
	return text
}
