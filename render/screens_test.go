package render_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// screens are one or more drawings of every layout, as small as they are useful.
func screens(t testing.TB) []screen {
	t.Helper()
	return append(append(publicScreens(t), handScreens(t)...), privateScreens()...)
}

func publicScreens(t testing.TB) []screen {
	table := but(sight(engine.Watch(toDraw(t))), func(s *sitting.Sight) {
		s.Waiting, s.Deadline = []sitting.Sitter{{Person: "cy"}}, deadline()
	})
	drawn := func(name string, s *sitting.Sight) screen {
		return screen{name, true, func(l lang.Lang) render.Message { return render.Table(pen(l), reader(), s) }}
	}
	called := func(name string, half bool) screen {
		return screen{name, true, func(l lang.Lang) render.Message { return render.Ping(pen(l), reader(), table, half) }}
	}
	lobby := &sitting.Sight{
		ID: tableID, Phase: sitting.Lobby, Host: "ann", Seats: people()[:1],
		Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Turn: 24 * time.Hour, Level: opponent.Normal},
	}
	return append([]screen{
		drawn("lobby, one player", lobby),
		drawn("lobby, house rules and cuts", but(lobby, func(s *sitting.Sight) {
			rules := engine.Mixed.Rules()
			rules.BlockedAfter, rules.Pay = 1, engine.PayHand
			s.Settings, s.Seats = sitting.Settings{Rules: rules, Seats: 3, Level: opponent.Hard, NoHints: true}, people()
			s.Deal = sitting.DealFacts{Hand: 1, Cuts: []sitting.GivenCut{{By: "ann", Word: "boat *house*"}}}
		})),
		{"commitment", true, func(l lang.Lang) render.Message { return render.Seal(l, table.Deal) }},
		drawn("table, before the draw", table),
		drawn("table, after the draw", but(table, func(s *sitting.Sight) { s.View, s.Deadline = engine.Watch(toPlay(t)), time.Time{} })),
		drawn("table, between hands", but(table, func(s *sitting.Sight) {
			s.Phase, s.View.Phase, s.View.Turn, s.Repeatable = sitting.Between, engine.Over, engine.Nobody, true
		})),
		drawn("table, closed", but(table, func(s *sitting.Sight) { s.Phase = sitting.Ended })),
		drawn("table, seats turned", but(table, func(s *sitting.Sight) { s.Again = 1 })),
		drawn("table, everybody away", but(table, func(s *sitting.Sight) { s.Paused, s.Deadline = true, time.Time{} })),
		drawn("table, somebody wants to take back", but(table, func(s *sitting.Sight) {
			back := engine.PublicEvent{Kind: engine.SawTakeback, Seat: 2, Cards: []engine.Card{card("TC")}, Discard: engine.NoCard}
			s.Takeback, s.Log = wish(), append(earlier(), back)
		})),
		called("reminder", true),
		called("ping", false),
	}, resultScreens()...)
}

func resultScreens() []screen {
	drawn := func(name string, change func(*sitting.Sight, *sitting.HandResult)) screen {
		s, last := rummy(), *rummy().Last
		change(s, &last)
		s.Last = &last
		return screen{name, true, func(l lang.Lang) render.Message { return render.Result(pen(l), reader(), s) }}
	}
	return []screen{
		drawn("result, rummy", func(*sitting.Sight, *sitting.HandResult) {}),
		drawn("result, seats turned", func(_ *sitting.Sight, last *sitting.HandResult) { last.Again, last.OnTab = 2, true }),
		drawn("result, blocked", func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Result.Rummy, last.Result.Blocked = false, true
			last.Result.Hands[0], last.Result.Counts[0] = cards("2D"), 2
			last.Result.Payments = [engine.MaxSeats]engine.Pips{0, 18, 29}
		}),
		drawn("result, tied", func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Result = engine.Result{Winner: engine.Nobody, Blocked: true, Hands: last.Result.Hands}
		}),
		drawn("result, abandoned", func(s *sitting.Sight, last *sitting.HandResult) {
			last.Abandoned, s.Phase, last.TabHead = true, sitting.Ended, ""
		}),
	}
}

