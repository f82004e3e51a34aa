package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// BenchmarkOthersWhileExports has seven people of a server whose tab has 20,000 entries ask the
// real bot for exports and for years, one thing after another, while an eighth asks for the tables
// of theirs. What counts is how long that one waits. Each of the seven is in 5,000 entries or more.
func BenchmarkOthersWhileExports(b *testing.B) {
	const clicks = 300
	program := buildBot(b)
	env, sim := servedWith(b, discordsim.Options{People: []string{"Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hal"}})
	env["BOATHOUSE_PACE"] = "0"
	hello := sim.Handshake()
	crowdTab(b, env["BOATHOUSE_DB"], hello)
	bot, _ := spawned(b, program, env)
	bot.until("/readyz", 200, "ready")
	var took []time.Duration
	for range b.N {
		ctx, stop := context.WithCancel(b.Context())
		var all sync.WaitGroup
		asked := make([]int, len(hello.People)-1)
		for i, one := range hello.People[:len(asked)] {
			all.Go(func() { asked[i] = looksBack(ctx, sim.Person(one.Name), hello.Channel) })
		}
		for range clicks {
			begun := time.Now()
			out, err := sim.Person("Hal").Slash(ctx, hello.Channel, "turns", nil)
			if err != nil || out.Failed {
				b.Errorf("%+v, %v", out, err)
			}
			took = append(took, time.Since(begun))
		}
		stop()
		all.Wait()
		if slices.Contains(asked, 0) {
			b.Errorf("somebody was given nothing: %v", asked)
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
	bot.quit()
	if err := <-bot.ended; err != nil {
		b.Error(err)
	}
}

// looksBack asks for an export and then for the own year over and over until ctx is done, and
// counts what was answered.
func looksBack(ctx context.Context, p *people.Person, channel discord.ID) (answered int) {
	for i := 0; ctx.Err() == nil; i++ {
		command := "tab year"
		if i%50 == 0 { // the bot gives one in half a minute
			command = "tab export"
		}
		if out, err := p.Slash(ctx, channel, command, nil); err == nil && !out.Failed {
			answered++
		}
	}
	return answered
}

// crowdTab writes a file whose first server has a tab of 20,000 entries among the first seven
// people.
func crowdTab(b *testing.B, path string, hello discord.Handshake) {
	b.Helper()
	must := func(_ sql.Result, err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	fresh, err := sqlite.Open(b.Context(), path, sqlite.Options{})
	must(nil, err)
	must(nil, fresh.Close())
	db, err := sql.Open("sqlite", path)
	must(nil, err)
	const hands, tables = 10_000, 200
	tx, err := db.BeginTx(b.Context(), nil)
	must(nil, err)
	do := func(query string, args ...any) { b.Helper(); must(tx.ExecContext(b.Context(), query, args...)) }
	server := hello.Guild.String()
	do("DROP TRIGGER entries_in_order")
	for i := range tables {
		do("INSERT INTO tables (id, name, server, channel, open, seq, wake, opener) VALUES (?, ?, ?, '1', 0, 0, 0, '')", i+1, fmt.Sprint("busy", i), server)
	}
	crowd := hello.People[:7]
	for i, one := range crowd {
		do("INSERT INTO people (person, user) VALUES (?, ?)", fmt.Sprint("p", i), one.ID.String())
	}
	begun := time.Date(time.Now().Year(), 1, 1, 12, 0, 0, 0, time.UTC)
	for i := range hands {
		at, pips := begun.Add(time.Duration(i)*time.Minute/2).UnixMilli(), 1+i*7%60
		who, whom := i%2*(i%len(crowd)), (i+1)%2*(i%len(crowd)) // the first sits in every hand
		if who == whom {
			whom = 1 + i%(len(crowd)-1)
		}
		for side, pair := range [2][2]int{{who, whom}, {whom, who}} {
			do(`INSERT INTO entries (server, seq, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash)
				VALUES (?, ?, ?, 2, 'hand', ?, ?, 0, '', ?, ?, ?, zeroblob(32), zeroblob(32))`,
				server, 2*i+side+1, at, i/(hands/tables)+1, i%(hands/tables)+1, fmt.Sprint("p", pair[0]), fmt.Sprint("p", pair[1]), pips*(1-2*side))
		}
	}
	do("INSERT INTO tabs (server, entries) VALUES (?, ?)", server, 2*hands)
	do(`INSERT INTO quarters SELECT server, person, min(at) - min(at) % 900000, sum(pips), count(*), 1, 0, sum(pips), count(*), 1, 0 FROM entries GROUP BY server, person`)
	do("INSERT INTO balances SELECT server, person, other, sum(pips), count(*) FROM entries GROUP BY server, person, other")
	do("DELETE FROM goose_db_version WHERE version_id = 49") // the start fills in what is kept of years
	do(`UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM goose_db_version)
		WHERE name = 'goose_db_version'`)
	must(nil, tx.Commit())
	must(nil, db.Close())
}
