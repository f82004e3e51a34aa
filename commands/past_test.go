package commands

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// pastHands are hands that note which of them is drawn as one that can't be changed any more.
func pastHands() (h *hands, drawn *[]string) {
	drawn = new([]string)
	h = newLive(nil, nil, time.Now, newAllowances(), 1)
	h.past = handPast
	h.draw = func(_ context.Context, _ table.Peeker, _ holder, hand liveHand) (
		m render.Message, of sitting.Channel, state int64, err error,
	) {
		if hand.stops {
			*drawn = append(*drawn, hand.asked)
		}
		return m, of, 0, nil
	}
	return h, drawn
}

// stand has the hand of an interaction be on somebody's screen.
func stand(h *hands, key holder, asked string) *time.Timer {
	hand := liveHand{asked: asked, id: "7", message: original, shows: 1}
	hand.until, hand.ages = time.Now().Add(tokenLife), stopLater(h, nil, key, asked)
	h.keep(key, hand)
	return hand.ages
}

// TestOneTimerRunsForAHand: the one of the hand that stands, until the door is closed.
func TestOneTimerRunsForAHand(t *testing.T) {
	key := holder{"table", "ada"}
	for name, c := range map[string]struct {
		ends func(*testing.T, *hands)
		want []string
	}{
		"stands": {func(*testing.T, *hands) {}, []string{"3"}},
		"lost": {func(_ *testing.T, h *hands) {
			hand, _ := h.at(key, "7")
			h.lost(key, hand)
		}, nil},
		"forgotten": {func(t *testing.T, h *hands) { h.forget(t.Context(), key) }, nil},
		"closed": {func(t *testing.T, h *hands) {
			if err := (&Door{hall: &hall{hands: h}}).Close(t.Context()); err != nil {
				t.Error(err)
			}
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, drawn := pastHands()
				var timers []*time.Timer
				for _, asked := range []string{"1", "3", "2"} { // the answer to 2 is heard of late
					timers = append(timers, stand(h, key, asked))
				}
				if timers[0].Stop() || timers[2].Stop() {
					t.Error("the timer of a hand that doesn't stand runs")
				}
				c.ends(t, h)
				if c.want == nil && timers[1].Stop() {
					t.Error("the timer of the hand runs on")
				}
				time.Sleep(handPast)
				synctest.Wait()
				if !slices.Equal(*drawn, c.want) {
					t.Errorf("drawn as past are %q, not %q", *drawn, c.want)
				}
			})
		})
	}
}

// TestANewHandIsntDrawnAsPast has a hand take the place of one whose time has just come.
func TestANewHandIsntDrawnAsPast(t *testing.T) {
	h, _ := pastHands()
	key := holder{"table", "ada"}
	stand(h, key, "1").Stop()
	stand(h, key, "2").Stop()
	if h.stops(key, "1", true) {
		t.Error("the hand before stops")
	}
	if hand, _ := h.at(key, "7"); hand.stops || hand.asked != "2" {
		t.Errorf("the new hand is %+v", hand)
	}
}
