package lesson_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/lesson"
)

var update = flag.Bool("update", false, "write testdata/lessons.jsonl")

// places lists where one can stand, in order.
func places() []lesson.Place {
	var all []lesson.Place
	for n := range lesson.Count() {
		for p := (lesson.Place{Lesson: n}); ; p.Step++ {
			if all = append(all, p); p.Over() {
				break
			}
		}
	}
	return all
}

func TestWhatIsAskedLeadsThroughEachLesson(t *testing.T) {
	for n := range lesson.Count() {
		p := lesson.Place{Lesson: n}
		for !p.Over() {
			if p.Steps() > 5 || p.Look().View.Turn != lesson.Learner {
				t.Fatalf("%+v of %d steps: seat %v is to play", p, p.Steps(), p.Look().View.Turn)
			}
			next, err := p.Try(p.Look().Asks)
			if err != nil || next != (lesson.Place{Lesson: n, Step: p.Step + 1}) {
				t.Fatalf("%+v: %v leads to %+v, %v", p, p.Look().Asks, next, err)
			}
			p = next
		}
		if !p.Passed() || p.Last() != (n == lesson.Count()-1) {
			t.Errorf("%+v is not passed", p)
		}
		if after, err := p.Try(engine.Draw{}); after != p || err != nil || p.Shown() != p {
			t.Errorf("%+v goes on to %+v, %v", p, after, err)
		}
	}
}

// TestTheLastLessonEndsWithARummy holds what the third lesson is about.
func TestTheLastLessonEndsWithARummy(t *testing.T) {
	p := lesson.Place{Lesson: lesson.Count() - 1}
	p.Step = p.Steps()
	end := p.Look().Over
	if end == nil || end.Winner != lesson.Learner || !end.Rummy || end.Payments[1] != 2*end.Counts[1] || end.Payments[1] == 0 {
		t.Errorf("it ends with %+v", end)
	}
	for _, p := range places()[:10] {
		if p.Look().Over != nil {
			t.Errorf("the hand is over at %+v", p)
		}
	}
}

// TestOnlyWhatIsAskedLeadsOn makes every legal move at every step, and illegal ones.
func TestOnlyWhatIsAskedLeadsOn(t *testing.T) {
	tried, refused := 0, 0
	for _, p := range places() {
		if p.Over() {
			continue
		}
		asked := p.Look().Asks
		for _, m := range moves(p) {
			tried++
			next, err := p.Try(m)
			var no *engine.Refusal
			switch {
			case err != nil && !errors.As(err, &no):
				t.Fatal(err)
			case err != nil:
				refused++
			}
			if on := next.Step > p.Step; on != (m.String() == asked.String()) && !sameOut(m, asked) {
				t.Errorf("%+v, which asks %v: %v leads to %+v, %v", p, asked, m, next, err)
			}
			if next.Step == p.Step && next.Slips != 1 {
				t.Errorf("%+v: %v is no slip: %+v", p, m, next)
			}
		}
	}
	if tried < 200 || refused < 100 {
		t.Errorf("%d moves tried, %d refused", tried, refused)
	}
}

// sameOut says whether both go out with the same card, or with any: there are several ways.
func sameOut(m, asked engine.Move) bool {
	a, ok := m.(engine.GoOut)
	b, ok2 := asked.(engine.GoOut)
	return ok && ok2 && (a.Discard == b.Discard || a.Discard == engine.NoCard)
}

// moves are those that are legal at a place and many that aren't.
func moves(p lesson.Place) []engine.Move {
	v := p.Look().View
	all := engine.LegalView(v).Moves()
	for from := engine.FromStock; from <= engine.FromTurnover; from++ {
		if !slices.Contains(all, engine.Move(engine.Draw{Source: from})) {
			all = append(all, engine.Draw{Source: from})
		}
	}
	for c := range engine.Card(engine.PackSize) {
		if !slices.ContainsFunc(all, func(m engine.Move) bool { return m.String() == (engine.Discard{Card: c}).String() }) {
			all = append(all, engine.Discard{Card: c})
		}
	}
	return append(all, engine.Meld{Cards: v.Hand}, engine.Meld{}, engine.LayOff{Meld: 3, Cards: v.Hand}, engine.GoOut{Discard: engine.NoCard})
}

