package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// file is a file that people played on, kept as text.
func file(t *testing.T, text string) *sqlite.DB {
	t.Helper()
	rows, err := os.ReadFile(filepath.Join("..", "sqlite", "testdata", text))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "rum.db")
	raw, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = raw.ExecContext(t.Context(), string(rows))
	}
	if err := errors.Join(err, raw.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// A pair are the file and what it was moved into.
type pair struct {
	*testing.T
	lite *sqlite.DB
	big  *postgres.DB

	people  []sitting.Person
	servers []sitting.Server
	tables  []sitting.ID
}

func moved(t *testing.T, text string) *pair {
	t.Helper()
	big := open(t, database(t)) // which says why not, before anything is made
	p := &pair{T: t, lite: file(t, text), big: big}
	if _, err := big.MoveIn(t.Context(), p.lite.Reader.Reader, p.lite); err != nil {
		t.Fatal(err)
	}
	p.list("SELECT person FROM people ORDER BY 1", func(word string) { p.people = append(p.people, sitting.Person(word)) })
	p.list("SELECT DISTINCT server FROM tables WHERE server <> '' ORDER BY 1", func(word string) { p.servers = append(p.servers, sitting.Server(word)) })
	p.list("SELECT name FROM tables ORDER BY id", func(word string) { p.tables = append(p.tables, sitting.ID(word)) })
	return p
}

func (p *pair) list(query string, tell func(string)) {
	p.Helper()
	words, err := p.big.Words(p.Context(), query)
	if err != nil || len(words) == 0 {
		p.Fatal(query, err)
	}
	for _, word := range words {
		tell(word)
	}
}

// read asks both the same, and demands the same answer.
func read[T any](p *pair, what string, ask func(r *sqlstore.Reader) (T, error)) {
	p.Helper()
	want, err := ask(p.lite.Reader.Reader)
	got, failed := ask(p.big.Reader)
	if failed != nil || err != nil {
		if errors.Is(failed, table.ErrNotFound) && errors.Is(err, table.ErrNotFound) {
			return
		}
		p.Fatalf("%s: %v, the file: %v", what, failed, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		p.Errorf("%s: (+), the file (-):\n%s", what, diff)
	}
}

// all reads a sequence to its end.
func all[T any](seq iter.Seq2[T, error]) (list []T, err error) {
	for one, err := range seq {
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// reads compares all that can be read of both.
func (p *pair) reads() {
	p.Helper()
	ctx := context.Background()
	type R = *sqlstore.Reader
	read(p, "Due", func(r R) ([]table.Due, error) { // in no order
		due, err := r.Due(ctx)
		slices.SortFunc(due, func(a, b table.Due) int {
			if a.Owner == b.Owner {
				return a.At.Compare(b.At)
			}
			return strings.Compare(string(a.Owner), string(b.Owner))
		})
		return due, err
	})
	read(p, "Hands", func(r R) (n int, err error) {
		hands, err := all(r.Hands(ctx))
		return len(hands), err
	})
	read(p, "Entries", func(r R) (any, error) { return all(r.Entries(ctx)) })
	read(p, "Absences", func(r R) (any, error) { return r.Absences(ctx) })
	read(p, "ServersKept", func(r R) (any, error) { return r.ServersKept(ctx, false) })
	read(p, "ServersKept, gone", func(r R) (any, error) { return r.ServersKept(ctx, true) })
	read(p, "LastBeat", func(r R) (any, error) { return r.LastBeat(ctx) })
	read(p, "Outages", func(r R) (any, error) { return r.Outages(ctx) })
	for _, id := range p.tables {
		read(p, "Load", func(r R) (table.Log, error) { return r.Load(ctx, id) })
		read(p, "Proposal", func(r R) (table.ProposalLog, error) { return r.Proposal(ctx, table.ProposalID(id)) })
		read(p, "Find", func(r R) (any, error) { return r.Find(ctx, "2001", id) })
	}
	for _, who := range p.people {
		read(p, "Own", func(r R) (any, error) { return r.Own(ctx, who) })
		read(p, "Turns", func(r R) (any, error) { return r.Turns(ctx, who) })
		read(p, "Quiet", func(r R) (any, error) { return r.Quiet(ctx, who) })
		read(p, "Seats", func(r R) (any, error) { return r.Seats(ctx, who) })
		read(p, "Sat", func(r R) (any, error) { return r.Sat(ctx, who) })
		read(p, "Holdings", func(r R) (any, error) { return r.Holdings(ctx, who) })
		read(p, "Kept", func(r R) (any, error) { return r.Kept(ctx, who) })
		read(p, "Pending", func(r R) (any, error) { return r.Pending(ctx, who) })
	}
	for _, s := range p.servers {
		p.readsServer(ctx, s)
	}
}

func (p *pair) readsServer(ctx context.Context, s sitting.Server) {
	p.Helper()
	type R = *sqlstore.Reader
	from, to := time.UnixMilli(1774655100000), time.UnixMilli(1778205600000)
	quarters := []time.Time{from, from.Add(24 * time.Hour), to}
	read(p, "Known", func(r R) (any, error) { return r.Known(ctx, s, p.people) })
	read(p, "Absence", func(r R) (any, error) {
		a, begun, err := r.Absence(ctx, s)
		return []any{a, begun}, err
	})
	read(p, "Collected", func(r R) (any, error) { return r.Collected(ctx, s, 5) })
	read(p, "Standings", func(r R) (any, error) { return r.Standings(ctx, s) })
	read(p, "Begins", func(r R) (any, error) { return r.Begins(ctx, s) })
	read(p, "Calendar", func(r R) (any, error) { return r.Calendar(ctx, s) })
	read(p, "LastSeason", func(r R) (any, error) { over, _, err := r.LastSeason(ctx, s); return over, err })
	read(p, "OwedSeasons", func(r R) (any, error) { return r.OwedSeasons(ctx, s) })
	read(p, "Manners", func(r R) (any, error) { return r.Manners(ctx, s) })
	read(p, "Newest", func(r R) (any, error) { return r.Newest(ctx, s) })
	read(p, "OpenIn", func(r R) (any, error) { return r.OpenIn(ctx, s) })
	read(p, "ClosedIn", func(r R) (any, error) { return r.ClosedIn(ctx, s, 100) })
	read(p, "Watchers", func(r R) (any, error) { return r.Watchers(ctx, s, from, to, 10) })
	read(p, "Scores", func(r R) (any, error) { return r.Scores(ctx, s, time.Time{}, time.Time{}) })
	read(p, "Scores of a time", func(r R) (any, error) { return r.Scores(ctx, s, from, to) })
	read(p, "Lines", func(r R) (any, error) { return r.Lines(ctx, s, p.people, quarters) })
	var undid []int64
	for seq := int64(1); seq <= 400; seq += 7 {
		of := func(r R) (tab.Posting, error) { return r.Posting(ctx, s, seq) }
		read(p, "Posting", of)
		one, _ := of(p.big.Reader)
		if one.Undone > 0 {
			undid = append(undid, one.Seq)
		}
		if one.Line.From != nil {
			read(p, "From", func(r R) (any, error) { return r.From(ctx, s, one.Line.From) })
		}
	}
	read(p, "Moved", func(r R) (any, error) { return r.Moved(ctx, s, undid) })
	for i, who := range p.people {
		other := p.people[(i+1)%len(p.people)]
		read(p, "Balances", func(r R) (any, error) { return r.Balances(ctx, s, who) })
		read(p, "Brought", func(r R) (any, error) { return r.Brought(ctx, s, who, 5) })
		read(p, "Plays", func(r R) (any, error) { return r.Plays(ctx, s, who) })
		read(p, "Year", func(r R) (any, error) { return r.Year(ctx, s, who, time.Time{}, time.Time{}) })
		read(p, "OwnEntries", func(r R) (any, error) { return r.OwnEntries(ctx, s, who) })
		read(p, "Watches", func(r R) (any, error) { return r.Watches(ctx, s, who) })
		read(p, "Accounts", func(r R) (any, error) { return r.Accounts(ctx, s, who, 0, 2) })
		read(p, "Account", func(r R) (any, error) { return r.Account(ctx, s, who, other) })
		read(p, "Books", func(r R) (any, error) { return r.Books(ctx, s, who, other, tab.Settle{All: true}) })
		for _, with := range []sitting.Person{"", other} {
			read(p, "Pacts", func(r R) (any, error) { return r.Pacts(ctx, s, who, with, 5) })
			for _, at := range []tab.Cursor{{}, {Seq: 20}, {Seq: 10, Newer: true}} {
				read(p, fmt.Sprint("Postings ", at), func(r R) (any, error) { return r.Postings(ctx, s, who, with, at, 3) })
			}
		}
	}
}

// TestAFileMovesInToTheLastHash moves files of long use, and has both play on: all that is read of the one is read
// of the other, and a doctor finds the same.
func TestAFileMovesInToTheLastHash(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"tabs-v14.sql", "evenings-v14.sql"} {
		t.Run(text, func(t *testing.T) {
			p := moved(t, text)
			p.reads()
			p.plays()
			p.reads()
			want, err := p.lite.Check(t.Context())
			storagetest.Is(t, err, nil)
			got, err := p.big.Check(t.Context())
			storagetest.Is(t, err, nil)
			storagetest.Equal(t, got, want)
			storagetest.Equal(t, len(got.Wrong), 0)
			_, err = p.big.MoveIn(t.Context(), p.lite.Reader.Reader, p.lite)
			storagetest.Is(t, err, postgres.ErrNotEmpty)
		})
	}
}

// plays has the same happen in both.
func (p *pair) plays() {
	p.Helper()
	at := time.Date(2027, 1, 1, 20, 0, 0, 0, time.UTC)
	for name, db := range map[string]interface {
		table.Store
		table.Habits
		table.Servers
		table.Pulse
		table.Upkeep
		table.Seasons
	}{"file": p.lite, "server": p.big} {
		must := func(err error) {
			p.Helper()
			if err != nil {
				p.Fatalf("%s: %v", name, err)
			}
		}
		head := sitting.Head{Table: "newtable", Server: p.servers[0], Channel: "777", Open: true}
		e := storagetest.NewEvening(p.T, head, p.people[:2], 1, false, rand.New(rand.NewPCG(1, 2))) // a test's
		for hand := range 3 {
			b, _ := e.Hand(at.Add(time.Duration(hand) * time.Hour))
			b.Key = fmt.Sprint("key", hand)
			_, err := db.Append(context.Background(), b)
			must(err)
		}
		must(db.SetWatch(context.Background(), p.servers[0], p.people[0], true))
		must(db.Beat(context.Background(), at, []table.Stretch{{From: at.Add(-time.Hour), To: at}}))
		_, err := db.SetQuiet(context.Background(), p.people[1], sitting.Quiet{From: 1, To: 2, Zone: "UTC"})
		must(err)
		_, err = db.ChangeCalendar(context.Background(), p.servers[0], func(table.Calendar) (table.Calendar, time.Time, error) { return table.Calendar{}, at, nil })
		must(err)
		must(db.EndSeasons(context.Background(), p.servers[0], table.Calendar{}, []table.Span{{From: at, To: at.Add(time.Hour)}}, time.Time{}))
		must(db.DropKeys(context.Background(), at.Add(30*time.Minute)))
		must(db.Gone(context.Background(), p.servers[len(p.servers)-1], at))
		must(db.EraseServer(context.Background(), p.servers[len(p.servers)-1]))
		must(db.Erase(context.Background(), p.people[0]))
	}
	p.tables = append(p.tables, "newtable")
}

// TestNobodyKnowsOfAMoveThatIsCutOffInTheEnd has a server wait for a standby that nobody has as all is to be kept, and whoever moves lose
// patience: it is all there.
func TestNobodyKnowsOfAMoveThatIsCutOffInTheEnd(t *testing.T) {
	t.Parallel()
	own := pgtest.Mortal(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	big, lite := open(t, own.Database(t)), file(t, "rummies-v19.sql")
	said := func(query string) string {
		word, err := big.Words(ctx, query)
		storagetest.Is(t, err, nil)
		return strings.Join(word, "")
	}
	waits := func(on string) { storagetest.Is(t, own.WaitFor(context.Background(), on), nil) }
	t.Cleanup(func() { waits("") })
	waits("nobody")
	move, impatient := context.WithCancel(ctx)
	moved := make(chan error, 1)
	go func() {
		_, err := big.MoveIn(move, lite.Reader.Reader, lite)
		moved <- err
	}()
	until(t, "it waits to keep what is moved", func() bool {
		return said("SELECT count(*)::text FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query ILIKE 'commit%'") == "1"
	})
	impatient()
	select {
	case err := <-moved:
		storagetest.Is(t, err, postgres.ErrUnheard)
	case <-ctx.Done():
		t.Fatal(ctx.Err())
	}
	waits("")
	until(t, "all is there", func() bool { return said("SELECT count(*)::text FROM tables") != "0" })
}

// TestOldRummiesAreTakenOut has a database count each hand that was won all at once as a rummy, as the program once did, and
// opens it again.
func TestOldRummiesAreTakenOut(t *testing.T) {
	t.Parallel()
	address := database(t)
	big := open(t, address)
	lite := file(t, "rummies-v19.sql")
	if _, err := big.MoveIn(t.Context(), lite.Reader.Reader, lite); err != nil {
		t.Fatal(err)
	}
	const counted = "SELECT person || ' ' || start || ' ' || rummies || ' ' || all_rummies FROM quarters ORDER BY 1"
	want, err := big.Words(t.Context(), counted)
	storagetest.Is(t, err, nil)
	for _, query := range []string{
		// In this file whoever won at the first table went out at once, where that pays no more.
		"UPDATE quarters SET rummies = wins, all_rummies = wins + all_rummies - rummies WHERE start <= 1777660200000",
		"UPDATE quarters q SET all_rummies = (SELECT sum(rummies) FROM quarters p WHERE p.person = q.person AND p.start <= q.start)",
	} {
		storagetest.Is(t, big.Do(t.Context(), query), nil)
	}
	f, err := big.Check(t.Context())
	if err != nil || len(f.Wrong) == 0 {
		t.Errorf("%v: rummies that were none aren't found: the test shows nothing", err)
	}
	turnBack(t, big)
	again := open(t, address)
	got, err := again.Words(t.Context(), counted)
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, got, want)
	storagetest.Sound(t, again)
}

// turnBack takes out of a database what came with the fourth migration and those after it.
func turnBack(t *testing.T, db *postgres.DB) {
	t.Helper()
	for _, query := range []string{
		"DELETE FROM goose_db_version WHERE version_id >= 4", "DROP FUNCTION count_erasure, count_loss CASCADE",
		"DROP TABLE budget, line, erasures, asks, checkpoints, losses, departures, facts, redraws, shares",
		"ALTER TABLE plays DROP COLUMN apart", "ALTER TABLE tables DROP COLUMN channel_gone",
		"DROP INDEX tables_waits, tables_low, tables_high, names_of_server",
	} {
		storagetest.Is(t, db.Do(t.Context(), query), nil)
	}
}
