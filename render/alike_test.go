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
		{strings.Repeat("W", 32), strings.Repeat("W", 32)}, {"李小龙", "李小龙"}, {"🛶🛶", "🛶\u200d🛶"}, {"\u200d\u200c", "\ufe0f"}, {"\u202eSam", "Sam"}, {"Sam\u200e", "Sam"}, {"م", "م"},
		{"Alexander Alexa…", long}, {"🤖Moby", "Moby (2)"}, {"Moby", "Moby 3"}, {"②", "②"}, {"Sam²", "Sam²"},
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

// TestThreeOfOneNameAreThree, also where one is called as another is numbered.
func TestThreeOfOneNameAreThree(t *testing.T) {
	for _, names := range [][3]string{{"Sam", "Sam", "Sam"}, {"Sam", "Sam (2)", "Sam"}, {"Sam (2)", "Sam", "Sam"}, {"", "", ""}, {"Moby", "Moby", "Moby 2"}} {
		order := []sitting.Person{"ann", "bob", "cem"}
		people := map[sitting.Person]render.Player{}
		for i, p := range order {
			people[p] = render.Player{Name: names[i], UserID: string(p)}
		}
		render.Apart(people, order)
		s := sight(engine.Watch(toDraw(t)))
		s.Seats = nil
		for _, p := range order {
			s.Seats = append(s.Seats, sitting.Sitter{Person: p})
		}
		inAll(t, func(l lang.Lang) {
			seen := map[string]bool{}
			for _, choice := range render.CompleteSeat(l, render.CompleteModel{Sight: s, Reader: render.Reader{People: people}}) {
				_, name, _ := strings.Cut(choice.Name, ": ")
				seen[firstOf(name)] = true
			}
			if len(seen) != 3 {
				t.Errorf("%s: %q are shown as %v", l.Tag(), names, seen)
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

// TestNamesThatLookAlikeAreNumbered, and others aren't.
func TestNamesThatLookAlikeAreNumbered(t *testing.T) {
	for names, twin := range map[[2]string]int{
		{"Sam", "SAM"}: 2, {"Sam", "\u0405\u0430m"}: 2, {"Sam", "𝐒𝐚𝐦"}: 2, {"𝓜𝓪𝔂", "May"}: 2, {"ivan", "ıvan"}: 2,
		{"Ann", "ɑnn"}: 2, {"x", "𝐌oby"}: 2, {"Sam", "Sem"}: 0, {"🙂", "🙂🙂"}: 0, {"Ann", "Ann."}: 0,
	} {
		people := map[sitting.Person]render.Player{"ann": {Name: names[0], UserID: "11"}, "bob": {Name: names[1], UserID: "12"}}
		render.Apart(people, []sitting.Person{"ann", "bob"})
		if got := people["bob"].Twin; got != twin {
			t.Errorf("beside %q, %q is %d", names[0], names[1], got)
		}
	}
}
