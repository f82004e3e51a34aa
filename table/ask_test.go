package table_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// registers makes so many people known, whose asks are counted.
func (h *hall) registers(n int) []sitting.Person {
	h.tb.Helper()
	var all []sitting.Person
	for i := range n {
		p, err := h.store.Register(h.tb.Context(), fmt.Sprint(9000+i), "server", fmt.Sprint("guest ", i))
		equal(h.tb, err, nil)
		all = append(all, p)
	}
	return all
}

// invites has a person open a table in a channel of its own and ask others to it.
func (h *hall) invites(by sitting.Person, channel sitting.Channel, whom ...sitting.Person) error {
	h.tb.Helper()
	do := openIn(channel)
	do.Server = sitting.Server("of " + channel) // which has a limit of its own
	h.opens(by, do)
	_, err := h.send(h.command(by, sitting.Invite{People: whom}))
	return err
}

// TestAPairAsksOnceAnHourWithoutAnAnswer asks by table after table, and about the tab.
func TestAPairAsksOnceAnHourWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		for n := range 40 {
			err := l.invites(l.ann, sitting.Channel(fmt.Sprint("c", n)), l.bob)
			if n == 0 {
				equal(t, err, nil)
				continue
			}
			wantCode(t, err, sitting.AskedLately)
		}
		pass(0)
		equal(t, len(l.wall.list(table.PostInvite)), 1)
		_, err := l.asks(l.ann, "", even(l.bob))
		wantCode(t, err, sitting.AskedLately)
		l.restart()
		pass(time.Hour)
		asked := l.must(l.ann, "", even(l.bob))
		l.must(l.ann, asked.ID, tab.Decline{}) // taking it back is no answer
		_, err = l.asks(l.ann, "", even(l.bob))
		wantCode(t, err, sitting.AskedLately)
		l.must(l.bob, "", even(l.ann)) // he may ask her
	})
}

// TestANoHoldsForADay asks the same and something else after a no, at another table too.
func TestANoHoldsForADay(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		asked := l.must(l.ann, "", even(l.bob))
		pass(time.Minute)
		l.must(l.bob, asked.ID, tab.Decline{})
		_, err := l.asks(l.ann, "", even(l.bob))
		wantCode(t, err, sitting.ToldNo)
		equal(t, l.invites(l.ann, "c", l.bob), nil) // which is something else
		l.does(l.bob, sitting.Respond{})
		wantCode(t, l.invites(l.ann, "d", l.bob), sitting.ToldNo)
		pass(24*time.Hour - time.Minute)
		wantCode(t, l.invites(l.ann, "e", l.bob), sitting.ToldNo)
		pass(time.Minute)
		equal(t, l.invites(l.ann, "f", l.bob), nil)
		l.does(l.bob, sitting.Respond{Yes: true})
		equal(t, l.invites(l.ann, "g", l.bob), nil) // a yes leaves nothing in the way
	})
}

// TestTenAsksOfAPersonAreOpen asks five people each at three tables, and one person from eleven.
func TestTenAsksOfAPersonAreOpen(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		all := h.registers(30)
		host, guests := all[0], all[1:]
		equal(t, h.invites(host, "a", guests[:5]...), nil)
		first := h.id
		equal(t, h.invites(host, "b", guests[5:10]...), nil)
		wantCode(t, h.invites(host, "c", guests[10]), sitting.AsksMany)
		h.id = first
		h.does(guests[0], sitting.Respond{})
		equal(t, h.invites(host, "d", guests[10]), nil)
		for n, by := range guests[11:] {
			err := h.invites(by, sitting.Channel(fmt.Sprint("x", n)), guests[10])
			if n < 9 {
				equal(t, err, nil)
				continue
			}
			wantCode(t, err, sitting.AskedMany)
		}
		h.sound()
	})
}

// TestNewsOfTheTabNotifiesOnceAnHour forgives pip by pip.
func TestNewsOfTheTabNotifiesOnceAnHour(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		by, to := l.ann, l.bob
		if l.owes() < 0 {
			by, to = l.bob, l.ann
		}
		told := 0
		for range min(10, max(l.owes(), -l.owes())-1) {
			l.must(by, "", tab.Propose{Tab: "server", Where: "channel", Change: tab.Forgive{Pips: 1}, With: to})
			pass(0)
			told += len(l.board.calls)
		}
		equal(t, told, 1)
		pass(time.Hour)
		l.must(by, "", tab.Propose{Tab: "server", Where: "channel", Change: tab.Forgive{Pips: 1}, With: to})
		pass(0)
		equal(t, len(l.board.calls), 1)
	})
}

// asksTooMuch has somebody ask others as often as they may, in each way, and returns how they are
// refused.
func (h *hall) asksTooMuch() (met []sitting.Code) {
	h.tb.Helper()
	all := h.registers(25)
	no := func(err error, code sitting.Code) {
		h.tb.Helper()
		wantCode(h.tb, err, code)
		met = append(met, code)
	}
	host, guests := all[0], all[1:11]
	equal(h.tb, h.invites(host, "m1", guests[:5]...), nil)
	no(h.invites(host, "m2", guests[0]), sitting.AskedLately)
	h.closes(host)
	equal(h.tb, h.invites(host, "m3", guests[5:]...), nil)
	no(h.invites(host, "m4", all[11]), sitting.AsksMany)
	for n, by := range all[12:22] {
		if h.invites(by, sitting.Channel(fmt.Sprint("n", n)), all[11]) != nil {
			h.tb.Fatal("it takes fewer than ten")
		}
	}
	no(h.invites(all[22], "m5", all[11]), sitting.AskedMany)
	equal(h.tb, h.invites(all[23], "m6", guests[1]), nil)
	h.does(guests[1], sitting.Respond{})
	no(h.invites(all[23], "m7", guests[1]), sitting.ToldNo)
	return met
}
