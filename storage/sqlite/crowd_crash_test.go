package sqlite_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// lives has the crowd ask for so many things, one or several at once, and looks at every balance after
// each. The house dies in the middle of some, deaths times.
func (c *crowd) lives(steps, deaths int) error {
	for next := steps / (deaths + 1); c.told < steps; {
		c.clock.Add(c.dice.Int64N(1000))
		if c.dice.IntN(12) == 0 {
			c.clock.Add(c.dice.Int64N(4 * 24 * time.Hour.Milliseconds()))
		}
		if err := c.ends(); err != nil {
			return err
		}
		if c.told < next {
			all := c.draws()
			c.act(all)
			if err := c.settles(all); err != nil {
				return err
			}
			continue
		}
		next += steps / (deaths + 1)
		if err := c.dies(c.draws()); err != nil {
			return err
		}
	}
	return errors.Join(c.isWhole(), c.screens())
}

// draws is what is asked for at once: a thing or several, one of them twice, or by both sides.
func (c *crowd) draws() []*wish {
	all := []*wish{c.wants()}
	erases := func(d *wish) bool { return d.erase != "" }
	for more := []int{0, 0, 0, 0, 1, 1, 2, 3}[c.dice.IntN(8)]; more > 0; more-- {
		d := c.wants()
		propose, proposes := all[0].tab.Do.(tab.Propose)
		switch {
		case erases(d) && slices.ContainsFunc(all, erases):
			continue
		case erases(all[0]):
		case c.dice.IntN(6) == 0: // a double tap
			d = all[0].again()
		case proposes && c.dice.IntN(3) == 0 && slices.Contains(c.who, propose.With): // the other one wants the same
			d = &wish{key: c.key(), tab: all[0].tab}
			propose.With, d.tab.By = d.tab.By, propose.With
			d.tab.Key, d.tab.Do = d.key, propose
		}
		all = append(all, d)
	}
	return all
}

func (c *crowd) act(all []*wish) {
	var at sync.WaitGroup
	for _, d := range all {
		at.Go(func() { c.does(d) })
	}
	at.Wait()
	c.told += len(all)
}

// settles looks for an order in which what was done at once is as it was answered, and leads
// to the balances in the file.
func (c *crowd) settles(all []*wish) error {
	is := c.balances()
	all = beginErasures(all)
	var why error
	for order := range orders(len(all)) {
		known, kept := c.known, make(map[string]table.ProposalID)
		if why = nil; len(all) > 1 {
			known = c.known.copied()
		}
		for _, i := range order {
			if why = c.follows(known, kept, all[i]); why != nil {
				break
			}
		}
		if want := known.text(); why == nil && want != is {
			why = fmt.Errorf("the balances should be\n%s", want)
		}
		if why == nil {
			c.known = known
			maps.Copy(c.kept, kept)
			for _, d := range all {
				c.remembers(d)
			}
			return nil
		}
	}
	return fmt.Errorf("%s\nat %v: %w\nthe balances are\n%s", describe(all), c.now(), why, is)
}

// beginErasures adds, to what is asked for at once, the first step of each erasure: it drops the
// person's proposals before they are nobody, and at its end those that came in between.
func beginErasures(all []*wish) []*wish {
	begun := slices.Clone(all)
	for _, d := range all {
		if d.erase != "" && len(all) > 1 {
			begun = append(begun, &wish{key: d.key + "-begun", lapsed: &lapsed{who: d.erase, open: true}})
		}
	}
	return begun
}

