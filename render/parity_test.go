package render_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A hearing is the words of a message, a line each, as one reads them who sees no picture; it gathers what a picture shows
// and they don't say.
type hearing struct {
	l      lang.Lang
	lines  []string
	lacks  []string
	spaced []string // the lines with one space for many
}

func hear(l lang.Lang, m render.Message) *hearing {
	h := &hearing{l: l}
	for _, part := range m.Components {
		if s, ok := part.(render.Section); ok {
			part = s.Components[0]
		}
		if t, ok := part.(render.Text); ok {
			h.lines = append(h.lines, strings.Split(t.Content, "\n")...)
		}
	}
	for _, line := range h.lines {
		h.spaced = append(h.spaced, strings.Join(strings.Fields(line), " "))
	}
	return h
}

func (h *hearing) want(holds bool, format string, args ...any) {
	if !holds {
		h.lacks = append(h.lacks, fmt.Sprintf(format, args...))
	}
}

// line gives the first line with a beginning; "" without one.
func (h *hearing) line(beginning string) string {
	at := slices.IndexFunc(h.lines, func(line string) bool { return strings.HasPrefix(line, beginning) })
	if at < 0 {
		return ""
	}
	return h.lines[at]
}

// some says whether one line has all of some words.
func (h *hearing) some(words ...string) bool {
	return slices.ContainsFunc(h.spaced, func(line string) bool {
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(line, strings.Join(strings.Fields(word), " ")) })
	})
}

// says says whether a line is so, whatever space is in it.
func (h *hearing) says(line string) bool {
	return slices.Contains(h.spaced, strings.Join(strings.Fields(line), " "))
}

func (h *hearing) cards(cards []engine.Card) string { return h.l.Write(cards, false) }

// before is what a sentence says before its first card, name or number.
func (h *hearing) before(k lang.Key) string {
	said := h.l.Tell(k, 2, func(string) string { return "\x00" })
	said, _, _ = strings.Cut(said, "\x00")
	return said
}

// scoreText is a seat's score: pips collected in a match have no sign.
func scoreText(s picture.Seat) string {
	if s.InMatch {
		return strconv.Itoa(s.Score)
	}
	return signedText(s.Score)
}

func signedText(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}

// parts are those of a line of several things.
func (h *hearing) parts(line string) []string { return strings.Split(line, h.l.Apart()) }

func short(name string) string {
	if runes := []rune(render.PlainName(name)); len(runes) > 16 {
		name = string(runes[:10])
	}
	return render.SafeName(name)
}

func (h *hearing) table(t picture.Table) {
	for _, s := range t.Seats {
		h.seat(s)
	}
	h.middle(t.Middle)
	h.melds(t.Seats, t.Melds)
	h.turn(t)
	h.want(t.Middle.New == (len(t.Middle.Top) > 0 && t.Last.Threw == t.Middle.Top[0]), "that the top is new")
	for _, m := range t.Melds {
		var laid engine.Hand
		for _, l := range t.Last.Laid {
			if l.Number == m.Number {
				laid |= engine.HandOf(l.Cards...)
			}
		}
		h.want(m.New == laid, "what is new in meld %d", m.Number)
	}
}

// moment hears a table with all hands open.
func (h *hearing) moment(t picture.Table) {
	h.want(len(t.Hands) == len(t.Seats), "%d hands", len(t.Hands))
	for i, s := range t.Seats[:min(len(t.Seats), len(t.Hands))] {
		line, hand, held := h.line(fmt.Sprintf("%d\\. ", s.Number)), t.Hands[i], len(t.Hands[i].Loose)
		h.want(s == (picture.Seat{Number: s.Number, Name: s.Name, Twin: s.Twin, Computer: s.Computer, Dealer: s.Dealer, Turn: s.Turn, Cards: s.Cards}), "all of seat %d", s.Number)
		h.want(line != "" && strings.Contains(line, seatName(s)), "seat %d of %s", s.Number, s.Name)
		for key, is := range map[lang.Key]bool{lang.PlayerDeals: s.Dealer, lang.PlayerTurn: s.Turn} {
			h.want(strings.Contains(line, h.l.Apart()+h.l.Say(key)) == is, "%s of seat %d", key, s.Number)
		}
		level := slices.ContainsFunc(levels(), func(level string) bool { return strings.Contains(line, h.l.Apart()+h.l.Say(lang.Level(level))) })
		h.want(level == s.Computer, "whether seat %d is a computer", s.Number)
		for _, m := range hand.Melds {
			h.want(strings.Contains(line, h.cards(m)), "%v of seat %d", m, s.Number)
			held += len(m)
		}
		h.want(len(hand.Loose) == 0 || strings.Contains(line, h.l.Say(lang.ResultLoose, lang.Cards(h.cards(hand.Loose)))), "%v unmatched of seat %d", hand.Loose, s.Number)
		h.want(held == s.Cards, "%d cards of seat %d", s.Cards, s.Number)
	}
	h.middle(t.Middle)
	h.melds(t.Seats, t.Melds)
	h.deeds(t)
}