// wish is one of seat 2, to take its discard back.
func wish() *sitting.Takeback {
	return &sitting.Takeback{Seat: 2, Cards: cards("TC"), Waits: []engine.Seat{0, 1}}
}

// levels are those of the computers that people can choose.
func levels() []string { return []string{"easy", "normal", "hard"} }

func rummy() *sitting.Sight {
	return &sitting.Sight{ID: tableID, Version: version, Phase: sitting.Between, Repeatable: true, Last: &sitting.HandResult{
		Hand: 3, Seats: people(), Rules: engine.Boathouse.Rules(),
		Result: engine.Result{
			Winner: 0, Rummy: true, Payments: [engine.MaxSeats]engine.Pips{0, 40, 62},
			Hands: [engine.MaxSeats]engine.Hand{0, cards("9C 9D 9S KD TC"), cards("AC TD KS")}, Counts: [engine.MaxSeats]engine.Pips{0, 20, 31},
		},
		Seed: hex("5"), Cuts: []string{"1300000000000000001", "boat"}, TabHead: hex("b"),
	}}
}

func handScreens(t testing.TB) []screen {
	hand := func(name string, r render.Reader, s *sitting.Sight, hint *render.Hint, note func(lang.Lang) string) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Hand(pen(l), r, s, hint).Headed(note(l)) }}
	}
	none := func(lang.Lang) string { return "" }
	plain := func(name string, s engine.State, seat engine.Seat, order render.Order) screen {
		return hand(name, sorting(order), but(sight(engine.See(s, seat)), func(s *sitting.Sight) { s.Deadline, s.Settings.NoHints = deadline(), true }), nil, none)
	}
	other := func(name string, s engine.State, seat engine.Seat, hint *render.Hint, change func(*sitting.Sight)) screen {
		return hand(name, reader(), but(sight(engine.See(s, seat)), change), hint, none)
	}
	concealed := enginetest.Position(t, "rules concealed\nturn 0 play\nhand 0 9C 9D 9S 4H 5H 6H KD\nhand 1 2C\nhand 2 3C\npile 7C")
	exhausted := enginetest.Position(t, "turn 0\nhand 0 9C 9D\nhand 1 2C\nhand 2 3C\nrest pile\npile 7C 8C")
	advice := &render.Hint{Level: opponent.Hard, Advice: opponent.Advice{Move: engine.Discard{Card: card("KD")}, Reason: opponent.DiscardsUseless, Cards: cards("KD")}}
	before := sight(engine.See(toDraw(t), 0))
	old := but(before, func(s *sitting.Sight) { s.Deadline, s.Settings.NoHints = deadline(), true })
	return []screen{
		plain("hand, before the draw", toDraw(t), 0, render.BySuit),
		plain("hand, stock exhausted", exhausted, 0, render.ByRank),
		plain("hand, after the draw", toPlay(t), 0, render.ByMelds),
		plain("hand, not my turn", toPlay(t), 1, render.BySuit),
		plain("hand, concealed", concealed, 0, render.ByRank),
		other("hand, with a hint", toPlay(t), 0, advice, func(s *sitting.Sight) { s.MayTakeBack = true }),
		other("hand, asked to let somebody take back", toDraw(t), 0, nil, func(s *sitting.Sight) { s.Takeback, s.Again = wish(), 1 }),
		other("hand, away", toPlay(t), 1, nil, func(s *sitting.Sight) { s.MayTakeBack = true }),
		other("hand, over", toDraw(t), 0, nil, func(s *sitting.Sight) { s.View.Phase, s.Repeatable = engine.Over, true }),
		hand("hand, back again", reader(), before, nil, func(l lang.Lang) string {
			return render.Welcome(l, reader(), before, []engine.PublicEvent{
				{Kind: engine.SawDraw, Seat: 0, Source: engine.FromStock, Cards: []engine.Card{card("4H"), card("5H")}, Discard: engine.NoCard},
				{Kind: engine.SawDiscard, Seat: 0, Cards: []engine.Card{card("TC")}, Discard: engine.NoCard},
			})
		}),
		hand("hand, old button", reader(), old, nil, func(l lang.Lang) string {
			return render.Refusal(l, reader(), old, &sitting.Refusal{Code: sitting.Stale})
		}),
	}
}

