package enginetest_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// hands is how many random hands the long test plays.
func hands() int {
	if testing.Short() || raced {
		return 500
	}
	return 10_000
}

func TestRandomHandsKeepTheInvariants(t *testing.T) {
	const shards = 10
	for shard := range shards {
		t.Run(fmt.Sprint(shard), func(t *testing.T) {
			t.Parallel()
			for i := range hands() / shards {
				playChecked(t, rand.New(rand.NewPCG(uint64(shard), uint64(i))))
			}
		})
	}
}

func playChecked(t *testing.T, r *rand.Rand) {
	t.Helper()
	rules, players := enginetest.RandomRules(r), 2+r.IntN(5)
	var last engine.State
	log, err := enginetest.Play(r, rules, players, func(step enginetest.Step) error {
		last = step.After
		if err := enginetest.CheckStep(step); err != nil {
			return err
		}
		return enginetest.CheckHidden(r, step, engine.See)
	})
	if err != nil {
		t.Fatalf("%v\n%v", err, log)
	}
	if engine.Replay(log) != last {
		t.Fatalf("the log folds to another state\n%v", log)
	}
	checkPayments(t, last)
	record := engine.MakeRecord("random", make([]string, players), log)
	if v := engine.Referee(record); !v.OK {
		t.Fatalf("the record of a hand is refused: %+v\n%v", v, log)
	}
}

// checkPayments holds the result of a hand against the counts of its cards.
func checkPayments(t *testing.T, s engine.State) {
	t.Helper()
	got, over := engine.Outcome(s)
	if !over {
		t.Fatal("the last state is not over")
	}
	want := engine.Result{Winner: got.Winner, Rummy: got.Rummy, Blocked: got.Blocked, Hands: s.Hands}
	for seat := range int(s.Players) {
		want.Counts[seat] = s.Hands[seat].Pips()
		if s.Rules.Pay == engine.PayUnmatched {
			want.Counts[seat] = engine.DeadwoodPips(s.Hands[seat])
		}
	}
	for seat := range int(s.Players) {
		if got.Winner == engine.Nobody {
			continue
		}
		want.Payments[seat] = want.Counts[seat] - want.Counts[got.Winner]
		if got.Rummy {
			want.Payments[seat] *= engine.Pips(s.Rules.RummyMultiplier)
		}
		if want.Payments[seat] < 0 || got.Blocked && want.Payments[seat] == 0 && engine.Seat(seat) != got.Winner {
			t.Fatalf("%+v collects and is not the one lowest", got)
		}
	}
	if got != want {
		t.Fatalf("result %+v, want %+v", got, want)
	}
}

func TestRandomHandsEndInEveryWay(t *testing.T) {
	seen := map[string]int{}
	for i := range 6000 {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		rules := enginetest.RandomRules(r)
		log, err := enginetest.Play(r, rules, 2+i%5, func(enginetest.Step) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		by, _, _ := strings.Cut(log[len(log)-2].String(), " ")
		last := log[len(log)-1]
		if won, ok := last.(engine.Won); ok {
			seen[fmt.Sprintf("won by what was %s, rummy %t", by, won.Rummy)]++
		}
		if blocked, ok := last.(engine.Blocked); ok {
			seen[fmt.Sprintf("blocked %v, paid %t", rules.Blocked, blocked.Collector != engine.Nobody)]++
		}
	}
	for _, end := range []string{
		"won by what was melded, rummy false", "won by what was melded, rummy true",
		"won by what was laidoff, rummy false",
		"won by what was discarded, rummy false", "won by what was discarded, rummy true",
		"won by what was wentout, rummy false", "won by what was wentout, rummy true",
		"blocked lowest, paid true", "blocked lowest, paid false", "blocked void, paid false",
	} {
		if seen[end] == 0 {
			t.Errorf("no hand was %s: %v", end, seen)
		}
		delete(seen, end)
	}
	delete(seen, "won by what was laidoff, rummy true") // too rare to ask for
	if len(seen) > 0 {
		t.Errorf("hands ended otherwise: %v", seen)
	}
}
