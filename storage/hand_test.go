package storage_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// TestAHandIsExportedWithoutWhatWasTakenBack has one who plays alone take a discard back with the
// computer's turn after it: neither is exported.
func TestAHandIsExportedWithoutWhatWasTakenBack(t *testing.T) {
	kept := []engine.Event{engine.Dealt{Players: 2}, engine.Drew{Seat: 0, Cards: []engine.Card{1, 2}}}
	end := []engine.Event{engine.Discarded{Seat: 0, Card: 4}, engine.Blocked{}}
	undone := []engine.Event{
		engine.Discarded{Seat: 0, Card: 3}, engine.Drew{Seat: 1, Cards: []engine.Card{5, 6}}, engine.Discarded{Seat: 1, Card: 5},
	}
	log := table.Log{Events: []sitting.Event{sitting.HandStarted{Hand: 1}}}
	play := func(events []engine.Event) {
		for _, e := range events {
			log.Events = append(log.Events, sitting.Played{Event: e})
		}
	}
	play(kept)
	play(undone)
	log.Events = append(log.Events, sitting.TookBack{Seat: 0})
	play(end)
	log.At = make([]time.Time, len(log.Events))
	hands := storage.HandsOver(&log)
	if len(hands) != 1 {
		t.Fatalf("%d hands", len(hands))
	}
	if diff := cmp.Diff(append(kept, end...), hands[0].Events); diff != "" {
		t.Error(diff)
	}
}
