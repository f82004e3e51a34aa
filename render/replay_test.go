package render_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// moves are those of a hand of three in which all that can be done is done. Seat 0 deals.
const moves = `
	1 draw stock
	1 meld 8C 8D 8S
	1 discard 2S
	2 draw discard
	2 layoff 0 8H
	2 discard AC
	0 draw discard
	0 discard KD
	1 draw stock
	1 goout AH 9H TH JH QH KH ; 9S`

// course is that hand, played as far as it goes; it is abandoned where its end is missing.
func course(t testing.TB, moves []string) sitting.Course {
	t.Helper()
	var deck [engine.PackSize]engine.Card
	var used engine.Hand
	at := 0
	put := func(c engine.Card) { deck[at], used, at = c, used.Add(c), at+1 }
	hands := [][]engine.Card{read(t, "KD 2H 4H TS AS 3H 5C"), read(t, "8C 8D 8S 9H TH JH QH"), read(t, "8H AD AC 3C 3D 4C 4S")}
	for k := range 21 {
		put(hands[(1+k)%3][k/3])
	}
	for _, c := range read(t, "2C KH 2S 7C AH 9S") { // the up-card, then the stock
		put(c)
	}
	for c := range engine.Card(engine.PackSize) {
		if !used.Has(c) {
			put(c)
		}
	}
	dealt, err := engine.Deal(engine.Boathouse.Rules(), 3, 0, deck)
	if err != nil {
		t.Fatal(err)
	}
	events := []sitting.Event{
		sitting.Opened{Server: "2", Channel: "3", Host: "ann", Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Lang: "en"}},
		sitting.Joined{Person: "bob"}, sitting.ComputerSat{Character: opponent.Moby},
		sitting.Committed{Hand: 1, Seed: deal.Seed{1}, Seal: hex("c")}, sitting.Sealed{Hand: 1, Message: "9"},
		sitting.HandStarted{Hand: 1, Tab: true}, sitting.Played{Event: dealt},
	}
	s := engine.Replay([]engine.Event{dealt})
	for _, line := range moves {
		move, err := engine.ParseMove(line[2:])
		if err != nil {
			t.Fatal(err)
		}
		did, err := engine.Decide(s, engine.Seat(line[0]-'0'), move)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for _, e := range did {
			s = engine.Apply(s, e)
			events = append(events, sitting.Played{Event: e})
		}
	}
	if s.Phase != engine.Over {
		events = append(events, sitting.Abandoned{By: "ann"})
	}
	past, err := sitting.FindHand(tableID, events, make([]time.Time, len(events)), sitting.HandKey{Hand: 1})
	if err != nil {
		t.Fatal(err)
	}
	c, err := past.Course()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func read(t testing.TB, text string) []engine.Card {
	t.Helper()
	var all []engine.Card
	for len(text) >= 2 {
		all, text = append(all, card(text[:2])), text[min(3, len(text)):]
	}
	return all
}

