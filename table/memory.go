package table

// remembered is how many refused keys a table remembers. A duplicate of an
// event comes within seconds, so a handful would do for one person.
const remembered = 32

// A memory keeps the newest refused keys of a table, so that a duplicate of a
// command gets the refusal again even if the command would be taken by now. The
// zero value is empty.
type memory struct {
	kept []refusedKey // as a ring once it is full
	next int
}

type refusedKey struct {
	key string
	no  error
}

func (m *memory) of(key string) error {
	for _, k := range m.kept {
		if k.key == key {
			return k.no
		}
	}
	return nil
}

func (m *memory) keep(key string, no error) {
	if len(m.kept) < remembered {
		m.kept = append(m.kept, refusedKey{key, no})
		return
	}
	m.kept[m.next] = refusedKey{key, no}
	m.next = (m.next + 1) % remembered
}
