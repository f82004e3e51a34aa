package lang_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestNumbersAreGroupedFromFiveDigits: a year and a card's pips stay as they are.
func TestNumbersAreGroupedFromFiveDigits(t *testing.T) {
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	for locale, want := range map[string]string{
		"en": "1,234,567", "en-GB": "1,234,567", "nl": "1.234.567", "de": "1.234.567",
		"es-ES": "1.234.567", "es-419": "1,234,567", "pt-BR": "1.234.567", "fr": "1\u202f234\u202f567",
	} {
		l := words.For(locale)
		if got := l.Number(1234567); got != want {
			t.Errorf("%s: %q, want %q", locale, got, want)
		}
		if got := l.Number(2026); got != "2026" {
			t.Errorf("%s: %q", locale, got)
		}
	}
	l := words.For("de")
	if got := l.Count(lang.TabOwe, 12345, lang.Name("Ben")); got != "Du schuldest Ben 12.345 Punkte" {
		t.Errorf("%q", got)
	}
}
