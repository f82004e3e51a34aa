package opponent

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/google/go-cmp/cmp"
)

// A played hand is the turns of each seat, and the states in which they were played.
type playedHand struct {
	turns  [][]Turn
	states map[engine.View]engine.State
}

// playedBy plays a hand between levels to its end.
func playedBy(tb testing.TB, rules engine.Rules, seed uint64, b Budget, seats ...Level) playedHand {
	tb.Helper()
	r := rand.New(rand.NewPCG(seed, 90))
	choose := func(v engine.View, log []engine.PublicEvent) engine.Move {
		return Choose(seats[v.Seat], v, log, r, b)
	}
	return playedWith(tb, rules, seed, len(seats), choose)
}

// playedByHints plays a hand in which every seat does what a hint says.
func playedByHints(tb testing.TB, rules engine.Rules, seed uint64, b Budget) playedHand {
	tb.Helper()
	choose := func(v engine.View, log []engine.PublicEvent) engine.Move {
		a, _ := Advise(Hard, v, log, Dice(seed, &v), b)
		return a.Move
	}
	return playedWith(tb, rules, seed, 2, choose)
}

func playedWith(
	tb testing.TB, rules engine.Rules, seed uint64, players int, choose func(engine.View, []engine.PublicEvent) engine.Move,
) playedHand {
	tb.Helper()
	s := dealt(tb, rules, players, seed)
	hand := playedHand{make([][]Turn, players), make(map[engine.View]engine.State)}
	var seen logs
	for s.Phase != engine.Over {
		at := s.Turn
		v := engine.See(s, at)
		if hand.states[v] = s; v.Phase == engine.ToDraw {
			hand.turns[at] = append(hand.turns[at], Turn{})
		}
		m := choose(v, seen[at])
		last := &hand.turns[at][len(hand.turns[at])-1]
		*last = append(*last, Play{View: v, Log: slices.Clip(seen[at]), Move: m})
		s = made(tb, s, m, &seen)
	}
	return hand
}

// made makes a move and notes what each seat saw of it.
func made(tb testing.TB, s engine.State, m engine.Move, seen *logs) engine.State {
	tb.Helper()
	events, err := engine.Decide(s, s.Turn, m)
	if err != nil {
		tb.Fatal(err)
	}
	seen.add(s, events)
	for _, e := range events {
		s = engine.Apply(s, e)
	}
	return s
}

// turnFrom is the turn that begins with a position and takes these moves.
func turnFrom(t *testing.T, position string, moves ...string) Turn {
	t.Helper()
	s := enginetest.Position(t, position)
	var seen logs
	var turn Turn
	for _, text := range moves {
		m, err := engine.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		turn = append(turn, Play{View: engine.See(s, s.Turn), Log: seen[s.Turn], Move: m})
		s = made(t, s, m, &seen)
	}
	return turn
}

const (
	nearlyOutHere = "turn 0 draw\nhand 0 QC QH QS 3D 4D 5D 9C 9H 6D 7D\nhand 1 2C 5H 8D JC KD AS 4S 8S 7S TC\npile 6H KH\nstock 9D 7C KC\nrest stock"
	outByThePile  = "turn 0 draw\nhand 0 QC QH QS 3D 4D 5D 9C 9H 9D 2S\nhand 1 2C 5H 8D JC KD AS 4S 8H 7S TC\npile KH 6D 2D\nstock 8S KC\nrest stock"
	mustPayAll    = "rules brisk\nturn 0 draw\nhand 0 QH 2C 5S 8D\nhand 1 4C 4D\nmeld 1 9H TH JH\nmeld 0 6C 6D 6S\nshown 0 1\npile KC 2S\nstock 3D 7S\nidle 7\nrest stock"
	mayMeld       = "rules brisk\nturn 0 draw\nhand 0 KC KD KS 2C 5S 8D\nhand 1 4C 4D\nmeld 1 9H TH JH\nmeld 0 6C 6D 6S\nshown 0 1\npile 2S 4H\nstock 3D 7S\nidle 7\nrest stock"
	lastCard      = "turn 0 draw\nhand 0 KS 2C 3H\nhand 1 4C 4D 9D\nmeld 1 9H TH JH\nmeld 0 6C 6D 6S\nshown 0 1\npile QD JC\nstock 5S 7H\nidle 23\nrest pile"
	waitsForRummy = "turn 0 draw\nhand 0 QC QH QS 3D 4D 7H 9C KS 2S TH\nhand 1 2C 5H 8D JC KD AS 4S 9H 7D TC\npile 5S\nstock 6C 8C\nrest stock"
)

func TestWhatWasMissedIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		position string
		moves    []string
		what     Missed // 0: nothing
		better   string // the first of it
	}{
		"a way out": {nearlyOutHere, []string{"draw stock", "discard 7C"}, MissedOut, "goout 3D 4D 5D 6D 7D, 9C 9D 9H, QC QH QS ; 7C"},
		"a way out that was lost by melding": {
			nearlyOutHere, []string{"draw stock", "meld 3D 4D 5D", "discard 7C"}, MissedOut, "goout 3D 4D 5D 6D 7D, 9C 9D 9H, QC QH QS ; 7C",
		},
		"the way out that was taken":      {nearlyOutHere, []string{"draw stock", "goout 3D 4D 5D 6D 7D, 9C 9D 9H, QC QH QS ; 7C"}, 0, ""},
		"a way out with the discard pile": {outByThePile, []string{"draw stock", "discard KC"}, MissedOut, "draw discard"},
		"a lay-off":                       {mustPayAll, []string{"draw stock", "discard 8D"}, MissedLayOff, "layoff 0 QH"},
		"the lay-off that was made":       {mustPayAll, []string{"draw stock", "layoff 0 QH", "discard 8D"}, 0, ""},
		"a meld":                          {mayMeld, []string{"draw stock", "discard 8D"}, MissedMeld, "meld KC KD KS"},
		"the meld that was made":          {mayMeld, []string{"draw stock", "meld KC KD KS", "discard 8D"}, 0, ""},
		"a rummy given up":                {waitsForRummy, []string{"draw stock", "meld QC QH QS", "discard KS"}, MissedHold, ""},
		"the dearest card before the end": {lastCard, []string{"draw stock", "discard 2C"}, MissedDiscard, "discard KS"},
		"the dearest card that went":      {lastCard, []string{"draw stock", "discard KS"}, 0, ""},
	} {
		misses, whole := Review([]Turn{turnFrom(t, c.position, c.moves...)}, 1, Budget{}, nil)
		switch {
		case !whole:
			t.Errorf("%s: stopped", name)
		case c.what == 0 && len(misses) > 0:
			t.Errorf("%s: %v instead of %v", name, misses[0].Better, misses[0].Played)
		case c.what == 0:
		case len(misses) != 1 || misses[0].What != c.what || c.better != "" && misses[0].Better[0].String() != c.better:
			t.Errorf("%s: %+v", name, misses)
		}
	}
}

// TestEasyMissesMoreThanHard reviews both seats of many hands between the two. What is
// missed has to be there, and each kind of it is found.
func TestEasyMissesMoreThanHard(t *testing.T) {
	missed, kinds, refuted := map[Level]int{}, map[Missed]int{}, map[Missed]bool{}
	hands := 40
	if os.Getenv("BOATHOUSE_LONG") != "" {
		hands = 120
	}
	for seed := range uint64(hands) {
		rules := []engine.Preset{engine.Boathouse, engine.Boathouse, engine.Brisk, engine.Mixed}[seed%4].Rules()
		level := []Level{Easy, Hard}[seed/4%2]
		hand := playedBy(t, rules, seed, Budget{Playouts: 100}, level, level)
		for at, turns := range hand.turns {
			misses, whole := Review(turns, seed, Budget{Playouts: 600}, nil)
			if !whole || len(misses) > mostMisses {
				t.Fatalf("%d misses, to the end: %t", len(misses), whole)
			}
			for _, m := range misses {
				kinds[m.What]++
				if m.Pips > 0 {
					missed[level]++
				}
				if why := untrueMiss(hand, engine.Seat(at), m); why != "" {
					t.Errorf("seed %d, %v: %v: %v instead of %v: %s", seed, level, m.What, m.Better, m.Played, why)
				}
				for other := MissedOut; other <= MissedDiscard; other++ {
					lie := m
					lie.What = other
					refuted[other] = refuted[other] || untrueMiss(hand, engine.Seat(at), lie) != ""
				}
			}
		}
	}
	t.Log(missed, kinds)
	if missed[Easy] < hands/2 || missed[Easy] < 4*missed[Hard] {
		t.Errorf("easy misses %d, hard %d", missed[Easy], missed[Hard])
	}
	for what := MissedOut; what <= MissedDiscard; what++ {
		rare := what == MissedMeld || what == MissedLayOff // which easy lays down at once
		if !rare && kinds[what] == 0 || !refuted[what] {
			t.Errorf("%v is found %d times, and a lie noticed: %t", what, kinds[what], refuted[what])
		}
	}
}

// TestAReviewAndAHintAreOfOneMind plays seats by the hints that they would get: a review of those
// turns finds nothing, and what it finds in other turns is what the hint there would have said.
func TestAReviewAndAHintAreOfOneMind(t *testing.T) {
	budget, agreed := Budget{Playouts: 400}, 0
	for seed := range uint64(16) {
		rules := engine.Presets()[seed%4].Rules()
		hand := playedBy(t, rules, seed, budget, Random, Random)
		for seat := range engine.Seat(2) {
			misses, _ := Review(hand.turns[seat], seed, budget, nil)
			for _, m := range misses {
				at := slices.IndexFunc(hand.turns[seat][m.Turn], func(p Play) bool { return p.View == m.View })
				a, _ := Advise(Hard, m.View, hand.turns[seat][m.Turn][at].Log, Dice(seed, &m.View), budget)
				if a.Move.String() != m.Better[0].String() || a.Why != m.Why {
					t.Errorf("a review says %v (%v) and a hint %v (%v)", m.Better[0], m.Why, a.Move, a.Why)
				}
				agreed++
			}
		}
		if seed > 1 {
			continue // it takes long
		}
		hinted := playedByHints(t, rules, seed, budget)
		if misses, _ := Review(hinted.turns[0], seed, budget, nil); len(misses) > 0 {
			t.Errorf("who did what hints said missed %v instead of %v", misses[0].Better, misses[0].Played)
		}
	}
	if agreed < 10 {
		t.Errorf("only %d misses", agreed)
	}
}

