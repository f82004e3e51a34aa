package lang

import (
	"fmt"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// shapes gives what all catalogues must agree in: for each key whether it has
// plural forms and says 0 in words, and its placeholders.
func shapes(messages []*i18n.Message) map[string]string {
	out := make(map[string]string, len(messages))
	for _, m := range messages {
		kind := "plain"
		if m.One != "" {
			kind = "plural"
		}
		if m.Zero != "" {
			kind += " with zero"
		}
		out[m.ID] = kind + " " + strings.Join(placeholders(m.Other), " ")
	}
	return out
}

func sameShape(want, got map[string]string) error {
	for key := range want {
		if _, ok := got[key]; !ok {
			return fmt.Errorf("%s is missing", key)
		}
	}
	return someShape(want, got)
}

// someShape is sameShape for a catalogue that needn't have all keys.
func someShape(want, got map[string]string) error {
	for key, shape := range got {
		wanted, ok := want[key]
		switch {
		case !ok:
			return fmt.Errorf("%s is not in the English catalogue", key)
		case shape != wanted:
			return fmt.Errorf("%s is %q and not %q", key, shape, wanted)
		}
	}
	return nil
}
