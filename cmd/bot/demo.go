package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/urfave/cli/v3"
)

const (
	demoAddr = "127.0.0.1:8787"
	demoDB   = "boathouse-demo.db"
	simState = ".discord" // added to the database's name: what the demo's Discord remembers
)

func addrFlag(value string) cli.Flag {
	return &cli.StringFlag{Name: "addr", Value: value, Usage: "listen on `HOST:PORT`"}
}

// demoCommand plays in a browser: a small Discord on this machine, and the bot in it.
func (p *process) demoCommand() *cli.Command {
	return &cli.Command{
		Name: "demo", Usage: "play in a browser, without a Discord account",
		Flags:  []cli.Flag{addrFlag(demoAddr)},
		Action: p.demo,
	}
}

func (p *process) demo(ctx context.Context, c *cli.Command) error {
	s, err := readSettings(func(name string) string {
		switch v := p.getenv(name); {
		case name == "DISCORD_TOKEN" || name == "DISCORD_API" || name == "BOATHOUSE_GUILD":
			return "" // the demo has a Discord of its own
		case name == "BOATHOUSE_DB" && v == "":
			return demoDB
		case name == "BOATHOUSE_OPS" && v == "":
			return "off"
		case name == "BOATHOUSE_LOG" && v == "":
			return "warn"
		default:
			return v
		}
	})
	log := newLog(p.stderr, s.Log)
	if err != nil {
		return logged(ctx, p.stderr, log, err)
	}
	return attended(ctx, s, p.stderr, log, func(ctx context.Context, d *desk) error { return p.demoOn(ctx, s, d, c.String("addr")) })
}

// demoOn opens the file, starts the small Discord on addr and plays on it.
func (p *process) demoOn(ctx context.Context, s settings, d *desk, addr string) error {
	// The database first: its lock keeps a second demo off the simulator's file too.
	db, err := openStore(ctx, s.DB)
	if err != nil {
		return unlessTold(ctx, err)
	}
	if err := demosOwn(ctx, s.DB, db); err != nil {
		return errors.Join(unlessTold(ctx, err), db.Close())
	}
	sim, err := startSim(ctx, p.getenv, discordsim.Options{Addr: addr, State: s.DB + simState, Bot: "Boathouse", Log: d.log})
	if err != nil {
		return errors.Join(unlessTold(ctx, err), db.Close())
	}
	hello := sim.Handshake()
	s.API, s.Token, s.Guild = hello.REST, hello.Token, hello.Guild.String()
	err = serveBot(ctx, s, db, d, func() error {
		_, err := fmt.Fprintf(p.stdout, "Boathouse is open at %s (Ctrl-C closes it)\n", hello.Page)
		return err
	})
	return errors.Join(givenBack(s.DB, db, err), sim.Close())
}

// demosOwn refuses a file with tables of another Discord than the demo's: it
// would play them on, and find none of their channels.
func demosOwn(ctx context.Context, path string, db *sqlite.DB) error {
	if _, err := os.Stat(path + simState); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	found, err := db.Check(ctx)
	if err != nil {
		return err
	}
	if found.Tables > 0 {
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s has tables that are not the demo's (there is no %s beside it); the demo wants a file of its own",
			path, path+simState)}
	}
	return nil
}

// simCommand is the small Discord alone, for other bots.
func (p *process) simCommand() *cli.Command {
	return &cli.Command{
		Name: "sim", Usage: "run the simulated Discord alone, for any bot",
		Flags: []cli.Flag{
			addrFlag("127.0.0.1:0"),
			&cli.StringFlag{Name: "state", Usage: "remember everything in `FILE`"},
		},
		Action: func(ctx context.Context, c *cli.Command) error {
			var level slog.Level
			if err := level.UnmarshalText([]byte(orElse(p.getenv("BOATHOUSE_LOG"), "warn"))); err != nil {
				return &coded{exitConfig, fmt.Errorf("BOATHOUSE_LOG: %w", err)}
			}
			sim, err := startSim(ctx, p.getenv, discordsim.Options{Addr: c.String("addr"), State: c.String("state"), Log: newLog(p.stderr, level)})
			if err != nil {
				return err
			}
			if err := writeLine(p.stdout, sim.Handshake()); err != nil {
				return errors.Join(err, sim.Close())
			}
			<-ctx.Done()
			return sim.Close()
		},
	}
}

// startSim starts a simulated Discord; DISCORD_OPENAPI, when set, makes it check
// everything against Discord's own description.
func startSim(ctx context.Context, getenv func(string) string, o discordsim.Options) (*discordsim.Server, error) {
	var err error
	if o.OpenAPI, err = discordsim.LoadOpenAPI(getenv("DISCORD_OPENAPI")); err != nil {
		return nil, &coded{exitConfig, err}
	}
	sim, err := discordsim.Start(ctx, o)
	if listen := (*net.OpError)(nil); errors.As(err, &listen) {
		return nil, &coded{exitConfig, fmt.Errorf("%w; -addr chooses another address", listen)}
	}
	if err != nil {
		return nil, &coded{exitConfig, err}
	}
	return sim, nil
}

func orElse(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

// writeLine writes a value as one line of compact JSON.
func writeLine(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
