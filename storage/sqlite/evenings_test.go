package sqlite_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// What bob has settled for himself and the server's managers for everybody, and what eve is
// called, in a file of evenings.
var (
	bobsPrefs = render.Prefs{ //nolint:gochecknoglobals // constants
		Sort: render.ByMelds, Announce: true, Calls: render.CallsDirect, Lesson: lesson.Place{Lesson: 1, Step: 2, Slips: 1}, Tips: render.TipsOn,
	}
	manners = table.Manners{Rules: "mixed", Pace: "live", Lang: "nl", Channels: []sitting.Channel{"2001", "2002", "2003"}} //nolint:gochecknoglobals // constants
)

const eve = "Eve who was erased"

// evenings is a closed file with what people do by themselves and together: ann is in the
// middle of a hand that she plays alone, after one that she ended; ann and bob are between
// two hands of a match; cy and dee have closed their table; and eve was erased in the hand that
// they and she began at the next.
func evenings(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "evenings.db")
	db, err := sqlite.Open(tb.Context(), path, sqlite.Options{})
	is(tb, err, nil)
	p := newParty(tb, db)
	p.who["eve"], err = db.Register(tb.Context(), "799", "1001", eve)
	is(tb, err, nil)

	alone := p.does("", "ann", openAlone(2)).ID
	p.does(alone, "ann", sitting.Start{})
	p.playsBeside(alone, -1, "ann")
	p.does(alone, "ann", sitting.Start{})
	p.playsBeside(alone, 3, "ann")

	match := p.opensFor("2001", sitting.LongMatch, "ann", "bob")
	p.does(match, "ann", sitting.Start{})
	p.plays(match, -1)
	p.posted(match, 1)

	closed := p.opensFor("2002", sitting.NoMatch, "cy", "dee")
	p.does(closed, "cy", sitting.Start{})
	p.plays(closed, -1)
	p.does(closed, "cy", sitting.Close{})

	left := p.opensFor("2003", sitting.NoMatch, "cy", "eve", "dee")
	p.does(left, "eve", sitting.Cut{Word: "evergreen"})
	p.does(left, "cy", sitting.Start{})
	p.plays(left, 4)
	is(tb, p.house.Erase(tb.Context(), p.who["eve"], fmt.Sprint(firstKey+50_000), false), nil)

	_, err = db.SetPrefs(tb.Context(), p.who["bob"], "", table.Kept{Prefs: bobsPrefs.String()})
	is(tb, err, nil)
	_, err = db.ChangeManners(tb.Context(), "1001", func(table.Manners) (table.Manners, error) { return manners, nil })
	is(tb, err, nil)
	for _, name := range []string{"cy", "dee"} {
		is(tb, db.SetWatch(tb.Context(), "1001", p.who[name], true), nil)
	}
	is(tb, db.Told(tb.Context(), "1001", []sitting.Person{p.who["dee"]}, start), nil)
	is(tb, db.Close(), nil)
	return path
}

func openAlone(computers int) sitting.Open {
	open := sitting.Open{Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 1 + computers, Pace: sitting.None, Lang: "en"}}
	for range computers {
		open.Against = append(open.Against, opponent.Easy)
	}
	return open
}

func (p *party) opensFor(channel sitting.Channel, m sitting.Match, host string, others ...string) sitting.ID {
	p.Helper()
	set := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Lang: "en", Match: m}
	id := p.does("", host, sitting.Open{Server: "1001", Channel: channel, Settings: set}).ID
	for _, name := range others {
		p.does(id, name, sitting.Join{})
	}
	return id
}

// playsBeside makes moves of people, the hand to its end for moves below 0, in a house that
// runs meanwhile, so that computers play too.
func (p *party) playsBeside(id sitting.ID, moves int, people ...string) sitting.Sight {
	p.Helper()
	p.house = table.New(table.Options{Store: p.db, Poster: noPosts{}, Seeds: p.seeds, Habits: p.db, ComputerDelay: time.Nanosecond})
	running, stop := context.WithCancel(p.Context())
	ended := make(chan error, 1)
	go func(h *table.House) { ended <- h.Run(running) }(p.house)
	defer func() {
		stop()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			p.Error(err)
		}
		p.house = table.New(table.Options{Store: p.db, Poster: noPosts{}, Seeds: p.seeds, Habits: p.db})
	}()
	for {
		s, err := p.house.Settle(p.Context(), id, p.who[people[0]])
		is(p, err, nil)
		if moves == 0 || s.Phase != sitting.Playing {
			return s
		}
		at := slices.IndexFunc(people, func(name string) bool { return s.Seats[s.View.Turn].Person == p.who[name] })
		if at < 0 { // the house doesn't run yet
			continue
		}
		who := people[at]
		s = p.looks(id, who)
		moves--
		p.keys++
		_, err = p.house.Do(p.Context(), sitting.Command{
			Key: fmt.Sprint(firstKey + p.keys), Table: id, By: p.who[who],
			Do: sitting.Play{Moves: []engine.Move{opponent.Choose(opponent.Easy, s.View, s.Log, p.dice, opponent.Budget{})}},
		})
		is(p, err, nil)
	}
}

