package storage

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// sumOfPips adds pips up in two halves, so that no sum of theirs is too large.
const sumOfPips = "(sum(pips >> 32) << 32) + sum(pips & 4294967295)"

// balances compares the running balances, and what each quarter of an hour brought,
// with the sums of the entries.
func (c *checking) balances(ctx context.Context) error {
	for _, sums := range []struct {
		code  FindingCode
		query string
	}{
		{BalanceChanged, `SELECT server, person || ' and ' || other FROM (SELECT server, person, other, pips AS says FROM balances)
			FULL JOIN (SELECT server, person, other, ` + sumOfPips + ` AS has FROM entries GROUP BY 1, 2, 3) USING (server, person, other)
			WHERE says IS NOT has ORDER BY server, person, other`},
		{QuarterChanged, `SELECT server, person || ' at ' || start || ': pips' FROM (SELECT server, person, start, pips AS says FROM quarters)
			FULL JOIN (SELECT server, person, at - at % 900000 AS start, ` + sumOfPips + ` AS has FROM entries GROUP BY 1, 2, 3) USING (server, person, start)
			WHERE coalesce(says, 0) IS NOT coalesce(has, 0) ORDER BY server, person, start`},
	} {
		rows, err := c.tx.QueryContext(ctx, sums.query)
		err = each(rows, err, func() error {
			w := Finding{Code: sums.code}
			err := rows.Scan(&w.Server, &w.Detail)
			c.add(w)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// readLayouts reads how far the entries of each tab have the layout that knew hands
// alone.
func (c *checking) readLayouts(ctx context.Context) error {
	c.handEntries = make(map[sitting.Server]int64)
	rows, err := c.tx.QueryContext(ctx, "SELECT server, max(seq) FROM entries WHERE layout = ? GROUP BY server", layoutHand)
	return each(rows, err, func() error {
		var server sitting.Server
		var last int64
		err := rows.Scan(&server, &last)
		c.handEntries[server] = last
		return err
	})
}

// tallies are what the hands of one server count for people, by quarter of an hour.
type tallies map[quarter]tab.Tally

// count counts a hand for its people.
func (r *replay) count(e *eventRow, t *tip, server sitting.Server, o *tab.Outcome) {
	for _, p := range o.People {
		q, tally := quarter{server, p, tab.QuarterOf(e.at)}, o.Tally(p)
		t.tallies += r.checking.hash.weigh(q, tally)
		if at := r.checking.tallies[server]; at != nil {
			at[q] = at[q].Plus(tally)
		}
	}
}

// weigh returns a number by which tallies are compared that were added up in any
// order: each count of each quarter has a weight of its own.
func (h *hasher) weigh(q quarter, t tab.Tally) uint64 {
	h.start("quarter")
	h.string(string(q.server))
	h.string(string(q.person))
	h.number(q.start)
	d := h.sum()
	weight := func(i int) uint64 { return binary.LittleEndian.Uint64(d[8*i:]) }
	return weight(0)*uint64(t.Hands) + weight(1)*uint64(t.Wins) + weight(2)*uint64(t.Rummies)
}

// eachTally reads what is counted for people, of all servers or of one.
func (c *checking) eachTally(ctx context.Context, of sitting.Server, do func(q quarter, t tab.Tally)) error {
	rows, err := c.tx.QueryContext(ctx, `SELECT server, person, start, hands, wins, rummies FROM quarters
		WHERE ?1 = '' OR server = ?1 ORDER BY server, person, start`, of)
	return each(rows, err, func() error {
		var q quarter
		var t tab.Tally
		if err := rows.Scan(&q.server, &q.person, &q.start, &t.Hands, &t.Wins, &t.Rummies); err != nil {
			return err
		}
		do(q, t)
		return nil
	})
}

// otherTallies lists the servers in which other hands are counted than have ended,
// with room to count them again.
func (c *checking) otherTallies(ctx context.Context) (map[sitting.Server]tallies, error) {
	sums := make(map[sitting.Server]uint64)
	err := c.eachTally(ctx, "", func(q quarter, t tab.Tally) { sums[q.server] += c.hash.weigh(q, t) })
	if err != nil {
		return nil, err
	}
	for server := range c.tips {
		sums[server] += 0
	}
	others := make(map[sitting.Server]tallies)
	for server, sum := range sums {
		if t := c.tip(server); !t.unsure && t.tallies != sum {
			others[server] = make(tallies)
		}
	}
	return others, nil
}

// compareTallies says in which quarters of an hour of a server other hands are
// counted than have ended.
func (c *checking) compareTallies(ctx context.Context, server sitting.Server, want tallies) error {
	wrong := func(q quarter) {
		at := time.UnixMilli(q.start).UTC().Format(time.RFC3339)
		c.add(Finding{Code: QuarterChanged, Server: server, Detail: fmt.Sprintf("%s at %s: hands", q.person, at)})
	}
	err := c.eachTally(ctx, server, func(q quarter, t tab.Tally) {
		if t != want[q] {
			wrong(q)
		}
		delete(want, q)
	})
	for _, q := range slices.SortedFunc(maps.Keys(want), compareQuarters) {
		wrong(q)
	}
	return err
}
