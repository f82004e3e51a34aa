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
)

// BenchmarkClicksWhileTablesAreRewritten has four people use the real bot, on a PostgreSQL database
// with 100,000 rows in each table that holds ids, names and texts, and then one more be erased,
// after which these tables are rewritten. What counts is how long the four wait while that goes on.
func BenchmarkClicksWhileTablesAreRewritten(b *testing.B) {
	s := needPostgres(b)
	program := buildBot(b)
	env, sim := servedWith(b, discordsim.Options{People: []string{"Ada", "Ben", "Cleo", "Dov", "Eva"}})
	env["BOATHOUSE_DB"], env["BOATHOUSE_PACE"] = s.Database(b), "0"
	hello := sim.Handshake()
	bot, _ := spawned(b, program, env)
	bot.until("/readyz", 200, "ready")
	db, err := sql.Open("pgx", env["BOATHOUSE_DB"])
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	const rows = 100_000
	crowdRows(b, db, rows)
	var quiet, busy []time.Duration
	var rewriting time.Duration
	failed := 0
	for range b.N {
		failed += clicks(b, sim, &quiet, func() { <-time.After(5 * time.Second) }) // to compare with
		if _, err := db.ExecContext(b.Context(), "UPDATE erasures SET tried = 0"); err != nil {
			b.Fatal(err)
		}
		erased(b, sim.Person("Eva"), hello.Channel)
		begun := time.Now()
		failed += clicks(b, sim, &busy, func() { untilRewritten(b, db) })
		rewriting += time.Since(begun)
	}
	for name, took := range map[string][]time.Duration{"": quiet, "-rewriting": busy} {
		slices.Sort(took)
		b.ReportMetric(ms(took[len(took)/2]), "ms-p50"+name)
		b.ReportMetric(ms(took[len(took)*99/100]), "ms-p99"+name)
		b.ReportMetric(ms(took[len(took)-1]), "ms-max"+name)
		b.ReportMetric(float64(len(took))/float64(b.N), "clicks"+name)
	}
	b.ReportMetric(float64(failed), "failed")
	b.ReportMetric(rewriting.Seconds()/float64(b.N), "s-rewriting")
	bot.quit()
	if err := <-bot.ended; err != nil {
		b.Error(err)
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// clicks has four people ask for one thing after another as long as something lasts, and notes how
// long each answer took, and how many came too late.
func clicks(b *testing.B, sim *discordsim.Server, took *[]time.Duration, lasts func()) (failed int) {
	b.Helper()
	ctx, stop := context.WithCancel(b.Context())
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, name := range []string{"Ada", "Ben", "Cleo", "Dov"} {
		all.Go(func() {
			asks := []struct {
				command string
				options map[string]any
			}{
				{"turns", nil}, {"tab show", nil}, {"record", nil}, {"privacy show", nil},
				{"settings quiet", map[string]any{"from": "22:00", "to": "07:00", "zone": "Europe/Berlin"}},
				{"settings quiet", map[string]any{"from": "23:00", "to": "07:00", "zone": "Europe/Berlin"}},
			}
			for i := 0; ctx.Err() == nil; i++ {
				begun := time.Now()
				one := asks[i%len(asks)]
				out, err := sim.Person(name).Slash(b.Context(), sim.Handshake().Channel, one.command, one.options)
				if err != nil {
					b.Errorf("%s: %+v, %v", one.command, out, err)
					return
				}
				mu.Lock()
				*took = append(*took, time.Since(begun)) // Discord waits for 3 s, and then it fails
				if out.Failed {
					failed++
				}
				mu.Unlock()
			}
		})
	}
	lasts()
	stop()
	all.Wait()
	return failed
}

// erased has a person do something and then be erased.
func erased(b *testing.B, p *people.Person, channel discord.ID) {
	b.Helper()
	slash := func(command string, options map[string]any) discord.ID {
		out, err := p.Slash(b.Context(), channel, command, options)
		if err != nil || out.Failed {
			b.Fatalf("%s: %+v, %v", command, out, err)
		}
		return out.Interaction
	}
	slash("settings quiet", map[string]any{"from": "22:00", "to": "07:00", "zone": "Europe/Berlin"})
	asked := slash("privacy erase", nil)
	var question discord.ID
	err := p.Wait(b.Context(), func(all []discord.Message) bool {
		for _, m := range all {
			if m.Cause != nil && m.Cause.ID == asked {
				question = m.ID
			}
		}
		return question != 0
	})
	if err != nil {
		b.Fatal(err)
	}
	if out, err := p.Click(b.Context(), question, "Yes, erase me"); err != nil || out.Failed {
		b.Fatalf("%+v, %v", out, err)
	}
}

func untilRewritten(b *testing.B, db *sql.DB) {
	b.Helper()
	for end := time.Now().Add(time.Hour); ; {
		var done bool
		if err := db.QueryRowContext(b.Context(), "SELECT rewritten = count FROM erasures").Scan(&done); err != nil {
			b.Fatal(err)
		}
		if done {
			return
		}
		if time.Now().After(end) {
			b.Fatal("the tables aren't rewritten")
		}
		time.Sleep(10 * time.Millisecond) // the server tells nobody
	}
}

// crowdRows fills the tables that are rewritten, so many rows each, of people in 100 servers.
func crowdRows(b *testing.B, db *sql.DB, rows int) {
	b.Helper()
	each := fmt.Sprintf("FROM generate_series(1, %d) i", rows)
	tx, err := db.BeginTx(b.Context(), nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, query := range []string{
		"SET LOCAL session_replication_role = replica", // nothing asks for the events that these rows are of
		`INSERT INTO people (person, "user", salt, lang) SELECT 'p' || md5(i::text), 10000000000000000 + i, decode(md5(i::text), 'hex'), 'de' ` + each,
		"INSERT INTO names SELECT 'p' || md5(i::text), 5000 + i % 100, 'Somebody ' || i " + each,
		"INSERT INTO quiet SELECT 'p' || md5(i::text), 1380, 420, 'Europe/Berlin' " + each,
		"INSERT INTO watches SELECT 5000 + i % 100, 'p' || md5(i::text), 0 " + each,
		"INSERT INTO departures SELECT 5000 + i % 100, 'p' || md5(i::text), 1, 1 " + each,
		"INSERT INTO shares SELECT 'p' || md5(i::text), 5000 + i % 100, 6000 + i % 100, 7000 + i, 'de', 1 " + each,
		"INSERT INTO asks SELECT 9000000 + i, 1, 'p' || md5(i::text), 'p' || md5((i + 1)::text), 1, 1, 1, 1 " + each,
		"INSERT INTO plays SELECT 'p' || md5(i::text), i, 5000 + i % 100, 1, 0, 0, 20, 'moby' " + each,
		"INSERT INTO texts SELECT 9000000 + i, 1, 'p' || md5(i::text), decode(md5(i::text), 'hex'), 'a word of theirs ' || i " + each,
		`INSERT INTO refs SELECT 9000000 + i, '{"Table":"1200000000000000001","TablePosted":"2026-11-01T00:00:00Z","Result":"1200000000000000002","ResultHand":3}', 9 ` + each,
	} {
		if _, err := tx.ExecContext(b.Context(), query); err != nil {
			b.Fatalf("%s: %v", query, err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	if _, err := db.ExecContext(b.Context(), "ANALYZE"); err != nil {
		b.Fatal(err)
	}
}