// untrueMiss says what of a miss is not so; "" for nothing.
func untrueMiss(hand playedHand, at engine.Seat, m Miss) string {
	s, melds, lays, discards, draws := hand.states[m.View], 0, 0, 0, 0
	laid := slices.ContainsFunc(m.Played, func(m engine.Move) bool { return shown(m) != 0 })
	var last Play
	for _, p := range hand.turns[at][m.Turn] {
		if p.View == m.View && p.Move.String() == m.Played[0].String() {
			last = p
		}
	}
	if last.Move == nil || m.Better[0].String() == m.Played[0].String() {
		return "it wasn't played"
	}
	for _, move := range m.Better {
		events, err := engine.Decide(s, at, move)
		if err != nil {
			return err.Error()
		}
		for _, e := range events {
			s = engine.Apply(s, e)
		}
		switch move.(type) {
		case engine.Draw:
			draws++
		case engine.Meld:
			melds++
		case engine.LayOff:
			lays++
		case engine.Discard:
			discards++
		case engine.GoOut:
		}
	}
	out := s.Phase == engine.Over && s.Winner == at
	so := map[Missed]bool{
		MissedOut: out, MissedMeld: melds > 0 && discards+draws == 0, MissedLayOff: lays > 0 && melds+discards+draws == 0,
		MissedHold: discards == 1 && laid, MissedDraw: draws == 1 && !out, MissedDiscard: discards == 1 && !laid,
	}[m.What]
	if !so || m.Pips > 0 != (m.Within > 0) || m.Pips > 0 && !m.Known || m.Pips == 0 && m.What != MissedOut {
		return "not so"
	}
	return ""
}

func TestASecondReviewSaysTheSame(t *testing.T) {
	turns := playedBy(t, engine.Boathouse.Rules(), 3, Budget{Playouts: 20}, Easy, Easy).turns[0]
	first, _ := Review(turns, 7, Budget{Playouts: 500}, nil)
	again, _ := Review(turns, 7, Budget{Playouts: 500}, nil)
	if diff := cmp.Diff(first, again); diff != "" || len(first) == 0 {
		t.Errorf("%d misses at first, then %s", len(first), diff)
	}
	if other, _ := Review(turns, 8, Budget{Playouts: 500}, nil); cmp.Equal(first, other) {
		t.Error("other dice make no difference")
	}
}

// TestAReviewThatIsStoppedSaysWhatItHas stops it at once and in between. What the rules
// prove is said then too.
func TestAReviewThatIsStoppedSaysWhatItHas(t *testing.T) {
	turn := turnFrom(t, nearlyOutHere, "draw stock", "discard 7C")
	at := func(most int) ([]Miss, bool) {
		n := 0
		return Review([]Turn{turn, turnFrom(t, mayMeld, "draw stock", "discard 8D")}, 1, Budget{Stop: func() bool {
			n++
			return n > most
		}}, nil)
	}
	for _, most := range []int{0, 10} {
		if misses, whole := at(most); whole || len(misses) != 1 || misses[0].What != MissedOut || misses[0].Known {
			t.Errorf("stopped after %d: %+v, %t", most, misses, whole)
		}
	}
	if misses, whole := at(1 << 30); !whole || len(misses) != 2 || !misses[0].Known {
		t.Errorf("never stopped: %+v, %t", misses, whole)
	}
}

// TestAReviewIsBounded counts how often it may be stopped: of a long hand about as often
// as of a short one.
func TestAReviewIsBounded(t *testing.T) {
	asked := func(rounds int) int {
		turn, n := turnFrom(t, waitsForRummy, "draw stock", "meld QC QH QS", "discard KS"), 0
		Review(slices.Repeat([]Turn{turn}, rounds), 1, Budget{Playouts: 500, Stop: func() bool {
			n++
			return false
		}}, nil)
		return n
	}
	if short, long := asked(10), asked(200); short < 20 || long > 10*short {
		t.Errorf("asked %d times in 10 turns, %d in 200", short, long)
	}
}

func BenchmarkReview(b *testing.B) {
	for _, level := range []Level{Easy, Hard} {
		b.Run(level.String(), func(b *testing.B) {
			var all [][]Turn
			for seed := range uint64(10) {
				all = append(all, playedBy(b, engine.Boathouse.Rules(), seed, Budget{Playouts: 100}, level, level).turns...)
			}
			b.ResetTimer()
			for i := range b.N {
				Review(all[i%len(all)], 1, Budget{}, nil)
			}
		})
	}
}
