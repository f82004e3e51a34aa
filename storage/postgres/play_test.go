package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
)

// A play is people at many tables of a crew, each of whom is answered before they ask for anything more, and what
// they know of what was answered.
type play struct {
	crew  *crew
	db    *postgres.DB  // in which is looked beside the workers; nil: nobody does
	echo  int           // one command in so many goes to two workers at once; 0: none
	stray int           // one call in so many goes to any worker, and not to the one that had the last; 0: none
	think time.Duration // before each step at a table
	games []*game
	over  chan struct{}
	all   sync.WaitGroup
	taken atomic.Int64 // commands that were acknowledged
	looks atomic.Int64 // views that were answered
	twice atomic.Int64 // commands that were sent to two workers at once

	mu    sync.Mutex
	wrong map[string]int // by what is wrong
	first map[string]string
	seqs  map[string]int64 // of open tables, as the database had them a moment ago
	moved chan struct{}    // closed when seqs are newer
}

// A game is what goes on in a channel: one table after the other.
type game struct {
	*play
	server, channel string
	people          []string
	computers       int
	dice            *rand.Rand
	keys            int
	tables          []*sat
	now             atomic.Pointer[sat] // the last of them
}

// A sat is a table, and what was acknowledged of it.
type sat struct {
	id    string
	seq   atomic.Int64     // the newest event of which anybody was told
	keys  map[string]int64 // of commands that were taken, with the newest event they were answered with
	no    map[string]bool  // of commands that were refused
	count map[string]int   // commands that were taken, by what they make happen
	cuts  int
}

const (
	tabsOf = 8 // channels have a server together
	hands  = 3 // are played at a table
	watch  = 4 // watchers
)

// A registry knows who people are.
type registry interface {
	Register(ctx context.Context, user string, s sitting.Server, name string) (sitting.Person, error)
}

// newPlay readies people in some channels.
func newPlay(t testing.TB, c *crew, r registry, channels int) *play {
	t.Helper()
	p := &play{crew: c, over: make(chan struct{}), wrong: make(map[string]int), first: make(map[string]string), moved: make(chan struct{})}
	for n := range channels {
		g := &game{play: p, server: fmt.Sprint(1000 + n/tabsOf), channel: fmt.Sprint(2000 + n), dice: rand.New(rand.NewPCG(7, uint64(n)))}
		for who := range 2 + n%2 {
			// Some sit at several tables of a server.
			user := fmt.Sprint(3000 + n/tabsOf*tabsOf + (n+3*who)%tabsOf)
			person, err := r.Register(t.Context(), user, sitting.Server(g.server), "user "+user)
			if err != nil {
				t.Fatal(err)
			}
			g.people = append(g.people, string(person))
		}
		p.games = append(p.games, g)
	}
	return p
}

// watched has people look at tables beside those who play, at each fourth of which is a computer, and their commands go
// to other workers now and then, or to two.
func (p *play) watched(db *postgres.DB) *play {
	p.db, p.echo, p.stray = db, 8, 8
	for n, g := range p.games {
		if n%4 == 3 {
			g.computers = 1
		}
	}
	return p
}

// begin has everybody play, until it is ended.
func (p *play) begin() {
	for _, g := range p.games {
		p.all.Go(func() {
			if err := g.run(); err != nil {
				p.found("unanswered", fmt.Sprintf("channel %s: %v", g.channel, err))
			}
		})
	}
	if p.db == nil {
		return
	}
	for n := range watch {
		p.all.Go(func() { p.look(rand.New(rand.NewPCG(8, uint64(n)))) })
	}
	p.all.Go(func() { p.follow() })
}

// end lets everybody be answered, and waits for that.
func (p *play) end() {
	close(p.over)
	p.all.Wait()
}

func (p *play) isOver() bool {
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}

// found notes that something is wrong.
func (p *play) found(what, how string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wrong[what]++; p.wrong[what] == 1 {
		p.first[what] = how
	}
}

// look has somebody look at tables that others play at, of any worker.
func (p *play) look(dice *rand.Rand) {
	for !p.isOver() {
		g := p.games[dice.IntN(len(p.games))]
		s := g.now.Load()
		if s == nil || g.computers > 0 { // those a worker must go on with by itself
			<-time.After(breath)
			continue
		}
		who := append([]string{""}, g.people...)[dice.IntN(len(g.people)+1)]
		if _, err := g.told(s, Ask{Table: s.id, By: who}, dice.IntN(len(p.crew.all))); err != nil {
			p.found("unanswered", err.Error())
		}
		<-time.After(breath)
	}
}

// follow reads from the database itself how far each open table is: who waits for a computer asks no worker, since
// that would have the table go on there.
func (p *play) follow() {
	for !p.isOver() {
		<-time.After(4 * breath)
		rows, err := p.db.Words(context.Background(), "SELECT name || ' ' || seq FROM tables WHERE open = 1")
		if err != nil { // the server is away
			continue
		}
		seqs := make(map[string]int64, len(rows))
		for _, row := range rows {
			name, seq, _ := strings.Cut(row, " ")
			seqs[name], _ = strconv.ParseInt(seq, 10, 64)
		}
		p.mu.Lock()
		close(p.moved)
		p.seqs, p.moved = seqs, make(chan struct{})
		p.mu.Unlock()
	}
}

