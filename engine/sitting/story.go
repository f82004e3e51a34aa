package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Story is what was most striking in a hand that is over: one fact that follows from
// what all saw and from the hands that are open now. The zero Story is none.
type Story struct {
	Told  Tale
	Of    engine.Seat   // whom it is about; Nobody where it is about all
	Other engine.Seat   // as the tale says; else Nobody
	Cards []engine.Card // as the tale says
	N     int           // as the tale says
}

// A Tale is what a story tells. They are in the order in which one is chosen.
type Tale uint8

// The tales.
const (
	ByAHair    Tale = iota + 1 // Of collected a blocked hand by N pips, before Other
	Overtook                   // Of laid N cards in the last turn, before which Other had few left
	Short                      // it was over in the Nth turn, counted over all seats
	Long                       // the same
	WouldBeOut                 // Of was next, and out with Cards, which lie on top of the discard pile
	OneShort                   // Of had shown nothing, and any one of Cards was all that a rummy lacked
	InFront                    // Of laid first and nobody came past, for N turns
	AtOnce                     // Of laid N cards in the last turn, and that was no rummy
	TookFor                    // Of took Cards off the discard pile and was out with them; Other had thrown the first of them
)

// What makes a tale striking.
const (
	hair        = 3 // pips
	fewCards    = 2 // in hand, of who is nearly out
	manyAtOnce  = 6 // cards that one turn laid down
	fewLacked   = 2 // cards of which any would do
	longInFront = 4 // turns
	shortHand   = 3 // rounds
	longHand    = 20
)

// storyOf returns the story of a hand that has just ended; none of one that was
// abandoned or dealt again, or where remarks are off.
func (s *State) storyOf(l *HandResult) Story {
	if l.Abandoned || l.Again > 0 || s.settings.NoRemarks || len(s.log.public) == 0 {
		return Story{}
	}
	t := teller{l: l, winner: l.Result.Winner, table: engine.Watch(s.game), turns: s.log.turns(len(l.Seats))}
	t.thrower, _ = s.log.threw(t.winner)
	for _, tell := range []func() (Story, bool){t.byAHair, t.overtook, t.length, t.wouldBeOut, t.oneShort, t.inFront, t.atOnce, t.tookFor} {
		if story, ok := tell(); ok {
			return story
		}
	}
	return Story{}
}

// A teller knows what all know of a hand that is over.
type teller struct {
	l       *HandResult
	winner  engine.Seat
	table   engine.View // a spectator's
	turns   []seenTurn
	thrower engine.Seat // whose discard the winner took for the last turn; Nobody: nobody's
}

func about(tale Tale, of engine.Seat) Story { return Story{Told: tale, Of: of, Other: engine.Nobody} }

// byAHair: a blocked hand that somebody collects by very little.
func (t *teller) byAHair() (Story, bool) {
	if !t.l.Result.Blocked || t.winner == engine.Nobody {
		return Story{}, false
	}
	s := about(ByAHair, t.winner)
	for at := range engine.Seat(len(t.l.Seats)) {
		if pips := int(t.l.Result.Payments[at]); at != t.winner && (s.Other == engine.Nobody || pips < s.N) {
			s.N, s.Other = pips, at
		}
	}
	return s, s.N <= hair
}

// wouldBeOut: the next to play could have taken what lies there, and be out.
func (t *teller) wouldBeOut() (Story, bool) {
	if t.l.Result.Blocked {
		return Story{}, false
	}
	draws := 2
	if t.table.Stock == 0 {
		draws = int(t.l.Rules.ExhaustedDraw)
	}
	if t.table.PileSize < draws {
		return Story{}, false
	}
	s := about(WouldBeOut, (t.winner+1)%engine.Seat(len(t.l.Seats)))
	s.Cards = slices.Clone(t.table.Pile[t.table.PileSize-draws : t.table.PileSize])
	slices.Reverse(s.Cards)
	took := engine.HandOf(s.Cards...)
	return s, t.outWith(s.Of, took, took, t.l.Rules.FinalDiscard)
}

