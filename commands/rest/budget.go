package rest

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// A Budget is a text that all processes with a bot's token share. They write down in it who makes how many calls.
type Budget interface {
	// ChangeBudget keeps what change makes of the text, "" at first, while nobody else changes it. now is a moment between
	// the call and the change, by a clock that is the same for all. Where an error comes back it may have been done all the
	// same, or be done later.
	ChangeBudget(ctx context.Context, change func(now time.Time, text string) string) error
}

const (
	leased = 5 * time.Second // are places given for

	// idlePart of all places at most is held by processes that make no calls while others want more, by each no more than
	// idlePlaces.
	idlePart, idlePlaces = 4, 2

	// keptPart of all places at most is lent to those that don't want them now: as many are left for whoever comes, as after a kill.
	keptPart = 2

	turns = 10 * time.Second // between processes, with places that can't be divided
)

// A ledger is what the text of a budget says. Who has so many places makes so many calls in any second, and all of them
// together are no more than there are: so no second has too many, wherever calls come from.
type ledger struct {
	pace
	Quiet   time.Time          `json:"quiet"`   // nobody makes a call before this
	Lowered int                `json:"lowered"` // how often there were too many
	Holders map[string]*holder `json:"holders"`
}

// A holder is a process that has places, or whose calls may still count.
type holder struct {
	Turn    int64     `json:"turn"`   // of its asks, from 1
	Rate    int       `json:"rate"`   // calls in a second that it would have all make
	Places  int       `json:"places"` // that nobody else has
	Wants   int       `json:"wants"`
	Until   time.Time `json:"until"`   // its lease
	Refused int       `json:"refused"` // requests in the ten minutes before it asked
}

// there says whether it may make calls.
func (h *holder) there(now time.Time) bool { return now.Before(h.Until) }

// counts says whether calls may count that it has made.
func (h *holder) counts(now time.Time) bool { return now.Before(h.Until.Add(underWay + counted)) }

// forgotten says whether nothing of it matters any more.
func (h *holder) forgotten(now time.Time) bool {
	return !h.counts(now) && (h.Refused == 0 || !now.Before(h.Until.Add(invalidWindow)))
}

// An ask is what a process says of itself when it asks for places.
type ask struct {
	turn    int64
	rate    int
	holds   int // places that are in use, or may be before the answer comes
	wants   int
	refused int
	leaves  bool          // it makes no more calls
	heard   time.Time     // until when Discord wants no calls, since there were too many, by its own clock; zero: it doesn't say that
	quiet   time.Duration // the same from now on
	lowered int           // as it was told last before it heard that
}

// A lot is what it is given.
type lot struct {
	places  int // from now on; where it holds more, it uses no more than these
	due     int // places once others have given back what they are to
	rate    int // places of all
	lowered int
	quiet   time.Duration // until anybody may make a call
	refused int           // requests of others
}

// readLedger reads a text. What can't be read, as of another version of the program, is as nothing: everybody says what
// they hold within a second or two.
func readLedger(text string) ledger {
	var l ledger
	if json.Unmarshal([]byte(text), &l) != nil {
		l = ledger{}
	}
	if l.Holders == nil {
		l.Holders = make(map[string]*holder)
	}
	return l
}

func (l *ledger) text() string {
	data, _ := json.Marshal(l) // there is nothing in it that could fail
	return string(data)
}

// draw gives places to who asks. An ask that comes after a later one changes nothing, and nobody waits for its answer.
func (l *ledger) draw(now time.Time, name string, a ask) lot {
	if was := l.Holders[name]; was != nil && was.Turn > a.turn {
		return lot{}
	}
	maps.DeleteFunc(l.Holders, func(_ string, h *holder) bool { return h == nil || h.forgotten(now) })
	me := &holder{Turn: a.turn, Rate: a.rate, Places: a.holds, Wants: a.wants, Until: now.Add(leased), Refused: a.refused}
	if a.leaves {
		me.Until = now
	}
	l.Holders[name] = me
	l.keepPace(now, a)
	due := l.shares(now)[name]
	others, refused := 0, 0
	for _, h := range l.Holders {
		if h == me {
			continue
		}
		refused += h.Refused
		if h.counts(now) {
			others += h.Places
		}
	}
	given := max(min(due, l.Places-others), 0)
	me.Places = max(a.holds, given)
	return lot{places: given, due: due, rate: l.Places, lowered: l.Lowered, quiet: l.Quiet.Sub(now), refused: refused}
}

// keepPace settles how many places there are. That several hear of too many calls at once is one time.
func (l *ledger) keepPace(now time.Time, a ask) {
	rate := a.rate
	for _, h := range l.Holders {
		if h.there(now) {
			rate = min(rate, h.Rate)
		}
	}
	l.ease(rate, now)
	if a.heard.IsZero() {
		return
	}
	l.Quiet = later(l.Quiet, now.Add(a.quiet))
	if a.lowered == l.Lowered {
		l.lower(rate, l.Quiet)
		l.Lowered++
	}
}

// shares says how many places are due to each process that is there: first what it wants, then some for what may come.
func (l *ledger) shares(now time.Time) map[string]int {
	there := slices.DeleteFunc(slices.Sorted(maps.Keys(l.Holders)), func(name string) bool { return !l.Holders[name].there(now) })
	n := len(there)
	if n == 0 {
		return nil
	}
	idle := min(idlePlaces, l.Places/(idlePart*n))
	keep := l.Places / (keptPart * n)
	wants, more := make([]int, n), make([]int, n)
	for i, name := range there {
		wants[i] = max(l.Holders[name].Wants, idle)
	}
	first := int(now.Unix() / int64(turns/time.Second) % int64(n))
	has, free := fair(l.Places, wants, first)
	for i := range more {
		more[i] = keep - has[i]
	}
	rest, _ := fair(free, more, first)
	shares := make(map[string]int, n)
	for i, name := range there {
		shares[name] = has[i] + rest[i]
	}
	return shares
}

// fair divides places among who want so many: nobody has two less than somebody else, unless they want no more. What is
// left when all have enough is told. Where it doesn't come out even it begins with one of them.
func fair(places int, wants []int, first int) (has []int, left int) {
	has = make([]int, len(wants))
	for given := true; given && places > 0; {
		given = false
		for n := range wants {
			if i := (first + n) % len(wants); has[i] < wants[i] && places > 0 {
				has[i]++
				places--
				given = true
			}
		}
	}
	return has, places
}
