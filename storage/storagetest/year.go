package storagetest

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// A History is hands that were booked, as they are known beside the store.
type History struct {
	People []sitting.Person
	hands  []booked
	rooms  []*Room
	dice   *rand.Rand
	undone int // proposals that undid something
}

// A booked hand has the debts that were neither voided nor reversed.
type booked struct {
	at    time.Time
	from  tab.Hand
	debts []tab.Debt
	was   tab.Outcome // nothing once it was voided
	rummy bool
}

// NewHistory begins one of five people at three tables.
func NewHistory(tb testing.TB, db Store, seed uint64) *History {
	tb.Helper()
	h := &History{rooms: OpenRooms(tb, db, 3), dice: rand.New(rand.NewPCG(seed, 12))}
	for i := range 5 {
		h.People = append(h.People, person(tb, db, fmt.Sprint(1001+i), fmt.Sprint("Person ", i)))
	}
	return h
}

// moment is one of some years, often close to a New Year.
func (h *History) moment() time.Time {
	year := 2025 + h.dice.IntN(3)
	at := time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
	if h.dice.IntN(2) == 0 {
		at = at.Add(time.Duration(h.dice.Int64N(int64(60*time.Hour))) - 30*time.Hour)
	} else {
		at = at.Add(time.Duration(h.dice.Int64N(int64(365 * 24 * time.Hour))))
	}
	return at.Truncate(time.Millisecond)
}

// Book has a hand end at a moment, which is earlier than those before it again and again.
func (h *History) Book(tb testing.TB, db Store) {
	tb.Helper()
	r := h.rooms[h.dice.IntN(len(h.rooms))]
	number := len(h.hands) + 1
	of := booked{at: h.moment(), from: tab.Hand{Table: string(r.Head.Table), Number: number}}
	people := slices.Clone(h.People)
	h.dice.Shuffle(len(people), func(i, j int) { people[i], people[j] = people[j], people[i] })
	of.was = tab.Outcome{People: people[:2+h.dice.IntN(4)], Winner: people[0]}
	of.was.Rummy = h.dice.IntN(3) == 0
	of.rummy = of.was.Rummy && h.dice.IntN(4) > 0 // or a computer played it
	plays := []tab.Play{{Person: people[0], Won: of.rummy, Rummy: of.rummy, Apart: !of.rummy}}
	for _, p := range of.was.People[1:] {
		plays = append(plays, tab.Play{Person: p})
		if pips := h.dice.Int64N(5); pips > 0 { // few, so that much is equal
			of.debts = append(of.debts, tab.Debt{From: p, To: people[0], Pips: pips})
		}
	}
	b := r.Batch("", sitting.Joined{Person: people[0]})
	b.At = of.at
	b.Ended = sitting.Finish{
		Seq: r.Seq, Hand: sitting.HandKey{Hand: number}, Debts: of.debts, Outcome: of.was, Plays: plays,
	}
	Add(tb, db, b)
	h.hands = append(h.hands, of)
}

// Undo voids a hand, or reverses it between two of its people.
func (h *History) Undo(tb testing.TB, db Store, erased ...sitting.Person) {
	tb.Helper()
	of := &h.hands[h.dice.IntN(len(h.hands))]
	if len(of.debts) == 0 {
		return
	}
	if h.dice.IntN(2) == 0 {
		h.agree(tb, db, tab.Books{Was: of.was, Manager: true}, "", tab.Void{Hand: of.from}, "pmag")
		of.debts, of.was = nil, tab.Outcome{}
		return
	}
	i := h.dice.IntN(len(of.debts))
	d := of.debts[i]
	if slices.Contains(erased, d.From) || slices.Contains(erased, d.To) { // who can't be asked
		return
	}
	h.agree(tb, db, tab.Books{}, d.To, tab.Undo{From: of.from}, d.From, d.To)
	of.debts = slices.Delete(of.debts, i, i+1)
}

// agree has people propose something and confirm it, one after the other.
func (h *History) agree(
	tb testing.TB, db Store, of tab.Books, with sitting.Person, change tab.Change, by ...sitting.Person,
) {
	tb.Helper()
	server := h.rooms[0].Head.Server
	h.undone++
	id := table.ProposalID(fmt.Sprint("9pact", h.undone))
	claim, err := db.Claim(tb.Context(), table.OwnerID(id), false)
	Is(tb, err, nil)
	var p tab.Proposal
	from := int64(0)
	for i, who := range by {
		read, err := db.Books(tb.Context(), server, by[0], with, change)
		Is(tb, err, nil)
		read.Books.Was, read.Books.Manager = of.Was, of.Manager
		read.Books.Pending = read.Books.Pending && i == 0 // which this one is
		at := time.Date(2029, 1, 1, 0, 0, h.undone, i, time.UTC)
		do := tab.Request(tab.Confirm{})
		if i == 0 {
			do = tab.Propose{Tab: string(server), Change: change, With: with}
		}
		events, err := tab.Decide(p, who, do, read.Books, at.UnixMilli())
		if err != nil {
			tb.Fatalf("%s, %+v: %v", who, change, err)
		}
		d := table.Deed{
			Proposal: id, Server: server, Fence: claim.Fence, Key: fmt.Sprint(id, i), At: at,
			From: from, Events: events, Read: read.Tab, After: p,
		}
		for _, e := range events {
			d.After = tab.Apply(d.After, e)
		}
		if d.After.Stage == tab.Confirmed {
			d.Lines = d.After.Lines(string(id), read.Books.Brought)
		}
		if _, err := db.Agree(tb.Context(), d); err != nil {
			tb.Fatalf("%s, %+v: %v", who, change, err)
		}
		p, from = d.After, from+int64(len(events))
	}
}

