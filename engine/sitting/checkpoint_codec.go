package sitting

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"reflect"
	"time"
)

// checkpointRevision is raised where events are folded otherwise than before into the same fields.
const checkpointRevision = 1

// formatSize is enough to tell the formats of all programs apart.
const formatSize = 16

// checkpointFormat says how a state is written: a hash of its fields, those within them, and the
// revision. A program whose state has others reads events instead.
func checkpointFormat() []byte {
	h := sha256.New()
	_, _ = fmt.Fprintf(h, "checkpoint %d\n", checkpointRevision)
	shape(h, reflect.TypeFor[State](), make(map[reflect.Type]bool))
	return h.Sum(nil)[:formatSize]
}

// shape writes a type as the codec sees it.
func shape(w hash.Hash, t reflect.Type, seen map[reflect.Type]bool) {
	_, _ = fmt.Fprintf(w, "%s %s\n", t, t.Kind())
	if seen[t] || t == timeType {
		return
	}
	seen[t] = true
	switch kind := t.Kind(); kind { //nolint:exhaustive // the others have no parts
	case reflect.Pointer, reflect.Slice:
		shape(w, t.Elem(), seen)
	case reflect.Array:
		_, _ = fmt.Fprintln(w, t.Len())
		shape(w, t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			_, _ = fmt.Fprintln(w, t.Field(i).Name)
			shape(w, t.Field(i).Type, seen)
		}
	}
}

//nolint:gochecknoglobals // constant
var timeType = reflect.TypeFor[time.Time]()

// encodeValue appends what a pointer points to: numbers as varints, what has a length after it, and
// a pointer as its number among those met, so that what two share is shared again. Times are whole
// and in UTC, as [Whole] gives them.
func encodeValue(to []byte, from any) []byte {
	w := valueWriter{to: to, met: make(map[any]uint64)}
	w.value(reflect.ValueOf(from).Elem())
	return w.to
}

type valueWriter struct {
	to  []byte
	met map[any]uint64 // pointers, by their numbers from 1
}

func (w *valueWriter) value(v reflect.Value) {
	if v.Type() == timeType {
		w.time(*reach(v).Addr().Interface().(*time.Time))
		return
	}
	switch v.Kind() { //nolint:exhaustive // those are all that a state has, by test
	case reflect.Bool:
		w.to = append(w.to, byte(0))
		if v.Bool() {
			w.to[len(w.to)-1] = 1
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.to = binary.AppendVarint(w.to, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.to = binary.AppendUvarint(w.to, v.Uint())
	case reflect.String:
		w.to = append(binary.AppendUvarint(w.to, uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		w.pointer(v)
	case reflect.Slice:
		if v.IsNil() {
			w.to = append(w.to, 0)
			return
		}
		w.to = binary.AppendUvarint(w.to, uint64(v.Len())+1)
		w.items(v)
	case reflect.Array:
		w.items(v)
	case reflect.Struct:
		for i := range v.NumField() {
			w.value(v.Field(i))
		}
	default:
		panic("sitting: a checkpoint has no " + v.Type().String())
	}
}

func (w *valueWriter) items(v reflect.Value) {
	for i := range v.Len() {
		w.value(v.Index(i))
	}
}

func (w *valueWriter) pointer(v reflect.Value) {
	if v.IsNil() {
		w.to = append(w.to, 0)
		return
	}
	at := v.UnsafePointer()
	number, met := w.met[at]
	if !met {
		number = uint64(len(w.met)) + 1
		w.met[at] = number
	}
	if w.to = binary.AppendUvarint(w.to, number); !met {
		w.value(v.Elem())
	}
}

func (w *valueWriter) time(t time.Time) {
	if t.IsZero() {
		w.to = append(w.to, 0)
		return
	}
	w.to = binary.AppendVarint(append(w.to, 1), t.UnixMilli())
}

// decodeValue reads back what [encodeValue] made; false: it isn't that.
func decodeValue(from []byte, to any) (ok bool) {
	r := valueReader{from: from}
	r.value(reflect.ValueOf(to).Elem())
	return !r.bad && len(r.from) == 0
}

type valueReader struct {
	from []byte
	met  []reflect.Value // pointers
	bad  bool
}

func (r *valueReader) value(v reflect.Value) {
	if v = reach(v); r.bad {
		return
	}
	if v.Type() == timeType {
		if r.byte() == 1 {
			v.Set(reflect.ValueOf(time.UnixMilli(r.number()).UTC()))
		}
		return
	}
	switch v.Kind() { //nolint:exhaustive // as of valueWriter.value
	case reflect.Bool:
		v.SetBool(r.byte() == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := r.number()
		r.bad = r.bad || v.OverflowInt(n)
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := r.count()
		r.bad = r.bad || v.OverflowUint(n)
		v.SetUint(n)
	case reflect.String:
		v.SetString(string(r.bytes(r.count())))
	case reflect.Pointer:
		r.pointer(v)
	case reflect.Slice:
		if n := r.count(); n > uint64(len(r.from))+1 { // each item takes a byte or more
			r.bad = true
		} else if n > 0 && !r.bad {
			v.Set(reflect.MakeSlice(v.Type(), int(n-1), int(n-1)))
			r.items(v)
		}
	case reflect.Array:
		r.items(v)
	case reflect.Struct:
		for i := range v.NumField() {
			r.value(v.Field(i))
		}
	default:
		r.bad = true
	}
}

func (r *valueReader) items(v reflect.Value) {
	for i := range v.Len() {
		r.value(v.Index(i))
	}
}

func (r *valueReader) pointer(v reflect.Value) {
	switch n := r.count(); {
	case n == 0:
	case n <= uint64(len(r.met)) && r.met[n-1].Type() == v.Type():
		v.Set(r.met[n-1])
	case n == uint64(len(r.met))+1:
		p := reflect.New(v.Type().Elem())
		r.met = append(r.met, p)
		v.Set(p)
		r.value(p.Elem())
	default:
		r.bad = true
	}
}

func (r *valueReader) byte() byte {
	b := r.bytes(1)
	if r.bad {
		return 0
	}
	r.bad = b[0] > 1
	return b[0]
}

func (r *valueReader) bytes(n uint64) []byte {
	if r.bad || n > uint64(len(r.from)) {
		r.bad = true
		return nil
	}
	b := r.from[:n]
	r.from = r.from[n:]
	return b
}

func (r *valueReader) count() uint64 {
	n, size := binary.Uvarint(r.from)
	return advance(r, n, size)
}

func (r *valueReader) number() int64 {
	n, size := binary.Varint(r.from)
	return advance(r, n, size)
}

// advance goes past a number; none is there where its size isn't above 0.
func advance[N int64 | uint64](r *valueReader, n N, size int) N {
	if r.bad || size <= 0 {
		r.bad = true
		return 0
	}
	r.from = r.from[size:]
	return n
}

// reach gives a field that the language hides. It has an address.
func reach(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
}