// deeds hears one line of all that was done in a turn.
func (h *hearing) deeds(t picture.Table) {
	last := t.Last
	h.want(t.Middle.New == (len(t.Middle.Top) > 0 && last.Threw == t.Middle.Top[0]), "that the top is new")
	for _, m := range t.Melds {
		var laid engine.Hand
		for _, l := range last.Laid {
			if l.Number == m.Number {
				laid |= l.New
			}
		}
		h.want(m.New == laid, "what is new in meld %d", m.Number)
	}
	if last.Seat == 0 {
		return
	}
	name := nameOf(t.Seats, last.Seat)
	at := slices.IndexFunc(h.lines, func(line string) bool { return strings.HasPrefix(line, name+" ") })
	if h.want(at >= 0, "that %s played", name); at < 0 {
		return
	}
	h.want(last.Blind == 0, "%s drew %d unseen", name, last.Blind)
	for _, c := range last.Drew {
		h.want(h.seatName(h.lines[at], c), "%s drew %v", name, c)
	}
	for _, laid := range last.Laid {
		said := strings.Contains(h.lines[at], h.cards(laid.Cards)) || strings.Contains(h.lines[at], h.cards(laid.New.Cards()))
		h.want(said && laid.New == engine.HandOf(laid.Cards...), "%s laid %v", name, laid.Cards)
		on := slices.IndexFunc(t.Melds, func(m picture.Meld) bool { return m.Number == laid.Number })
		h.want(on >= 0 && t.Melds[on].Owner == laid.Owner && laid.New&^engine.HandOf(t.Melds[on].Cards...) == 0, "whose meld %d is", laid.Number)
	}
	h.want(last.Threw == engine.NoCard || strings.Contains(h.lines[at], h.cards([]engine.Card{last.Threw})), "%s threw %v", name, last.Threw)
	h.want(!last.Out || strings.Contains(h.lines[at], h.l.Say(lang.DidGoout)), "%s went out", name)
}

func (h *hearing) seat(s picture.Seat) {
	line := h.line(fmt.Sprintf("%d\\. ", s.Number))
	parts := h.parts(line)
	h.want(line != "" && strings.Contains(line, seatName(s)), "seat %d of %s", s.Number, s.Name)
	h.want(s.Cards < 0 || slices.Contains(parts, h.l.Count(lang.CountCards, s.Cards)), "%d cards of seat %d", s.Cards, s.Number)
	for key, is := range map[lang.Key]bool{lang.PlayerDeals: s.Dealer, lang.PlayerTurn: s.Turn, lang.PlayerLeads: s.Leads} {
		h.want(slices.Contains(parts, h.l.Say(key)) == is, "%s of seat %d", key, s.Number)
	}
	away := slices.Contains(parts, h.l.Say(lang.PlayerAway)) || slices.Contains(parts, h.l.Say(lang.PlayerLeaving))
	h.want(away == s.Away, "whether seat %d is away", s.Number)
	level := slices.ContainsFunc(levels(), func(level string) bool { return slices.Contains(parts, h.l.Say(lang.Level(level))) })
	h.want(level == s.Computer, "whether seat %d is a computer", s.Number)
	score := slices.ContainsFunc(parts, func(part string) bool { return slices.Contains(strings.Fields(part), scoreText(s)) })
	h.want(score == s.Scored, "the score of seat %d", s.Number)
}

// alone says that nothing is shown of a seat but its number, its name and what is said of it elsewhere.
func (h *hearing) alone(s, elsewhere picture.Seat) {
	elsewhere.Number, elsewhere.Name, elsewhere.Twin = s.Number, s.Name, s.Twin
	elsewhere.Computer, elsewhere.Cards = s.Computer, -1
	h.want(s == elsewhere, "all of seat %d", s.Number)
}

func (h *hearing) middle(m picture.Middle) {
	top := h.l.Say(lang.TablePileEmpty)
	if len(m.Top) > 0 {
		top = h.l.Say(lang.TablePile, lang.Cards("**"+h.cards(m.Top)+"**"))
	}
	if m.Below > 0 {
		top += h.l.Apart() + h.l.Count(lang.TablePileMore, m.Below)
	}
	h.want(slices.Contains(h.lines, top), "the pile %v and %d below", m.Top, m.Below)
	stock := h.l.Say(lang.TableStockEmpty)
	if m.Stock > 0 {
		stock = h.l.Say(lang.TableStock, lang.Cards(h.l.Count(lang.CountCards, m.Stock)))
	}
	h.want(slices.Contains(h.lines, stock), "%d cards in the stock", m.Stock)
}

// nameOf gives the name of a seat by its number; what nobody is called without such a seat.
func nameOf(seats []picture.Seat, number int) string {
	for _, s := range seats {
		if s.Number == number {
			if s.Computer || s.Twin > 1 {
				return seatName(s)
			}
			return short(s.Name)
		}
	}
	return "\x00"
}

