package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// A shared place is one that several processes serve, of which one at a time has the line to Discord's gateway: two
// would hear everything twice, and take the session from each other.
type shared interface {
	// HoldLine gives this process the line for a time from now, unless another has it; other is who has it then, else "".
	HoldLine(ctx context.Context, lease time.Duration) (other string, err error)
	// LeaveLine gives it to whoever asks next.
	LeaveLine(ctx context.Context) error
	// Clock is the place's own, by which the times above are counted.
	Clock(ctx context.Context) (time.Time, error)
}

const (
	lineFor   = 3 * time.Second
	lineEvery = time.Second            // is it renewed
	lineLook  = 250 * time.Millisecond // is it asked for while another has it
)

// A hold is the line to Discord's gateway while this process has it. It is about who hears and not about what is right: what
// is stored is checked in the database. The nil hold is that of who has the place alone, or hears by no gateway.
type hold struct {
	at      shared
	log     *slog.Logger
	left    chan struct{} // closed when it isn't wanted any more
	renewed chan struct{} // closed when it is renewed no more
	once    sync.Once

	mu    sync.Mutex
	until time.Time // when it is over unless it is renewed
	asked time.Time // when it was last known, or couldn't be, whose it is
	other string    // who took it meanwhile; "": nobody
}

// A takenError says that another process has the line.
type takenError struct{ by string }

func (e *takenError) Error() string {
	return fmt.Sprintf("%s has the line to Discord, which this process had until it or the database was away; started again it stands by", e.by)
}

// standBy waits until this process has the line to Discord, where others could have it. Until then it asks Discord nothing.
func standBy(ctx context.Context, s settings, db store, d *desk) (*hold, error) {
	at, is := db.(shared)
	if !is || s.Interactions != "" {
		return nil, nil
	}
	if err := strange(ctx, s, db); err != nil {
		return nil, err
	}
	tick := time.NewTicker(lineLook)
	defer tick.Stop()
	for last, well := "", true; ; {
		h := &hold{at: at, log: d.log, left: make(chan struct{}), renewed: make(chan struct{})}
		err := h.renew(ctx)
		if err == nil {
			d.log.Info("has the line to Discord")
			d.crew.run(h.keep)
			return h, nil
		}
		if h.other != "" && h.other != last {
			last = h.other
			d.standBy("standing by for " + last)
			d.log.Info("standing by", "for", last)
		}
		if h.other == "" && well {
			d.log.Warn("the line to Discord can't be asked for", "error", err)
		}
		well = h.other != ""
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, err
		}
	}
}

// renew asks for the line. A *takenError: another has it.
func (h *hold) renew(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lineFor)
	defer cancel()
	from := time.Now() // the database counts from later than here
	other, err := h.at.HoldLine(ctx, lineFor)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = time.Now()
	switch {
	case err != nil:
		return err
	case other != "":
		h.other = other
		return &takenError{other}
	}
	h.until = from.Add(lineFor)
	return nil
}

// keep renews the line until it is left, or another has it.
func (h *hold) keep(ctx context.Context) error {
	defer close(h.renewed)
	ctx = context.WithoutCancel(ctx) // what has begun is finished on the line
	tick := time.NewTicker(lineEvery)
	defer tick.Stop()
	for well := true; ; {
		select {
		case <-tick.C:
		case <-h.left:
			return nil
		}
		err := h.renew(ctx)
		if by := h.taker(); by != "" {
			return &coded{exitRetry, &takenError{by}}
		}
		if err != nil && well { // once, until it is well again
			h.log.Warn("the line to Discord isn't renewed", "error", err)
		}
		well = err == nil
	}
}

// leave gives the line to whoever stands by.
func (h *hold) leave(ctx context.Context) {
	if h == nil {
		return
	}
	h.once.Do(func() {
		close(h.left)
		<-h.renewed
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lineFor)
		defer cancel()
		if err := h.at.LeaveLine(ctx); err != nil {
			h.log.Warn("the line to Discord isn't given back", "error", err) // it ends by itself
		}
	})
}

func (h *hold) taker() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.other
}

// holds says whether the line is this process's by its own count, in which a machine that slept went on; known, whether
// it was asked about since that was over.
func (h *hold) holds() (holds, known bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	return h.other == "" && now.Before(h.until) && now.Round(0).Before(h.until), h.asked.After(h.until)
}

// may says whether a connection may be made: only while the line is this process's.
func (h *hold) may(ctx context.Context) bool {
	if h == nil {
		return true
	}
	holds, _ := h.holds()
	return holds || h.taker() == "" && h.renew(ctx) == nil
}

// hears hands interactions on, but those that came to a process that slept while another took the line. Where the database is away
// they are handed on: people are told that it doesn't work.
func (h *hold) hears(ctx context.Context, handle func(raw json.RawMessage)) func(raw json.RawMessage) {
	if h == nil {
		return handle
	}
	return func(raw json.RawMessage) {
		if holds, known := h.holds(); !holds && !known {
			_ = h.renew(ctx) // taker tells
		}
		if h.taker() == "" {
			handle(raw)
		}
	}
}

// processName is what this process is called before others that serve the same place.
func processName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	return fmt.Sprintf("%s/%d", host, os.Getpid())
}
