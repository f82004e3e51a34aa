package table_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestWhateverPeopleDoTheTableHolds has five people do anything at all, sensible
// or not, while time goes by and the house is restarted: once with tables that stay
// in memory, and once with a table that is forgotten between any two jobs. What is
// stored must be the same.
func TestWhateverPeopleDoTheTableHolds(t *testing.T) {
	t.Parallel()
	seeds := underRace(t, 3, 1)
	equal(t, whateverPeopleDo(t, seeds, -1), whateverPeopleDo(t, seeds, 0))
}

// whateverPeopleDo returns what is stored of each table that was closed.
func whateverPeopleDo(t *testing.T, seeds, keep int) (stored []table.Log) {
	t.Helper()
	done := make(map[string]int)
	for seed := range uint64(seeds) {
		synctest.Test(t, func(t *testing.T) {
			h := newHall(t, table.Options{Seeds: newSeeds(byte(seed)), Keep: keep})
			dice := rand.New(rand.NewPCG(9, seed))
			who := []sitting.Person{"ann", "bob", "cy", "dee", "eve"}
			open := openIn("channel")
			open.Settings.Turn = []time.Duration{time.Minute, time.Hour, 24 * time.Hour}[seed]
			open.Settings.Match = sitting.Matches()[seed]
			if seed == 0 {
				open.Settings.Pace, open.Settings.Turn = sitting.Live, 0
			}
			h.opens("ann", open)
			for step := range 800 {
				p, calm := who[dice.IntN(len(who))], step%400 > 100
				if calm && dice.IntN(4) > 0 {
					p = cmp.Or(h.asked(dice), p)
				}
				c := h.command(p, h.anything(p, dice, calm))
				c.Manager = dice.IntN(20) == 0
				if step%400 == 399 {
					c.Do, c.Manager = sitting.Close{Sure: true}, true
				}
				if dice.IntN(3) == 0 {
					c.Version = h.looks("").Version - int64(dice.IntN(2))
				}
				_, err := h.send(c)
				var no *sitting.Refusal
				var rules *engine.Refusal
				if err != nil && !errors.As(err, &no) && !errors.As(err, &rules) {
					t.Fatalf("step %d, %s %#v: %v", step, p, c.Do, err)
				}
				if step%10 == 0 {
					h.holds()
				}
				switch dice.IntN(70) {
				case 0:
					pass(time.Minute)
				case 1:
					h.restart()
				case 8:
					h.dies()
					pass(time.Duration(dice.IntN(600)) * time.Second)
					h.start()
				case 9:
					h.house.Unreachable(time.Now().Add(-time.Second))
				case 10, 11:
					h.house.Reachable()
				case 12:
					h.quiet(p, sitting.Quiet{From: dice.IntN(720), To: 720 + dice.IntN(720), Zone: "UTC"})
				case 2, 3, 4, 5, 6, 7:
					pass(delay)
				}
				pass(0)
				h.counts(done)
				if h.looks("").Phase == sitting.Ended {
					pass(0)
					log := h.log()
					log.Refs.Asked = nil // a wish may be over before its call is made, or not
					stored = append(stored, log)
					if like := open; step%800 == 399 {
						like.Like = h.id
						if reply, err := h.send(h.command(p, like)); err == nil {
							h.id, done["rematch"] = reply.Sight.ID, done["rematch"]+1
							continue
						}
					}
					h.opens(p, open)
				}
			}
			if s := h.house.Stats(); s.Faults != 0 || s.Panics != 0 {
				t.Errorf("faults: %+v", s)
			}
			h.sound()
		})
	}
	// One run alone needn't have seen it all.
	if seeds > 1 && (done["took back"] == 0 || done["again"] == 0 || done["rematch"] == 0 || done["match"] == 0 || done["match over"] == 0) {
		t.Errorf("hardly anything happened: %v", done)
	}
	return stored
}

// asked is a person from whom something is waited for; empty if nobody is.
func (h *hall) asked(dice *rand.Rand) sitting.Person {
	s := h.looks("")
	if s.Phase != sitting.Playing && dice.IntN(2) == 0 {
		return s.Host
	}
	if s.Takeback != nil && len(s.Takeback.Waits) > 0 {
		return s.Seats[s.Takeback.Waits[0]].Person
	}
	if dice.IntN(3) == 0 {
		for _, t := range s.Seats {
			if t.Person != "" && h.looks(t.Person).MayTakeBack {
				return t.Person
			}
		}
	}
	return h.onTurn()
}

