package lang

import (
	"errors"
	"fmt"
	"strings"
)

// A phrase is a sentence cut at its placeholders, which are written {name}:
// texts at even places, the names of placeholders at odd ones.
type phrase []string

var errBrace = errors.New("a brace without its other")

func parsePhrase(text string) (phrase, error) {
	var p phrase
	for {
		before, rest, open := strings.Cut(text, "{")
		if strings.Contains(before, "}") {
			return nil, fmt.Errorf("%w: %q", errBrace, text)
		}
		p = append(p, before)
		if !open {
			return p, nil
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed || name == "" || strings.Contains(name, "{") {
			return nil, fmt.Errorf("%w: %q", errBrace, text)
		}
		p = append(p, name)
		text = after
	}
}

func (p phrase) fill(args []Arg) string {
	if len(p) == 1 {
		return p[0]
	}
	var b strings.Builder
	for i, part := range p {
		if i%2 == 0 {
			b.WriteString(part)
			continue
		}
		b.WriteString(find(args, part))
	}
	return b.String()
}

func find(args []Arg, name string) string {
	for _, a := range args {
		if a.name == name {
			return a.value
		}
	}
	return "{" + name + "}"
}
