package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"net"
	"os"

	"github.com/boathouse-rum/boathouse/commands/web"
	"github.com/boathouse-rum/boathouse/discordsim"
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
		Flags: []cli.Flag{
			addrFlag(demoAddr),
			&cli.BoolFlag{Name: "http", Usage: "bring clicks and commands to the bot over HTTP, and not over a gateway"},
		},
		Action: p.demo,
	}
}

func (p *process) demo(ctx context.Context, c *cli.Command) error {
	env := maps.Clone(p.env)
	for _, name := range []string{"DISCORD_TOKEN", "DISCORD_API", "DISCORD_PUBLIC_KEY", "BOATHOUSE_INTERACTIONS", "BOATHOUSE_GUILD"} {
		delete(env, name) // the demo has a Discord of its own
	}
	own := environment{"BOATHOUSE_DB": demoDB, "BOATHOUSE_OPS": "off", "BOATHOUSE_LOG": "warn"}
	s, err := readSettings(env.over(own))
	log := newLog(p.stderr, s.Log)
	if err != nil {
		return logged(ctx, p.stderr, log, err)
	}
	return attended(ctx, s, p.stderr, log, func(ctx context.Context, d *desk) error { return p.demoOn(ctx, s, d, c.String("addr"), c.Bool("http")) })
}

// demoOn opens the file, starts the small Discord on addr and plays on it.
func (p *process) demoOn(ctx context.Context, s settings, d *desk, addr string, overHTTP bool) error {
	path, isFile := s.DB.(file)
	if !isFile {
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s has no room for the demo, which wants a file of its own", s.DB)}
	}
	// The database first: its lock keeps a second demo off the simulator's file too.
	db, err := path.open(ctx, "", d.log)
	if err != nil {
		return unlessTold(ctx, err)
	}
	state := string(path) + simState
	if err := demosOwn(ctx, path, state, db); err != nil {
		return errors.Join(unlessTold(ctx, err), db.Close())
	}
	sim, err := startSim(ctx, p.env, discordsim.Options{Addr: addr, State: state, Bot: "Boathouse", Log: d.log})
	if err != nil {
		return errors.Join(unlessTold(ctx, err), db.Close())
	}
	hello := sim.Handshake()
	err = errors.Join(db.KeepSession(ctx, ""), db.KeepFor(ctx, hello.Application.String())) // the Discord that it was at has ended
	if err != nil {
		return errors.Join(unlessTold(ctx, err), db.Close(), sim.Close())
	}
	s.API, s.Token, s.Guild = hello.REST, hello.Token, hello.Guild.String()
	// What was entered by the demo before this one isn't there any more.
	err = sim.EnterInteractions(ctx, "")
	if err == nil && overHTTP {
		s.Interactions, s.PublicKey, err = demoInteractions(ctx, sim)
	}
	if err == nil {
		err = serveBot(ctx, s, db, d, func() error {
			if overHTTP { // the bot answers soon; until it does, what comes waits at its address
				d.crew.run(func(ctx context.Context) error {
					return unlessTold(ctx, sim.EnterInteractions(ctx, "http://"+s.Interactions+web.InteractionsPath))
				})
			}
			_, err := fmt.Fprintf(p.stdout, "Boathouse is open at %s (Ctrl-C closes it)\n", hello.Page)
			return err
		})
	}
	return errors.Join(givenBack(s.DB, db, err), sim.Close())
}

// demoInteractions gives an address where nobody is yet, and the key by which what comes there is verified.
func demoInteractions(ctx context.Context, sim *discordsim.Server) (at string, key []byte, err error) {
	if key, err = hex.DecodeString(sim.VerifyKey()); err != nil {
		return "", nil, err
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	return l.Addr().String(), key, l.Close()
}

// demosOwn refuses a file with tables of another Discord than the demo's: it
// would play them on, and find none of their channels.
func demosOwn(ctx context.Context, path file, state string, db checked) error {
	if _, err := os.Stat(state); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	found, err := db.Check(ctx)
	if err != nil {
		return err
	}
	if found.Tables > 0 {
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s has tables that are not the demo's (there is no %s beside it); the demo wants a file of its own",
			path, state)}
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
			if err := level.UnmarshalText([]byte(orElse(p.env["BOATHOUSE_LOG"], "warn"))); err != nil {
				return &coded{exitConfig, fmt.Errorf("BOATHOUSE_LOG: %w", err)}
			}
			sim, err := startSim(ctx, p.env, discordsim.Options{Addr: c.String("addr"), State: c.String("state"), Log: newLog(p.stderr, level)})
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
func startSim(ctx context.Context, env environment, o discordsim.Options) (*discordsim.Server, error) {
	var err error
	if o.OpenAPI, err = loadOpenAPI(env["DISCORD_OPENAPI"]); err != nil {
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
