package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// A shownDeal is what anybody has who wants to recompute a deal: the seal and the id of
// its message from the channel, the rest from the proof.
type shownDeal struct {
	Table   string   `json:"table"`
	Hand    int      `json:"hand"`
	Seed    string   `json:"seed"`
	Seal    string   `json:"seal"` // as the channel shows it
	Early   []string `json:"early"`
	Message string   `json:"message"`
	Words   []string `json:"words"`
	Last    string   `json:"last,omitempty"` // id of the hand's own message
	Deck    []string `json:"deck"`
}

// recomputed has a deal recomputed by a program that shares nothing with the bot, from the
// messages of the channel and the words of the proof; and shows that it would notice another
// seed, other messages and another word. own is the hand's own message, 0 where its seal's
// comes last.
func recomputed(ctx context.Context, proof deal.Proof, carrier discord.Message, own discord.ID) error {
	d := shownDeal{
		Table: proof.Table, Hand: proof.Hand, Seed: proof.Seed.String(), Seal: deal.SealLine(proof.Commitment), Message: carrier.ID.String(),
		Early: []string{}, Words: []string{},
	}
	if own == 0 {
		d.Early = append(d.Early, proof.Cuts[:len(proof.Cuts)-1]...)
	} else {
		d.Words, d.Last = append(d.Words, proof.Cuts[1:len(proof.Cuts)-1]...), own.String()
	}
	for _, c := range proof.Deck {
		d.Deck = append(d.Deck, c.String())
	}
	digit := "0"
	if d.Seed[0] == '0' {
		digit = "1"
	}
	seed, message, word, last := d, d, d, d
	seed.Seed = digit + d.Seed[1:]
	message.Message = (carrier.ID + 1).String()
	word.Words = append(append([]string{}, d.Words...), "more")
	last.Last = "1" // or one where there is none
	told, err := json.Marshal([]shownDeal{d, seed, message, word, last})
	if err != nil {
		return err
	}
	node := exec.CommandContext(ctx, "node", "testdata/fairdeal.mjs")
	node.Stdin = bytes.NewReader(told)
	out, err := node.CombinedOutput()
	if err != nil {
		return fmt.Errorf("node: %w: %s", err, out)
	}
	want := []string{"fair", "another seal", "another deck", "another deck", "another deck"}
	if got := strings.Split(strings.TrimSpace(string(out)), "\n"); !slices.Equal(got, want) {
		return fmt.Errorf("node says %q of %s, not %q", got, told, want)
	}
	return nil
}
