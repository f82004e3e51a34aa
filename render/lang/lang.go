package lang

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

//go:embed catalogue/*.json
var catalogues embed.FS //nolint:gochecknoglobals // embedded files

// A Key names one sentence of the catalogues.
type Key string

// A Catalogue holds all languages, each read when it is first asked for. It is safe for many users
// at once.
type Catalogue struct {
	tongues map[string]func() *tongue // by tag
}

// A Lang is one language, as one reader reads it. The zero value says nothing but
// the keys.
type Lang struct {
	t      *tongue
	own    bool    // cards have the letters of its own packs
	names  bool    // cards are said by their names
	faces  *Faces  // of cards where markdown is known; nil: they have none
	public *tongue // of the labels that all can see; nil: t
	bare   bool    // sentences have no marks for bold
}

// A tongue is one loaded language, its sentences parsed once.
type tongue struct {
	tag    string
	plain  map[Key]phrase
	plural map[Key]map[string]phrase // by CLDR form: "one", "many", "other", …; "zero" only where 0 is said in words
	forms  pluralForms
	cards  *cardWords
}

// Tags lists the languages, English first.
func Tags() []string { return []string{"en", "nl", "pt-BR", "de", "es-ES", "fr"} }

// A variant has a catalogue of what it says otherwise than a language of [Tags].
type variant struct{ tag, of string }

func variants() []variant { return []variant{{"es-419", "es-ES"}} }

// Spoken lists what a table can speak: each language, and then its variants.
func Spoken() []string {
	var all []string
	for _, tag := range Tags() {
		all = append(all, tag)
		for _, v := range variants() {
			if v.of == tag {
				all = append(all, v.tag)
			}
		}
	}
	return all
}

// Load reads the embedded catalogue of English and prepares the others. It fails when English can't
// be read. Another one that can't is a fault of the build, which tests find: For panics.
func Load() (*Catalogue, error) {
	english, err := load("en")
	if err != nil {
		return nil, err
	}
	c := &Catalogue{tongues: map[string]func() *tongue{"en": func() *tongue { return english }}}
	for _, tag := range Tags()[1:] {
		c.tongues[tag] = sync.OnceValue(func() *tongue { return must(load(tag)) })
	}
	for _, v := range variants() {
		c.tongues[v.tag] = sync.OnceValue(func() *tongue { return c.tongues[v.of]().varied(must(read(v.tag))) })
	}
	return c, nil
}

func must(t *tongue, err error) *tongue {
	if err != nil {
		panic(err)
	}
	return t
}

// varied is a language with the sentences that a variant has of its own.
func (t *tongue) varied(by *tongue) *tongue {
	all := *t
	all.tag, all.plain, all.plural = by.tag, maps.Clone(t.plain), maps.Clone(t.plural)
	maps.Copy(all.plain, by.plain)
	maps.Copy(all.plural, by.plural)
	return &all
}

// load reads a language with its words for cards.
func load(tag string) (*tongue, error) {
	t, err := read(tag)
	if err != nil {
		return nil, err
	}
	if t.cards, err = loadCards(tag); err != nil {
		return nil, fmt.Errorf("lang: cards %s: %w", tag, err)
	}
	return t, nil
}

// read reads the sentences of a language or a variant.
func read(tag string) (*tongue, error) {
	all, err := messages(tag)
	if err != nil {
		return nil, fmt.Errorf("lang: catalogue %s: %w", tag, err)
	}
	forms, err := newPluralForms(tag)
	if err != nil {
		return nil, fmt.Errorf("lang: catalogue %s: %w", tag, err)
	}
	t := &tongue{tag: tag, plain: make(map[Key]phrase, len(all)), plural: make(map[Key]map[string]phrase), forms: forms}
	for _, m := range all {
		if err := t.add(m); err != nil {
			return nil, fmt.Errorf("lang: catalogue %s: %s: %w", tag, m.ID, err)
		}
	}
	return t, nil
}

// messages reads a catalogue: a message is a sentence, or its plural forms. The library's reader
// takes any format, and many times as many allocations.
func messages(tag string) ([]*i18n.Message, error) {
	text, err := catalogues.ReadFile("catalogue/" + tag + ".json")
	if err != nil {
		return nil, err
	}
	var said map[string]message
	if err := json.Unmarshal(text, &said); err != nil {
		return nil, err
	}
	all := make([]i18n.Message, len(said))
	list := make([]*i18n.Message, 0, len(said))
	for id, body := range said {
		m := &all[len(list)]
		*m = i18n.Message{ID: id, Zero: body.Zero, One: body.One, Two: body.Two, Few: body.Few, Many: body.Many, Other: body.Other}
		list = append(list, m)
	}
	return list, nil
}