func (h *hearing) melds(seats []picture.Seat, melds []picture.Meld) {
	for _, m := range melds {
		line := fmt.Sprintf("`%2d` ", m.Number)
		if h.l.Listens() {
			line = fmt.Sprintf("%d: ", m.Number)
		}
		want := line + h.cards(m.Cards) + h.l.Apart() + nameOf(seats, m.Owner)
		h.want(slices.ContainsFunc(h.lines, func(line string) bool { return strings.HasPrefix(line, want) }), "%s", want)
	}
}

func (h *hearing) turn(t picture.Table) {
	if t.Last.Seat == 0 {
		return
	}
	name, last := nameOf(t.Seats, t.Last.Seat), t.Last
	h.want(len(last.Drew) == 0 || h.some(name, h.cards(last.Drew)), "%s drew %v", name, last.Drew)
	if last.Blind > 0 && len(last.Drew) == 0 {
		h.want(h.some(h.l.Tell(lang.LogStock, last.Blind, place(name, last.Blind))) || h.some(h.l.Tell(lang.LogTurnover, last.Blind, place(name, last.Blind))), "%s drew %d unseen", name, last.Blind)
	} else if last.Blind > 0 {
		h.want(last.Blind == 1 && h.some(h.l.Say(lang.LogBoth, lang.Name(name), lang.Cards(h.cards(last.Drew)))), "%s drew %d unseen beside %v", name, last.Blind, last.Drew)
	}
	for _, laid := range last.Laid {
		h.want(h.some(name, h.cards(laid.Cards), strconv.Itoa(laid.Number)) && laid.New == engine.HandOf(laid.Cards...), "%s laid %v into %d", name, laid.Cards, laid.Number)
		at := slices.IndexFunc(t.Melds, func(m picture.Meld) bool { return m.Number == laid.Number })
		h.want(at >= 0 && t.Melds[at].Owner == laid.Owner, "whose meld %d is", laid.Number)
	}
	if last.Out {
		h.want(h.some(h.l.Say(lang.LogGoout, lang.Name(name))) || h.some(h.l.Say(lang.LogGooutDiscard, lang.Name(name), lang.Card(h.cards([]engine.Card{last.Threw})))), "%s went out", name)
	}
	if last.Threw != engine.NoCard {
		h.want(h.some(name, h.cards([]engine.Card{last.Threw})), "%s threw %v", name, last.Threw)
	}
}

func place(name string, n int) func(string) string {
	return func(place string) string {
		if place == "n" {
			return strconv.Itoa(n)
		}
		return name
	}
}

func (h *hearing) hand(t picture.Hand) {
	h.middle(t.Middle)
	h.want(!t.Middle.New, "that the top is new")
	h.melds(t.Seats, t.Melds)
	for _, s := range t.Seats {
		h.alone(s, picture.Seat{})
		h.want(slices.ContainsFunc(t.Melds, func(m picture.Meld) bool { return m.Owner == s.Number }), "anything of seat %d", s.Number)
	}
	for _, m := range t.Melds {
		h.want(m.New.Empty(), "what is new in meld %d", m.Number)
	}
	var held, matched engine.Hand
	for _, g := range t.Groups {
		held |= engine.HandOf(g...)
	}
	melds := make([]string, len(t.Found))
	for i, m := range t.Found {
		melds[i], matched = h.cards(engine.Ordered(m)), matched|m
	}
	if h.want(held == matched|t.Loose && matched&t.Loose == 0, "all of %v, matched %v and not %v", held, matched, t.Loose); len(melds) > 0 {
		h.want(h.says(h.l.Say(lang.HandMelds, lang.List(strings.Join(melds, h.l.Apart())))), "the melds %v", t.Found)
	}
	h.want((h.line(h.before(lang.HandMelds)) == "") == (len(melds) == 0), "%d melds", len(melds))
	loose := lang.Cards(h.cards(render.Dearest(t.Loose)))
	all := h.some(h.l.Count(lang.HandCounts, t.Count))
	h.want(all == (t.Whole && !held.Empty()), "whether all cards count, %d", t.Count)
	switch {
	case t.Loose.Empty():
		matched := (t.Whole || t.Count == 0) && h.says(h.l.Say(lang.HandMatched))
		h.want(matched || held.Empty() && h.says(h.l.Say(lang.HandEmpty)), "%d unmatched", t.Count)
	case t.Whole:
		h.want(h.says(h.l.Say(lang.HandUnmatched, loose)), "%v unmatched", t.Loose)
	default:
		said := h.l.Count(lang.HandLoose, t.Count, loose)
		h.want(h.says(said), "%v unmatched, %d", t.Loose, t.Count)
	}
	drew, barred := h.line(h.before(lang.HandDrew)), h.line(h.before(lang.HandBarred))
	for c := range t.New.All() {
		h.want(h.seatName(drew, c) || h.seatName(barred, c), "%v new", c)
	}
	for c := range t.Barred.All() {
		h.want(h.seatName(barred, c), "%v barred", c)
	}
}

