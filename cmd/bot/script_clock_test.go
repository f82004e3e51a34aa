package main

import (
	"context"
	"fmt"
	"slices"
	"syscall"
	"time"

	"github.com/boathouse-rum/boathouse/table"
)

// later starts the bot anew with its clock set on, by a length of time or to the
// next "15:04" UTC: its timers follow the machine's clock, so what is due is done
// at its start. The one that ended is taken to have run all that time, or not.
func (g *game) later(ctx context.Context, by string, ran bool) error {
	on, err := time.ParseDuration(by)
	if at, noTime := time.Parse("15:04", by); noTime == nil {
		now := g.now().UTC()
		next := time.Date(now.Year(), now.Month(), now.Day(), at.Hour(), at.Minute(), 0, 0, time.UTC)
		if !next.After(now) {
			next = next.AddDate(0, 0, 1)
		}
		on, err = next.Sub(now), nil
	}
	if err != nil {
		return err
	}
	if ran {
		if err := g.rests(ctx); err != nil {
			return err
		}
	}
	if err := g.stop(ctx, syscall.SIGTERM); err != nil {
		return err
	}
	g.ahead.Add(int64(on))
	if ran {
		g.ran = on
	}
	begun := g.now().Truncate(time.Millisecond) // as it is stored
	err = g.start(ctx)
	g.ran = 0
	if err != nil {
		return err
	}
	return g.awake(ctx, begun)
}

// really waits as long by the machine's clock: for what a bot does of its own after a time that a
// restart would begin anew.
func really(ctx context.Context, length []word) error {
	d, err := time.ParseDuration(joined(length))
	if err != nil {
		return err
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// rests gives the bot a moment to do what is due and to send what it owes, as one that runs on does.
func (g *game) rests(ctx context.Context) error {
	for range 100 {
		_, due, err := g.clocks(ctx, g.now())
		if err != nil || !due {
			return err
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// awake waits until the bot that began at a moment by its clock is there, and has
// seen to the tables that were due. One that was due too early does nothing and stays
// due, so for these it waits a moment only.
func (g *game) awake(ctx context.Context, begun time.Time) error {
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for patience := 25; patience > 0; {
		beats, due, err := g.clocks(ctx, begun)
		if err != nil || beats && !due {
			return err
		}
		if beats {
			patience--
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return fmt.Errorf("the bot's pulse stands still: %w", ctx.Err())
		}
	}
	return nil
}

// clocks says whether the bot has kept the time since a moment, and whether the
// file has something due from before it.
func (g *game) clocks(ctx context.Context, begun time.Time) (beats, due bool, err error) {
	db, err := g.read(ctx)
	if err != nil {
		return false, false, err
	}
	defer func() { _ = db.Close() }() // it has read only
	last, err := db.LastBeat(ctx)
	if err != nil {
		return false, false, err
	}
	all, err := db.Due(ctx)
	due = slices.ContainsFunc(all, func(d table.Due) bool { return d.At.Before(begun) })
	return !last.Before(begun), due, err
}
