package engine

import (
	"bytes"
	"encoding/json"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// allSets lists every set there is.
func allSets() []Hand {
	var sets []Hand
	for rank := range 13 {
		four := Hand(1|1<<13|1<<26|1<<39) << rank
		sets = append(sets, four)
		for suit := range 4 {
			sets = append(sets, four&^(1<<(13*suit+rank)))
		}
	}
	return sets
}

// allRuns lists every run there is.
func allRuns() []Hand {
	var runs []Hand
	card := func(suit, rank int) Hand { return 1 << (13*suit + rank%13) }
	for suit := range 4 {
		for from := range 13 {
			run := card(suit, from) | card(suit, from+1)
			for length := 3; length < 13; length++ {
				run |= card(suit, from+length-1)
				runs = append(runs, run)
			}
		}
		runs = append(runs, (1<<13-1)<<(13*suit))
	}
	return runs
}

// slow arranges hands the slow way: the lowest card is dead, or in one of the melds.
type slow struct {
	sets, runs []Hand
	known      map[Hand]slowResult
}

type slowResult struct {
	pips int
	rest Hand // the cards outside sets
}

func newSlow() *slow { return &slow{allSets(), allRuns(), map[Hand]slowResult{0: {}}} }

func (s *slow) arrange(h Hand) slowResult {
	if r, ok := s.known[h]; ok {
		return r
	}
	low := h & -h
	pips := 11
	if rank := bits.TrailingZeros64(uint64(low)) % 13; rank > 0 {
		pips = min(rank+1, 10)
	}
	best := s.arrange(h &^ low)
	best.pips += pips
	best.rest |= low
	try := func(melds []Hand, outside Hand) {
		for _, meld := range melds {
			if meld&low == 0 || meld&^h != 0 {
				continue
			}
			r := s.arrange(h &^ meld)
			r.rest |= meld & outside
			if r.pips < best.pips || r.pips == best.pips && r.rest < best.rest {
				best = r
			}
		}
	}
	try(s.sets, 0)
	try(s.runs, wholePack)
	s.known[h] = best
	return best
}

// randomHand returns n different cards of those of pool.
func randomHand(r *rand.Rand, n int, pool Hand) Hand {
	var cards []Hand
	for ; pool != 0; pool &= pool - 1 {
		cards = append(cards, pool&-pool)
	}
	var h Hand
	for _, i := range r.Perm(len(cards))[:n] {
		h |= cards[i]
	}
	return h
}

// checkArrangement fails unless the arrangement is one of h: legal melds,
// disjoint, with the deadwood the whole hand, and the pips those of the deadwood.
func checkArrangement(tb testing.TB, melds map[Hand]bool, h Hand, a Arrangement) {
	tb.Helper()
	left := h
	for i, meld := range a.Melds {
		if i >= a.Count {
			if meld != 0 {
				tb.Fatalf("%052b: meld %d of %d is %052b", h, i, a.Count, meld)
			}
			continue
		}
		if !melds[meld] || meld&^left != 0 {
			tb.Fatalf("%052b: %052b is no meld of what is left", h, meld)
		}
		left &^= meld
	}
	if left != a.Deadwood {
		tb.Fatalf("%052b: deadwood is %052b, not %052b", h, a.Deadwood, left)
	}
	pips := 0
	for ; left != 0; left &= left - 1 {
		rank := bits.TrailingZeros64(uint64(left)) % 13
		if rank == 0 {
			pips += 11
		} else {
			pips += min(rank+1, 10)
		}
	}
	if cards, count := Deadwood(h); cards != a.Deadwood || count != a.Pips {
		tb.Fatalf("%052b: deadwood alone is %052b, %d pips, not %052b, %d", h, cards, count, a.Deadwood, a.Pips)
	}
	if pips != int(a.Pips) || DeadwoodPips(h) != a.Pips {
		tb.Fatalf("%052b: %d pips, stated %d and %d", h, pips, a.Pips, DeadwoodPips(h))
	}
}

func meldSet() map[Hand]bool {
	set := make(map[Hand]bool)
	for _, m := range append(allSets(), allRuns()...) {
		set[m] = true
	}
	return set
}

func TestArrangeAgreesWithTheVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors/deadwood.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	melds := meldSet()
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	if len(lines) < 300 {
		t.Fatalf("only %d vectors", len(lines))
	}
	for _, line := range lines {
		var v struct {
			Cards    []string
			Deadwood int
		}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		var h Hand
		for _, text := range v.Cards {
			rank := bytes.IndexByte([]byte("A23456789TJQK"), text[0])
			suit := bytes.IndexByte([]byte("CDHS"), text[1])
			h |= 1 << (13*suit + rank)
		}
		a := Arrange(h)
		checkArrangement(t, melds, h, a)
		if int(a.Pips) != v.Deadwood {
			t.Errorf("%s: %d pips", line, a.Pips)
		}
	}
}