// TestLessonsAreNotPassedByChance plays each lesson a thousand times by clicking at
// random: what the screen offers, Show me among it, and what it doesn't. The honest path
// is the control.
func TestLessonsAreNotPassedByChance(t *testing.T) {
	const times, clicks = 1000, 60
	r := rand.New(rand.NewPCG(9, 1))
	for n := range lesson.Count() {
		passed, ended := 0, 0
		for range times {
			p := lesson.Place{Lesson: n}
			for c := 0; c < clicks && !p.Over(); c++ {
				switch legal := engine.LegalView(p.Look().View).Moves(); r.IntN(len(legal) + 2) {
				case 0:
					p = p.Shown()
				case 1:
					all := moves(p)
					p, _ = p.Try(all[r.IntN(len(all))])
				default:
					p, _ = p.Try(legal[r.IntN(len(legal))])
				}
			}
			if p.Over() {
				ended++
			}
			if p.Passed() {
				passed++
			}
			honest := lesson.Place{Lesson: n}
			for !honest.Over() {
				honest, _ = honest.Try(honest.Look().Asks)
			}
			if !honest.Passed() {
				t.Fatalf("lesson %d isn't passed by doing what it asks", n)
			}
		}
		t.Logf("lesson %d: passed %d times of %d by chance, ended %d times", n+1, passed, times, ended)
		if passed*100 >= times || ended < times*9/10 {
			t.Errorf("lesson %d: passed %d times of %d, ended %d times", n+1, passed, times, ended)
		}
	}
}

// TestTheRefereeAgrees has the referee judge each lesson as a hand record, and one
// with a wrong move as the control.
func TestTheRefereeAgrees(t *testing.T) {
	for i, text := range records(t) {
		r, err := engine.ParseRecord([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if v := engine.Referee(r); !v.OK || len(r.Moves) < 8 {
			t.Errorf("lesson %d: %+v after %d moves", i, v, len(r.Moves))
		}
		r.Moves[1] = r.Moves[0]
		if v := engine.Referee(r); v.OK {
			t.Errorf("lesson %d: a second draw passes", i)
		}
	}
}

// TestNothingIsAskedOfCardsThatAreHidden holds that each position is one that a deal leads to.
func TestNothingIsAskedOfCardsThatAreHidden(t *testing.T) {
	for _, p := range places() {
		v := p.Look().View
		if v.Seat != lesson.Learner || v.Players != 3 {
			t.Errorf("%+v is seen by %v of %d", p, v.Seat, v.Players)
		}
		for _, e := range p.Look().Log {
			if e.Kind == engine.SawDraw && e.Seat != lesson.Learner && e.Source == engine.FromStock && len(e.Cards) > 0 {
				t.Errorf("%+v shows what %v drew", p, e.Seat)
			}
		}
	}
}

func TestPlacesComeBackAsTheyWere(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range places() {
		for p.Slips = range 10 {
			text := p.String()
			if got := lesson.ParsePlace(text); got != p || len(text) != 2 || seen[text] {
				t.Errorf("%q is %+v and not %+v", text, got, p)
			}
			seen[text] = true
		}
	}
	for _, text := range []string{"", "0", "000", "z0", "A0", "\x000", "00", "0?"} {
		if got := lesson.ParsePlace(text); got != (lesson.Place{}) {
			t.Errorf("%q is %+v", text, got)
		}
	}
	if got := lesson.ParsePlace("0z"); got.Slips != 9 {
		t.Errorf("more slips than are counted: %+v", got)
	}
}

// records reads testdata/lessons.jsonl, which holds each lesson as it is asked for, and
// compares it with what is played; -update writes it.
func records(t *testing.T) []string {
	t.Helper()
	var all []string
	for n := range lesson.Count() {
		text, err := engine.MakeRecord(fmt.Sprint("lesson-", n+1), []string{"learner", "left", "right"}, lesson.Events(n)).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	const file = "testdata/lessons.jsonl"
	want := strings.Join(all, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Errorf("%s holds other lessons than are played (%v); -update writes them", file, err)
	}
	return all
}

func TestOneGoesFromLessonToLesson(t *testing.T) {
	p := lesson.Place{Step: 2, Slips: 4}
	for want := range 3 {
		if p.Lesson != want || p.Again() != (lesson.Place{Lesson: want}) {
			t.Errorf("%+v", p)
		}
		p = p.Next()
	}
	if p != (lesson.Place{}) {
		t.Errorf("after the last comes %+v", p)
	}
	if shown := (lesson.Place{Lesson: 1}).Shown(); shown != (lesson.Place{Lesson: 1, Step: 1, Slips: lesson.Forgiven + 1}) {
		t.Errorf("a step that was shown leads to %+v", shown)
	}
}

func TestEveryPositionHoldsEachCardOnce(t *testing.T) {
	for i, text := range records(t) {
		r, err := engine.ParseRecord([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		events, _ := r.Events()
		s := engine.State{}
		for _, e := range events {
			s = engine.Apply(s, e)
			if _, out := e.(engine.WentOut); out {
				continue // which the end of the hand follows
			}
			if err := enginetest.Check(s); err != nil {
				t.Errorf("lesson %d after %v: %v", i, e, err)
			}
		}
	}
}
