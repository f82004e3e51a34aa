package main

import (
	"fmt"
	"strings"
	"unicode"
)

// A step is one line of a script, with the lines that are indented under it.
type step struct {
	at    string // file:line
	fails bool   // a "!" stands before it: it must fail
	words []word
	under []step
}

// A word of a line; in double quotes it may hold spaces.
type word struct {
	text   string
	quoted bool // from its first character
}

// readScript reads the lines of a script. "#" begins a comment.
func readScript(name, text string) ([]step, error) {
	var steps []step
	for i, line := range strings.Split(text, "\n") {
		s := step{at: fmt.Sprintf("%s:%d", name, i+1)}
		rest := strings.TrimLeft(line, " \t")
		deep := len(rest) < len(line)
		rest, s.fails = strings.CutPrefix(rest, "! ")
		var err error
		if s.words, err = readWords(rest); err != nil {
			return nil, fmt.Errorf("%s: %w", s.at, err)
		}
		switch {
		case len(s.words) == 0:
		case !deep:
			steps = append(steps, s)
		case len(steps) == 0:
			return nil, fmt.Errorf("%s: nothing stands above this indented line", s.at)
		default:
			above := &steps[len(steps)-1]
			above.under = append(above.under, s)
		}
	}
	return steps, nil
}

func readWords(line string) ([]word, error) {
	var words []word
	var w strings.Builder
	begun, inside, quoted := false, false, false
	end := func() {
		if begun {
			words = append(words, word{w.String(), quoted})
		}
		w.Reset()
		begun = false
	}
	for _, r := range line {
		switch {
		case r == '"':
			if !begun {
				quoted = true
			}
			begun, inside = true, !inside
		case inside:
			w.WriteRune(r)
		case r == '#' && !begun:
			return words, nil
		case unicode.IsSpace(r):
			end()
		default:
			if !begun {
				quoted = false
			}
			begun = true
			w.WriteRune(r)
		}
	}
	if inside {
		return nil, fmt.Errorf("a quotation mark is missing")
	}
	end()
	return words, nil
}

// is says whether unquoted words begin with these, and gives the rest.
func is(words []word, these string) ([]word, bool) {
	for _, want := range strings.Fields(these) {
		if len(words) == 0 || words[0].quoted || words[0].text != want {
			return nil, false
		}
		words = words[1:]
	}
	return words, true
}

// split cuts words at an unquoted one.
func split(words []word, at string) (before, after []word, found bool) {
	for i, w := range words {
		if !w.quoted && w.text == at {
			return words[:i], words[i+1:], true
		}
	}
	return words, nil, false
}

// texts gives the texts of words, and joined one label of them all.
func texts(words []word) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = w.text
	}
	return list
}

func joined(words []word) string { return strings.Join(texts(words), " ") }
