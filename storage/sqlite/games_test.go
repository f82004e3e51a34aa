package sqlite_test

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// A party plays for real in a file, so that all that is in it is what a bot
// would have stored.
type party struct {
	testing.TB
	db    *sqlite.DB
	house *table.House
	who   map[string]sitting.Person
	dice  *mathrand.Rand
	keys  int
}

func newParty(tb testing.TB, db *sqlite.DB) *party {
	p := &party{TB: tb, db: db, who: make(map[string]sitting.Person), dice: mathrand.New(mathrand.NewPCG(1, 2))}
	p.house = table.New(table.Options{Store: db, Poster: noPosts{}, Seeds: rand.Reader, Habits: db})
	for i, name := range []string{"ann", "bob", "cy", "dee"} {
		var err error
		p.who[name], err = db.Register(tb.Context(), fmt.Sprint(700+i), "1001", name)
		is(tb, err, nil)
	}
	return p
}

func (p *party) does(id sitting.ID, who string, a sitting.Action) sitting.Sight {
	p.Helper()
	p.keys++
	reply, err := p.house.Do(p.Context(), sitting.Command{Key: fmt.Sprint(firstKey + p.keys), Table: id, By: p.who[who], Do: a})
	if err != nil {
		p.Fatalf("%s %T: %v", who, a, err)
	}
	return reply.Sight
}

func (p *party) opens(server sitting.Server, channel sitting.Channel, host string, others ...string) sitting.ID {
	p.Helper()
	set := sitting.Settings{Rules: engine.Brisk.Rules(), Seats: 4}
	id := p.does("", host, sitting.Open{Server: server, Channel: channel, Lang: "en", Settings: set}).ID
	for _, name := range others {
		p.does(id, name, sitting.Join{})
	}
	return id
}

// plays moves, the hand to its end for moves below 0.
func (p *party) plays(id sitting.ID, moves int) {
	p.Helper()
	for ; moves != 0; moves-- {
		s, err := p.house.Look(p.Context(), id, "")
		is(p, err, nil)
		if s.Phase != sitting.Playing {
			return
		}
		for name, person := range p.who {
			if s.Seats[s.View.Turn].Person == person {
				s, err = p.house.Look(p.Context(), id, person)
				is(p, err, nil)
				p.does(id, name, sitting.Play{Moves: []engine.Move{opponent.Choose(opponent.Easy, s.View, s.Log, p.dice, opponent.Budget{})}})
				break
			}
		}
	}
}

// posted marks what a table owes as posted, but for the newest.
func (p *party) posted(id sitting.ID, but int) {
	p.Helper()
	owed := load(p, p.db, id).Owed
	var done []int64
	for _, post := range owed[:max(0, len(owed)-but)] {
		done = append(done, post.ID)
	}
	is(p, p.db.Posted(p.Context(), done, id, table.Refs{Table: "1500", TablePosted: start, Commitments: map[int]string{1: "1501"}}), nil)
}

// games is a closed file of games in two servers: won, dealt again, given up,
// under way and in the lobby, with words, messages and posts that are owed.
func games(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "games.db")
	db, err := sqlite.Open(tb.Context(), path, sqlite.Options{})
	is(tb, err, nil)
	playAll(tb, newParty(tb, db))
	is(tb, db.Close(), nil)
	return path
}

func playAll(tb testing.TB, p *party) {
	tb.Helper()
	one := p.opens("1001", "2001", "ann", "bob")
	p.does(one, "bob", sitting.Cut{Word: "ahoy"})
	p.does(one, "ann", sitting.Start{})
	p.plays(one, -1)
	p.does(one, "ann", sitting.Again{Tab: true})
	p.plays(one, -1)
	p.posted(one, 3)
	two := p.opens("1001", "2002", "cy", "ann", "bob")
	p.does(two, "ann", sitting.Cut{Word: "boat"})
	p.does(two, "ann", sitting.Cut{Word: "oar"})
	p.does(two, "cy", sitting.Start{})
	p.plays(two, -1)
	p.does(one, "bob", sitting.Next{})
	p.plays(one, -1)
	p.does(two, "bob", sitting.Leave{})
	p.does(two, "ann", sitting.Next{})
	p.plays(two, 3)
	p.does(two, "cy", sitting.Close{Sure: true})
	p.posted(two, 0)
	three := p.opens("1002", "2003", "dee", "cy")
	p.does(three, "dee", sitting.Start{})
	p.plays(three, -1)
	p.does(three, "cy", sitting.Next{})
	p.plays(three, 5)
	p.does(three, "dee", sitting.Away{})
	p.opens("1002", "2004", "ann")
	p.posted(three, 4)
	_, err := p.db.SetQuiet(context.Background(), p.who["ann"], sitting.Quiet{From: 60, To: 120, Zone: "UTC"})
	is(tb, err, nil)
	then := time.UnixMilli(1_700_000_000_000)
	is(tb, p.db.Beat(context.Background(), then, []table.Stretch{{From: then.Add(-time.Hour), To: then}}), nil)
	_, err = p.db.Secret(context.Background(), "custom_id")
	is(tb, err, nil)
}

// noPosts is a channel that nobody reads.
type noPosts struct{}

func (noPosts) Post(_ context.Context, _ table.Peeker, _ table.Post, _ sitting.Sight, refs table.Refs) (table.Refs, error) {
	return refs, nil
}
