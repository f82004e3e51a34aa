package lang

import (
	"embed"
	"fmt"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

//go:embed catalogue/*.json
var catalogues embed.FS //nolint:gochecknoglobals // embedded files

// A Key names one sentence of the catalogues.
type Key string

// A Catalogue holds all languages. It does not change after [Load] and is safe
// for many users at once.
type Catalogue struct {
	tongues map[string]*tongue // by tag
}

// A Lang is one language. The zero value says nothing but the keys.
type Lang struct{ t *tongue }

// A tongue is one loaded language, its sentences parsed once.
type tongue struct {
	tag    string
	plain  map[Key]phrase
	plural map[Key]map[string]phrase // by CLDR form: "one", "many", "other", …
	forms  pluralForms
}

// Tags lists the languages, English first.
func Tags() []string { return []string{"en", "nl", "pt-BR", "de", "es-ES", "fr"} }

// Load reads the embedded catalogues. It fails when one of them can't be read,
// or when one lacks a key or a placeholder of the English one or has another.
func Load() (*Catalogue, error) {
	c := &Catalogue{tongues: make(map[string]*tongue)}
	var english map[string]string
	for _, tag := range Tags() {
		t, messages, err := load(tag)
		if err != nil {
			return nil, fmt.Errorf("lang: catalogue %s: %w", tag, err)
		}
		shape := shapes(messages)
		if english == nil {
			english = shape
		}
		if err := sameShape(english, shape); err != nil {
			return nil, fmt.Errorf("lang: catalogue %s: %w", tag, err)
		}
		c.tongues[tag] = t
	}
	return c, nil
}

func load(tag string) (*tongue, []*i18n.Message, error) {
	name := "catalogue/" + tag + ".json"
	text, err := catalogues.ReadFile(name)
	if err != nil {
		return nil, nil, err
	}
	file, err := i18n.ParseMessageFileBytes(text, name, nil)
	if err != nil {
		return nil, nil, err
	}
	forms, err := newPluralForms(tag)
	if err != nil {
		return nil, nil, err
	}
	t := &tongue{tag: tag, plain: make(map[Key]phrase), plural: make(map[Key]map[string]phrase), forms: forms}
	for _, m := range file.Messages {
		if err := t.add(m); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", m.ID, err)
		}
	}
	return t, file.Messages, nil
}

// add parses one message. A form that its language has and the message lacks is
// said as "other".
func (t *tongue) add(m *i18n.Message) error {
	other, err := parsePhrase(m.Other)
	if err != nil {
		return err
	}
	if m.One == "" {
		t.plain[Key(m.ID)] = other
		return nil
	}
	forms := make(map[string]phrase)
	for form, text := range map[string]string{"zero": m.Zero, "one": m.One, "two": m.Two, "few": m.Few, "many": m.Many, "other": m.Other} {
		forms[form] = other
		if text != "" {
			if forms[form], err = parsePhrase(text); err != nil {
				return err
			}
		}
	}
	t.plural[Key(m.ID)] = forms
	return nil
}

// Tag gives the language's own tag, one of [Tags].
func (l Lang) Tag() string {
	if l.t == nil {
		return ""
	}
	return l.t.tag
}

// Has says whether there is such a sentence, for keys made from data.
func (l Lang) Has(k Key) bool {
	if l.t == nil {
		return false
	}
	_, ok := l.t.plain[k]
	return ok || l.t.plural[k] != nil
}

// Say gives a sentence without a number, or the key itself where there is none
// of that name. A placeholder that no argument fills stays as it is.
func (l Lang) Say(k Key, args ...Arg) string {
	if l.t == nil {
		return string(k)
	}
	p, ok := l.t.plain[k]
	if !ok {
		return string(k)
	}
	return p.fill(among(args))
}

// Count gives the form of a sentence that n asks for in this language, with
// {n} filled in.
func (l Lang) Count(k Key, n int, args ...Arg) string {
	if l.t == nil || l.t.plural[k] == nil {
		return string(k)
	}
	return l.t.plural[k][l.t.forms.of(n)].fill(among(append(args[:len(args):len(args)], N(n))))
}

// Tell gives a sentence, in the form that n asks for where it has several. Each
// of its placeholders is filled with what fill says for its name.
func (l Lang) Tell(k Key, n int, fill func(place string) string) string {
	if l.t == nil {
		return string(k)
	}
	if forms := l.t.plural[k]; forms != nil {
		return forms[l.t.forms.of(n)].fill(fill)
	}
	p, ok := l.t.plain[k]
	if !ok {
		return string(k)
	}
	return p.fill(fill)
}
