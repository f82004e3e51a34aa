package enginetest_test

import (
	"bufio"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// someCards gives a random hand; half of the time its cards lie close together,
// so that melds overlap.
func someCards(r *rand.Rand, n int) engine.Hand {
	deck := enginetest.Deck(r)
	if r.IntN(2) == 0 {
		return engine.HandOf(deck[:n]...)
	}
	var h engine.Hand
	first := engine.Card(r.IntN(13))
	for _, c := range deck {
		if h.Len() < n && (c%13+13-first)%13 < engine.Card(3+n/3) {
			h = h.Add(c)
		}
	}
	return h
}

func TestArrangeAgreesWithTryingEverything(t *testing.T) {
	tries := 6000
	if testing.Short() || raced {
		tries = 600
	}
	r := rand.New(rand.NewPCG(11, 0))
	for i := range tries {
		h := someCards(r, i%17)
		a, want := engine.Arrange(h), enginetest.Naive(h)
		if a.Pips != want || engine.DeadwoodPips(h) != want {
			t.Fatalf("%v: %d and %d pips, want %d", h, a.Pips, engine.DeadwoodPips(h), want)
		}
		rest := h
		for _, meld := range a.Melds[:a.Count] {
			if engine.KindOf(meld) == engine.NoMeld || meld&^rest != 0 {
				t.Fatalf("%v: arranged with %v", h, meld)
			}
			rest &^= meld
		}
		if rest != a.Deadwood || rest.Pips() != a.Pips {
			t.Fatalf("%v: left over is %v, not %v", h, rest, a.Deadwood)
		}
	}
}

func TestTryingEverythingAgreesWithTheDeadwoodVectors(t *testing.T) {
	file, err := os.Open(filepath.Join("..", "testdata", "vectors", "deadwood.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	lines, small := 0, 0
	for scanner := bufio.NewScanner(file); scanner.Scan(); lines++ {
		var vector struct {
			Cards    []string    `json:"cards"`
			Deadwood engine.Pips `json:"deadwood"`
		}
		if err := json.Unmarshal(scanner.Bytes(), &vector); err != nil {
			t.Fatal(err)
		}
		h, err := engine.ParseHand(strings.Join(vector.Cards, " "))
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.DeadwoodPips(h); got != vector.Deadwood {
			t.Errorf("%v: %d pips, want %d", h, got, vector.Deadwood)
		}
		if h.Len() > 20 {
			continue
		}
		small++
		if got := enginetest.Naive(h); got != vector.Deadwood {
			t.Errorf("%v: %d pips by trying everything, want %d", h, got, vector.Deadwood)
		}
	}
	if small == 0 {
		t.Fatalf("nothing to try in %d lines", lines)
	}
}

func TestGoOutsAreFoundWhereTryingEverythingFindsOne(t *testing.T) {
	tries := 1000
	if testing.Short() || raced {
		tries = 300
	}
	found := 0
	for i := range uint64(tries) {
		v := tableFor(rand.New(rand.NewPCG(13, i)))
		var table []engine.Hand
		for _, meld := range v.Melds[:v.MeldCount] {
			table = append(table, meld.Cards)
		}
		last := []engine.Card{engine.NoCard}
		for c := range v.Hand.All() {
			last = append(last, c)
		}
		for _, discard := range last {
			rest := v.Hand
			if discard != engine.NoCard {
				rest = rest.Remove(discard)
			}
			want := enginetest.NaiveOut(rest, table)
			way, got := outWith(v, discard)
			if got != want {
				t.Fatalf("%v on %v, discarding %v: %v %t, want %t", v.Hand, table, discard, way, got, want)
			}
			if got {
				found++
			}
		}
	}
	if found < tries/10 {
		t.Errorf("only %d ways out in %d tries", found, tries)
	}
}

// outWith looks among the listed go-outs for one that ends with this discard.
func outWith(v engine.View, discard engine.Card) (engine.GoOut, bool) {
	for _, way := range engine.LegalView(v).GoOuts {
		if way.Discard == discard {
			return way, true
		}
	}
	return engine.GoOut{}, false
}

// tableFor gives the view of a player after a draw, none of whose cards is barred
// and most of which fit together or on the melds of the table.
func tableFor(r *rand.Rand) engine.View {
	v := engine.View{Rules: engine.Boathouse.Rules(), Players: 2, Phase: engine.ToPlay}
	var used engine.Hand
	melds := func() engine.Hand { return engine.Arrange(someCards(r, 13) &^ used).Melds[0] }
	for range r.IntN(4) {
		if meld := melds(); meld != 0 {
			used |= meld
			v.Melds[v.MeldCount] = engine.TableMeld{Owner: 1, Cards: meld}
			v.MeldCount++
		}
	}
	for range r.IntN(4) {
		v.Hand |= melds()
	}
	for _, c := range enginetest.Deck(r) {
		near := false
		for _, meld := range v.Melds[:v.MeldCount] {
			near = near || engine.FitsOn(meld.Cards, engine.HandOf(c))
		}
		if odds := r.IntN(40); !used.Has(c) && (odds == 0 || near && odds < 20) {
			v.Hand = v.Hand.Add(c)
		}
	}
	return v
}
