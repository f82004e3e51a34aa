package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A TableModel is a table from its first hand on, or closed before that, as
// everybody sees it.
type TableModel struct {
	Table      string
	Version    int64
	Hand       int         // number of the hand under way, or of the last one; 0 before any
	View       engine.View // a spectator's
	Log        []engine.PublicEvent
	Players    []Player // by seat of the hand
	Waiting    []Player // who join with the next hand
	Deadline   time.Time
	Between    bool // the hand is over and the next one not dealt: View may be the last one's
	Closed     bool
	Cuts       []Cut // for the next deal, shown when Between
	Commitment Commitment
	Again      int   // of the hand: 0 is a fresh deal, k the k-th turning of one
	OnTab      bool  // that hand counts on the tab
	Repeatable bool  // its deal may be dealt once more, when Between
	Paused     bool  // everybody is away
	Wish       *Wish // to take something back; nil: none
}

// Table draws the message that is edited in place while a table lives.
func Table(c Codec, l lang.Lang, m TableModel, serial uint32) Message {
	p := pen{codec: c, table: m.Table, version: m.Version, serial: serial}
	parts := []Component{text(tableTop(l, m)), text(tableSeats(l, m))}
	if m.View.Phase != engine.NotDealt {
		parts = append(parts, text(pileText(l, m.View)), text(meldsText(l, m.View, m.Players)))
	}
	if last := lastPlays(l, m.Players, m.Log); last != "" {
		parts = append(parts, separator(), text(last))
	}
	if m.Wish != nil {
		parts = append(parts, text(m.Wish.text(l, m.Players)), row(p.answerButtons(l)...))
	}
	return public(append(parts, row(tableButtons(p, l, m)...))...)
}

func tableTop(l lang.Lang, m TableModel) string {
	title := "## " + l.Say(lang.Title)
	if m.Hand > 0 {
		title += " · " + l.Say(lang.TableHand, lang.Hand(m.Hand))
	}
	lines := []string{title}
	if turned := turnedText(l, m.Again, m.OnTab); turned != "" {
		lines = append(lines, turned)
	}
	switch {
	case m.Closed:
		lines = append(lines, l.Say(lang.TableClosed), l.Say(lang.TableRematch))
	case m.Between || m.View.Phase == engine.Over:
		lines = append(lines, l.Say(lang.TableOver, lang.Hand(m.Hand)), l.Say(lang.TableAgain))
	default:
		lines = append(lines, turnText(l, m.View, m.Players, m.Deadline))
		if m.Paused {
			lines = append(lines, l.Say(lang.TablePaused))
		}
	}
	if m.Between && !m.Closed {
		lines = append(lines, cutsText(l, m.Cuts))
	}
	if link := m.Commitment.text(l); link != "" {
		lines = append(lines, link)
	}
	return strings.Join(lines, "\n")
}

func turnText(l lang.Lang, v engine.View, players []Player, deadline time.Time) string {
	key := lang.TableDraws
	if v.Phase == engine.ToPlay {
		key = lang.TablePlays
	}
	return strings.TrimSpace(l.Say(key, lang.Name(seated(l, players, v.Turn))) + " " + until(l, deadline))
}

func tableSeats(l lang.Lang, m TableModel) string {
	playing := !m.Closed && !m.Between && (m.View.Phase == engine.ToDraw || m.View.Phase == engine.ToPlay)
	var lines []string
	for i, player := range m.Players {
		words := []string{fmt.Sprintf("%d\\. %s", i+1, player.safe(l, i))}
		if level := player.level(l); level != "" {
			words = append(words, level)
		}
		if playing {
			words = append(words, l.Count(lang.CountCards, m.View.Counts[i]))
			words = append(words, seatMarks(l, m.View, player, engine.Seat(i))...)
		} else if player.Away && !m.Closed {
			words = append(words, l.Say(lang.PlayerAway))
		}
		lines = append(lines, strings.Join(words, " · "))
	}
	if m.Closed {
		return strings.Join(lines, "\n")
	}
	for i, player := range m.Waiting {
		lines = append(lines, l.Say(lang.PlayerLater, lang.Name(player.safe(l, len(m.Players)+i))))
	}
	return strings.Join(lines, "\n")
}

// seatMarks says who dealt, who is to play, and for whom a computer plays.
func seatMarks(l lang.Lang, v engine.View, player Player, seat engine.Seat) []string {
	var marks []string
	if seat == v.Dealer {
		marks = append(marks, l.Say(lang.PlayerDeals))
	}
	if seat == v.Turn {
		marks = append(marks, l.Say(lang.PlayerTurn))
	}
	if player.Leaving {
		marks = append(marks, l.Say(lang.PlayerLeaving))
	} else if player.Away {
		marks = append(marks, l.Say(lang.PlayerAway))
	}
	return marks
}

// pileText tells the discard pile's top two, what is below, and the stock.
func pileText(l lang.Lang, v engine.View) string {
	pile, stock := l.Say(lang.TablePileEmpty), l.Say(lang.TableStockEmpty)
	if v.PileSize > 0 {
		pile = l.Say(lang.TablePile, lang.Cards("**"+symbols(pileTop(v, 2))+"**"))
	}
	if v.PileSize > 2 {
		pile += " · " + l.Count(lang.TablePileMore, v.PileSize-2)
	}
	if v.Stock > 0 {
		stock = l.Say(lang.TableStock, lang.Cards(l.Count(lang.CountCards, v.Stock)))
	}
	lines := pile + "\n" + stock
	if left := v.IdleMax - v.Idle; v.Idle > 0 && left > 0 && v.Phase != engine.Over {
		lines += "\n" + l.Count(lang.TableIdle, left)
	}
	return lines
}

// meldsText lists the melds on the table by number, with their owners. In
// concealed play nothing is laid, so nothing is said.
func meldsText(l lang.Lang, v engine.View, players []Player) string {
	if v.MeldCount == 0 {
		if v.Rules.Melding == engine.MeldConcealed {
			return ""
		}
		return l.Say(lang.TableMeldsNone)
	}
	lines := []string{"**" + l.Say(lang.TableMelds) + "**"}
	for i, meld := range v.Melds[:v.MeldCount] {
		lines = append(lines, fmt.Sprintf("`%2d` %s · %s", i+1, meldText(meld.Cards), seatedShort(l, players, meld.Owner)))
	}
	return strings.Join(lines, "\n")
}

func tableButtons(p pen, l lang.Lang, m TableModel) []Button {
	more := p.button(StyleSecondary, l.Say(lang.ButtonMore), VerbMore, "")
	if m.Closed {
		return []Button{p.button(StylePrimary, l.Say(lang.ButtonRematch), VerbRematch, ""), more}
	}
	if m.Between || m.View.Phase == engine.Over || m.View.Phase == engine.NotDealt {
		buttons := []Button{p.button(StylePrimary, l.Say(lang.ButtonNext), VerbNext, "")}
		if m.Repeatable {
			buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonAgain), VerbAgain, ""))
		}
		return append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonJoin), VerbJoin, ""), more)
	}
	return append(turnButtons(p, l, m.View), more)
}

// turnButtons are the hand and the draws of the seat to move. Public: their ids
// name sources, never cards.
func turnButtons(p pen, l lang.Lang, v engine.View) []Button {
	buttons := []Button{p.button(StylePrimary, l.Say(lang.ButtonHand), VerbHand, "")}
	for _, way := range drawWays(l, v) {
		buttons = append(buttons, p.button(StyleSecondary, way.label, VerbDraw, way.source.String()))
	}
	return buttons
}
