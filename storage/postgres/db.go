package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// Options say how to open a database.
type Options struct {
	Worker      string       // who claims owners, for people to read: random letters follow it, so no two are one
	Address     string       // where other workers reach this one; empty: nowhere
	Connections int          // at once, beside the worker's own two: at least 2, since who migrates holds a lock by another; 0 is 16
	NoRest      bool         // no rests between the tables that are rewritten: for tests
	Log         *slog.Logger // hears what the server warns of, and refuses beside a change; nil: nobody does
}

const (
	connections = 16

	// For what a worker says of itself and asks of others: were it to wait for a connection behind all that people ask, the others
	// would take it for dead when it has most to do, and nobody would adopt what a dead one had.
	ownConnections = 2

	nameLetters = 10               // 50 random bits
	longConnect = 10 * time.Second // to each server of an address that says nothing of it
)

// A DB is a database open for reading and writing. What a call has stored, the reads
// after it see. All methods are safe for many callers at once.
type DB struct {
	*sqlstore.Reader
	*sqlstore.Store
	db      *sql.DB // for what people do
	own     *sql.DB // for what keeps this worker one of several
	place   string
	worker  string
	address string
	log     *slog.Logger
	noRest  bool
	closed  atomic.Bool
	unheard atomic.Bool // it may have been given owners and not know which
	sweeping
}

// Open opens the database that an address names, as libpq writes addresses, makes what
// is in it when it is empty, and brings an older one up to the program's version. No error
// quotes the password. Errors to tell apart: *storage.VersionError (it is newer),
// *ForeignError, *ReadOnlyError, *RefusedError.
func Open(ctx context.Context, address string, opt Options) (*DB, error) {
	d, err := connect(address, opt)
	if err != nil {
		return nil, err
	}
	if err := d.open(ctx); err != nil {
		return nil, sqlstore.Clean(sorted(d.place, err), d.Close)
	}
	return d, nil
}

func (d *DB) open(ctx context.Context) error {
	if err := d.retried(ctx, d.recognize); err != nil {
		return err
	}
	if err := d.migrate(ctx); err != nil {
		return err
	}
	var err error
	if d.Reader, err = sqlstore.NewReader(ctx, d.db); err != nil {
		return err
	}
	d.Store = sqlstore.NewStore(d.Reader, d.change)
	d.sweep()
	return d.CountOpening(ctx)
}

// connect readies connections, and makes none yet.
func connect(address string, opt Options) (*DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, errAddress
	}
	config.DialFunc = dialer().DialContext
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = longConnect
	}
	config.StatementCacheCapacity, config.DescriptionCacheCapacity = 0, 0
	d := &DB{
		place: fmt.Sprintf("%s at %s", config.Database, each(config, justHost)), worker: opt.Worker + "." + rand.Text()[:nameLetters], address: opt.Address,
		log: cmp.Or(opt.Log, slog.New(slog.DiscardHandler)), noRest: opt.NoRest,
		sweeping: newSweeping(),
	}
	config.OnNotice = d.warned
	most := opt.Connections
	if most <= 0 {
		most = connections
	}
	d.db, d.own = pool(config, most), pool(config, ownConnections)
	return d, nil
}

// pool is at most so many connections.
func pool(config *pgx.ConnConfig, most int) *sql.DB {
	db := sql.OpenDB(newDialect(config))
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	return db
}

// Close gives the connections back; whatever is asked for later gets an error, changes
// [storage.ErrClosed].
func (d *DB) Close() error {
	if d.closed.Swap(true) {
		return nil
	}
	d.endSweep()
	return errors.Join(d.own.Close(), d.db.Close())
}

// Alive returns nil, or what keeps anything from being stored. It changes nothing.
func (d *DB) Alive(ctx context.Context) error {
	return sorted(d.place, d.retried(ctx, d.mayWrite))
}

// Watch returns nil when ctx is done: a server that is gone may come back, and until
// then each change says that it isn't there.
func (d *DB) Watch(ctx context.Context) error {
	<-ctx.Done()
	return nil
}