// named says whether a line names a card: beside others of its suit perhaps, for who listens.
func (h *hearing) seatName(line string, c engine.Card) bool {
	if strings.Contains(line, h.cards([]engine.Card{c})) {
		return true
	}
	if !h.l.Listens() {
		return false
	}
	for other := range engine.Hand(1<<engine.PackSize - 1).All() {
		for _, pair := range [][]engine.Card{{c, other}, {other, c}} {
			if c != other && strings.Contains(line, h.cards(pair)) {
				return true
			}
		}
	}
	return false
}

func (h *hearing) result(t picture.Result) {
	for _, r := range t.Rows {
		name, line := seatName(r.Seat), h.line(fmt.Sprintf("%d\\. ", r.Seat.Number))
		h.want(line != "" && strings.Contains(line, name), "row %d of %s", r.Seat.Number, name)
		out := len(r.Hand.Melds)+len(r.Hand.Loose) == 0
		line, laid, _ := strings.Cut(line, h.l.Apart()+h.before(lang.ResultLaid))
		h.want(strings.HasSuffix(line, h.l.Say(lang.ResultNocards)) == out, "whether %s is out", name)
		h.want((laid != "") == (len(r.Laid) > 0), "whether %s laid anything", name)
		for _, m := range r.Laid {
			h.want(strings.Contains(laid, h.cards(m)), "%s laid %v", name, m)
		}
		for _, m := range r.Hand.Melds {
			h.want(strings.Contains(line, h.cards(m)), "%s held %v", name, m)
		}
		if len(r.Hand.Loose) > 0 {
			h.want(strings.Contains(line, h.l.Say(lang.ResultLoose, lang.Cards(h.cards(r.Hand.Loose)))), "%s held %v unmatched", name, r.Hand.Loose)
		}
		h.want(out && r.Count == 0 || strings.HasSuffix(line, fmt.Sprintf("= **%d**", r.Count)), "%s counts %d", name, r.Count)
		h.pays(t, r, name)
		h.alone(r.Seat, picture.Seat{Scored: r.Seat.Scored, Score: r.Seat.Score, InMatch: r.Seat.InMatch && r.Seat.Scored, Leads: r.Seat.Leads})
		h.want(r.Seat.Scored == h.some("**"+name+"** "+scoreText(r.Seat)), "the score of %s", name)
		h.want(r.Seat.Leads == h.some(h.l.Say(lang.ResultLeads, lang.Name(name))), "%s leads", name)
	}
	h.want(t.Factor == 0 || h.some("×"+strconv.Itoa(t.Factor)), "the factor %d", t.Factor)
	h.want(t.Match == strings.HasPrefix(h.lines[0], "# "), "whether the match is won")
}

func (h *hearing) pays(t picture.Result, r picture.Row, name string) {
	if t.Winner == 0 {
		h.want(r.Pips == 0 && r.Sum == "" && t.Sum == 0, "%s gets %d, %s, of nobody", name, r.Pips, r.Sum)
		return
	}
	at := slices.IndexFunc(t.Rows, func(r picture.Row) bool { return r.Seat.Number == t.Winner })
	if h.want(at >= 0, "the winner %d", t.Winner); at < 0 {
		return
	}
	winner := seatName(t.Rows[at].Seat)
	switch {
	case r.Seat.Number == t.Winner:
		h.want(h.some("**"+winner+"**"), "that %s wins", winner)
		h.want(r.Sum == "" && r.Pips == t.Sum && (len(t.Rows) < 3 || h.some(h.l.Count(lang.ResultCollects, t.Sum, lang.Name(winner)))), "%s collects %d", winner, t.Sum)
	case r.Sum != "":
		h.want(h.some(h.l.Count(lang.ResultPaysSum, -r.Pips, lang.Name(name), lang.Other(winner), lang.Sum(r.Sum))), "%s pays %s = %d", name, r.Sum, -r.Pips)
	default:
		h.want(h.some(h.l.Count(lang.ResultPays, -r.Pips, lang.Name(name), lang.Other(winner))), "%s pays %d", name, -r.Pips)
	}
}

func (h *hearing) evening(t picture.Evening) {
	h.want(h.some(h.l.Count(lang.EveningHands, t.Hands)), "%d hands", t.Hands)
	for _, s := range t.Standings {
		h.want(h.some(fmt.Sprintf("%d. **%s** %s", s.Seat.Number, seatName(s.Seat), signedText(s.Net))) || s.Seat.Name == "", "the net of %s", s.Seat.Name)
		h.alone(s.Seat, picture.Seat{Leads: s.Seat.Leads})
		h.want(s.Seat.Leads == h.some(h.l.Say(lang.EveningAhead, lang.Name(seatName(s.Seat)))), "%s ahead", s.Seat.Name)
	}
	for key, f := range map[lang.Key]picture.Feat{lang.EveningRummy: t.Rummy, lang.EveningClosest: t.Closest} {
		h.want(f.Hand != 0 || f == (picture.Feat{}), "a feat of no hand")
		h.want(f.Hand == 0 || f.Seat == (picture.Seat{Number: f.Seat.Number, Name: f.Seat.Name, Twin: f.Seat.Twin, Computer: f.Seat.Computer, Cards: -1}), "all of seat %d", f.Seat.Number)
		h.want(f.Hand == 0 || h.some(h.l.Count(key, f.Pips, lang.Name(seatName(f.Seat)), lang.Hand(f.Hand))), "%s in hand %d", f.Seat.Name, f.Hand)
		h.want(f.Hand == 0 || h.some(fmt.Sprintf("%d. **%s**", f.Seat.Number, seatName(f.Seat))), "seat %d is %s", f.Seat.Number, f.Seat.Name)
	}
}

