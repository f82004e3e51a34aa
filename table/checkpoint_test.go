package table_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// longestHand is above the events of any hand that the hall's people play.
const longestHand = 400

// TestASleepingTableIsReadFromItsLastHand has one with many hands behind it be looked at after a
// restart, between two hands and in the middle of one, and when it is closed.
func TestASleepingTableIsReadFromItsLastHand(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		h.deals("ann", "bob")
		for range 12 {
			h.finishes()
			h.does("ann", sitting.Next{})
		}
		looks := func() int {
			t.Helper()
			before := h.looks("ann")
			h.restart()
			faulty.read()
			equal(t, h.looks("ann"), before)
			return faulty.read()
		}
		if all := len(h.log().Events); all < 2*longestHand {
			t.Fatalf("%d events: the test shows nothing", all)
		}
		for range 5 {
			h.moves()
		}
		if n := looks(); n > longestHand {
			t.Errorf("%d events are read in the middle of a hand", n)
		}
		h.finishes()
		pass(time.Minute)
		if n := looks(); n > 20 {
			t.Errorf("%d events are read between two hands", n)
		}
		h.does("ann", sitting.Next{})
		h.closes("ann")
		if n := looks(); n > longestHand {
			t.Errorf("%d events are read of a closed table", n)
		}
		sound(t, h)
	})
}

// TestABrokenCheckpointCostsTimeOnly breaks one in each way. The table stands as before, doctor
// finds what is wrong, and the next hand's end puts it right.
func TestABrokenCheckpointCostsTimeOnly(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]struct {
		change string
		silent bool // doctor has nothing to find
	}{
		"gone":       {change: "DELETE FROM checkpoints", silent: true},
		"torn":       {change: "UPDATE checkpoints SET body = substr(body, 1, length(body) - 1)"},
		"changed":    {change: "UPDATE checkpoints SET body = CAST(substr(body, 1, 60) || x'ffff' || substr(body, 63) AS BLOB)"},
		"elsewhere":  {change: "UPDATE checkpoints SET seq = seq - 1"},
		"unfinished": {change: "UPDATE checkpoints SET sum = x'00'"},
		"older":      {change: "UPDATE checkpoints SET seq = 2, hand = 1"},
	} {
		t.Run(name, func(t *testing.T) {
			inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
				h.deals("ann", "bob")
				h.finishes()
				h.does("ann", sitting.Next{})
				h.finishes()
				pass(time.Minute)
				before := h.looks("ann")
				h.kill()
				db, err := sql.Open("sqlite", h.path)
				equal(t, err, nil)
				done, err := db.ExecContext(t.Context(), broken.change)
				equal(t, err, nil)
				rows, err := done.RowsAffected()
				equal(t, []any{rows, err, db.Close()}, []any{int64(1), nil, nil})
				h.start()
				found, err := h.store.Check(t.Context())
				equal(t, []any{len(found.Wrong) == 0, err}, []any{broken.silent, nil})
				faulty.read()
				equal(t, h.looks("ann"), before)
				if n := faulty.read(); n < len(h.log().Events)-20 {
					t.Errorf("%d events are read: the checkpoint is taken", n)
				}
				h.does("ann", sitting.Next{})
				h.finishes()
				pass(time.Minute)
				sound(t, h)
			})
		})
	}
}
