package main

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/urfave/cli/v3"
)

// deadwood answers {"cards":[…]} with {"deadwood":n,"melds":[[…],…]}.
func (p *process) deadwood(ctx context.Context, c *cli.Command) error {
	return p.lines(ctx, c, func(_ int, line []byte) (any, bool, error) {
		var in struct {
			Cards []string `json:"cards"`
		}
		if err := json.Unmarshal(line, &in); err != nil {
			return nil, false, err
		}
		if in.Cards == nil {
			return nil, false, errors.New("no cards")
		}
		var hand engine.Hand
		for _, text := range in.Cards {
			card, err := engine.ParseCard(text)
			if err != nil {
				return nil, false, err
			}
			if hand.Has(card) {
				return nil, false, &engine.ParseError{Word: text, Twice: true}
			}
			hand = hand.Add(card)
		}
		a := engine.Arrange(hand)
		out := struct {
			Deadwood engine.Pips `json:"deadwood"`
			Melds    [][]string  `json:"melds"`
		}{a.Pips, [][]string{}}
		for _, m := range a.Melds[:a.Count] {
			var words []string
			for _, card := range engine.Ordered(m) {
				words = append(words, card.String())
			}
			out.Melds = append(out.Melds, words)
		}
		return out, true, nil
	})
}
