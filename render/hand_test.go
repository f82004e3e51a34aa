package render_test

import (
	"reflect"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestAWaitingHandSaysNotWhoseTurnItIs draws the hand of somebody who waits for one and for
// another: an open hand isn't written to when the turn passes between them, and can't be after a
// kill. The control is the table.
func TestAWaitingHandSaysNotWhoseTurnItIs(t *testing.T) {
	at := func(turn engine.Seat) *sitting.Sight {
		return but(sight(engine.See(toDraw(t), 2)), func(s *sitting.Sight) { s.View.Turn = turn })
	}
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		one, other := render.Hand(pen(l), reader(), at(0), nil), render.Hand(pen(l), reader(), at(1), nil)
		if !reflect.DeepEqual(one, other) {
			t.Errorf("%s\nand then\n%s", textOf(one), textOf(other))
		}
		table, later := render.Table(pen(l), reader(), at(0)), render.Table(pen(l), reader(), at(1))
		if reflect.DeepEqual(table, later) {
			t.Errorf("%s: a table doesn't say whose turn it is either", tag)
		}
	}
}
