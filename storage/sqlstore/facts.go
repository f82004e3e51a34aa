package sqlstore

import (
	"context"
	"database/sql/driver"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// A factKey is a piece of a year of one person in a server.
type factKey struct {
	person sitting.Person
	start  int64 // unix ms
}

// addFacts adds the hand that ended to the facts of its people.
func (w *Tx) addFacts(p *parcel, links []link) error {
	if len(p.lines) == 0 {
		return nil
	}
	server := p.batch.Head.Server
	start, _ := storage.PieceOf(p.at)
	before, broken, err := w.factsBefore(p, start)
	if err != nil {
		return err
	}
	for _, side := range sidesHere(p, links) {
		who := side.Lines[0].Person
		if broken[who] {
			err = w.retellFacts(server, factKey{who, start})
		} else {
			next := tab.PieceOf(side)
			all := before[who]
			all.Add(next)
			err = w.setFacts(server, factKey{who, start}, &all, &next)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sidesHere are the sides of the hand that ended.
func sidesHere(p *parcel, links []link) []tab.Side {
	var all []tab.Side
	for i, l := range p.lines {
		at := slices.IndexFunc(all, func(s tab.Side) bool { return s.Lines[0].Person == l.Person })
		if at < 0 {
			rummy := slices.ContainsFunc(p.batch.Ended.Plays, func(play tab.Play) bool {
				return play.Person == l.Person && play.Rummy && !play.Alone
			})
			side := tab.Side{From: l.From.(tab.Hand), Seq: links[i].seq, At: p.at, Rummy: rummy}
			at, all = len(all), append(all, side)
		}
		all[at].Lines = append(all[at].Lines, l.Entry)
	}
	return all
}

// factsBefore reads what of a piece a hand changes, and of whom something of it can't be read.
func (w *Tx) factsBefore(
	p *parcel, start int64,
) (before map[sitting.Person]tab.Piece, broken map[sitting.Person]bool, err error) {
	const most = mostOthers + 1 // people
	args := []driver.Value{string(p.batch.Head.Server), start}
	of := make(map[sitting.Person]bool)
	for _, l := range p.lines {
		of[l.Person] = true
	}
	people := slices.Sorted(maps.Keys(of))
	for range 2 { // as who has facts, and whom they are about
		for i := range most {
			args = append(args, string(people[i%len(people)]))
		}
	}
	args = append(args, string(p.batch.Table))
	before, broken = make(map[sitting.Person]tab.Piece), make(map[sitting.Person]bool)
	err = w.said.FindFacts.Each(context.Background(), 4, func(row []driver.Value) error {
		who := sitting.Person(TextOf(row[0]))
		fact := storage.FactRow{Kind: NumberOf(row[1]), About: TextOf(row[2]), Body: TextOf(row[3])}
		piece := before[who]
		if fact.AddTo(&piece) != nil {
			broken[who] = true
		}
		before[who] = piece
		return nil
	}, args...)
	return before, broken, err
}

// setFacts writes the rows of a piece that one in it has, too.
func (w *Tx) setFacts(s sitting.Server, key factKey, all, changed *tab.Piece) error {
	rows := storage.FactsOf(all)
	for _, of := range storage.FactsOf(changed) {
		i, _ := slices.BinarySearchFunc(rows, of, storage.CompareFacts)
		r := &rows[i]
		err := w.said.SetFact.Tell(string(key.person), string(s), key.start,
			r.Kind, r.About, r.Weight, r.Since, r.Body)
		if err != nil {
			return err
		}
	}
	return nil
}

// retellFacts brings the facts of a piece to what the entries tell. It writes those that differ: a
// busy year has a row for each table.
func (w *Tx) retellFacts(s sitting.Server, key factKey) error {
	from, to := storage.PieceOf(key.start)
	sides, err := sidesOf(w.ask, s, key.person, from, to)
	if err != nil {
		return err
	}
	type at struct {
		kind  int64
		about string
	}
	want := make(map[at]storage.FactRow)
	for _, piece := range storage.PiecesOf(sides) { // one, or none
		for _, r := range storage.FactsOf(piece) {
			want[at{r.Kind, r.About}] = r
		}
	}
	var gone []at
	who, server := string(key.person), string(s)
	err = w.said.PieceFacts.Each(context.Background(), 5, func(row []driver.Value) error {
		r := storage.FactRow{
			Kind: NumberOf(row[0]), About: TextOf(row[1]), Weight: NumberOf(row[2]), Since: NumberOf(row[3]),
			Body: TextOf(row[4]),
		}
		switch is, there := want[at{r.Kind, r.About}]; {
		case !there:
			gone = append(gone, at{r.Kind, r.About})
		case is == r:
			delete(want, at{r.Kind, r.About})
		}
		return nil
	}, who, server, key.start)
	for _, g := range gone {
		if err == nil {
			err = w.said.DropFact.Tell(who, server, key.start, g.kind, g.about)
		}
	}
	for _, r := range want {
		if err == nil {
			err = w.said.SetFact.Tell(who, server, key.start, r.Kind, r.About, r.Weight, r.Since, r.Body)
		}
	}
	return err
}
