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

// CleanWord returns a player's word as it cuts: without what nobody could see, so that the deck can
// be checked by the word that is shown, and in NFC, so that it doesn't matter how a keyboard
// composes letters. Its error is a [*WordError].
func CleanWord(word string) (string, error) {
	if !utf8.ValidString(word) {
		return "", &WordError{BrokenWord}
	}
	word = norm.NFC.String(strings.TrimSpace(strings.Map(seen, word)))
	switch {
	case strings.Trim(word, blank) == "":
		return "", &WordError{EmptyWord}
	case strings.ContainsFunc(word, turns):
		return "", &WordError{ControlWord}
	}
	if err := checkWord(word); err != nil {
		return "", err
	}
	return word, nil
}

// IsWord says whether a word is one that was taken at any time: CleanWord has become stricter.
func IsWord(word string) bool {
	return checkWord(word) == nil && strings.TrimSpace(word) == word
}

// blank are characters that show nothing by themselves: joiners, which letters and emoji are
// written with, letters without a shape, and spaces.
const blank = "\u200c\u200d\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\ufe0e\ufe0f "

// seen drops what nobody sees but for joiners, tags, which flags are written with, and what turns
// the text around.
func seen(r rune) rune {
	isTag := r >= 0xe0020 && r <= 0xe007f
	if unicode.Is(unicode.Cf, r) && !strings.ContainsRune(blank, r) && !isTag && !turns(r) {
		return -1
	}
	return r
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
