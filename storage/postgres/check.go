package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// Check reads all rows and compares everything in them with what the events say, as
// the check of a file does. What is beneath the rows, pages and indexes, is the
// server's. No finding and no error quotes an event.
func (d *DB) Check(ctx context.Context) (storage.Findings, error) { return checkAt(ctx, d.db, d.place) }

func checkAt(ctx context.Context, db *sql.DB, place string) (storage.Findings, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return storage.Findings{}, sorted(place, err)
	}
	defer func() { _ = conn.Close() }() // goes back to the others
	tx, err := sqlstore.Snapshot(ctx, conn)
	if err != nil {
		return storage.Findings{}, sorted(place, err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	found, err := check(ctx, conn, tx)
	return found, sorted(place, err)
}

// check checks what a transaction sees, on its connection.
func check(ctx context.Context, conn *sql.Conn, tx *sql.Tx) (storage.Findings, error) {
	c := checking{conn: conn}
	c.Checking = sqlstore.NewChecking(tx, &c)
	c.Gaps = true
	for _, check := range []func(context.Context) error{c.schema, c.versions, c.Stays, c.leases, c.Rows} {
		err := check(ctx)
		switch {
		case err == nil:
			continue
		case sqlstore.IsFatal(err) || isOfSchema(err):
			c.Add(storage.Finding{Code: storage.Damaged, Detail: err.Error()})
		case ctx.Err() == nil && c.answers(ctx): // a value that its column can't hold, or none where there must be one; it isn't quoted
			c.Add(storage.Finding{Code: storage.Damaged, Detail: (&storage.FatalError{Err: sqlstore.ErrRow}).Error()})
		default:
			return c.Findings, err
		}
		break
	}
	return c.Findings, nil
}

// astray lists the rows by which processes share a database that none of them can have written:
// leases and fences of a time to come, and what has to be one row.
const astray = `SELECT 'line' FROM line WHERE one <> 1 OR until > now_ms() + ` + longestLease + `
	UNION ALL SELECT 'workers ' || name FROM workers WHERE until > now_ms() + ` + longestLease + `
	UNION ALL SELECT 'heads ' || owner FROM heads WHERE epoch < 0 OR epoch > now_ms() + ` + longestLease + ` OR since < 0 OR since - 1 > epoch
	UNION ALL SELECT 'erasures' WHERE (SELECT count(*) FROM erasures WHERE one = 1 AND count >= 0 AND losses >= 0) <> 1
	UNION ALL SELECT 'budget' WHERE (SELECT count(*) FROM budget WHERE one = 1) <> 1`

// leases looks at what processes say of themselves to each other.
func (c *checking) leases(ctx context.Context) error {
	rows, err := c.List(ctx, astray)
	for _, row := range rows {
		c.Add(storage.Finding{Code: storage.LeaseChanged, Detail: row})
	}
	return err
}

// answers says whether the server still answers in the transaction of the check.
func (c *checking) answers(ctx context.Context) bool {
	var one int
	return c.Tx.QueryRowContext(ctx, "SELECT 1").Scan(&one) == nil
}

// isOfSchema says whether the server knows no such column or table, and no rights are
// the reason. Nothing more can be read in that transaction.
func isOfSchema(err error) bool {
	code, ok := sqlstore.ServerCode(err)
	return ok && strings.HasPrefix(code, "42") && code != insufficientRights
}

// checking is one check under way: all of it is seen at one moment.
type checking struct {
	*sqlstore.Checking
	conn *sql.Conn
}

// atOnce is how many rows are read before they are looked at: while rows come the
// connection can be asked for nothing else.
const atOnce = 1000

const (
	nextEvents = "SELECT id, table_id, seq, at, kind, body, text_hash, ties, prev, hash FROM events WHERE id > ? ORDER BY id LIMIT ?"
	allKeys    = "SELECT key, table_name, from_seq, to_seq, owed, tab_head, tied FROM keys ORDER BY key"
)

// WalkEvents implements [sqlstore.Walk].
func (c *checking) WalkEvents(ctx context.Context, _ bool, do func(e *storage.EventRow) error) error {
	return c.onConnection(func(said *sqlstore.Connection) error {
		if err := c.Beside(said); err != nil {
			return err
		}
		next, err := said.Prepare(nextEvents)
		if err != nil {
			return err
		}
		last := int64(-1 << 63)
		for {
			events, err := readEvents(ctx, next, last)
			if err != nil || len(events) == 0 {
				return err
			}
			for i := range events {
				if err := do(&events[i]); err != nil {
					return err
				}
			}
			last = events[len(events)-1].ID
		}
	})
}

// readEvents reads the events after one.
func readEvents(ctx context.Context, next *sqlstore.Statement, last int64) (events []storage.EventRow, err error) {
	err = next.Each(ctx, 10, func(row []driver.Value) error {
		e := storage.EventRow{
			ID: sqlstore.NumberOf(row[0]), Table: sqlstore.NumberOf(row[1]), Seq: sqlstore.NumberOf(row[2]), At: sqlstore.NumberOf(row[3]),
			Prev: sqlstore.BytesOf(row[8]), Hash: sqlstore.BytesOf(row[9]),
		}
		e.Kind, e.Body, e.TextHash, e.Ties = sqlstore.TextOf(row[4]), sqlstore.BytesOf(row[5]), sqlstore.BytesOf(row[6]), sqlstore.BytesOf(row[7])
		events = append(events, e)
		return nil
	}, last, int64(atOnce))
	return events, err
}

// WalkKeys implements [sqlstore.Walk].
func (c *checking) WalkKeys(ctx context.Context, _ bool, do func(k *storage.KeyRow)) (others int, err error) {
	err = c.onConnection(func(said *sqlstore.Connection) error {
		all, err := said.Prepare(allKeys)
		if err != nil {
			return err
		}
		return all.Each(ctx, 7, func(row []driver.Value) error {
			if sqlstore.NumberOf(row[6]) != 1 {
				others++
				return nil
			}
			do(&storage.KeyRow{
				Key: []byte(sqlstore.TextOf(row[0])), Table: []byte(sqlstore.TextOf(row[1])), From: sqlstore.NumberOf(row[2]), To: sqlstore.NumberOf(row[3]),
				Owed: sqlstore.BytesOf(row[4]), TabHead: []byte(sqlstore.TextOf(row[5])),
			})
			return nil
		})
	})
	return others, err
}

// onConnection says something on the connection of the check, in its transaction.
func (c *checking) onConnection(do func(said *sqlstore.Connection) error) error {
	return c.conn.Raw(func(raw any) error {
		err := do(&sqlstore.Connection{Conn: raw.(driver.Conn)})
		if errors.Is(err, driver.ErrBadConn) { // the pool would take it for its own
			return sqlstore.Sorted(errLost)
		}
		return err
	})
}

var errLost = errors.New("storage: the connection went while it was read")
