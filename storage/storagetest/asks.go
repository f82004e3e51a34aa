package storagetest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// asksAtOnceKeepTheLimits has one person ask others at many tables at the same moment: the same
// person once, and no more than ten.
func asksAtOnceKeepTheLimits(t *testing.T, at Place) {
	db := at(t)
	var all []sitting.Person
	for n := range 40 {
		p, err := db.Register(t.Context(), fmt.Sprint(100+n), club, fmt.Sprint("guest ", n))
		Is(t, err, nil)
		all = append(all, p)
	}
	host := all[0]
	ask := func(n int, whom sitting.Person) error {
		b := Opening(n, host, club, table.Limits{})
		b.Events = append(b.Events, sitting.Invited{Person: whom})
		b.Asks = []table.Ask{{By: host, Of: whom, Kind: table.AskSeat, Number: 2}}
		_, err := db.Append(t.Context(), b)
		return err
	}
	for _, c := range []struct {
		whom func(n int) sitting.Person
		want int
		code sitting.Code
	}{
		{func(int) sitting.Person { return all[1] }, 1, sitting.AskedLately},
		{func(n int) sitting.Person { return all[2+n%30] }, table.MostAsks - 1, sitting.AsksMany},
	} {
		answers := make(chan error, 30)
		var asking sync.WaitGroup
		for n := range 30 {
			asking.Go(func() { answers <- ask(n+100*int(c.code), c.whom(n)) })
		}
		asking.Wait()
		close(answers)
		taken := 0
		for err := range answers {
			var no *sitting.Refusal
			switch {
			case err == nil:
				taken++
			case !errors.As(err, &no) || no.Code != c.code:
				t.Fatal(err)
			}
		}
		Equal(t, taken, c.want)
	}
	Is(t, db.DropAsks(t.Context(), Start().Add(time.Hour)), nil)
	Is(t, ask(9000, all[1]), nil)
	Is(t, db.Erase(t.Context(), all[1]), nil)
	Sound(t, db)
}
