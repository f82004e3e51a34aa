package storage

import (
	"cmp"
	"encoding/hex"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Entry tells the next entry of a server's tab, and follows its chain; whether it
// is a hand's is looked at with the tables. The tabs come one after another.
func (d *Doctor) Entry(e *EntryRow, prev, hash []byte) {
	if string(e.Server) != d.chain.Of && d.chain.Of != "" {
		d.endTab()
	}
	d.Entries++
	missing, unlinked := d.chain.Follow(string(e.Server), e.Seq, prev)
	if missing {
		d.Add(Finding{Code: EntryMissing, Server: e.Server, Seq: e.Seq})
	}
	if unlinked {
		d.Add(Finding{Code: EntryUnlinked, Server: e.Server, Seq: e.Seq})
	}
	want := d.hash.Entry(AsDigest(prev), e)
	known := e.Layout == LayoutHand || e.Layout == LayoutKind
	if _, err := e.From.Read(); err != nil || !known || string(hash) != string(want[:]) {
		d.Add(Finding{Code: EntryChanged, Server: e.Server, Seq: e.Seq})
	}
	copy(d.chain.Hash[:], hash)
	d.open.add(e.Entry)
}

// EndEntries ends the last tab.
func (d *Doctor) EndEntries() {
	if d.chain.Of != "" {
		d.endTab()
	}
}

// endTab ends the tab of a server: what it comes to, and where it stands.
func (d *Doctor) endTab() {
	server := sitting.Server(d.chain.Of)
	for _, between := range slices.SortedFunc(maps.Keys(d.open), compareNames) {
		fault := tab.Fault{Code: tab.Unbalanced, A: between[0], B: between[1], Pips: d.open[between]}
		d.Add(Finding{Code: Unbalanced, Server: server, Detail: fault.Error()})
	}
	clear(d.open)
	d.Tabs = append(d.Tabs, TabHead{Server: server, Entries: d.chain.Seq, Hash: hex.EncodeToString(d.chain.Hash[:])})
}

func compareNames(a, b [2]tab.Person) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
}

// balances are what is left between two people, by name, after both sides of
// each entry were added up: nothing where the books balance.
type balances map[[2]tab.Person]int64

func (b balances) add(e tab.Entry) {
	between := Pair(e.Person, e.Other)
	if left := b[between] + e.Pips; left != 0 {
		b[between] = left
	} else {
		delete(b, between)
	}
}
