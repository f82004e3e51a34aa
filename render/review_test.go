package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// missed are one of each thing that can be missed, in the hand of the tests.
func missed(t testing.TB) []opponent.Miss {
	draw, play := engine.See(toDraw(t), 0), engine.See(toPlay(t), 0)
	draw.Turns, play.Turns = 3, 15
	discard := []engine.Move{engine.Discard{Card: card("QH")}}
	out := engine.GoOut{Melds: []engine.Hand{cards("9C 9D 9S"), cards("4H 5H 6H")}, LayOffs: []engine.LayOff{{Meld: 1, Cards: cards("8H QH")}}, Discard: card("KD")}
	return []opponent.Miss{
		{What: opponent.MissedOut, View: play, Played: discard, Better: []engine.Move{out}, Known: true, Pips: 31, Within: 4},
		{
			What: opponent.MissedMeld, View: play, Played: discard,
			Better: []engine.Move{engine.Meld{Cards: cards("9C 9D 9S")}, engine.LayOff{Meld: 1, Cards: cards("8H")}}, Known: true, Pips: 12, Within: 2,
		},
		{What: opponent.MissedLayOff, View: play, Played: discard, Better: []engine.Move{engine.LayOff{Meld: 1, Cards: cards("8H")}}, Known: true, Pips: 1, Within: 1},
		{
			What: opponent.MissedHold, View: play, Played: []engine.Move{engine.Meld{Cards: cards("9C 9D 9S")}, engine.Discard{Card: card("QH")}},
			Better: []engine.Move{engine.Discard{Card: card("KD")}}, Known: true, Pips: 24, Within: 5,
		},
		{What: opponent.MissedDraw, View: draw, Played: []engine.Move{engine.Draw{Source: engine.FromStock}}, Better: []engine.Move{engine.Draw{Source: engine.FromDiscard}}, Known: true, Pips: 3, Within: 1},
		{What: opponent.MissedDiscard, View: play, Played: discard, Better: []engine.Move{engine.Discard{Card: card("KD")}}, Known: true, Pips: 8, Within: 2},
		{What: opponent.MissedOut, View: draw, Played: []engine.Move{engine.Draw{Source: engine.FromStock}}, Better: []engine.Move{engine.Draw{Source: engine.FromDiscard}, out}, Known: true},
		{What: opponent.MissedOut, View: play, Played: discard, Better: []engine.Move{out}},
	}
}

func reviewScreens(t testing.TB) []screen {
	all, own := missed(t), sight(engine.View{Seat: engine.Nobody})
	screens := []screen{
		{"review, shared", true, func(l lang.Lang) render.Message {
			return render.SharedReview(l, reader(), render.ReviewModel{Hand: sitting.HandKey{Hand: 3}, By: "bob", Turns: 9, Misses: all[:2], Whole: true})
		}},
		{"review, nothing missed", false, func(l lang.Lang) render.Message {
			return render.Review(pen(l), own, render.ReviewModel{Hand: sitting.HandKey{Hand: 3, Again: 1}, Turns: 9, Whole: true})
		}},
		{"review, of one turn, shared before", false, func(l lang.Lang) render.Message {
			return render.Review(pen(l), own, render.ReviewModel{Hand: sitting.HandKey{Hand: 3}, Turns: 1, Whole: true, Shared: true})
		}},
		{"review, no turns", false, func(l lang.Lang) render.Message {
			return render.Review(pen(l), own, render.ReviewModel{Hand: sitting.HandKey{Hand: 3}, Whole: true})
		}},
	}
	for i := 0; i < len(all); i += 3 {
		m := render.ReviewModel{Hand: sitting.HandKey{Hand: 3}, Turns: 9, Misses: all[i:min(i+3, len(all))], Whole: i > 0}
		screens = append(screens, screen{fmt.Sprintf("review, %d", i/3+1), false, func(l lang.Lang) render.Message { return render.Review(pen(l), own, m) }})
	}
	return screens
}

// largestReviews are of hands as large as can be shown, and larger.
func largestReviews(t testing.TB) []screen {
	var screens []screen
	for _, n := range []int{16, 40} {
		v := engine.See(toPlay(t), 0)
		v.Hand, v.Turns, v.Players = 1<<n-1, 9999, 2
		all := slices.Repeat([]opponent.Miss{{
			What: opponent.MissedMeld, View: v, Better: allLaid(), Played: append(allLaid(), engine.Discard{Card: card("TD")}), Known: true, Pips: 9999, Within: 999,
		}}, 2)
		all = append(all, opponent.Miss{
			What: opponent.MissedOut, View: v, Played: append(allLaid(), engine.Discard{Card: card("TD")}),
			Better: []engine.Move{engine.GoOut{Melds: []engine.Hand{1<<13 - 1, 7 << 13}, Discard: card("TD")}}, Known: true, Pips: 9999, Within: 999,
		})
		m := render.ReviewModel{Hand: sitting.HandKey{Hand: 9999}, By: crowd()[0].Person, Turns: 9999, Misses: all}
		screens = append(screens, screen{fmt.Sprintf("review of %d cards", n), false, func(l lang.Lang) render.Message {
			return render.WithMenu(pen(l), sight(v), "9999", render.Review(pen(l), sight(v), m))
		}}, screen{fmt.Sprintf("review of %d cards, shared", n), true, func(l lang.Lang) render.Message { return render.SharedReview(l, crowded(), m) }})
	}
	return screens
}

