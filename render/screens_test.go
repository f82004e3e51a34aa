package render_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// screens are one or more drawings of every layout, as small as they are useful.
func screens(t testing.TB) []screen {
	t.Helper()
	return slices.Concat(publicScreens(t), handScreens(t), privateScreens(t), lessonScreens(), tipScreens(t), aloneScreens(t), replayScreens(t), watchScreens(t),
		proposalScreens())
}

// played is a record of both kinds.
func played() render.RecordModel {
	return render.RecordModel{
		Computers: tab.Record{
			Hands: 24, Won: 9, Rummies: 2, Pips: 86, Best: 74, Streak: 2, Longest: 4,
			Against: []tab.Score{{Computer: "bora", Hands: 7, Won: 1}, {Computer: "kano", Hands: 8, Won: 5}, {Computer: "nemo", Hands: 9, Won: 3}},
		},
		People: tab.Record{Hands: 12, Won: 1, Pips: -140, Best: 31, Longest: 1},
	}
}

// held is what is kept of somebody in so many servers.
func held(servers int) render.PrivacyModel {
	m := render.PrivacyModel{User: "1200000000000000001", Lang: "nl", Settings: true, Quiet: true, Alone: 7, Texts: 1, Tables: 2, Open: 1, Here: "1100000000000000001"}
	for i := range servers {
		m.Servers = append(m.Servers, render.HeldHere{Server: fmt.Sprintf("110000000000000000%d", i), Name: []string{"Bo_b", "", "An**n"}[i%3], Hands: 12 * i, Entries: i, Opens: i == 1, Left: []time.Time{{}, {}, deadline()}[i%3]})
	}
	return m
}

// exhausted is a hand without a stock.
func exhausted(t testing.TB) engine.State {
	t.Helper()
	return enginetest.Position(t, "turn 0\nhand 0 9C 9D\nhand 1 2C\nhand 2 3C\nrest pile\npile 7C 8C")
}

// rounds is a log of two rounds of three, up to the draw of seat 0, in which all
// that can be done is done.
func rounds(t testing.TB) []engine.PublicEvent {
	t.Helper()
	did := func(seat engine.Seat, kind engine.PublicKind, source engine.Source, hidden int, text string) engine.PublicEvent {
		return engine.PublicEvent{Kind: kind, Seat: seat, Source: source, Hidden: hidden, Cards: cards(text).Cards(), Discard: engine.NoCard}
	}
	return []engine.PublicEvent{
		did(1, engine.SawDraw, engine.FromStock, 2, ""), did(1, engine.SawMeld, 0, 0, "8C 8D 8S"), did(1, engine.SawDiscard, 0, 0, "KD"),
		did(2, engine.SawDraw, engine.FromDiscard, 0, "KD 7H"), did(2, engine.SawLayOff, 0, 0, "8H"), did(2, engine.SawDiscard, 0, 0, "4C"),
		did(0, engine.SawDraw, engine.FromMixed, 1, "4C"), did(0, engine.SawDiscard, 0, 0, "QS"),
		did(1, engine.SawDraw, engine.FromMixed, 1, "QS"), did(1, engine.SawDiscard, 0, 0, "2H"), did(1, engine.SawTakeback, 0, 0, "2H"),
		did(1, engine.SawDiscard, 0, 0, "2D"),
		did(2, engine.SawDraw, engine.FromTurnover, 1, ""), did(2, engine.SawMeld, 0, 0, "9H TH JH"), did(2, engine.SawDiscard, 0, 0, "TC"),
	}
}

