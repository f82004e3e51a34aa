package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

const (
	modalTo   = "to"
	modalMeld = "meld"
)

// Choose draws the modal to choose any cards: a select for each suit held and
// one for what to do with them. [ReadChosen] reads the answers.
func Choose(p Pen, r Reader, s *sitting.Sight) Modal {
	return sceneOfChoose(r, s).modal(p.as(r.Prefs.View, r.Prefs.Cards))
}

func sceneOfChoose(r Reader, s *sitting.Sight) formScene {
	form := formScene{title: sentence{key: lang.ModalTitle}, submit: from(s, r.Prefs).click(VerbChosen, "")}
	for suit := engine.Clubs; suit <= engine.Spades; suit++ {
		var options []option
		for _, card := range ofSuit(s.View.Hand, suit) {
			options = append(options, option{label: sentence{cards: []engine.Card{card}}, about: spoken{card}, value: card.String()})
		}
		if len(options) > 0 {
			form.questions = append(form.questions, question{ask: suitName(suit), id: suit.String(), by: someOfList, options: options})
		}
	}
	onto := targets(meldsOf(s.View, r.sitters(s.Seats)))
	form.questions = append(form.questions, question{ask: lang.ModalTo, id: modalTo, options: onto})
	return form
}

// targets lists what chosen cards can become: a meld, or part of one that
// still takes cards.
func targets(table melds) []option {
	options := []option{{label: sentence{key: lang.PickMeld}, about: sentence{key: lang.PickMeldAbout}, value: modalMeld, chosen: true}}
	for i, laid := range table.laid {
		options = append(options, option{
			label: sentence{key: lang.PickOn, meld: laid.number}, about: listOf([]told{spoken(laid.cards), laid.owned()}), value: strconv.Itoa(i),
		})
	}
	return options
}

func suitName(s engine.Suit) lang.Key {
	return [...]lang.Key{
		engine.Clubs: lang.SuitClubs, engine.Diamonds: lang.SuitDiamonds, engine.Hearts: lang.SuitHearts, engine.Spades: lang.SuitSpades,
	}[s]
}

// ReadChosen reads the modal's answers, its selects' values by their ids, as
// the move they ask for: a meld, or a lay-off. No cards chosen is a meld of
// none, which the rules refuse. Its error is ErrForged, for what
// are no answers to this modal, or a [*engine.ParseError].
func ReadChosen(answers map[string][]string) (engine.Move, error) {
	var cards engine.Hand
	for suit := engine.Clubs; suit <= engine.Spades; suit++ {
		for _, word := range answers[suit.String()] {
			card, err := engine.ParseCard(word)
			if err != nil {
				return nil, err
			}
			cards = cards.Add(card)
		}
	}
	to := answers[modalTo]
	if len(to) != 1 {
		return nil, ErrForged
	}
	if to[0] == modalMeld {
		return engine.Meld{Cards: cards}, nil
	}
	meld, err := strconv.Atoi(to[0])
	if err != nil {
		return nil, ErrForged
	}
	return engine.LayOff{Meld: meld, Cards: cards}, nil
}
