package sitting_test

import (
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// An evening for two, up to the first draw. The seed is given here, so that the
// cards are always these; in service it is a secret that nobody can foresee. A hand is
// dealt only once the message that seals it stands.
func Example() {
	dealer := sitting.Fair(func() (deal.Seed, error) { return deal.Seed{1}, nil })
	evening, at := sitting.New("example1"), time.Unix(1_800_000_000, 0)
	settings := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2}
	for _, c := range []sitting.Command{
		{Key: "1", By: "ann", Do: sitting.Open{Channel: "boathouse", Settings: settings}},
		{Key: "2", By: "bob", Do: sitting.Join{}},
		{Key: "3", By: "bob", Do: sitting.Start{}},
		{Key: "4", By: "ann", Do: sitting.Start{}},
	} {
		events, err := sitting.Decide(evening, c, dealer)
		if err != nil {
			fmt.Println(c.By, "is refused:", err)
			continue
		}
		evening, events, _ = sitting.Follow(evening, events, c.By, at, nil, dealer)
		if hand := evening.Unsealed(); hand > 0 {
			sealed := []sitting.Event{sitting.Sealed{Hand: hand, Message: "1001"}}
			evening, _, _ = sitting.Follow(evening, sealed, "", at, nil, dealer)
		}
		fmt.Printf("%T by %s: %d events\n", c.Do, c.By, len(events))
	}
	ann, anyone := sitting.See(evening, "ann", nil), sitting.Watch(evening, nil)
	fmt.Println("ann holds", ann.View.Hand)
	fmt.Println("all see", anyone.View.Top(), "and", anyone.View.Counts[1], "cards of bob's")
	// Output:
	// sitting.Open by ann: 1 events
	// sitting.Join by bob: 1 events
	// bob is refused: sitting: not-host
	// sitting.Start by ann: 2 events
	// ann holds AC 4C 6C 8C KC 3D QD JH QH TS
	// all see 9D and 10 cards of bob's
}