// outWith says whether a seat could go out in one turn with what it drew.
func (t *teller) outWith(seat engine.Seat, drawn, barred engine.Hand, final engine.FinalDiscardRule) bool {
	v := t.table
	v.Seat, v.Turn, v.Phase, v.Rules.FinalDiscard = seat, seat, engine.ToPlay, final
	v.Hand, v.Barred = t.l.Result.Hands[seat]|drawn, barred
	_, out := engine.FindGoOut(v, engine.NoCard)
	return out
}

// overtook: somebody was nearly out, and the winner came from behind in one turn.
func (t *teller) overtook() (Story, bool) {
	last := t.turns[len(t.turns)-1]
	s := about(Overtook, t.winner)
	for at, cards := range last.before {
		if engine.Seat(at) != t.winner && cards <= fewCards && (s.Other == engine.Nobody || cards < last.before[s.Other]) {
			s.Other = engine.Seat(at)
		}
	}
	s.N = last.laid
	return s, !t.l.Result.Blocked && s.Other != engine.Nobody && last.before[t.winner] >= manyAtOnce && s.N >= manyAtOnce
}

// atOnce: the last turn laid down a great part of a hand, and it was no rummy.
func (t *teller) atOnce() (Story, bool) {
	s := about(AtOnce, t.winner)
	s.N = t.turns[len(t.turns)-1].laid
	return s, !t.l.Result.Blocked && !t.l.Result.Rummy && s.N >= manyAtOnce
}

// oneShort: somebody had held everything back and lacked a single card.
func (t *teller) oneShort() (Story, bool) {
	if t.l.Rules.RummyMultiplier < 2 || t.table.Stock == 0 {
		return Story{}, false
	}
	var best Story
	for i := range t.l.Seats {
		at := (t.l.Dealer + 1 + engine.Seat(i)) % engine.Seat(len(t.l.Seats))
		if at == t.winner || t.table.Melded[at] {
			continue
		}
		if lacked := t.lacked(at); len(lacked) > 0 && len(lacked) <= fewLacked && (best.Told == 0 || len(lacked) > len(best.Cards)) {
			best = about(OneShort, at)
			best.Cards = lacked
		}
	}
	return best, best.Told != 0
}

// lacked lists the cards of which any one would leave a seat nothing that it can't lay
// down; what else it drew it could discard.
func (t *teller) lacked(seat engine.Seat) []engine.Card {
	hand := t.l.Result.Hands[seat]
	var lacked []engine.Card
	for c := range engine.Card(engine.PackSize) {
		if !hand.Has(c) && !t.lies(c) && t.outWith(seat, engine.HandOf(c), hand.Add(c), engine.FinalOptional) {
			lacked = append(lacked, c)
		}
	}
	return lacked
}

// lies says whether a card is in a meld on the table.
func (t *teller) lies(c engine.Card) bool {
	return slices.ContainsFunc(t.table.Melds[:t.table.MeldCount], func(m engine.TableMeld) bool { return m.Cards.Has(c) })
}

// tookFor: the last draw was from the discard pile, and another had thrown it there.
func (t *teller) tookFor() (Story, bool) {
	s := about(TookFor, t.winner)
	s.Other, s.Cards = t.thrower, t.turns[len(t.turns)-1].took
	said := t.l.Remark.Fact == Threw // by the one who threw it
	return s, !t.l.Result.Blocked && !said && s.Other != engine.Nobody && s.Other != t.winner
}

// inFront: the winner laid first, and nobody had fewer cards after any turn from then on.
func (t *teller) inFront() (Story, bool) {
	s, begun := about(InFront, t.winner), false
	if t.l.Result.Blocked || t.l.Result.Rummy {
		return s, false
	}
	for _, turn := range t.turns[:len(t.turns)-1] {
		if !begun && turn.laid == 0 {
			continue
		}
		if !begun && turn.seat != t.winner || slices.Min(turn.after) < turn.after[t.winner] {
			return s, false
		}
		begun = true
		if turn.seat == t.winner {
			s.N++
		}
	}
	return s, s.N >= longInFront
}

// length: the hand was very short or very long.
func (t *teller) length() (Story, bool) {
	s := about(Short, engine.Nobody)
	if t.l.Result.Blocked {
		return s, false
	}
	s.N = len(t.turns)
	if s.N > (longHand-1)*len(t.l.Seats) {
		s.Told = Long
	}
	return s, s.N <= shortHand*len(t.l.Seats) || s.Told == Long
}