// TestOldEveningsGoOn opens files that people left in the middle of all that they do: each
// thing is where it was, and goes on to its end.
func TestOldEveningsGoOn(t *testing.T) {
	files, err := filepath.Glob("testdata/evenings-v*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no old files: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { eveningsGoOn(t, old(t, file)) })
	}
}

func eveningsGoOn(t *testing.T, path string) {
	t.Helper()
	mustBeWhole(t, path)
	if inFiles(t, path, eve) || inFiles(t, path, "evergreen") {
		t.Error("who was erased is still in the file")
	}
	db := open(t, path)
	p := newParty(t, db)
	p.keys = 100_000
	p.house = table.New(table.Options{Store: db, Poster: noPosts{}, Seeds: rand.Reader, Habits: db})

	// Alone.
	alone, err := p.house.Own(t.Context(), p.who["ann"])
	is(t, err, nil)
	s, err := p.house.Look(t.Context(), alone, p.who["ann"])
	is(t, err, nil)
	equal(t, []any{s.Alone, s.Phase, s.Hand, len(s.Seats)}, []any{true, sitting.Playing, 2, 3})
	before := p.record("ann")
	if s = p.playsBeside(alone, -1, "ann"); s.Last == nil || s.Last.Hand != 2 || s.Last.Abandoned {
		t.Errorf("the hand alone ended as %+v", s.Last)
	}
	equal(t, p.record("ann"), before+1)

	// A match.
	match := p.find("2001")
	s = p.looks(match, "bob")
	was := s.Match
	if was == nil || was.Over || was.Pips != sitting.LongMatch.Pips(engine.Boathouse, 2) || len(was.Players) != 2 || s.Last == nil || s.Last.Hand != 1 {
		t.Fatalf("the match stands at %+v", was)
	}
	p.does(match, "bob", sitting.Next{})
	p.plays(match, -1)
	now := p.looks(match, "bob").Match
	gained := 0
	for i := range now.Players {
		gained += now.Players[i].Collected - was.Players[i].Collected
	}
	if gained == 0 && !now.Over {
		t.Error("nobody collected anything in the hand that was played on")
	}

	// What was closed, and its rematch.
	closed := p.find("2002")
	s = p.looks(closed, "dee")
	if s.Phase != sitting.Ended || s.Evening == nil || s.Evening.Hands != 1 {
		t.Errorf("the table closed as %+v", s.Evening)
	}
	if again := p.does("", "dee", sitting.Open{Server: "1001", Channel: "2002", Like: closed}); again.Phase != sitting.Lobby || len(again.Seats) != 2 {
		t.Errorf("the rematch is %+v", again)
	}

	// A hand of somebody who was erased: it is played out for nobody, and its debts stand.
	left := p.find("2003")
	if s = p.playsBeside(left, -1, "cy", "dee"); s.Last == nil || s.Last.Abandoned || len(s.Last.Seats) != 3 {
		t.Fatalf("the hand of who was erased ended as %+v", s.Last)
	}
	var sat []sitting.Person
	for _, seat := range s.Last.Seats {
		sat = append(sat, seat.Person)
	}
	known, err := db.Known(t.Context(), "1001", sat)
	is(t, err, nil)
	equal(t, slices.IndexFunc(known, func(k table.Known) bool { return k.User == "" }), 1)
	standings, err := db.Standings(t.Context(), "1001")
	is(t, err, nil)
	if !slices.ContainsFunc(standings, func(x tab.Standing) bool { return x.Person == sat[1] && x.Pips != 0 }) {
		t.Errorf("no debt of who was erased in %+v", standings)
	}

	kept, err := db.Kept(t.Context(), p.who["bob"])
	is(t, err, nil)
	prefs, err := render.ParsePrefs(kept.Prefs)
	is(t, err, nil)
	equal(t, prefs, bobsPrefs)
	m, err := db.Manners(t.Context(), "1001")
	is(t, err, nil)
	equal(t, m, manners)
	opened := start.Add(time.Hour)
	told, err := db.Watchers(t.Context(), "1001", opened.Add(-24*time.Hour), opened, 9)
	is(t, err, nil)
	equal(t, told, []sitting.Person{p.who["cy"]}) // and dee again a day later
	is(t, db.Close(), nil)
	mustBeWhole(t, path)
}

func (p *party) find(c sitting.Channel) sitting.ID {
	p.Helper()
	id, err := p.house.Before(p.Context(), c, "")
	is(p, err, nil)
	return id
}

func (p *party) looks(id sitting.ID, who string) sitting.Sight {
	p.Helper()
	s, err := p.house.Look(p.Context(), id, p.who[who])
	is(p, err, nil)
	return s
}

// record counts the hands on somebody's record.
func (p *party) record(who string) int {
	p.Helper()
	plays, err := p.db.Plays(context.Background(), "1001", p.who[who])
	is(p, err, nil)
	return len(plays)
}
