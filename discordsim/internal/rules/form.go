package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Form is one JSON object of a request, read field by field. What is wrong is collected, not returned, so that an
// answer names every fault at once, each at its place in the tree.
type Form struct {
	fields map[string]any
	place  *place
	errs   *complaint
}

// place is a step on the way from the root of the body to a field.
type place struct {
	up  *place
	key string
}

func (p *place) in(root *complaint) *complaint {
	if p == nil {
		return root
	}
	return p.up.in(root).at(p.key)
}

// ParseBody reads a JSON text whose numbers stay exact.
func ParseBody(text []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows the JSON value")
	}
	return v, nil
}

// NewForm takes a parsed body; anything but an object is complained about and read as an empty one.
func NewForm(body any) Form {
	f := Form{errs: &complaint{}}
	fields, ok := body.(map[string]any)
	if !ok && body != nil {
		f.errs.add("MODEL_TYPE_CONVERT", "Only dictionaries may be used as a model")
	}
	f.fields = fields
	return f
}

// Refusal is nil when nothing was complained about.
func (f Form) Refusal() *Refusal {
	if len(f.errs.reasons) == 0 && len(f.errs.fields) == 0 {
		return nil
	}
	return refuseForm(f.errs)
}

// Complain notes what is wrong with a field, or, with the key "", with the whole.
func (f Form) Complain(key, code, message string, args ...any) {
	node := f.place.in(f.errs)
	if key != "" {
		node = node.at(key)
	}
	node.add(code, fmt.Sprintf(message, args...))
}

// Has says whether the field is there and not null.
func (f Form) Has(key string) bool { return f.fields[key] != nil }

// shows says whether there is something in the field: no empty text, list or object.
func (f Form) shows(key string) bool {
	switch v := f.fields[key].(type) {
	case nil:
		return false
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case map[string]any:
		return len(v) > 0
	}
	return true
}

// Given says whether the field is there, null included.
func (f Form) Given(key string) bool {
	_, ok := f.fields[key]
	return ok
}

// Need complains when the field is absent or null.
func (f Form) Need(key string) bool {
	if f.Has(key) {
		return true
	}
	f.Complain(key, "BASE_TYPE_REQUIRED", "This field is required")
	return false
}

// Text reads a string of min to max code points; an absent one is "".
func (f Form) Text(key string, low, high int) string {
	if !f.Has(key) {
		return ""
	}
	s, ok := f.fields[key].(string)
	if !ok {
		f.Complain(key, "STRING_TYPE_CONVERT", "Could not interpret %q as string.", fmt.Sprint(f.fields[key]))
		return ""
	}
	f.length(key, utf8.RuneCountInString(s), low, high)
	return s
}

// NeedText is Text of a field that must be there.
func (f Form) NeedText(key string, low, high int) string {
	if !f.Need(key) {
		return ""
	}
	return f.Text(key, low, high)
}

func (f Form) length(key string, n, low, high int) {
	switch {
	case n >= low && n <= high:
	case low > 0:
		f.Complain(key, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	default:
		f.Complain(key, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	}
}

// Whole reads an integer; digits in a string count too, as at Discord.
func (f Form) Whole(key string, low, high int64) (int64, bool) {
	if !f.Has(key) {
		return 0, false
	}
	n, ok := wholeOf(f.fields[key])
	switch {
	case !ok:
		f.Complain(key, "NUMBER_TYPE_COERCE", "Value %q is not int.", fmt.Sprint(f.fields[key]))
	case n < low:
		f.Complain(key, "NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", low)
	case n > high:
		f.Complain(key, "NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
	default:
		return n, true
	}
	return 0, false
}

func wholeOf(v any) (int64, bool) {
	switch v := v.(type) {
	case json.Number:
		n, err := v.Int64()
		return n, err == nil
	case string:
		n, err := json.Number(v).Int64()
		return n, err == nil
	default:
		return 0, false
	}
}

// Choice reads an integer that must be one of a few.
func (f Form) Choice(key string, among ...int64) (int, bool) {
	if !f.Has(key) {
		return 0, false
	}
	n, ok := wholeOf(f.fields[key])
	if !ok || !slices.Contains(among, n) {
		f.Complain(key, "BASE_TYPE_CHOICES", "Value must be one of %s.", listed(among))
		return 0, false
	}
	return int(n), true
}

func listed(among []int64) string {
	words := make([]string, len(among))
	for i, n := range among {
		words[i] = fmt.Sprint(n)
	}
	return "{" + strings.Join(words, ", ") + "}"
}

// Flag reads true or false; ok is false when the field is absent or something else.
func (f Form) Flag(key string) (value, ok bool) {
	if !f.Has(key) {
		return false, false
	}
	value, ok = f.fields[key].(bool)
	if !ok {
		f.Complain(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return value, ok
}

// ID reads a snowflake, a string or a number; ok is false when there is none.
func (f Form) ID(key string) (discord.ID, bool) {
	if !f.Has(key) {
		return 0, false
	}
	id, ok := idOf(f.fields[key])
	if !ok {
		f.Complain(key, "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", fmt.Sprint(f.fields[key]))
	}
	return id, ok
}

func idOf(v any) (discord.ID, bool) {
	switch v := v.(type) {
	case string:
		if v == "" {
			return 0, false
		}
		return discord.ParseID(v)
	case json.Number:
		return discord.ParseID(v.String())
	default:
		return 0, false
	}
}

// IDs reads a list of at most so many snowflakes.
func (f Form) IDs(key string, high int) []discord.ID {
	var out []discord.ID
	for i, v := range f.Array(key, 0, high) {
		id, ok := idOf(v)
		if !ok {
			f.Under(key).Complain(strconv.Itoa(i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", fmt.Sprint(v))
			continue
		}
		out = append(out, id)
	}
	return out
}

// Under is the same form seen from one step further in; it serves complaints about members of a list or map.
func (f Form) Under(key string) Form {
	return Form{place: &place{f.place, key}, errs: f.errs}
}

// Array reads a list of low to high things.
func (f Form) Array(key string, low, high int) []any {
	if !f.Has(key) {
		return nil
	}
	list, ok := f.fields[key].([]any)
	if !ok {
		f.Complain(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	f.length(key, len(list), low, high)
	return list
}

// Forms reads a list of objects.
func (f Form) Forms(key string, low, high int) []Form {
	list := f.Array(key, low, high)
	out := make([]Form, len(list))
	for i, v := range list {
		fields, ok := v.(map[string]any)
		out[i] = Form{fields: fields, place: &place{&place{f.place, key}, strconv.Itoa(i)}, errs: f.errs}
		if !ok {
			out[i].Complain("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used as a model")
		}
	}
	return out
}

// Object reads a member that is an object; false when it is absent or something else.
func (f Form) Object(key string) (Form, bool) {
	if !f.Has(key) {
		return Form{}, false
	}
	fields, ok := f.fields[key].(map[string]any)
	if !ok {
		f.Complain(key, "MODEL_TYPE_CONVERT", "Only dictionaries may be used as a model")
		return Form{}, false
	}
	return Form{fields: fields, place: &place{f.place, key}, errs: f.errs}, true
}

// Part reads a member that is an object; one that isn't there is empty.
func (f Form) Part(key string) Form {
	if part, ok := f.Object(key); ok {
		return part
	}
	return f.Under(key)
}

// QueryForm takes what stands behind the "?" of an address; of several values the first counts.
func QueryForm(query map[string][]string) Form {
	f := Form{fields: map[string]any{}, errs: &complaint{}}
	for key, values := range query {
		f.fields[key] = values[0]
	}
	return f
}
