package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// A TabModel is the tab of a server as one person sees it.
type TabModel struct {
	Table     string    // whose menu leads here; may be empty
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

// A tabScene is a page of the tab.
type tabScene struct {
	page, pages int // the first is 1
	even        bool
	balances    []sentence
	nobody      bool // there are no standings
	standings   []standing
	buttons     []press
}

// A standing is somebody's place among all.
type standing struct {
	place int // from 1
	who
	pips int64
}

// Tab draws a page of the reader's balances and of the standings.
func Tab(p Pen, m TabModel) Message { return sceneOfTab(m).message(p) }

func sceneOfTab(m TabModel) tabScene {
	o := origin{table: m.Table}
	pages := max(1, (max(len(m.Balances), len(m.Standings))+tabPage-1)/tabPage)
	page := min(max(m.Page, 0), pages-1)
	s := tabScene{page: page + 1, pages: pages, even: len(m.Balances) == 0, nobody: len(m.Standings) == 0}
	if page > 0 {
		s.buttons = append(s.buttons, o.secondary(lang.ButtonBack, VerbTab, strconv.Itoa(page-1)))
	}
	if page < pages-1 {
		s.buttons = append(s.buttons, o.secondary(lang.ButtonForward, VerbTab, strconv.Itoa(page+1)))
	}
	for _, b := range pageOf(m.Balances, page) {
		s.balances = append(s.balances, b.sentence())
	}
	for i, b := range pageOf(m.Standings, page) {
		s.standings = append(s.standings, standing{page*tabPage + i + 1, b.Player.who(), b.Pips})
	}
	return s
}

// sentence says who owes whom.
func (b Balance) sentence() sentence {
	if b.Pips < 0 {
		return sentence{key: lang.TabOwe, n: int(-b.Pips), name: b.Player.who()}
	}
	return sentence{key: lang.TabOwes, n: int(b.Pips), name: b.Player.who()}
}

func pageOf(all []Balance, page int) []Balance {
	return all[min(page*tabPage, len(all)):min((page+1)*tabPage, len(all))]
}

func (s tabScene) message(p Pen) Message {
	l := p.Lang
	balances, standings, page := paragraph(l, s.balances...), s.places(l), ""
	if s.even {
		balances = l.Say(lang.TabEven)
	}
	if s.nobody {
		standings = l.Say(lang.TabStandingsNone)
	}
	if s.pages > 1 {
		page = l.Say(lang.TabPage, lang.N(s.page), lang.Total(s.pages))
	}
	return private(
		text("### "+l.Say(lang.TabTitle)+"\n"+balances), text("**"+l.Say(lang.TabStandings)+"**\n"+standings),
		text(small(page)), p.row(s.buttons))
}

func (s tabScene) places(l lang.Lang) string {
	all := make([]string, len(s.standings))
	for i, at := range s.standings {
		all[i] = fmt.Sprintf("`%3d` %s · %s", at.place, at.tell(l, false), signed(at.pips))
	}
	return strings.Join(all, "\n")
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
