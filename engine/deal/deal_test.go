package deal_test

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/google/go-cmp/cmp"
)

// vectors returns the lines of testdata/shuffle.jsonl.
func vectors(tb testing.TB) [][]byte {
	tb.Helper()
	data, err := os.ReadFile("testdata/shuffle.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	var lines [][]byte
	for in := bufio.NewScanner(bytes.NewReader(data)); in.Scan(); {
		lines = append(lines, bytes.Clone(in.Bytes()))
	}
	if len(lines) < 24 {
		tb.Fatalf("only %d vectors", len(lines))
	}
	return lines
}

func proof(tb testing.TB, line []byte) deal.Proof {
	tb.Helper()
	var p deal.Proof
	if err := json.Unmarshal(line, &p); err != nil {
		tb.Fatalf("%s: %v", line, err)
	}
	return p
}

// seedOf returns a seed that is as good as random and always the same.
func seedOf(n int) deal.Seed {
	return sha256.Sum256(binary.BigEndian.AppendUint64([]byte("test"), uint64(n)))
}

func TestTheVectorsAreDealtByteForByte(t *testing.T) {
	for _, line := range vectors(t) {
		p := proof(t, line)
		if err := deal.Verify(p); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		made := deal.Prove(p.Table, p.Hand, p.Seed, p.Cuts)
		if diff := cmp.Diff(p, made); diff != "" {
			t.Error(diff)
		}
		text, err := json.Marshal(made)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Compact(&want, line); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.String(), string(text)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestAChangedProofSaysWhichPartFails(t *testing.T) {
	line := vectors(t)[4]
	for _, c := range []struct {
		name   string
		change func(*deal.Proof)
		want   deal.ProofError
	}{
		{"another table", func(p *deal.Proof) { p.Table += "x" }, deal.ProofError{Code: deal.CommitmentDiffers}},
		{"another hand", func(p *deal.Proof) { p.Hand++ }, deal.ProofError{Code: deal.CommitmentDiffers}},
		{"no hand", func(p *deal.Proof) { p.Hand = 0 }, deal.ProofError{Code: deal.BadHand}},
		{"another seed", func(p *deal.Proof) { p.Seed[31]++ }, deal.ProofError{Code: deal.CommitmentDiffers}},
		{"commitment in capitals", func(p *deal.Proof) { p.Commitment = strings.ToUpper(p.Commitment) }, deal.ProofError{Code: deal.CommitmentDiffers}},
		{"a cut left out", func(p *deal.Proof) { p.Cuts = p.Cuts[:1] }, deal.ProofError{Code: deal.DeckDiffers}},
		{"cuts in another order", func(p *deal.Proof) { p.Cuts[1], p.Cuts[2] = p.Cuts[2], p.Cuts[1] }, deal.ProofError{Code: deal.DeckDiffers}},
		{"two cuts in one", func(p *deal.Proof) { p.Cuts = []string{p.Cuts[0], strings.Join(p.Cuts[1:], "|")} }, deal.ProofError{Code: deal.BadCut, At: 1}},
		{"an empty cut", func(p *deal.Proof) { p.Cuts[2] = "" }, deal.ProofError{Code: deal.BadCut, At: 2}},
		{"a decomposed cut", func(p *deal.Proof) { p.Cuts[1] = "tre\u0302s" }, deal.ProofError{Code: deal.BadCut, At: 1}},
		{"two cards changed over", func(p *deal.Proof) { p.Deck[50], p.Deck[51] = p.Deck[51], p.Deck[50] }, deal.ProofError{Code: deal.DeckDiffers, At: 50}},
	} {
		p := proof(t, line)
		c.change(&p)
		var got *deal.ProofError
		if err := deal.Verify(p); !errors.As(err, &got) || got.Code != c.want.Code || c.want.At != 0 && got.At != c.want.At {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestABrokenProofIsNotRead(t *testing.T) {
	whole := string(vectors(t)[0])
	for _, c := range []struct {
		old, new string
		want     deal.ProofError
	}{
		{`"seed":"a6`, `"seed":"`, deal.ProofError{Code: deal.BadSeed}},
		{`"seed":"a6`, `"seed":"zz`, deal.ProofError{Code: deal.BadSeed}},
		{`"AS","TD",`, `"AS",`, deal.ProofError{Code: deal.BadDeck, At: 51}},
		{`"AS","TD",`, `"AS","TD","TD",`, deal.ProofError{Code: deal.BadDeck, At: 52}},
		{`"AS","TD",`, `"AS","1D",`, deal.ProofError{Code: deal.BadDeck, At: 1}},
	} {
		text := strings.Replace(whole, c.old, c.new, 1)
		if text == whole {
			t.Fatalf("%s is not in the vector", c.old)
		}
		var p deal.Proof
		var got *deal.ProofError
		if err := json.Unmarshal([]byte(text), &p); !errors.As(err, &got) || *got != c.want {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
		}
	}
	var typed *json.UnmarshalTypeError
	if err := json.Unmarshal([]byte(`{"hand":"one"}`), new(deal.Proof)); !errors.As(err, &typed) {
		t.Errorf("a hand in words: %v", err)
	}
}

func TestWordsAreCleaned(t *testing.T) {
	long := strings.Repeat("ü", deal.MaxWord)
	for in, want := range map[string]string{
		"ahoy":          "ahoy",
		"  7 of oars\n": "7 of oars",
		"tre\u0302s":    "três",
		"two   oars":    "two oars",
		// What nobody sees doesn't cut.
		"x\U000e0061\u200d": "x", "\ue000x": "x", "\U0001f3f4\U000e0067\U000e007f": "\U0001f3f4",
		strings.Repeat("u\u0308", deal.MaxWord): long,
	} {
		if got, err := deal.CleanWord(in); err != nil || got != want {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
	for in, want := range map[string]deal.WordCode{
		"":         deal.EmptyWord,
		" \t ":     deal.EmptyWord,
		long + "x": deal.LongWord,
		"a|b":      deal.BarInWord,
		"a\u0000b": deal.ControlWord,
		"a\u009fb": deal.ControlWord,
		"a\nb":     deal.ControlWord,
		// Nobody sees these, or sees something else.
		"\u200b": deal.EmptyWord, "\u200d\u200c": deal.EmptyWord, "\u2060 \ufeff": deal.EmptyWord, "\u3164": deal.EmptyWord, "\ufe0f": deal.EmptyWord,
		"\ue000": deal.EmptyWord, "\U000e0061": deal.EmptyWord,
		"ab\u202ecd": deal.ControlWord, "\u2066a\u2069": deal.ControlWord, "a\u200fb": deal.ControlWord,
		"a\xffb": deal.BrokenWord,
	} {
		var bad *deal.WordError
		if got, err := deal.CleanWord(in); !errors.As(err, &bad) || bad.Code != want || got != "" {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

func TestTheFirstDealerIsTheFirstFairNumber(t *testing.T) {
	mac := func(key []byte, text string) []byte {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(text))
		return h.Sum(nil)
	}
	for n := range 50 {
		seed := seedOf(n)
		key := mac(seed[:], "boathouse/1|c|1|ahoy")
		first := binary.BigEndian.Uint32(mac(key, "dealer|0"))
		if first >= math.MaxUint32-8 {
			t.Fatal("a number near the end, which may be passed over")
		}
		for seats := 2; seats <= engine.MaxSeats; seats++ {
			want := engine.Seat(first % uint32(seats))
			if got := deal.FirstDealer(seed, "c", []string{"1", "ahoy"}, seats); got != want {
				t.Errorf("seed %d, %d seats: %d, not %d", n, seats, got, want)
			}
		}
	}
	if got := deal.FirstDealer(seedOf(1), "c", nil, 0); got != engine.Nobody {
		t.Errorf("seat %d of none", got)
	}
}

// deviations says how far counts are from even, in standard deviations of what
// chance does; freedom is how many of them are free.
func deviations(counts []int, freedom float64) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	even := float64(total) / float64(len(counts))
	sum := 0.0
	for _, n := range counts {
		sum += (float64(n) - even) * (float64(n) - even) / even
	}
	// The cube root of chi-square over its freedom is close to normal (Wilson and Hilferty).
	spread := 2 / (9 * freedom)
	return (math.Cbrt(sum/freedom) - (1 - spread)) / math.Sqrt(spread)
}

const (
	decks       = 20_000
	placesFree  = (engine.PackSize - 1) * (engine.PackSize - 1)
	suspicious  = 4.9 // deviations, either way: chance in one test of a million
	cardsPlaces = engine.PackSize * engine.PackSize
)

// places counts which card lies where in decks that change may spoil.
func places(change func(n int, deck *[engine.PackSize]engine.Card)) []int {
	counts := make([]int, cardsPlaces)
	for n := range decks {
		deck := deal.Deck(seedOf(n), "c", []string{"1"})
		change(n, &deck)
		for place, c := range deck {
			counts[place*engine.PackSize+int(c)]++
		}
	}
	return counts
}

func TestEveryCardIsAsLikelyInEveryPlace(t *testing.T) {
	pairs := make([]int, engine.PackSize*(engine.PackSize-1)/2)
	counts := places(func(_ int, deck *[engine.PackSize]engine.Card) {
		high, low := max(deck[0], deck[1]), min(deck[0], deck[1])
		pairs[int(high)*(int(high)-1)/2+int(low)]++
	})
	if z := deviations(counts, placesFree); math.Abs(z) > suspicious {
		t.Errorf("places: %.1f deviations", z)
	}
	if z := deviations(pairs, float64(len(pairs)-1)); math.Abs(z) > suspicious {
		t.Errorf("first two cards: %.1f deviations", z)
	}
}

func TestEverySeatIsAsLikelyToDealFirst(t *testing.T) {
	for seats := 2; seats <= engine.MaxSeats; seats++ {
		dealers := make([]int, seats)
		for n := range decks {
			dealers[deal.FirstDealer(seedOf(n), "c", []string{"1"}, seats)]++
		}
		if z := deviations(dealers, float64(seats-1)); math.Abs(z) > suspicious {
			t.Errorf("%d seats: %v, %.1f deviations", seats, dealers, z)
		}
	}
}

func TestABiasedShuffleIsNoticed(t *testing.T) {
	counts := places(func(n int, deck *[engine.PackSize]engine.Card) {
		if n%4 == 0 {
			deck[0], deck[51] = max(deck[0], deck[51]), min(deck[0], deck[51])
		}
	})
	if z := deviations(counts, placesFree); z < suspicious {
		t.Errorf("one deck in four with a high card first is only %.1f deviations off", z)
	}
}

func FuzzProof(f *testing.F) {
	for _, line := range vectors(f)[:3] {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var p deal.Proof
		if json.Unmarshal(data, &p) != nil {
			return
		}
		fair := deal.Verify(p)
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		again := proof(t, text)
		if p.Cuts == nil {
			p.Cuts = []string{}
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Error(diff)
		}
		if (deal.Verify(again) == nil) != (fair == nil) {
			t.Errorf("%v before, %v after", fair, deal.Verify(again))
		}
	})
}

func FuzzCleanWord(f *testing.F) {
	f.Add("três")
	f.Add("a|b")
	f.Fuzz(func(t *testing.T, text string) {
		word, err := deal.CleanWord(text)
		if err != nil {
			return
		}
		if again, err := deal.CleanWord(word); err != nil || again != word {
			t.Errorf("%q is %q, then %q, %v", text, word, again, err)
		}
		if shown := deal.Visible(word, deal.MaxWord); shown != word {
			t.Errorf("%q is %q, and is shown as %q", text, word, shown)
		}
		if err := deal.Verify(deal.Prove("t", 1, deal.Seed{}, []string{"1", word})); err != nil {
			t.Errorf("%q: %v", word, err)
		}
	})
}
