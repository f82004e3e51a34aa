package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// depictTable shows a table to everybody as it was at some moment, which may be an earlier one: who sat
// there, and the hand as a spectator saw it up to then. Its score is that of the sight.
func depictTable(r Reader, s *sitting.Sight, seats []sitting.Sitter, v engine.View, log []engine.PublicEvent) depiction {
	if v.Phase == engine.NotDealt {
		return depiction{}
	}
	players := r.sitters(seats)
	playing := s.Phase == sitting.Playing && v.Phase != engine.Over
	turn := lastTurn(newsOf(v, log))
	t := picture.Table{Middle: middleOf(v, turnOfLog(v, turn)), Last: turnOfLog(v, turn), Melds: laidMelds(v)}
	for i := range t.Melds {
		t.Melds[i].New = newIn(t.Last, t.Melds[i].Number)
	}
	middle := pileOf(v)
	d := depiction{tells: []told{stateOf(s, v, players, playing)}}
	d.tells = append(d.tells, middle.tells()...)
	d.tells = append(d.tells, meldsOf(v, players).tells()...)
	for _, did := range turnsOf(players, turn) {
		d.tells = append(d.tells, did)
	}
	leads := engine.Nobody
	if hasScore(s.Scores) {
		leads = leaderOf(s.Match, s.Seats, s.Scores)
	}
	for i, sitter := range seats {
		seat := picture.Seat{
			Number: players[i].number, Name: players[i].drawnName(), Twin: players[i].twin, Computer: sitter.Computer != 0, Away: sitter.Away || sitter.Leaving && playing,
			Cards: -1, Leads: leads == engine.Seat(i),
		}
		if s.Phase == sitting.Ended {
			seat.Away = false
		}
		if playing {
			seat.Cards, seat.Dealer, seat.Turn = v.Counts[i], v.Dealer == engine.Seat(i), v.Turn == engine.Seat(i)
		}
		if hasScore(s.Scores) {
			seat = figureOf(s.Match, sitter, s.Scores[i]).on(seat)
		}
		t.Seats = append(t.Seats, seat)
		d.tells = append(d.tells, seatTells(players[i], seat))
	}
	d.of = t
	return d
}

// stateOf says whose turn it is, or that the hand is over.
func stateOf(s *sitting.Sight, v engine.View, players []who, playing bool) sentence {
	if playing {
		return turnOf(v, players)
	}
	return sentence{key: lang.TableOver, hand: s.Hand}
}

// seatTells says what is to be seen at a seat, in few words.
func seatTells(w who, s picture.Seat) told {
	var facts list
	if s.Cards >= 0 {
		facts = append(facts, sentence{key: lang.CountCards, n: s.Cards})
	}
	if s.Scored {
		facts = append(facts, figure{s.Score, s.InMatch}.sentence())
	}
	for _, mark := range []struct {
		is  bool
		key lang.Key
	}{{s.Leads, lang.PlayerLeads}, {s.Dealer, lang.PlayerDeals}, {s.Away, lang.PlayerAway}} {
		if mark.is {
			facts = append(facts, sentence{key: mark.key})
		}
	}
	if len(facts) == 0 {
		return w
	}
	return sentence{key: lang.HandOther, name: w, word: facts}
}

// tells says what lies in the middle.
func (p pile) tells() []told {
	if len(p.top) == 0 {
		return []told{sentence{key: lang.TablePileEmpty}, stock(p.stock)}
	}
	if p.below == 0 {
		return []told{sentence{key: lang.TablePile, cards: p.top}, stock(p.stock)}
	}
	return []told{list{sentence{key: lang.TablePile, cards: p.top}, sentence{key: lang.TablePileMore, n: p.below}}, stock(p.stock)}
}

// tells says which melds lie on the table.
func (m melds) tells() []told {
	if m.none {
		return []told{sentence{key: lang.TableMeldsNone}}
	}
	var all []told
	for _, laid := range m.laid {
		all = append(all, sentence{key: lang.AltMeld, meld: laid.number, name: laid.owner, cards: laid.cards})
	}
	return all
}

// middleOf is what lies between the players, after somebody's turn.
func middleOf(v engine.View, after picture.Turn) picture.Middle {
	p := pileOf(v)
	return picture.Middle{
		Stock: p.stock, Top: p.top, Below: p.below,
		New: after.Threw != engine.NoCard && len(p.top) > 0 && p.top[0] == after.Threw,
	}
}

// laidMelds are the melds on a table.
func laidMelds(v engine.View) []picture.Meld {
	var all []picture.Meld
	for i, laid := range v.Melds[:v.MeldCount] {
		all = append(all, picture.Meld{Number: i + 1, Owner: seatNumber(laid.Owner), Cards: inOrder(laid.Cards)})
	}
	return all
}

// newIn are the cards that a turn laid into a meld.
func newIn(t picture.Turn, number int) (cards engine.Hand) {
	for _, laid := range t.Laid {
		if laid.Number == number {
			cards |= engine.HandOf(laid.Cards...)
		}
	}
	return cards
}

// lastTurn gives the events of the newest turn in a log, which began with its draw.
func lastTurn(log []engine.PublicEvent) []engine.PublicEvent {
	to := len(log)
	for to > 0 && (log[to-1].Kind == engine.SawWin || log[to-1].Kind == engine.SawBlock) {
		to--
	}
	from := to
	for from > 0 && log[from-1].Seat == log[to-1].Seat {
		if from--; log[from].Kind == engine.SawDraw {
			break
		}
	}
	return log[from:to]
}

// turnOfLog tells the events of one turn. What was taken back wasn't done.
func turnOfLog(v engine.View, events []engine.PublicEvent) picture.Turn {
	t := picture.Turn{Threw: engine.NoCard}
	for _, e := range events {
		if e.Kind == engine.SawWin || e.Kind == engine.SawBlock {
			continue // whose seat is who collects
		}
		t.Seat = seatNumber(e.Seat)
		switch e.Kind {
		case engine.SawDraw:
			t.Blind, t.Drew = e.Hidden, e.Cards
		case engine.SawMeld, engine.SawLayOff:
			laid := picture.Meld{Number: e.Meld + 1, Owner: t.Seat, Cards: inOrder(engine.HandOf(e.Cards...)), New: engine.HandOf(e.Cards...)}
			if e.Kind == engine.SawLayOff && e.Meld < v.MeldCount {
				laid.Owner = seatNumber(v.Melds[e.Meld].Owner)
			}
			t.Laid = append(t.Laid, laid)
		case engine.SawDiscard:
			t.Threw = e.Cards[0]
		case engine.SawGoOut:
			t.Out, t.Threw = true, e.Discard
		case engine.SawTakeback:
			if e.Source == engine.FromDiscard {
				t.Blind, t.Drew = 0, nil
				continue
			}
			t = takenBack(t, engine.HandOf(e.Cards...))
		case engine.SawWin, engine.SawBlock:
		}
	}
	return t
}

// takenBack is a turn without its newest play, which was these cards.
func takenBack(t picture.Turn, cards engine.Hand) picture.Turn {
	if t.Threw != engine.NoCard && engine.HandOf(t.Threw) == cards {
		t.Threw = engine.NoCard
		return t
	}
	if last := len(t.Laid) - 1; last >= 0 && t.Laid[last].New == cards {
		t.Laid = t.Laid[:last]
	}
	return t
}