func (h *hearing) record(t picture.Record) {
	for _, b := range t.Blocks {
		title := lang.RecordPeople
		if b.Computers {
			title = lang.RecordComputers
		}
		at := slices.Index(h.lines, "**"+h.l.Say(title)+"**")
		h.want(at >= 0 && strings.Contains(h.lines[at+1], h.l.Say(lang.RecordHands, lang.N(b.Hands), lang.Total(b.Won))), "%d hands, %d won", b.Hands, b.Won)
		h.want(h.some(h.l.Say(lang.RecordPips, lang.Sum(signedText(b.Pips)))) || h.some(h.l.Say(lang.RecordPipsAll, lang.Sum(signedText(b.Pips)))), "%d pips", b.Pips)
		h.want(b.Rummies == 0 || h.some(h.l.Say(lang.RecordRummies, lang.N(b.Rummies))), "%d rummies", b.Rummies)
		h.want(b.Best == 0 || h.some(h.l.Say(lang.RecordBest, lang.N(b.Best))), "the best %d", b.Best)
		h.want(b.Longest == 0 && b.Streak == 0 || h.some(h.l.Say(lang.RecordStreak, lang.N(b.Streak), lang.Total(b.Longest))), "%d in a row", b.Longest)
		for _, a := range b.Against {
			h.want(h.some(h.l.Say(lang.RecordScore, lang.Word("🤖 "+a.Name), lang.Total(a.Won), lang.N(a.Hands))), "%d of %d against %s", a.Won, a.Hands, a.Name)
		}
	}
}

func (h *hearing) standings(t picture.Standings) {
	best := 0
	for i, r := range t.Ranks {
		name := cmp.Or(seatName(r.Seat), h.l.Say(lang.PlayerUnknown))
		line := h.line(fmt.Sprintf("`%3d` ", r.Seat.Number) + strings.Join([]string{name, "**" + signedText(r.Net) + "**", h.l.Count(lang.StandingsHands, r.Hands)}, h.l.Apart()))
		h.want(line != "" && h.lines[slices.Index(h.lines, line)-i] == h.first(t), "place %d of %s", r.Seat.Number, name)
		h.want(strings.Contains(line, h.l.Count(lang.StandingsWon, r.Wins)), "%s won %d", name, r.Wins)
		h.want(strings.Contains(line, h.l.Count(lang.StandingsRummies, r.Rummies)) == (r.Rummies > 0), "%d rummies of %s", r.Rummies, name)
		h.alone(r.Seat, picture.Seat{})
		if best = max(best, r.Net); r.Seat.Number == 1 || r.First {
			h.want(r.First == (r.Seat.Number == 1 && r.Net == best && r.Net > 0), "whether %s is first", name)
		}
	}
}

func (h *hearing) year(t picture.Year) {
	h.want(h.some("**"+signedText(t.Net)+"**") && h.some(h.l.Count(lang.StandingsHands, t.Hands)) && h.some(h.l.Count(lang.StandingsWon, t.Won)), "%d pips of %d hands, %d won", t.Net, t.Hands, t.Won)
	h.want(t.Rummy == 0 || h.some(h.l.Count(lang.YearRummy, t.Rummy)), "a rummy of %d", t.Rummy)
	h.want(t.Evening == 0 || h.some(h.l.Count(lang.YearEvening, t.Evening)), "%d pips in an evening", t.Evening)
	h.want(t.Closest <= 0 || h.some(h.l.Count(lang.YearClosestWon, t.Closest)), "won by %d", t.Closest)
	h.want(t.Closest >= 0 || h.some(h.l.Count(lang.YearClosestLost, -t.Closest)), "lost by %d", t.Closest)
	h.want(t.Drought == 0 || h.some(h.l.Count(lang.YearDrought, t.Drought)), "%d hands that cost pips", t.Drought)
	name := cmp.Or(render.SafeName(t.Nemesis), h.l.Say(lang.PlayerUnknown))
	h.want(t.Taken == 0 || h.some(h.l.Count(lang.YearNemesis, -t.Taken, lang.Name(name))), "%s took %d", name, t.Taken)
}

func (h *hearing) chart(t picture.Chart) {
	for i, tick := range t.Ticks {
		_, err := time.Parse(time.DateOnly, tick.Text)
		h.want(err == nil && tick.At == 500*i, "the day %s at %d", tick.Text, tick.At)
	}
	for i, l := range t.Lines {
		h.alone(l.Seat, picture.Seat{})
		h.want(l.Seat.Number == i+1 && l.Values[0] == 0, "line %d, which begins at %d", i, l.Values[0])
		name := cmp.Or(seatName(l.Seat), h.l.Say(lang.PlayerUnknown))
		last := signedText(l.Values[len(l.Values)-1])
		h.want(h.some(h.l.Say(lang.ChartLine, lang.Name(name), lang.Sum(last), lang.Word(signedText(slices.Max(l.Values))), lang.Other(signedText(slices.Min(l.Values))))), "where %s ends", name)
	}
}

