package render

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func TestTipsGoWithTwoHands(t *testing.T) {
	type hand struct {
		table sitting.ID
		n     int
	}
	for name, hands := range map[string][]hand{
		"of one table":                {{"a", 5}, {"a", 5}, {"a", 5}, {"a", 6}, {"a", 6}, {"a", 7}, {"a", 7}, {"a", 8}},
		"the first of several tables": {{"a", 1}, {"a", 1}, {"a", 1}, {"b", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"d", 2}},
	} {
		tips, shown := TipsOn, ""
		for _, h := range hands {
			var now bool
			now, tips = tips.With(h.table, h.n)
			shown += map[bool]string{true: "x", false: "-"}[now]
			if tipsOf(tips.sign()) != tips {
				t.Errorf("%d comes back as %d", tips, tipsOf(tips.sign()))
			}
		}
		if shown != "xxxxx---" || tips != TipsOff || tips.Are() || TipsUnset.Are() || !TipsOn.Are() {
			t.Errorf("%s: shown %s, and then %d", name, shown, tips)
		}
	}
	for _, none := range []Tips{TipsUnset, TipsOff} {
		if now, next := none.With("a", 3); now || next != none {
			t.Errorf("%d shows tips", none)
		}
	}
	// Where two hands aren't told apart one of them has tips for longer.
	if now, next := (tipsFirst + 3).With("", 3+tipsHands); !now || next != tipsFirst+3 {
		t.Errorf("%v %d", now, next)
	}
}
