package lang

import "strings"

// For gives the language of a Discord locale such as "en-GB", "es-419" or
// "pt-BR"; English for one that has no catalogue.
func (c *Catalogue) For(locale string) Lang {
	if t, ok := c.tongues[locale]; ok {
		return Lang{t: t()}
	}
	base, _, _ := strings.Cut(locale, "-")
	for _, tag := range Tags() {
		if own, _, _ := strings.Cut(tag, "-"); own == base {
			return Lang{t: c.tongues[tag]()}
		}
	}
	return Lang{t: c.tongues["en"]()}
}

// Own gives what a language calls itself; tag is one of [Spoken], "" for another.
func Own(tag string) string {
	switch tag {
	case "en":
		return "English"
	case "nl":
		return "Nederlands"
	case "pt-BR":
		return "Português (Brasil)"
	case "de":
		return "Deutsch"
	case "es-ES":
		return "Español (España)"
	case "es-419":
		return "Español (Latinoamérica)"
	case "fr":
		return "Français"
	}
	return ""
}

// A Locale is a locale of Discord that commands have names in.
type Locale struct {
	Code string // Discord's
	Lang Lang
}

// Locales lists Discord's locales that have a catalogue, without the English
// ones: English is what commands have when nothing is localised.
func (c *Catalogue) Locales() []Locale {
	var all []Locale
	for _, code := range []string{"nl", "pt-BR", "de", "es-ES", "es-419", "fr"} {
		all = append(all, Locale{Code: code, Lang: c.For(code)})
	}
	return all
}
