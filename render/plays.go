package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// leastPlays is how many plays a table tells at least.
const leastPlays = 3

// How many plays and cards of theirs there is room for, with the longest names: on a
// table, and in a hand. They are counted so that they are the same in every language.
const (
	tableRoom = 40
	handRoom  = 20
)

// newsOf gives the events that a table tells, of the log as a spectator saw it:
// while a hand is played what whoever is to play hasn't answered yet, and what they
// did since; then the last turn.
func newsOf(v engine.View, log []engine.PublicEvent) []engine.PublicEvent {
	from := len(log)
	if v.Phase == engine.Over {
		for from > 0 && log[from-1].Kind != engine.SawDraw {
			from--
		}
		from = max(0, from-1)
	} else {
		for from > 0 && log[from-1].Seat == v.Turn {
			from--
		}
		for from > 0 && log[from-1].Seat != v.Turn {
			from--
		}
	}
	return newest(log[max(0, min(from, len(log)-leastPlays)):], tableRoom)
}

// newest gives the newest of some events, as many as there is room for, and a few at least.
func newest(events []engine.PublicEvent, room int) []engine.PublicEvent {
	for i := len(events) - 1; i >= 0; i-- {
		room -= 1 + len(events[i].Cards)
		if room < 0 && len(events)-i > leastPlays {
			return events[i+1:]
		}
	}
	return events
}

// playsOf tells what events say, a sentence each, for all to read: the events are
// those that a spectator saw.
func playsOf(players []who, events []engine.PublicEvent) []sentence {
	var plays []sentence
	for _, e := range events {
		plays = append(plays, playOf(players, e))
	}
	return plays
}

func playOf(players []who, e engine.PublicEvent) sentence {
	s := sentence{name: brief{sits(players, e.Seat)}, cards: e.Cards, meld: e.Meld + 1}
	switch e.Kind {
	case engine.SawDraw:
		s.key, s.n = drawPlay(e), len(e.Cards)+e.Hidden
	case engine.SawMeld:
		s.key, s.cards = lang.LogMeld, inOrder(engine.HandOf(e.Cards...))
	case engine.SawLayOff:
		s.key = lang.LogLayoff
	case engine.SawDiscard:
		s.key = lang.LogDrop
	case engine.SawTakeback:
		s.key = lang.LogTakeback
		if e.Source == engine.FromDiscard {
			s.key = lang.LogPutback
		}
	case engine.SawGoOut:
		s.key = lang.LogGoout
		if e.Discard != engine.NoCard {
			s.key, s.cards = lang.LogGooutDiscard, []engine.Card{e.Discard}
		}
	case engine.SawWin:
		s.key = lang.LogWin
	case engine.SawBlock:
		s.key = lang.LogBlock
	}
	return s
}

func drawPlay(e engine.PublicEvent) lang.Key {
	switch e.Source {
	case engine.FromStock:
		return lang.LogStock
	case engine.FromDiscard, engine.FromMixed:
		if e.Hidden > 0 {
			return lang.LogBoth
		}
		return lang.LogDiscard
	case engine.FromTurnover:
		return lang.LogTurnover
	}
	return ""
}

// smallPlays tells plays in small print; "" when there are none.
func smallPlays(l lang.Lang, plays []sentence) string {
	if len(plays) == 0 {
		return ""
	}
	return "-# " + l.Say(lang.TableLast) + "\n-# " + strings.ReplaceAll(paragraph(l, plays...), "\n", "\n-# ")
}