func publicScreens(t testing.TB) []screen {
	table := but(sight(engine.Watch(toDraw(t))), func(s *sitting.Sight) {
		s.Waiting, s.Deadline = []sitting.Sitter{{Person: "cy"}}, deadline()
	})
	drawn := func(name string, s *sitting.Sight) screen {
		return screen{name, true, func(l lang.Lang) render.Message { return render.Table(pen(l), reader(), s) }}
	}
	called := func(name string, why render.Reason, s *sitting.Sight, whom ...sitting.Person) screen {
		return screen{name, true, func(l lang.Lang) render.Message { return render.Call(pen(l), reader(), s, why, whom) }}
	}
	threw := but(table, func(s *sitting.Sight) { s.Log, s.Nudger = earlier(), "bob" })
	lobby := &sitting.Sight{
		ID: tableID, Phase: sitting.Lobby, Host: "ann", Seats: people()[:1],
		Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Pace: sitting.Slow, Lang: "en", Level: opponent.Normal},
		Limit:    24 * time.Hour,
	}
	return append([]screen{
		drawn("lobby, one player", lobby),
		drawn("lobby, house rules and cuts", but(lobby, func(s *sitting.Sight) {
			rules := engine.Mixed.Rules()
			rules.BlockedAfter, rules.Pay = 1, engine.PayHand
			s.Settings, s.Seats = sitting.Settings{Rules: rules, Seats: 3, Turn: 90 * time.Minute, Lang: "pt-BR", Level: opponent.Hard, NoHints: true}, people()
			s.Limit = s.Settings.Turn
			s.Deal = sitting.DealFacts{Hand: 1, Cuts: []sitting.GivenCut{{By: "ann", Word: "boat *house*"}}}
		})),
		{"commitment", true, func(l lang.Lang) render.Message { return render.Seal(l, table.Deal, false) }},
		{"commitment, posted again", true, func(l lang.Lang) render.Message { return render.Seal(l, table.Deal, true) }},
		{"dealing", true, func(l lang.Lang) render.Message { return render.Dealing(l, render.Dealt{Hand: 3}) }},
		{"dealing, with words", true, func(l lang.Lang) render.Message {
			return render.Dealing(l, render.DealtOf(sitting.DealFacts{Hand: 3, Cuts: []sitting.GivenCut{{By: "ann", Word: "boat *house*"}, {By: "bob", Word: "luck"}}}))
		}},
		{"dealing, with words that are counted, posted again", true, func(l lang.Lang) render.Message {
			return render.Dealing(l, render.Dealt{Hand: 3, Words: []string{"honest"}, Mute: true, Again: true})
		}},
		drawn("table, a hand that is frozen", but(table, func(s *sitting.Sight) {
			s.Phase, s.View, s.Log, s.Still, s.Deadline = sitting.Dealing, engine.View{}, nil, sitting.Still{}, time.Time{}
			s.Deal = sitting.DealFacts{Hand: 4, Commitment: hex("d"), Cuts: []sitting.GivenCut{{By: "ann", Word: "oar"}}}
		})),
		drawn("table, before the draw", table),
		drawn("table, after the draw", but(table, func(s *sitting.Sight) { s.View, s.Deadline = engine.Watch(toPlay(t)), time.Time{} })),
		drawn("table, nearly blocked", but(table, func(s *sitting.Sight) { s.View.Idle = s.View.IdleMax - 5 })),
		drawn("table, between hands", but(table, func(s *sitting.Sight) {
			s.Phase, s.View.Phase, s.View.Turn, s.Repeatable = sitting.Between, engine.Over, engine.Nobody, true
		})),
		drawn("table, between hands of a live table", but(table, func(s *sitting.Sight) {
			s.Phase, s.View.Phase, s.View.Turn, s.Next = sitting.Between, engine.Over, engine.Nobody, deadline()
		})),
		drawn("table, closed", but(table, func(s *sitting.Sight) { s.Phase, s.Scores = sitting.Ended, scores(62, -20, -42) })),
		drawn("table, third hand", but(table, func(s *sitting.Sight) { s.Scores = scores(24, -24, 0) })),
		drawn("table, closed by itself", but(table, func(s *sitting.Sight) { s.Phase, s.Idle = sitting.Ended, 7*24*time.Hour })),
		drawn("table, seats turned", but(table, func(s *sitting.Sight) { s.Again = 1 })),
		drawn("table, a computer is to draw", but(table, func(s *sitting.Sight) { s.View.Turn, s.Deadline = 2, time.Time{} })),
		drawn("table, stock exhausted", but(table, func(s *sitting.Sight) { s.View = engine.Watch(exhausted(t)) })),
		drawn("table, everybody away", but(table, func(s *sitting.Sight) { s.Paused, s.Deadline = true, time.Time{} })),
		drawn("table, somebody wants to take back", but(table, func(s *sitting.Sight) {
			back := engine.PublicEvent{Kind: engine.SawTakeback, Seat: 2, Cards: []engine.Card{card("TC")}, Discard: engine.NoCard}
			s.Takeback, s.Log = wish(), append(earlier(), back)
		})),
		drawn("table, somebody wants to end the hand", but(table, func(s *sitting.Sight) { s.Ending = ending(false) })),
		drawn("table, somebody wants to close it", but(table, func(s *sitting.Sight) { s.Ending = ending(true) })),
		{"call, by direct message", true, func(l lang.Lang) render.Message {
			return render.CallDirect(pen(l), reader(), threw, render.YourTurn, []sitting.Person{"ann"}, link)
		}},
		{"call, no direct message gets through", true, func(l lang.Lang) render.Message {
			return render.CallBack(pen(l), reader(), threw, render.YourTurn, []sitting.Person{"ann"})
		}},
		called("call, a table opens", render.TableOpens, lobby, "bob", "cy"),
		called("call, of a host who does nothing", render.HostWanted, but(lobby, func(s *sitting.Sight) {
			s.Sought = &sitting.Sought{By: "bob", Number: 9, Until: time.Unix(1_800_000_000, 0)}
		}), "ann"),
		called("call, to a seat", render.Invited, but(lobby, func(s *sitting.Sight) {
			s.Invited = []sitting.Invitee{{Person: "bob", By: "ann", Call: 7, Open: true}, {Person: "cy", By: "ann", Call: 7}}
		}), "bob"),
		called("call, several to a seat", render.Invited, but(lobby, func(s *sitting.Sight) {
			s.Invited = []sitting.Invitee{{Person: "bob", By: "ann", Call: 7, Open: true}, {Person: "cy", By: "ann", Call: 9, Open: true}}
		}), "cy"),
		called("call, half of the time is over", render.HalfTime, threw, "ann"),
		called("call, a card was thrown", render.YourTurn, threw, "ann"),
		called("call, the first turn of a hand", render.YourTurn, but(table, func(s *sitting.Sight) { s.Log, s.Deadline = nil, time.Time{} }), "ann"),
		called("call, drawn already", render.HalfTime, but(threw, func(s *sitting.Sight) { s.View = engine.Watch(toPlay(t)) }), "ann"),
		called("call, after a play was taken back", render.YourTurn, but(threw, func(s *sitting.Sight) {
			s.Log = append(earlier(), engine.PublicEvent{Kind: engine.SawTakeback, Seat: 0, Cards: []engine.Card{card("TC")}, Discard: engine.NoCard})
		}), "ann"),
		called("call, somebody nudges", render.Nudged, threw, "ann"),
		called("call, a wish to end the hand", render.Voted, but(table, func(s *sitting.Sight) { s.Ending = ending(false) }), "bob"),
		called("call, a wish to close the table", render.Voted, but(table, func(s *sitting.Sight) { s.Ending = ending(true) }), "bob"),
		called("call, a wish to take back", render.Wished, but(table, func(s *sitting.Sight) { s.Takeback = wish() }), "ann", "bob"),
	}, slices.Concat(resultScreens(), matchScreens(), eveningScreens(), standingsScreens(), seasonScreens(), chartScreens(), yearScreens())...)
}

