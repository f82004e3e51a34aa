package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// A TabModel is the tab of a server as one person sees it.
type TabModel struct {
	Balances  []Balance // with each other person, as the books order them
	Standings []Balance // each person's sum over all others, highest first
	Page      int       // from 0; a page that isn't there is the nearest one
}

// A Balance is what stands between the reader and a player, or a player's sum.
type Balance struct {
	Player Player
	Pips   int64 // above zero: the player owes the reader, or is owed in all
}

// tabPage is how many balances and how many standings a page shows.
const tabPage = 10

// Tab draws a page of the reader's balances and of the standings.
func Tab(c Codec, l lang.Lang, m TabModel, serial uint32) Message {
	p := pen{codec: c, serial: serial}
	pages := max(1, (max(len(m.Balances), len(m.Standings))+tabPage-1)/tabPage)
	page := min(max(m.Page, 0), pages-1)
	var buttons []Button
	if page > 0 {
		buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonBack), VerbTab, strconv.Itoa(page-1)))
	}
	if page < pages-1 {
		buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonForward), VerbTab, strconv.Itoa(page+1)))
	}
	parts := []Component{
		text("### " + l.Say(lang.TabTitle) + "\n" + balances(l, m, page)),
		text("**" + l.Say(lang.TabStandings) + "**\n" + standings(l, m, page)),
	}
	if pages > 1 {
		parts = append(parts, text("-# "+l.Say(lang.TabPage, lang.N(page+1), lang.Total(pages))))
	}
	return private(append(parts, row(buttons...))...)
}

func balances(l lang.Lang, m TabModel, page int) string {
	if len(m.Balances) == 0 {
		return l.Say(lang.TabEven)
	}
	var lines []string
	for i, b := range pageOf(m.Balances, page) {
		key, pips := lang.TabOwes, int(b.Pips)
		if pips < 0 {
			key, pips = lang.TabOwe, -pips
		}
		lines = append(lines, l.Count(key, pips, lang.Name(b.Player.safe(l, i))))
	}
	return strings.Join(lines, "\n")
}

func standings(l lang.Lang, m TabModel, page int) string {
	if len(m.Standings) == 0 {
		return l.Say(lang.TabStandingsNone)
	}
	var lines []string
	for i, b := range pageOf(m.Standings, page) {
		lines = append(lines, fmt.Sprintf("`%3d` %s · %s", page*tabPage+i+1, b.Player.safe(l, i), signed(b.Pips)))
	}
	return strings.Join(lines, "\n")
}

func pageOf(all []Balance, page int) []Balance {
	return all[min(page*tabPage, len(all)):min((page+1)*tabPage, len(all))]
}

// signed writes a sum with its sign, the minus as printers set it.
func signed(pips int64) string {
	switch {
	case pips > 0:
		return fmt.Sprintf("+%d", pips)
	case pips < 0:
		return fmt.Sprintf("−%d", -pips)
	default:
		return "0"
	}
}
