package commands

import (
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func TestEveryTurnIsAnother(t *testing.T) {
	at := func(hand, again, number int, phase sitting.Phase) sitting.Sight {
		return sitting.Sight{Hand: hand, Again: again, View: engine.View{Turns: number}, Phase: phase}
	}
	named := make(map[turn]sitting.Sight)
	for _, s := range []sitting.Sight{
		at(0, 0, 0, sitting.Lobby), at(1, 0, 0, sitting.Playing), at(1, 0, 1, sitting.Playing), at(1, 0, 1, sitting.Between),
		at(1, 1, 0, sitting.Playing), at(1, 1, 1, sitting.Playing), at(2, 0, 0, sitting.Playing), at(2, 0, 0, sitting.Ended),
	} {
		name := turnOf(&s)
		if same, has := named[name]; has || name == (turn{}) {
			t.Errorf("%+v is named like %+v", s, same)
		}
		named[name] = s
	}
}

// TestAClickIsCarriedHoweverManyTablesThereAre has more tables written than are
// remembered while clicks wait, of the oldest and of the newest of them.
func TestAClickIsCarriedHoweverManyTablesThereAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoards()
		id := func(n int) sitting.ID { return sitting.ID(strconv.Itoa(n)) }
		clicked := func(n int) (answered <-chan time.Duration) {
			waited := make(chan time.Duration, 1)
			go func() {
				start := time.Now()
				b.carry(t.Context(), b.offer(&answer{}, id(n), 2))
				waited <- time.Since(start)
			}()
			synctest.Wait()
			return waited
		}
		write := func(n int, seq int64) {
			for _, r := range b.take(id(n), seq, "m") {
				r.carried <- true
			}
			b.wrote(&sitting.Sight{ID: id(n), Hand: 1, Seq: seq}, "m")
		}
		early := clicked(0)
		for n := 1; n < maxBoards; n++ {
			write(n, 1)
		}
		waiting, next := clicked(1), clicked(maxBoards)
		for n := 2 * maxBoards; n < 3*maxBoards; n++ {
			write(n, 1)
		}
		write(0, 2)
		write(1, 2)
		write(maxBoards, 2)
		write(maxBoards+1, 2)
		for name, answered := range map[string]<-chan time.Duration{
			"before all others": early, "in the middle": waiting, "of the table that is one too many": next,
			"on what has been written": clicked(maxBoards + 1),
		} {
			if waited := <-answered; waited != 0 {
				t.Errorf("the click %s waits for %v", name, waited)
			}
		}
		if n := len(b.riders); n != 0 {
			t.Errorf("%d tables are still waited for", n)
		}
	})
}

// TestAClickNotCarriedIsLetGo is the control: a click that nobody comes for waits
// as long as it may, and is remembered no longer.
func TestAClickNotCarriedIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBoards()
		start := time.Now()
		if b.carry(t.Context(), b.offer(&answer{}, "t", 2)) || time.Since(start) != carryWithin {
			t.Errorf("carried after %v", time.Since(start))
		}
		if n := len(b.riders); n != 0 {
			t.Errorf("%d tables are still waited for", n)
		}
	})
}
