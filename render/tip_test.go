package render_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// tipScreens are hands with a line that says what can be done, one for each thing.
func tipScreens(t testing.TB) []screen {
	t.Helper()
	tipped := reader()
	tipped.Prefs.Tips = render.TipsOn
	at := func(name, position string) screen {
		s := but(sight(engine.See(enginetest.Position(t, position), 0)), func(s *sitting.Sight) { s.Log = nil })
		return screen{"hand, with a tip: " + name, false, func(l lang.Lang) render.Message { return render.Hand(pen(l), tipped, s, nil) }}
	}
	const others = "hand 1 2C 3C 7D\nhand 2 AC AD\n"
	return []screen{
		at("take for a set", "turn 0\nhand 0 QH QS 4D 9H\n"+others+"pile 7C 4C QC"),
		at("take for a run", "turn 0\nhand 0 8C 9C 4D\n"+others+"pile 7C KS TC"),
		at("take to lay off", "turn 0\nhand 0 8C KC 4D\n"+others+"meld 1 8S 9S TS\npile 7C 2H JS"),
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
