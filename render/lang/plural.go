package lang

import (
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// kept is how many numbers, from 0, have their form kept. go-i18n takes most of a microsecond and
// several allocations to choose one, and a hand shows thirty numbers.
const kept = 512

// pluralForms knows which CLDR form of a sentence a number asks for in one language. Small numbers
// ask x/text, whose tables are older but agree on them. The choice for others is go-i18n's: a probe
// whose forms say their own names.
type pluralForms struct {
	small [kept]string
	probe *i18n.Localizer
}

const probeID = "probe"

func newPluralForms(tag string) (pluralForms, error) {
	known := language.Make(tag)
	bundle := i18n.NewBundle(known)
	err := bundle.AddMessages(known, &i18n.Message{
		ID: probeID, Zero: "zero", One: "one", Two: "two", Few: "few", Many: "many", Other: "other",
	})
	if err != nil {
		return pluralForms{}, err
	}
	f := pluralForms{probe: i18n.NewLocalizer(bundle, tag)}
	names := [...]string{plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many"}
	for n := range f.small {
		f.small[n] = names[plural.Cardinal.MatchPlural(known, n, 0, 0, 0, 0)]
	}
	if tag == "pt-BR" {
		f.small[0] = "other" // CLDR's rule gives the singular, but people say "0 pontos"
	}
	return f, nil
}

// of gives the form for n.
func (f *pluralForms) of(n int) string {
	if n >= 0 && n < kept {
		return f.small[n]
	}
	return f.ask(n)
}

func (f *pluralForms) ask(n int) string {
	form, err := f.probe.Localize(&i18n.LocalizeConfig{MessageID: probeID, PluralCount: n})
	if err != nil {
		return "other"
	}
	return form
}
