package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// decrees has a manager settle something for the tab of a server.
func (c *crowd) decrees() *wish {
	to := table.Calendar{
		Least: []int64{0, 0, 2, 5}[c.dice.IntN(4)], Bare: c.dice.IntN(2) == 0,
		Season: []table.Season{table.QuarterYear, table.QuarterYear, table.HalfYear, table.NoSeason}[c.dice.IntN(4)],
		Zone:   []string{"", "Europe/Berlin", "Pacific/Chatham"}[c.dice.IntN(3)],
	}
	return &wish{key: c.key(), server: crowdServers[c.dice.IntN(8)/7], calendar: &to}
}

// calendars are a file of which nothing is due but the ends of seasons.
type calendars struct{ table.Store }

func (s calendars) Due(ctx context.Context) ([]table.Due, error) {
	all, err := s.Store.Due(ctx)
	return slices.DeleteFunc(all, func(d table.Due) bool { return d.Owner[0] != table.SeasonMark }), err
}

// ends has the seasons end whose time is over, in a house whose clock runs.
func (c *crowd) ends() error {
	due := func() bool {
		all, err := calendars{c.db}.Due(context.Background())
		is(c, err, nil)
		return slices.ContainsFunc(all, func(d table.Due) bool { return !d.At.After(c.now()) })
	}
	if c.dice.IntN(8) > 0 || !due() {
		return nil
	}
	before := c.seasons()
	running, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	house := table.New(table.Options{Store: calendars{c.db}, Poster: noPosts{}, Seeds: c, Habits: c.db, Seasons: c.db, Now: c.now})
	go func() { ended <- house.Run(running) }()
	for tries := 0; due() && tries < 10_000; tries++ {
		time.Sleep(time.Millisecond)
	}
	stop()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	if due() {
		return errors.New("a season never ends")
	}
	c.done["season"] += len(c.seasons()) - len(before)
	return nil
}

// A past is a season that has ended.
type past struct {
	server sitting.Server
	table.Span
}

func (c *crowd) seasons() (all []past) {
	c.Helper()
	for _, s := range crowdServers {
		rows, err := c.past.QueryContext(context.Background(), string(s))
		is(c, err, nil)
		for rows.Next() {
			var from, to int64
			is(c, rows.Scan(&from, &to), nil)
			all = append(all, past{s, table.Span{From: time.UnixMilli(from), To: time.UnixMilli(to)}})
		}
		is(c, rows.Err(), nil)
		is(c, rows.Close(), nil)
	}
	return all
}

// played is what hands brought people that ended in a time and weren't taken back.
func (r *reckoning) played(server sitting.Server, of table.Span) map[sitting.Person]int64 {
	sums := make(map[sitting.Person]int64)
	for by, at := range r.at {
		if by.server != server || at.Before(of.From) || !of.To.IsZero() && !at.Before(of.To) {
			continue
		}
		for _, m := range r.moved[by] {
			if !m.back {
				sums[m.who] += m.pips
				sums[m.whom] -= m.pips
			}
		}
	}
	return sums
}

