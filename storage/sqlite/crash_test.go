package sqlite_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// The variables by which this test program is told to be the child that gets
// killed: the file to write, and whether to say that it stored what it didn't.
const (
	childFile = "STORAGE_TEST_CHILD"
	childLies = "STORAGE_TEST_LIES"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(childFile); path != "" {
		if err := child(path, os.Getenv(childLies) != ""); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// childRooms is how many tables the child plays at once.
const childRooms = 8

// child appends hands to its tables for ever and prints the key of each once it
// is stored: the number of the table and that of the batch.
func child(path string, lies bool) error {
	ctx := context.Background()
	db, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		return err
	}
	fault := make(chan error)
	for n := range childRooms {
		go func() { fault <- play(ctx, db, n, lies) }()
	}
	return <-fault
}

func childRoom(n int) *room {
	return &room{Head: sitting.Head{Table: sitting.ID(fmt.Sprintf("rum%05d", n)), Server: "1", Channel: sitting.Channel(strconv.Itoa(n)), Open: true}}
}

func play(ctx context.Context, db *sqlite.DB, n int, lies bool) error {
	r := childRoom(n)
	if l, err := db.Load(ctx, r.Head.Table); err == nil {
		r.Seq = int64(len(l.Events))
	}
	for {
		b := r.Hand(1, "pann", "pbob", 3)
		b.Key = fmt.Sprintf("%s/%d", b.Table, b.From)
		if lies && b.From%5 == 0 {
			fmt.Println(b.Key)
			r.Seq = b.From + 4
			return nil
		}
		if _, err := db.Append(ctx, b); err != nil {
			return err
		}
		if _, err := fmt.Println(b.Key); err != nil {
			return err
		}
	}
}

// killed runs the child, kills it after it has said so many keys, and returns
// all that it said.
func killed(t *testing.T, path string, after int, env ...string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(append(os.Environ(), childFile+"="+path), env...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var keys []string
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadString('\n')
		if err == nil {
			keys = append(keys, strings.TrimSpace(line))
		}
		if len(keys) == after {
			_ = cmd.Process.Kill()
		}
		if err != nil {
			break
		}
	}
	_ = cmd.Wait() // it was killed
	return keys
}

// lost lists the keys that a file doesn't know.
func lost(t *testing.T, path string, keys []string) (missing []string) {
	t.Helper()
	db := open(t, path)
	defer func() { is(t, db.Close(), nil) }()
	for _, k := range keys {
		if _, err := db.Recall(t.Context(), k); err != nil {
			missing = append(missing, k)
		}
	}
	f := sound(t, db)
	if f.Events != 2*f.Entries {
		t.Errorf("half a batch was stored: %+v", f)
	}
	return missing
}

// TestKilledProcessLosesNothingItAcknowledged kills a process at random moments
// and starts it again, and again.
func TestKilledProcessLosesNothingItAcknowledged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rum.db")
	var keys []string
	for range 5 {
		keys = append(keys, killed(t, path, 1+rand.IntN(300))...)
		if missing := lost(t, path, keys); len(missing) > 0 {
			t.Fatalf("lost %d of %d: %v", len(missing), len(keys), missing)
		}
	}
	if len(keys) < 5 {
		t.Errorf("only %d batches: the test shows nothing", len(keys))
	}
}

// TestLossIsNoticed is the control: what was acknowledged and not stored is found.
func TestLossIsNoticed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rum.db")
	keys := killed(t, path, 1, childLies+"=yes")
	if missing := lost(t, path, keys); len(missing) == 0 {
		t.Errorf("none of %v is missing", keys)
	}
}

// TestCutLogIsCutBetweenBatches takes the power away: of a log that ends
// anywhere, whole batches are left, and play goes on from the last of them.
func TestCutLogIsCutBetweenBatches(t *testing.T) {
	db, path := fresh(t)
	rooms := openRooms(t, db, 3)
	for i := range 60 {
		add(t, db, rooms[i%3].Hand(1, "pann", "pbob", 3))
	}
	database, err := os.ReadFile(path)
	is(t, err, nil)
	log, err := os.ReadFile(path + "-wal")
	is(t, err, nil)
	if len(log) < 100_000 {
		t.Fatalf("a log of %d bytes: the test shows nothing", len(log))
	}
	seen := make(map[int]bool)
	for range 25 {
		cut := filepath.Join(t.TempDir(), "cut.db")
		is(t, os.WriteFile(cut, database, 0o600), nil)
		is(t, os.WriteFile(cut+"-wal", log[:len(log)/4+rand.IntN(len(log)*3/4)], 0o600), nil)
		again := open(t, cut)
		f := sound(t, again)
		if f.Events != f.Tables+2*f.Entries {
			t.Errorf("half a batch is left: %+v", f)
		}
		seen[f.Entries] = true
		head, err := again.Find(t.Context(), rooms[0].Head.Channel, "")
		is(t, err, nil)
		next := room{Head: head, Seq: int64(len(load(t, again, head.Table).Events))}
		add(t, again, next.Batch("plays on"))
		is(t, again.Close(), nil)
	}
	if len(seen) < 5 {
		t.Errorf("all cuts left the same: %v", seen)
	}
}
