package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A press is a button of a scene: what it says, and what a tap on it means.
type press struct {
	style int
	label sentence
	click Click // without a serial
}

// A pick is a select of a scene: what it lists, and what choosing from it means.
// Without options it isn't there.
type pick struct {
	ask     lang.Key // what stands on it while nothing is chosen
	options []option
	click   Click // without a serial
}

// An option is one line of a pick.
type option struct {
	label  told
	about  told // a smaller line below it; may be nil
	value  string
	chosen bool // it is what holds now
}

// An origin is what the clicks of one scene share.
type origin struct {
	table   string
	version int64
	prefs   Prefs
}

// from is what the clicks on a sight share.
func from(s *sitting.Sight, prefs Prefs) origin {
	return origin{table: string(s.ID), version: s.Version, prefs: prefs}
}

func (o origin) click(v Verb, arg string) Click {
	return Click{Verb: v, Table: o.table, Version: o.version, Arg: arg, Prefs: o.prefs}
}

// primary is the button that is most likely wanted: at most one in a row.
func (o origin) primary(says lang.Key, v Verb, arg string) press {
	return o.press(StylePrimary, sentence{key: says}, v, arg)
}

func (o origin) secondary(says lang.Key, v Verb, arg string) press {
	return o.press(StyleSecondary, sentence{key: says}, v, arg)
}

func (o origin) danger(says lang.Key, v Verb, arg string) press {
	return o.press(StyleDanger, sentence{key: says}, v, arg)
}

func (o origin) press(style int, says sentence, v Verb, arg string) press {
	return press{style: style, label: says, click: o.click(v, arg)}
}

func (o origin) pick(ask lang.Key, options []option, v Verb, arg string) pick {
	return pick{ask: ask, options: options, click: o.click(v, arg)}
}

// A Pen writes one message: in a language, its custom_ids with a codec and a
// serial that no other message has, with pictures where there are any.
type Pen struct {
	Lang   lang.Lang
	Codec  Codec
	Serial uint32
	Artist Artist  // draws what goes with the words; nil: there are no pictures
	Emojis *Emojis // nil: there are none, and symbols stand in
	// Failed, unless nil, hears what a drawing panicked with, and where; its message then goes without.
	Failed func(caught any, stack []byte)

	style picture.Style // of the cards in this message
}

func (p Pen) id(k Click) string {
	k.Serial = p.Serial
	return p.Codec.Encode(k)
}

const (
	maxOptions = 25
	maxRow     = 5   // buttons side by side
	maxOption  = 100 // characters of an option's label or description
	maxButton  = 80  // characters of a button's label
)

// row puts buttons side by side.
func (p Pen) row(presses []press) Row {
	r := Row{Type: typeRow}
	for _, b := range presses {
		r.Components = append(r.Components, p.button(b))
	}
	return r
}

func (p Pen) button(b press) Button {
	return Button{Type: typeButton, Style: b.style, Label: label(p.Lang, b.label, maxButton), Emoji: p.emoji(b.label), CustomID: p.id(b.click)}
}

// section puts a button beside what is said.
func (p Pen) section(said string, b press) Section {
	return Section{Type: typeSection, Components: []Text{text(said)}, Accessory: p.button(b)}
}

// selectRow is a row of one select, or an empty row when it has no options.
func (p Pen) selectRow(s pick) Row {
	r := Row{Type: typeRow}
	if len(s.options) > 0 {
		r.Components = append(r.Components, Select{
			Type: typeSelect, CustomID: p.id(s.click), Placeholder: p.Lang.Say(s.ask), Options: p.options(s.options),
		})
	}
	return r
}

// options says what can be picked.
func (p Pen) options(all []option) []Option {
	said := make([]Option, len(all))
	for i, o := range all {
		said[i] = Option{
			Label: label(p.Lang, o.label, maxOption), Value: o.value, Description: label(p.Lang, o.about, maxOption),
			Emoji: p.emoji(o.label), Default: o.chosen,
		}
	}
	return said
}
