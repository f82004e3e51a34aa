package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/table"
)

// statements are what only this database is told, beside all that a store says. A machine that dies in the midst of a change can't say so: the server ends
// what heard nothing for ten seconds, and gives what it had locked to the others, who else would wait for as long as TCP hopes. Those of the same machine
// that wait behind it have gone by then, else each would have its ten seconds; who is there tries again.
type statements struct {
	Begin     *text `sql:"BEGIN"`
	Within    *text `sql:"SELECT set_config('idle_in_transaction_session_timeout', '10000', true), set_config('lock_timeout', '5000', true)"`
	Commit    *text `sql:"COMMIT"`
	Rollback  *text `sql:"ROLLBACK"`
	Lock      *text `sql:"SELECT epoch FROM heads WHERE owner = ? FOR UPDATE"`
	Hold      *text `sql:"WITH held AS MATERIALIZED (SELECT epoch FROM heads WHERE owner = ? FOR UPDATE) SELECT epoch, nextval('post_ids') FROM held"`
	Posts     *text `sql:"SELECT nextval('post_ids')"`
	AddHead   *text `sql:"INSERT INTO heads (owner) VALUES (?) ON CONFLICT DO NOTHING"`
	FindTable *text `sql:"SELECT id, seq, open, (SELECT hash FROM events e WHERE e.table_id = t.id AND e.seq = t.seq) FROM tables t WHERE name = ?"`
	IDs       *text `sql:"SELECT nextval('event_ids') FROM generate_series(1, CAST(? AS bigint))"`
	StayThere *text `sql:"SELECT person FROM people WHERE person IN (?, ?) ORDER BY person FOR KEY SHARE"`
}

// The rows of heads that are no owner's. No owner has a space in its name.
const (
	headOfOpening = "opening a table"
	headOfAsks    = "asking somebody"
	headOfTab     = "tab of " // and the server
)

// A keeper makes changes on one connection, one at a time.
type keeper struct {
	*sqlstore.Tx
	conn     *conn
	ctx      context.Context //nolint:containedctx // of the change under way
	said     statements
	expected *question // ids of events; nil: none were asked for
	posts    int64     // the next number for a post of the change under way
	spare    int       // how many there are from there on
	wiped    bool      // something was erased by the change under way
}

// newKeeper readies what is said on a connection.
func newKeeper(c *conn, store *sqlstore.Store) (*keeper, error) {
	k := &keeper{conn: c}
	var err error
	if k.Tx, err = store.NewTx(c, k); err != nil {
		return nil, err
	}
	return k, sqlstore.PrepareAll(&k.said, func(query string) (*text, error) { return c.text(query), nil })
}

// begin has all that follows be in a transaction of its own.
func (k *keeper) begin(ctx context.Context) {
	k.Within(ctx)
	k.ctx, k.wiped, k.expected = ctx, false, nil
	k.spare = 0 // what was drawn in a change before may be lower by now than another's
	k.conn.forget()
	k.said.Begin.ask()
	k.said.Within.ask()
}

// rollback ends a transaction of which nothing is to be stored, whether or not it was begun.
func (k *keeper) rollback() error {
	k.conn.forget()
	k.said.Rollback.ask() // a warning, where there is nothing to roll back
	return k.conn.answer(k.ctx)
}

// commit ends a transaction whose changes are to be stored.
func (k *keeper) commit() error {
	k.said.Commit.ask()
	return k.conn.answer(k.ctx)
}

// lock locks the row of a head until the transaction ends, and answers with what is in it. What is
// asked after it, in the same piece too, sees all that was stored by whoever had it locked before.
func (k *keeper) lock(head string, ask func() *question) ([]driver.Value, error) {
	for range 2 {
		held := ask()
		if err := k.conn.answer(k.ctx); err != nil {
			return nil, err
		}
		if len(held.rows) > 0 {
			return held.rows[0], nil
		}
		k.said.AddHead.ask(head)
	}
	return nil, errNoHead
}

// postsAtOnce is how far the sequence of posts' numbers goes on each time.
const postsAtOnce = 64

// Posts implements [sqlstore.Keeper]. All processes draw from one sequence, and of an owner
// held its numbers were drawn when it was.
func (k *keeper) Posts(n int) (int64, error) {
	if n > postsAtOnce {
		return 0, fmt.Errorf("storage: %d posts at once", n)
	}
	if k.spare < n {
		drawn := k.said.Posts.ask()
		if err := k.conn.answer(k.ctx); err != nil {
			return 0, err
		}
		k.posts, k.spare = drawn.rows[0][0].(int64), postsAtOnce
	}
	first := k.posts
	k.posts, k.spare = k.posts+int64(n), k.spare-n
	return first, nil
}

// Find implements [sqlstore.Keeper].
func (k *keeper) Find(id sitting.ID) (sqlstore.Head, bool, error) {
	found := k.said.FindTable.ask(string(id))
	if err := k.conn.answer(k.ctx); err != nil {
		return sqlstore.Head{}, false, err
	}
	h, stored := headOf(found)
	return h, stored, nil
}

// headOf is what FindTable found.
func headOf(found *question) (h sqlstore.Head, stored bool) {
	if len(found.rows) == 0 {
		return h, false
	}
	row := found.rows[0]
	h = sqlstore.Head{ID: row[0].(int64), Seq: row[1].(int64), Open: row[2].(int64) == 1}
	if hash, ok := row[3].([]byte); ok {
		h.Hash = storage.AsDigest(hash)
	}
	return h, true
}

