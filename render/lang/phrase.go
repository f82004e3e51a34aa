package lang

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A phrase is a sentence cut at its placeholders, which are written {name}:
// texts at even places, the names of placeholders at odd ones.
type phrase []string

var errBrace = errors.New("a brace without its other")

func parsePhrase(text string) (phrase, error) {
	p := make(phrase, 0, 1+2*strings.Count(text, "{"))
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

// fill puts in each place what find says for its name.
func (p phrase) fill(find func(place string) string) string {
	if len(p) == 1 {
		return p[0]
	}
	var b strings.Builder
	for i, part := range p {
		if i%2 == 0 {
			b.WriteString(part)
			continue
		}
		b.WriteString(find(part))
	}
	return b.String()
}

// bare is the phrase without marks for bold.
func (p phrase) bare() phrase {
	bare := slices.Clone(p)
	for i := 0; i < len(bare); i += 2 {
		bare[i] = strings.ReplaceAll(bare[i], "**", "")
	}
	return bare
}

// among finds what fills a place among arguments; a place that none fills stays as it is.
func (l Lang) among(args []Arg) func(place string) string {
	return func(place string) string {
		for _, a := range args {
			if a.name == place && a.figure {
				return l.grouped(a.value)
			}
			if a.name == place {
				return a.value
			}
		}
		return "{" + place + "}"
	}
}

// placeholders lists the names in braces, sorted and each once. A sentence
// that can't be cut has none.
func placeholders(text string) []string {
	p, err := parsePhrase(text)
	if err != nil {
		return nil
	}
	var names []string
	for i := 1; i < len(p); i += 2 {
		names = append(names, p[i])
	}
	slices.Sort(names)
	return slices.Compact(names)
}
