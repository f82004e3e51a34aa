package commands

import (
	"testing"
	"time"
)

// TestAHandIsDrawnAnewForWhoWantsItOtherwise has somebody want to see cards otherwise while their hand stands, while it is edited
// and while it is about to be shown, for the first time or once more: each time it has to be drawn once more, and no other person's.
func TestAHandIsDrawnAnewForWhoWantsItOtherwise(t *testing.T) {
	hers, his := holder{"table", "ada"}, holder{"table", "ben"}
	fill := func(keys ...holder) *hands {
		h := newLive(nil, nil, time.Now, newAllowances(), 2)
		for _, key := range keys {
			h.live.Add(key, liveHand{asked: "1", id: "7", message: original, until: time.Now().Add(tokenLife), drawn: 1, shows: 1})
		}
		return h
	}
	t.Run("stands", func(t *testing.T) {
		h := fill(hers, his)
		if all := h.doubtAll(heldBy("ada")); len(all) != 1 || all[0] != hers {
			t.Errorf("%v are to be drawn anew", all)
		}
		if _, ok := h.begin(hers); !ok {
			t.Error("hers stays as it was")
		}
		if _, ok := h.begin(his); ok {
			t.Error("his is drawn anew")
		}
	})
	t.Run("is edited", func(t *testing.T) {
		h := fill(hers)
		h.doubt(hers)
		hand, ok := h.begin(hers)
		if !ok {
			t.Fatal("there is no edit: the test shows nothing")
		}
		h.doubtAll(heldBy("ada"))
		h.wrote(hers, hand, 1)
		if overtaken, _ := h.end(hers); !overtaken || !h.isBehind(hers) {
			t.Errorf("overtaken: %v, behind: %v", overtaken, h.isBehind(hers))
		}
	})
	for name, h := range map[string]*hands{"is about to be shown": fill(), "is about to be shown once more": fill(hers)} {
		t.Run(name, func(t *testing.T) {
			h.showing(t.Context(), hers)
			h.showing(t.Context(), his)
			h.doubtAll(heldBy("ada"))
			if s := h.leave(hers); !s.unsure {
				t.Error("hers stays as it was")
			}
			if s := h.leave(his); s.unsure {
				t.Error("his is drawn anew")
			}
		})
	}
}
