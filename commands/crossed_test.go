package commands

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/render"
)

// TestAHandThatIsSentAgainBesideAClickIsDrawnAnew has somebody click on their hand while it is sent again below the table: what
// stands in the end is drawn once more, as they wanted it last, whichever answer came last. One that crossed nothing isn't, nor one that was asked for later.
func TestAHandThatIsSentAgainBesideAClickIsDrawnAnew(t *testing.T) {
	for name, c := range map[string]struct {
		stands liveHand
		sort   render.Order // in which the hand comes to be
		behind bool
	}{
		"sent again":    {liveHand{asked: "1", id: "8", message: "8", above: "7"}, render.ByRank, true},
		"clicked later": {liveHand{asked: "4", id: "7", message: original}, render.BySuit, false},
		"alone":         {liveHand{asked: "1", id: "7", message: original}, render.ByRank, false},
	} {
		t.Run(name, func(t *testing.T) {
			h, key := newLive(nil, nil, time.Now, newAllowances(), 1), holder{"table", "ada"}
			c.stands.until, c.stands.drawn, c.stands.shows, c.stands.sort = time.Now().Add(tokenLife), 2, 2, render.BySuit
			h.live.Add(key, c.stands)
			h.showing(t.Context(), key)
			click := liveHand{asked: "3", id: "7", message: original, until: c.stands.until, drawn: 2, shows: 2, sort: render.ByRank}
			h.keep(key, click)
			click.asked, click.sort = "2", render.BySuit // an earlier one, whose answer takes longer
			h.keep(key, click)
			if left := h.leave(key); left.newest == 0 {
				t.Error("nobody looks whether it has to be drawn anew")
			}
			hand, behind := h.begin(key)
			if behind != c.behind || behind && hand.sort != c.sort {
				t.Errorf("behind: %v, in order %v", behind, hand.sort)
			}
		})
	}
}
