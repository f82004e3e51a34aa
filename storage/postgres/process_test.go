package postgres_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	prand "math/rand/v2"
	"net"
	"net/rpc"
	"os"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/table"
)

// What a process is told that is this program run once more, as a worker.
const (
	workSocket  = "BOATHOUSE_WORK_SOCKET" // where it listens; empty: the program is that of the tests
	workName    = "BOATHOUSE_WORK_NAME"
	workAddress = "BOATHOUSE_WORK_ADDRESS" // of the database
	workFault   = "BOATHOUSE_WORK_FAULT"   // what its store leaves out, for controls
)

// An Ask is what a client asks a worker: a command, or without a key to show a table.
type Ask struct {
	Key, Table, By  string
	Server, Channel string        // of a table that is opened
	Verb, Move      string        // of a command
	Version         int64         // that a move is made on
	For             time.Duration // then the client has gone elsewhere
}

// A Told is what the worker answers: what a client draws of a table.
type Told struct {
	Table        string
	Seq, Version int64
	Phase        sitting.Phase
	Hand, Seats  int
	Waits        string // whose turn it is; empty: a computer's, or nobody's
	Move         string // that the asker could make now
	No           string // why the command was refused; empty: it was taken
	Repeated     bool
}

// A Desk is where a worker is asked.
type Desk struct{ house *table.House }

// Ask answers a client. An error says nothing of whether a command was taken.
func (d *Desk) Ask(a Ask, t *Told) error {
	ctx, cancel := context.WithTimeout(context.Background(), a.For)
	defer cancel()
	s, again, err := d.answer(ctx, a)
	var no *sitting.Refusal
	var rules *engine.Refusal
	switch {
	case errors.As(err, &no):
		t.No = no.Code.String()
	case errors.As(err, &rules):
		t.No = rules.Code.String()
	case err != nil:
		return err
	}
	t.Table, t.Seq, t.Version, t.Phase, t.Hand, t.Seats, t.Repeated = string(s.ID), s.Seq, s.Version, s.Phase, s.Hand, len(s.Seats), again
	if s.Phase != sitting.Playing {
		return nil
	}
	t.Waits = string(s.Seats[s.View.Turn].Person)
	if s.View.Turn == s.Me {
		t.Move = opponent.Choose(opponent.Easy, s.View, s.Log, prand.New(prand.NewPCG(prand.Uint64(), 1)), opponent.Budget{}).String()
	}
	return nil
}

func (d *Desk) answer(ctx context.Context, a Ask) (s sitting.Sight, again bool, err error) {
	if a.Key == "" {
		s, err = d.house.Peek(ctx, sitting.ID(a.Table), sitting.Person(a.By))
		return s, false, err
	}
	do, err := a.action()
	if err != nil {
		return s, false, err
	}
	r, err := d.house.Do(ctx, sitting.Command{Key: a.Key, Table: sitting.ID(a.Table), By: sitting.Person(a.By), Version: a.Version, Do: do})
	return r.Sight, r.Repeated, err
}

// action is what a command asks for.
func (a *Ask) action() (sitting.Action, error) {
	switch a.Verb {
	case "open":
		return sitting.Open{Server: sitting.Server(a.Server), Channel: sitting.Channel(a.Channel),
			Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: sitting.MaxSeats, Pace: sitting.None, Lang: "en"}}, nil
	case "join":
		return sitting.Join{}, nil
	case "add":
		return sitting.AddComputer{Level: opponent.Easy}, nil
	case "cut":
		return sitting.Cut{Word: "word " + a.Key}, nil
	case "start":
		return sitting.Start{}, nil
	case "next":
		return sitting.Next{}, nil
	case "close":
		return sitting.Close{}, nil
	case "play":
		m, err := engine.ParseMove(a.Move)
		return sitting.Play{Moves: []engine.Move{m}}, err
	}
	return nil, fmt.Errorf("no verb: %q", a.Verb)
}

// Stats tells what the worker's house has done.
func (d *Desk) Stats(_ struct{}, s *table.Stats) error {
	*s = d.house.Stats()
	return nil
}

// work is a worker, until its standard input ends.
func work() int {
	if err := serveDesk(); err != nil {
		fmt.Fprintln(os.Stderr, os.Getenv(workName), err)
		return 1
	}
	return 0
}

func serveDesk() error {
	ctx, quit := context.WithCancel(context.Background())
	defer quit()
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		quit()
	}()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})).With("worker", os.Getenv(workName))
	db, err := postgres.Open(ctx, os.Getenv(workAddress), postgres.Options{Worker: os.Getenv(workName), Log: log})
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	store, known := faulty(db, os.Getenv(workFault))
	if !known {
		return errors.New("no such fault")
	}
	house := table.New(table.Options{Store: store, Workers: db, Habits: db, Pulse: db, Poster: wall{}, Seeds: rand.Reader, ComputerDelay: 250 * time.Millisecond})
	desk := rpc.NewServer()
	if err := desk.Register(&Desk{house: house}); err != nil {
		return err
	}
	listener, err := net.Listen("unix", os.Getenv(workSocket))
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }()
	go func() {
		for {
			line, err := listener.Accept()
			if err != nil {
				return
			}
			go desk.ServeConn(line)
		}
	}()
	return house.Run(ctx)
}

// faulty is a store without one of its checks, by the name of the fault; sound without a name.
func faulty(db *postgres.DB, fault string) (store table.Store, known bool) {
	switch fault {
	case "":
		return db, true
	case "no head":
		return blind{db}, true
	case "no head, epoch or number":
		return blind{gullible{db}}, true
	case "no key":
		return forgetful{db}, true
	}
	return nil, false
}

// forgetful is a store that knows no key.
type forgetful struct{ table.Store }

func (f forgetful) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
	b.Key = ""
	return f.Store.Append(ctx, b)
}

func (forgetful) Recall(context.Context, string) (table.Receipt, error) {
	return table.Receipt{}, table.ErrNotFound
}
