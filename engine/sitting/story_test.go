package sitting_test

import (
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestStoriesAreTrueAndAllAreTold plays many hands under several rules and holds each
// story against what all saw and the hands that are open. The control is that each other
// tale of the same things is found out.
func TestStoriesAreTrueAndAllAreTold(t *testing.T) {
	told, refuted, hands := map[sitting.Tale]int{}, map[sitting.Tale]bool{}, 0
	for seed := range uint64(240) {
		e := newEvening(t, seed)
		rules := engine.Presets()[seed%4].Rules()
		if seed%5 == 0 {
			rules.BlockedAfter = 1
		}
		e.does("ann", sitting.Open{Server: "server", Channel: "channel", Settings: sitting.Settings{Rules: rules, Seats: 4, Turn: time.Hour, Lang: "en"}})
		for range 1 + seed%3 {
			e.does("ann", sitting.AddComputer{Level: opponent.Easy})
		}
		e.does("ann", sitting.Start{})
		for range 5 {
			e.playsOut([]opponent.Level{opponent.Easy, opponent.Normal, opponent.HoldsForRummy}[seed/4%3])
			last, sight := e.state.Last(), sitting.Watch(e.state, nil)
			hands++
			e.does("ann", sitting.Next{})
			if told[last.Story.Told]++; last.Story.Told == 0 {
				equal(t, last.Story, sitting.Story{})
				continue
			}
			if !isTrue(last.Story, last, &sight) {
				t.Fatalf("seed %d: %+v of %+v", seed, last.Story, last.Result)
			}
			for other := sitting.ByAHair; other <= sitting.TookFor; other++ {
				lie := last.Story
				lie.Told = other
				refuted[other] = refuted[other] || other != last.Story.Told && !isTrue(lie, last, &sight)
			}
		}
		again := sitting.Replay("evening1", e.events, e.at)
		equal(t, again.Last().Story, e.state.Last().Story)
	}
	t.Log(told)
	for tale := sitting.ByAHair; tale <= sitting.TookFor; tale++ {
		if told[tale] == 0 || !refuted[tale] {
			t.Errorf("%d is told %d times, and found out: %t", tale, told[tale], refuted[tale])
		}
	}
	if none := told[0]; none < hands/5 || none > hands*4/5 {
		t.Errorf("%d of %d hands have no story", none, hands)
	}
}

// playsOut has one level play every seat to the end of the hand.
func (e *evening) playsOut(level opponent.Level) {
	e.tb.Helper()
	for e.state.Phase() == sitting.Playing {
		turn := sitting.SeeTurn(e.state)
		moves, err := sitting.Move(e.state, turn.Seat, []engine.Move{opponent.Choose(level, turn.View, turn.Log, e.dice, opponent.Budget{})})
		if err != nil {
			e.tb.Fatal(err)
		}
		e.follow("", moves...)
	}
}

// lastTurn is what all saw of the turn that ended a hand.
type lastTurn struct {
	took   []engine.Card
	laid   engine.Hand
	before [engine.MaxSeats]int
	turns  int
	rounds int
	first  engine.Seat // who laid first
	passed bool        // somebody had fewer cards than the winner after a turn since then
	since  int         // turns of the winner since then, the last one left out
}

func lastOf(log []engine.PublicEvent, players int, winner engine.Seat) lastTurn {
	end := lastTurn{first: engine.Nobody}
	var cards [engine.MaxSeats]int
	for i := range players {
		cards[i] = engine.HandSize(players)
	}
	turns, begun := 0, false
	for i, e := range log {
		var laid engine.Hand
		switch e.Kind {
		case engine.SawDraw:
			end.before, end.took, end.laid = cards, e.Cards, 0
			cards[e.Seat] += len(e.Cards) + e.Hidden
			turns++
		case engine.SawMeld, engine.SawLayOff:
			laid = engine.HandOf(e.Cards...)
		case engine.SawGoOut:
			for _, m := range e.Melds {
				laid |= m
			}
			for _, l := range e.LayOffs {
				laid |= l.Cards
			}
			if e.Discard != engine.NoCard {
				cards[e.Seat]--
			}
		case engine.SawDiscard:
			cards[e.Seat]--
		case engine.SawWin, engine.SawBlock, engine.SawTakeback:
		}
		end.laid |= laid
		if laid != 0 {
			if cards[e.Seat] -= laid.Len(); !begun {
				begun, end.first = true, e.Seat
			}
		}
		ends := i+1 < len(log) && log[i+1].Kind == engine.SawDraw
		if begun && ends && e.Seat == winner {
			end.since++
		}
		end.passed = end.passed || begun && ends && slices.Min(cards[:players]) < cards[winner]
	}
	end.turns, end.rounds = turns, (turns+players-1)/players
	return end
}

// isTrue holds a story against its hand.
func isTrue(s sitting.Story, last *sitting.HandResult, sight *sitting.Sight) bool {
	r, players := last.Result, len(last.Seats)
	end := lastOf(sight.Log, players, r.Winner)
	collects := s.Of == r.Winner && !r.Blocked && s.Of != engine.Nobody
	pile := sight.View.Pile[:sight.View.PileSize]
	// out says whether a seat goes out with cards, of which none may be discarded.
	out := func(seat engine.Seat, cards engine.Hand) bool {
		v := sight.View
		v.Seat, v.Turn, v.Phase, v.Hand, v.Barred = seat, seat, engine.ToPlay, r.Hands[seat]|cards, cards
		_, ok := engine.FindGoOut(v, engine.NoCard)
		return ok
	}
	switch s.Told {
	case sitting.ByAHair:
		return r.Blocked && s.Of == r.Winner && s.Of != engine.Nobody && s.Other != s.Of && s.Other != engine.Nobody && int(r.Payments[s.Other]) == s.N && s.N <= 3 &&
			int(r.Counts[s.Other]-r.Counts[s.Of]) == s.N
	case sitting.Overtook:
		return collects && s.Other != engine.Nobody && end.before[s.Other] <= 2 && end.laid.Len() == s.N && s.N >= 6
	case sitting.Short:
		return !r.Blocked && s.Of == engine.Nobody && s.N == end.turns && end.rounds <= 3
	case sitting.Long:
		return !r.Blocked && s.Of == engine.Nobody && s.N == end.turns && end.rounds >= 20
	case sitting.WouldBeOut:
		n := len(s.Cards)
		return !r.Blocked && n > 0 && n <= len(pile) && (n == 2) == (sight.View.Stock > 0 || last.Rules.ExhaustedDraw == 2) && s.Of == (r.Winner+1)%engine.Seat(players) &&
			engine.HandOf(s.Cards...) == engine.HandOf(pile[len(pile)-n:]...) && s.Cards[0] == pile[len(pile)-1] && out(s.Of, engine.HandOf(s.Cards...))
	case sitting.OneShort:
		if s.Of == engine.Nobody || s.Of == r.Winner || sight.View.Melded[s.Of] || last.Rules.RummyMultiplier < 2 || len(s.Cards) == 0 {
			return false
		}
		for c := range engine.Card(engine.PackSize) {
			if !r.Hands[s.Of].Has(c) && !onTable(sight.View, c) && engine.DeadwoodPips(r.Hands[s.Of].Add(c)) == 0 && !slices.Contains(s.Cards, c) {
				return false
			}
		}
		return !slices.ContainsFunc(s.Cards, func(c engine.Card) bool { return !out(s.Of, engine.HandOf(c)) })
	case sitting.InFront:
		return collects && !r.Rummy && end.first == s.Of && !end.passed && end.since == s.N && s.N >= 4
	case sitting.AtOnce:
		return collects && !r.Rummy && end.laid.Len() == s.N && s.N >= 6
	case sitting.TookFor:
		return collects && len(s.Cards) > 0 && slices.Equal(s.Cards, end.took) && engine.HandOf(s.Cards...)&^end.laid == 0 && last.Remark.Fact != sitting.Threw &&
			tookFrom(sight.Log, s.Of, s.Other, s.Cards[0]) && s.Other != s.Of
	}
	return false
}

// onTable says whether a card is in a meld.
func onTable(v engine.View, c engine.Card) bool {
	return slices.ContainsFunc(v.Melds[:v.MeldCount], func(m engine.TableMeld) bool { return m.Cards.Has(c) })
}

func TestNoStoryOfWhatWasCalledOffOrWhereRemarksAreOff(t *testing.T) {
	for _, off := range []bool{false, true} {
		told := 0
		for seed := range uint64(20) {
			e := newEvening(t, seed)
			e.opens("ann", time.Hour)
			set := sitting.Watch(e.state, nil).Settings
			set.NoRemarks = off
			e.does("ann", sitting.SetSettings{Settings: set})
			e.does("ann", sitting.AddComputer{Level: opponent.Easy})
			e.does("ann", sitting.Start{})
			e.playsOut(opponent.Normal)
			if e.state.Last().Story.Told != 0 {
				told++
			}
			e.does("ann", sitting.Next{})
			e.does("ann", sitting.End{Sure: true})
			equal(t, e.state.Last().Story, sitting.Story{})
		}
		if told > 0 == off {
			t.Errorf("off: %t, told: %d", off, told)
		}
	}
}