// A message is how a sentence stands in its file.
type message struct{ Zero, One, Two, Few, Many, Other string }

// UnmarshalJSON reads a text, which is Other, or an object of forms.
func (m *message) UnmarshalJSON(data []byte) error {
	*m = message{}
	switch {
	case data[0] == '{':
		type forms message
		d := json.NewDecoder(bytes.NewReader(data))
		d.DisallowUnknownFields()
		return d.Decode((*forms)(m))
	case data[0] == '"' && !bytes.ContainsRune(data, '\\'):
		m.Other = string(data[1 : len(data)-1])
		return nil
	}
	return json.Unmarshal(data, &m.Other)
}

// add parses one message. A form that its language has and the message lacks is
// said as "other"; "zero" is a form only where the message has it.
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
	if m.Zero != "" {
		if forms["zero"], err = parsePhrase(m.Zero); err != nil {
			return err
		}
	}
	for form, text := range map[string]string{"one": m.One, "two": m.Two, "few": m.Few, "many": m.Many, "other": m.Other} {
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

// Beside is the language where it is read beside screens in another one, such as a
// private answer beside the table's message: labels that it quotes stand in its
// sentences as they stand there.
func (l Lang) Beside(public Lang) Lang {
	l.public = public.t
	return l
}

// Tag gives the language's own tag: one of [Tags], or a variant of one that [Catalogue.For]
// knows, such as "es-419".
func (l Lang) Tag() string {
	if l.t == nil {
		return ""
	}
	return l.t.tag
}

// HasDecimalComma says whether numbers are written with one: not in English, nor in the Spanish of
// Latin America as most who speak it write them.
func (l Lang) HasDecimalComma() bool { return l.Tag() != "es-419" && !strings.HasPrefix(l.Tag(), "en") }

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
	return l.fill(p, l.among(args))
}

// Count gives the form of a sentence that n asks for in this language, with
// {n} filled in.
func (l Lang) Count(k Key, n int, args ...Arg) string {
	if l.t == nil || l.t.plural[k] == nil {
		return string(k)
	}
	return l.fill(l.t.form(k, n), l.among(append(args[:len(args):len(args)], N(n))))
}

// Tell gives a sentence, in the form that n asks for where it has several. Each
// of its placeholders is filled with what fill says for its name, but for labels:
// a placeholder with a label's key says the label.
func (l Lang) Tell(k Key, n int, fill func(place string) string) string {
	if l.t == nil {
		return string(k)
	}
	if l.t.plural[k] != nil {
		return l.fill(l.t.form(k, n), fill)
	}
	p, ok := l.t.plain[k]
	if !ok {
		return string(k)
	}
	return l.fill(p, fill)
}

// form gives the form of a sentence with several that n asks for.
func (t *tongue) form(k Key, n int) phrase {
	forms := t.plural[k]
	if zero, ok := forms["zero"]; ok && n == 0 {
		return zero
	}
	return forms[t.forms.of(n)]
}

// fill puts in each place what find says for its name, and labels where the name
// is a label's key: no other name has a dot.
func (l Lang) fill(p phrase, find func(place string) string) string {
	if l.bare {
		p = p.bare()
	}
	return p.fill(func(place string) string {
		if !strings.Contains(place, ".") {
			return find(place)
		}
		if l.public != nil {
			return Lang{t: l.public}.Say(Key(place))
		}
		return l.Say(Key(place))
	})
}

// Bare is the language where text has no marks, as in what is said of a picture. What fills
// a sentence keeps its stars.
func (l Lang) Bare() Lang {
	l.bare = true
	return l
}

// Bold marks a text, where there are marks.
func (l Lang) Bold(text string) string {
	if l.bare {
		return text
	}
	return "**" + text + "**"
}

// HasHalfDays says whether people of the language write times by a clock of twelve hours, so that
// 7:30 may be in the evening.
func (l Lang) HasHalfDays() bool { return l.Tag() == "es-419" || strings.HasPrefix(l.Tag(), "en") }

// HasMonthFirst says whether some people of the language write the month before the day.
func (l Lang) HasMonthFirst() bool { return strings.HasPrefix(l.Tag(), "en") }

// TimeOfDay writes a time, in minutes after midnight, so that it can be meant in no other way:
// "07:30", and "7:30 am" where HasHalfDays.
func (l Lang) TimeOfDay(minutes int) string {
	hour, minute := minutes/60, minutes%60
	if !l.HasHalfDays() || hour == 0 {
		return fmt.Sprintf("%02d:%02d", hour, minute)
	}
	half := [...]string{"am", "pm"}
	if l.Tag() == "es-419" {
		half = [...]string{"a. m.", "p. m."}
	}
	return fmt.Sprintf("%d:%02d %s", (hour+11)%12+1, minute, half[hour/12])
}
