package render_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// screens are one or more drawings of every layout, as small as they are useful.
func screens(t testing.TB) []screen {
	t.Helper()
	return append(append(publicScreens(t), handScreens(t)...), privateScreens()...)
}

func publicScreens(t testing.TB) []screen {
	toDraw, after := engine.Watch(toDraw(t)), engine.Watch(toPlay(t))
	sealed := render.Commitment{Hand: 3, Link: link}
	table := render.TableModel{
		Table: tableID, Version: version, Hand: 3, View: toDraw, Log: spectated(), Players: people(),
		Waiting: []render.Player{{Name: "Cy"}}, Deadline: deadline(), Commitment: sealed,
	}
	playing, between, closed, turned, paused, wished := table, table, table, table, table, table
	turned.Again, paused.Paused, paused.Deadline, wished.Wish = 1, true, time.Time{}, wish()
	wished.Log = append(earlier(), engine.PublicEvent{Kind: engine.SawTakeback, Seat: 2, Cards: []engine.Card{card("TC")}, Discard: engine.NoCard})
	playing.View, playing.Deadline = after, time.Time{}
	between.Between, between.View.Phase, between.View.Turn, between.Repeatable = true, engine.Over, engine.Nobody, true
	closed.Closed = true
	return []screen{
		{"lobby, one player", true, func(l lang.Lang) render.Message {
			return render.Lobby(codec, l, render.LobbyModel{
				Table: tableID, Host: people()[0], Rules: engine.Boathouse.Rules(), Seats: 4, Turn: 24 * time.Hour,
				Standin: "normal", Players: people()[:1], Levels: levels(),
			}, serial)
		}},
		{"lobby, house rules and cuts", true, func(l lang.Lang) render.Message {
			rules := engine.Mixed.Rules()
			rules.BlockedAfter, rules.Pay = 1, engine.PayHand
			return render.Lobby(codec, l, render.LobbyModel{
				Table: tableID, Host: people()[0], Rules: rules, Seats: 3, Standin: "hard", NoHints: true, Players: people(), Levels: levels(),
				Cuts: []render.Cut{{By: people()[0], Word: "boat *house*"}}, Commitment: render.Commitment{Hand: 1, Link: link},
			}, serial)
		}},
		{"commitment", true, func(l lang.Lang) render.Message {
			return render.CommitmentPost(l, render.CommitmentModel{Hand: 3, Commitment: hex("c")})
		}},
		{"table, before the draw", true, func(l lang.Lang) render.Message { return render.Table(codec, l, table, serial) }},
		{"table, after the draw", true, func(l lang.Lang) render.Message { return render.Table(codec, l, playing, serial) }},
		{"table, between hands", true, func(l lang.Lang) render.Message { return render.Table(codec, l, between, serial) }},
		{"table, closed", true, func(l lang.Lang) render.Message { return render.Table(codec, l, closed, serial) }},
		{"table, seats turned", true, func(l lang.Lang) render.Message { return render.Table(codec, l, turned, serial) }},
		{"table, everybody away", true, func(l lang.Lang) render.Message { return render.Table(codec, l, paused, serial) }},
		{"table, somebody wants to take back", true, func(l lang.Lang) render.Message { return render.Table(codec, l, wished, serial) }},
		{"reminder", true, func(l lang.Lang) render.Message {
			return render.Ping(codec, l, render.PingModel{
				Table: tableID, Version: version, Player: people()[0], View: toDraw, Deadline: deadline(), Half: true,
			}, serial)
		}},
		{"ping", true, func(l lang.Lang) render.Message {
			return render.Ping(codec, l, render.PingModel{Table: tableID, Version: version, Player: people()[0], View: toDraw, Deadline: deadline()}, serial)
		}},
		{"result, rummy", true, func(l lang.Lang) render.Message { return render.Result(codec, l, rummy(), serial) }},
		{"result, seats turned", true, func(l lang.Lang) render.Message {
			m := rummy()
			m.Again, m.OnTab = 2, true
			return render.Result(codec, l, m, serial)
		}},
		{"result, blocked", true, func(l lang.Lang) render.Message {
			m := rummy()
			m.Result.Rummy, m.Result.Blocked = false, true
			m.Result.Hands[0], m.Result.Counts[0] = cards("2D"), 2
			m.Result.Payments = [engine.MaxSeats]engine.Pips{0, 18, 29}
			return render.Result(codec, l, m, serial)
		}},
		{"result, tied", true, func(l lang.Lang) render.Message {
			m := rummy()
			m.Result = engine.Result{Winner: engine.Nobody, Blocked: true, Hands: m.Result.Hands}
			return render.Result(codec, l, m, serial)
		}},
		{"result, abandoned", true, func(l lang.Lang) render.Message {
			m := rummy()
			m.Abandoned, m.Closed, m.TabHead = true, true, ""
			return render.Result(codec, l, m, serial)
		}},
	}
}

