package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// sentences tells what events say, a sentence each, for all to read: the events are
// those that a spectator saw.
func sentences(l lang.Lang, players []Player, events []engine.PublicEvent) []string {
	lines := make([]string, 0, len(events))
	for _, e := range events {
		lines = append(lines, did(l, players, e))
	}
	return lines
}

func did(l lang.Lang, players []Player, e engine.PublicEvent) string {
	name, cards := lang.Name(seated(l, players, e.Seat)), lang.Cards(symbols(e.Cards))
	switch e.Kind {
	case engine.SawDraw:
		return didDraw(l, name, e)
	case engine.SawMeld:
		return l.Say(lang.LogMeld, name, lang.Cards(meldText(engine.HandOf(e.Cards...))), lang.Meld(e.Meld+1))
	case engine.SawLayOff:
		return l.Say(lang.LogLayoff, name, cards, lang.Meld(e.Meld+1))
	case engine.SawDiscard:
		return l.Say(lang.LogDrop, name, lang.Card(symbols(e.Cards)))
	case engine.SawTakeback:
		return l.Say(lang.LogTakeback, name, cards)
	case engine.SawGoOut:
		if e.Discard == engine.NoCard {
			return l.Say(lang.LogGoout, name)
		}
		return l.Say(lang.LogGooutDiscard, name, lang.Card(e.Discard.Symbol()))
	case engine.SawWin:
		return l.Say(lang.LogWin, name)
	case engine.SawBlock:
		return l.Say(lang.LogBlock)
	}
	return ""
}

func didDraw(l lang.Lang, name lang.Arg, e engine.PublicEvent) string {
	cards, n := lang.Cards(symbols(e.Cards)), len(e.Cards)+e.Hidden
	switch e.Source {
	case engine.FromStock:
		return l.Count(lang.LogStock, n, name)
	case engine.FromDiscard, engine.FromMixed:
		if e.Hidden > 0 {
			return l.Say(lang.LogBoth, name, cards)
		}
		return l.Say(lang.LogDiscard, name, cards)
	case engine.FromTurnover:
		return l.Count(lang.LogTurnover, n, name)
	}
	return ""
}

// lastPlays tells the newest three events in small print; "" when there are none.
func lastPlays(l lang.Lang, players []Player, log []engine.PublicEvent) string {
	if len(log) == 0 {
		return ""
	}
	newest := sentences(l, players, log[max(0, len(log)-3):])
	return "-# " + l.Say(lang.TableLast) + "\n-# " + strings.Join(newest, "\n-# ")
}
