package engine

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// crowdedView gives the view of who is to play with so many cards, on a table
// where some of the other cards lie in melds.
func crowdedView(r *rand.Rand, cards int) View {
	pools := crowdedPools()
	pool := pools[r.IntN(len(pools))]
	v := View{Rules: Boathouse.Rules(), Players: 2, Phase: ToPlay, Hand: randomHand(r, min(cards, pool.Len()), pool)}
	a := Arrange(wholePack &^ v.Hand)
	for _, meld := range a.Melds[:a.Count] {
		if cut := meld & (meld - 1); KindOf(cut) != NoMeld && r.IntN(2) == 0 {
			meld = cut
		}
		if r.IntN(2) == 0 {
			v.Melds[v.MeldCount] = TableMeld{Owner: 1, Cards: meld}
			v.MeldCount++
		}
	}
	return v
}

// outByEveryChoice says whether held cards can be played empty, trying each
// choice of sets of the ranks from rank up: what is left must lie in runs, with
// those on the table.
// It is false, and the budget below 0, when they are too many.
func outByEveryChoice(o openings, held Hand, rank int, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	if rank == Ranks {
		return held&^inRuns(held|o.runs) == 0
	}
	if outByEveryChoice(o, held, rank+1, budget) {
		return true
	}
	choices := setChoices(held, rank)
	if fourth := held & o.sets & (oneRank << rank); fourth != 0 {
		choices = append(choices, fourth)
	}
	for _, set := range choices {
		if outByEveryChoice(o, held&^set, rank+1, budget) {
			return true
		}
	}
	return false
}

// checkWay fails unless a way out plays the whole hand by the rules.
func checkWay(t *testing.T, v View, way GoOut) {
	t.Helper()
	left := v.Hand
	play := func(cards Hand) {
		if cards == 0 || cards&^left != 0 {
			t.Fatalf("%v: %v is not in hand any more", v.Hand, way)
		}
		left &^= cards
	}
	var table []Hand
	for _, meld := range v.Melds[:v.MeldCount] {
		table = append(table, meld.Cards)
	}
	for _, meld := range way.Melds {
		if play(meld); KindOf(meld) == NoMeld {
			t.Fatalf("%v: %v melds %v", v.Hand, way, meld)
		}
		table = append(table, meld)
	}
	for _, l := range way.LayOffs {
		if play(l.Cards); !FitsOn(table[l.Meld], l.Cards) {
			t.Fatalf("%v: %v lays %v on %v", v.Hand, way, l.Cards, table[l.Meld])
		}
		table[l.Meld] |= l.Cards
	}
	if way.Discard != NoCard {
		play(HandOf(way.Discard))
	}
	if left != 0 {
		t.Fatalf("%v: %v leaves %v", v.Hand, way, left)
	}
}

func TestGoOutsOfFullHandsAreThoseThatEveryChoiceFinds(t *testing.T) {
	const most = 20_000 // choices that can be tried in a test
	found, missing := 0, 0
	for cards := 10; cards <= 44; cards++ {
		r := rand.New(rand.NewPCG(23, uint64(cards)))
		for range 10 {
			v := crowdedView(r, cards)
			ways := map[Card]bool{}
			for _, way := range LegalView(v).GoOuts {
				checkWay(t, v, way)
				ways[way.Discard] = true
			}
			for _, discard := range append([]Card{NoCard}, v.Hand.Cards()...) {
				budget := most
				want := outByEveryChoice(openingsOf(&v), v.Hand&^HandOf(discard), 0, &budget)
				if budget < 0 {
					continue
				}
				if want != ways[discard] {
					t.Fatalf("%v on %v, discarding %v: %t, want %t", v.Hand, v.Melds[:v.MeldCount], discard, ways[discard], want)
				}
				if way, ok := FindGoOut(v, discard); ok != (want || discard == NoCard && len(ways) > 0) {
					t.Fatalf("%v on %v, discarding %v: %v, %t", v.Hand, v.Melds[:v.MeldCount], discard, way, ok)
				}
				if want {
					found++
				} else {
					missing++
				}
			}
		}
	}
	if found < 200 || missing < 200 {
		t.Errorf("%d ways out, %d discards without one", found, missing)
	}
}

func TestGoOutsWithoutATableAreTheDiscardsThatLeaveNoDeadwood(t *testing.T) {
	found := 0
	for cards := 10; cards <= PackSize; cards++ {
		r := rand.New(rand.NewPCG(29, uint64(cards)))
		for range 15 {
			v := crowdedView(r, cards)
			v.Melds, v.MeldCount = [MaxMelds]TableMeld{}, 0
			if r.IntN(3) > 0 {
				v.Hand &^= Arrange(v.Hand).Deadwood
			}
			var left [PackSize]Pips
			want := map[Card]bool{NoCard: DiscardPips(v.Hand, &left) == 0}
			for c := range v.Hand.All() {
				want[c] = left[c] == 0
			}
			got := map[Card]bool{}
			for _, way := range LegalView(v).GoOuts {
				checkWay(t, v, way)
				got[way.Discard] = true
				found++
			}
			for c, out := range want {
				if got[c] != out {
					t.Fatalf("%v, discarding %v: %t, want %t", v.Hand, c, got[c], out)
				}
			}
		}
	}
	if found < 300 {
		t.Errorf("only %d ways out", found)
	}
}

// TestTheNearestToGoingOutSaysWhatIsMissing has it refused with what would be left, and
// what it would play played by the rules.
func TestTheNearestToGoingOutSaysWhatIsMissing(t *testing.T) {
	r, near := rand.New(rand.NewPCG(7, 7)), 0
	for range 2000 {
		v := crowdedView(r, 3+r.IntN(12))
		if _, out := FindGoOut(v, NoCard); out {
			continue
		}
		s := State{Rules: v.Rules, Players: 2, Phase: ToPlay, MeldCount: uint8(v.MeldCount)}
		s.Hands[0] = v.Hand
		for i, meld := range v.Melds[:v.MeldCount] {
			s.Melds[i] = meld.Cards
		}
		way := NearGoOut(v, NoCard)
		_, err := Decide(s, 0, way)
		var no *Refusal
		if !errors.As(err, &no) || no.Code != NotOut || way.Discard == NoCard {
			t.Fatalf("%v with %v: %v", v.Hand, way, err)
		}
		left := v.Hand &^ HandOf(way.Discard)
		for _, meld := range way.Melds {
			left &^= meld
		}
		for _, l := range way.LayOffs {
			left &^= l.Cards
		}
		if no.Cards != left {
			t.Fatalf("%v with %v leaves %v and not %v", v.Hand, way, left, no.Cards)
		}
		near++
	}
	if near < 500 {
		t.Errorf("only %d hands without a way out", near)
	}
}
