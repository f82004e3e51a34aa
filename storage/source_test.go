package storage_test

import (
	"encoding/hex"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

func TestEverySourceReadsBackAsStored(t *testing.T) {
	kinds := make(map[tab.Kind]bool)
	for _, from := range sources() {
		kinds[from.Kind()] = true
		stored := storage.SourceOf(from)
		if back, err := stored.Read(); err != nil || back != from {
			t.Errorf("%v is stored as %+v and reads back as %v (%v)", from, stored, back, err)
		}
		if isHand := stored.Ref == "" && stored.Table != ""; isHand != (from.Kind() == tab.KindHand) {
			t.Errorf("%v is stored as %+v", from, stored)
		}
	}
	if len(kinds) != len(tab.Kinds()) {
		t.Errorf("%d kinds of %d", len(kinds), len(tab.Kinds()))
	}
	for _, none := range []storage.Source{{}, {Kind: "gift", Ref: "x"}, {Kind: "settlement"}, {Kind: "reversal", Ref: "x"}} {
		if from, err := none.Read(); err == nil {
			t.Errorf("%+v reads as %v", none, from)
		}
	}
}

func sources() []tab.Source {
	return []tab.Source{
		tab.Hand{Table: "rum00001", Number: 3}, tab.Hand{Table: "rum00001", Number: 3, Again: 1},
		tab.Settlement{Proposal: "7"}, tab.Forgiveness{Proposal: "7"}, tab.Reversal{Seq: 7}, tab.WriteOff{ID: "7"},
	}
}

// TestLayoutsOfEntriesStay holds the hashes of rows that are out in the world, and
// that no two of them are one.
func TestLayoutsOfEntriesStay(t *testing.T) {
	var h storage.Hasher
	seen := make(map[string]tab.Source)
	for i, from := range sources() {
		row := storage.EntryRow{
			Entry: tab.Entry{Person: "pann", Other: "pbob", Pips: -86}, Layout: storage.LayoutKind,
			Server: "1001", Seq: 4, At: 1_700_000_000_000, From: storage.SourceOf(from),
		}
		link := h.Entry(storage.Digest{1}, &row)
		sum := hex.EncodeToString(link[:8])
		if other, is := seen[sum]; is {
			t.Errorf("%v and %v have one hash", from, other)
		}
		seen[sum] = from
		if i > 1 {
			continue
		}
		row.Layout = storage.LayoutHand
		old := h.Entry(storage.Digest{1}, &row)
		if want := []string{"741a651131d9be4d", "090f05da5b5246f7"}[i]; hex.EncodeToString(old[:8]) != want {
			t.Errorf("%v in the old layout: %x, want %s", from, old[:8], want)
		}
	}
	for sum, want := range map[string]string{
		"cf630bd66365953e": "hand:3:0:rum00001", "b4613fecda1a94d2": "hand:3:1:rum00001", "a7081cd18564f91a": "settlement:7",
		"b2d340f4f7fa26a7": "forgiveness:7", "8219af6401425907": "reversal:7", "65f5823b94eb5f4d": "write-off:7",
	} {
		if from := seen[sum]; from == nil || from.String() != want {
			t.Errorf("%s is no hash of %s any more: %v", sum, want, seen)
		}
	}
}