func resultScreens() []screen {
	drawn := func(name string, change func(*sitting.Sight, *sitting.HandResult)) screen {
		s, last := rummy(), *rummy().Last
		change(s, &last)
		s.Last = &last
		return screen{name, true, func(l lang.Lang) render.Message { return render.Result(pen(l), reader(), s) }}
	}
	var remarks []screen
	for fact := sitting.WonRummy; fact <= sitting.Stuck; fact++ {
		remarks = append(remarks, drawn(fmt.Sprintf("result, remark %d", fact), func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Scores, last.Seats, last.TabHead = nil, []sitting.Sitter{people()[2], people()[0]}, ""
			last.Remark = sitting.Remark{Fact: fact, Of: 1, Card: card("TD"), Pips: 21}
			last.Result.Winner, last.Result.Hands = engine.Nobody, [engine.MaxSeats]engine.Hand{}
		}))
	}
	return append(remarks, []screen{
		drawn("result, rummy", func(*sitting.Sight, *sitting.HandResult) {}),
		drawn("result, with a computer where that doesn't count", func(s *sitting.Sight, last *sitting.HandResult) {
			s.Settings.Bare, last.OnTab = true, false
		}),
		drawn("result, where every card costs", func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Rules = engine.Brisk.Rules()
			last.Result.Counts = [engine.MaxSeats]engine.Pips{0, 47, 31}
			last.Result.Payments = [engine.MaxSeats]engine.Pips{0, 94, 62}
		}),
		drawn("result, won by a computer for who has left", func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Seats = slices.Clone(last.Seats)
			last.Seats[last.Result.Winner].Leaving = true
		}),
		drawn("result, seats turned", func(s *sitting.Sight, last *sitting.HandResult) {
			last.Hand, last.Again, last.OnTab, s.Deal.Hand = 2, 2, true, 3 // the next is sealed already
		}),
		drawn("result, blocked", func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Result.Rummy, last.Result.Blocked = false, true
			last.Result.Hands[0], last.Result.Counts[0] = cards("2D"), 2
			last.Result.Payments = [engine.MaxSeats]engine.Pips{0, 18, 29}
			last.Remark.Fact, last.Remark.Pips = sitting.Lost, 29
		}),
		drawn("result, tied", func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Scores = scores(12, 12, -24) // nobody leads
			last.Result = engine.Result{Winner: engine.Nobody, Blocked: true, Hands: last.Result.Hands}
			last.Remark = sitting.Remark{Fact: sitting.Stuck, Seat: 2, Of: engine.Nobody, Card: engine.NoCard}
		}),
		drawn("result, abandoned", func(s *sitting.Sight, last *sitting.HandResult) {
			last.Abandoned, s.Phase, last.TabHead, last.Remark = true, sitting.Ended, "", sitting.Remark{}
		}),
		drawn("result, ended early", func(s *sitting.Sight, last *sitting.HandResult) {
			last.Abandoned, last.TabHead, last.Remark, last.Scores = true, "", sitting.Remark{}, scores(0, 0, 0)
		}),
		drawn("result, abandoned by itself", func(s *sitting.Sight, last *sitting.HandResult) {
			last.Abandoned, last.Idle, s.Phase, last.TabHead, last.Remark = true, 30*24*time.Hour, sitting.Ended, "", sitting.Remark{}
		}),
	}...)
}