func replayScreens(t testing.TB) []screen {
	all := strings.Split(strings.TrimSpace(strings.ReplaceAll(moves, "\t", "")), "\n")
	whole, broken := course(t, all), course(t, all[:7])
	turned := whole
	result := *whole.Result
	result.Again, result.OnTab = 1, false
	turned.Result = &result
	alone := whole
	own := result
	own.Again, own.Alone = 0, true
	alone.Result = &own
	at := func(name string, c sitting.Course, at int, mayShare bool) screen {
		return screen{name, false, func(l lang.Lang) render.Message {
			return render.Replay(pen(l), reader(), tableID, c, at, mayShare)
		}}
	}
	return []screen{
		at("replay, the deal", whole, 0, true), at("replay, a turn", whole, 2, true), at("replay, the end", whole, len(whole.Moments)-1, false),
		at("replay, seats turned", turned, 1, false), at("replay, an abandoned hand", broken, len(broken.Moments)-1, true),
		at("replay, a long hand", longCourse(whole, 60), 30, true),
		{"replay, shared", true, func(l lang.Lang) render.Message {
			return render.SharedMoment(pen(l), reader(), sight(engine.View{Seat: engine.Nobody}), whole, 3, "bob")
		}},
		{"replay, alone and shared", true, func(l lang.Lang) render.Message {
			return render.SharedMoment(pen(l), reader(), sight(engine.View{Seat: engine.Nobody}), alone, 4, "ann")
		}},
		{"replay, the hand is still played", false, func(l lang.Lang) render.Message {
			return render.Line(render.Refusal(l, reader(), rummy(), &render.DoorRefusal{Code: render.StillPlayed, Hand: 3}))
		}},
		{"replay, nothing to replay", false, func(l lang.Lang) render.Message {
			return render.Line(render.Refusal(l, reader(), rummy(), &render.DoorRefusal{Code: render.NothingPlayed}))
		}},
		{"replay, no such turn", false, func(l lang.Lang) render.Message {
			return render.Line(render.Refusal(l, reader(), rummy(), &render.DoorRefusal{Code: render.NoMoment, Most: 12}))
		}},
		{"replay, not their hand", false, func(l lang.Lang) render.Message {
			return render.Line(render.Refusal(l, reader(), rummy(), &render.DoorRefusal{Code: render.NotSat}))
		}},
		{"replay, shared before", false, func(l lang.Lang) render.Message {
			return render.Line(render.Refusal(l, reader(), rummy(), &render.DoorRefusal{Code: render.SharedBefore}))
		}},
		{"replay, shared now", false, func(l lang.Lang) render.Message {
			return render.Notice(l, render.NoticeModel{News: render.MomentShared})
		}},
	}
}

// longCourse is a hand of so many moments: the turns of one over and over.
func longCourse(c sitting.Course, moments int) sitting.Course {
	long := sitting.Course{Result: c.Result, Moments: slices.Clone(c.Moments[:1])}
	for len(long.Moments) < moments {
		long.Moments = append(long.Moments, c.Moments[1:]...)
	}
	long.Moments = long.Moments[:moments]
	return long
}

// largestReplays are moments at which everybody holds much, much lies on the table and everything
// was just done, in the middle of a hand that never ends.
func largestReplays(v engine.View) []screen {
	v.Seat, v.Hand, v.Barred = engine.Nobody, 0, 0
	var m sitting.Moment
	m.View = v
	for c := range engine.Card(engine.PackSize) {
		seat := int(c) % engine.MaxSeats
		m.Hands[seat] = m.Hands[seat].Add(c)
	}
	m.Did = []engine.PublicEvent{
		{Kind: engine.SawDraw, Source: engine.FromDiscard, Cards: cards("TC TD").Cards(), Discard: engine.NoCard},
		{Kind: engine.SawDraw, Source: engine.FromStock, Cards: cards("TH").Cards(), Discard: engine.NoCard},
		{Kind: engine.SawMeld, Cards: cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC").Cards(), Discard: engine.NoCard},
		{Kind: engine.SawMeld, Cards: cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH").Cards(), Discard: engine.NoCard},
		{Kind: engine.SawLayOff, Cards: cards("TD JD QD").Cards(), Meld: 16, Discard: engine.NoCard},
		{Kind: engine.SawDiscard, Cards: cards("TS").Cards(), Discard: engine.NoCard},
	}
	c := sitting.Course{
		Result:  &sitting.HandResult{Hand: 9999, Seats: crowd(), Rules: engine.Brisk.Rules(), Again: 9},
		Moments: slices.Repeat([]sitting.Moment{m}, 9999),
	}
	c.Result.Result.Winner = 0
	return []screen{
		{"replay", false, func(l lang.Lang) render.Message {
			note := render.NoticeText(l, render.NoticeModel{News: render.MomentShared})
			s := but(sight(v), func(s *sitting.Sight) { s.Seats = crowd() })
			return render.WithMenu(pen(l), s, c.Result.Key().String(), render.Replay(pen(l), crowded(), tableID, c, 5000, true).Headed(note))
		}},
		{"replay, the end", false, func(l lang.Lang) render.Message { return render.Replay(pen(l), crowded(), tableID, c, 9998, true) }},
		{"replay, shared", true, func(l lang.Lang) render.Message {
			return render.SharedMoment(pen(l), crowded(), sight(engine.View{Seat: engine.Nobody}), c, 9998, crowd()[0].Person)
		}},
	}
}