// screens says why two of the screens tell different things: somebody's tab, the standings of all time and of every season,
// the end of a chart, what their history comes to and what they take along must all be what the reckoning says, and no hand is in two seasons.
func (c *crowd) screens() error {
	spans := []past{{crowdServers[0], table.Span{}}, {crowdServers[1], table.Span{}}}
	for i, s := range c.seasons() {
		if last := spans[len(spans)-1]; i > 0 && last.server == s.server && s.From.Before(last.To) {
			return fmt.Errorf("two seasons at once: %v and %v", last, s)
		}
		spans = append(spans, s)
	}
	for _, s := range spans {
		if err := c.standings(s.server, s.Span); err != nil {
			return err
		}
	}
	for _, server := range crowdServers {
		all, err := c.db.Standings(context.Background(), server)
		is(c, err, nil)
		for _, s := range all {
			if err := c.shown(server, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// standings compares the standing of a time, and that of all time with the end of a chart.
func (c *crowd) standings(server sitting.Server, of table.Span) error {
	want := c.known.played(server, of)
	scores, err := c.db.Scores(context.Background(), server, of.From, of.To)
	is(c, err, nil)
	for _, s := range scores {
		if s.Pips != want[s.Person] {
			return fmt.Errorf("%s stands at %d in %s in %v, not %d", s.Person, s.Pips, server, of, want[s.Person])
		}
		delete(want, s.Person)
		if of != (table.Span{}) {
			continue
		}
		line, err := c.db.Lines(context.Background(), server, []tab.Person{s.Person}, []time.Time{c.now().Add(time.Hour).Truncate(15 * time.Minute)})
		is(c, err, nil)
		if line[0][0] != s.Pips {
			return fmt.Errorf("the chart of %s in %s ends at %d, and the standing is %d", s.Person, server, line[0][0], s.Pips)
		}
	}
	for p, pips := range want {
		if pips != 0 {
			return fmt.Errorf("%s has %d in %s in %v, and doesn't stand there", p, pips, server, of)
		}
	}
	return nil
}

// shown compares all that somebody is shown and given of their tab.
func (c *crowd) shown(server sitting.Server, s tab.Standing) error {
	ctx := context.Background()
	told, taken := make(map[tab.Person]int64), make(map[tab.Person]int64)
	for at, more := (tab.Cursor{}), true; more; {
		page, err := c.db.Postings(ctx, server, s.Person, "", at, 50)
		is(c, err, nil)
		for _, l := range page.List {
			told[l.Other] += l.Pips
			at = tab.Cursor{Seq: l.Seq}
		}
		more = page.Older
	}
	own, err := c.db.OwnEntries(ctx, server, s.Person)
	is(c, err, nil)
	for _, e := range own {
		taken[e.Other] += e.Pips
	}
	all, err := c.db.Accounts(ctx, server, s.Person, 0, 1000)
	is(c, err, nil)
	net := int64(0)
	for _, a := range all.List {
		net += a.Pips
		if want := c.known.owed[side{server, s.Person, a.Other}]; a.Pips != want || told[a.Other] != want || taken[a.Other] != want {
			return fmt.Errorf("%s owes %s %d in %s: shown are %d, their history comes to %d and what they take along to %d", a.Other, s.Person, want, server, a.Pips, told[a.Other], taken[a.Other])
		}
		delete(told, a.Other)
		delete(taken, a.Other)
	}
	if net != s.Pips || all.Net != s.Pips || len(told)+len(taken) > 0 {
		return fmt.Errorf("%s stands at %d in %s: shown are %d, in sum %d, and not %v, %v", s.Person, s.Pips, server, all.Net, net, told, taken)
	}
	return nil
}

// TestScreensThatTellDifferentThingsAreNoticed is the control: what one screen reads is changed.
func TestScreensThatTellDifferentThingsAreNoticed(t *testing.T) {
	c := newCrowd(t, 5, make(map[string]int))
	is(t, c.lives(300, 0), nil)
	is(t, c.screens(), nil)
	file := raw(t, c.path)
	var at int64
	is(t, file.QueryRowContext(t.Context(), "SELECT min(at) / 900000 * 900000 FROM entries").Scan(&at), nil)
	for _, change := range [][2]string{
		{"UPDATE balances SET pips = pips + 1 WHERE server = '1001'", "UPDATE balances SET pips = pips - 1 WHERE server = '1001'"},
		{"UPDATE quarters SET all_pips = all_pips + 1", "UPDATE quarters SET all_pips = all_pips - 1"},
		{fmt.Sprintf("INSERT INTO seasons SELECT '1001', %[1]d + 900000 * n, %[1]d + 900000 * (n + 3), '', 0, '' FROM (SELECT 0 AS n UNION SELECT 1)", at), "DELETE FROM seasons WHERE channel = ''"},
		{"DROP TRIGGER entries_in_order; INSERT INTO entries SELECT server, seq + 1, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash FROM entries WHERE server = '1001' ORDER BY seq DESC LIMIT 1", ""},
	} {
		_, err := file.ExecContext(t.Context(), change[0])
		is(t, err, nil)
		if err := c.screens(); err == nil {
			t.Errorf("not noticed: %s", change[0])
		} else {
			t.Log(err)
		}
		_, err = file.ExecContext(t.Context(), change[1])
		is(t, err, nil)
	}
}
