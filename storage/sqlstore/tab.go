package sqlstore

import (
	"database/sql/driver"
	"errors"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// A link is where an entry stands in the chain of its server.
type link struct {
	seq        int64
	prev, hash storage.Digest
}

// link chains the entries of a batch to the tab of its server.
func (w *Tx) link(p *parcel) ([]link, error) {
	if len(p.lines) == 0 {
		return nil, nil
	}
	server := p.batch.Head.Server
	tip, err := w.tabTip(server)
	if err != nil {
		return nil, err
	}
	links := make([]link, len(p.lines))
	row := storage.EntryRow{Layout: storage.LayoutKind, Server: server, At: p.at}
	for i, l := range p.lines {
		next := link{seq: tip.seq + 1, prev: tip.hash}
		row.Entry, row.Seq, row.From = l.Entry, next.seq, storage.SourceOf(l.From)
		next.hash = w.hash.Entry(tip.hash, &row)
		links[i], tip = next, next
	}
	return links, nil
}

// tabTip returns the last link of a server's chain; the zero link for a server
// without entries.
func (w *Tx) tabTip(s sitting.Server) (link, error) {
	var dest [2]driver.Value
	found, err := w.said.LastEntry.Row(dest[:], string(s))
	if err != nil || !found {
		return link{}, err
	}
	return link{seq: dest[0].(int64), hash: storage.AsDigest(dest[1].([]byte))}, nil
}

// addEntries writes what a batch brings to the tab, how long that is now, and what
// it has come to.
func (w *Tx) addEntries(p *parcel, id int64, links []link) error {
	server := string(p.batch.Head.Server)
	for i, e := range p.lines {
		l, from := &links[i], storage.SourceOf(e.From)
		var of any // a hand's table
		if e.From.Kind() == tab.KindHand {
			of = id
		}
		err := w.said.AddEntry.Tell(server, l.seq, p.at, int64(storage.LayoutKind), from.Kind, of, from.Hand, from.Again, from.Ref,
			string(e.Person), string(e.Other), e.Pips, l.prev[:], l.hash[:])
		if err != nil {
			return err
		}
		if err := w.said.AddBalance.Tell(server, string(e.Person), string(e.Other), e.Pips, int64(0)); err != nil {
			return err
		}
	}
	if len(links) > 0 {
		if err := w.said.MoveTab.Tell(server, links[len(links)-1].seq); err != nil {
			return err
		}
	}
	if p.deed != nil {
		return errors.Join(w.addHands(p.batch.Head.Server, &p.deed.was, -1), w.takeQuarters(p))
	}
	return errors.Join(w.addHands(p.batch.Head.Server, &p.batch.Ended.Outcome, 1), w.addQuarters(p), w.addFacts(p, links))
}

// addHands counts a hand for each two of its people, or takes back that it was counted:
// between whom nothing else was, there is no row any more.
func (w *Tx) addHands(server sitting.Server, o *tab.Outcome, hands int64) error {
	for _, s := range storage.Sides(server, o) {
		if err := w.said.AddBalance.Tell(string(s.Server), string(s.Person), string(s.Other), int64(0), hands); err != nil {
			return err
		}
		if hands > 0 {
			continue
		}
		if err := w.said.DropSide.Tell(string(s.Server), string(s.Person), string(s.Other)); err != nil {
			return err
		}
	}
	return nil
}

// addQuarters writes what the hand that ended was to each of its people.
func (w *Tx) addQuarters(p *parcel) error {
	ended := &p.batch.Ended
	people := slices.Clone(ended.Outcome.People)
	for _, e := range p.lines {
		if !slices.Contains(people, e.Person) {
			people = append(people, e.Person)
		}
	}
	for _, who := range people {
		pips := int64(0)
		for _, e := range p.lines {
			if e.Person == who {
				pips += e.Pips
			}
		}
		t := ended.Outcome.Tally(who)
		if err := w.addQuarter(p.batch.Head.Server, who, p.at, pips, t); err != nil {
			return err
		}
	}
	return nil
}

// addQuarter counts something for a person in the quarter of an hour that a time in unix ms is
// in, and in what all has come to from there on.
func (w *Tx) addQuarter(server sitting.Server, who tab.Person, at, pips int64, t tab.Tally) error {
	start := tab.QuarterOf(at)
	if err := w.said.OpenQuarter.Tell(string(server), string(who), start); err != nil {
		return err
	}
	err := w.said.AddQuarter.Tell(string(server), string(who), start, pips, t.Hands, t.Wins, t.Rummies)
	return err
}