func eveningScreens() []screen {
	drawn := func(name string, change func(*sitting.Sight, *sitting.Evening)) screen {
		s := rummy()
		s.Phase, s.Deal = sitting.Ended, sitting.DealFacts{}
		s.Evening = &sitting.Evening{
			Hands: 7, Rummy: sitting.Feat{Hand: 3, By: people()[0], Pips: 102}, Closest: sitting.Feat{Hand: 5, By: people()[2], Pips: 1},
			Standings: []sitting.Standing{
				{Sitter: people()[0], Score: sitting.Score{Collected: 140, Net: 61}}, {Sitter: people()[2], Score: sitting.Score{Collected: 1, Net: -30}},
				{Sitter: sitting.Sitter{Person: "gone"}, Score: sitting.Score{Net: -31}},
			},
		}
		change(s, s.Evening)
		return screen{name, true, func(l lang.Lang) render.Message { return render.Evening(pen(l), reader(), s) }}
	}
	return []screen{
		drawn("evening", func(*sitting.Sight, *sitting.Evening) {}),
		drawn("evening, broken off after a hand without a rummy", func(s *sitting.Sight, e *sitting.Evening) {
			s.Last.Abandoned = true
			e.Hands, e.Rummy, e.Closest, e.Broken = 1, sitting.Feat{}, sitting.Feat{}, true
		}),
		drawn("evening, another table since", func(s *sitting.Sight, _ *sitting.Evening) { s.Phase, s.Replaced = sitting.Ended, true }),
		drawn("evening, with a match won", func(s *sitting.Sight, _ *sitting.Evening) {
			s.Match = match(func(m *sitting.MatchFacts) { m.Over, m.Winner, m.Players[0].Collected = true, 0, 441 })
		}),
		drawn("evening of many, even", func(_ *sitting.Sight, e *sitting.Evening) {
			for i := range 11 {
				e.Standings = append(e.Standings, sitting.Standing{Sitter: sitting.Sitter{Computer: opponent.Moby, Twin: i}})
			}
			e.Standings[0].Net, e.Standings[1].Net = 5, 5
		}),
	}
}

// match is one to 440 pips that a computer leads, and that two have left, one of them still known.
func match(change func(*sitting.MatchFacts)) *sitting.MatchFacts {
	m := &sitting.MatchFacts{Kind: sitting.EveningMatch, Pips: 440, Winner: -1}
	for i, who := range append(people(), sitting.Sitter{Person: "gone"}, sitting.Sitter{Person: "eve"}) {
		m.Players = append(m.Players, sitting.MatchPlayer{Sitter: who, Collected: []int{120, 1, 310, 60, 5}[i], Gone: i > 2})
	}
	change(m)
	return m
}

func matchScreens() []screen {
	running := match(func(*sitting.MatchFacts) {})
	won := match(func(m *sitting.MatchFacts) { m.Over, m.Winner, m.Players[0].Collected = true, 0, 460 })
	lost := match(func(m *sitting.MatchFacts) { m.Over = true })
	over := rummy()
	drawn := func(name string, draw func(l lang.Lang) render.Message) screen { return screen{name, true, draw} }
	result := func(m *sitting.MatchFacts) *sitting.Sight {
		return but(rummy(), func(s *sitting.Sight) { s.Match, s.Last.Match = m, m })
	}
	lobby := but(sight(engine.View{Seat: engine.Nobody}), func(s *sitting.Sight) {
		s.Phase, s.Seats, s.Settings = sitting.Lobby, people(), sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Lang: "en", Level: opponent.Normal, Match: sitting.ShortMatch}
	})
	return []screen{
		drawn("lobby, a short match", func(l lang.Lang) render.Message { return render.Table(pen(l), reader(), lobby) }),
		drawn("table, in a match", func(l lang.Lang) render.Message {
			return render.Table(pen(l), reader(), but(over, func(s *sitting.Sight) {
				s.Match, s.Scores, s.Waiting = running, scores(5, 6, -11), []sitting.Sitter{{Person: "cy"}}
			}))
		}),
		drawn("table, after a match", func(l lang.Lang) render.Message {
			return render.Table(pen(l), reader(), but(over, func(s *sitting.Sight) { s.Match = won }))
		}),
		drawn("result, in a match", func(l lang.Lang) render.Message { return render.Result(pen(l), reader(), result(running)) }),
		drawn("result, match won", func(l lang.Lang) render.Message { return render.Result(pen(l), reader(), result(won)) }),
		drawn("result, match over", func(l lang.Lang) render.Message { return render.Result(pen(l), reader(), result(lost)) }),
	}
}

// scores are such as have these nets, and whoever has more than nothing has collected twice that.
func scores(nets ...int) []sitting.Score {
	all := make([]sitting.Score, len(nets))
	for i, net := range nets {
		all[i] = sitting.Score{Collected: 2 * max(net, 0), Net: net}
	}
	return all
}

// wish is one of seat 2, to take its discard back.
func wish() *sitting.Takeback {
	return &sitting.Takeback{Seat: 2, Cards: cards("TC"), Waits: []engine.Seat{0, 1}}
}

