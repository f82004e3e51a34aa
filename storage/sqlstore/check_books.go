package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// readPeople tells who people are.
func (c *Checking) readPeople(ctx context.Context) error {
	rows, err := c.Tx.QueryContext(ctx, "SELECT person, \"user\", salt FROM people")
	return Each(rows, err, func() error {
		var person sitting.Person
		var user string
		var salt []byte
		err := rows.Scan(&person, &user, &salt)
		c.Person(person, user, salt)
		return err
	})
}

func (c *Checking) knownPeople(context.Context) error {
	c.EndPeople()
	return nil
}

// tabs compares the number of a server's entries with what its head says.
func (c *Checking) tabs(ctx context.Context) error {
	rows, err := c.Tx.QueryContext(ctx, `SELECT server, sum(says), sum(has) FROM
		(SELECT server, entries AS says, 0 AS has FROM tabs UNION ALL SELECT server, 0, max(seq) FROM entries GROUP BY server) t
		GROUP BY server HAVING count(*) < 2 OR sum(says) <> sum(has) ORDER BY server`)
	return Each(rows, err, func() error {
		var server sitting.Server
		var says, has int64
		err := rows.Scan(&server, &says, &has)
		c.Add(storage.Finding{Code: storage.EntryMissing, Server: server, Seq: says, Detail: fmt.Sprintf("the last is %d", has)})
		return err
	})
}

// An entryRow is a row of entries with all that is in it.
type entryRow struct {
	storage.EntryRow
	table      int64 // the row of the table that it names; 0: none
	prev, hash sql.RawBytes
}

// eachEntry reads all entries, each tab in order.
func (c *Checking) eachEntry(ctx context.Context, do func(e *entryRow)) error {
	rows, err := c.Tx.QueryContext(ctx, `SELECT e.server, e.seq, at, layout, kind, coalesce(table_id, 0), coalesce(name, ''), hand, again, ref, person, other, pips, prev, hash
		FROM entries e LEFT JOIN tables t ON t.id = e.table_id ORDER BY e.server, e.seq`)
	return Each(rows, err, func() error {
		var e entryRow
		err := rows.Scan(&e.Server, &e.Seq, &e.At, &e.Layout, &e.From.Kind, &e.table, &e.From.Table, &e.From.Hand, &e.From.Again, &e.From.Ref,
			&e.Person, &e.Other, &e.Pips, &e.prev, &e.hash)
		if err == nil {
			do(&e)
		}
		return err
	})
}

// entries tells the entries of every tab.
func (c *Checking) entries(ctx context.Context) error {
	err := c.eachEntry(ctx, func(e *entryRow) { c.Entry(&e.EntryRow, e.prev, e.hash) })
	c.EndEntries()
	return err
}

// sumOfPips adds up the pips that are kept, or those of the entries, in two halves,
// so that no sum of theirs is too large.
func sumOfPips(kept bool) string {
	return fmt.Sprintf("coalesce((sum(pips >> 32) FILTER (WHERE kept = %[1]d) * 4294967296) + sum(pips & 4294967295) FILTER (WHERE kept = %[1]d), 0)", AsInt(kept))
}