func privateScreens() []screen {
	settings := but(sight(engine.View{Seat: engine.Nobody}), func(s *sitting.Sight) { s.Phase = sitting.Between })
	settled := func(name string, host bool) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Settings(pen(l), reader(), settings, host) }}
	}
	everybody := reader().People
	return []screen{
		{"tab", false, func(l lang.Lang) render.Message {
			return render.Tab(pen(l), render.TabModel{
				Balances:  []render.Balance{{everybody["bob"], 24}, {everybody["cy"], -1}},
				Standings: []render.Balance{{everybody["ann"], 23}, {render.Player{}, 0}, {everybody["bob"], -23}},
			})
		}},
		{"tab, empty", false, func(l lang.Lang) render.Message { return render.Tab(pen(l), render.TabModel{}) }},
		settled("settings, host", true),
		settled("settings, others", false),
		{"rules", false, func(l lang.Lang) render.Message { return render.Rules(l, engine.Boathouse.Rules()) }},
		{"rules, concealed", false, func(l lang.Lang) render.Message { return render.Rules(l, engine.Concealed.Rules()) }},
		{"help", false, func(l lang.Lang) render.Message { return render.Help(l, render.MyDraw) }},
		{"more, host", false, func(l lang.Lang) render.Message {
			mine := but(settings, func(s *sitting.Sight) { s.MayTakeBack = true })
			return render.More(pen(l), mine, render.Own{Seated: true, Host: true})
		}},
		{"more, spectator", false, func(l lang.Lang) render.Message { return render.More(pen(l), settings, render.Own{}) }},
		{"quiet hours", false, func(l lang.Lang) render.Message { return render.Quiet(l, quietHours()) }},
		{"quiet hours, none", false, func(l lang.Lang) render.Message { return render.Quiet(l, render.QuietModel{}) }},
		{"proof, running", false, func(l lang.Lang) render.Message {
			return proof(l, sitting.Proof{Deal: sitting.DealFacts{Hand: 3, Commitment: hex("c")}})
		}},
		{"proof, over", false, func(l lang.Lang) render.Message { return proof(l, proven()) }},
		{"confirm leaving", false, confirm(render.LeaveNow)},
		{"confirm removing", false, confirm(render.RemoveNow)},
		{"confirm closing", false, confirm(render.CloseNow)},
		{"no seat", false, func(l lang.Lang) render.Message { return render.Invite(pen(l), settings) }},
		{"notice", false, func(l lang.Lang) render.Message {
			return render.Notice(l, render.NoticeModel{News: render.CutTaken, Word: "`boat`"})
		}},
	}
}

func quietHours() render.QuietModel {
	return render.QuietModel{From: 22 * 60, To: 7*60 + 30, Zone: "America/Argentina/Buenos_Aires", Now: time.Date(2026, 1, 2, 9, 5, 0, 0, time.UTC)}
}

func proven() sitting.Proof {
	d := sitting.Proof{Deal: sitting.DealFacts{Hand: 3, Commitment: hex("c")}, Over: true}
	d.Fair.Cuts = []string{"1300000000000000001", "boat```house"}
	for i := range d.Fair.Seed {
		d.Fair.Seed[i] = 0x55
	}
	for i := range d.Fair.Deck {
		d.Fair.Deck[i] = engine.Card(i)
	}
	return d
}

func proof(l lang.Lang, d sitting.Proof) render.Message { return proofOf(l, d, false) }

func proofOf(l lang.Lang, d sitting.Proof, before bool) render.Message {
	drawn, err := render.Proof(l, reader(), tableID, d, before)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return drawn
}

func confirm(q render.Question) func(lang.Lang) render.Message {
	s := sight(engine.View{Seat: engine.Nobody})
	return func(l lang.Lang) render.Message { return render.Confirm(pen(l), reader(), s, q, 1) }
}
