package sqlite_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// A quarter is a row of quarters without its place.
type quarter struct {
	Pips  int64
	Tally tab.Tally
}

// quarters are what the quarters of an hour from one time to another brought each
// person of a server.
func quarters(tb testing.TB, path, server string, from, to int64) map[string]quarter {
	tb.Helper()
	rows, err := raw(tb, path).QueryContext(tb.Context(), `SELECT person, sum(pips), sum(hands), sum(wins), sum(rummies) FROM quarters
		WHERE server = ? AND start BETWEEN ? AND ? GROUP BY person`, server, from, to)
	is(tb, err, nil)
	defer func() { _ = rows.Close() }()
	of := make(map[string]quarter)
	for rows.Next() {
		var who string
		var q quarter
		is(tb, rows.Scan(&who, &q.Pips, &q.Tally.Hands, &q.Tally.Wins, &q.Tally.Rummies), nil)
		of[who] = q
	}
	is(tb, rows.Err(), nil)
	return of
}

// TestAQuarterOfAnHourHasWhatEndedInIt plays hands round the end of one, won from
// people and from computers, lost to computers and blocked.
func TestAQuarterOfAnHourHasWhatEndedInIt(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	begin := start.Truncate(15 * time.Minute)
	ends := func(at time.Duration, debts []tab.Debt, o tab.Outcome) {
		b := r.Batch("", sitting.Joined{Person: "pann"})
		b.At = begin.Add(at)
		b.Ended = sitting.Finish{Hand: sitting.HandKey{Hand: 1}, Debts: debts, Outcome: o}
		add(t, db, b)
	}
	both := []tab.Person{"pann", "pbob"}
	ends(0, []tab.Debt{{From: "pann", To: "pbob", Pips: 8}}, tab.Outcome{People: both, Winner: "pbob", Rummy: true})
	ends(15*time.Minute-time.Millisecond, nil, tab.Outcome{People: []tab.Person{"pann"}, Winner: "pann"})
	ends(15*time.Minute, nil, tab.Outcome{People: both, Rummy: true})
	ends(29*time.Minute, []tab.Debt{{From: "pbob", To: "pann", Pips: 3}}, tab.Outcome{People: both, Winner: "pann"})
	server, at := string(r.Head.Server), begin.UnixMilli()
	equal(t, quarters(t, path, server, at, at), map[string]quarter{
		"pann": {-8, tab.Tally{Hands: 2, Wins: 1}},
		"pbob": {8, tab.Tally{Hands: 1, Wins: 1, Rummies: 1}},
	})
	equal(t, quarters(t, path, server, at+1, at+tab.QuarterHour), map[string]quarter{
		"pann": {3, tab.Tally{Hands: 2, Wins: 1}},
		"pbob": {-3, tab.Tally{Hands: 2}},
	})
}

// TestHandsAreCountedAlikeInOldFilesAndNew compares the counts with the hands that
// a file exports, of games played now and of those that were played before hands
// were counted.
func TestHandsAreCountedAlikeInOldFilesAndNew(t *testing.T) {
	files, err := filepath.Glob("testdata/games-v*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("no old files: %v", err)
	}
	paths := map[string]string{"new": games(t)}
	for _, file := range files {
		paths[filepath.Base(file)] = old(t, file)
	}
	for name, path := range paths {
		t.Run(name, func(t *testing.T) {
			db := open(t, path)
			want := make(map[sitting.Server]tab.Tally)
			for h, err := range db.Hands(t.Context()) {
				is(t, err, nil)
				if name == "new" && h.Again > 0 { // which counted when it was asked for, in old files
					continue
				}
				count(&h, want)
			}
			if len(want) < 2 {
				t.Fatalf("%d servers: the test shows nothing", len(want))
			}
			for server, tally := range want {
				var got tab.Tally
				for _, q := range quarters(t, path, string(server), 0, time.Now().UnixMilli()) {
					got = got.Plus(q.Tally)
				}
				equal(t, got, tally)
			}
		})
	}
}

// count adds up what a hand of people counts for all of them together.
func count(h *storage.Hand, tallies map[sitting.Server]tab.Tally) {
	dealt := h.Events[0].(engine.Dealt)
	result, over := engine.Outcome(engine.Replay(h.Events))
	if !over {
		return
	}
	t := tab.Tally{Hands: int64(dealt.Players)}
	if result.Winner != engine.Nobody {
		t.Wins = 1
		if result.Rummy {
			t.Rummies = 1
		}
	}
	tallies[h.Server] = tallies[h.Server].Plus(t)
}
