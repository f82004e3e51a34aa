package sqlstore

import (
	"context"
	"database/sql"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Holdings returns what is stored of a person, as [table.Habits] says.
func (r *Reader) Holdings(ctx context.Context, p sitting.Person) (table.Holdings, error) {
	tx, err := r.snapshot(ctx)
	if err != nil {
		return table.Holdings{}, Sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	var h table.Holdings
	err = tx.QueryRowContext(ctx, `SELECT "user", lang, prefs, coalesce(start, 0), coalesce(stop, 0), coalesce(zone, '')
		FROM people LEFT JOIN quiet USING (person) WHERE person = ?`, string(p)).Scan(&h.User, &h.Kept.Lang, &h.Kept.Prefs, &h.Quiet.From, &h.Quiet.To, &h.Quiet.Zone)
	if err := Found(err, nil); err != nil || h.User == "" {
		return table.Holdings{}, err
	}
	for _, part := range []func(context.Context, *sql.Tx, sitting.Person, *table.Holdings) error{holdServers, holdWritings, holdOpen, holdAsks, holdShared} {
		if err := part(ctx, tx, p, &h); err != nil {
			return table.Holdings{}, err
		}
	}
	return h, nil
}

// holdServers reads what is stored of a person by server.
func holdServers(ctx context.Context, tx *sql.Tx, p sitting.Person, h *table.Holdings) error {
	err := tx.QueryRowContext(ctx, "SELECT count(*) FROM plays WHERE person = ? AND alone = 1", string(p)).Scan(&h.Alone)
	if err != nil {
		return Sorted(err)
	}
	rows, err := tx.QueryContext(ctx, `WITH own (server, name, hands, entries, watches, told, gone) AS (
			SELECT server, name, 0, 0, 0, 0, 0 FROM names WHERE person = ?1
			UNION ALL SELECT server, '', count(*), 0, 0, 0, 0 FROM plays WHERE person = ?1 AND alone = 0 GROUP BY server
			UNION ALL SELECT server, '', 0, (SELECT count(*) FROM entries e INDEXED BY entries_of_person WHERE e.server = t.server AND e.person = ?1), 0, 0, 0 FROM tabs t
			UNION ALL SELECT server, '', 0, 0, 1, told, 0 FROM watches WHERE person = ?1
			UNION ALL SELECT server, '', 0, 0, 0, 0, since FROM departures WHERE person = ?1)
		SELECT server, max(name), sum(hands), sum(entries), max(watches), max(told), max(gone) FROM own GROUP BY server
		HAVING max(name) <> '' OR sum(hands) + sum(entries) + max(watches) + max(gone) > 0 ORDER BY server`, string(p))
	return Each(rows, err, func() error {
		var one table.Holding
		var told, left int64
		err := rows.Scan(&one.Server, &one.Name, &one.Hands, &one.Entries, &one.Watches, &told, &left)
		if told != 0 {
			one.Told = storage.Stamp(told)
		}
		if left != 0 {
			one.Left = storage.Stamp(left)
		}
		h.Servers = append(h.Servers, one)
		return err
	})
}

// holdWritings reads the free texts of a person.
func holdWritings(ctx context.Context, tx *sql.Tx, p sitting.Person, h *table.Holdings) error {
	rows, err := tx.QueryContext(ctx, `SELECT name, at, kind, x.body FROM texts x JOIN events e USING (table_id, seq) JOIN tables t ON t.id = x.table_id
		WHERE author = ? ORDER BY e.id`, string(p))
	return Each(rows, err, func() error {
		var w table.Writing
		var at int64
		err := rows.Scan(&w.Of, &at, &w.Kind, &w.Text)
		w.At = storage.Stamp(at)
		h.Writings = append(h.Writings, w)
		return err
	})
}

// holdOpen reads where a person may have a seat or be asked to take one, and what is proposed between them and others.
func holdOpen(ctx context.Context, tx *sql.Tx, p sitting.Person, h *table.Holdings) error {
	rows, err := tx.QueryContext(ctx, "SELECT name FROM tables t WHERE "+isOpen+" AND sort = 0 AND "+namedIn+" ORDER BY +id", string(p))
	err = Each(rows, err, func() error {
		var id sitting.ID
		err := rows.Scan(&id)
		h.Seats = append(h.Seats, id)
		return err
	})
	if err != nil {
		return err
	}
	rows, err = tx.QueryContext(ctx, `SELECT name FROM losses JOIN tables ON id = table_id
		WHERE body LIKE '%' || ?1 || '%' ORDER BY table_id`, string(p))
	if h.Lost, err = Column[sitting.ID](rows, err); err != nil {
		return err
	}
	rows, err = tx.QueryContext(ctx, openBetween, string(p))
	return Each(rows, err, func() error {
		var id table.ProposalID
		err := rows.Scan(&id)
		h.Proposals = append(h.Proposals, id)
		return err
	})
}

// holdAsks reads what a person asked others of late, and others them.
func holdAsks(ctx context.Context, tx *sql.Tx, p sitting.Person, h *table.Holdings) error {
	rows, err := tx.QueryContext(ctx, `SELECT name, at, kind, asked = ?1, answer FROM asks JOIN tables ON id = owner
		WHERE asker = ?1 OR asked = ?1 ORDER BY at, owner, asks.seq, kind`, string(p))
	return Each(rows, err, func() error {
		var a table.HeldAsk
		var at, answer int64
		if err := rows.Scan(&a.Of, &at, &a.Kind, &a.Asked, &answer); err != nil {
			return err
		}
		a.At, a.Answer = storage.Stamp(at), [...]string{askOpen: "open", askUnanswered: "none", askRefused: "no", askAgreed: "yes"}[answer]
		h.Asks = append(h.Asks, a)
		return nil
	})
}

// holdShared reads where something was shared that shows a person.
func holdShared(ctx context.Context, tx *sql.Tx, p sitting.Person, h *table.Holdings) (err error) {
	rows, err := tx.QueryContext(ctx, sharesOf, string(p))
	h.Shared, err = scanShares(rows, err)
	return err
}

// namedIn says of a table t whether its events once seated a person, or asked them to sit.
const namedIn = "EXISTS (SELECT 1 FROM events WHERE table_id = t.id AND kind IN ('opened', 'joined', 'invited') AND instr(body, ?1) > 0)"

// openBetween lists the open proposals between a person and others.
const openBetween = `SELECT name FROM tables WHERE id IN (SELECT id FROM tables WHERE open = 1 AND sort = 1 AND low = ?1
	UNION ALL SELECT id FROM tables WHERE open = 1 AND sort = 1 AND high = ?1) ORDER BY +id`

// isOpen says of a table whether it is open, so that SQLite finds all that are by the index
// tables_waits: see mayWait.
const isOpen = "id IN (SELECT id FROM tables WHERE open = 1 AND waits >= '' UNION ALL SELECT id FROM tables WHERE open = 1 AND waits IS NULL)"

// Sat lists the tables at which a person may have sat, as [table.Habits] says.
func (r *Reader) Sat(ctx context.Context, p sitting.Person) ([]sitting.ID, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name FROM tables t WHERE sort = 0 AND (channel = '' AND opener = ?1
		OR channel <> '' AND server IN (SELECT server FROM names WHERE person = ?1) AND `+namedIn+") ORDER BY id", string(p))
	return Column[sitting.ID](rows, err)
}
