package engine_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// ended plays a position to the end of its hand.
func ended(t testing.TB, position string, moves ...string) engine.Result {
	t.Helper()
	s := play(t, enginetest.Position(t, position), moves...)
	r, over := engine.Outcome(s)
	if !over {
		t.Fatalf("not over:\n%s", enginetest.Drawing(s))
	}
	return r
}

func TestEachWayToGoOutPays(t *testing.T) {
	const table = "\nhand 1 KC KD KH 9S\nmeld 1 8H 9H TH\npile 4C"
	for name, test := range map[string]struct {
		position string
		moves    []string
		rummy    bool
		pays     engine.Pips // seat 1, holding three kings and a nine
	}{
		"a meld":           {"turn 0 play\nshown 0\nhand 0 2C 2D 2H" + table, []string{"meld 2C 2D 2H"}, false, 9},
		"a lay-off":        {"turn 0 play\nshown 0\nhand 0 JH" + table, []string{"layoff 0 JH"}, false, 9},
		"the last discard": {"turn 0 play\nshown 0\nhand 0 JH 3S" + table, []string{"layoff 0 JH", "discard 3S"}, false, 9},
		"everything at once": {
			"turn 0 play\nshown 0\nhand 0 2C 2D 2H 2S JH 3S" + table, []string{"goout 2C 2D 2H / 1 2S, 0 JH ; 3S"}, false, 9},
		"a rummy by melds":     {"turn 0 play\nhand 0 2C 2D 2H 3D 4D 5D" + table, []string{"meld 2C 2D 2H", "meld 3D 4D 5D"}, true, 18},
		"a rummy by a lay-off": {"turn 0 play\nhand 0 2C 2D 2H JH" + table, []string{"meld 2C 2D 2H", "layoff 0 JH"}, true, 18},
		"a rummy by a discard": {"turn 0 play\nhand 0 JH 3S" + table, []string{"layoff 0 JH", "discard 3S"}, true, 18},
		"a rummy at once":      {"turn 0 play\nhand 0 JH 3S" + table, []string{"goout / 0 JH ; 3S"}, true, 18},
		"a rummy that counts three times": {
			"set rummy_multiplier 3\nturn 0 play\nhand 0 JH" + table, []string{"layoff 0 JH"}, true, 27},
		"all cards held, by house rule": {
			"rules brisk\nturn 0 play\nshown 0\nhand 0 JH" + table, []string{"layoff 0 JH"}, false, 39},
	} {
		t.Run(name, func(t *testing.T) {
			got := ended(t, test.position, test.moves...)
			want := engine.Result{Winner: 0, Rummy: test.rummy, Payments: [engine.MaxSeats]engine.Pips{1: test.pays}}
			want.Hands[1] = hand(t, "KC KD KH 9S")
			want.Counts[1] = 9
			if strings.HasPrefix(test.position, "rules brisk") {
				want.Counts[1] = 39
			}
			if got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestConcealedWinsAreRummiesThatCountOnce(t *testing.T) {
	got := ended(t, "rules concealed\nturn 0 play\nhand 0 2C 2D 2H 3S\nhand 1 KC 9S\npile 4C", "goout 2C 2D 2H ; 3S")
	want := engine.Result{Winner: 0, Rummy: true, Payments: [engine.MaxSeats]engine.Pips{1: 19}}
	want.Hands[1], want.Counts[1] = hand(t, "KC 9S"), 19
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestTurnsCountTowardsABlockedHandFromTheFirstEmptyStock(t *testing.T) {
	s := enginetest.Position(t, "set blocked_after 2\nhand 0 2C 9D\nhand 1 3C 7D\npile KD QD 4S\nstock 9H 8S\nrest hand 1")
	s = play(t, s, "draw discard", "discard 2C")
	if s.Idle != 0 {
		t.Fatalf("idle %d before the stock was empty", s.Idle)
	}
	s = play(t, s, "draw stock", "discard 9H")
	if s.Idle != 1 {
		t.Fatalf("idle %d after the draw that emptied the stock", s.Idle)
	}
	s = play(t, s, "draw turnover", "discard 9D", "draw discard", "discard 3C")
	if s.Idle != 3 || s.StockSize == 0 {
		t.Fatalf("idle %d after the turnover and a turn, stock %v", s.Idle, s.Stock())
	}
	s = play(t, s, "draw discard", "discard QD")
	if _, over := engine.Outcome(s); !over || !s.Blocked {
		t.Errorf("not blocked:\n%s", enginetest.Drawing(s))
	}
}

func TestAMeldBeginsTheCountAnew(t *testing.T) {
	s := enginetest.Position(t, "set blocked_after 4\nturn 0 play\nidle 7\nhand 0 2C 2D 2H 9D 8S\nhand 1 3C\npile KD QD\nrest pile")
	if s = play(t, s, "meld 2C 2D 2H", "discard 9D"); s.Idle != 0 || s.Phase != engine.ToDraw {
		t.Errorf("idle %d after a meld", s.Idle)
	}
}

func TestABlockedHandPaysTheOneLowest(t *testing.T) {
	const lastTurn = "set blocked_after 4\nturn 0 play\nidle 11\nhand 0 2C 9D KS\n"
	for name, test := range map[string]struct {
		rules, hands string
		want         engine.Result
	}{
		"the differences": {
			"", "hand 1 3C KD\nhand 2 4C 5C 6C AD TD",
			engine.Result{Winner: 0, Payments: [engine.MaxSeats]engine.Pips{1: 2, 2: 10}},
		},
		"a tie pays nobody":      {"", "hand 1 AD\nhand 2 AC KD", engine.Result{Winner: engine.Nobody}},
		"void pays nobody":       {"set blocked void\n", "hand 1 3C KD\nhand 2 4D 6C", engine.Result{Winner: engine.Nobody}},
		"all cards, held by all": {"rules brisk\n", "hand 1 4C 5C 6C\nhand 2 3C", engine.Result{Winner: 2, Payments: [engine.MaxSeats]engine.Pips{0: 8, 1: 12}}},
	} {
		t.Run(name, func(t *testing.T) {
			got := ended(t, test.rules+lastTurn+test.hands+"\npile TS", "discard KS")
			got.Hands, got.Counts = test.want.Hands, test.want.Counts
			test.want.Blocked = true
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestGoingOutOnTheLastIdleTurnWins(t *testing.T) {
	got := ended(t, "set blocked_after 4\nturn 0 play\nidle 7\nhand 0 JH 3S\nhand 1 KC\nmeld 1 8H 9H TH\npile 4C", "goout / 0 JH ; 3S")
	if got.Blocked || got.Winner != 0 {
		t.Errorf("got %+v", got)
	}
}
