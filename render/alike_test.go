package render_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestWhoSitsTogetherCanBeToldApart gives two people names that are alike, or are once they are
// shortened, or that a computer has: every option, line and alt text tells them apart.
func TestWhoSitsTogetherCanBeToldApart(t *testing.T) {
	long := strings.Repeat("Alexander ", 3)
	for _, names := range [][2]string{
		{"Sam", "Sam"}, {"Sam", "SAM"}, {"Sam", "S\u200dam"}, {"Sam", "\u0405\u0430m"}, {"Ill", "lIl"}, {long + "a", long + "b"}, {long, long}, {"Moby", "Kano"}, {"Moby 2", "Moby"},
		{"\u200b", "\u3164"}, {"", ""}, {"🤖 Moby", "🤖"}, {"Sam", "Sam (2)"}, {"Zoe\u0301", "Zoé"}, {"**Sam**", "**Sam**"},
	} {
		people := map[sitting.Person]render.Player{"ann": {Name: names[0], UserID: "11"}, "bob": {Name: names[1], UserID: "12"}}
		render.Apart(people, []sitting.Person{"ann", "bob"})
		inAll(t, func(l lang.Lang) {
			r := render.Reader{People: people}
			s := sight(engine.Watch(toDraw(t)))
			var seen []string
			for _, choice := range render.CompleteSeat(l, render.CompleteModel{Sight: s, Reader: r}) {
				_, name, _ := strings.Cut(choice.Name, ": ")
				computer := strings.HasPrefix(name, "🤖 ")
				if sitter := s.Seats[choice.Value.(int)-1]; computer != (sitter.Computer != 0) {
					t.Errorf("%s: %q is shown as %q", l.Tag(), names, name)
				}
				for _, other := range seen {
					if short := firstOf(name); short == firstOf(other) {
						t.Errorf("%s: %q: two people are %q", l.Tag(), names, short)
					}
				}
				seen = append(seen, name)
			}
			if len(seen) < 3 {
				t.Fatalf("%d seats", len(seen))
			}
		})
	}
}

// firstOf is what is told of a name in a line of sixteen characters, with its end.
func firstOf(name string) string {
	all := []rune(name)
	if at := strings.LastIndex(name, " ("); at > 0 {
		return string(all[:min(len(all), 12)]) + name[at:]
	}
	return string(all[:min(len(all), 15)])
}
