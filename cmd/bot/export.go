package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/urfave/cli/v3"
)

// exportCommand writes what is stored in formats that other programs read.
func (p *process) exportCommand() *cli.Command {
	return &cli.Command{
		Name: "export", Usage: "write the hands that are over, or the tab",
		Commands: []*cli.Command{
			{Name: "hands", Usage: "hand records, a line each", Action: p.reading(exportHands)},
			{Name: "tab", Usage: "the entries of the tab, a JSON line each",
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "format", Value: "json", Usage: "json, csv or hledger"},
					&cli.BoolFlag{Name: "csv", Usage: "the same as -format csv"},
				}, Action: p.exportTab},
		},
		Action: p.reading(exportHands),
	}
}

// reading is an action on the database as it is, beside a bot that serves it.
func (p *process) reading(do func(ctx context.Context, c *cli.Command, r reader, out io.Writer) error) cli.ActionFunc {
	return func(ctx context.Context, c *cli.Command) (err error) {
		s, err := readSettings(p.env)
		if err != nil {
			return err
		}
		r, err := s.DB.read(ctx)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, r.Close()) }()
		return do(ctx, c, r, p.stdout)
	}
}

func exportHands(ctx context.Context, _ *cli.Command, r reader, out io.Writer) error {
	for hand, err := range r.Hands(ctx) {
		if err != nil {
			return err
		}
		dealt, ok := hand.Events[0].(engine.Dealt)
		if !ok {
			return fmt.Errorf("table %s, hand %d: the first event is no deal", hand.Table, hand.Number)
		}
		var players []string
		for seat := range dealt.Players {
			players = append(players, fmt.Sprintf("p%d", seat))
		}
		record := engine.MakeRecord(hand.ID(), players, hand.Events)
		record.Table, record.Hand = string(hand.Table), hand.Number
		record.Ended = hand.Ended.UTC().Format(time.RFC3339)
		record.Levels = (&sitting.HandResult{Seats: hand.Seats}).Levels()
		for _, t := range hand.Seats {
			record.Persons = append(record.Persons, string(t.Person))
		}
		record.Commitment = deal.Commitment(record.Table, record.Hand, hand.Seed)
		if err := writeLine(out, record); err != nil {
			return err
		}
	}
	return nil
}

// backupCommand copies the database while it is in use.
func (p *process) backupCommand() *cli.Command {
	return &cli.Command{
		Name: "backup", Usage: "copy the database to FILE, also while the bot runs", ArgsUsage: "FILE",
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Args().Len() != 1 {
				return usagef("backup wants one FILE to write")
			}
			return p.backup(ctx, c.Args().First())
		},
	}
}

func (p *process) backup(ctx context.Context, path string) (err error) {
	s, err := readSettings(p.env)
	if err != nil {
		return err
	}
	from, isFile := s.DB.(file)
	if !isFile {
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s is copied by pg_dump, or by a standby; bot backup copies a file", s.DB)}
	}
	r, err := sqlite.OpenReadOnly(ctx, string(from))
	if err != nil {
		return from.explain(err)
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := r.Backup(ctx, path); isFull(err) {
		return &coded{exitRetry, fmt.Errorf("the disk that is to hold %s is full", path)}
	} else if err != nil {
		return err
	}
	return writeLine(p.stdout, struct {
		OK   bool   `json:"ok"`
		File string `json:"file"`
	}{true, path})
}