// wish is one of seat 2, to take its discard back.
func wish() *render.Wish {
	return &render.Wish{Seat: 2, Cards: cards("TC"), Waits: []engine.Seat{0, 1}}
}

// levels are those of the computers that people can choose.
func levels() []string { return []string{"easy", "normal", "hard"} }

func rummy() render.ResultModel {
	return render.ResultModel{
		Table: tableID, Version: version, Hand: 3, Players: people(), Rules: engine.Boathouse.Rules(),
		Result: engine.Result{
			Winner: 0, Rummy: true, Payments: [engine.MaxSeats]engine.Pips{0, 40, 62},
			Hands: [engine.MaxSeats]engine.Hand{0, cards("9C 9D 9S KD TC"), cards("AC TD KS")}, Counts: [engine.MaxSeats]engine.Pips{0, 20, 31},
		},
		Seed: hex("5"), Cuts: []string{"1300000000000000001", "boat"}, TabHead: hex("b"), Commitment: render.Commitment{Hand: 3, Link: link},
		Repeatable: true,
	}
}

func handScreens(t testing.TB) []screen {
	hand := func(s engine.State, seat engine.Seat, order render.Order, note string) func(lang.Lang) render.Message {
		return func(l lang.Lang) render.Message {
			return render.Hand(codec, l, render.HandModel{
				Table: tableID, Version: version, Hand: 3, View: engine.See(s, seat), Log: own(), Players: people(),
				Order: order, Note: note, Deadline: deadline(), Standin: "normal",
			}, serial)
		}
	}
	concealed := enginetest.Position(t, "rules concealed\nturn 0 play\nhand 0 9C 9D 9S 4H 5H 6H KD\nhand 1 2C\nhand 2 3C\npile 7C")
	model := func(s engine.State, seat engine.Seat) render.HandModel {
		return render.HandModel{
			Table: tableID, Version: version, Hand: 3, View: engine.See(s, seat), Log: own(), Players: people(), Standin: "normal", Hints: true,
		}
	}
	drawn := func(m render.HandModel) func(lang.Lang) render.Message {
		return func(l lang.Lang) render.Message { return render.Hand(codec, l, m, serial) }
	}
	advised, asked, done, over := model(toPlay(t), 0), model(toDraw(t), 0), model(toPlay(t), 1), model(toDraw(t), 0)
	advised.Hint = &render.HintModel{Level: "hard", Move: engine.Discard{Card: card("KD")}, Why: render.DropsUseless, Cards: cards("KD")}
	advised.TakeBack = true
	asked.Wish, asked.Again = wish(), 1
	done.TakeBack = true
	over.View.Phase, over.Repeat = engine.Over, true
	exhausted := enginetest.Position(t, "turn 0\nhand 0 9C 9D\nhand 1 2C\nhand 2 3C\nrest pile\npile 7C 8C")
	return []screen{
		{"hand, before the draw", false, hand(toDraw(t), 0, render.BySuit, "")},
		{"hand, stock exhausted", false, hand(exhausted, 0, render.ByRank, "")},
		{"hand, after the draw", false, hand(toPlay(t), 0, render.ByMelds, "")},
		{"hand, not my turn", false, hand(toPlay(t), 1, render.BySuit, "")},
		{"hand, concealed", false, hand(concealed, 0, render.ByRank, "")},
		{"hand, with a hint", false, drawn(advised)},
		{"hand, asked to let somebody take back", false, drawn(asked)},
		{"hand, away", false, drawn(done)},
		{"hand, over", false, drawn(over)},
		{"hand, back again", false, func(l lang.Lang) render.Message {
			m := model(toDraw(t), 0)
			m.Note = render.Welcome(l, people(), []engine.PublicEvent{
				{Kind: engine.SawDraw, Seat: 0, Source: engine.FromStock, Cards: []engine.Card{card("4H"), card("5H")}, Discard: engine.NoCard},
				{Kind: engine.SawDiscard, Seat: 0, Cards: []engine.Card{card("TC")}, Discard: engine.NoCard},
			})
			return drawn(m)(l)
		}},
		{"hand, old button", false, func(l lang.Lang) render.Message {
			return hand(toDraw(t), 0, render.BySuit, render.TroubleText(l, render.TroubleModel{Trouble: render.Stale}))(l)
		}},
	}
}