// follows says why an answer isn't what it must be.
func (c *crowd) follows(known *reckoning, kept map[string]table.ProposalID, d *wish) error {
	of, was := kept[d.key]
	if !was {
		of, was = c.kept[d.key]
	}
	kept[d.key] = of
	switch {
	case d.hand != nil:
		if d.bare && len(d.hand.Ended.Debts) > 0 {
			return fmt.Errorf("a hand that doesn't count brings %v", d.hand.Ended.Debts)
		}
		if d.err == nil && !was {
			known.hand(d.hand.Head.Server, handOf(d.hand), d.hand.At, d.hand.Ended.Debts)
		}
		return d.err
	case d.calendar != nil:
		known.least[d.server], known.bare[d.server] = d.calendar.Least, d.calendar.Bare
		return d.err
	case d.erase != "":
		if d.err == nil {
			known.leaves(d.erase)
		}
		return d.err
	case d.lapsed != nil:
		for _, id := range d.lapsed.proposals {
			known.ends(id, tab.Lapsed)
		}
		if d.lapsed.open {
			known.drops(d.lapsed.who)
		}
		if d.lapsed.gone {
			known.gone[d.lapsed.who] = true
		}
		return nil
	case was:
		if d.err != nil || d.reply.ID != of {
			return fmt.Errorf("the second time: %w, %+v", d.err, d.reply)
		}
		return nil
	}
	if tooSoon(d) {
		delete(kept, d.key)
		return c.waits(known, d)
	}
	var no *tab.Refusal
	if d.err != nil && !errors.As(d.err, &no) {
		return d.err
	}
	if may := known.does(d.reply.ID, d.tab, c.now()); may != (d.err == nil) {
		return fmt.Errorf("may it be? %v; but %w", may, d.err)
	}
	if len(d.reply.Did) == 0 {
		delete(kept, d.key)
	} else {
		kept[d.key] = d.reply.ID
	}
	if d.err != nil {
		return nil
	}
	a, p := known.asked[d.reply.ID], d.reply.Proposal
	pips := int64(0)
	if settle, ok := p.Change.(tab.Settle); ok {
		pips = settle.Pips
	}
	if p.Stage != a.stage || p.By != a.who || p.With != a.whom || pips != a.pips || p.Owed != a.owed || p.Until != a.until.UnixMilli() {
		return fmt.Errorf("it should be %+v, and is %+v", a, p)
	}
	return nil
}

// tooSoon says whether a wish asks somebody who may not be asked yet, or one too many.
func tooSoon(d *wish) bool {
	var no *sitting.Refusal
	if !errors.As(d.err, &no) {
		return false
	}
	return slices.Contains([]sitting.Code{sitting.AskedLately, sitting.ToldNo, sitting.AsksMany, sitting.AskedMany}, no.Code)
}

// waits says why a wish that is put off isn't one to put off: it must ask somebody what may be
// asked at another time, and not have to wait longer than a limit holds.
func (c *crowd) waits(known *reckoning, d *wish) error {
	propose, proposes := d.tab.Do.(tab.Propose)
	_, settles := propose.Change.(tab.Settle)
	_, undoes := propose.Change.(tab.Undo)
	if !proposes || !settles && !undoes || len(d.reply.Did) > 0 || !known.copied().does(d.reply.ID, d.tab, c.now()) {
		return fmt.Errorf("nothing to wait for: %w, %+v", d.err, d.reply)
	}
	var no *sitting.Refusal
	errors.As(d.err, &no)
	longest := map[sitting.Code]time.Duration{sitting.ToldNo: table.NoHolds, sitting.AskedLately: table.AskEvery}[no.Code]
	wait := no.Until.Sub(c.now())
	if longest > 0 && (wait <= 0 || wait > longest) || no.Code != sitting.AsksMany && no.Person != propose.With {
		return fmt.Errorf("to wait for %s %v: %w", no.Person, wait, d.err)
	}
	return nil
}

