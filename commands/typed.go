package commands

import (
	"errors"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// What people type for cards is read in their own language, where a letter may mean
// several things. A word that means one thing is played; of one that means several, the
// bot asks about those that may be played now, be it a single one: what somebody holds
// doesn't tell what they meant.

// An unsure asks which of some moves a person means. It is no refusal: each of them is legal.
type unsure struct {
	word  string        // as it was typed; "" for nothing
	moves []engine.Move // one to [render.MaxMeant]
}

// Error says that it is a question, for logs.
func (*unsure) Error() string { return "commands: what was typed can mean several moves" }

// asksWhich asks back where that is what an error wants.
func (v *visit) asksWhich(err error) (render.Message, bool) {
	var which *unsure
	if !errors.As(err, &which) {
		return render.Message{}, false
	}
	return render.Which(v.hall.ink.pen(v.words), v.screen().preferring(v.liked), &v.snap, which.word, which.moves), true
}

// typedDraw draws from the stock, or from what a word means. From an empty stock
// there is nothing to draw by itself.
func typedDraw(v *visit) (engine.Move, error) {
	word, given := v.word("from")
	if !given {
		if v.snap.View.Stock > 0 || v.untimely(engine.ToDraw) != nil {
			return engine.Draw{Source: engine.FromStock}, nil
		}
		draws := drawsOf(engine.LegalView(v.snap.View).Draws)
		if len(draws) == 1 {
			return draws[0], nil
		}
		return nil, &unsure{moves: draws}
	}
	moves := drawsOf(render.ReadDraw(v.words, v.snap.View, word))
	if len(moves) == 0 {
		return nil, &render.DoorRefusal{Code: render.NoSource, Word: word}
	}
	if len(moves) == 1 {
		return moves[0], nil
	}
	if err := v.untimely(engine.ToDraw); err != nil {
		return nil, err
	}
	if legal := v.legal(moves); len(legal) > 0 {
		return nil, &unsure{word: word, moves: legal}
	}
	return moves[0], nil // the table says why not
}

func drawsOf(sources []engine.Source) []engine.Move {
	var moves []engine.Move
	for _, source := range sources {
		if m := (engine.Draw{Source: source}); !slices.Contains(moves, engine.Move(m)) {
			moves = append(moves, m)
		}
	}
	return moves
}

func typedMeld(v *visit) (engine.Move, error) {
	return v.typedCards(func(cards engine.Hand) engine.Move { return engine.Meld{Cards: cards} })
}

func typedLayOff(v *visit) (engine.Move, error) {
	meld := v.call.number("meld") - 1
	return v.typedCards(func(cards engine.Hand) engine.Move { return engine.LayOff{Meld: meld, Cards: cards} })
}

func typedDiscard(v *visit) (engine.Move, error) {
	return v.typedCard(v.call.text("card"), func(c engine.Card) engine.Move { return engine.Discard{Card: c} })
}

// typedGoOut goes out, with a last card where one is named.
func typedGoOut(v *visit) (engine.Move, error) {
	last := engine.NoCard
	if word, given := v.word("discard"); given {
		m, err := v.typedCard(word, func(c engine.Card) engine.Move { return engine.GoOut{Discard: c} })
		if err != nil {
			return nil, err
		}
		last = m.(engine.GoOut).Discard
	}
	return v.anyWayOut(last), nil
}

// typedCards reads the option "cards" as a move.
func (v *visit) typedCards(move func(engine.Hand) engine.Move) (engine.Move, error) {
	word := v.call.text("cards")
	all, err := v.words.ReadCards(word, lang.Pack)
	if err != nil {
		return nil, err
	}
	held, err := v.words.ReadCards(word, v.snap.View.Hand)
	if err != nil {
		return nil, err
	}
	return v.meant(word, all, held, move)
}

// typedCard reads a word for one card as a move.
func (v *visit) typedCard(word string, move func(engine.Card) engine.Move) (engine.Move, error) {
	read := func(among engine.Hand) ([]engine.Hand, error) {
		cards, err := v.words.ReadCard(word, among)
		var hands []engine.Hand
		for _, c := range cards {
			hands = append(hands, engine.HandOf(c))
		}
		return hands, err
	}
	all, err := read(lang.Pack)
	if err != nil {
		return nil, err
	}
	held, err := read(v.snap.View.Hand)
	if err != nil {
		return nil, err
	}
	if len(held) == 1 && v.words.NamesRank(word) {
		all = held // the only king is the king
	}
	return v.meant(word, all, held, func(h engine.Hand) engine.Move { return move(h.Cards()[0]) })
}

// meant gives the move that a word means, which the table judges, or asks which of those that
// are legal now it is. What it can mean is given as all readings, and as those of cards that
// the caller holds.
func (v *visit) meant(word string, all, held []engine.Hand, move func(engine.Hand) engine.Move) (engine.Move, error) {
	if len(all) == 1 {
		return move(all[0]), nil
	}
	if err := v.untimely(engine.ToPlay); err != nil {
		return nil, err
	}
	if len(held) == lang.MaxReadings {
		return nil, &render.DoorRefusal{Code: render.ManyMeant, Word: word, Readings: held}
	}
	var moves []engine.Move
	for _, h := range held {
		moves = append(moves, move(h))
	}
	legal := v.legal(moves)
	switch {
	case len(legal) > render.MaxMeant:
		return nil, &render.DoorRefusal{Code: render.ManyMeant, Word: word, Readings: held}
	case len(legal) > 0:
		return nil, &unsure{word: word, moves: legal}
	case len(held) == 1:
		return moves[0], nil // the table says why not
	case len(held) > 0:
		all = held
	}
	return nil, &render.DoorRefusal{Code: render.NoneMeant, Word: word, Readings: all}
}

// legal gives those moves that the caller may make now. Going out is known by its
// last card.
func (v *visit) legal(moves []engine.Move) []engine.Move {
	options := engine.LegalView(v.snap.View)
	return slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool {
		switch m := m.(type) {
		case engine.Draw:
			return !slices.Contains(options.Draws, m.Source)
		case engine.Meld:
			return !slices.Contains(options.Melds, m.Cards)
		case engine.LayOff:
			return !slices.Contains(options.LayOffs, m)
		case engine.Discard:
			return !slices.Contains(options.Discards, m.Card)
		case engine.GoOut:
			return !slices.ContainsFunc(options.GoOuts, func(way engine.GoOut) bool { return way.Discard == m.Discard })
		}
		return true
	})
}

// untimely says why the caller can't make any move of a phase now. It is asked where
// a word has several meanings, of which there is nothing for the table to judge.
func (v *visit) untimely(phase engine.Phase) error {
	if err := v.may(v.row.who, v.row.needs); err != nil {
		return err
	}
	no := &engine.Refusal{Seat: v.snap.Me, Card: engine.NoCard}
	switch view := &v.snap.View; {
	case v.snap.Phase != sitting.Playing:
		return refused(sitting.NoHand)
	case view.Phase == engine.Over:
		no.Code = engine.HandOver
	case view.Turn != v.snap.Me:
		no.Code = engine.NotYourTurn
	case view.Phase == phase:
		return nil
	case phase == engine.ToDraw:
		no.Code = engine.AlreadyDrawn
	default:
		no.Code = engine.DrawFirst
	}
	return no
}
