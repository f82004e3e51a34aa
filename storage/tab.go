package storage

import (
	"database/sql/driver"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A link is where an entry stands in the chain of its server.
type link struct {
	seq        int64
	prev, hash digest
}

// link chains the entries of a batch to the tab of its server.
func (w *writer) link(p *parcel) ([]link, error) {
	if len(p.entries) == 0 {
		return nil, nil
	}
	server := p.batch.Head.Server
	tip, err := w.tabTip(server)
	if err != nil {
		return nil, err
	}
	links := make([]link, len(p.entries))
	for i, e := range p.entries {
		next := link{seq: tip.seq + 1, prev: tip.hash}
		next.hash = w.hash.entry(tip.hash, server, next.seq, p.at, p.batch.Table, p.batch.Hand, e)
		links[i], tip = next, next
	}
	return links, nil
}

// tabTip returns the last link of a server's chain; the zero link for a server
// without entries.
func (w *writer) tabTip(s sitting.Server) (link, error) {
	var dest [2]driver.Value
	found, err := w.said.lastEntry.row(dest[:], string(s))
	if err != nil || !found {
		return link{}, err
	}
	return link{seq: dest[0].(int64), hash: asDigest(dest[1].([]byte))}, nil
}

// addEntries writes the debts of a hand to the tab, and how long it is now.
func (w *writer) addEntries(p *parcel, id int64, links []link) error {
	for i, e := range p.entries {
		l := &links[i]
		_, err := w.said.addEntry.run(string(p.batch.Head.Server), l.seq, p.at, id, int64(p.batch.Hand.Hand), int64(p.batch.Hand.Again),
			string(e.Person), string(e.Other), e.Pips, l.prev[:], l.hash[:])
		if err != nil {
			return err
		}
	}
	if len(links) == 0 {
		return nil
	}
	_, err := w.said.moveTab.run(string(p.batch.Head.Server), links[len(links)-1].seq)
	return err
}
