package simulate

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// A Summary is what came of all hands. A hand is decided when somebody collects,
// which a blocked hand may be too; intervals are over deals. Its JSON is what
// `bot simulate` prints.
type Summary struct {
	Hands   int      `json:"hands"`
	Deals   int      `json:"deals"`
	Decided int      `json:"decided"`
	Blocked int      `json:"blocked"`
	Share   *Measure `json:"blocked_share"` // of all hands
	Laid    *Measure `json:"laid_share"`    // of all hands: something lay on the table before the last turn
	Turns   *Measure `json:"turns_per_hand"`
	Moves   int      `json:"moves"`
	Rate    int      `json:"hands_per_second"`
	Levels  []Tally  `json:"levels"` // in the order in which they were named
	Duels   []Duel   `json:"head_to_head"`
}

// A Tally says what came of the hands of one level.
type Tally struct {
	Level   string      `json:"level"`
	Seats   int         `json:"seats"` // that it has in each hand
	Won     int         `json:"won"`   // hands that a seat of it collects
	Share   *Measure    `json:"won_share"`
	Even    float64     `json:"even_share"` // what equals would have: seats over players
	ByBlock int         `json:"won_blocked"`
	Rummies int         `json:"rummies"`
	Pips    engine.Pips `json:"pips"`          // won less paid, all hands
	PerHand *Measure    `json:"pips_per_hand"` // of one seat
}

// A Duel says what came of the hands that one of two levels collects.
type Duel struct {
	Level   string   `json:"level"`
	Against string   `json:"against"`
	Won     int      `json:"won"`
	Lost    int      `json:"lost"`
	Share   *Measure `json:"won_share"`     // of won and lost
	PerHand *Measure `json:"pips_per_hand"` // from a seat of the one to a seat of the other, over all hands
}

// A count is a Summary in the making.
type count struct {
	sum            Summary
	levels         []opponent.Level // each once
	seats          []int            // of each of the levels
	share, perHand []ratio          // by level
	blocked, laid  ratio
	turns          ratio
	duels          []duelCount
}

// A duelCount counts two levels, by their index.
type duelCount struct {
	a, b           int
	won, lost      int
	share, perHand ratio
}

func newCount(seats []opponent.Level) *count {
	c := &count{}
	for _, l := range seats {
		i := slices.Index(c.levels, l)
		if i < 0 {
			i = len(c.levels)
			c.levels, c.seats = append(c.levels, l), append(c.seats, 0)
			c.sum.Levels = append(c.sum.Levels, Tally{Level: l.String()})
			for a := range i {
				c.duels = append(c.duels, duelCount{a: a, b: i})
			}
		}
		c.seats[i]++
	}
	c.share, c.perHand = make([]ratio, len(c.levels)), make([]ratio, len(c.levels))
	for i, n := range c.seats {
		c.sum.Levels[i].Seats, c.sum.Levels[i].Even = n, rounded(float64(n)/float64(len(seats)))
	}
	return c
}

// add counts the plays of one deal, which are one group.
func (c *count) add(plays []play) {
	var decided, blocked, laid, turns int
	won, pips := make([]int, len(c.levels)), make([]int, len(c.levels))
	flows := make([]int, len(c.duels))
	for _, p := range plays {
		turns += p.turns
		c.sum.Moves += p.moves
		if p.result.Blocked {
			blocked++
		}
		if p.laid {
			laid++
		}
		if p.result.Winner == engine.Nobody {
			continue
		}
		decided++
		winner := slices.Index(c.levels, p.levels[p.result.Winner])
		won[winner]++
		if p.result.Blocked {
			c.sum.Levels[winner].ByBlock++
		}
		if p.result.Rummy {
			c.sum.Levels[winner].Rummies++
		}
		for seat, l := range p.levels {
			payer, paid := slices.Index(c.levels, l), int(p.result.Payments[seat])
			pips[winner] += paid
			pips[payer] -= paid
			for i, d := range c.duels {
				switch {
				case d.a == winner && d.b == payer:
					flows[i] += paid
				case d.b == winner && d.a == payer:
					flows[i] -= paid
				}
			}
		}
	}
	c.sum.Deals++
	c.sum.Hands += len(plays)
	c.sum.Decided += decided
	c.sum.Blocked += blocked
	c.blocked.add(blocked, len(plays))
	c.laid.add(laid, len(plays))
	c.turns.add(turns, len(plays))
	for i := range c.levels {
		c.sum.Levels[i].Won += won[i]
		c.sum.Levels[i].Pips += engine.Pips(pips[i])
		c.share[i].add(won[i], decided)
		c.perHand[i].add(pips[i], c.seats[i]*len(plays))
	}
	for i := range c.duels {
		d := &c.duels[i]
		d.won += won[d.a]
		d.lost += won[d.b]
		d.share.add(won[d.a], won[d.a]+won[d.b])
		d.perHand.add(flows[i], c.seats[d.a]*c.seats[d.b]*len(plays))
	}
}

// summary is what was counted in the time taken.
func (c *count) summary(taken time.Duration) Summary {
	sum := c.sum
	sum.Levels = slices.Clone(sum.Levels)
	sum.Share, sum.Laid, sum.Turns = c.blocked.share(), c.laid.share(), c.turns.mean()
	sum.Rate = int(float64(sum.Hands) / taken.Seconds())
	for i := range sum.Levels {
		sum.Levels[i].Share, sum.Levels[i].PerHand = c.share[i].share(), c.perHand[i].mean()
	}
	sum.Duels = []Duel{}
	for _, d := range c.duels {
		sum.Duels = append(sum.Duels, Duel{
			Level: c.levels[d.a].String(), Against: c.levels[d.b].String(), Won: d.won, Lost: d.lost,
			Share: d.share.share(), PerHand: d.perHand.mean(),
		})
	}
	return sum
}
