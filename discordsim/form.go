package discordsim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// form is one JSON object of a request, read field by field. What is wrong is collected, not returned, so that an
// answer names every fault at once, each at its place in the tree.
type form struct {
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

// parseBody reads a JSON text whose numbers stay exact.
func parseBody(text []byte) (any, error) {
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

// newForm takes a parsed body; anything but an object is complained about and read as an empty one.
func newForm(body any) form {
	f := form{errs: &complaint{}}
	fields, ok := body.(map[string]any)
	if !ok && body != nil {
		f.errs.add("MODEL_TYPE_CONVERT", "Only dictionaries may be used as a model")
	}
	f.fields = fields
	return f
}

// refusal is nil when nothing was complained about.
func (f form) refusal() *refusal {
	if len(f.errs.reasons) == 0 && len(f.errs.fields) == 0 {
		return nil
	}
	return refuseForm(f.errs)
}

func (f form) complain(key, code, message string, args ...any) {
	node := f.place.in(f.errs)
	if key != "" {
		node = node.at(key)
	}
	node.add(code, fmt.Sprintf(message, args...))
}

// has says whether the field is there and not null.
func (f form) has(key string) bool { return f.fields[key] != nil }

// shows says whether there is something in the field: no empty text, list or object.
func (f form) shows(key string) bool {
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

// given says whether the field is there, null included.
func (f form) given(key string) bool {
	_, ok := f.fields[key]
	return ok
}

func (f form) need(key string) bool {
	if f.has(key) {
		return true
	}
	f.complain(key, "BASE_TYPE_REQUIRED", "This field is required")
	return false
}

// text reads a string of min to max code points; an absent one is "".
func (f form) text(key string, low, high int) string {
	if !f.has(key) {
		return ""
	}
	s, ok := f.fields[key].(string)
	if !ok {
		f.complain(key, "STRING_TYPE_CONVERT", "Could not interpret %q as string.", fmt.Sprint(f.fields[key]))
		return ""
	}
	f.length(key, utf8.RuneCountInString(s), low, high)
	return s
}

func (f form) needText(key string, low, high int) string {
	if !f.need(key) {
		return ""
	}
	return f.text(key, low, high)
}

func (f form) length(key string, n, low, high int) {
	switch {
	case n >= low && n <= high:
	case low > 0:
		f.complain(key, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", low, high)
	default:
		f.complain(key, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", high)
	}
}

// whole reads an integer; digits in a string count too, as at Discord.
func (f form) whole(key string, low, high int64) (int64, bool) {
	if !f.has(key) {
		return 0, false
	}
	n, ok := wholeOf(f.fields[key])
	switch {
	case !ok:
		f.complain(key, "NUMBER_TYPE_COERCE", "Value %q is not int.", fmt.Sprint(f.fields[key]))
	case n < low:
		f.complain(key, "NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", low)
	case n > high:
		f.complain(key, "NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", high)
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

// choice reads an integer that must be one of a few.
func (f form) choice(key string, among ...int64) (int, bool) {
	if !f.has(key) {
		return 0, false
	}
	n, ok := wholeOf(f.fields[key])
	if !ok || !slices.Contains(among, n) {
		f.complain(key, "BASE_TYPE_CHOICES", "Value must be one of %s.", listed(among))
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

func (f form) flag(key string) (value, ok bool) {
	if !f.has(key) {
		return false, false
	}
	value, ok = f.fields[key].(bool)
	if !ok {
		f.complain(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return value, ok
}

func (f form) id(key string) (ID, bool) {
	if !f.has(key) {
		return 0, false
	}
	id, ok := idOf(f.fields[key])
	if !ok {
		f.complain(key, "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", fmt.Sprint(f.fields[key]))
	}
	return id, ok
}

func idOf(v any) (ID, bool) {
	switch v := v.(type) {
	case string:
		if v == "" {
			return 0, false
		}
		return ParseID(v)
	case json.Number:
		return ParseID(v.String())
	default:
		return 0, false
	}
}

func (f form) ids(key string, high int) []ID {
	var out []ID
	for i, v := range f.array(key, 0, high) {
		id, ok := idOf(v)
		if !ok {
			f.under(key).complain(strconv.Itoa(i), "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", fmt.Sprint(v))
			continue
		}
		out = append(out, id)
	}
	return out
}

// under is the same form seen from one step further in; it serves complaints about members of a list or map.
func (f form) under(key string) form {
	return form{place: &place{f.place, key}, errs: f.errs}
}

func (f form) array(key string, low, high int) []any {
	if !f.has(key) {
		return nil
	}
	list, ok := f.fields[key].([]any)
	if !ok {
		f.complain(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	f.length(key, len(list), low, high)
	return list
}

// forms reads a list of objects.
func (f form) forms(key string, low, high int) []form {
	list := f.array(key, low, high)
	out := make([]form, len(list))
	for i, v := range list {
		fields, ok := v.(map[string]any)
		out[i] = form{fields: fields, place: &place{&place{f.place, key}, strconv.Itoa(i)}, errs: f.errs}
		if !ok {
			out[i].complain("", "MODEL_TYPE_CONVERT", "Only dictionaries may be used as a model")
		}
	}
	return out
}

// object reads a member that is an object; false when it is absent or something else.
func (f form) object(key string) (form, bool) {
	if !f.has(key) {
		return form{}, false
	}
	fields, ok := f.fields[key].(map[string]any)
	if !ok {
		f.complain(key, "MODEL_TYPE_CONVERT", "Only dictionaries may be used as a model")
		return form{}, false
	}
	return form{fields: fields, place: &place{f.place, key}, errs: f.errs}, true
}
