package render

import (
	"fmt"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A ResultModel is a hand that is over: all is shown now.
type ResultModel struct {
	Table      string
	Version    int64
	Hand       int
	Players    []Player // by seat of that hand
	Rules      engine.Rules
	Abandoned  bool
	Result     engine.Result // not read when Abandoned
	Seed       string        // hex
	Cuts       []string      // the whole list: the interaction's id, then the words
	TabHead    string        // hex; empty when nothing was written
	Commitment Commitment
	Closed     bool // the table is closed too: no next hand
	Again      int  // 0: a fresh deal; k: the k-th turning of its deal
	OnTab      bool // it counts on the tab
	Repeatable bool // its deal may be dealt once more
}

// Result draws the end of a hand, a message of its own.
func Result(c Codec, l lang.Lang, m ResultModel, serial uint32) Message {
	p := pen{codec: c, table: m.Table, version: m.Version, serial: serial}
	parts := []Component{text("## " + outcome(l, m)), text(turnedText(l, m.Again, m.OnTab))}
	if !m.Abandoned {
		parts = append(parts, text(handsLeft(l, m)), text(payments(l, m)))
	}
	parts = append(parts, separator(), text(dealShown(l, m)))
	return public(append(parts, row(resultButtons(p, l, m)...))...)
}

func resultButtons(p pen, l lang.Lang, m ResultModel) []Button {
	var buttons []Button
	if m.Closed {
		buttons = append(buttons, p.button(StylePrimary, l.Say(lang.ButtonRematch), VerbRematch, ""))
	} else {
		buttons = append(buttons, p.button(StylePrimary, l.Say(lang.ButtonNext), VerbNext, ""))
		if m.Repeatable {
			buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonAgain), VerbAgain, ""))
		}
		buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonLeave), VerbLeave, ""))
	}
	return append(buttons,
		p.button(StyleSecondary, l.Say(lang.ButtonTab), VerbTab, ""),
		p.button(StyleSecondary, l.Say(lang.ButtonProof), VerbProof, fmt.Sprint(m.Hand)))
}

func outcome(l lang.Lang, m ResultModel) string {
	r, hand := m.Result, lang.Hand(m.Hand)
	name := lang.Name(seated(l, m.Players, r.Winner))
	switch {
	case m.Abandoned:
		return l.Say(lang.ResultAbandoned, hand)
	case r.Blocked && m.Rules.Blocked == engine.BlockedVoid:
		return l.Say(lang.ResultVoid, hand)
	case r.Winner == engine.Nobody:
		return l.Say(lang.ResultTied, hand)
	case r.Blocked:
		return l.Say(lang.ResultBlocked, name, hand)
	case r.Rummy && m.Rules.RummyMultiplier > 1:
		return l.Say(lang.ResultRummy, name, hand, lang.N(int(m.Rules.RummyMultiplier)))
	default:
		return l.Say(lang.ResultWon, name, hand)
	}
}

// handsLeft shows each hand, the matched cards as melds and the rest apart.
func handsLeft(l lang.Lang, m ResultModel) string {
	lines := []string{"**" + l.Say(lang.ResultHands) + "**"}
	for i := range m.Players {
		cards := l.Say(lang.ResultNocards)
		if hand := m.Result.Hands[i]; !hand.Empty() {
			cards = fmt.Sprintf("%s = **%d**", arrangedText(l, hand), m.Result.Counts[i])
		}
		lines = append(lines, l.Say(lang.ResultHand, lang.Name(seated(l, m.Players, engine.Seat(i))), lang.Cards(cards)))
	}
	return strings.Join(lines, "\n")
}

func arrangedText(l lang.Lang, hand engine.Hand) string {
	a := engine.Arrange(hand)
	var parts []string
	if a.Count > 0 {
		parts = append(parts, meldList(a.Melds[:a.Count]))
	}
	if !a.Deadwood.Empty() {
		parts = append(parts, l.Say(lang.ResultLoose, lang.Cards(symbols(dearest(a.Deadwood)))))
	}
	return strings.Join(parts, " · ")
}

// payments tells each payment with its arithmetic; "" when nobody pays.
func payments(l lang.Lang, m ResultModel) string {
	r := m.Result
	var lines []string
	computers := false
	for i, player := range m.Players {
		pips := int(r.Payments[i])
		if r.Winner == engine.Nobody || engine.Seat(i) == r.Winner {
			continue
		}
		name, winner := lang.Name(player.safe(l, i)), lang.Other(seated(l, m.Players, r.Winner))
		if sum := arithmetic(m, i); sum != "" {
			lines = append(lines, l.Count(lang.ResultPaysSum, pips, name, winner, lang.Sum(sum)))
		} else {
			lines = append(lines, l.Count(lang.ResultPays, pips, name, winner))
		}
		computers = computers || pips > 0 && (player.Computer != "" || sitter(m.Players, r.Winner).Computer != "")
	}
	if len(lines) == 0 {
		return ""
	}
	if computers {
		lines = append(lines, "-# "+l.Say(lang.ResultComputers))
	}
	return "**" + l.Say(lang.ResultPayments) + "**\n" + strings.Join(lines, "\n")
}

// arithmetic writes how a payment came about where it isn't the plain count.
func arithmetic(m ResultModel, seat int) string {
	r := m.Result
	switch count := r.Counts[seat]; {
	case r.Blocked:
		return fmt.Sprintf("%d − %d", count, r.Counts[r.Winner])
	case r.Rummy && m.Rules.RummyMultiplier > 1:
		return fmt.Sprintf("%d × %d", count, m.Rules.RummyMultiplier)
	default:
		return ""
	}
}

// dealShown opens the sealed deal: seed, cuts, where it was sealed, and the
// newest entry of the tab.
func dealShown(l lang.Lang, m ResultModel) string {
	var lines []string
	if m.Seed != "" {
		lines = append(lines, "-# "+l.Say(lang.ResultSeed, lang.Word(code(m.Seed))))
	}
	if len(m.Cuts) > 0 {
		lines = append(lines, "-# "+l.Say(lang.ResultCuts, lang.List(words(m.Cuts))))
	}
	if link := m.Commitment.text(l); link != "" {
		lines = append(lines, "-# "+link)
	}
	if m.TabHead != "" {
		lines = append(lines, "-# "+l.Say(lang.ResultHead, lang.Word(code(m.TabHead))))
	}
	return strings.Join(lines, "\n")
}

func words(list []string) string {
	safe := make([]string, len(list))
	for i, word := range list {
		safe[i] = SafeWord(word)
	}
	return strings.Join(safe, " · ")
}

// code shows a hexadecimal value in letters of one width.
func code(hex string) string { return "`" + hex + "`" }
