package storage

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// tabs compares the number of a server's entries with what its head says.
func (c *checking) tabs(ctx context.Context) error {
	rows, err := c.tx.QueryContext(ctx, `SELECT server, coalesce(says, 0), coalesce(has, 0)
		FROM (SELECT server, entries AS says FROM tabs)
		FULL JOIN (SELECT server, max(seq) AS has FROM entries GROUP BY server) USING (server)
		WHERE says IS NOT has ORDER BY server`)
	return each(rows, err, func() error {
		var server sitting.Server
		var says, has int64
		err := rows.Scan(&server, &says, &has)
		c.add(Finding{Code: EntryMissing, Server: server, Seq: says, Detail: fmt.Sprintf("the last is %d", has)})
		return err
	})
}

// entries follows the chain of each server's tab, and adds up what lies between
// any two people. Whether the debts are the hands' is looked at with the tables.
func (c *checking) entries(ctx context.Context) error {
	rows, err := c.tx.QueryContext(ctx, `SELECT e.server, e.seq, at, layout, kind, coalesce(name, ''), hand, again, ref, person, other, pips, prev, hash
		FROM entries e LEFT JOIN tables t ON t.id = e.table_id ORDER BY e.server, e.seq`)
	var link chain
	open := make(balances)
	err = each(rows, err, func() error {
		var e entryRow
		var prev, hash sql.RawBytes
		err := rows.Scan(&e.server, &e.seq, &e.at, &e.layout, &e.from.kind, &e.from.table, &e.from.hand, &e.from.again, &e.from.ref,
			&e.Person, &e.Other, &e.Pips, &prev, &hash)
		if err != nil {
			return err
		}
		if string(e.server) != link.of && link.of != "" {
			c.endTab(&link, open)
		}
		c.Entries++
		missing, unlinked := link.follow(string(e.server), e.seq, prev)
		if missing {
			c.add(Finding{Code: EntryMissing, Server: e.server, Seq: e.seq})
		}
		if unlinked {
			c.add(Finding{Code: EntryUnlinked, Server: e.server, Seq: e.seq})
		}
		want := c.hash.entry(asDigest(prev), &e)
		if _, err := e.from.read(); err != nil || string(hash) != string(want[:]) {
			c.add(Finding{Code: EntryChanged, Server: e.server, Seq: e.seq})
		}
		copy(link.hash[:], hash)
		open.add(e.Entry)
		return nil
	})
	if link.of != "" {
		c.endTab(&link, open)
	}
	return err
}

// endTab ends the tab of a server: what it comes to, and where it stands.
func (c *checking) endTab(link *chain, open balances) {
	server := sitting.Server(link.of)
	for _, between := range slices.SortedFunc(maps.Keys(open), compareNames) {
		fault := tab.Fault{Code: tab.Unbalanced, A: between[0], B: between[1], Pips: open[between]}
		c.add(Finding{Code: Unbalanced, Server: server, Detail: fault.Error()})
	}
	clear(open)
	c.Tabs = append(c.Tabs, TabHead{Server: server, Entries: link.seq, Hash: hex.EncodeToString(link.hash[:])})
}

func compareNames(a, b [2]tab.Person) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
}

// balances are what is left between two people, by name, after both sides of
// each entry were added up: nothing where the books balance.
type balances map[[2]tab.Person]int64

func (b balances) add(e tab.Entry) {
	between := [2]tab.Person{e.Person, e.Other}
	if e.Other < e.Person {
		between = [2]tab.Person{e.Other, e.Person}
	}
	if left := b[between] + e.Pips; left != 0 {
		b[between] = left
	} else {
		delete(b, between)
	}
}
