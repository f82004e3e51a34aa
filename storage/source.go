package storage

import (
	"fmt"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A Source is a [tab.Source] in its stored form.
type Source struct {
	Kind        string
	Table       string // of a hand
	Hand, Again int64  // of a hand
	Ref         string // of any other
}

// SourceOf brings a source into its stored form.
func SourceOf(from tab.Source) Source {
	s := Source{Kind: from.Kind().String()}
	switch from := from.(type) {
	case tab.Hand:
		s.Table, s.Hand, s.Again = from.Table, int64(from.Number), int64(from.Again)
	case tab.Settlement:
		s.Ref = from.Proposal
	case tab.Forgiveness:
		s.Ref = from.Proposal
	case tab.Reversal:
		s.Ref = strconv.FormatInt(from.Seq, 10)
	case tab.WriteOff:
		s.Ref = from.ID
	}
	return s
}

// HandSource is the stored form of a hand as a source.
func HandSource(id sitting.ID, hand sitting.HandKey) Source {
	return SourceOf(tab.Hand{Table: string(id), Number: hand.Hand, Again: hand.Again})
}

// Read returns the source; an error says that it is none.
func (s Source) Read() (tab.Source, error) {
	kind, err := tab.ParseKind(s.Kind)
	if err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	if kind == tab.KindHand {
		return tab.Hand{Table: s.Table, Number: int(s.Hand), Again: int(s.Again)}, nil
	}
	from, err := tab.ParseSource(s.Kind + ":" + s.Ref)
	if err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	return from, nil
}

// An EntryRow is a row of entries without its links.
type EntryRow struct {
	tab.Entry
	Layout int64 // of what is hashed
	Server sitting.Server
	Seq    int64 // from 1 in each server
	At     int64 // unix ms
	From   Source
}

// Between returns the two whom an open proposal is between, by name; nobody where it is
// between no two.
func Between(p tab.Proposal) (low, high sitting.Person) {
	if p.With == "" {
		return "", ""
	}
	pair := Pair(p.By, p.With)
	return pair[0], pair[1]
}

// Pair returns two people by name.
func Pair(a, b sitting.Person) [2]sitting.Person { return [2]sitting.Person{min(a, b), max(a, b)} }
