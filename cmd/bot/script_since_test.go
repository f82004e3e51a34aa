package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// tables reads the open table of every channel, and of everybody who plays alone, from the
// bot's file.
func (g *game) tables(ctx context.Context) (map[sitting.ID]table.Log, error) {
	logs, err := g.logs(ctx)
	all := make(map[sitting.ID]table.Log)
	for _, l := range logs {
		id := l.Head.Table
		l.Head, l.Owed, l.Refs = sitting.Head{}, nil, table.Refs{} // of the channel, not of the game
		for at := len(l.Events) - 1; at >= 0; at-- {               // of the bot, which may have begun just before
			if _, lost := l.Events[at].(sitting.TimeLost); lost {
				l.Events, l.At = slices.Delete(l.Events, at, at+1), slices.Delete(l.At, at, at+1)
			}
		}
		all[id] = l
	}
	return all, err
}

// logs reads the open tables of all channels, and of who plays alone.
func (g *game) logs(ctx context.Context) (all []table.Log, err error) {
	db, err := g.read(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }() // it has read only
	heads := make(map[string]func() (sitting.Head, error))
	for _, channel := range g.room {
		heads[channel.String()] = func() (sitting.Head, error) { return db.Find(ctx, sitting.Channel(channel.String()), "") }
	}
	for _, known := range g.sim.Handshake().People { // who may play alone
		person, err := db.Person(ctx, known.ID.String())
		if err != nil {
			return nil, err
		}
		heads[known.ID.String()] = func() (sitting.Head, error) { return db.Own(ctx, person) }
	}
	for _, find := range heads {
		head, err := find()
		switch {
		case errors.Is(err, table.ErrNotFound), err == nil && !head.Open:
			continue
		case err != nil:
			return nil, err
		}
		log, err := db.Load(ctx, head.Table)
		if err != nil {
			return nil, err
		}
		all = append(all, log)
	}
	return all, nil
}

// settled waits until no open table owes its channel anything, but not for ever: a script
// may hold it back.
func (g *game) settled(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for {
		logs, err := g.logs(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		case !slices.ContainsFunc(logs, func(l table.Log) bool { return len(l.Owed) > 0 }):
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// posted is "posted 1": how many new messages the bot has put into channels since "mark".
func (g *game) posted(ctx context.Context, want string) error {
	if err := g.settled(ctx); err != nil {
		return err
	}
	var all []string
	for _, e := range g.sim.Wire().SentByBot() {
		if e.N > g.marked && e.Kind == "rest" && e.Method == http.MethodPost && strings.HasSuffix(e.Path, "/messages") {
			all = append(all, string(e.Body))
		}
	}
	if strconv.Itoa(len(all)) != want {
		return fmt.Errorf("the bot posted %d messages:\n%s", len(all), strings.Join(all, "\n"))
	}
	return nil
}

// costs is "costs 0": how many requests with the bot's own token there were since "mark",
// which Discord counts against it. Answers go by an interaction's.
func (g *game) costs(ctx context.Context, want string) error {
	if err := g.settled(ctx); err != nil {
		return err
	}
	var all []string
	for _, e := range g.sim.Wire().SentByBot() {
		if e.N > g.marked && e.Kind == "rest" && !strings.Contains(e.Path, "/interactions/") && !strings.Contains(e.Path, "/webhooks/") {
			all = append(all, e.Method+" "+e.Path)
		}
	}
	if strconv.Itoa(len(all)) != want {
		return fmt.Errorf("that cost %d requests:\n%s", len(all), strings.Join(all, "\n"))
	}
	return nil
}

// nothingChanged compares the open tables with what they were at "mark".
func (g *game) nothingChanged(ctx context.Context) error {
	now, err := g.tables(ctx)
	if err != nil {
		return err
	}
	if g.noted == nil || !reflect.DeepEqual(g.noted, now) {
		return fmt.Errorf("something changed:%s", difference(g.noted, now))
	}
	return nil
}

// difference tells what was added to tables, or that they are others.
func difference(before, now map[sitting.ID]table.Log) string {
	var text strings.Builder
	for id, log := range now {
		for i := min(len(before[id].Events), len(log.Events)); i < len(log.Events); i++ {
			fmt.Fprintf(&text, "\n%s: %s %T%+v", id, log.At[i].Format(time.RFC3339Nano), log.Events[i], log.Events[i])
		}
	}
	if text.Len() == 0 {
		fmt.Fprintf(&text, "\nbefore %+v\nnow %+v", before, now)
	}
	return text.String()
}
