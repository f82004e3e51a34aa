package deal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// version opens every text that is hashed.
const version = "boathouse/1|"

// A Seed is the secret of one hand, from a source nobody can foresee. It is
// shown when the hand is over.
type Seed [32]byte

// String returns the seed as 64 hexadecimal digits in lower case.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Commitment returns what is shown before a hand is dealt: the SHA-256, in
// lower-case hexadecimal, of the table's id, the number of the hand there (from 1) and the
// seed. It gives nothing of the seed away and fits no other.
func Commitment(table string, hand int, seed Seed) string {
	sum := sha256.Sum256([]byte(version + table + "|" + strconv.Itoa(hand) + "|" + seed.String()))
	return hex.EncodeToString(sum[:])
}

// Deck returns the cards in dealing order. The cuts are ids of messages and words of the
// players, each as [CleanWord] gives them, in the order in which they came.
func Deck(seed Seed, commitment string, cuts []string) [engine.PackSize]engine.Card {
	var deck [engine.PackSize]engine.Card
	for i := range deck {
		deck[i] = engine.Card(i)
	}
	numbers := newStream(seed, commitment, cuts, "deck")
	for i := len(deck) - 1; i > 0; i-- {
		j := numbers.below(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck
}

// FirstDealer returns who deals the first hand of a table, each of the seats
// (from 1) as likely as any other, or engine.Nobody when there is no seat.
func FirstDealer(seed Seed, commitment string, cuts []string, seats int) engine.Seat {
	if seats < 1 {
		return engine.Nobody
	}
	return engine.Seat(newStream(seed, commitment, cuts, "dealer").below(seats))
}

// A stream is the row of numbers for one purpose: block after block of an HMAC
// keyed by seed, commitment and cuts.
type stream struct {
	key   []byte
	label string
	block int    // the number of the next one
	left  []byte // of the last one
}

func newStream(seed Seed, commitment string, cuts []string, label string) *stream {
	key := mac(seed[:], version+commitment+"|"+strings.Join(cuts, "|"))
	return &stream{key: key, label: label}
}

// next returns the next number of the stream.
func (s *stream) next() uint32 {
	if len(s.left) == 0 {
		s.left = mac(s.key, s.label+"|"+strconv.Itoa(s.block))
		s.block++
	}
	n := binary.BigEndian.Uint32(s.left)
	s.left = s.left[4:]
	return n
}

// below returns a number from 0 to n-1. Numbers of the last, incomplete stretch
// of n are passed over, so that none is likelier than another.
func (s *stream) below(n int) int {
	const all = 1 << 32
	whole := all - all%uint64(n)
	for {
		if x := uint64(s.next()); x < whole {
			return int(x % uint64(n))
		}
	}
}

func mac(key []byte, text string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(text)) // never fails, as package hash promises
	return h.Sum(nil)
}
