package sqlite_test

import (
	"context"
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
	seeds *mathrand.ChaCha8 // each party plays the same hands, one in each server with debts
	keys  int
}

func newParty(tb testing.TB, db *sqlite.DB) *party {
	p := &party{TB: tb, db: db, who: make(map[string]sitting.Person), dice: mathrand.New(mathrand.NewPCG(1, 2)), seeds: mathrand.NewChaCha8([32]byte{1})}
	p.house = table.New(table.Options{Store: db, Poster: noPosts{}, Seeds: p.seeds, Habits: db, Tabs: db})
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
	if s := reply.Sight; !s.Deal.Ready && s.Phase != sitting.Ended || s.Phase == sitting.Dealing {
		return p.seals(s.ID)
	}
	return reply.Sight
}

// freezes has somebody ask for a hand whose last cut doesn't come.
func (p *party) freezes(id sitting.ID, who string) {
	p.Helper()
	p.keys++
	c := sitting.Command{Key: fmt.Sprint(firstKey + p.keys), Table: id, By: p.who[who], Do: sitting.Start{}}
	reply, err := p.house.Do(p.Context(), c)
	is(p, err, nil)
	equal(p, reply.Sight.Phase, sitting.Dealing)
}

// seals notes which message the next deal of a table waits for, as a house does that posts it.
func (p *party) seals(id sitting.ID) sitting.Sight {
	p.Helper()
	l := load(p, p.db, id)
	before := sitting.Replay(id, l.Events, l.At)
	var e sitting.Event = sitting.Sealed{Hand: before.Unsealed(), Message: fmt.Sprint(firstKey + 1000*before.Unsealed())}
	if hand := before.Unplaced(); hand > 0 {
		e = sitting.Placed{Hand: hand, Message: fmt.Sprint(firstKey + 1000*hand + 500)}
	}
	at := sitting.Whole(time.Now())
	after, events, err := sitting.Follow(before, []sitting.Event{e}, "", at, nil, sitting.Fair(nil))
	is(p, err, nil)
	_, err = p.db.Append(p.Context(), table.Batch{
		Table: id, At: at, From: int64(len(l.Events)), Head: after.Head(), Wake: time.UnixMilli(1), Events: events, Waits: after.WaitsOn(),
	})
	is(p, err, nil)
	p.house = table.New(table.Options{Store: p.db, Poster: noPosts{}, Seeds: p.seeds, Habits: p.db})
	s, err := p.house.Look(p.Context(), id, "")
	is(p, err, nil)
	return s
}

func (p *party) opens(server sitting.Server, channel sitting.Channel, host string, others ...string) sitting.ID {
	p.Helper()
	set := sitting.Settings{Rules: engine.Brisk.Rules(), Seats: 4, Lang: "en"}
	id := p.does("", host, sitting.Open{Server: server, Channel: channel, Settings: set}).ID
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
	is(p, p.db.Posted(p.Context(), done, id, 0, table.Refs{Table: "1500", TablePosted: start, Seal: "1501", SealHand: 1}), nil)
}

// games is a closed file of games in two servers: won, dealt again, given up,
// under way, in the lobby and closed before its deal, with words, messages and posts that are owed;
// and of all that people settle between them.
func games(tb testing.TB) string {
	tb.Helper()
	return gamesAnd(tb, (*party).settles)
}

func gamesAnd(tb testing.TB, then func(*party)) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "games.db")
	db, err := sqlite.Open(tb.Context(), path, sqlite.Options{})
	is(tb, err, nil)
	p := newParty(tb, db)
	playAll(tb, p)
	then(p)
	is(tb, db.Close(), nil)
	return path
}

func playAll(tb testing.TB, p *party) {
	tb.Helper()
	one := p.opens("1001", "2001", "ann", "bob")
	p.does(one, "bob", sitting.Cut{Word: "ahoy"})
	p.does(one, "ann", sitting.Start{})
	p.plays(one, -1)
	p.does(one, "ann", sitting.Again{})
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
	asked := p.does(two, "cy", sitting.Close{Sure: true}).Ending
	p.does(two, "ann", sitting.Vote{Number: asked.Number, Yes: true})
	p.posted(two, 0)
	three := p.opens("1002", "2003", "dee", "cy")
	p.does(three, "dee", sitting.Start{})
	p.plays(three, -1)
	p.does(three, "cy", sitting.Next{})
	p.plays(three, 5)
	p.does(three, "dee", sitting.Away{})
	p.opens("1002", "2004", "ann")
	five := p.opens("1002", "2005", "dee", "cy")
	p.freezes(five, "dee")
	p.does(five, "dee", sitting.Close{})
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

func (noPosts) Post(_ context.Context, _ table.Peeker, p table.Post, _ sitting.Sight, refs table.Refs) (table.Refs, error) {
	switch id := fmt.Sprint(p.ID); p.Kind { //nolint:exhaustive // the others seal nothing
	case table.PostCommitment:
		refs.Seal, refs.SealHand = id, p.Hand
	case table.PostResult:
		refs.Result, refs.ResultHand = id, p.Hand
	case table.PostDeal:
		refs.Table, refs.Deal, refs.DealHand = id, id, p.Hand
	}
	return refs, nil
}