// first is the line of the first place told.
func (h *hearing) first(t picture.Standings) string {
	return h.line(fmt.Sprintf("`%3d` %s", t.Ranks[0].Seat.Number, cmp.Or(seatName(t.Ranks[0].Seat), h.l.Say(lang.PlayerUnknown))))
}

// all hears what a picture shows, and gives what the words lack.
func (h *hearing) all(t testing.TB, of any) []string {
	t.Helper()
	h.lacks = nil
	switch of := of.(type) {
	case picture.Table:
		if of.Hands != nil {
			h.moment(of)
		} else {
			h.table(of)
		}
	case picture.Hand:
		h.hand(of)
	case picture.Result:
		h.result(of)
	case picture.Evening:
		h.evening(of)
	case picture.Record:
		h.record(of)
	case picture.Chart:
		h.chart(of)
	case picture.Standings:
		h.standings(of)
	case picture.Year:
		h.year(of)
	case picture.Tab:
		h.tab(of)
	default:
		t.Fatalf("no picture: %T", of)
	}
	return h.lacks
}

// A control changes one fact of a picture after the other and counts which changes were noticed.
type control map[string]*struct{ noticed, passed int }

func (c control) try(t testing.TB, h *hearing, of any) {
	t.Helper()
	for n := 0; ; n++ {
		changed, path := altered(of, n)
		if path == "" {
			return
		}
		if c[path] == nil {
			c[path] = new(struct{ noticed, passed int })
		}
		if len(h.all(t, changed)) > 0 {
			c[path].noticed++
		} else {
			c[path].passed++
		}
	}
}

// altered is a picture with its n-th fact otherwise, and which kind of fact that is; "" when there are no more.
func altered(of any, n int) (any, string) {
	copied := reflect.New(reflect.TypeOf(of)).Elem()
	copied.Set(deep(reflect.ValueOf(of)))
	path := ""
	var walk func(v reflect.Value, at string)
	walk = func(v reflect.Value, at string) {
		switch v.Kind() { //nolint:exhaustive // there are no other kinds in pictures
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i), at+"."+v.Type().Field(i).Name)
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i), at)
			}
		default:
			if n--; n == -1 {
				path = at
				alter(v)
			}
		}
	}
	walk(copied, copied.Type().Name())
	return copied.Interface(), path
}

func alter(v reflect.Value) {
	switch v.Kind() { //nolint:exhaustive // there are no other kinds in pictures
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int:
		v.SetInt(v.Int() + 7)
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Uint8: // a card
		v.SetUint((v.Uint() + 17) % engine.PackSize)
	case reflect.Uint64: // cards
		for c := uint64(0); ; c++ {
			if v.Uint()&(1<<c) == 0 {
				v.SetUint(v.Uint() | 1<<c)
				return
			}
		}
	default:
		panic(v.Kind())
	}
}

// deep copies slices too.
func deep(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() { //nolint:exhaustive // there are no other kinds in pictures
	case reflect.Struct:
		for i := range v.NumField() {
			out.Field(i).Set(deep(v.Field(i)))
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				out.Index(i).Set(deep(v.Index(i)))
			}
		}
	default:
	}
	return out
}

// A shown is a message, what its picture was drawn from, and the language that it is told in.
type shown struct {
	m  render.Message
	of any
	l  lang.Lang
}

