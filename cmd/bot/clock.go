package main

import (
	"context"
	"log/slog"
	"time"
)

// A clock is what the tables go by: the machine's, or the database's where several machines may serve it, which needn't
// agree. The zero clock is the machine's.
type clock struct{ ahead time.Duration } // of the machine's

const (
	clockOff  = time.Second     // or more the machine's clock isn't gone by
	clockWarn = 5 * time.Second // or more it is worth telling
)

// clockOf asks what time it is where the tables are.
func clockOf(ctx context.Context, db store, log *slog.Logger) (clock, error) {
	at, is := db.(shared)
	if !is {
		return clock{}, nil
	}
	before := onMachine(time.Now())
	there, err := at.Clock(ctx)
	if err != nil {
		return clock{}, err
	}
	here := before.Add(onMachine(time.Now()).Sub(before) / 2)
	ahead := there.Sub(here)
	if ahead.Abs() < clockOff {
		return clock{}, nil
	}
	if ahead.Abs() >= clockWarn {
		log.Warn("this machine's clock isn't the database's, by which the tables go", "database_is_ahead", ahead.Round(time.Millisecond).String())
	}
	return clock{ahead}, nil
}

// at is a moment of the machine's as the tables have it.
func (c clock) at(t time.Time) time.Time { return onTablesClock(onMachine(t).Add(c.ahead)) }

func (c clock) now() time.Time { return c.at(time.Now()) }
