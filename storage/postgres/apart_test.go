package postgres_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// TestHandsThatAComputerEndedAreAddedToRecords opens a database of before these hands were kept:
// bob moved and left in two hands, of two tables.
func TestHandsThatAComputerEndedAreAddedToRecords(t *testing.T) {
	t.Parallel()
	address := database(t)
	db := open(t, address)
	ann, err := db.Register(t.Context(), "701", "1001", "Ann")
	storagetest.Is(t, err, nil)
	bob, err := db.Register(t.Context(), "702", "1001", "Bob")
	storagetest.Is(t, err, nil)
	for _, id := range []string{"first", "second"} {
		head := sitting.Head{
			Table: sitting.ID(id), Server: "1001", Channel: sitting.Channel(id), Open: true,
		}
		dice := rand.New(rand.NewPCG(1, 2)) // a test's
		e := storagetest.NewEvening(t, head, []sitting.Person{ann, bob}, 1, false, dice)
		e.Leaves(bob)
		b, _ := e.Hand(time.Now())
		storagetest.Add(t, db, b)
	}
	const apart = `SELECT person || ' ' || event || ' ' || pips || ' ' || against FROM plays
		WHERE apart = 1 ORDER BY event`
	want, err := db.Words(t.Context(), apart)
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, len(want), 2)
	turnBack(t, db)
	again := open(t, address)
	got, err := again.Words(t.Context(), apart)
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, got, want)
	storagetest.Sound(t, again)
}
