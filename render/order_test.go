package render_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// buttonsOf are the first words of a message's buttons, in order.
func buttonsOf(t testing.TB, m render.Message) (all []string) {
	t.Helper()
	text, err := json.Marshal(m.Components)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`"label":"([^"]*)"[^{}]*"custom_id"|"custom_id":"[^"]*"[^{}]*"label":"([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		all = append(all, strings.Fields(found[1] + found[2])[0]) // what follows may be cards, said otherwise
	}
	return all
}

// against says whether two of what both have stand the other way round.
func against(a, b []string) bool {
	last := -1
	for _, one := range a {
		if at := slices.Index(b, one); at >= 0 {
			if at < last {
				return true
			}
			last = at
		}
	}
	return false
}

// TestButtonsStandInTheSameOrder draws hands and tables of several states: in every view a message has the same buttons in
// the same order, and from state to state buttons come and go, but none changes places with another.
func TestButtonsStandInTheSameOrder(t *testing.T) {
	l := words(t).For("en")
	states := []*sitting.Sight{sight(engine.See(toDraw(t), 0)), sight(engine.See(toDraw(t), 1)), sight(engine.See(toPlay(t), 0)), sight(engine.See(toPlay(t), 1))}
	var seen [2][][]string
	for _, s := range states {
		for kind, draw := range []func(render.Reader) render.Message{
			func(r render.Reader) render.Message { return render.Hand(pen(l), r, s, nil) },
			func(r render.Reader) render.Message { return render.Table(pen(l), r, s) },
		} {
			var first []string
			for v := range render.View(3) {
				r := reader()
				r.Prefs.View = v
				got := buttonsOf(t, draw(r))
				if v == 0 {
					first = got
					seen[kind] = append(seen[kind], got)
				}
				if !slices.Equal(got, first) || len(got) == 0 {
					t.Errorf("view %d has %q, and the first %q", v, got, first)
				}
			}
		}
	}
	for _, all := range seen {
		for i, one := range all {
			for _, other := range all[:i] {
				if against(one, other) {
					t.Errorf("%q and %q", one, other)
				}
			}
		}
	}
	if !against([]string{"a", "b", "c"}, []string{"c", "d", "a"}) || against([]string{"a", "b"}, []string{"a", "c", "b"}) { // the control
		t.Error("another order isn't noticed")
	}
}
