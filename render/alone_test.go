package render_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// carrier is the id of the message that carried the seal of the hand of aloneAt first.
const carrier = "1300000000000000007"

// aloneAt is a table at which ann plays alone.
func aloneAt(v engine.View, change func(*sitting.Sight)) *sitting.Sight {
	return but(sight(v), func(s *sitting.Sight) {
		s.Alone, s.Stakes, s.Settings.Pace, s.Settings.Lang, s.Limit = true, false, sitting.None, "en", 0
		s.Seats = []sitting.Sitter{{Person: "ann"}, {Computer: opponent.Moby}, {Computer: opponent.Kano}}
		s.Deal.Seal, s.Deal.All, s.Deal.Early, s.Deal.Ready = carrier, []string{carrier}, true, true
		change(s)
	})
}

// over ends the hand of aloneAt, which ann has won.
func over(s *sitting.Sight) {
	last := *rummy().Last
	last.Seats, last.Alone, last.TabHead, last.Seal, last.Commitment = s.Seats, true, "", carrier, hex("c")
	s.Last, s.Phase, s.View.Phase = &last, sitting.Between, engine.Over
	last.Scores = []sitting.Score{{Collected: 102, Net: 102}, {Net: -40}, {Net: -62}}
	s.Deal = sitting.DealFacts{Hand: 4, Commitment: hex("d")}
}

func aloneScreens(t testing.TB) []screen {
	as := func(name string, v engine.View, message string, change func(*sitting.Sight)) screen {
		s := aloneAt(v, change)
		return screen{name, false, func(l lang.Lang) render.Message {
			return render.Sealed(l, s, message, render.Hand(pen(l), reader(), s, nil))
		}}
	}
	same := func(*sitting.Sight) {}
	between, closed := aloneAt(engine.See(toDraw(t), 0), over), aloneAt(engine.See(toDraw(t), 0), func(s *sitting.Sight) {
		over(s)
		s.Phase, s.Idle = sitting.Ended, 7*24*time.Hour
	})
	mine := render.Own{Seated: true, Host: true}
	return []screen{
		{"alone, the seal", false, func(l lang.Lang) render.Message {
			return render.SealAlone(l, sitting.DealFacts{Hand: 3, Commitment: hex("c")})
		}},
		as("alone, before the draw", engine.See(toDraw(t), 0), carrier, func(s *sitting.Sight) { s.Log = rounds(t) }),
		as("alone, brought back after the draw", engine.See(toPlay(t), 0), "", same),
		as("alone, the result", engine.See(toDraw(t), 0), carrier, over),
		as("alone, on the message of the hand before", engine.See(toDraw(t), 0), "1300000000000000006", func(s *sitting.Sight) {
			s.Last = &sitting.HandResult{Hand: 2, Commitment: hex("b"), Seal: "1300000000000000006"}
		}),
		{"alone, shared", true, func(l lang.Lang) render.Message { return render.Shared(pen(l), reader(), between) }},
		{"alone, more", false, func(l lang.Lang) render.Message {
			return render.More(pen(l), aloneAt(engine.See(toDraw(t), 0), same), mine)
		}},
		{"alone, more of a result", false, func(l lang.Lang) render.Message {
			return render.MoreOfResult(pen(l), between, mine, sitting.HandKey{Hand: 3})
		}},
		{"alone, more, without remarks", false, func(l lang.Lang) render.Message {
			return render.More(pen(l), but(between, func(s *sitting.Sight) { s.Settings.NoRemarks = true }), mine)
		}},
		{"alone, closed", false, func(l lang.Lang) render.Message {
			return render.Sealed(l, closed, carrier, render.WithMenu(pen(l), closed, "", render.Notice(l, render.NoticeModel{News: render.Ended})))
		}},
		{"alone, no longer there", false, func(l lang.Lang) render.Message {
			return render.WithMenu(pen(l), closed, "", render.Line(render.Refusal(l, reader(), closed, &sitting.Refusal{Code: sitting.IsClosed})))
		}},
		{"alone, still on", false, func(l lang.Lang) render.Message {
			s := aloneAt(engine.See(toDraw(t), 0), same)
			return render.StillOn(pen(l), s, "easy,boathouse,6", render.Sealed(l, s, "", render.Hand(pen(l), reader(), s, nil)))
		}},
		{"alone, shared it", false, func(l lang.Lang) render.Message {
			return render.Notice(l, render.NoticeModel{News: render.SharedIt})
		}},
		{"alone, somebody else's", false, func(l lang.Lang) render.Message {
			return render.Line(render.Refusal(l, reader(), closed, &render.DoorRefusal{Code: render.NotYours}))
		}},
	}
}
