package render

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/boathouse-rum/boathouse/engine"
)

// Discord takes so many characters of text in a message. It doesn't tell what one may weigh, and
// answers one of some ten thousand bytes as if it had broken: all its words and ids in UTF-8, and
// some more for each part, as measured by others.
const (
	mostText   = 4000
	heaviest   = 9000
	partWeighs = 12
)

// leastAlt is how many characters of what a picture shows are kept before anything but small
// print gives way.
const leastAlt = 300

// fitted is a message that keeps to what Discord takes, though small pictures of cards make words
// long and pictures are told besides. What is least important gives way first: the small pictures
// in small print, what is told last of a picture, the small pictures of options, then those of the
// text from below. Symbols stand in for them.
func (m Message) fitted() Message {
	if m.fits() {
		return m
	}
	m.Components, m.Files = slices.Clone(m.Components), slices.Clone(m.Files)
	if m.unfaced(func(t Text) bool { return strings.HasPrefix(t.Content, "-# ") }); m.fits() {
		return m
	}
	if m.shorten(leastAlt); m.fits() {
		return m
	}
	for i, part := range m.Components {
		m.Components[i] = unpictured(part)
	}
	m.unfaced(func(Text) bool { return true })
	m.shorten(0)
	return m
}

func (m Message) fits() bool {
	bytes, chars := m.weigh()
	return chars <= mostText && bytes <= heaviest
}

func (m Message) weigh() (bytes, chars int) {
	for _, part := range m.Components {
		b, c := weigh(part)
		bytes, chars = bytes+b, chars+c
	}
	return bytes, chars
}

// weigh counts the bytes of a part, and its characters of text.
func weigh(part Component) (bytes, chars int) {
	bytes = partWeighs
	switch c := part.(type) {
	case Text:
		return bytes + len(c.Content), characters(c.Content)
	case Separator:
	case Gallery:
		for _, item := range c.Items {
			bytes += len(item.Description) + len(item.Media.URL)
		}
	case Paper:
		bytes += len(c.File.URL)
	case Section:
		for _, inner := range c.Components {
			b, n := weigh(inner)
			bytes, chars = bytes+b, chars+n
		}
		b, _ := weigh(c.Accessory)
		return bytes + b, chars
	case Row:
		for _, inner := range c.Components {
			b, _ := weigh(inner)
			bytes += b
		}
	case Button:
		bytes += len(c.Label) + len(c.CustomID) + c.Emoji.weight()
	case PeopleSelect:
		bytes += len(c.Placeholder) + len(c.CustomID)
	case Select:
		bytes += len(c.Placeholder) + len(c.CustomID)
		for _, o := range c.Options {
			bytes += partWeighs + len(o.Label) + len(o.Value) + len(o.Description) + o.Emoji.weight()
		}
	}
	return bytes, 0
}

// characters counts as Discord's own client does: those beyond the first 65,536 double.
func characters(text string) (n int) {
	for _, r := range text {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

func (e *Emoji) weight() int {
	if e == nil {
		return 0
	}
	return len(e.ID) + len(e.Name)
}

// shorten tells less of pictures while the message is too heavy, but at least so many characters.
func (m Message) shorten(least int) {
	for i, part := range m.Components {
		g, ok := part.(Gallery)
		if !ok {
			continue
		}
		g.Items = slices.Clone(g.Items)
		m.Components[i] = g
		for at := range g.Items {
			for !m.fits() {
				shorter := withoutLast(g.Items[at].Description)
				if len(shorter) < least || shorter == "" {
					break
				}
				g.Items[at].Description = shorter
			}
			for f := range m.Files {
				if strings.HasSuffix(g.Items[at].Media.URL, "/"+m.Files[f].Name) {
					m.Files[f].Alt = g.Items[at].Description
				}
			}
		}
	}
}

// withoutLast is a text without its last sentence; "" without any.
func withoutLast(text string) string {
	at := strings.LastIndex(strings.TrimRight(text, ".!?"), ". ")
	return text[:at+1]
}

// unfaced has symbols stand in for the small pictures of texts, from the last one up, while the message is too large.
func (m Message) unfaced(which func(Text) bool) {
	for i, part := range slices.Backward(m.Components) {
		if t, ok := part.(Text); ok && which(t) && !m.fits() {
			t.Content = unfaced(t.Content)
			m.Components[i] = t
		}
	}
}

// face is how a card is written with its small picture, which no name can be: its signs are escaped there.
//
//nolint:gochecknoglobals // constant pattern
var face = regexp.MustCompile(`<:([0-9a-z_]+):([0-9]+)>`)

// symbolsByName are the symbols of cards by the names of their emojis.
//
//nolint:gochecknoglobals // constant table
var symbolsByName = func() map[string]string {
	all := map[string]string{}
	for _, s := range Styles() {
		for c := range engine.Card(engine.PackSize) {
			all[EmojiName(s, c)] = Symbol(c)
		}
	}
	return all
}()

// unfaced writes cards by their symbols.
func unfaced(text string) string {
	return face.ReplaceAllStringFunc(text, func(written string) string {
		if symbol := symbolsByName[face.FindStringSubmatch(written)[1]]; symbol != "" {
			return symbol
		}
		return written
	})
}

// unpictured is a row without the small pictures of its options.
func unpictured(part Component) Component {
	row, ok := part.(Row)
	if !ok {
		return part
	}
	row.Components = slices.Clone(row.Components)
	for i, inner := range row.Components {
		if s, ok := inner.(Select); ok {
			s.Options = slices.Clone(s.Options)
			for o := range s.Options {
				s.Options[o].Emoji = nil
			}
			row.Components[i] = s
		}
	}
	return row
}
