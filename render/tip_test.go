package render_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// tipScreens are hands with a tip, what a hint would say there.
func tipScreens(t testing.TB) []screen {
	t.Helper()
	at := func(name, position string) screen {
		s := but(sight(engine.See(enginetest.Position(t, position), 0)), func(s *sitting.Sight) { s.Log = nil })
		a, ok := opponent.Advise(opponent.Hard, s.View, nil, opponent.Dice(1, &s.View), opponent.Budget{Playouts: 60})
		if !ok {
			t.Fatalf("no advice in %s", position)
		}
		tip := &render.Hint{Level: opponent.Hard, Advice: a, Tip: true}
		return screen{"hand, with a tip: " + name, false, func(l lang.Lang) render.Message { return render.Hand(pen(l), reader(), s, tip) }}
	}
	const others = "hand 1 2C 3C 7D\nhand 2 AC AD\n"
	return []screen{
		at("take for a set", "turn 0\nhand 0 QH QS 4D 9H\n"+others+"pile 7C 4C QC"),
		at("take for a run", "turn 0\nhand 0 8C 9C 4D\n"+others+"pile 7C KS TC"),
		at("take to lay off", "turn 0\nhand 0 8C KC 4D\n"+others+"meld 1 8S 9S TS\npile 7C 2H JS"),
		at("take to lay off together", "turn 0\nhand 0 TH KC 4D\n"+others+"meld 1 7H 8H 9H\npile 7C 2S JH"),
		at("the stock", "turn 0\nhand 0 8C KC 4D\n"+others+"pile 7C 2H JS"),
		at("turn over", "turn 0\nhand 0 9C 9D\nhand 1 2C\nhand 2 3C\nrest pile\npile 7C JD"),
		at("a rummy", "turn 0 play\nhand 0 QH QS QC 4D\n"+others+"pile 7C 4C"),
		at("out", "turn 0 play\nhand 0 QH QS QC 4D\nshown 0\n"+others+"pile 7C 4C"),
		at("a set", "turn 0 play\nhand 0 QH QS QC 4D 9H\n"+others+"pile 7C 4C"),
		at("a run", "turn 0 play\nhand 0 8C 9C TC 4D 9H\nshown 0\n"+others+"pile 7C 4C"),
		at("a lay-off", "turn 0 play\nhand 0 8S 9C TC 4D\n"+others+"meld 1 9S TS JS\npile 7C 4C"),
		at("a discard", "turn 0 play\nhand 0 8S 9C TC 4D\n"+others+"pile 7C 4C"),
		at("the least", "rules concealed\nturn 0 play\nhand 0 8S 9S TS 4D 4H 4C KD\nbarred KD\n"+others+"pile 7C 5C"),
	}
}

// TestOneButtonIsLit draws hands with a tip and with the same advice as a hint: only the button that
// does it is lit.
func TestOneButtonIsLit(t *testing.T) {
	for _, s := range tipScreens(t) {
		lit := 0
		for _, part := range s.draw(words(t).For("en")).Components {
			row, ok := part.(render.Row)
			if !ok {
				continue
			}
			for _, b := range row.Components {
				if b, ok := b.(render.Button); ok && b.Style == render.StylePrimary {
					lit++
				}
			}
		}
		if lit != 1 {
			t.Errorf("%s: %d buttons are lit", s.name, lit)
		}
	}
}
