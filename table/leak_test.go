package table_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// seenOf plays a part of one hand of a fixed deck, ann against bob and cy, and returns all
// that a viewer gets to see of it, byte for byte, and what the channel sees.
func seenOf(t *testing.T, deck []string, viewer sitting.Person) []byte {
	t.Helper()
	var seen bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{})
		h.kill()
		h.start()
		h.id = "leaktest"
		dealt := engine.Dealt{Rules: engine.Boathouse.Rules(), Players: 3, Dealer: 2}
		for i, text := range deck {
			c, err := engine.ParseCard(text)
			if err != nil {
				t.Fatal(err)
			}
			dealt.Deck[i] = c
		}
		if _, err := engine.Deal(dealt.Rules, dealt.Players, dealt.Dealer, dealt.Deck); err != nil {
			t.Fatal(err)
		}
		_, err := h.store.Append(t.Context(), table.Batch{
			Table: h.id, Key: "deck", At: time.Now(),
			Events: []sitting.Event{
				sitting.Opened{Server: "server", Channel: "channel", Host: "ann", Settings: settings()},
				sitting.Joined{Person: "bob"}, sitting.Joined{Person: "cy"},
				sitting.Committed{Hand: 1, Seed: deal.Seed{1}},
				sitting.HandStarted{Hand: 1, Interaction: "start"},
				sitting.Played{Event: dealt},
			},
			Owes: []table.Post{{Kind: table.PostTable, Hand: 1, Seq: 6}},
			Head: sitting.Head{Table: h.id, Server: "server", Channel: "channel", Open: true},
		})
		if err != nil {
			t.Fatal(err)
		}
		write := func(v any) {
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			seen.Write(append(text, '\n'))
		}
		h.looks(viewer)
		pass(0) // or the post that is owed already tells of the first move, as it happens
		for _, move := range []struct {
			who  sitting.Person
			text string
		}{
			{"ann", "draw stock"}, {"ann", "meld AC AD AH"},
			{"ann", "take back"}, {"bob", "agree"}, {"cy", "agree"},
			{"ann", "meld AC AD AH"}, {"ann", "discard 5D"},
			{"bob", "draw stock"}, {"bob", "discard KS"},
			{"bob", "take back"}, {"cy", "agree"}, {"ann", "agree"},
			{"bob", "discard KS"}, {"bob", "take back"}, {"ann", "refuse"},
			{"cy", "draw discard"}, {"cy", "discard 2S"},
			{"ann", "draw stock"}, {"ann", "discard 6D"},
			{"cy", "draw stock"}, // out of turn
			{"bob", "draw stock"}, {"bob", "discard KH"},
		} {
			reply, err := h.send(h.command(move.who, actionOf(t, move.text)))
			if err != nil && move.text != "draw stock" {
				t.Fatalf("%v: %v", move, err)
			}
			if move.who == viewer {
				write(reply)
				write(err)
			}
			write(h.looks(viewer))
			pass(0)
		}
		proof, err := h.house.Proof(t.Context(), h.id, 0)
		if err != nil {
			t.Fatal(err)
		}
		write(proof)
		for _, p := range h.wall.list(table.PostTable) {
			write(p)
		}
	})
	return seen.Bytes()
}

// actionOf reads a move, or what people say to one that is taken back.
func actionOf(t *testing.T, text string) sitting.Action {
	t.Helper()
	switch text {
	case "take back":
		return sitting.TakeBack{}
	case "agree", "refuse":
		return sitting.Agree{Yes: text == "agree"}
	}
	m, err := engine.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return sitting.Play{Moves: []engine.Move{m}}
}

// Bob's hand, cy's hand and the stock that ann never sees differ between the
// two decks; what all three show, and all that ann draws, is the same.
func TestASightDependsOnNoHiddenCard(t *testing.T) {
	t.Parallel()
	// Dealt round: ann, bob, cy. Seven each, the up-card, the stock in pairs of draws.
	deck := []string{
		"AC", "KS", "2S", "AD", "KH", "9S", "AH", "3S", "8S", "5D", "7S", "6S", "6D", "5S", "4S", "7H", "JS", "QS", "9H", "TS", "AS",
		"4H",
		"TD", "JD", // ann
		"2C", "3C", // bob
		"QD", "2D", // ann
		"5C", "8C", // bob
	}
	pack := make([]string, 0, engine.PackSize)
	for c := range engine.Card(engine.PackSize) {
		pack = append(pack, c.String())
	}
	for _, c := range pack {
		if !slices.Contains(deck, c) {
			deck = append(deck, c)
		}
	}
	other := slices.Clone(deck)
	for _, swap := range [][2]string{
		{"3S", "9S"}, // of bob with cy
		{"7S", "KC"}, // of bob with the stock
		{"8S", "KD"}, // of cy with the stock
		{"2C", "7C"}, // of bob's draw with the stock
		{"5C", "5S"}, // of bob's draw with his hand
		{"QC", "TH"}, // within the stock
	} {
		a, b := slices.Index(other, swap[0]), slices.Index(other, swap[1])
		other[a], other[b] = other[b], other[a]
	}
	for _, viewer := range []sitting.Person{"ann", "eve", ""} {
		one, two := seenOf(t, deck, viewer), seenOf(t, other, viewer)
		if !bytes.Equal(one, two) {
			t.Errorf("%q sees a difference", viewer)
			equal(t, bytes.Split(two, []byte("\n")), bytes.Split(one, []byte("\n")))
		}
	}
	// The control: those whose cards differ do see it.
	for _, viewer := range []sitting.Person{"bob", "cy"} {
		if bytes.Equal(seenOf(t, deck, viewer), seenOf(t, other, viewer)) {
			t.Errorf("%s sees no difference: the test shows nothing", viewer)
		}
	}
}
