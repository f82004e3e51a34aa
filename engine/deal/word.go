package deal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxWord is the largest number of code points in a word to cut with.
const MaxWord = 40

// A WordCode names why a word can't cut.
type WordCode uint8

// The codes.
const (
	EmptyWord      WordCode = iota + 1 // nothing but spaces
	LongWord                           // more than MaxWord code points
	BarInWord                          // "|", which stands between the cuts
	ControlWord                        // a control character, which nobody could see
	BrokenWord                         // no UTF-8
	DecomposedWord                     // not in NFC; CleanWord makes it so
)

// A WordError says why a word can't cut.
type WordError struct{ Code WordCode }

// Error implements error, for logs.
func (e *WordError) Error() string {
	switch e.Code {
	case EmptyWord:
		return "word: empty"
	case LongWord:
		return fmt.Sprintf("word: longer than %d", MaxWord)
	case BarInWord:
		return "word: has a bar"
	case ControlWord:
		return "word: has a control character"
	case BrokenWord:
		return "word: not UTF-8"
	case DecomposedWord:
		return "word: not in NFC"
	}
	return fmt.Sprintf("word: code %d", e.Code)
}

// CleanWord returns a player's word as it cuts: as it is shown, so that whoever reads it can check
// the deck, and in NFC, so that it doesn't matter how a keyboard composes letters. Its error is a
// [*WordError].
func CleanWord(word string) (string, error) {
	word = strings.TrimSpace(word)
	switch {
	case !utf8.ValidString(word):
		return "", &WordError{BrokenWord}
	case strings.ContainsFunc(word, turns), strings.ContainsFunc(word, unicode.IsControl):
		return "", &WordError{ControlWord}
	}
	word = norm.NFC.String(Visible(norm.NFC.String(word), utf8.RuneCountInString(word)))
	if err := checkWord(word); err != nil {
		return "", err
	}
	return word, nil
}

// IsWord says whether a word is one that was taken at any time: CleanWord has become stricter.
func IsWord(word string) bool {
	return checkWord(word) == nil && strings.TrimSpace(word) == word
}

// turns says whether a character can turn the text around it: what is shown isn't what cuts.
func turns(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// checkWord returns nil or a *WordError.
func checkWord(word string) error {
	switch {
	case word == "":
		return &WordError{EmptyWord}
	case !utf8.ValidString(word):
		return &WordError{BrokenWord}
	case strings.Contains(word, "|"):
		return &WordError{BarInWord}
	case strings.ContainsFunc(word, unicode.IsControl):
		return &WordError{ControlWord}
	case utf8.RuneCountInString(word) > MaxWord:
		return &WordError{LongWord}
	case !norm.NFC.IsNormalString(word):
		return &WordError{DecomposedWord}
	}
	return nil
}
