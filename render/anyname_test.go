package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// TestAnyNameHasItsSeatInPictureAndWords has people of any name at a table: the message keeps to Discord's limits, the picture is
// drawn, and the words say of each seat its number, which stands in the picture where a name can't be drawn.
func TestAnyNameHasItsSeatInPictureAndWords(t *testing.T) {
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		for _, name := range []string{strings.Repeat("🚣", 32), strings.Repeat("👩‍👩‍👧‍👦", 4), strings.Repeat("W", 32), "שלום עולם", "مرحبا بالعالم", "a\u202eb\u2066c", "李小龙", "**@everyone**", "\u200b", ""} {
			r := reader()
			r.People["ann"] = render.Player{Name: name, UserID: "1200000000000000001"}
			for what, c := range map[string]struct {
				m  render.Message
				of any
			}{
				"table":  {render.Table(pen(faced(l)), r, sight(engine.Watch(toDraw(t)))), render.OfTable(r, sight(engine.Watch(toDraw(t))))},
				"result": {render.Result(pen(faced(l)), r, rummy()), render.OfResult(r, rummy())},
			} {
				if all := faults(c.m); len(all) > 0 || len(c.m.Files) != 1 {
					t.Errorf("%s, %q, %s: %d files, %q", tag, name, what, len(c.m.Files), all)
				}
				var seats []picture.Seat
				switch of := c.of.(type) {
				case picture.Table:
					seats = of.Seats
				case picture.Result:
					for _, row := range of.Rows {
						seats = append(seats, row.Seat)
					}
				}
				lines := hear(l, c.m).lines
				for i, s := range seats {
					beginning := fmt.Sprintf("%d\\. ", s.Number)
					if s.Number != i+1 || !slices.ContainsFunc(lines, func(line string) bool {
						return strings.HasPrefix(line, beginning) && strings.Contains(line, render.SafeName(s.Name))
					}) {
						t.Errorf("%s, %q, %s: no line of seat %d, %q, in\n%s", tag, name, what, i+1, s.Name, strings.Join(lines, "\n"))
					}
				}
			}
		}
	}
}
