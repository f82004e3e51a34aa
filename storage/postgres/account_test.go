package postgres_test

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// deeds are what commands make happen, once each.
var deeds = map[string]string{"open": "opened", "join": "seats", "add": "computers", "cut": "words", "start": "deals", "next": "deals", "close": "closed", "play": "moves"}

// deedOf is which of them an event is; empty: of none, since a table or a computer did it by itself. People have the
// first seats.
func deedOf(e sitting.Event, people int) string {
	switch e := e.(type) { //nolint:gochecksumtype // all others are no deeds
	case sitting.Opened:
		return "opened"
	case sitting.Joined:
		return "seats"
	case sitting.ComputerSat:
		return "computers"
	case sitting.CutGiven:
		return "words"
	case sitting.Frozen: // the hand is dealt after that, maybe later than it is acknowledged
		return "deals"
	case sitting.Closed:
		return "closed"
	case sitting.Played:
		if seat, moves := moverOf(e.Event); moves && int(seat) < people {
			return "moves"
		}
	}
	return ""
}

// moverOf is who made the move that an event is of.
func moverOf(e engine.Event) (engine.Seat, bool) {
	switch e := e.(type) {
	case engine.Drew:
		return e.Seat, true
	case engine.Melded:
		return e.Seat, true
	case engine.LaidOff:
		return e.Seat, true
	case engine.Discarded:
		return e.Seat, true
	case engine.WentOut:
		return e.Seat, true
	case engine.Dealt, engine.Won, engine.Blocked:
	}
	return engine.Nobody, false
}

// account compares what was acknowledged with what is stored, and returns what is wrong, by what it is: acknowledged
// and lost, done twice, refused though stored, and what was found while people played. It has the doctor look, too.
func (p *play) account(t testing.TB) map[string]int {
	t.Helper()
	p.db = open(t, p.crew.address) // on connections to the server that there is by now
	rows, err := p.db.Words(t.Context(), "SELECT key || ' ' || table_name || ' ' || to_seq FROM keys")
	if err != nil {
		t.Fatal(err)
	}
	stored := make(map[string]string, len(rows))
	for _, row := range rows {
		key, where, _ := strings.Cut(row, " ")
		stored[key] = where
	}
	known := 0
	for _, g := range p.games {
		for _, s := range g.tables {
			known += p.compare(s, stored)
			p.tally(t, g, s)
		}
	}
	if len(stored) > known {
		p.found("unasked", fmt.Sprintf("%d keys are stored, %d were acknowledged", len(stored), known))
	}
	p.books(t)
	p.mu.Lock()
	defer p.mu.Unlock()
	for what, n := range p.wrong {
		t.Logf("%s: %d, the first: %s", what, n, p.first[what])
	}
	t.Logf("%d commands and %d views, %d sent to two at once, %d sent on to another worker", p.taken.Load(), p.looks.Load(), p.twice.Load(), p.crew.elsewhere.Load())
	return p.wrong
}

// compare looks for the keys of what was acknowledged at a table, and of what was refused.
func (p *play) compare(s *sat, stored map[string]string) (known int) {
	for key, seen := range s.keys {
		where, is := stored[key]
		table, seq, _ := strings.Cut(where, " ")
		to, _ := strconv.ParseInt(seq, 10, 64)
		switch {
		case !is:
			p.found("lost", fmt.Sprintf("%s of table %s", key, s.id))
		case table != s.id || to > seen:
			p.found("lost", fmt.Sprintf("%s of table %s was told of event %d, and stored as %s", key, s.id, seen, where))
		}
		known++
	}
	for key := range s.no {
		if _, is := stored[key]; is {
			p.found("refused", key+" was refused, and is stored")
		}
	}
	return known
}

// tally counts what happened at a table beside what was acknowledged.
func (p *play) tally(t testing.TB, g *game, s *sat) {
	t.Helper()
	log, err := p.db.Load(t.Context(), sitting.ID(s.id))
	if err != nil {
		p.found("lost", fmt.Sprintf("table %s: %v", s.id, err))
		return
	}
	if int64(len(log.Events)) < s.seq.Load() {
		p.found("lost", fmt.Sprintf("table %s ends at event %d, and somebody was told of %d", s.id, len(log.Events), s.seq.Load()))
	}
	is := make(map[string]int)
	for _, e := range log.Events {
		is[deedOf(e, len(g.people))]++
	}
	delete(is, "")
	all := maps.Clone(is)
	maps.Copy(all, s.count)
	for deed := range all {
		switch {
		case is[deed] > s.count[deed]:
			p.found("doubled", fmt.Sprintf("table %s: %d %s, acknowledged %d", s.id, is[deed], deed, s.count[deed]))
		case is[deed] < s.count[deed]:
			p.found("lost", fmt.Sprintf("table %s: %d %s, acknowledged %d", s.id, is[deed], deed, s.count[deed]))
		}
	}
}

// books has the doctor look, and adds up each tab.
func (p *play) books(t testing.TB) {
	t.Helper()
	f, err := p.db.Check(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range f.Wrong {
		p.found("unsound", fmt.Sprintf("%s: %+v", w.Code, w))
	}
	servers := make(map[string]bool)
	for _, g := range p.games {
		if servers[g.server] {
			continue
		}
		servers[g.server] = true
		standings, err := p.db.Standings(t.Context(), sitting.Server(g.server))
		storagetest.Is(t, err, nil)
		sum := int64(0)
		for _, s := range standings {
			sum += s.Pips
		}
		if sum != 0 {
			p.found("unsound", fmt.Sprintf("the tab of %s sums to %d", g.server, sum))
		}
	}
	t.Logf("%d tables, %d events, %d entries", f.Tables, f.Events, f.Entries)
}
