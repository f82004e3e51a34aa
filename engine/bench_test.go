package engine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// A played hand is the moves of one whole random hand.
type played struct {
	dealt engine.Dealt
	moves []engine.Move
}

// playedHands plays random hands of every preset with so many players.
func playedHands(b *testing.B, players int) []played {
	b.Helper()
	hands := make([]played, 200)
	for i := range hands {
		r := rand.New(rand.NewPCG(uint64(players), uint64(i)))
		log, err := enginetest.Play(r, engine.Preset(i%len(engine.Presets())).Rules(), players, func(step enginetest.Step) error {
			if step.Move != nil {
				hands[i].moves = append(hands[i].moves, step.Move)
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		hands[i].dealt, _ = log[0].(engine.Dealt)
	}
	return hands
}

// BenchmarkHand goes through whole random hands of every preset. An op is one
// move: decided, and its events applied; with player=random the move is chosen
// among all that is legal first, and a hand is dealt when one is over.
func BenchmarkHand(b *testing.B) {
	for _, players := range []int{2, 4, engine.MaxSeats} {
		b.Run(fmt.Sprintf("decide+apply/seats=%d", players), func(b *testing.B) { benchmarkMoves(b, players) })
	}
	for _, players := range []int{2, 4, engine.MaxSeats} {
		b.Run(fmt.Sprintf("player=random/seats=%d", players), func(b *testing.B) { benchmarkRandomPlayer(b, players) })
	}
}

func benchmarkMoves(b *testing.B, players int) {
	hands := playedHands(b, players)
	b.ReportAllocs()
	b.ResetTimer()
	moves := 0
	for i := 0; moves < b.N; i++ {
		hand := &hands[i%len(hands)]
		s := engine.Apply(engine.State{}, hand.dealt)
		for _, m := range hand.moves {
			events, err := engine.Decide(s, s.Turn, m)
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range events {
				s = engine.Apply(s, e)
			}
			moves++
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(moves), "ns/op")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(unsafe.Sizeof(engine.State{})), "B/state")
}

func benchmarkRandomPlayer(b *testing.B, players int) {
	b.ReportAllocs()
	moves, hands := 0, uint64(0)
	for ; moves < b.N; hands++ {
		r := rand.New(rand.NewPCG(uint64(players), hands))
		rules := engine.Presets()[hands%uint64(len(engine.Presets()))].Rules()
		if _, err := enginetest.Play(r, rules, players, func(enginetest.Step) error { moves++; return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(moves), "ns/op")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(hands)/b.Elapsed().Seconds(), "hands/s")
}

// BenchmarkLegalView lists all that a player of many cards may do, which is most
// work where there are melds on the table and nearly everything can go out.
func BenchmarkLegalView(b *testing.B) {
	for _, cards := range []int{11, 20, 30, 40, 48} {
		b.Run(fmt.Sprintf("cards=%d", cards), func(b *testing.B) {
			views := make([]engine.View, 64)
			for i := range views {
				views[i] = fullView(rand.New(rand.NewPCG(uint64(i), 1)), cards)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				engine.LegalView(views[i%len(views)])
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "views/s")
		})
	}
}

// fullView gives the view of who holds so many cards and is to play, on a table
// where melds of the other cards lie.
func fullView(r *rand.Rand, cards int) engine.View {
	deck := enginetest.Deck(r)
	hand := engine.HandOf(deck[:cards]...)
	v := engine.View{Rules: engine.Boathouse.Rules(), Players: 2, Phase: engine.ToPlay, Hand: hand}
	table := engine.Arrange((1<<engine.PackSize - 1) &^ hand)
	for _, meld := range table.Melds[:table.Count] {
		v.Melds[v.MeldCount] = engine.TableMeld{Owner: 1, Cards: meld}
		v.MeldCount++
	}
	return v
}
