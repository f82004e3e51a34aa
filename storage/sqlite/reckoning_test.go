package sqlite_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// A reckoning is what the tabs of a file must come to. It goes by what was promised to
// people, and has nothing of the code that decides: whoever asks for what, who has said yes to which
// figures, and what hands brought.
type reckoning struct {
	owed  map[side]int64 // to who by whom
	asked map[table.ProposalID]asked
	open  map[side]table.ProposalID // between two, by name
	moved map[moved][]moves         // by what moved it, in order
	at    map[moved]time.Time       // when a hand ended
	gone  map[sitting.Person]bool
	least map[sitting.Server]int64 // of a settlement
	bare  map[sitting.Server]bool  // hands with computers don't count
}

// A side is one person's side of what lies between two in a server.
type side struct {
	server    sitting.Server
	who, whom sitting.Person
}

func (s side) other() side { return side{s.server, s.whom, s.who} }

// both is the two of a side by name.
func (s side) both() side {
	return side{s.server, min(s.who, s.whom), max(s.who, s.whom)}
}

// What somebody asked another for, and what has become of it.
type asked struct {
	side   // whom is asked
	change tab.Change
	pips   int64 // of a settlement
	owed   int64 // to who asked, when they did
	until  time.Time
	stage  tab.Stage
}

type moved struct {
	server sitting.Server
	by     tab.Source
}

// moves are pips that came to be owed to one by another.
type moves struct {
	side
	pips int64
	back bool // they were reversed
}

func newReckoning() *reckoning {
	return &reckoning{
		owed: make(map[side]int64), asked: make(map[table.ProposalID]asked), open: make(map[side]table.ProposalID),
		moved: make(map[moved][]moves), at: make(map[moved]time.Time), gone: make(map[sitting.Person]bool), least: make(map[sitting.Server]int64), bare: make(map[sitting.Server]bool),
	}
}

// copied is a reckoning that goes its own way.
func (r *reckoning) copied() *reckoning {
	c := &reckoning{maps.Clone(r.owed), maps.Clone(r.asked), maps.Clone(r.open), make(map[moved][]moves, len(r.moved)), maps.Clone(r.at), maps.Clone(r.gone), maps.Clone(r.least), maps.Clone(r.bare)}
	for by, all := range r.moved {
		c.moved[by] = slices.Clone(all)
	}
	return c
}