// remembers notes what came of a wish, for the next ones.
func (c *crowd) remembers(d *wish) {
	if d.lapsed != nil {
		return
	}
	c.asked = append(c.asked, d)
	_, proposes := d.tab.Do.(tab.Propose)
	switch {
	case d.erase != "":
		for i, p := range c.who {
			if p == d.erase {
				c.who[i] = c.registers()
				c.done["left"]++
			}
		}
	case d.hand != nil:
		c.hands = append(c.hands, moved{d.hand.Head.Server, handOf(d.hand)})
		if c.done["hand"]++; d.bare {
			c.done["bare hand"]++
		}
	case d.calendar != nil:
		c.done["calendar"]++
	case d.reply.Repeated:
		c.done["repeated"]++
	case tooSoon(d):
		c.done["too soon"]++
	case d.err != nil:
		var no *tab.Refusal
		if c.done["refused"]++; errors.As(d.err, &no) && no.Code == tab.UnderLeast {
			c.done["under the least"]++
		}
	case len(d.reply.Did) == 0:
		c.done["nothing"]++
	default:
		p := d.reply.Proposal
		word := p.Change.Verb() + " " + []string{"", "open", "done", "declined", "withdrawn", "expired", "lapsed"}[p.Stage]
		if !proposes && p.Stage == tab.Open {
			word = "anew"
		}
		c.done[word]++
		if proposes {
			c.ids = append(c.ids, d.reply.ID)
		}
	}
}

// dies has the process end while it does what is asked of it: the log beside the file ends anywhere
// in what it writes meanwhile. What was answered before is in the file that is left, what was stored since is there wholly
// or not at all, and who asks once more with the same key has it done once.
func (c *crowd) dies(all []*wish) error {
	file, err := os.ReadFile(c.path)
	is(c, err, nil)
	_, from, mark := c.log()
	c.act(all)
	log, to, now := c.log()
	after, err := os.ReadFile(c.path)
	is(c, err, nil)
	if string(file) != string(after) || mark != now { // the log was brought into the file meanwhile
		from = to
	}
	if c.loses {
		from, to = 0, 0
	}
	c.path = filepath.Join(filepath.Dir(c.path), fmt.Sprintf("crowd%d.db", c.told))
	is(c, os.WriteFile(c.path, after, 0o600), nil)
	cut := from + c.dice.IntN(to-from+1)
	is(c, os.WriteFile(c.path+"-wal", log[:cut], 0o600), nil)
	is(c, c.db.Close(), nil)
	c.opens()
	if err := c.isWhole(); err != nil {
		return fmt.Errorf("%s\nafter a death at %d of %d to %d: %w", describe(all), cut, from, to, err)
	}
	c.done["death"]++
	var stored, again []*wish
	for _, d := range all {
		_, err := c.db.Recall(context.Background(), d.key)
		if _, before := c.kept[d.key]; err == nil && !before && d.erase == "" {
			stored = append(stored, d)
		}
		if errors.Is(err, table.ErrNotFound) && d.err == nil {
			c.done["undone"]++
		}
		again = append(again, d.again())
		if d.calendar != nil && c.isSettled(d.server, all) {
			stored = append(stored, d)
		}
	}
	for _, d := range all {
		if d.erase != "" {
			stored = append(stored, c.lapse(d, stored))
		}
	}
	if err := errors.Join(c.settles(stored), c.screens()); err != nil {
		return fmt.Errorf("after a death at %d of %d to %d: %w", cut, from, to, err)
	}
	for _, d := range again {
		c.act([]*wish{d})
		if err := c.settles([]*wish{d}); err != nil {
			return fmt.Errorf("asked again after a death: %w", err)
		}
	}
	return nil
}

// isSettled says whether a calendar that was asked for is stored; of several, one of them.
func (c *crowd) isSettled(server sitting.Server, all []*wish) bool {
	c.Helper()
	settled, err := c.db.Calendar(context.Background(), server)
	is(c, err, nil)
	return slices.ContainsFunc(all, func(d *wish) bool {
		return d.calendar != nil && d.server == server && d.calendar.Least == settled.Least && d.calendar.Bare == settled.Bare
	})
}

