package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/google/go-cmp/cmp"
)

// noPosts is a channel that nobody reads.
type noPosts struct{}

func (noPosts) Post(_ context.Context, _ table.Peeker, p table.Post, _ sitting.Sight, refs table.Refs) (table.Refs, error) {
	switch id := fmt.Sprint(p.ID); p.Kind { //nolint:exhaustive // no deal waits for the others
	case table.PostCommitment:
		refs.Seal, refs.SealHand = id, p.Hand
	case table.PostResult:
		refs.Result, refs.ResultHand = id, p.Hand
	case table.PostDeal:
		refs.Table, refs.Deal, refs.DealHand = id, id, p.Hand
	}
	return refs, nil
}

// playedFile has two people play hands at one table, by the computer's judgement, and the host do more then; it gives
// the file, in which the tab isn't empty.
func playedFile(t *testing.T, hands int, more ...sitting.Action) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boathouse.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	house := table.New(table.Options{Store: db, Poster: noPosts{}, Seeds: rand.Reader})
	running, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- house.Run(running) }()
	var people [2]sitting.Person
	for i, name := range []string{"Ada", "Ben"} {
		if people[i], err = db.Register(t.Context(), fmt.Sprint(1000+i), "1", name); err != nil {
			t.Fatal(err)
		}
	}
	key := 0
	do := func(id sitting.ID, by sitting.Person, a sitting.Action) sitting.Sight {
		t.Helper()
		key++
		reply, err := house.Do(t.Context(), sitting.Command{Key: fmt.Sprint(key), Table: id, By: by, Manager: true, Do: a})
		s := reply.Sight
		for err == nil && s.Phase == sitting.Dealing { // the house posts what the hand waits for
			time.Sleep(time.Millisecond)
			s, err = house.Look(t.Context(), s.ID, by)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	set := sitting.Settings{Rules: engine.Brisk.Rules(), Seats: 2, Lang: "en"}
	s := do("", people[0], sitting.Open{Server: "1", Channel: "2", Settings: set})
	do(s.ID, people[1], sitting.Join{})
	s = do(s.ID, people[0], sitting.Start{})
	dice := mathrand.New(mathrand.NewPCG(1, 2))
	for n := hands; ; {
		for s.Phase == sitting.Playing {
			by := s.Seats[s.View.Turn].Person
			if s, err = house.Look(t.Context(), s.ID, by); err != nil {
				t.Fatal(err)
			}
			s = do(s.ID, by, sitting.Play{Moves: []engine.Move{opponent.Choose(opponent.Easy, s.View, s.Log, dice, opponent.Budget{})}})
		}
		if n--; n == 0 {
			break
		}
		s = do(s.ID, people[0], sitting.Next{})
	}
	for _, a := range more {
		do(s.ID, people[0], a)
	}
	stop()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	found, err := db.Check(t.Context())
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if found.Entries == 0 {
		return playedFile(t, hands, more...)
	}
	return path
}

func TestWhatIsExportedIsLegalAndBalances(t *testing.T) {
	const hands = 4
	env := map[string]string{"BOATHOUSE_DB": playedFile(t, hands)}
	records := typed(t, env, "", "export", "hands")
	if n := strings.Count(records.out, "\n"); records.code != 0 || n != hands {
		t.Fatalf("%d records of %d hands: %+v", n, hands, records)
	}
	if got := typed(t, nil, records.out, "referee"); got.code != 0 {
		t.Errorf("the referee: %+v", got)
	}
	want := make(map[string]int64) // what each hand's payments come to
	for line := range strings.Lines(records.out) {
		r, err := engine.ParseRecord([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Result.Payments {
			want[fmt.Sprint(r.Hand)] += int64(p.Pips)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(typed(t, env, "", "export", "tab", "-csv").out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	sum, owed, entries := int64(0), make(map[string]int64), 0
	for line := range strings.Lines(typed(t, env, "", "export", "tab").out) {
		var e entryLine
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		entries++
		sum += e.Pips
		owed[fmt.Sprint(e.Hand)] += max(e.Pips, 0)
	}
	if sum != 0 || len(rows) != entries+1 || fmt.Sprint(owed) != fmt.Sprint(want) {
		t.Errorf("the entries sum to %d, %d rows of %d entries, %v and not %v", sum, len(rows), entries, owed, want)
	}
}

// TestHledgerAcceptsTheTabOfAFile has Debian's hledger check the journal of a file, and holds its balances against the
// file's own entries.
func TestHledgerAcceptsTheTabOfAFile(t *testing.T) {
	if _, err := exec.LookPath("hledger"); err != nil {
		t.Skip("there is no hledger: its package is of that name in Debian")
	}
	env := map[string]string{"BOATHOUSE_DB": playedFile(t, 3)}
	want := make(map[string]string)
	sums := make(map[string]int64)
	for line := range strings.Lines(typed(t, env, "", "export", "tab").out) {
		var e entryLine
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		account := "tab:" + e.Server + ":" + e.Person + ":" + e.Other
		sums[account] += e.Pips
		want[account] = "0" // as hledger writes who is even by now
		if sums[account] != 0 {
			want[account] = fmt.Sprintf("%d pips", sums[account])
		}
	}
	if len(want) == 0 {
		t.Fatal("nobody owes anything: the test shows nothing")
	}
	exported := typed(t, env, "", "export", "tab", "-format", "hledger")
	journal := filepath.Join(t.TempDir(), "tab.journal")
	if err := os.WriteFile(journal, []byte(exported.out), 0o600); err != nil || exported.code != 0 {
		t.Fatalf("%v, %+v", err, exported)
	}
	if out, err := exec.CommandContext(t.Context(), "hledger", "-f", journal, "check", "--strict").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), "hledger", "-f", journal, "balance", "-N", "-E", "--flat", "-O", "csv").Output()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, row := range rows[1:] {
		got[row[0]] = row[1]
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if wrong := typed(t, env, "", "export", "tab", "-format", "ods"); wrong.code != 2 {
		t.Errorf("an unknown format: %+v", wrong)
	}
}

// TestAHandIsExportedOnceItIsOver has a third hand dealt after two that are over: while it is under way nothing of it is
// given out, and once the table is closed it is a record without a result, since nobody pays for it.
func TestAHandIsExportedOnceItIsOver(t *testing.T) {
	for _, c := range []struct {
		more    []sitting.Action
		records int
	}{
		{[]sitting.Action{sitting.Next{}}, 2},
		{[]sitting.Action{sitting.Next{}, sitting.Close{Sure: true}}, 3},
		{[]sitting.Action{sitting.Next{}, sitting.End{Sure: true}}, 3},
	} {
		exported := typed(t, map[string]string{"BOATHOUSE_DB": playedFile(t, 2, c.more...)}, "", "export")
		var results []bool
		for line := range strings.Lines(exported.out) {
			r, err := engine.ParseRecord([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, r.Result != nil)
		}
		if want := []bool{true, true, false}[:c.records]; exported.code != 0 || !slices.Equal(results, want) {
			t.Errorf("after %v: records with a result %v, want %v: %+v", c.more, results, want, exported)
		}
		if got := typed(t, nil, exported.out, "referee"); got.code != 0 {
			t.Errorf("the referee: %+v", got)
		}
	}
}

func TestDoctorReadsABackup(t *testing.T) {
	env := map[string]string{"BOATHOUSE_DB": playedFile(t, 1)}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if got := typed(t, env, "", "backup", copied); got.code != 0 || !strings.Contains(got.out, `"ok":true`) {
		t.Fatalf("%+v", got)
	}
	if got := typed(t, env, "", "backup", copied); got.code != 1 {
		t.Errorf("a backup over another: %+v", got)
	}
	sound := map[string]string{"BOATHOUSE_DB": copied}
	var last entryLine
	for line := range strings.Lines(typed(t, sound, "", "export", "tab").out) {
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatal(err)
		}
	}
	head := last.Hash // which the result in the channel begins
	got := typed(t, sound, "", "doctor")
	if got.code != 1 { // there is no token
		t.Errorf("%+v", got)
	}
	for _, check := range []string{`{"check":"settings","ok":true`, `{"check":"token","ok":false`, `{"check":"file","ok":true,"why":"` + copied + `: 1 tables"`, `{"check":"chain","ok":true`, `{"check":"games","ok":true,"why":"1 hands`,
		`{"check":"people","ok":true,"why":"2 known, 0 of them`, `{"check":"books","ok":true`, `{"check":"tab","ok":true,"why":"server 1: 2 entries, head ` + head + `"`} {
		if !strings.Contains(got.out, check) {
			t.Errorf("no %s in %s", check, got.out)
		}
	}
}
