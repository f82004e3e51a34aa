package sitting

import (
	"fmt"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Match is how long a match lasts that a table plays. The zero Match is none.
type Match uint8

// The matches, about 3, 8 and 20 hands long.
const (
	NoMatch Match = iota
	ShortMatch
	EveningMatch
	LongMatch
)

// Matches lists them, none first.
func Matches() []Match { return []Match{NoMatch, ShortMatch, EveningMatch, LongMatch} }

// String returns the word that events and options write; [ParseMatch] reads it.
func (m Match) String() string {
	switch m {
	case NoMatch:
		return "none"
	case ShortMatch:
		return "short"
	case EveningMatch:
		return "evening"
	case LongMatch:
		return "long"
	}
	return fmt.Sprintf("match-%d", uint8(m))
}

// ParseMatch reads the word of a match; false for a match that isn't there.
func ParseMatch(word string) (Match, bool) {
	for _, m := range Matches() {
		if m.String() == word {
			return m, true
		}
	}
	return NoMatch, false
}

// matchPips is what wins a match, by preset, seats from 2 on, and match from short on:
// in the middle of what had a median of 3, 8 and 20 hands among 4,000 hands of
// computers of the level normal, in tens. make matches measures it again.
//
//nolint:gochecknoglobals // constant table
var matchPips = [...][engine.MaxSeats - 1][3]int{
	engine.Boathouse: {{50, 120, 280}, {140, 320, 720}, {200, 440, 940}, {260, 540, 1090}, {320, 630, 1270}},
	engine.Concealed: {{20, 60, 140}, {70, 160, 370}, {100, 220, 480}, {130, 280, 560}, {160, 330, 660}},
	engine.Mixed:     {{50, 130, 300}, {140, 320, 700}, {200, 430, 930}, {270, 550, 1130}, {320, 630, 1230}},
	engine.Brisk:     {{270, 630, 1480}, {440, 1020, 2280}, {380, 750, 1550}, {370, 690, 1390}, {270, 570, 1100}},
}

// Pips returns how many pips somebody has to collect to win the match at a table of a
// preset with 2 to 6 players; 0 for none.
func (m Match) Pips(preset engine.Preset, players int) int {
	if m == NoMatch || players < MinSeats || players > MaxSeats {
		return 0
	}
	return matchPips[preset][players-MinSeats][m-ShortMatch]
}

// MatchFacts are what anyone may know of a match that has begun. They are never
// changed in place.
type MatchFacts struct {
	Kind    Match
	Pips    int           // who has collected so many wins
	Players []MatchPlayer // by their seats as it began
	Over    bool
	Winner  int // of Players; -1: nobody
}

// A MatchPlayer is one whom a match began with.
type MatchPlayer struct {
	Sitter
	Collected int  // in this match
	Gone      bool // left for good
}

// runs says whether a match is under way: until it is over its players alone are dealt to.
func (m *MatchFacts) runs() bool { return m != nil && !m.Over }

// next returns a copy to change.
func (m *MatchFacts) next() *MatchFacts {
	c := *m
	c.Players = slices.Clone(m.Players)
	return &c
}

// Of returns the number of a player among those it began with; -1 for another.
func (m *MatchFacts) Of(who Sitter) int {
	return slices.IndexFunc(m.Players, func(p MatchPlayer) bool { return p.Is(who) && !p.Gone })
}

// beginMatch has those who sit in the hand that is dealt play for a number of pips.
func (s *State) beginMatch(pips int) {
	m := &MatchFacts{Kind: s.settings.Match, Pips: pips, Winner: -1}
	for _, t := range s.seats.hand {
		m.Players = append(m.Players, MatchPlayer{Sitter: Sitter{Person: t.Person, Computer: t.Computer, Twin: t.Twin}})
	}
	s.match = m
	for _, t := range s.seats.hand {
		if t.Leaving { // since the hand was frozen
			s.leaveMatch(t.Sitter)
		}
	}
}

// countForMatch reckons a hand up that is over. Only one collects, so there is no tie;
// what is dealt again counts for nothing.
func (s *State) countForMatch(l *HandResult) {
	winner := l.Result.Winner
	if !s.match.runs() || l.Abandoned || l.Again > 0 || winner == engine.Nobody {
		return
	}
	at := s.match.Of(l.Seats[winner])
	if at < 0 {
		return // who has left for good collects for the tab alone
	}
	s.match = s.match.next()
	s.match.Players[at].Collected += l.collected()
	if s.match.Players[at].Collected >= s.match.Pips {
		s.endMatch(at)
	}
}

// leaveMatch notes that somebody has left for good. Without two players, or without
// any person, a match is over.
func (s *State) leaveMatch(who Sitter) {
	if !s.match.runs() || s.match.Of(who) < 0 {
		return
	}
	at := s.match.Of(who)
	s.match = s.match.next()
	s.match.Players[at].Gone = true
	left, people := 0, 0
	for _, p := range s.match.Players {
		if !p.Gone {
			left++
			if p.Person != "" {
				people++
			}
		}
	}
	if left < MinSeats || people == 0 {
		s.endMatch(-1)
	}
}

// endMatch ends the match; the table stays without one.
func (s *State) endMatch(winner int) {
	if !s.match.runs() {
		return
	}
	s.match = s.match.next()
	s.match.Over, s.match.Winner = true, winner
	s.settings.Match, s.played = NoMatch, s.match.Kind
}

// dealtTo lists who sits in a hand that is dealt now: of a match its players.
func (s *State) dealtTo() []seat {
	switch {
	case s.phase == Dealing:
		return s.seats.hand
	case s.match.runs():
		return (&seating{hand: s.seats.hand}).staying()
	}
	return s.seats.staying()
}

// forMatch returns what a hand that is dealt now begins a match to; 0: none begins.
func (s *State) forMatch() int {
	if s.match.runs() {
		return 0
	}
	return s.settings.Match.Pips(s.settings.Rules.Preset, len(s.dealtTo()))
}

// joins says why somebody who waits isn't dealt to yet.
func (s *State) joins() Code {
	if s.match.runs() {
		return JoinsAfter
	}
	return JoinsLater
}