// stories are one of each.
func stories() []sitting.Story {
	return []sitting.Story{
		{Told: sitting.ByAHair, Of: 0, Other: 1, N: 1, Cards: nil},
		{Told: sitting.Overtook, Of: 0, Other: 1, N: 7},
		{Told: sitting.Short, Of: engine.Nobody, Other: engine.Nobody, N: 2},
		{Told: sitting.Long, Of: engine.Nobody, Other: engine.Nobody, N: 31},
		{Told: sitting.WouldBeOut, Of: 2, Other: engine.Nobody, Cards: []engine.Card{card("TD"), card("4H")}},
		{Told: sitting.OneShort, Of: 1, Other: engine.Nobody, Cards: []engine.Card{card("7D")}},
		{Told: sitting.OneShort, Of: 1, Other: engine.Nobody, Cards: []engine.Card{card("7D"), card("JD")}},
		{Told: sitting.InFront, Of: 0, Other: engine.Nobody, N: 5},
		{Told: sitting.AtOnce, Of: 0, Other: engine.Nobody, N: 6},
		{Told: sitting.TookFor, Of: 0, Other: 2, Cards: []engine.Card{card("TD"), card("4H")}},
	}
}

// storyScreen is a result that has one.
func storyScreen() screen {
	result := rummy()
	result.Last.Story = stories()[6]
	return screen{"result, with its story", true, func(l lang.Lang) render.Message { return render.Result(pen(l), reader(), result) }}
}

// TestAStoryStandsAboveTheRemark tells each in every language, in one line of small print.
func TestAStoryStandsAboveTheRemark(t *testing.T) {
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		seen := map[string]bool{}
		for _, s := range stories() {
			result := rummy()
			result.Last.Story, result.Last.Remark = s, sitting.Remark{Fact: sitting.Stuck, Seat: 2, Of: engine.Nobody}
			text := readable(t, render.Result(pen(l), reader(), result))
			above, _, found := strings.Cut(text, l.Say(lang.RemarkStuck))
			all := strings.Split(above, "\n")
			if len(all) < 2 || !found {
				t.Fatalf("%s: %s", tag, text)
			}
			line := all[len(all)-2]
			if !strings.HasPrefix(line, "-# ") || seen[line] || strings.ContainsAny(line, "{}") {
				t.Errorf("%s: %q", tag, line)
			}
			seen[line] = true
			plain := readable(t, render.Result(pen(l), reader(), rummy()))
			if strings.Contains(plain, line) {
				t.Errorf("%s: told where there is no story: %s", tag, line)
			}
		}
	}
}

// TestAReviewSpeaksToNobody holds what is read by its owner against what all read of it:
// apart from the title and the button they are the same.
func TestAReviewSpeaksToNobody(t *testing.T) {
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		m := render.ReviewModel{Hand: sitting.HandKey{Hand: 3}, By: "ann", Turns: 9, Misses: missed(t)[:3], Whole: true}
		own, shared := render.Review(pen(l), sight(engine.View{Seat: engine.Nobody}), m), render.SharedReview(l, reader(), m)
		_, mine, _ := strings.Cut(strings.TrimPrefix(readable(t, own), "(private)\n"), "\n")
		_, theirs, _ := strings.Cut(readable(t, shared), "\n")
		if !strings.HasPrefix(mine, theirs) || strings.TrimSpace(theirs) == "" {
			t.Errorf("%s:\n%s\n%s", tag, mine, theirs)
		}
	}
}

// TestMissesAreToldAsTheyAre reviews positions and finds the cards and figures in the words.
func TestMissesAreToldAsTheyAre(t *testing.T) {
	s := enginetest.Position(t, "turn 0 play\nhand 0 QC QH QS 3D 4D 5D 9C 9H 9D 7C\nhand 1 2C 5H\npile 6H KH\nrest stock")
	v := engine.See(s, 0)
	out, ok := engine.FindGoOut(v, engine.NoCard)
	if !ok {
		t.Fatal("no way out")
	}
	turn := opponent.Turn{{View: v, Move: engine.Draw{}}, {View: v, Move: engine.Discard{Card: card("7C")}}}
	misses, _ := opponent.Review([]opponent.Turn{turn}, 1, opponent.Budget{}, nil)
	if len(misses) != 1 || misses[0].Better[0].String() != out.String() {
		t.Fatalf("%+v", misses)
	}
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		text := readable(t, render.Review(pen(l), sight(v), render.ReviewModel{Hand: sitting.HandKey{Hand: 3}, Turns: 1, Misses: misses, Whole: true}))
		for _, want := range []string{l.Say(lang.ReviewOut), "3♦ 4♦ 5♦", "Q♣ Q♥ Q♠", "9♣ 9♦ 9♥", fmt.Sprint(misses[0].Pips), l.Say(lang.ReviewHow)} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", tag, want, text)
			}
		}
	}
}
