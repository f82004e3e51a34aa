package render

import (
	"errors"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

const (
	modalTo   = "to"
	modalMeld = "meld"
)

// ErrNoChoice says that a modal came back without the answers that it asked for.
var ErrNoChoice = errors.New("render: not the answers of the modal")

// Choose draws the modal to choose any cards: a select for each suit held and
// one for what to do with them. [ReadChosen] reads the answers.
func Choose(c Codec, l lang.Lang, m HandModel, serial uint32) Modal {
	p := pen{codec: c, table: m.Table, version: m.Version, order: m.Order, serial: serial}
	modal := Modal{CustomID: p.id(VerbChosen, ""), Title: l.Say(lang.ModalTitle)}
	for suit := engine.Clubs; suit <= engine.Spades; suit++ {
		var options []Option
		for card := range m.View.Hand.All() {
			if card.Suit() == suit {
				options = append(options, Option{Label: card.Symbol(), Value: card.String()})
			}
		}
		if len(options) > 0 {
			modal.Components = append(modal.Components, ask(suitName(l, suit), suit.String(), options, 0))
		}
	}
	return modal.with(ask(l.Say(lang.ModalTo), modalTo, targets(l, m), 1))
}

func (m Modal) with(question Label) Modal {
	m.Components = append(m.Components, question)
	return m
}

// ask makes a question with a select: any number of answers when least is 0,
// else exactly one.
func ask(label, id string, options []Option, least int) Label {
	most := len(options)
	if least > 0 {
		most = 1
	}
	s := Select{Type: typeSelect, CustomID: id, Options: options}.choosing(least, most)
	return Label{Type: typeLabel, Label: label, Component: s}
}

// targets lists what chosen cards can become: a meld, or part of one that
// still takes cards.
func targets(l lang.Lang, m HandModel) []Option {
	options := []Option{{Label: l.Say(lang.PickMeld), Value: modalMeld, Description: l.Say(lang.PickMeldAbout), Default: true}}
	for i, meld := range m.View.Melds[:m.View.MeldCount] {
		options = append(options, Option{
			Label:       l.Say(lang.PickOn, lang.Meld(i+1)),
			Value:       strconv.Itoa(i),
			Description: ownedMeld(l, m.Players, meld),
		})
	}
	return options
}

func suitName(l lang.Lang, s engine.Suit) string {
	switch s {
	case engine.Clubs:
		return l.Say(lang.SuitClubs)
	case engine.Diamonds:
		return l.Say(lang.SuitDiamonds)
	case engine.Hearts:
		return l.Say(lang.SuitHearts)
	case engine.Spades:
		return l.Say(lang.SuitSpades)
	}
	return ""
}

// ReadChosen reads the modal's answers, its selects' values by their ids, as
// the move they ask for: a meld, or a lay-off. No cards chosen is a meld of
// none, which the rules refuse. Its error is ErrNoChoice or a
// [*engine.ParseError].
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
		return nil, ErrNoChoice
	}
	if to[0] == modalMeld {
		return engine.Meld{Cards: cards}, nil
	}
	meld, err := strconv.Atoi(to[0])
	if err != nil {
		return nil, ErrNoChoice
	}
	return engine.LayOff{Meld: meld, Cards: cards}, nil
}