// TestTheWordsSayAllThatPicturesShow plays random hands in six languages, and hears in every view what the picture was drawn
// from: each card, count, meld, owner, score, turn, mark and sum. As the control each fact is changed alone, and that has to be
// noticed.
func TestTheWordsSayAllThatPicturesShow(t *testing.T) {
	controls, heard := control{}, 0
	check := func(s shown, tried bool) error {
		if s.of == nil {
			return nil // of a record of nothing there is nothing to see
		}
		heard++
		h := hear(s.l, s.m)
		if lacks := h.all(t, s.of); len(lacks) > 0 {
			return fmt.Errorf("%s lacks %q in\n%s", s.l.Tag(), lacks, strings.Join(h.lines, "\n"))
		}
		if tried {
			controls.try(t, h, s.of)
		}
		return nil
	}
	for i, tag := range lang.Tags() {
		l := words(t).For(tag)
		for seed := range uint64(3) {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			players := 2 + (int(seed)*2+i)%5
			v := render.View(seed % 3)
			w := &witness{}
			events, err := enginetest.Play(r, enginetest.RandomRules(r), players, func(step enginetest.Step) error {
				w.watch(step)
				for _, s := range showings(l, v, step.After, w.log, r) {
					if err := check(s, r.IntN(20) == 0); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Errorf("seed %d: %v", seed, err)
			}
			for _, s := range moments(t, l, v, events, players) {
				if err := check(s, r.IntN(20) == 0); err != nil {
					t.Errorf("seed %d: %v", seed, err)
					break
				}
			}
		}
		for _, s := range books(l) {
			if err := check(s, s.of != nil); err != nil {
				t.Error(err)
			}
		}
	}
	if heard < 4000 {
		t.Errorf("only %d pictures were heard", heard)
	}
	for path, c := range controls {
		if 10*c.passed > c.noticed { // another card that was drawn or thrown may be one of the same player's turn before
			t.Errorf("%s otherwise was noticed %d times of %d", path, c.noticed, c.noticed+c.passed)
		}
	}
	if len(controls) < 60 {
		t.Errorf("only %d kinds of facts: %v", len(controls), controls)
	}
}

// showings are the messages of a position: the table, and each seat's hand in some order.
func showings(l lang.Lang, view render.View, s engine.State, log []engine.PublicEvent, r *rand.Rand) []shown {
	reader, seats := reader(), slices.Concat(people(), people(), people())[:s.Players]
	for i := range seats {
		seats[i].Twin, seats[i].Leaving = i/3, i%4 == 1
	}
	reader.People["bob"] = render.Player{Name: "Bo_b", UserID: "2"}
	reader.Prefs.View, reader.Prefs.Sort, reader.Prefs.Cards = view, render.Order(r.IntN(3)), picture.Style(r.IntN(2))
	nets := make([]int, len(seats))
	for i := range nets {
		nets[i] = r.IntN(200) - 100
	}
	p := pen(faced(l))
	table := but(sight(engine.Watch(s)), func(m *sitting.Sight) { m.Log, m.Seats, m.Scores = log, seats, scores(nets...) })
	table = begun(table, log)
	all := []shown{{render.Table(p, reader, table), render.OfTable(reader, table), p.Told(render.ViewPictures, picture.Classic)}}
	if s.Phase == engine.Over {
		return all
	}
	for seat := range engine.Seat(s.Players) {
		own := but(sight(engine.See(s, seat)), func(m *sitting.Sight) { m.Log, m.Seats = drawnLog(log, s, seat), seats })
		all = append(all, shown{render.Hand(p, reader, own, nil), render.OfHand(reader, own), p.Told(view, reader.Prefs.Cards)})
	}
	return all
}

// moments are those of a hand that is over, and its result.
func moments(t testing.TB, l lang.Lang, view render.View, events []engine.Event, players int) []shown {
	t.Helper()
	rules := events[0].(engine.Dealt).Rules
	all := []sitting.Event{sitting.Opened{Server: "2", Channel: "3", Host: "ann", Settings: sitting.Settings{Rules: rules, Seats: 6, Lang: "en"}}}
	for _, c := range opponent.Characters()[:players-1] {
		all = append(all, sitting.ComputerSat{Character: c})
	}
	all = append(all, sitting.Committed{Hand: 1, Seed: deal.Seed{1}, Seal: hex("c")}, sitting.Sealed{Hand: 1, Message: "9"}, sitting.HandStarted{Hand: 1, Tab: true})
	for _, e := range events {
		all = append(all, sitting.Played{Event: e})
	}
	past, err := sitting.FindHand(tableID, all, make([]time.Time, len(all)), sitting.HandKey{Hand: 1})
	if err != nil {
		t.Fatal(err)
	}
	c, err := past.Course()
	if err != nil {
		t.Fatal(err)
	}
	r, p := reader(), pen(faced(l))
	r.Prefs.View = view
	var shows []shown
	for at := range c.Moments {
		shows = append(shows, shown{render.Replay(p, r, tableID, c, at, true), render.OfMoment(r, c, at), p.Told(view, picture.Classic)})
	}
	over := but(rummy(), func(s *sitting.Sight) { s.Last, s.Seats = c.Result, c.Result.Seats })
	return append(shows, shown{render.Result(p, r, over), render.OfResult(r, over), p.Told(render.ViewPictures, picture.Classic)})
}

// drawnLog is a log in which a seat sees the cards that it drew last, as far as it holds them.
func drawnLog(log []engine.PublicEvent, s engine.State, seat engine.Seat) []engine.PublicEvent {
	all := slices.Clone(log)
	for i := len(all) - 1; i >= 0 && all[i].Seat == seat; i-- {
		if e := &all[i]; e.Kind == engine.SawDraw {
			held := engine.See(s, seat).Hand.Cards()
			e.Cards, e.Hidden = append(slices.Clone(e.Cards), held[:min(e.Hidden, len(held))]...), 0
			break
		}
	}
	return all
}

// books are messages of what is over.
func books(l lang.Lang) []shown {
	p := pen(faced(l))
	told := p.Told(render.ViewPictures, picture.Classic)
	var all []shown
	for _, change := range []func(*sitting.Sight, *sitting.HandResult){
		func(*sitting.Sight, *sitting.HandResult) {},
		func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Result.Rummy, last.Result.Blocked = false, true
			last.Result.Hands[0], last.Result.Counts[0], last.Result.Payments = cards("2D"), 2, [engine.MaxSeats]engine.Pips{0, 18, 29}
		},
		func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Result.Rummy, last.Result.Payments = false, [engine.MaxSeats]engine.Pips{0, 20, 31}
		},
		func(_ *sitting.Sight, last *sitting.HandResult) {
			last.Result = engine.Result{Winner: engine.Nobody, Blocked: true, Hands: last.Result.Hands}
		},
		func(s *sitting.Sight, last *sitting.HandResult) {
			last.Match = match(func(m *sitting.MatchFacts) { m.Over, m.Winner, m.Players[0].Collected = true, 0, 460 })
		},
	} {
		s := rummy()
		last := *s.Last
		change(s, &last)
		s.Last = &last
		all = append(all, shown{render.Result(p, reader(), s), render.OfResult(reader(), s), told})
	}
	closed := rummy()
	closed.Phase = sitting.Ended
	closed.Evening = &sitting.Evening{
		Hands: 7, Rummy: sitting.Feat{Hand: 3, By: people()[0], Pips: 102}, Closest: sitting.Feat{Hand: 5, By: people()[2], Pips: 1},
		Standings: []sitting.Standing{{Sitter: people()[0], Score: sitting.Score{Net: 61}}, {Sitter: people()[2], Score: sitting.Score{Net: -61}}},
	}
	all = append(all, shown{render.Evening(p, reader(), closed), render.OfEvening(reader(), closed), told}, shown{render.Record(p, played()), render.OfRecord(played()), told})
	return slices.Concat(all, lessons(p), chances(p), tabs(p))
}