// waits waits until a table has gone on from where it was.
func (p *play) waits(table string, seq int64) error {
	for end := time.Now().Add(askedIn); ; {
		p.mu.Lock()
		is, moved := p.seqs[table], p.moved
		p.mu.Unlock()
		switch {
		case is > seq || p.isOver():
			return nil
		case time.Now().After(end):
			return fmt.Errorf("table %s doesn't go on from event %d by itself", table, seq)
		}
		select {
		case <-moved:
		case <-p.over:
		}
	}
}

// run plays until it is over.
func (g *game) run() error {
	var t Told
	home := g.dice.IntN(len(g.crew.all))
	for !g.isOver() {
		var err error
		if t, err = g.step(t, &home); err != nil {
			return err
		}
		<-time.After(g.think)
	}
	return nil
}

// step does the next thing at the table, of which somebody has just been told t.
func (g *game) step(t Told, home *int) (Told, error) {
	if g.stray > 0 && g.dice.IntN(g.stray) == 0 {
		*home = g.dice.IntN(len(g.crew.all))
	}
	s, host := g.now.Load(), g.people[0]
	switch {
	case s == nil || t.Phase == sitting.Ended:
		return g.open(*home)
	case t.Phase == sitting.Lobby && t.Seats < len(g.people):
		return g.does(s, Ask{By: g.people[t.Seats], Verb: "join"}, *home)
	case t.Phase == sitting.Lobby && t.Seats < len(g.people)+g.computers:
		return g.does(s, Ask{By: host, Verb: "add"}, *home)
	case t.Phase != sitting.Playing && t.Hand == hands:
		return g.does(s, Ask{By: host, Verb: "close"}, *home)
	case t.Phase != sitting.Playing && s.cuts == t.Hand: // one for the hand to come
		s.cuts++
		return g.does(s, Ask{By: g.people[g.dice.IntN(len(g.people))], Verb: "cut"}, *home)
	case t.Phase == sitting.Lobby:
		return g.does(s, Ask{By: host, Verb: "start"}, *home)
	case t.Phase == sitting.Between:
		return g.does(s, Ask{By: g.people[len(g.people)-1], Verb: "next"}, *home)
	case t.Move != "":
		return g.does(s, Ask{By: t.Waits, Verb: "play", Move: t.Move, Version: t.Version}, *home)
	case t.Waits == "":
		if err := g.waits(s.id, t.Seq); err != nil {
			return t, err
		}
	}
	by := t.Waits
	if by == "" {
		by = host
	}
	return g.told(s, Ask{Table: s.id, By: by}, *home)
}

// told has somebody asked something about a table, and looks whether they are told less than anybody was before.
func (g *game) told(s *sat, a Ask, first int) (Told, error) {
	before := s.seq.Load()
	t, err := g.crew.ask(a, first)
	if err != nil {
		return t, err
	}
	if t.Seq < before {
		g.found("stale", fmt.Sprintf("%+v was told of event %d, after somebody was of %d", a, t.Seq, before))
	}
	for before < t.Seq && !s.seq.CompareAndSwap(before, t.Seq) {
		before = s.seq.Load()
	}
	if a.Key == "" {
		g.looks.Add(1)
	}
	return t, nil
}

// does sends a command until it is answered for good.
func (g *game) does(s *sat, a Ask, home int) (Told, error) {
	g.keys++
	a.Table, a.Key = s.id, fmt.Sprintf("%s-%d", g.channel, g.keys)
	for end := time.Now().Add(askedIn); ; {
		t, err := g.sends(s, a, home)
		switch {
		case err != nil:
			return t, err
		case t.No == sitting.NotSealed.String() && time.Now().Before(end): // the post that brings the seal is on its way
			<-time.After(breath)
		case t.No != "":
			s.no[a.Key] = true
			g.found("refused", fmt.Sprintf("%+v: %s", a, t.No))
			return t, nil // what it shows is as good as a view
		default:
			g.taken.Add(1)
			s.keys[a.Key] = t.Seq
			s.count[deeds[a.Verb]]++
			return t, nil
		}
	}
}

// sends sends a command to workers until one has answered, and now and then to two at once, which must answer alike.
func (g *game) sends(s *sat, a Ask, home int) (Told, error) {
	if g.echo == 0 || g.dice.IntN(g.echo) > 0 {
		return g.told(s, a, home)
	}
	g.twice.Add(1)
	var again Told
	var failed error
	done, first := make(chan struct{}), g.dice.IntN(len(g.crew.all))
	go func() {
		defer close(done)
		again, failed = g.told(s, a, first)
	}()
	t, err := g.told(s, a, home)
	<-done
	if err != nil || failed != nil {
		return t, errors.Join(err, failed)
	}
	if again.Seq > t.Seq || t.No != "" {
		t, again = again, t
	}
	if t.No == "" && again.No != "" && again.No != sitting.NotSealed.String() {
		g.found("refused", fmt.Sprintf("%+v was taken, and refused elsewhere: %s", a, again.No))
	}
	return t, nil
}

// open opens the next table of the channel.
func (g *game) open(home int) (Told, error) {
	s := &sat{keys: make(map[string]int64), no: make(map[string]bool), count: make(map[string]int)}
	t, err := g.does(s, Ask{By: g.people[0], Verb: "open", Server: g.server, Channel: g.channel}, home)
	if err != nil {
		return t, err
	}
	s.id = t.Table
	g.tables = append(g.tables, s)
	g.now.Store(s)
	return t, nil
}