// Hold implements [sqlstore.Keeper].
func (k *keeper) Hold(id sitting.ID, f table.Fence) (sqlstore.Head, bool, error) {
	var found *question
	held, err := k.lock(string(id), func() *question {
		held := k.said.Hold.ask(string(id))
		found = k.said.FindTable.ask(string(id))
		return held
	})
	if err != nil {
		return sqlstore.Head{}, false, err
	}
	k.posts, k.spare = held[1].(int64), postsAtOnce
	if held[0] != int64(f) {
		return sqlstore.Head{}, false, table.ErrFenced
	}
	h, stored := headOf(found)
	return h, stored, nil
}

// HoldOpening implements [sqlstore.Keeper].
func (k *keeper) HoldOpening() error { return k.hold(headOfOpening) }

// HoldTab implements [sqlstore.Keeper].
func (k *keeper) HoldTab(s sitting.Server) error { return k.hold(headOfTab + string(s)) }

func (k *keeper) hold(head string) error {
	_, err := k.lock(head, func() *question { return k.said.Lock.ask(head) })
	return err
}

// HoldPeople implements [sqlstore.Keeper].
func (k *keeper) HoldPeople(a, b sitting.Person) error {
	k.said.StayThere.ask(string(a), string(b))
	return k.conn.answer(k.ctx)
}

// HoldAsks implements [sqlstore.Keeper].
func (k *keeper) HoldAsks() error { return k.hold(headOfAsks) }

// Expect implements [sqlstore.Keeper].
func (k *keeper) Expect(n int) { k.expected = k.said.IDs.ask(int64(n)) }

// IDs implements [sqlstore.Keeper].
func (k *keeper) IDs(to []int64, n int) ([]int64, error) {
	if k.expected == nil {
		k.Expect(n)
		if err := k.conn.answer(k.ctx); err != nil {
			return to, err
		}
	}
	for _, row := range k.expected.rows {
		to = append(to, row[0].(int64))
	}
	k.expected = nil
	return to, nil
}

// Moved implements [sqlstore.Keeper]: nothing is kept between changes.
func (k *keeper) Moved(sitting.ID, sqlstore.Head) {}

// Clash implements [sqlstore.Keeper].
func (k *keeper) Clash(error) error { return table.ErrConflict }

// Wipe implements [sqlstore.Keeper]: see [DB.vacuum].
func (k *keeper) Wipe() { k.wiped = true }

// Recall finds the receipt of a key, as [table.Store] says. What is stored may not be at a synchronous standby yet, if
// whoever stored it was cut off: locking its row writes to the log, and what is written there ends when the standby has
// it, and all before it.
func (d *DB) Recall(ctx context.Context, key string) (table.Receipt, error) {
	err := d.retried(ctx, func(ctx context.Context) error {
		return d.db.QueryRowContext(ctx, "SELECT key FROM keys WHERE key = ? FOR KEY SHARE", key).Scan(&key)
	})
	if err != nil {
		return table.Receipt{}, sqlstore.Found(err, table.ErrNotFound)
	}
	return d.Reader.Recall(ctx, key)
}

// Claim gives an owner to the caller, as [table.Store] says. A fence is what the server's clock says, unless there was one as late: where a standby
// takes a server's place that is some claims behind, none of those is given once more to somebody else.
func (d *DB) Claim(ctx context.Context, owner table.OwnerID, gently bool) (c table.Claim, err error) {
	asked := 0
	err = d.retried(ctx, func(ctx context.Context) error {
		asked++
		return d.db.QueryRowContext(ctx, `INSERT INTO heads (owner, epoch, worker, since) VALUES (?1, now_ms(), ?2, now_ms()) ON CONFLICT (owner) DO UPDATE
			SET epoch = greatest(heads.epoch + 1, excluded.epoch), worker = excluded.worker,
				since = CASE WHEN heads.worker = excluded.worker AND heads.since <= heads.epoch THEN heads.since ELSE greatest(heads.epoch + 1, excluded.epoch) END
			WHERE NOT ?3 OR heads.worker = excluded.worker OR heads.worker NOT IN (SELECT name FROM workers WHERE `+isThere+`)
			RETURNING epoch, since`, string(owner), d.worker, gently).Scan(&c.Fence, &c.Since)
	})
	if asked > 1 { // one whose answer was lost may have taken it from another worker
		c.Since = c.Fence
	}
	return c, sqlstore.Found(err, table.ErrFenced)
}

// Fresh says whether an owner is as it was, as [table.Store] says.
func (d *DB) Fresh(ctx context.Context, owner table.OwnerID, f table.Fence, seq int64) error {
	var epoch, stored int64
	err := d.db.QueryRowContext(ctx, "SELECT epoch, coalesce((SELECT seq FROM tables WHERE name = ?1), 0) FROM heads WHERE owner = ?1", string(owner)).Scan(&epoch, &stored)
	switch {
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return sqlstore.Sorted(err)
	case epoch != int64(f):
		return table.ErrFenced
	case stored != seq && err == nil:
		return table.ErrConflict
	}
	return nil
}
