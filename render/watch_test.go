package render_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

func watchScreens(t testing.TB) []screen {
	public := but(sight(engine.Watch(toDraw(t))), func(s *sitting.Sight) { s.Log, s.Deadline = rounds(t), deadline() })
	at := func(name string, s *sitting.Sight) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Watch(pen(l), reader(), s, deadline()) }}
	}
	return []screen{
		at("watch", public),
		at("watch, somebody wants to take back", but(public, func(s *sitting.Sight) { s.Takeback, s.Ending = wish(), ending(false) })),
		at("watch, between hands", but(public, func(s *sitting.Sight) {
			s.Phase, s.View.Phase, s.View.Turn, s.Next = sitting.Between, engine.Over, engine.Nobody, deadline()
		})),
		at("watch, closed", but(public, func(s *sitting.Sight) { s.Phase = sitting.Ended })),
		{"watch, still", false, func(l lang.Lang) render.Message { return render.Watch(pen(l), reader(), public, time.Time{}) }},
		{"watch, no more", false, func(l lang.Lang) render.Message {
			return render.WithMenu(pen(l), public, "", render.Notice(l, render.NoticeModel{News: render.Unwatched}))
		}},
		{"watch, who waits", false, func(l lang.Lang) render.Message {
			return render.LookOn(pen(l), public, render.Refusal(l, reader(), public, &sitting.Refusal{Code: sitting.JoinsLater}))
		}},
		{"watch, no seat before the first hand", false, func(l lang.Lang) render.Message {
			return render.Invite(pen(l), &sitting.Sight{ID: tableID, Phase: sitting.Lobby})
		}},
	}
}

// largestWatch is that of a table with all that there is to say, after a long hand.
func largestWatch(s *sitting.Sight) screen {
	return screen{"watch", false, func(l lang.Lang) render.Message {
		return render.Watch(pen(l), crowded(), but(s, func(s *sitting.Sight) {
			s.Log = nil
			for i := range 60 {
				s.Log = append(s.Log, engine.PublicEvent{Kind: engine.SawDiscard, Seat: engine.Seat(i % 6), Cards: cards("TD").Cards(), Discard: engine.NoCard})
			}
		}), deadline().Add(time.Hour))
	}}
}
