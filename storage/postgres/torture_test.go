package postgres_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

func TestTortureSmoke(t *testing.T) {
	mortal, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { storagetest.Is(t, mortal.Stop(), nil) })
	address := mortal.Database(t)
	db := open(t, address)
	c := newCrew(t, address, "", 2)
	p := newPlay(t, c, db, 24)
	p.begin(t)
	<-time.After(15 * time.Second)
	p.end()
	storagetest.Equal(t, p.account(t), map[string]int{})
}