// anything is something that a person might ask for, mostly something to the
// point; in calm times nobody comes or goes.
func (h *hall) anything(p sitting.Person, dice *rand.Rand, calm bool) sitting.Action {
	s := h.looks(p)
	sure := dice.IntN(4) == 0
	if s.Phase == sitting.Playing && s.Me == s.View.Turn && dice.IntN(20) > 0 {
		return sitting.Play{Moves: []engine.Move{opponent.Choose(opponent.Easy, s.View, s.Log, dice, opponent.Budget{})}}
	}
	if dice.IntN(3) == 0 {
		if s.MayTakeBack {
			return sitting.TakeBack{}
		}
		if s.Takeback != nil {
			return sitting.Agree{Yes: dice.IntN(6) > 0}
		}
		if s.Repeatable {
			return sitting.Again{}
		}
	}
	if s.Ending != nil && dice.IntN(6) == 0 {
		return sitting.Vote{Number: s.Ending.Number, Yes: dice.IntN(3) > 0}
	}
	choice := dice.IntN(31)
	switch {
	case calm && s.Phase == sitting.Playing:
		choice = max(choice, 22)
	case calm:
		choice = []int{0, 12, 26}[choice%3]
	}
	switch choice {
	case 0, 1, 2, 3, 4, 5:
		return sitting.Join{}
	case 6, 7, 8, 9, 10, 11:
		return sitting.Next{}
	case 12, 13, 14:
		return sitting.Start{}
	case 15:
		return sitting.Leave{Sure: sure}
	case 16:
		return sitting.AddComputer{Level: opponent.Easy}
	case 17:
		return sitting.Remove{Seat: engine.Seat(dice.IntN(7) - 1), Sure: sure}
	case 18:
		set := s.Settings
		set.Seats = 1 + dice.IntN(6)
		set.Rules = engine.Presets()[dice.IntN(4)].Rules()
		if dice.IntN(2) == 0 {
			set.Seats, set.Match = engine.MaxSeats, sitting.Matches()[dice.IntN(4)]
		}
		return sitting.SetSettings{Settings: set}
	case 19, 20:
		return sitting.Cut{Word: fmt.Sprint("word ", dice.IntN(99))}
	case 21:
		return sitting.Close{Sure: dice.IntN(20) == 0}
	case 29:
		return sitting.Invite{People: []sitting.Person{sitting.Person(fmt.Sprint("guest", dice.IntN(9)))}}
	case 30:
		return sitting.Respond{Yes: dice.IntN(2) == 0}
	case 22:
		return sitting.Back{}
	case 23:
		return sitting.Away{}
	case 24:
		return sitting.TakeBack{}
	case 25:
		return sitting.Agree{Yes: sure}
	case 26:
		return sitting.Again{}
	case 27:
		return sitting.End{Sure: sure && !calm}
	}
	return sitting.Play{Moves: []engine.Move{engine.Draw{Source: engine.FromDiscard}, engine.Discard{Card: engine.Card(dice.IntN(52))}}}
}

// counts notes what has come about at the table.
func (h *hall) counts(done map[string]int) {
	s := h.looks("")
	if s.Again > 0 {
		done["again"]++
	}
	switch m := s.Match; {
	case m == nil:
	case m.Over:
		done["match over"]++
	default:
		done["match"]++
	}
	if len(s.Log) > 0 && s.Log[len(s.Log)-1].Kind == engine.SawTakeback {
		done["took back"]++
	}
}

