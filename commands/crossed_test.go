package commands

import (
	"testing"
	"time"
)

// TestAHandThatIsSentAgainBesideAClickIsDrawnAnew has somebody click on their hand while it is sent again below the table: what
// stands in the end is drawn once more, as they wanted it last, whichever answer came last. One that crossed nothing isn't, nor one that was asked for later.
func TestAHandThatIsSentAgainBesideAClickIsDrawnAnew(t *testing.T) {
	for name, c := range map[string]struct {
		stands liveHand
		asked  string // by which click the hand comes to be drawn
		behind bool
	}{
		"sent again":    {liveHand{asked: "1", id: "8", message: "8", above: "7"}, "3", true},
		"sent as past":  {liveHand{asked: "1", id: "8", message: "8", above: "7", stops: true}, "3", true},
		"clicked later": {liveHand{asked: "4", id: "7", message: original}, "4", false},
		"alone":         {liveHand{asked: "1", id: "7", message: original}, "3", false},
	} {
		t.Run(name, func(t *testing.T) {
			h, key := newLive(nil, nil, time.Now, newAllowances(), 1), holder{"table", "ada"}
			c.stands.until, c.stands.drawn, c.stands.shows = time.Now().Add(tokenLife), 2, 2
			h.live.Add(key, c.stands)
			h.showing(t.Context(), key)
			click := liveHand{asked: "3", id: "7", message: original, until: c.stands.until, drawn: 2, shows: 2}
			h.keep(key, click)
			click.asked = "2" // an earlier one, whose answer takes longer
			h.keep(key, click)
			if left := h.leave(key); left.newest == 0 {
				t.Error("nobody looks whether it has to be drawn anew")
			}
			hand, behind := h.begin(key)
			if behind != c.behind || behind && hand.asked != c.asked || hand.stops {
				t.Errorf("behind: %v, as click %s asked, as past: %v", behind, hand.asked, hand.stops)
			}
		})
	}
}