// text is every balance that isn't even and everything that is open, as [crowd.balances] reads them from a file.
func (r *reckoning) text() string {
	var lines []string
	for s, pips := range r.owed {
		if pips != 0 {
			lines = append(lines, fmt.Sprintf("%s %s %s %d", s.server, s.who, s.whom, pips))
		}
	}
	for s, id := range r.open {
		lines = append(lines, fmt.Sprintf("%s %s %s %s", s.server, s.who, s.whom, id))
	}
	for server, pips := range r.least {
		if pips > 0 {
			lines = append(lines, fmt.Sprintf("%s at least %d", server, pips))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func (r *reckoning) move(by tab.Source, s side, pips int64) {
	r.owed[s] += pips
	r.owed[s.other()] -= pips
	if by != nil {
		key := moved{s.server, by}
		r.moved[key] = append(r.moved[key], moves{side: s, pips: pips})
	}
}

// hand is what a hand brought.
func (r *reckoning) hand(server sitting.Server, hand tab.Hand, at time.Time, debts []tab.Debt) {
	r.at[moved{server, hand}] = at
	for _, d := range debts {
		if d.Pips > 0 {
			r.move(hand, side{server, d.To, d.From}, d.Pips)
		}
	}
}

// reverses takes back what something moved between two, or where nobody is asked between
// all, and says whether there was anything left to take back.
func (r *reckoning) reverses(by moved, between side) bool {
	left := false
	all := slices.Clone(r.moved[by])
	for i, m := range all {
		if m.back || between.whom != "" && m.both() != between.both() {
			continue
		}
		all[i].back, left = true, true
		r.move(nil, m.side, -m.pips)
	}
	r.moved[by] = all
	return left
}

// busy says whether two people are asked something already, or two whom a hand concerns.
func (r *reckoning) busy(between side, c tab.Change) bool {
	if void, ok := c.(tab.Void); ok {
		return slices.ContainsFunc(r.moved[moved{between.server, void.Hand}], func(m moves) bool { return r.open[m.both()] != "" })
	}
	return r.open[between.both()] != ""
}

// propose says whether a wish may be had, and has it.
func (r *reckoning) propose(id table.ProposalID, by sitting.Person, manager bool, do tab.Propose, now time.Time) bool {
	s := side{sitting.Server(do.Tab), by, do.With}
	_, voids := do.Change.(tab.Void)
	if by == do.With || voids == (do.With != "") || r.busy(s, do.Change) {
		return false
	}
	a := asked{side: s, change: do.Change, owed: r.owed[s], until: now.Add(7 * 24 * time.Hour), stage: tab.Confirmed}
	may := false
	switch c := do.Change.(type) {
	case tab.Settle:
		if a.pips = c.Pips; c.All {
			a.pips = size(a.owed)
		}
		if may = a.pips > 0 && a.pips <= size(a.owed) && a.pips >= min(r.least[s.server], size(a.owed)) && !r.gone[do.With] && !r.gone[by]; may {
			a.stage, r.open[s.both()] = tab.Open, id
		}
	case tab.Undo:
		_, reverses := c.From.(tab.Reversal)
		if may = !reverses && !r.gone[do.With] && !r.gone[by] && r.copied().reverses(moved{s.server, c.From}, s); may {
			a.stage, r.open[s.both()] = tab.Open, id
		}
	case tab.Forgive:
		if may = c.Pips > 0 && c.Pips <= a.owed; may {
			r.move(tab.Forgiveness{Proposal: string(id)}, s, -c.Pips)
		}
	case tab.LetGo:
		if may = r.gone[do.With] && a.owed != 0; may {
			r.move(tab.WriteOff{ID: string(id)}, s, -a.owed)
		}
	case tab.Release, tab.Reclaim: // nobody leaves
	case tab.Void:
		may = manager && r.reverses(moved{s.server, c.Hand}, s)
	}
	if may {
		r.asked[id] = a
	}
	return may
}

// confirm says whether somebody may say yes, and does what both have said yes to then; or
// has them ask the other, where that isn't what lies between the two now.
func (r *reckoning) confirm(id table.ProposalID, by sitting.Person, now time.Time) bool {
	a := r.asked[id]
	if a.stage != tab.Open || by != a.whom || !now.Before(a.until) {
		return false
	}
	switch c := a.change.(type) {
	case tab.Settle:
		is := r.owed[a.side]
		if is != a.owed {
			turned := (is < 0) != (a.owed < 0)
			if is == 0 || turned && !c.All {
				return false
			}
			if a.pips = min(a.pips, size(is)); c.All {
				a.pips = size(is)
			}
			a.side, a.owed, a.until = a.other(), -is, now.Add(7*24*time.Hour)
			r.asked[id] = a
			return true
		}
		if is < 0 {
			a.pips = -a.pips
		}
		r.move(tab.Settlement{Proposal: string(id)}, a.side, -a.pips)
	case tab.Undo:
		if !r.reverses(moved{a.server, c.From}, a.side) {
			return false
		}
	case tab.Forgive, tab.LetGo, tab.Release, tab.Reclaim, tab.Void:
	}
	r.ends(id, tab.Confirmed)
	return true
}

func (r *reckoning) ends(id table.ProposalID, how tab.Stage) {
	a := r.asked[id]
	a.stage = how
	r.asked[id] = a
	delete(r.open, a.both())
}

// does what a request must come to, and says whether it may be made.
func (r *reckoning) does(id table.ProposalID, c table.TabCommand, now time.Time) bool {
	a := r.asked[id]
	switch do := c.Do.(type) {
	case tab.Propose:
		return a.stage == 0 && r.propose(id, c.By, c.Manager, do, now)
	case tab.Confirm:
		return r.confirm(id, c.By, now)
	case tab.Decline:
		if a.stage != tab.Open || c.By != a.who && c.By != a.whom || !now.Before(a.until) {
			return false
		}
		how := tab.Declined
		if c.By == a.who {
			how = tab.Withdrawn
		}
		r.ends(id, how)
	case tab.Expire:
		if a.stage == tab.Open && !now.Before(a.until) {
			r.ends(id, tab.Expired)
		}
	case tab.Drop:
	}
	return a.stage != 0
}

// leaves has everything lapse that somebody who is nobody from now on was asked or asked for.
func (r *reckoning) leaves(who sitting.Person) {
	r.gone[who] = true
	r.drops(who)
}

// drops has everything open lapse that somebody was asked or asked for.
func (r *reckoning) drops(who sitting.Person) {
	for _, id := range slices.Collect(maps.Values(r.open)) {
		if a := r.asked[id]; a.who == who || a.whom == who {
			r.ends(id, tab.Lapsed)
		}
	}
}

func size(pips int64) int64 { return max(pips, -pips) }