// ending is a wish of ann's to end the hand, and perhaps to close the table.
func ending(closes bool) *sitting.Ending {
	return &sitting.Ending{By: "ann", Close: closes, Number: 77, Until: deadline(), Waits: []engine.Seat{1}}
}

// levels are those of the computers that people can choose.
func levels() []string { return []string{"easy", "normal", "hard"} }

func rummy() *sitting.Sight {
	next := sitting.DealFacts{Hand: 4, Commitment: hex("d")}
	return &sitting.Sight{ID: tableID, Version: version, Phase: sitting.Between, Repeatable: true, Seats: people(), Deal: next, Last: &sitting.HandResult{
		Hand: 3, Seats: people(), Rules: engine.Boathouse.Rules(),
		Result: engine.Result{
			Winner: 0, Rummy: true, Payments: [engine.MaxSeats]engine.Pips{0, 40, 62},
			Hands: [engine.MaxSeats]engine.Hand{0, cards("9C 9D 9S KD TC"), cards("AC TD KS")}, Counts: [engine.MaxSeats]engine.Pips{0, 20, 31},
		},
		Melds:  []engine.TableMeld{{Owner: 0, Cards: cards("4C 4D 4H")}, {Owner: 0, Cards: cards("9H TH JH QH")}},
		Scores: scores(40, 1, -41),
		Remark: sitting.Remark{Fact: sitting.LostDear, Seat: 2, Of: 0, Card: engine.NoCard, Pips: 62},
		Seed:   hex("5"), Cuts: []string{"1300000000000000001", "boat"}, TabHead: hex("b"),
	}}
}

// holdsBack is the advice to keep what could be laid down.
func holdsBack() *render.Hint {
	road := opponent.Road{
		Means: opponent.GivesUpRummyInVain, Cards: cards("9C 9D 9S 4H 5H 6H"), Known: true, Pips: 7,
		Moves: []engine.Move{engine.Meld{Cards: cards("9C 9D 9S")}, engine.Meld{Cards: cards("4H 5H 6H")}},
	}
	return &render.Hint{Level: opponent.Hard, Advice: opponent.Advice{Move: engine.Discard{Card: card("KD")}, Why: opponent.Why{Reason: opponent.DiscardsUseless, Cards: cards("KD")}, Road: road}}
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
	viewed := func(name string, s engine.State, view render.View) screen {
		r := reader()
		r.Prefs.View = view
		return hand(name, r, but(sight(engine.See(s, 0)), func(s *sitting.Sight) { s.Deadline = deadline() }), nil, none)
	}
	concealed := enginetest.Position(t, "rules concealed\nturn 0 play\nhand 0 9C 9D 9S 4H 5H 6H KD\nhand 1 2C\nhand 2 3C\npile 7C")
	brisk := concealed // in all but its rules
	brisk.Rules = engine.Brisk.Rules()
	advice := &render.Hint{Level: opponent.Hard, Advice: opponent.Advice{Move: engine.Discard{Card: card("KD")}, Why: opponent.Why{Reason: opponent.DiscardsUseless, Cards: cards("KD")}}}
	which := func(name string, s engine.State, word string, moves ...engine.Move) screen {
		return screen{name, false, func(l lang.Lang) render.Message {
			return render.Which(pen(l), reader(), sight(engine.See(s, 0)), word, moves)
		}}
	}
	before := sight(engine.See(toDraw(t), 0))
	old := but(before, func(s *sitting.Sight) { s.Deadline, s.Settings.NoHints = deadline(), true })
	return []screen{
		plain("hand, before the draw", toDraw(t), 0, render.BySuit),
		plain("hand, stock exhausted", exhausted(t), 0, render.ByRank),
		plain("hand, after the draw", toPlay(t), 0, render.ByMelds),
		plain("hand, not my turn", toPlay(t), 1, render.BySuit),
		which("asked which card", toPlay(t), "8", engine.Discard{Card: card("8H")}, engine.GoOut{Discard: card("8S")}),
		which("asked which cards", toPlay(t), "8h dame c", engine.Meld{Cards: cards("9C 9D 9S")}, engine.LayOff{Meld: 1, Cards: cards("8H QH")}),
		which("asked how to draw", exhausted(t), "", engine.Draw{Source: engine.FromDiscard}, engine.Draw{Source: engine.FromTurnover}),
		plain("hand, concealed", concealed, 0, render.ByRank),
		plain("hand, where every card costs", brisk, 0, render.ByMelds),
		viewed("hand, in words", toPlay(t), render.ViewWords), viewed("hand before the draw, in words", toDraw(t), render.ViewWords),
		{"hand, with emojis", false, func(l lang.Lang) render.Message {
			return render.Hand(pen(faced(l)), reader(), sight(engine.See(toDraw(t), 0)), nil)
		}},
		{"result, with emojis", true, func(l lang.Lang) render.Message { return render.Result(pen(faced(l)), reader(), rummy()) }},
		viewed("hand, in symbols", toPlay(t), render.ViewSymbols),
		other("hand, with a hint", toPlay(t), 0, advice, func(s *sitting.Sight) { s.MayTakeBack = true }),
		other("hand, with a hint that holds back", toPlay(t), 0, holdsBack(), func(s *sitting.Sight) { s.View.Melded[0] = false }),
		other("hand, asked to let somebody take back", toDraw(t), 0, nil, func(s *sitting.Sight) { s.Takeback, s.Again = wish(), 1 }),
		other("hand, away", toPlay(t), 1, nil, func(s *sitting.Sight) { s.MayTakeBack = true }),
		other("hand, first turn", toDraw(t), 0, nil, func(s *sitting.Sight) { s.Log = rounds(t)[:6] }),
		other("hand, a round later", toDraw(t), 0, nil, func(s *sitting.Sight) { s.Log = rounds(t) }),
		other("hand, over", toDraw(t), 0, nil, func(s *sitting.Sight) {
			s.Phase, s.View.Phase, s.Repeatable, s.Last = sitting.Between, engine.Over, true, rummy().Last
		}),
		other("hand, table closed", toDraw(t), 0, nil, func(s *sitting.Sight) { s.Phase = sitting.Ended }),
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

func privateScreens(t testing.TB) []screen {
	return slices.Concat(
		readingScreens(t), tabScreens(), reviewScreens(t), goneScreens(), []screen{storyScreen()},
	)
}

// goneScreens tell of deleted channels.
func goneScreens() []screen {
	turns := func(name string, all []render.Waiting, lost ...render.LostTable) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Turns(l, all, lost) }}
	}
	waiting := []render.Waiting{{Link: link, Deadline: deadline()}, {Link: link}}
	lost := render.LostTable{At: deadline(), Reader: reader(), Seats: people()}
	booked := lost
	booked.Results = []render.LostResult{{Reader: reader(), Hand: rummy().Last}}
	elsewhere := []sitting.Sight{
		{ID: tableID, Channel: "1100000000000000002"},
		{ID: "k3mxq2ac", Channel: "1100000000000000003"},
	}
	unset := render.Unset{Tables: true, Anywhere: true, Seasons: true}
	return []screen{
		turns("turns", waiting),
		turns("turns, none", nil),
		turns("turns, a table was lost with its channel", nil, lost),
		turns("turns, a result was never shown", waiting, booked, lost),
		{"told that a table was lost", false, func(l lang.Lang) render.Message {
			return render.Turns(l, nil, nil).
				Headed(unset.Say(l)).Headed(l.Say(render.LostKey))
		}},
		{"told that a listed channel is gone", false, func(l lang.Lang) render.Message {
			return render.Turns(l, nil, nil).Headed(render.Unset{Tables: true}.Say(l))
		}},
		{"close, elsewhere", false, func(l lang.Lang) render.Message {
			return render.Elsewhere(pen(l), l.Say(lang.TroubleNotable), elsewhere)
		}},
	}
}

