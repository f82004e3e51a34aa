package rules

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

const (
	maxModalTitle = 45
	maxInput      = 4000
	maxLabelHelp  = 100
)

// ReadModal reads the data of a callback of type 9; what is wrong is left in the form.
func ReadModal(f Form, emojis OwnEmoji) discord.Modal {
	l := layout{emojis: emojis, modal: true, customIDs: map[string]bool{}, ids: map[int]bool{}}
	m := discord.Modal{CustomID: f.NeedText("custom_id", 1, MaxCustomID), Title: f.NeedText("title", 1, maxModalTitle)}
	if f.Need("components") {
		m.Components = l.list(f, "components", 1, maxRows, discord.TypeActionRow, discord.TypeTextDisplay, discord.TypeLabel)
	}
	l.totals(f)
	l.number(m.Components)
	return m
}

// answer is what a person put into one field of a modal.
type answer struct {
	value  any // a text, a checkbox's flag, or nil
	values []string
	place  Form
}

// readAnswers collects what a person's client sent, by custom_id, whatever parts it stood in.
func readAnswers(f Form, into map[string]answer) {
	for _, part := range f.Forms("components", 0, maxComponents) {
		readAnswers(part, into)
		fields := []Form{part}
		if inner, ok := part.Object("component"); ok {
			fields = append(fields, inner)
		}
		for _, field := range fields {
			id, ok := field.fields["custom_id"].(string)
			if !ok {
				continue
			}
			a := answer{place: field, value: field.fields["value"]}
			for _, v := range field.Array("values", 0, MaxOptions) {
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
func Fill(m discord.Modal, f Form, known Known) ([]discord.Submitted, []Named) {
	l := filler{answers: map[string]answer{}, form: f, known: known}
	readAnswers(f, l.answers)
	return l.parts(m.Components), l.named
}

// filler puts a person's answers into the parts of a modal.
type filler struct {
	answers map[string]answer
	form    Form
	known   Known
	named   []Named
}

func (l *filler) parts(parts []discord.Component) []discord.Submitted {
	out := make([]discord.Submitted, 0, len(parts))
	for _, part := range parts {
		s := discord.Submitted{Type: part.Type, ID: part.ID, CustomID: part.CustomID}
		switch {
		case part.Component != nil:
			inner := l.parts([]discord.Component{*part.Component})
			s.Component = &inner[0]
		case part.Type == discord.TypeActionRow:
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
func (l *filler) field(s *discord.Submitted, part discord.Component, a answer) {
	switch part.Type {
	case discord.TypeTextInput:
		s.Value = discord.Encode(fillText(part, a))
	case discord.TypeCheckbox:
		checked, isFlag := a.value.(bool)
		if !isFlag {
			a.place.Complain("value", "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
		}
		s.Value = discord.Encode(checked)
	case discord.TypeRadioGroup:
		s.Value = discord.Encode(a.value)
		if a.value != nil {
			a.values = []string{fmt.Sprint(a.value)}
		}
		fillChoice(part, a)
	default:
		values := fillChoice(part, a)
		s.Values = &values
		if !l.choose(part.Type, values) {
			a.place.Complain("values", "COMPONENT_VALIDATION_FAILED", "Component validation failed")
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

func fillText(part discord.Component, a answer) string {
	text, isText := a.value.(string)
	if a.value != nil && !isText {
		a.place.Complain("value", "STRING_TYPE_CONVERT", "Could not interpret %q as string.", fmt.Sprint(a.value))
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
		a.place.Complain("value", "BASE_TYPE_REQUIRED", "This field is required")
	case n > 0:
		a.place.length("value", n, low, high)
	}
	return text
}

func fillChoice(part discord.Component, a answer) []string {
	if len(a.values) == 0 && !*part.Required {
		return []string{}
	}
	CheckValues(part, a.values, a.place)
	return append([]string{}, a.values...)
}

// CheckValues complains about a choice that a component does not offer.
func CheckValues(part discord.Component, values []string, f Form) {
	if len(values) < *part.MinValues || len(values) > *part.MaxValues {
		f.Complain("values", "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", *part.MinValues, *part.MaxValues)
	}
	for i, v := range values {
		offered := part.Options == nil || slices.ContainsFunc(part.Options, func(o discord.Option) bool { return o.Value == v })
		if !offered || slices.Contains(values[:i], v) {
			f.Under("values").Complain(strconv.Itoa(i), "COMPONENT_VALIDATION_FAILED", "The value is not one of those offered")
		}
	}
}
