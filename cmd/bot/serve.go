package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// What is wired must fit.
var (
	_ table.Store     = (*storage.DB)(nil)
	_ table.Registry  = (*storage.DB)(nil)
	_ table.Books     = (*storage.DB)(nil)
	_ table.Poster    = (*commands.Hall)(nil)
	_ commands.Tables = (*table.House)(nil)
)

// leaving is how long the bot may take to finish what has begun when it is told to stop.
const leaving = 10 * time.Second

// serve plays on Discord until the process is told to stop.
func (p *process) serve(ctx context.Context) error {
	s, err := readSettings(p.getenv)
	if err != nil {
		return err
	}
	if s.Token == "" {
		return &coded{exitConfig, errors.New("DISCORD_TOKEN is missing: put it in the environment or in .env, see .env.example; " +
			"`bot demo` plays in a browser without one")}
	}
	s.print(p.stderr)
	db, err := openStore(ctx, s.DB)
	if err != nil {
		return err
	}
	return errors.Join(serveBot(ctx, s, db, newLog(p.stderr, s.Log), func() error { return nil }), db.Close())
}

// serveBot wires the parts of the bot and runs them until ctx is done or one of
// them fails. open is called when Discord has accepted the bot and its commands.
func serveBot(ctx context.Context, s settings, db *storage.DB, log *slog.Logger, open func() error) error {
	m := newMetrics()
	client := rest.New(rest.Options{API: s.API, Token: s.Token, Log: log, Observe: m.observe})
	defer client.Close()
	hall, err := newHall(ctx, client, db, log)
	if err != nil {
		return err
	}
	house := table.New(stacked(table.Options{Store: db, Poster: hall, Seeds: rand.Reader, Log: log}))
	hall.Serve(house)
	if err := hall.Register(ctx, s.Guild); err != nil {
		return explainREST(err)
	}
	if err := open(); err != nil {
		return err
	}
	gateway := NewGateway(GatewayOptions{API: s.API, Token: s.Token, OnInteraction: hall.Handle, Log: log})
	m.watch(gateway, house, hall)

	c := newCrew(ctx)
	// The tables stop last, since the clicks taken up want their answers.
	tables, stopTables := context.WithCancel(context.WithoutCancel(ctx))
	defer stopTables()
	c.run(func(context.Context) error { return house.Run(tables) })
	c.run(func(ctx context.Context) error {
		defer stopTables()
		err := gateway.Run(ctx)
		wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaving)
		defer cancel()
		return errors.Join(err, hall.Close(wait))
	})
	c.run(func(ctx context.Context) error { return stopped(ctx, db.Lost()) })
	if s.Ops != "" {
		c.run(func(ctx context.Context) error {
			return serveOps(ctx, s.Ops, m.registry, func() error { return ready(gateway, house) })
		})
	}
	return c.wait()
}

// newHall makes the hall; the key of the custom_ids is the store's, so that old
// buttons work after a restart.
func newHall(ctx context.Context, client *rest.Client, db *storage.DB, log *slog.Logger) (*commands.Hall, error) {
	words, err := lang.Load()
	if err != nil {
		return nil, err
	}
	key, err := db.Secret(ctx, "custom_id")
	if err != nil {
		return nil, err
	}
	app, err := client.Application(ctx)
	if err != nil {
		return nil, explainREST(err)
	}
	return commands.New(commands.Options{
		People: db, Books: db, REST: client, Words: words, Codec: render.NewCodec(key), Application: app.ID, Log: log,
	}), nil
}

// openStore opens the file to write and tells what is wrong with it in words
// for whoever runs the bot.
func openStore(ctx context.Context, path string) (*storage.DB, error) {
	db, err := storage.Open(ctx, path, storage.Options{})
	return db, explainStore(path, err)
}

func explainStore(path string, err error) error {
	var busy *storage.BusyError
	var version *storage.VersionError
	var foreign *storage.ForeignError
	var full *storage.FullError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &busy):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s is in use by another bot, process %d; one bot a file", path, busy.PID)}
	case errors.As(err, &version) && version.File > version.Program:
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s was written by a newer bot (version %d, this one knows %d); use that one, or a backup",
			path, version.File, version.Program)}
	case errors.As(err, &version):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s has version %d, this bot writes %d; `bot serve` brings it up", path, version.File, version.Program)}
	case errors.As(err, &foreign):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s isn't a file of this bot", path)}
	case errors.Is(err, fs.ErrNotExist):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s isn't there", path)}
	case errors.As(err, &full):
		return &coded{exitRetry, fmt.Errorf("the disk that holds %s is full; nothing was changed", path)}
	}
	return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s: %w", path, err)}
}

// explainREST gives a refused token the code that says so.
func explainREST(err error) error {
	if errors.Is(err, rest.ErrTokenRefused) {
		return &coded{exitConfig, errors.New("Discord refused DISCORD_TOKEN; copy it anew from the Bot page of the developer portal")}
	}
	return &coded{exitRetry, fmt.Errorf("Discord can't be reached: %w", err)}
}

// stopped waits for a disk that fails: what is acknowledged must be stored, so
// the process ends and the next one reads what the disk has.
func stopped(ctx context.Context, lost <-chan struct{}) error {
	select {
	case <-lost:
		return &coded{exitRetry, errors.New("the database can't be written any more; see the log")}
	case <-ctx.Done():
		return nil
	}
}

// ready says what is missing before the bot can play.
func ready(g *Gateway, h *table.House) error {
	if !h.Stats().Resumed {
		return errors.New("tables are being resumed")
	}
	if !g.Connected() {
		return errors.New("not connected to Discord")
	}
	return nil
}
