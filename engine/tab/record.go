package tab

import (
	"cmp"
	"slices"
	"strings"
)

// A Play is a hand in the record of one person who ended it.
type Play struct {
	Person  Person
	Alone   bool   // no other person sat in it, only computers
	Apart   bool   // a computer played for the person at its end: it is none that they won
	Won     bool   // the person collected
	Rummy   bool   // and did so all at once, where that pays more
	Pips    int64  // that the person collected; below 0: paid, to whomever
	Against string // the computers that sat in it: their words, each once, in order, with a space between; empty: none
}

// A Record is what the plays of one person come to. The zero Record is that of
// somebody who hasn't played.
type Record struct {
	Hands   int64
	Won     int64   // of these
	Rummies int64   // of these
	Pips    int64   // collected less paid
	Best    int64   // the most collected at once
	Streak  int64   // hands won in a row up to the newest
	Longest int64   // hands won in a row, the most there were
	Apart   int64   // hands at whose end a computer played for the person
	Against []Score // by computer, ordered by word; computers never met are left out
}

// A Score is how a person does against one computer, in hands in which it sat.
type Score struct {
	Computer string // its word
	Hands    int64
	Won      int64 // by the person
}

// RecordOf returns what plays come to, given in the order in which they ended.
func RecordOf(plays []Play) Record {
	var r Record
	for _, p := range plays {
		won := one(p.Won)
		r.Hands++
		r.Won += won
		r.Rummies += one(p.Rummy)
		r.Apart += one(p.Apart)
		r.Pips += p.Pips
		r.Best = max(r.Best, won*p.Pips)
		r.Streak = won * (r.Streak + 1)
		r.Longest = max(r.Longest, r.Streak)
		for word := range strings.FieldsSeq(p.Against) {
			r.meet(word, won)
		}
	}
	return r
}

func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

// meet counts a hand against a computer.
func (r *Record) meet(computer string, won int64) {
	at, met := slices.BinarySearchFunc(r.Against, computer, func(s Score, word string) int { return cmp.Compare(s.Computer, word) })
	if !met {
		r.Against = slices.Insert(r.Against, at, Score{Computer: computer})
	}
	r.Against[at].Hands++
	r.Against[at].Won += won
}
