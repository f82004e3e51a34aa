package commands

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/google/go-cmp/cmp"
)

func TestWhoWasAwayIsToldWhatWasPlayedSinceAndNoMore(t *testing.T) {
	drew := engine.PublicEvent{Kind: engine.SawDraw, Seat: 1, Hidden: 2}
	other := engine.PublicEvent{Kind: engine.SawDiscard, Seat: 0}
	dropped := engine.PublicEvent{Kind: engine.SawDiscard, Seat: 1}
	at := func(hand int, log ...engine.PublicEvent) *sitting.Sight {
		return &sitting.Sight{ID: "t", Me: 1, Hand: hand, Log: log}
	}
	tr := newTraces()
	if got := tr.since("ben", at(1, drew, dropped)); got != nil {
		t.Errorf("of one who was never seen here: %v", got)
	}
	tr.noted("ben", at(1, drew, dropped, other))
	for _, c := range []struct {
		now  *sitting.Sight
		want []engine.PublicEvent
	}{
		{at(1, drew, dropped, other), []engine.PublicEvent{}},
		{at(1, drew, dropped, other, drew, dropped, other), []engine.PublicEvent{drew, dropped}},
		{at(2, other, drew), []engine.PublicEvent{drew}},
		{at(2, other), nil},
	} {
		if diff := cmp.Diff(c.want, tr.since("ben", c.now)); diff != "" {
			t.Errorf("hand %d: %s", c.now.Hand, diff)
		}
	}
}