// lessons are all their steps.
func lessons(p render.Pen) (all []shown) {
	for n := range lesson.Count() {
		for at := (lesson.Place{Lesson: n}); !at.Over(); at.Step++ {
			r := reader()
			r.Prefs.Lesson = at
			m := render.LessonModel{User: "1", Name: "Ann"}
			all = append(all, shown{render.Lesson(p, r, m), render.OfLesson(r, m), p.Told(r.Prefs.View, r.Prefs.Cards)})
		}
	}
	return all
}

// chances are evenings and records of any figures.
func chances(p render.Pen) (all []shown) {
	told := p.Told(render.ViewPictures, picture.Classic)
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		closed := rummy()
		closed.Phase = sitting.Ended
		first, rest := r.IntN(300)-20, r.IntN(200)
		feat := func() sitting.Feat {
			return sitting.Feat{Hand: r.IntN(9), By: people()[r.IntN(3)], Pips: 1 + r.IntN(300)}
		}
		closed.Evening = &sitting.Evening{Hands: 1 + r.IntN(40), Rummy: feat(), Closest: feat(), Standings: []sitting.Standing{
			{Sitter: people()[0], Score: sitting.Score{Net: first}}, {Sitter: people()[1], Score: sitting.Score{Net: first - rest}}, {Sitter: people()[2], Score: sitting.Score{Net: rest - 2*first}},
		}}
		slices.SortFunc(closed.Evening.Standings, func(a, b sitting.Standing) int { return b.Net - a.Net })
		all = append(all, shown{render.Evening(p, reader(), closed), render.OfEvening(reader(), closed), told})
		m := played()
		for _, part := range []*tab.Record{&m.Computers, &m.People} {
			n := r.Int64N(2000)
			part.Hands, part.Won, part.Rummies, part.Pips = n, r.Int64N(n+1), r.Int64N(n+1), r.Int64N(9000)-4500
			part.Best, part.Streak, part.Longest = r.Int64N(300), r.Int64N(9), r.Int64N(20)
		}
		all = append(all, shown{render.Record(p, m), render.OfRecord(m), told})
		s := standings(func(m *render.StandingsModel) {
			for i := range m.Ranks {
				of := &m.Ranks[i]
				of.Hands, of.Wins, of.Rummies = r.Int64N(2000), r.Int64N(900), r.Int64N(3)
			}
		})
		all = append(all, shown{render.Standings(p, s), render.OfStandings(s), told})
		y := year(func(m *render.YearModel) {
			m.Of.Hands, m.Of.Wins, m.Of.Pips = 1+r.Int64N(2000), r.Int64N(900), r.Int64N(900)-450
			for _, f := range []*tab.Fact{&m.Of.Rummy, &m.Of.Evening, &m.Of.Closest} {
				f.Pips = 1 + r.Int64N(300)
			}
			m.Of.Drought.Hands, m.Of.Nemesis.Pips = 1+r.Int64N(90), -1-r.Int64N(900)
		})
		all = append(all, shown{render.Year(p, y), render.OfYear(y), told})
		c := chart(func(m *render.ChartModel) {
			for i := range m.Lines {
				m.Lines[i].Values = []int64{0, r.Int64N(900) - 450}
			}
		})
		all = append(all, shown{render.Chart(p, c), render.OfChart(c), told})
	}
	return all
}

// seatName is what the words call who has a seat.
func seatName(s picture.Seat) string {
	name := render.SafeName(s.Name)
	if s.Computer {
		name = "🤖 " + name
	}
	if s.Twin > 1 {
		name = fmt.Sprintf("%s (%d)", name, s.Twin)
	}
	return name
}