// holds checks what is true of every table at every moment.
func (h *hall) holds() {
	h.tb.Helper()
	pass(0) // a post that is made between two looks would be in one of them
	equal(h.tb, table.StateOf(h.tb, h.house, h.id), table.ReplayOf(h.id, h.log()))
	s := h.looks("")
	sum := int64(0)
	for _, p := range h.standings() {
		sum += p.Pips
	}
	hosted := s.Phase == sitting.Ended
	seen := make(map[sitting.Person]int)
	free := s.Settings.Seats
	for _, t := range append(s.Seats, s.Waiting...) {
		if t.Person != "" && !t.Leaving {
			seen[t.Person]++
			hosted = hosted || t.Person == s.Host
		}
		if !t.Leaving {
			free--
		}
	}
	for p, n := range maps.All(seen) {
		if n > 1 {
			h.tb.Fatalf("%s sits %d times", p, n)
		}
	}
	h.holdsMatch(s)
	abandoned := s.Phase == sitting.Playing && len(seen) == 0
	switch {
	case sum != 0:
		h.tb.Fatalf("the tab sums to %d", sum)
	case !hosted && !abandoned:
		h.tb.Fatalf("nobody hosts: %+v", s)
	case free < 0:
		h.tb.Fatalf("too many sit: %+v", s)
	case (s.Phase == sitting.Between || s.Phase == sitting.Dealing) && s.Deal.Hand != s.Hand+1:
		h.tb.Fatalf("no deal is committed: %+v", s)
	}
}

// holdsMatch checks what is true of every match: until it is over those alone are dealt to who
// began it and have stayed, two at least and a person among them, and nobody has enough.
func (h *hall) holdsMatch(s sitting.Sight) {
	h.tb.Helper()
	m := s.Match
	if m == nil || m.Over {
		return
	}
	stay, people := 0, 0
	for _, p := range m.Players {
		if !p.Gone {
			stay++
		}
		if !p.Gone && p.Person != "" {
			people++
		}
		if p.Collected >= m.Pips {
			h.tb.Fatalf("%+v has won and the match goes on: %+v", p, m)
		}
	}
	for _, t := range s.Seats {
		if m.Of(t) < 0 && !t.Leaving {
			h.tb.Fatalf("%+v is dealt to and plays no match: %+v", t, m)
		}
	}
	for _, t := range s.Waiting {
		if m.Of(t) >= 0 {
			h.tb.Fatalf("%+v plays the match and waits: %+v", t, m)
		}
	}
	if stay < sitting.MinSeats || people == 0 || s.Settings.Match != m.Kind {
		h.tb.Fatalf("%d stay, %d people: %+v of %v", stay, people, m, s.Settings.Match)
	}
}

// TestTheTabSumsToZeroOverHundredsOfHands plays many tables at once, people and
// computers, and adds up what the results say beside what the books say.
func TestTheTabSumsToZeroOverHundredsOfHands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{ComputerDelay: time.Millisecond})
		h.crowd = true
		const tables = 10
		hands := underRace(t, 20, 5)
		var all sync.WaitGroup
		var mu sync.Mutex
		owed := make(map[sitting.Person]int64)
		for n := range tables {
			all.Go(func() {
				// Each goroutine has a table of its own in the same house.
				own := *h
				own.dice = rand.New(rand.NewPCG(3, uint64(n)))
				own.keys = n * 1_000_000
				own.opens("ann", openIn(sitting.Channel(fmt.Sprint(n))), "bob", "cy")
				own.does("ann", sitting.AddComputer{Level: opponent.Easy})
				own.does("ann", sitting.Start{})
				for range hands {
					last := own.quickly()
					mu.Lock()
					for at, sitter := range last.Seats {
						winner := last.Result.Winner
						if winner != engine.Nobody && sitter.Person != "" && last.Seats[winner].Person != "" {
							owed[sitter.Person] -= int64(last.Result.Payments[at])
							owed[last.Seats[winner].Person] += int64(last.Result.Payments[at])
						}
					}
					mu.Unlock()
					own.does("bob", sitting.Next{})
				}
			})
		}
		all.Wait()
		got := make(map[sitting.Person]int64)
		sum := int64(0)
		for _, s := range h.standings() {
			got[s.Person] = s.Pips
			sum += s.Pips
		}
		equal(t, got, owed)
		equal(t, sum, int64(0))
		equal(t, len(got), 3)
	})
}

// quickly plays a hand to its end without settling everything in between.
func (h *hall) quickly() *sitting.HandResult {
	for {
		s := h.looks("")
		if s.Phase != sitting.Playing {
			return s.Last
		}
		who := s.Seats[s.View.Turn].Person
		if who == "" {
			<-time.After(time.Millisecond)
			continue
		}
		mine := h.looks(who)
		if mine.View.Turn == mine.Me {
			h.does(who, sitting.Play{Moves: []engine.Move{h.choice(mine)}})
		}
	}
}
