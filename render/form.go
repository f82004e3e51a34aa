package render

import "github.com/boathouse-rum/boathouse/render/lang"

// A formScene is a modal: what it asks, and what submitting it means.
type formScene struct {
	title     sentence
	submit    Click // without a serial
	questions []question
}

// A question is one of a form.
type question struct {
	ask     lang.Key
	id      string
	by      fieldKind
	options []option

	// Of one that is written.

	text string // that stands there at first
	most int    // characters
	may  bool   // be left empty
}

// A fieldKind is how a question is answered.
type fieldKind uint8

const (
	oneOfList   fieldKind = iota // exactly one of a select
	someOfList                   // any number of them
	oneOfFew                     // exactly one, all in sight
	ticks                        // each by itself, all in sight
	written                      // a line of text
	writtenLong                  // several lines of it
)

const maxTitle = 44 // characters of a modal's title, with the sign that it was cut

func (s formScene) modal(p Pen) Modal {
	modal := Modal{CustomID: p.id(s.submit), Title: label(p.Lang, s.title, maxTitle)}
	for _, q := range s.questions {
		modal.Components = append(modal.Components, Label{Type: typeLabel, Label: p.Lang.Say(q.ask), Component: q.field(p)})
	}
	return modal
}

func (q question) field(p Pen) Field {
	said := p.options(q.options)
	list := Select{Type: typeSelect, CustomID: q.id, Options: said}
	switch q.by {
	case oneOfFew:
		return radio(q.id, said)
	case ticks:
		return boxes(q.id, said)
	case someOfList:
		return list.choosing(0, len(said))
	case written, writtenLong:
		return line(q)
	case oneOfList:
	}
	return list.choosing(1, 1)
}
