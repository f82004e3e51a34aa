package render

// A Component is a part of a message. The set is closed: [Text], [Separator],
// [Section], [Row], [Button], [Select], [PeopleSelect], [Gallery], [Paper]. Each encodes to Discord's JSON; use the
// constructors of this package, which set Type.
//
//sumtype:decl
type Component interface {
	isComponent()
	empty() bool
}

// Types of components, as Discord numbers them.
const (
	typeRow       = 1
	typeButton    = 2
	typeSelect    = 3
	typeInput     = 4
	typePeople    = 5
	typeSection   = 9
	typeText      = 10
	typeGallery   = 12
	typePaper     = 13
	typeSeparator = 14
	typeLabel     = 18
	typeRadio     = 21
	typeBoxes     = 22
)

// Styles of buttons, as Discord numbers them. A row has at most one primary.
const (
	StylePrimary   = 1
	StyleSecondary = 2
	StyleDanger    = 4
)

// Text is a paragraph in Discord's markdown.
type Text struct {
	Type    int    `json:"type"`
	Content string `json:"content"`
}

// Separator is a line between parts.
type Separator struct {
	Type    int  `json:"type"`
	Divider bool `json:"divider"`
	Spacing int  `json:"spacing"`
}

// Section is a text with a button beside it.
type Section struct {
	Type       int    `json:"type"`
	Components []Text `json:"components"`
	Accessory  Button `json:"accessory"`
}

// Row holds up to five buttons, or one select.
type Row struct {
	Type       int         `json:"type"`
	Components []Component `json:"components"`
}

// Button is one tap.
type Button struct {
	Type     int    `json:"type"`
	Style    int    `json:"style"`
	Label    string `json:"label"` // at most 80 characters
	Emoji    *Emoji `json:"emoji,omitempty"`
	CustomID string `json:"custom_id"`
}

// Select is a list of options to pick from.
type Select struct {
	Type        int      `json:"type"`
	CustomID    string   `json:"custom_id"`
	Options     []Option `json:"options"` // at most 25
	Placeholder string   `json:"placeholder,omitempty"`
	MinValues   *int     `json:"min_values,omitempty"`
	MaxValues   *int     `json:"max_values,omitempty"`
	Required    *bool    `json:"required,omitempty"` // in a modal only
}

// PeopleSelect is a list of everybody in the server to pick from.
type PeopleSelect struct {
	Type        int    `json:"type"`
	CustomID    string `json:"custom_id"`
	Placeholder string `json:"placeholder,omitempty"`
	MinValues   int    `json:"min_values"`
	MaxValues   int    `json:"max_values"`
}

// Option is one line of a select; each text has at most 100 characters.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Gallery shows pictures; more than one are cropped to tiles.
type Gallery struct {
	Type  int     `json:"type"`
	Items []Media `json:"items"` // at most 10
	files []File  // what it shows, where that goes with the message
}

// Media is one picture of a gallery.
type Media struct {
	Media       Link   `json:"media"`
	Description string `json:"description,omitempty"` // alt text, at most 1024 characters
}

// Link says where a picture is.
type Link struct {
	URL string `json:"url"` // "attachment://" and the name of one of the message's files
}

// Paper is a file to be saved. What it gives is what the message is for, so it never goes without.
type Paper struct {
	Type int  `json:"type"`
	File Link `json:"file"`
	file File // that goes with the message
}

// Show makes a gallery of files that go with the message.
func Show(files ...File) Gallery {
	g := Gallery{Type: typeGallery, files: files}
	for _, f := range files {
		g.Items = append(g.Items, Media{Media: Link{URL: "attachment://" + f.Name}, Description: f.Alt})
	}
	return g
}

// Label is one question of a modal.
type Label struct {
	Type      int    `json:"type"`
	Label     string `json:"label"` // at most 45 characters
	Component Field  `json:"component"`
}

// A Field is what answers a question of a modal. The set is closed: [Select], [Group], [Input].
//
//sumtype:decl
type Field interface{ isField() }

// Group is a list of radio buttons, one of which is chosen, or of boxes that may be
// ticked, in a modal.
type Group struct {
	Type      int      `json:"type"`
	CustomID  string   `json:"custom_id"`
	Options   []Option `json:"options"`              // at most 10
	MinValues *int     `json:"min_values,omitempty"` // of boxes
	MaxValues *int     `json:"max_values,omitempty"` // likewise
	Required  *bool    `json:"required,omitempty"`
}

// Input is a text to write in a modal.
type Input struct {
	Type      int    `json:"type"`
	CustomID  string `json:"custom_id"`
	Style     int    `json:"style"` // 1: one line, 2: several
	MaxLength int    `json:"max_length"`
	Required  bool   `json:"required"`
	Value     string `json:"value,omitempty"` // that stands there at first
}

func (Text) isComponent()         {}
func (Separator) isComponent()    {}
func (Section) isComponent()      {}
func (Row) isComponent()          {}
func (Button) isComponent()       {}
func (Select) isComponent()       {}
func (PeopleSelect) isComponent() {}
func (Gallery) isComponent()      {}
func (Paper) isComponent()        {}

func (Select) isField() {}
func (Group) isField()  {}
func (Input) isField()  {}

func (t Text) empty() bool       { return t.Content == "" }
func (Separator) empty() bool    { return false }
func (Section) empty() bool      { return false }
func (r Row) empty() bool        { return len(r.Components) == 0 }
func (Button) empty() bool       { return false }
func (s Select) empty() bool     { return len(s.Options) == 0 }
func (PeopleSelect) empty() bool { return false }
func (g Gallery) empty() bool    { return len(g.Items) == 0 }
func (p Paper) empty() bool      { return len(p.file.Data) == 0 }

func text(content string) Text { return Text{Type: typeText, Content: content} }

func separator() Separator { return Separator{Type: typeSeparator, Divider: true, Spacing: 1} }

// choosing makes a select one of a modal, which may be left empty when least is 0.
func (s Select) choosing(least, most int) Select {
	required := least > 0
	s.MinValues, s.MaxValues, s.Required = &least, &most, &required
	return s
}

// radio are buttons of which one is chosen.
func radio(id string, options []Option) Group {
	required := true
	return Group{Type: typeRadio, CustomID: id, Options: options, Required: &required}
}

// boxes may be ticked, each by itself.
func boxes(id string, options []Option) Group {
	least, most, required := 0, len(options), false
	return Group{Type: typeBoxes, CustomID: id, Options: options, MinValues: &least, MaxValues: &most, Required: &required}
}

// line is a text that answers a question.
func line(q question) Input {
	i := Input{Type: typeInput, CustomID: q.id, Style: 1, MaxLength: q.most, Required: !q.may, Value: q.text}
	if q.by == writtenLong {
		i.Style = 2
	}
	return i
}