func privateScreens() []screen {
	settings := render.SettingsModel{
		Table: tableID, Version: version, Rules: engine.Boathouse.Rules(), Seats: 4, Turn: 24 * time.Hour, Standin: "normal", Levels: levels(), Players: people(), Change: true,
	}
	look := settings
	look.Change = false
	return []screen{
		{"tab", false, func(l lang.Lang) render.Message {
			return render.Tab(codec, l, render.TabModel{
				Balances:  []render.Balance{{people()[1], 24}, {render.Player{Name: "Cy"}, -1}},
				Standings: []render.Balance{{people()[0], 23}, {render.Player{}, 0}, {people()[1], -23}},
			}, serial)
		}},
		{"tab, empty", false, func(l lang.Lang) render.Message { return render.Tab(codec, l, render.TabModel{}, serial) }},
		{"settings, host", false, func(l lang.Lang) render.Message { return render.Settings(codec, l, settings, serial) }},
		{"settings, others", false, func(l lang.Lang) render.Message { return render.Settings(codec, l, look, serial) }},
		{"rules", false, func(l lang.Lang) render.Message {
			return render.Rules(l, render.RulesModel{Rules: engine.Boathouse.Rules()})
		}},
		{"rules, concealed", false, func(l lang.Lang) render.Message {
			return render.Rules(l, render.RulesModel{Rules: engine.Concealed.Rules()})
		}},
		{"help", false, func(l lang.Lang) render.Message { return render.Help(l, render.MyDraw) }},
		{"more, host", false, func(l lang.Lang) render.Message {
			return render.More(codec, l, render.MoreModel{Table: tableID, Version: version, Seated: true, Host: true, GoAway: true, TakeBack: true}, serial)
		}},
		{"more, spectator", false, func(l lang.Lang) render.Message {
			return render.More(codec, l, render.MoreModel{Table: tableID, Version: version}, serial)
		}},
		{"quiet hours", false, func(l lang.Lang) render.Message { return render.Quiet(l, quietHours()) }},
		{"quiet hours, none", false, func(l lang.Lang) render.Message { return render.Quiet(l, render.QuietModel{}) }},
		{"proof, running", false, func(l lang.Lang) render.Message {
			return proof(l, render.ProofModel{Table: tableID, Hand: 3, Commitment: hex("c"), Link: link})
		}},
		{"proof, over", false, func(l lang.Lang) render.Message { return proof(l, proven()) }},
		{"confirm leaving", false, confirm(render.LeaveNow)},
		{"confirm removing", false, confirm(render.RemoveNow)},
		{"confirm closing", false, confirm(render.CloseNow)},
		{"no seat", false, func(l lang.Lang) render.Message { return render.Invite(codec, l, tableID, version, serial) }},
		{"notice", false, func(l lang.Lang) render.Message {
			return render.Notice(l, render.NoticeModel{News: render.CutTaken, Word: "`boat`"})
		}},
	}
}

func quietHours() render.QuietModel {
	return render.QuietModel{From: 22 * 60, To: 7*60 + 30, Zone: "America/Argentina/Buenos_Aires", Now: time.Date(2026, 1, 2, 9, 5, 0, 0, time.UTC)}
}

func proven() render.ProofModel {
	m := render.ProofModel{
		Table: tableID, Hand: 3, Commitment: hex("c"), Seed: hex("5"), Cuts: []string{"1300000000000000001", "boat```house"}, Link: link,
	}
	for c := engine.Card(0); c < engine.PackSize; c++ {
		m.Deck = append(m.Deck, c)
	}
	return m
}

func proof(l lang.Lang, m render.ProofModel) render.Message {
	drawn, err := render.Proof(l, m)
	if err != nil {
		panic(err) // strings and numbers always encode
	}
	return drawn
}

func confirm(q render.Question) func(lang.Lang) render.Message {
	return func(l lang.Lang) render.Message {
		return render.Confirm(codec, l, render.ConfirmModel{Table: tableID, Version: version, Question: q, Seat: 1, Player: people()[1], Standin: "normal"}, serial)
	}
}
