package render

import "slices"

// Flags of a [Message], as Discord numbers them.
const (
	FlagEphemeral    = 1 << 6  // for the caller only; a deferred answer has it from the deferral
	FlagSilent       = 1 << 12 // notifies nobody, whatever they have set; a new message only
	FlagComponentsV2 = 1 << 15 // texts are components, there is no content
)

// A Message is what Discord is asked to show. It encodes to the JSON of a new
// message, an edit or the data of an interaction's answer; Files go beside it.
// An edit may not carry FlagEphemeral or FlagSilent: see [Message.Edit].
type Message struct {
	Flags           int             `json:"flags"`
	Content         string          `json:"content,omitempty"` // of a call, which alone has it: at most 2000 characters
	Components      []Component     `json:"components"`
	AllowedMentions AllowedMentions `json:"allowed_mentions"`
	Files           []File          `json:"-"` // pictures, each shown by a [Gallery]; with Papers at most 10
	Papers          []File          `json:"-"` // each given by a [Paper]
}

// A File is uploaded with a message.
type File struct {
	Name string // letters, digits, dots, dashes and underscores
	Type string // such as "image/png"
	Alt  string // what it shows, in words: at most 1024 characters
	Data []byte
}

// AllowedMentions says who is notified. Parse is always empty, so nothing in a
// text notifies anybody whom Users doesn't name.
type AllowedMentions struct {
	Parse []string `json:"parse"`
	Users []string `json:"users,omitempty"` // Discord ids
}

// Private says whether the message is for its caller only.
func (m Message) Private() bool { return m.Flags&FlagEphemeral != 0 }

// Edit gives the message as it may be sent to change one that stands.
func (m Message) Edit() Message {
	m.Flags &^= FlagEphemeral | FlagSilent
	return m
}

// Headed puts words above all else; no words are nothing.
func (m Message) Headed(words string) Message {
	if words != "" {
		return m.with(append([]Component{text(words)}, m.Components...))
	}
	return m
}

// with is the message of other parts.
func (m Message) with(parts []Component) Message {
	m.Components = parts
	return m.fitted()
}

// beside puts more buttons next to the last ones where there is room, so that a phone shows
// more above them, and else below.
func (m Message) beside(more Row) Message {
	above := m.Components
	if n := len(above); n > 0 {
		if last, is := above[n-1].(Row); is && last.ofButtons() && len(last.Components)+len(more.Components) <= maxRow {
			above, more.Components = above[:n-1], slices.Concat(last.Components, more.Components)
		}
	}
	return m.with(slices.Concat(above, []Component{more}))
}

// ofButtons says whether a row has buttons and nothing else.
func (r Row) ofButtons() bool {
	for _, c := range r.Components {
		if _, is := c.(Button); !is {
			return false
		}
	}
	return len(r.Components) > 0
}

// public wraps what everybody in the channel sees, and what notifies nobody.
func public(parts ...Component) Message { return message(FlagComponentsV2|FlagSilent, parts) }

// private wraps what only the caller sees.
func private(parts ...Component) Message {
	return message(FlagComponentsV2|FlagEphemeral, parts)
}

// message drops the parts that are empty: texts without a word, rows without a
// button.
func message(flags int, parts []Component) Message {
	m := Message{Flags: flags, Components: []Component{}, AllowedMentions: AllowedMentions{Parse: []string{}}}
	for _, part := range parts {
		if !part.empty() {
			m.Components = append(m.Components, part)
		}
		switch part := part.(type) {
		case Gallery:
			m.Files = append(m.Files, part.files...)
		case Paper:
			m.Papers = append(m.Papers, part.file)
		case Text, Separator, Section, Row, Button, Select, PeopleSelect:
		}
	}
	return m.fitted()
}

// A Modal is a form that answers a click. It encodes to the data of the answer.
type Modal struct {
	CustomID   string  `json:"custom_id"`
	Title      string  `json:"title"`
	Components []Label `json:"components"`
}

// A Choice is one line of an autocompletion.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"` // a string or an int, as the option is
}
