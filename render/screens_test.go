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
	playing, between, closed := table, table, table
	playing.View, playing.Deadline = after, time.Time{}
	between.Between, between.View.Phase, between.View.Turn = true, engine.Over, engine.Nobody
	closed.Closed = true
	return []screen{
		{"lobby, one player", true, func(l lang.Lang) render.Message {
			return render.Lobby(codec, l, render.LobbyModel{
				Table: tableID, Host: people()[0], Rules: engine.Boathouse.Rules(), Seats: 4, Turn: 24 * time.Hour,
				Players: people()[:1], Levels: []string{"easy"},
			}, serial)
		}},
		{"lobby, house rules and cuts", true, func(l lang.Lang) render.Message {
			rules := engine.Mixed.Rules()
			rules.BlockedAfter, rules.Pay = 1, engine.PayHand
			return render.Lobby(codec, l, render.LobbyModel{
				Table: tableID, Host: people()[0], Rules: rules, Seats: 3, Players: people(), Levels: []string{"easy"},
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
		{"ping", true, func(l lang.Lang) render.Message {
			return render.Ping(codec, l, render.PingModel{Table: tableID, Version: version, Player: people()[0], View: toDraw, Deadline: deadline()}, serial)
		}},
		{"result, rummy", true, func(l lang.Lang) render.Message { return render.Result(codec, l, rummy(), serial) }},
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

func rummy() render.ResultModel {
	return render.ResultModel{
		Table: tableID, Version: version, Hand: 3, Players: people(), Rules: engine.Boathouse.Rules(),
		Result: engine.Result{
			Winner: 0, Rummy: true, Payments: [engine.MaxSeats]engine.Pips{0, 40, 62},
			Hands: [engine.MaxSeats]engine.Hand{0, cards("9C 9D 9S KD TC"), cards("AC TD KS")}, Counts: [engine.MaxSeats]engine.Pips{0, 20, 31},
		},
		Seed: hex("5"), Cuts: []string{"1300000000000000001", "boat"}, TabHead: hex("b"), Commitment: render.Commitment{Hand: 3, Link: link},
	}
}

func handScreens(t testing.TB) []screen {
	hand := func(s engine.State, seat engine.Seat, order render.Order, note string) func(lang.Lang) render.Message {
		return func(l lang.Lang) render.Message {
			return render.Hand(codec, l, render.HandModel{
				Table: tableID, Version: version, Hand: 3, View: engine.See(s, seat), Log: own(), Players: people(),
				Order: order, Note: note, Deadline: deadline(),
			}, serial)
		}
	}
	concealed := enginetest.Position(t, "rules concealed\nturn 0 play\nhand 0 9C 9D 9S 4H 5H 6H KD\nhand 1 2C\nhand 2 3C\npile 7C")
	exhausted := enginetest.Position(t, "turn 0\nhand 0 9C 9D\nhand 1 2C\nhand 2 3C\nrest pile\npile 7C 8C")
	return []screen{
		{"hand, before the draw", false, hand(toDraw(t), 0, render.BySuit, "")},
		{"hand, stock exhausted", false, hand(exhausted, 0, render.ByRank, "")},
		{"hand, after the draw", false, hand(toPlay(t), 0, render.ByMelds, "")},
		{"hand, not my turn", false, hand(toPlay(t), 1, render.BySuit, "")},
		{"hand, concealed", false, hand(concealed, 0, render.ByRank, "")},
		{"hand, old button", false, func(l lang.Lang) render.Message {
			return hand(toDraw(t), 0, render.BySuit, render.TroubleText(l, render.TroubleModel{Trouble: render.Stale}))(l)
		}},
	}
}

func privateScreens() []screen {
	settings := render.SettingsModel{
		Table: tableID, Version: version, Rules: engine.Boathouse.Rules(), Seats: 4, Turn: 24 * time.Hour, Players: people(), Change: true,
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
			return render.More(codec, l, render.MoreModel{Table: tableID, Version: version, Seated: true, Host: true}, serial)
		}},
		{"more, spectator", false, func(l lang.Lang) render.Message {
			return render.More(codec, l, render.MoreModel{Table: tableID, Version: version}, serial)
		}},
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
		return render.Confirm(codec, l, render.ConfirmModel{Table: tableID, Version: version, Question: q, Seat: 1, Player: people()[1]}, serial)
	}
}
