package storage

import (
	"fmt"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A source is a [tab.Source] in its stored form.
type source struct {
	kind        string
	table       string // of a hand
	hand, again int64  // of a hand
	ref         string // of any other
}

// sourceOf brings a source into its stored form.
func sourceOf(from tab.Source) source {
	s := source{kind: from.Kind().String()}
	switch from := from.(type) {
	case tab.Hand:
		s.table, s.hand, s.again = from.Table, int64(from.Number), int64(from.Again)
	case tab.Settlement:
		s.ref = from.Proposal
	case tab.Forgiveness:
		s.ref = from.Proposal
	case tab.Reversal:
		s.ref = strconv.FormatInt(from.Seq, 10)
	case tab.WriteOff:
		s.ref = from.ID
	}
	return s
}

// handSource is the stored form of a hand as a source.
func handSource(id sitting.ID, hand sitting.HandKey) source {
	return sourceOf(tab.Hand{Table: string(id), Number: hand.Hand, Again: hand.Again})
}

// read returns the source; an error says that it is none.
func (s source) read() (tab.Source, error) {
	kind, err := tab.ParseKind(s.kind)
	if err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	if kind == tab.KindHand {
		return tab.Hand{Table: s.table, Number: int(s.hand), Again: int(s.again)}, nil
	}
	from, err := tab.ParseSource(s.kind + ":" + s.ref)
	if err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	return from, nil
}

// An entryRow is a row of entries without its links.
type entryRow struct {
	tab.Entry
	layout  int64
	server  sitting.Server
	seq, at int64
	from    source
}