// year looks at every hand for what it was to a person between two moments.
func (h *History) year(p sitting.Person, from, to time.Time) (y tab.Year) {
	var sides []tab.Side
	for i, hand := range h.hands {
		if hand.at.Before(from) || !hand.at.Before(to) {
			continue
		}
		side := tab.Side{
			From: hand.from, Seq: int64(100 * i), At: hand.at.UnixMilli(),
			Rummy: hand.rummy && hand.was.Winner == p,
		}
		for _, d := range hand.debts {
			switch p {
			case d.From:
				side.Lines = append(side.Lines, tab.Entry{Person: p, Other: d.To, Pips: -d.Pips})
			case d.To:
				side.Lines = append(side.Lines, tab.Entry{Person: p, Other: d.From, Pips: d.Pips})
			}
		}
		if y.Pips, y.Tally = y.Pips+side.Pips(), y.Plus(hand.was.Tally(p)); len(side.Lines) > 0 {
			sides = append(sides, side)
		}
	}
	// Where clocks went back, a hand that ended in an earlier piece of the year comes first.
	slices.SortStableFunc(sides, func(a, b tab.Side) int {
		first, _ := storage.PieceOf(a.At)
		second, _ := storage.PieceOf(b.At)
		return cmp.Compare(first, second)
	})
	y.Facts = tab.FactsOf(sides)
	return y
}

// Compare holds the years of everybody, by the clocks of some places, against the hands, and says
// how many facts there were, in the order of [tab.Facts.All]. Who is erased has none.
func (h *History) Compare(tb testing.TB, db interface {
	Year(ctx context.Context, s sitting.Server, p sitting.Person, from, to time.Time) (tab.Year, error)
}, erased ...sitting.Person) (found [5]int) {
	tb.Helper()
	zones := []string{"", "Pacific/Kiritimati", "Etc/GMT+12", "Asia/Kathmandu", "America/New_York"}
	for _, zone := range zones {
		for year := 2024; year <= 2028; year++ {
			span := table.Calendar{Zone: zone}.Year(year)
			for _, p := range h.People {
				want := h.year(p, span.From, span.To)
				if slices.Contains(erased, p) {
					want.Facts = tab.Facts{}
				}
				got, err := db.Year(tb.Context(), h.rooms[0].Head.Server, p, span.From, span.To)
				Is(tb, err, nil)
				Equal(tb, got, want)
				for i, f := range want.All() {
					if f.There() {
						found[i]++
					}
				}
			}
		}
	}
	return found
}

// aYearIsWhatItsHandsCameTo books hands at random moments, voids and reverses some, erases somebody
// and goes on. Each year is what a look at every hand finds, and a check finds no fact wrong.
func aYearIsWhatItsHandsCameTo(t *testing.T, at Place) {
	db := at(t)
	h := NewHistory(t, db, 1)
	var erased []sitting.Person
	for i := range 240 {
		if h.Book(t, db); i%3 == 0 {
			h.Undo(t, db, erased...)
		}
		if i == 160 {
			erased = h.People[4:]
			Is(t, db.Erase(t.Context(), erased[0]), nil)
		}
		if i%60 == 59 {
			h.Compare(t, db, erased...)
		}
	}
	Is(t, db.Close(), nil)
	db = at(t)
	for i, n := range h.Compare(t, db, erased...) {
		if n < 20 {
			t.Errorf("fact %d is there %d times: the test shows little", i, n)
		}
	}
	if h.undone < 40 {
		t.Errorf("%d hands undone: the test shows little", h.undone)
	}
	Equal(t, WrongFacts(t, db), nil)
}

// WrongFacts lists what a check finds wrong with facts. No game is behind these hands, so it finds
// more that is wrong.
func WrongFacts(tb testing.TB, db Store) (wrong []string) {
	tb.Helper()
	f, err := db.Check(tb.Context())
	Is(tb, err, nil)
	if f.More > 0 { // facts come last
		tb.Fatalf("%d findings too many", f.More)
	}
	for _, w := range f.Wrong {
		if w.Code == storage.FactChanged {
			wrong = append(wrong, w.Detail)
		}
	}
	return wrong
}