// lapse is what an erasure that was broken off has come to: before or after what was stored beside it.
func (c *crowd) lapse(d *wish, stored []*wish) *wish {
	c.Helper()
	done := &lapsed{who: d.erase}
	all := slices.Collect(maps.Values(c.known.open))
	for _, other := range stored {
		if _, proposes := other.tab.Do.(tab.Propose); proposes {
			all = append(all, other.reply.ID)
		}
	}
	for _, id := range all {
		l, err := c.db.Proposal(context.Background(), id)
		is(c, err, nil)
		if _, dropped := l.Events[len(l.Events)-1].(tab.Dropped); dropped {
			done.proposals = append(done.proposals, id)
		}
	}
	k, err := c.db.Known(context.Background(), crowdServers[0], []sitting.Person{d.erase})
	is(c, err, nil)
	done.gone = k[0].User == ""
	return &wish{key: c.key(), lapsed: done}
}

// isWhole has a doctor look at the file.
func (c *crowd) isWhole() error {
	f, err := c.db.Check(context.Background())
	if err == nil && len(f.Wrong) > 0 {
		err = fmt.Errorf("%d findings, the first %s %+v", len(f.Wrong), f.Wrong[0].Code, f.Wrong[0])
	}
	return err
}

const crowdBalances = `SELECT coalesce(group_concat(line, char(10)), '') FROM (
	SELECT server || ' ' || person || ' ' || other || ' ' || pips AS line FROM balances WHERE pips <> 0 UNION ALL
	SELECT server || ' ' || low || ' ' || high || ' ' || name FROM tables WHERE open = 1 AND sort = 1 UNION ALL
	SELECT server || ' at least ' || json_extract(body, '$.least') FROM calendars WHERE json_extract(body, '$.least') > 0 ORDER BY 1)`

// balances is what every two who aren't even owe each other, from both sides, and what is open between
// two, and the smallest settlements, as [reckoning.text] says it.
func (c *crowd) balances() (text string) {
	c.Helper()
	is(c, c.read.QueryRowContext(context.Background()).Scan(&text), nil)
	return text
}

// log is the log beside the file, how far it goes, and a mark that changes when it is begun anew.
func (c *crowd) log() (log []byte, end int, mark string) {
	c.Helper()
	log, err := os.ReadFile(c.path + "-wal")
	if errors.Is(err, os.ErrNotExist) || err == nil && len(log) < 32 {
		return nil, 0, ""
	}
	is(c, err, nil)
	mark = string(log[16:24])
	frame := 24 + int(binary.BigEndian.Uint32(log[8:]))
	for end = 32; end+frame <= len(log) && string(log[end+8:end+16]) == mark; {
		end += frame
	}
	return log, end, mark
}

// orders are all orders of so many things.
func orders(n int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var from func(order []int) bool
		from = func(order []int) bool {
			if len(order) == n {
				return yield(order)
			}
			for i := range n {
				if !slices.Contains(order, i) && !from(append(order, i)) {
					return false
				}
			}
			return true
		}
		from(make([]int, 0, n))
	}
}

func describe(all []*wish) string {
	var lines []string
	for _, d := range all {
		switch {
		case d.hand != nil:
			lines = append(lines, fmt.Sprintf("%s hand %v %v: %v", d.key, handOf(d.hand), d.hand.Ended.Debts, d.err))
		case d.calendar != nil:
			lines = append(lines, fmt.Sprintf("%s calendar of %s %+v: %v", d.key, d.server, *d.calendar, d.err))
		case d.erase != "":
			lines = append(lines, fmt.Sprintf("%s erase %s: %v", d.key, d.erase, d.err))
		case d.lapsed != nil:
			lines = append(lines, fmt.Sprintf("%+v of an erasure", *d.lapsed))
		default:
			lines = append(lines, fmt.Sprintf("%s %s %T%+v of %q: %v, %+v", d.key, d.tab.By, d.tab.Do, d.tab.Do, d.tab.Proposal, d.err, d.reply))
		}
	}
	return strings.Join(lines, "\n")
}
