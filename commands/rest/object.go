package rest

import (
	"bytes"
	"encoding/json"
)

// A field is a key and its value, to be set in an object.
type field struct {
	key   string
	value any
}

// The functions below read and change one key of a JSON object as json.Marshal writes it: valid, compact, keys that
// need no escapes. A message is a few kilobytes and every click sends one, so it isn't decoded and encoded again just
// to look for a key.

// lookup gives the value of a key at the top level of the object, or nil.
func lookup(object []byte, key string) []byte {
	start, end := span(object, key)
	if start < 0 {
		return nil
	}
	return object[start:end]
}

// replace gives the object with the key set to value, which is JSON. The object given stays as it is.
func replace(object []byte, key string, value []byte) []byte {
	start, end := span(object, key)
	out := make([]byte, 0, len(object)+len(key)+len(value)+4)
	if start >= 0 {
		out = append(out, object[:start]...)
		out = append(out, value...)
		return append(out, object[end:]...)
	}
	name, _ := json.Marshal(key) // a string always marshals
	out = append(out, '{')
	out = append(out, name...)
	out = append(out, ':')
	out = append(out, value...)
	if len(object) > len("{}") {
		out = append(out, ',')
	}
	return append(out, object[1:]...)
}

// withoutEmojis gives a message without the emojis of its buttons and options, whose labels say the same. It is read and
// written anew, which few messages need.
func withoutEmojis(object []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber()
	var message any
	if err := decoder.Decode(&message); err != nil {
		return nil, err
	}
	dropEmojis(message)
	return json.Marshal(message)
}

func dropEmojis(part any) {
	switch part := part.(type) {
	case map[string]any:
		delete(part, "emoji")
		for _, inner := range part {
			dropEmojis(inner)
		}
	case []any:
		for _, inner := range part {
			dropEmojis(inner)
		}
	}
}

// span gives where the value of a key starts and ends, or -1.
func span(object []byte, key string) (start, end int) {
	at := 1
	for at < len(object) && object[at] == '"' {
		nameEnd := skip(object, at)
		name := object[at+1 : nameEnd-1]
		start = nameEnd + 1
		end = skip(object, start)
		if string(name) == key {
			return start, end
		}
		at = end + 1
	}
	return -1, -1
}

// skip gives the end of the value that starts at position at.
func skip(object []byte, at int) int {
	depth := 0
	for at < len(object) {
		switch object[at] {
		case '"':
			at = skipString(object, at)
			if depth == 0 {
				return at
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return at // the end of the object around a number or a word
			}
			depth--
			if depth == 0 {
				return at + 1
			}
		case ',':
			if depth == 0 {
				return at
			}
		}
		at++
	}
	return at
}

func skipString(object []byte, at int) int {
	at++
	for {
		quote := bytes.IndexByte(object[at:], '"')
		if quote < 0 {
			return len(object)
		}
		escapes := 0
		for object[at+quote-1-escapes] == '\\' {
			escapes++
		}
		at += quote + 1
		if escapes%2 == 0 {
			return at
		}
	}
}