func readingScreens(t testing.TB) []screen {
	settings := but(sight(engine.View{Seat: engine.Nobody}), func(s *sitting.Sight) { s.Phase = sitting.Between })
	settled := func(name string, host bool) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Settings(pen(l), reader(), settings, host) }}
	}
	everybody := reader().People
	return []screen{
		{"export of a tab", false, func(l lang.Lang) render.Message { return render.TabExport(l, 42, []byte("csv"), []byte("json")) }},
		{"export of nothing", false, func(l lang.Lang) render.Message { return render.NoExport(l) }},
		{"record", false, func(l lang.Lang) render.Message { return render.Record(pen(l), played()) }},
		{"record, only with people", false, func(l lang.Lang) render.Message {
			return render.Record(pen(l), render.RecordModel{People: tab.Record{Hands: 2, Apart: 1, Pips: -7}})
		}},
		{"record, empty", false, func(l lang.Lang) render.Message { return render.Record(pen(l), render.RecordModel{}) }},
		{"record, in direct messages", false, func(l lang.Lang) render.Message {
			return render.Record(pen(l), render.RecordModel{Computers: played().Computers, Direct: true})
		}},
		{"record, empty in direct messages", false, func(l lang.Lang) render.Message { return render.Record(pen(l), render.RecordModel{Direct: true}) }},
		{"privacy", false, func(l lang.Lang) render.Message { return render.Privacy(pen(l), held(3)) }},
		{"privacy, little", false, func(l lang.Lang) render.Message {
			return render.Privacy(pen(l), render.PrivacyModel{User: "1200000000000000001"})
		}},
		{"privacy, many servers", false, func(l lang.Lang) render.Message { return render.Privacy(pen(l), held(12)) }},
		{"privacy, of nobody", false, func(l lang.Lang) render.Message { return render.Privacy(pen(l), render.PrivacyModel{}) }},
		{"privacy, a file", false, func(l lang.Lang) render.Message { return render.PrivacyExport(l, []byte("json")) }},
		{"erase, the question", false, func(l lang.Lang) render.Message {
			return render.Erase(pen(l), render.EraseModel{Asked: "pabcdefghijklmnop"})
		}},
		{"erase, the question with a proposal", false, func(l lang.Lang) render.Message {
			return render.Erase(pen(l), render.EraseModel{Asked: "pabcdefghijklmnop", Proposals: 1})
		}},
		{"erase, the question with a message", false, func(l lang.Lang) render.Message {
			return render.Erase(pen(l), render.EraseModel{Asked: "pabcdefghijklmnop", Messages: 1, Channels: 1})
		}},
		{"erase, the question with messages", false, func(l lang.Lang) render.Message {
			return render.Erase(pen(l), render.EraseModel{Asked: "pabcdefghijklmnop", Messages: 7, Channels: 2, Shared: true})
		}},
		{"erase, done", false, func(l lang.Lang) render.Message { return render.Erased(l, false) }},
		{"erase, done with messages", false, func(l lang.Lang) render.Message { return render.Erased(l, true) }},
		{"erase, what was shared", true, func(l lang.Lang) render.Message { return render.Withdrawn(l, 1_700_000_000_000) }},
		{"record, shared", true, func(l lang.Lang) render.Message { return render.RecordOf(pen(l), played(), everybody["bob"]) }},
		settled("settings, host", true),
		settled("settings, others", false),
		{"rules", false, func(l lang.Lang) render.Message { return render.Rules(l, engine.Boathouse.Rules()) }},
		{"rules, concealed", false, func(l lang.Lang) render.Message { return render.Rules(l, engine.Concealed.Rules()) }},
		{"how to play", false, func(l lang.Lang) render.Message { return render.How(pen(l), engine.Boathouse.Rules(), tableID) }},
		{"how to play, concealed", false, func(l lang.Lang) render.Message { return render.How(pen(l), engine.Concealed.Rules(), tableID) }},
		{"how to play, mixed, every card pays", false, func(l lang.Lang) render.Message {
			rules := engine.Boathouse.Rules()
			rules.Draw, rules.Pay, rules.RummyMultiplier = engine.DrawMixed, engine.PayHand, 1
			return render.How(pen(l), rules, "")
		}},
		{"about", false, func(l lang.Lang) render.Message {
			return render.About(pen(l), render.AboutModel{Version: "v1.2.3", Operator: "the rowing club", Contact: "the [crew](https://boathouse.example)"})
		}},
		{"about, no more known", false, func(l lang.Lang) render.Message { return render.About(pen(l), render.AboutModel{}) }},
		{"settings, concealed", false, func(l lang.Lang) render.Message {
			concealed := but(settings, func(s *sitting.Sight) { s.Settings.Rules = engine.Concealed.Rules() })
			return render.Settings(pen(l), reader(), concealed, true)
		}},
		{"server", false, func(l lang.Lang) render.Message { return render.Server(l, render.ServerModel{}) }},
		{"server, settled", false, func(l lang.Lang) render.Message {
			return render.Server(l, render.ServerModel{Rules: "brisk", Pace: "live", Lang: "nl", Channels: []sitting.Channel{"7", "8"}})
		}},
		{"whom to ask to the table", false, func(l lang.Lang) render.Message { return render.WhomToAsk(pen(l), settings) }},
		{"help", false, func(l lang.Lang) render.Message {
			return render.Help(pen(l), &sitting.Sight{ID: tableID}, render.MyDraw)
		}},
		{"more, host", false, func(l lang.Lang) render.Message {
			mine := but(settings, func(s *sitting.Sight) { s.MayTakeBack = true })
			return render.More(pen(l), mine, render.Own{Seated: true, Host: true})
		}},
		{"more, host in mid-hand", false, func(l lang.Lang) render.Message {
			mine := but(settings, func(s *sitting.Sight) { s.Phase, s.MayEnd, s.Others = sitting.Playing, true, true })
			return render.More(pen(l), mine, render.Own{Seated: true, Host: true})
		}},
		{"more, in a hand", false, func(l lang.Lang) render.Message {
			return render.More(pen(l), sight(engine.See(toDraw(t), 0)), render.Own{Seated: true})
		}},
		{"more, closed", false, func(l lang.Lang) render.Message {
			return render.More(pen(l), but(settings, func(s *sitting.Sight) { s.Phase = sitting.Ended }), render.Own{})
		}},
		{"more, of a result", false, func(l lang.Lang) render.Message {
			return render.MoreOfResult(pen(l), rummy(), render.Own{Seated: true}, sitting.HandKey{Hand: 3})
		}},
		{"more, of an old result", false, func(l lang.Lang) render.Message {
			return render.MoreOfResult(pen(l), rummy(), render.Own{}, sitting.HandKey{Hand: 1})
		}},
		{"more, of the result of a closed table", false, func(l lang.Lang) render.Message {
			return render.MoreOfResult(pen(l), but(rummy(), func(s *sitting.Sight) { s.Phase = sitting.Ended }), render.Own{Seated: true}, sitting.HandKey{Hand: 3})
		}},
		{"proof, from a result", false, func(l lang.Lang) render.Message { return render.WithMenu(pen(l), settings, "3", proof(l, proven())) }},
		{"no playing on at a closed table", false, func(l lang.Lang) render.Message {
			closed := but(settings, func(s *sitting.Sight) { s.Phase = sitting.Ended })
			return render.RematchOf(pen(l), closed, render.Refusal(l, reader(), closed, &sitting.Refusal{Code: sitting.IsClosed}))
		}},
		{"pile", false, func(l lang.Lang) render.Message { return render.Pile(l, engine.Watch(toDraw(t))) }},
		{"pile, stock exhausted, from the menu", false, func(l lang.Lang) render.Message {
			return render.WithMenu(pen(l), settings, "", render.Pile(l, engine.Watch(exhausted(t))))
		}},
		{"more, spectator", false, func(l lang.Lang) render.Message { return render.More(pen(l), settings, render.Own{}) }},
		{"quiet hours", false, func(l lang.Lang) render.Message { return render.Habits(pen(l), quietHours()) }},
		{"quiet hours, none", false, func(l lang.Lang) render.Message {
			return render.Habits(pen(l), render.HabitsModel{Calls: render.CallsDirect, Opens: true})
		}},
		{"proof, running", false, func(l lang.Lang) render.Message {
			return proof(l, sitting.Proof{Deal: sitting.DealFacts{Hand: 3, Commitment: hex("c")}})
		}},
		{"proof, from before", false, func(l lang.Lang) render.Message {
			return proof(l, sitting.Proof{Deal: sitting.DealFacts{Hand: 3, Commitment: hex("c"), All: []string{"1300000000000000001"}, Start: true}})
		}},
		{"proof, never dealt", false, func(l lang.Lang) render.Message {
			return proof(l, sitting.Proof{Deal: sitting.DealFacts{Hand: 4, Commitment: hex("d"), All: []string{"1300000000000000002"}, Seal: "1300000000000000002"}, Gone: true})
		}},
		{"proof, over", false, func(l lang.Lang) render.Message { return proof(l, proven()) }},
		{"proof, of the first hand, with its seal line", false, func(l lang.Lang) render.Message {
			d := proven()
			d.Deal.Early, d.Deal.Table, d.Again = true, "", ""
			d.Deal.All = []string{"boat```house", "1300000000000000001"}
			d.Fair.Cuts = d.Deal.All
			return proofOf(l, d, render.Claim(" "+deal.SealLine(hex("c"))), false)
		}},
		{"proof, with another seal", false, func(l lang.Lang) render.Message {
			d := proven()
			d.Deal.Table, d.Again = "", "" // dealt when the last word came last
			d.Deal.All = []string{"1300000000000000001", "boat```house"}
			d.Fair.Cuts = d.Deal.All
			return proofOf(l, d, render.Claim(hex("d")), false)
		}},
		{"confirm leaving", false, confirm(render.LeaveNow)},
		{"confirm removing", false, confirm(render.RemoveNow)},
		{"confirm closing", false, confirm(render.CloseNow)},
		{"confirm asking to close", false, confirm(render.CloseAsk)},
		{"confirm ending", false, confirm(render.EndNow)},
		{"confirm asking to end", false, confirm(render.EndAsk)},
		{"confirm taking turns back", false, confirm(render.TakeBackNow)},
		{"no seat", false, func(l lang.Lang) render.Message { return render.Invite(pen(l), settings) }},
		{"notice", false, func(l lang.Lang) render.Message {
			return render.Notice(l, render.NoticeModel{News: render.CutTaken, Word: "`boat`"})
		}},
	}
}

