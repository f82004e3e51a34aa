package lang

import (
	"strings"
	"unicode"
)

// And lists things as people do: "a", "a and b", "a, b and c".
func (l Lang) And(things []string) string {
	if len(things) < 2 {
		return strings.Join(things, "")
	}
	last := things[len(things)-1]
	key := ListAnd
	if soundsOfI(last) {
		key = ListAndI
	}
	return l.Say(key, List(strings.Join(things[:len(things)-1], ", ")), Word(last))
}

// soundsOfI says whether a word begins with the vowel i, before which Spanish has
// another word for "and". In "hielo" and "Iago" it is no vowel of its own.
func soundsOfI(word string) bool {
	word = strings.TrimLeftFunc(strings.ToLower(word), func(r rune) bool { return !unicode.IsLetter(r) })
	word = strings.TrimPrefix(word, "h")
	rest, ok := strings.CutPrefix(word, "i")
	if !ok {
		return strings.HasPrefix(word, "í")
	}
	return !strings.HasPrefix(rest, "a") && !strings.HasPrefix(rest, "e") && !strings.HasPrefix(rest, "o")
}
