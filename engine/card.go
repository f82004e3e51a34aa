package engine

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Card is one of the 52 cards of the pack, numbered 13*suit + rank: the
// order of the fair deal, AC 2C … KC AD … KD AH … KH AS … KS.
type Card uint8

// NoCard stands where a card is absent, as the discard of a go-out without one.
const NoCard Card = 255

// PackSize is the number of cards in the pack.
const PackSize = 52

// A Rank is the rank of a card: 0 is the ace, 12 the king.
type Rank uint8

// The ranks that rules and drawings name.
const (
	Ace   Rank = 0
	Ten   Rank = 9
	Jack  Rank = 10
	Queen Rank = 11
	King  Rank = 12
	Ranks      = 13
)

// A Suit is one of the four suits, in the order of the fair deal.
type Suit uint8

// The four suits.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Pips counts points. Money does not occur in this project.
type Pips int

// A Seat is a place at the table, from 0; the left neighbour of seat i is
// seat i+1, round the table.
type Seat int8

// Nobody stands where no seat is meant: a spectator's view, a hand nobody collects.
const Nobody Seat = -1

// MaxSeats is the largest number of players.
const MaxSeats = 6

// MaxMelds is the largest number of melds that 52 cards can make.
const MaxMelds = 17

const (
	rankLetters = "A23456789TJQK"
	suitLetters = "CDHS"
	rankPips    = "\x0b\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0a\x0a\x0a"
	cardPips    = rankPips + rankPips + rankPips + rankPips
	cardTexts   = "AC2C3C4C5C6C7C8C9CTCJCQCKCAD2D3D4D5D6D7D8D9DTDJDQDKD" +
		"AH2H3H4H5H6H7H8H9HTHJHQHKHAS2S3S4S5S6S7S8S9STSJSQSKS"
	unreadable = "??" // the text of a Card above 51
)

// Rank gives the card's rank.
func (c Card) Rank() Rank { return Rank(c % Ranks) }

// Suit gives the card's suit.
func (c Card) Suit() Suit { return Suit(c / Ranks) }

// Pips gives the card's count: 11 for an ace, 10 from ten to king, else its number.
// It is 0 for no card.
func (c Card) Pips() Pips {
	if c >= PackSize {
		return 0
	}
	return Pips(cardPips[c])
}

// String gives the notation of files and commands, as "TD"; [ParseCard] reads it.
func (c Card) String() string {
	if c >= PackSize {
		return unreadable
	}
	return cardTexts[2*c : 2*c+2] // a part of a constant, since every event is written in cards
}

// String gives the suit's letter: C, D, H or S.
func (s Suit) String() string {
	if s > Spades {
		return unreadable
	}
	return suitLetters[s : s+1]
}

// A ParseError says which word of a text can't be read, or names a card a second time.
type ParseError struct {
	Word  string // as it was written
	Twice bool   // the word is a card that the text has named before
}

// Error gives the word and what is wrong with it, for logs.
func (e *ParseError) Error() string {
	if e.Twice {
		return fmt.Sprintf("named twice: %q", e.Word)
	}
	return fmt.Sprintf("unreadable: %q", e.Word)
}

// ParseCard reads one card: TD, 10D, 10♦, t♦, in any case, with spaces around
// it; the outlined and the emoji form of a suit's sign do too. Its error is a
// [*ParseError].
func ParseCard(text string) (Card, error) {
	word := strings.TrimSpace(text)
	c, rest, ok := cutCard(word)
	if !ok || rest != "" {
		return NoCard, &ParseError{Word: word}
	}
	return c, nil
}

// cutCard reads the card that a text begins with and gives what follows it.
func cutCard(text string) (c Card, rest string, ok bool) {
	var rank int
	if after, ten := strings.CutPrefix(text, "10"); ten {
		rank, text = int(Ten), after
	} else {
		if text == "" {
			return NoCard, "", false
		}
		rank = strings.IndexByte(rankLetters, upper(text[0]))
		if rank < 0 {
			return NoCard, "", false
		}
		text = text[1:]
	}
	suit, size := cutSuit(text)
	if size == 0 {
		return NoCard, "", false
	}
	text = text[size:]
	for _, selector := range []string{"\ufe0e", "\ufe0f"} {
		if size > 1 {
			text = strings.TrimPrefix(text, selector)
		}
	}
	return Card(int(suit)*Ranks + rank), text, true
}

// cutSuit reads the suit that a text begins with; size is 0 when there is none.
func cutSuit(text string) (suit Suit, size int) {
	sign, size := utf8.DecodeRuneInString(text)
	switch sign {
	case 'C', 'c', '♣', '♧':
		return Clubs, size
	case 'D', 'd', '♦', '♢':
		return Diamonds, size
	case 'H', 'h', '♥', '♡':
		return Hearts, size
	case 'S', 's', '♠', '♤':
		return Spades, size
	}
	return 0, 0
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}