func quietHours() render.HabitsModel {
	return render.HabitsModel{From: 22 * 60, To: 7*60 + 30, Zone: "America/Argentina/Buenos_Aires", Now: time.Date(2026, 1, 2, 9, 5, 0, 0, time.UTC)}
}

func proven() sitting.Proof {
	d := sitting.Proof{Deal: sitting.DealFacts{
		Hand: 3, Commitment: hex("c"), Seal: "1300000000000000001", Table: "1300000000000000003",
		All: []string{"1300000000000000001", "boat```house", "1300000000000000003"},
	}, Over: true, Dealt: true, Again: "1300000000000000009"}
	d.Fair.Cuts = d.Deal.All
	for i := range d.Fair.Seed {
		d.Fair.Seed[i] = 0x55
	}
	for i := range d.Fair.Deck {
		d.Fair.Deck[i] = engine.Card(i)
	}
	return d
}

func proof(l lang.Lang, d sitting.Proof) render.Message { return proofOf(l, d, "", false) }

func proofOf(l lang.Lang, d sitting.Proof, claimed render.Claim, before bool) render.Message {
	r := reader()
	r.Tables = map[int]string{3: "https://discord.com/channels/1/2/1300000000000000003"}
	drawn, err := render.Proof(l, r, tableID, d, claimed, before)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return drawn
}

func confirm(q render.Question) func(lang.Lang) render.Message {
	s := but(sight(engine.View{}), func(s *sitting.Sight) { s.AskFor = 8 * time.Hour })
	return func(l lang.Lang) render.Message { return render.Confirm(pen(l), reader(), s, q, 1) }
}
