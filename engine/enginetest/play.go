package enginetest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// RandomRules gives a preset with each house rule, one time in three, set to any
// of its values.
func RandomRules(r *rand.Rand) engine.Rules {
	presets := engine.Presets()
	rules := presets[r.IntN(len(presets))].Rules()
	other := func() bool { return r.IntN(3) == 0 }
	if other() {
		rules.Draw = engine.DrawRule(r.IntN(2))
	}
	if other() {
		rules.Melding = engine.MeldingRule(r.IntN(2))
	}
	if other() {
		rules.ExhaustedDraw = uint8(1 + r.IntN(2))
	}
	if other() {
		rules.BlockedAfter = uint8(1 + r.IntN(6))
	}
	if other() {
		rules.Blocked = engine.BlockedRule(r.IntN(2))
	}
	if other() {
		rules.FinalDiscard = engine.FinalDiscardRule(r.IntN(2))
	}
	if other() {
		rules.RummyMultiplier = uint8(1 + r.IntN(3))
	}
	if other() {
		rules.Pay = engine.PayRule(r.IntN(2))
	}
	return rules
}

// Deck gives the pack in a random order.
func Deck(r *rand.Rand) [engine.PackSize]engine.Card {
	var deck [engine.PackSize]engine.Card
	for i, c := range r.Perm(engine.PackSize) {
		deck[i] = engine.Card(c)
	}
	return deck
}

// A Step is one move of a hand and what it brought about. The deal is a Step
// without a Move, before which nothing was.
type Step struct {
	Before engine.State
	Seat   engine.Seat
	Move   engine.Move
	Events []engine.Event
	After  engine.State
}

// Play deals a hand and plays random legal moves to its end. It shows each step
// to visit, whose error ends the hand, and gives the events. A hand of more moves
// than [MostMoves] is an error.
func Play(r *rand.Rand, rules engine.Rules, players int, visit func(Step) error) ([]engine.Event, error) {
	dealt, err := engine.Deal(rules, players, engine.Seat(r.IntN(players)), Deck(r))
	if err != nil {
		return nil, err
	}
	log := []engine.Event{dealt}
	s := engine.Apply(engine.State{}, dealt)
	if err := visit(Step{Seat: dealt.Dealer, Events: log, After: s}); err != nil {
		return log, err
	}
	habits := Habits{Eager: r.Float64(), Sense: r.Float64()}
	for moves := 0; s.Phase != engine.Over; moves++ {
		if moves > MostMoves(rules, players) {
			return log, fmt.Errorf("no end after %d moves", moves)
		}
		seat, move := s.Turn, Choose(r, engine.See(s, s.Turn), habits)
		events, err := engine.Decide(s, seat, move)
		if err != nil {
			return log, fmt.Errorf("%v is listed and refused: %w", move, err)
		}
		step := Step{Before: s, Seat: seat, Move: move, Events: events}
		for _, e := range events {
			s = engine.Apply(s, e)
		}
		step.After = s
		log = append(log, events...)
		if err := visit(step); err != nil {
			return log, err
		}
	}
	return log, nil
}

// MostMoves bounds the moves of a hand. While the stock lasts each turn takes a
// card out of stock and pile for good; after that, of any idleMax turns at least
// one shows a card, and each card is shown once; and every turn has a draw and a discard.
func MostMoves(rules engine.Rules, players int) int {
	idleMax := int(rules.BlockedAfter) * players
	turns := engine.PackSize + (engine.PackSize+1)*idleMax
	return 2*turns + engine.PackSize
}

// Habits are how a random player tends to play, each from 0 to 1.
type Habits struct {
	Eager float64 // how often it shows cards when it could also discard
	Sense float64 // how often it discards what is in no meld when it could also discard another
}

// Choose picks one of the viewer's legal moves; the viewer is to move.
func Choose(r *rand.Rand, v engine.View, habits Habits) engine.Move {
	o := engine.LegalView(v)
	showing := r.Float64() < habits.Eager
	switch {
	case len(o.Draws) > 0:
		return engine.Draw{Source: pick(r, o.Draws)}
	case len(o.GoOuts) > 0 && r.IntN(4) > 0:
		return firstOf(r, pick(r, o.GoOuts), o)
	case showing && len(o.Melds) > 0:
		return engine.Meld{Cards: pick(r, o.Melds)}
	case showing && len(o.LayOffs) > 0:
		return pick(r, o.LayOffs)
	}
	if loose := engine.Arrange(v.Hand).Deadwood &^ v.Barred; loose != 0 && r.Float64() < habits.Sense {
		return engine.Discard{Card: pick(r, loose.Cards())}
	}
	return engine.Discard{Card: pick(r, o.Discards)}
}

// firstOf gives a go-out whole or, half of the time, its first part as a move of
// its own where that is legal.
func firstOf(r *rand.Rand, way engine.GoOut, o engine.Options) engine.Move {
	switch whole := r.IntN(2) == 0; {
	case whole:
	case len(way.Melds) > 0 && slices.Contains(o.Melds, way.Melds[0]):
		return engine.Meld{Cards: way.Melds[0]}
	case len(way.LayOffs) > 0 && slices.Contains(o.LayOffs, way.LayOffs[0]):
		return way.LayOffs[0]
	}
	return way
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
