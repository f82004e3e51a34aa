package discordsim

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

const (
	maxModalTitle = 45
	maxInput      = 4000
	maxLabelHelp  = 100
)

// ReadModal reads the data of a callback of type 9; what is wrong is left in the form.
func ReadModal(f form, emojis OwnEmoji) Modal {
	l := layout{emojis: emojis, modal: true, customIDs: map[string]bool{}, ids: map[int]bool{}}
	m := Modal{CustomID: f.needText("custom_id", 1, maxCustomID), Title: f.needText("title", 1, maxModalTitle)}
	if f.need("components") {
		m.Components = l.list(f, "components", 1, maxRows, TypeActionRow, TypeTextDisplay, TypeLabel)
	}
	l.totals(f)
	l.number(m.Components)
	return m
}

// label reads a modal's part that names and holds one field.
func (l *layout) label(f form, c *Component) {
	c.Label = f.needText("label", 1, maxModalTitle)
	if f.has("description") {
		help := f.text("description", 1, maxLabelHelp)
		c.Description = &help
	}
	if !f.need("component") {
		return
	}
	if part, ok := f.object("component"); ok {
		if part.has("label") {
			part.complain("label", "TEXT_INPUT_LABEL_IN_LABEL", "A text input in a label cannot have a label of its own")
		}
		field := l.component(part, TypeTextInput, TypeStringSelect, TypeUserSelect, TypeRoleSelect, TypeMentionableSelect,
			TypeChannelSelect, TypeRadioGroup, TypeCheckboxGroup, TypeCheckbox)
		c.Component = &field
	}
}

func (l *layout) input(f form, c *Component) {
	c.CustomID = l.customID(f)
	if f.need("style") {
		c.Style, _ = f.choice("style", 1, 2)
	}
	if f.place.up != nil && f.place.up.key == "components" {
		c.Label = f.needText("label", 1, maxModalTitle)
	}
	c.Placeholder = f.text("placeholder", 0, 100)
	c.Required = required(f)
	low, high := 0, maxInput
	if n, ok := f.whole("min_length", 0, maxInput); ok {
		low = int(n)
		c.MinLength = &low
	}
	if n, ok := f.whole("max_length", 1, maxInput); ok {
		high = int(n)
		c.MaxLength = &high
	}
	if low > high {
		f.complain("min_length", "TEXT_INPUT_MIN_LENGTH_GREATER_THAN_MAX", "min_length cannot exceed max_length")
	}
	if f.has("value") {
		value := f.text("value", 0, high)
		c.Value = &value
	}
}

// answer is what a person put into one field of a modal.
type answer struct {
	value  any // a text, a checkbox's flag, or nil
	values []string
	place  form
}

// readAnswers collects what a person's client sent, by custom_id, whatever parts it stood in.
func readAnswers(f form, into map[string]answer) {
	for _, part := range f.forms("components", 0, maxComponents) {
		readAnswers(part, into)
		fields := []form{part}
		if inner, ok := part.object("component"); ok {
			fields = append(fields, inner)
		}
		for _, field := range fields {
			id, ok := field.fields["custom_id"].(string)
			if !ok {
				continue
			}
			a := answer{place: field, value: field.fields["value"]}
			for _, v := range field.array("values", 0, maxOptions) {
				if text, ok := v.(string); ok {
					a.values = append(a.values, text)
				}
			}
			into[id] = a
		}
	}
}

// Known says whether what a person has chosen in a select of a type exists: the id of a user, role or channel. Selects of
// texts choose nothing that has to.
type Known func(selectType int, id string) bool

// Named is somebody or something that a person has chosen, in a select of a type.
type Named struct {
	Select int
	ID     string
}

// Fill checks a person's answers against the modal and makes what the bot hears; what is wrong is left in the form.
func Fill(m Modal, f form, known Known) ([]submitted, []Named) {
	l := filler{answers: map[string]answer{}, form: f, known: known}
	readAnswers(f, l.answers)
	return l.parts(m.Components), l.named
}

// filler puts a person's answers into the parts of a modal.
type filler struct {
	answers map[string]answer
	form    form
	known   Known
	named   []Named
}

func (l *filler) parts(parts []Component) []submitted {
	out := make([]submitted, 0, len(parts))
	for _, part := range parts {
		s := submitted{Type: part.Type, ID: part.ID, CustomID: part.CustomID}
		switch {
		case part.Component != nil:
			inner := l.parts([]Component{*part.Component})
			s.Component = &inner[0]
		case part.Type == TypeActionRow:
			s.Components = l.parts(part.Components)
		case part.CustomID != "":
			a, answered := l.answers[part.CustomID]
			if !answered {
				a.place = l.form
			}
			l.field(&s, part, a)
		}
		out = append(out, s)
	}
	return out
}

// field puts a person's answer into one field.
func (l *filler) field(s *submitted, part Component, a answer) {
	switch part.Type {
	case TypeTextInput:
		s.Value = encode(fillText(part, a))
	case TypeCheckbox:
		checked, isFlag := a.value.(bool)
		if !isFlag {
			a.place.complain("value", "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
		}
		s.Value = encode(checked)
	case TypeRadioGroup:
		s.Value = encode(a.value)
		if a.value != nil {
			a.values = []string{fmt.Sprint(a.value)}
		}
		fillChoice(part, a)
	default:
		values := fillChoice(part, a)
		s.Values = &values
		if !l.choose(part.Type, values) {
			a.place.complain("values", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
		}
	}
}

// choose notes what was chosen; false means that something of it doesn't exist.
func (l *filler) choose(selectType int, values []string) bool {
	found := true
	for _, id := range values {
		found = l.known(selectType, id) && found
		l.named = append(l.named, Named{selectType, id})
	}
	return found
}

func fillText(part Component, a answer) string {
	text, isText := a.value.(string)
	if a.value != nil && !isText {
		a.place.complain("value", "STRING_TYPE_CONVERT", "Could not interpret %q as string.", fmt.Sprint(a.value))
	}
	n, low, high := utf8.RuneCountInString(text), 0, maxInput
	if part.MinLength != nil {
		low = *part.MinLength
	}
	if part.MaxLength != nil {
		high = *part.MaxLength
	}
	switch {
	case n == 0 && *part.Required:
		a.place.complain("value", "BASE_TYPE_REQUIRED", "This field is required")
	case n > 0:
		a.place.length("value", n, low, high)
	}
	return text
}

func fillChoice(part Component, a answer) []string {
	if len(a.values) == 0 && !*part.Required {
		return []string{}
	}
	CheckValues(part, a.values, a.place)
	return append([]string{}, a.values...)
}

// CheckValues complains about a choice that a component does not offer.
func CheckValues(part Component, values []string, f form) {
	if len(values) < *part.MinValues || len(values) > *part.MaxValues {
		f.complain("values", "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", *part.MinValues, *part.MaxValues)
	}
	for i, v := range values {
		offered := part.Options == nil || slices.ContainsFunc(part.Options, func(o Option) bool { return o.Value == v })
		if !offered || slices.Contains(values[:i], v) {
			f.under("values").complain(strconv.Itoa(i), "COMPONENT_VALIDATION_FAILED", "The value is not one of those offered")
		}
	}
}