// sums compares the running balances, and what each quarter of an hour brought,
// with the sums of the entries. A balance has a row if it has entries or hands, a quarter of an hour if
// it comes to anything; what there is no row of is 0. Both are sorted into one list, because a full join
// would look through all of the one for each row of the other.
func (c *Checking) sums(ctx context.Context) error {
	differ := sumOfPips(true) + " <> " + sumOfPips(false)
	for _, sum := range []struct {
		code  storage.FindingCode
		query string
	}{
		{storage.BalanceChanged, `SELECT server, person || ' and ' || other FROM
			(SELECT server, person, other, 1 AS kept, pips, hands FROM balances UNION ALL SELECT server, person, other, 0, pips, 0 FROM entries) t
			GROUP BY server, person, other HAVING min(kept) = 1 AND max(hands) = 0 OR max(kept) = 0 OR ` + differ},
		{storage.QuarterChanged, `SELECT server, person || ' at ' || start || ': pips' FROM
			(SELECT server, person, start, 1 AS kept, pips, hands FROM quarters UNION ALL SELECT server, person, at - at % 900000, 0, pips, 0 FROM entries WHERE kind = 'hand'
				UNION ALL SELECT e.server, e.person, u.at - u.at % 900000, 0, e.pips, 0 FROM entries e
					JOIN entries u ON u.server = e.server AND u.seq = CAST(e.ref AS BIGINT) WHERE e.kind = 'reversal' AND u.kind = 'hand') t
			GROUP BY server, person, start HAVING min(kept) = 1 AND max(hands) = 0 OR ` + differ},
		{storage.QuarterChanged, `SELECT server, person || ' at ' || start || ': all so far' FROM
			(SELECT *, lag(all_pips, 1, 0) OVER before AS p, lag(all_hands, 1, 0) OVER before AS h, lag(all_wins, 1, 0) OVER before AS w, lag(all_rummies, 1, 0) OVER before AS r
				FROM quarters WINDOW before AS (PARTITION BY server, person ORDER BY start)) t
			WHERE (all_pips, all_hands, all_wins, all_rummies) <> (p + pips, h + hands, w + wins, r + rummies)`},
	} {
		rows, err := c.Tx.QueryContext(ctx, sum.query)
		err = Each(rows, err, func() error {
			w := storage.Finding{Code: sum.code}
			err := rows.Scan(&w.Server, &w.Detail)
			c.Add(w)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// eachTally reads what is counted for people.
func (c *Checking) eachTally(ctx context.Context, do func(q storage.Quarter, t tab.Tally)) error {
	rows, err := c.Tx.QueryContext(ctx, "SELECT server, person, start, hands, wins, rummies FROM quarters ORDER BY server, person, start")
	return Each(rows, err, func() error {
		var q storage.Quarter
		var t tab.Tally
		err := rows.Scan(&q.Server, &q.Person, &q.Start, &t.Hands, &t.Wins, &t.Rummies)
		if err == nil {
			do(q, t)
		}
		return err
	})
}

// eachSide reads how many hands people are said to have sat in together.
func (c *Checking) eachSide(ctx context.Context, do func(s storage.Side, hands int64)) error {
	rows, err := c.Tx.QueryContext(ctx, "SELECT server, person, other, hands FROM balances ORDER BY server, person, other")
	return Each(rows, err, func() error {
		var s storage.Side
		var hands int64
		err := rows.Scan(&s.Server, &s.Person, &s.Other, &hands)
		if err == nil {
			do(s, hands)
		}
		return err
	})
}

// eachPlay reads all records, with the row of the table that each hand was played at
// where that is asked for; 0 where there is none.
func (c *Checking) eachPlay(ctx context.Context, table string, do func(p *storage.PlayRow, of int64)) error {
	rows, err := c.Tx.QueryContext(ctx, "SELECT person, event, server, alone, apart, won, rummy, pips, against, "+table+" FROM plays p")
	return Each(rows, err, func() error {
		var p storage.PlayRow
		var of int64
		err := rows.Scan(&p.Person, &p.Event, &p.Server, &p.Alone, &p.Apart, &p.Won, &p.Rummy, &p.Pips, &p.Against, &of)
		if err == nil {
			do(&p, of)
		}
		return err
	})
}

// hands tells the hands that are counted and the records, and all events again where the tab of a
// server, what is counted there or somebody's record isn't what the hands come to.
func (c *Checking) hands(ctx context.Context) error {
	if err := c.eachTally(ctx, c.Tally); err != nil {
		return err
	}
	if err := c.eachSide(ctx, c.Side); err != nil {
		return err
	}
	if err := c.eachPlay(ctx, "0", func(p *storage.PlayRow, _ int64) { c.Play(p) }); err != nil {
		return err
	}
	again := c.Again()
	if again == nil {
		return nil
	}
	if err := c.eachEvent(ctx, true, again.Event); err != nil {
		return err
	}
	again.EndEvents()
	if tabs := again.Tabs(); len(tabs) > 0 {
		if err := c.eachEntry(ctx, func(e *entryRow) { again.Debt(&e.EntryRow, e.table) }); err != nil {
			return err
		}
		for _, server := range tabs {
			again.EndTab(c.Doctor, server)
		}
	}
	if again.Records() {
		const table = "coalesce((SELECT table_id FROM events WHERE id = p.event), 0)"
		if err := c.eachPlay(ctx, table, func(p *storage.PlayRow, of int64) { again.Recorded(c.Doctor, p, of) }); err != nil {
			return err
		}
		again.EndRecords(c.Doctor)
	}
	return c.counts(ctx, again)
}

// counts tells the hands that are counted once more, where they aren't what they must be.
func (c *Checking) counts(ctx context.Context, again *storage.Again) error {
	if servers := again.Counts(); len(servers) > 0 {
		if err := c.eachTally(ctx, func(q storage.Quarter, t tab.Tally) { again.Count(c.Doctor, q, t) }); err != nil {
			return err
		}
		for _, server := range servers {
			again.EndCount(c.Doctor, server)
		}
	}
	if servers := again.Meetings(); len(servers) > 0 {
		if err := c.eachSide(ctx, func(s storage.Side, hands int64) { again.Met(c.Doctor, s, hands) }); err != nil {
			return err
		}
		for _, server := range servers {
			again.EndMet(c.Doctor, server)
		}
	}
	return nil
}
