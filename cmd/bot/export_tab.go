package main

import (
	"context"
	"io"
	"time"

	"github.com/boathouse-rum/boathouse/render/ledger"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/urfave/cli/v3"
)

// An entryLine is a row of the tab as it is exported. Persons are pseudonyms.
type entryLine struct {
	Server string    `json:"server"`
	Seq    int64     `json:"seq"`
	At     time.Time `json:"at"`
	Table  string    `json:"table"` // of a hand; else empty
	Hand   int       `json:"hand"`  // of a hand; else 0
	Person string    `json:"person"`
	Other  string    `json:"other"`
	Pips   int64     `json:"pips"` // above 0: other owes person
	Hash   string    `json:"hash"`
	Source string    `json:"source"` // hand, settlement, forgiveness, reversal, write-off
	From   string    `json:"from"`   // which one, as docs/EXPORT.md says
	Local  string    `json:"at_server"`
}

// A sheet is what entries are written to.
type sheet interface {
	add(e *storage.Entry, in *time.Location) error
	close() error
}

// exportTab writes the tabs of all servers in the format that is asked for.
func (p *process) exportTab(ctx context.Context, c *cli.Command) error {
	format := c.String("format")
	if c.Bool("csv") {
		format = "csv"
	}
	var on func(io.Writer) sheet
	switch format {
	case "json":
		on = func(out io.Writer) sheet { return jsonSheet{out} }
	case "csv":
		on = newCSVSheet
	case "hledger":
		on = func(out io.Writer) sheet { return journalSheet{ledger.NewJournal(out)} }
	default:
		return usagef("export tab -format wants json, csv or hledger, not %q", format)
	}
	return p.reading(func(ctx context.Context, _ *cli.Command, r reader, out io.Writer) error {
		to := on(out)
		clocks, err := r.Clocks(ctx)
		if err != nil {
			return err
		}
		for e, err := range r.Entries(ctx) {
			in := clocks[e.Server]
			if in == nil {
				in = time.UTC
			}
			if err == nil {
				err = to.add(&e, in)
			}
			if err != nil {
				return err
			}
		}
		return to.close()
	})(ctx, c)
}

func lineOf(e *storage.Entry, in *time.Location) entryLine {
	hand := e.Hand()
	return entryLine{
		string(e.Server), e.Seq, e.At.UTC(), hand.Table, hand.Number, string(e.Person), string(e.Other), e.Pips, e.Hash, e.Source.Kind().String(), e.Source.String(),
		e.At.In(in).Format(time.RFC3339),
	}
}

type jsonSheet struct{ out io.Writer }

func (s jsonSheet) add(e *storage.Entry, in *time.Location) error {
	return writeLine(s.out, lineOf(e, in))
}

func (s jsonSheet) close() error { return nil }

type csvSheet struct{ *ledger.Table }

func newCSVSheet(out io.Writer) sheet {
	s := csvSheet{ledger.NewTable(out, ledger.Comma)}
	s.Heads("server", "seq", "at", "table", "hand", "person", "other", "pips", "hash", "source", "from", "at_server")
	return s
}

func (s csvSheet) add(e *storage.Entry, in *time.Location) error {
	l := lineOf(e, in)
	s.Row(ledger.Text(l.Server), ledger.Whole(l.Seq), ledger.Text(l.At.Format(time.RFC3339Nano)), ledger.Text(l.Table), ledger.Whole(int64(l.Hand)),
		ledger.Text(l.Person), ledger.Text(l.Other), ledger.Whole(l.Pips), ledger.Text(l.Hash), ledger.Text(l.Source), ledger.Text(l.From), ledger.Text(l.Local))
	return s.Err()
}

func (s csvSheet) close() error { return s.Err() }

type journalSheet struct{ *ledger.Journal }

func (s journalSheet) add(e *storage.Entry, in *time.Location) error {
	return s.Add(string(e.Server), in, e.Booked())
}

func (s journalSheet) close() error { return s.Close() }