// crowdedPools returns sets of cards in which many melds compete for the same cards.
func crowdedPools() []Hand {
	var low, corner Hand
	for suit := range 4 {
		low |= 0b11111 << (13 * suit)
		corner |= 0b1110000000011 << (13 * suit)
	}
	return []Hand{wholePack, low, corner, 0b1111111 | 0b1111111<<13 | 0b1111111<<26}
}

func TestArrangeAgreesWithTheSlowWay(t *testing.T) {
	melds := meldSet()
	for _, pool := range crowdedPools() {
		for cards := range 17 {
			r := rand.New(rand.NewPCG(uint64(pool), uint64(cards)))
			n := newSlow()
			for range 300 {
				h := randomHand(r, cards, pool)
				want := n.arrange(h)
				a := Arrange(h)
				checkArrangement(t, melds, h, a)
				got := slowResult{int(a.Pips), Hand(cheapest(h)) & wholePack}
				byRank := cheapestByRank(h)
				if got != want || byRank != cheapest(h) {
					t.Fatalf("%052b: %v, by rank %v, not %v", h, got, slowResult{int(byRank >> 52), Hand(byRank) & wholePack}, want)
				}
			}
		}
	}
}

// everyChoice tries each choice of sets of the ranks from rank up, without a
// thought, and returns the smallest priced hand.
func everyChoice(h Hand, rank int) uint64 {
	if rank == Ranks {
		return priced(h)
	}
	best := everyChoice(h, rank+1)
	for _, set := range setChoices(h, rank) {
		best = min(best, everyChoice(h&^set, rank+1))
	}
	return best
}

// setChoices lists the sets of one rank.
func setChoices(h Hand, rank int) []Hand {
	var sets []Hand
	same := h & (oneRank << rank)
	switch bits.OnesCount64(uint64(same)) {
	case 3:
		sets = append(sets, same)
	case 4:
		sets = append(sets, same)
		for left := same; left != 0; left &= left - 1 {
			sets = append(sets, same&^(left&-left))
		}
	}
	return sets
}

func TestArrangeAgreesWithEveryChoiceOnFullHands(t *testing.T) {
	const most = 100_000 // choices that can be tried in a test
	melds := meldSet()
	corner := oneRank * 0b1111000001111 // where runs go round the corner
	for pool, mostCards := range map[Hand]int{wholePack: 40, corner: 26} {
		for cards := 17; cards <= min(44, pool.Len()); cards++ {
			r := rand.New(rand.NewPCG(7, uint64(cards)))
			tried := 0
			for range 40 {
				h := randomHand(r, cards, pool)
				checkArrangement(t, melds, h, Arrange(h))
				a, b := cheapest(h), cheapestByRank(h)
				if a != b {
					t.Fatalf("%052b: %d pips, by rank %d", h, a>>PackSize, b>>PackSize)
				}
				choices := 1
				for rank := range Ranks {
					choices *= 1 + len(setChoices(h, rank))
				}
				if choices > most {
					continue
				}
				tried++
				if want := everyChoice(h, 0); a != want {
					t.Fatalf("%052b: %d pips, not %d", h, a>>PackSize, want>>PackSize)
				}
			}
			if tried == 0 && cards <= mostCards {
				t.Errorf("%d cards of %d: no hand has few enough choices", cards, pool.Len())
			}
		}
	}
	if a := Arrange(wholePack); a.Pips != 0 || a.Deadwood != 0 {
		t.Errorf("the whole pack leaves %052b", a.Deadwood)
	}
}

func TestBitsThatAreNoCardsArePassedOver(t *testing.T) {
	h := randomHand(rand.New(rand.NewPCG(3, 3)), 26, wholePack)
	if got, want := Arrange(h|0xfff<<PackSize), Arrange(h); got != want || DeadwoodPips(h|0xfff<<PackSize) != want.Pips {
		t.Errorf("%v, not %v", got, want)
	}
}

func TestTheTableOfRunsAgreesWithTheSlowWay(t *testing.T) {
	n := newSlow()
	for cards := range Hand(1 << 13) {
		if got, want := int(runsLeave[cards]), n.arrange(cards).pips; got != want {
			t.Fatalf("%013b: %d pips, not %d", cards, got, want)
		}
	}
}

func TestTheTableOfRunsIsAsGenerated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.go")
	if out, err := exec.CommandContext(t.Context(), "go", "run", "arrange_gen.go", "-o", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("arrange_table.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("arrange_table.go is not what go generate writes")
	}
}

func TestArrangeAllocatesNothing(t *testing.T) {
	hands := []Hand{0, randomHand(rand.New(rand.NewPCG(1, 1)), 10, wholePack)}
	for _, worst := range worstHands() {
		hands = append(hands, worst.hand)
	}
	var left [PackSize]Pips
	for _, h := range hands {
		if n := testing.AllocsPerRun(2, func() { Arrange(h); Deadwood(h); DeadwoodPips(h); DiscardPips(h, &left) }); n != 0 {
			t.Errorf("%052b: %v allocations", h, n)
		}
	}
}
