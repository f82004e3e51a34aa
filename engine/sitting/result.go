package sitting

import (
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A HandResult is a hand that is over, won, blocked or abandoned.
type HandResult struct {
	Hand       int
	Seats      []Sitter
	Dealer     engine.Seat
	Rules      engine.Rules
	Abandoned  bool
	Idle       time.Duration // it was abandoned because nobody had done anything for so long; 0: not for that
	Result     engine.Result // nobody's when Abandoned
	Melds      []engine.TableMeld
	Commitment string
	Seal       string // id of the message that carries the seal; empty of a hand from before that was so
	Table      string // id of the hand's own table message, where that is a cut; else empty
	Seed       string // hex
	Cuts       []string
	TabHead    string                // head of the server's tab chain after the hand, hex; empty when nothing was owed
	Again      int                   // 0: a fresh deal; k: the k-th turning of the hand's deal
	OnTab      bool                  // it counts on the tab
	Played     [engine.MaxSeats]bool // by seat: its person made a move themselves
	Retaken    bool                  // turns of computers were taken back: it counts on no record
	Alone      bool                  // one person played it by themselves: it counts in no server
	Seq        int64                 // number of the event that ended it
	Scores     []Score               // by seat, with this hand
	Match      *MatchFacts           // that it belongs to, with this hand; nil: none
	Remark     Remark                // of a computer; zero: none. An Audit, which keeps no log, tells it less well
	Story      Story                 // zero: there is none. An Audit has none
}

// A HandKey names a hand of a table.
type HandKey struct {
	Hand  int // from 1
	Again int // 0: dealt fresh; k: the k-th turning of its deal
}

// String gives "3", or "3+1" for the first turning of hand 3.
func (k HandKey) String() string {
	if k.Again == 0 {
		return strconv.Itoa(k.Hand)
	}
	return strconv.Itoa(k.Hand) + "+" + strconv.Itoa(k.Again)
}

// ParseHandKey reads what String gives; false for anything else.
func ParseHandKey(text string) (HandKey, bool) {
	hand, again, turned := strings.Cut(text, "+")
	var k HandKey
	var err error
	if k.Hand, err = strconv.Atoi(hand); err == nil && turned {
		k.Again, err = strconv.Atoi(again)
	}
	return k, err == nil && k.Hand > 0 && k.Again >= 0 && k.String() == text
}

// Key names the hand.
func (l *HandResult) Key() HandKey { return HandKey{Hand: l.Hand, Again: l.Again} }

// Debts lists what people owe a person for the hand, by seat; nothing for one that
// was abandoned or doesn't count on the tab. What a computer owes or is owed is no
// debt.
func (l *HandResult) Debts() []tab.Debt {
	winner := l.Result.Winner
	if l.Abandoned || !l.OnTab || winner == engine.Nobody || l.Seats[winner].Person == "" {
		return nil
	}
	var debts []tab.Debt
	for at, t := range l.Seats {
		if pips := l.Result.Payments[at]; pips > 0 && t.Person != "" {
			debts = append(debts, tab.Debt{From: t.Person, To: l.Seats[winner].Person, Pips: int64(pips)})
		}
	}
	return debts
}

// Outcome returns what the hand was to the people who sat; the zero Outcome for one
// that was abandoned, doesn't count on the tab or was played alone.
func (l *HandResult) Outcome() tab.Outcome {
	if l.Abandoned || !l.OnTab || l.Alone {
		return tab.Outcome{}
	}
	o := tab.Outcome{Rummy: l.isRummy()}
	for _, t := range l.Seats {
		if t.Person != "" {
			o.People = append(o.People, t.Person)
		}
	}
	if winner := l.Result.Winner; winner != engine.Nobody {
		o.Winner = l.Seats[winner].Person
	}
	return o
}

// Plays returns the hand as it goes into the records of those who ended it or made a move of it, by
// seat; nothing for one that was abandoned, is a turning or had turns of computers taken back. Who
// was away or had left at the end has it marked, and a win there was a computer's.
func (l *HandResult) Plays() []tab.Play {
	if l.Abandoned || l.Again > 0 || l.Retaken {
		return nil
	}
	people, collected := 0, int64(0)
	var computers []string
	for at, t := range l.Seats {
		collected += int64(l.Result.Payments[at])
		if t.Person != "" {
			people++
		} else {
			computers = append(computers, t.Computer.String())
		}
	}
	slices.Sort(computers)
	against := strings.Join(slices.Compact(computers), " ")
	var plays []tab.Play
	for at, t := range l.Seats {
		apart := t.Away || t.Leaving
		if t.Person == "" || apart && !l.Played[at] {
			continue
		}
		p := tab.Play{Person: t.Person, Alone: people == 1, Apart: apart, Pips: -int64(l.Result.Payments[at]), Against: against}
		if engine.Seat(at) == l.Result.Winner {
			p.Won, p.Rummy, p.Pips = !apart, !apart && l.isRummy(), collected
		}
		plays = append(plays, p)
	}
	return plays
}

// Levels lists the levels of computers by seat, empty for people; nil where none sat.
func (l *HandResult) Levels() []string {
	levels, some := make([]string, len(l.Seats)), false
	for at, t := range l.Seats {
		if t.Person == "" {
			levels[at], some = t.Computer.Level().String(), true
		}
	}
	if !some {
		return nil
	}
	return levels
}

// A Finish is what a hand has come to in the books. The zero Finish is no hand.
type Finish struct {
	Hand    HandKey
	Seq     int64       // number of the event that ended it
	Debts   []tab.Debt  // as of [HandResult.Debts]
	Outcome tab.Outcome // as of [HandResult.Outcome]
	Plays   []tab.Play  // as of [HandResult.Plays]
}

// Finish returns what the hand has come to in the books.
func (l *HandResult) Finish() Finish {
	return Finish{Hand: l.Key(), Seq: l.Seq, Debts: l.Debts(), Outcome: l.Outcome(), Plays: l.Plays()}
}

// JustOver returns the hand that the events between two states ended; nil for none.
func JustOver(before, after State) *HandResult {
	if after.last == before.last {
		return nil
	}
	return after.last
}

// resultOf returns how the hand ended, or how far it came if it is abandoned.
func resultOf(s *State) *HandResult {
	table := engine.Watch(s.game)
	result, over := engine.Outcome(s.game)
	if !over {
		result.Winner = engine.Nobody
	}
	r := &HandResult{
		Hand:       s.hand,
		Seats:      sitters(s.seats.hand),
		Dealer:     s.game.Dealer,
		Rules:      s.game.Rules,
		Abandoned:  !over,
		Idle:       s.idle,
		Result:     result,
		Melds:      slices.Clone(table.Melds[:table.MeldCount]),
		Commitment: s.dealt.commitment,
		Seal:       s.dealt.message,
		Seed:       hex.EncodeToString(s.dealt.seed[:]),
		Cuts:       s.dealt.all(),
		Table:      s.dealt.table,
		Again:      s.again,
		OnTab:      s.onTab,
		Retaken:    s.retaken,
		Alone:      s.alone(),
		Seq:        s.seq,
	}
	for at := range s.seats.hand {
		r.Played[at] = s.seats.hand[at].played
	}
	return r
}
