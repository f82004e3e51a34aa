package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// playsOf tells what events say, a sentence each, for all to read: the events are
// those that a spectator saw. At most so many, the newest.
func playsOf(players []who, events []engine.PublicEvent, most int) []sentence {
	var plays []sentence
	for _, e := range events[max(0, len(events)-most):] {
		plays = append(plays, playOf(players, e))
	}
	return plays
}

func playOf(players []who, e engine.PublicEvent) sentence {
	s := sentence{name: sits(players, e.Seat), cards: e.Cards, meld: e.Meld + 1}
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

// lastPlays is how many plays a table tells.
const lastPlays = 3

// smallPlays tells plays in small print; "" when there are none.
func smallPlays(l lang.Lang, plays []sentence) string {
	if len(plays) == 0 {
		return ""
	}
	return "-# " + l.Say(lang.TableLast) + "\n-# " + strings.ReplaceAll(paragraph(l, plays...), "\n", "\n-# ")
}
