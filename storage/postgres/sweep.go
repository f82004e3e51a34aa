package postgres

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// sweeping has the server vacuum after something was erased, beside everything else.
type sweeping struct {
	wanted chan struct{} // has one thing in it while there is something to do
	ctx    context.Context
	end    context.CancelFunc
	done   sync.WaitGroup
}

func newSweeping() sweeping {
	ctx, end := context.WithCancel(context.Background())
	return sweeping{wanted: make(chan struct{}, 1), ctx: ctx, end: end}
}

// erased says that there is something to vacuum.
func (s *sweeping) erased() {
	select {
	case s.wanted <- struct{}{}:
	default: // it will be done with what is to be done already
	}
}

func (s *sweeping) endSweep() {
	s.end()
	s.done.Wait()
}

// sweep vacuums whenever it is wanted, and rewrites when that is due, until the database is closed.
func (d *DB) sweep() {
	d.done.Go(func() {
		look := time.NewTicker(rewriteLook)
		defer look.Stop()
		for {
			select {
			case <-d.ctx.Done():
				return
			case <-d.wanted:
				d.vacuum(d.ctx)
			case <-look.C:
			}
			d.rewrite(d.ctx)
		}
	})
}

// vacuum has the server take what was erased out of its tables. It is gone for all who
// ask the server before that; the space in which it was is used again from then on, and
// overwritten by that. Where the server refuses, it does so by itself some time later. Its
// log, its standbys and what was copied from it have it until they are overwritten or thrown away.
func (d *DB) vacuum(ctx context.Context) {
	if _, err := d.db.ExecContext(ctx, "VACUUM "+strings.Join(rewritten(), ", ")); err != nil && ctx.Err() == nil {
		d.log.Warn("what was erased waits for the server's own vacuum", "error", sorted(d.place, err))
	}
}

// noTransaction is a warning that nobody needs: there was nothing to roll back.
// Source: PostgreSQL's documentation, appendix A.
const noTransaction = "25P01"

// warned hears what the server says beside its answers.
func (d *DB) warned(_ *pgconn.PgConn, n *pgconn.Notice) {
	if n.SeverityUnlocalized == "WARNING" && n.Code != noTransaction {
		d.log.Warn("the database's server warns", "of", n.Message, "code", n.Code)
	}
}
