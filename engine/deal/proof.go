package deal

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Proof is all that it takes to check a deal after the hand: what the channel
// saw before it, the seed, and the deck. As JSON it is one object: table, hand,
// seed, cuts, commitment, deck (52 cards as "TD").
type Proof struct {
	Table      string
	Hand       int // from 1
	Seed       Seed
	Cuts       []string
	Commitment string // or its seal line, where the proof comes from outside
	Deck       [engine.PackSize]engine.Card
}

// Prove returns the proof of a deal.
func Prove(table string, hand int, seed Seed, cuts []string) Proof {
	commitment := Commitment(table, hand, seed)
	return Proof{table, hand, seed, cuts, commitment, Deck(seed, commitment, cuts)}
}

// A ProofCode names what is wrong with a proof.
type ProofCode uint8

// The codes.
const (
	BadHand           ProofCode = iota + 1 // a number below 1
	BadSeed                                // not 64 hexadecimal digits
	BadCut                                 // cut At is no word to cut with
	BadDeck                                // not 52 cards; or card At can't be read
	CommitmentDiffers                      // the seed is not the one that was promised
	DeckDiffers                            // the cards were not dealt from this seed and these cuts; At is the first
)

// A ProofError says which part of a proof fails.
type ProofError struct {
	Code ProofCode
	At   int // from 0, where the code speaks of it
}

// Error implements error, for logs and the command line.
func (e *ProofError) Error() string {
	switch e.Code {
	case BadHand:
		return "proof: the hand's number is below 1"
	case BadSeed:
		return "proof: the seed is not 64 hexadecimal digits"
	case BadCut:
		return fmt.Sprintf("proof: cut %d is not a word to cut with", e.At)
	case BadDeck:
		return fmt.Sprintf("proof: card %d of the deck is missing, one too many or unreadable", e.At)
	case CommitmentDiffers:
		return "proof: the commitment doesn't fit the seed"
	case DeckDiffers:
		return fmt.Sprintf("proof: card %d of the deck is another", e.At)
	}
	return fmt.Sprintf("proof: code %d", e.Code)
}

// Verify returns nil when the commitment and the deck follow from the rest of
// the proof. Otherwise its error is a [*ProofError] about the first part that fails.
func Verify(p Proof) error {
	if p.Hand < 1 {
		return &ProofError{Code: BadHand}
	}
	for i, cut := range p.Cuts {
		if checkWord(cut) != nil {
			return &ProofError{BadCut, i}
		}
	}
	commitment := Commitment(p.Table, p.Hand, p.Seed)
	if !ShowsSeal(p.Commitment, commitment) {
		return &ProofError{Code: CommitmentDiffers}
	}
	for i, c := range Deck(p.Seed, commitment, p.Cuts) {
		if p.Deck[i] != c {
			return &ProofError{DeckDiffers, i}
		}
	}
	return nil
}

// proofJSON is the shape of a proof outside.
type proofJSON struct {
	Table      string   `json:"table"`
	Hand       int      `json:"hand"`
	Seed       string   `json:"seed"`
	Cuts       []string `json:"cuts"`
	Commitment string   `json:"commitment"`
	Deck       []string `json:"deck"`
}

// MarshalJSON implements json.Marshaler.
func (p Proof) MarshalJSON() ([]byte, error) {
	out := proofJSON{p.Table, p.Hand, p.Seed.String(), p.Cuts, p.Commitment, make([]string, len(p.Deck))}
	if out.Cuts == nil {
		out.Cuts = []string{}
	}
	for i, c := range p.Deck {
		out.Deck[i] = c.String()
	}
	return json.Marshal(out)
}

// UnmarshalJSON implements json.Unmarshaler. It reads the notation and judges
// nothing; unknown fields are ignored. Its error is a [*ProofError] with BadSeed or
// BadDeck, or one of encoding/json.
func (p *Proof) UnmarshalJSON(data []byte) error {
	var in proofJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	read := Proof{Table: in.Table, Hand: in.Hand, Cuts: in.Cuts, Commitment: in.Commitment}
	seed, err := hex.DecodeString(in.Seed)
	if err != nil || len(seed) != len(read.Seed) {
		return &ProofError{Code: BadSeed}
	}
	copy(read.Seed[:], seed)
	for i, text := range in.Deck {
		if i >= len(read.Deck) {
			return &ProofError{BadDeck, i}
		}
		if read.Deck[i], err = engine.ParseCard(text); err != nil {
			return &ProofError{BadDeck, i}
		}
	}
	if len(in.Deck) < len(read.Deck) {
		return &ProofError{BadDeck, len(in.Deck)}
	}
	*p = read
	return nil
}
