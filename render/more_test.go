package render_test

import (
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
)

// TestTheWayBackStandsBesideTheLastButtons looks for it where there is room and where there is none.
func TestTheWayBackStandsBesideTheLastButtons(t *testing.T) {
	l, s := words(t).For("en"), sight(engine.View{Seat: engine.Nobody})
	rowOf := func(parts ...render.Component) render.Message {
		return render.Message{Components: []render.Component{render.Row{Type: 1, Components: parts}}}
	}
	buttons := func(n int) []render.Component { return slices.Repeat([]render.Component{render.Button{Label: "x"}}, n) }
	for name, c := range map[string]struct {
		m          render.Message
		rows, last int
	}{
		"one button":   {rowOf(buttons(1)...), 1, 2},
		"four buttons": {rowOf(buttons(4)...), 1, 5},
		"five buttons": {rowOf(buttons(5)...), 2, 1},
		"a select":     {rowOf(render.Select{Options: make([]render.Option, 1)}), 2, 1},
		"nothing":      {render.Message{}, 1, 1},
	} {
		got := render.WithMenu(pen(l), s, "3", c.m).Components
		if last := got[len(got)-1].(render.Row); len(got) != c.rows || len(last.Components) != c.last {
			t.Errorf("%s: %d rows, and %d in the last", name, len(got), len(last.Components))
		}
	}
}
