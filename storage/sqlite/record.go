package sqlite

// widest is how many columns a record has at most.
const widest = 16

// A record is a row as SQLite lays it out. It points into its page. A column that
// holds what its type can't makes the whole record wrong.
type record struct {
	number int64 // of the row, in a table that has such
	wrong  bool
	width  int // columns; a row may be older than the last ones of its table
	kinds  [widest]uint64
	ends   [widest]int
	body   []byte
}

// read takes a row apart and reports whether that can be done.
func (r *record) read(payload []byte) bool {
	r.wrong, r.width = false, 0
	length, at := varint(payload)
	if length > uint64(len(payload)) || uint64(at) > length {
		return false
	}
	head, end := payload[:length], 0
	for at < len(head) {
		kind, size := varint(head[at:])
		at += size
		if r.width == widest || kind > 1<<32 {
			return false
		}
		end += sizeOf(kind)
		r.kinds[r.width], r.ends[r.width] = kind, end
		r.width++
	}
	r.body = payload[length:]
	return at == len(head) && end == len(r.body)
}

// sizeOf is how many bytes a value of a kind takes.
func sizeOf(kind uint64) int {
	switch {
	case kind >= 12:
		return int(kind-12) / 2
	case kind <= 4:
		return int(kind)
	case kind == 5:
		return 6
	case kind <= 7:
		return 8
	}
	return 0
}

// isNull says whether a column is NULL or younger than the row.
func (r *record) isNull(column int) bool { return column >= r.width || r.kinds[column] == 0 }

func (r *record) value(column int) []byte {
	begin := 0
	if column > 0 {
		begin = r.ends[column-1]
	}
	return r.body[begin:r.ends[column]]
}

// integer reads a column of whole numbers; or is its value in rows older than it.
func (r *record) integer(column int, or int64) int64 {
	if column >= r.width {
		return or
	}
	switch kind := r.kinds[column]; {
	case kind == 8, kind == 9:
		return int64(kind - 8)
	case kind == 0 || kind > 6:
		r.wrong = true
		return or
	}
	b := r.value(column)
	n := int64(int8(b[0]))
	for _, next := range b[1:] {
		n = n<<8 | int64(next)
	}
	return n
}

// blob reads a column of bytes, nil where it is NULL.
func (r *record) blob(column int) []byte { return r.bytes(column, 0) }

// text reads a column of text, nil where it is NULL.
func (r *record) text(column int) []byte { return r.bytes(column, 1) }

// bytes reads a column whose kinds are odd or even.
func (r *record) bytes(column int, odd uint64) []byte {
	if r.isNull(column) {
		return nil
	}
	if kind := r.kinds[column]; kind < 12 || kind%2 != odd {
		r.wrong = true
		return nil
	}
	return r.value(column)
}

// must says whether every one of the first columns holds something, as those do
// that may not be NULL.
func (r *record) must(columns ...int) {
	for _, c := range columns {
		r.wrong = r.wrong || r.isNull(c)
	}
}
