package discordsim

import "encoding/json"

// encode is for values of our own that always encode.
func encode(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		return []byte("null")
	}
	return text
}
