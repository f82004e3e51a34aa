package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v3"
)

// A process is what a run of the program is given; tests give it their own.
type process struct {
	env    environment
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// run is the program. args[0] is its name. The error says what a person should
// read; [exitCode] turns it into the code to end with.
func run(ctx context.Context, args []string, env environment, stdin io.Reader, stdout, stderr io.Writer) error {
	p := &process{stdin: stdin, stdout: stdout, stderr: stderr}
	var err error
	if p.env, err = dotenv(env); err != nil {
		return err
	}
	root := &cli.Command{
		Name:      "bot",
		Usage:     "deals Boathouse Rum on Discord",
		Version:   buildText(),
		Reader:    stdin,
		Writer:    stdout,
		ErrWriter: stderr,
		Action:    p.serve,
		Commands: []*cli.Command{
			{Name: "serve", Usage: "play on Discord; needs DISCORD_TOKEN", Action: p.serve},
			p.demoCommand(), p.simCommand(), p.simulateCommand(),
			{Name: "referee", Usage: "replay hand records and say which are legal", ArgsUsage: "[FILE]", Action: p.referee},
			{Name: "deadwood", Usage: "arrange hands the cheapest way", ArgsUsage: "[FILE]", Action: p.deadwood},
			{Name: "verify", Usage: "recompute fair deals", ArgsUsage: "[FILE]", Action: p.verify},
			p.exportCommand(), p.legalCommand(), p.backupCommand(), p.moveCommand(),
			{Name: "adopt", Usage: "have what was kept for another application be kept for the one of DISCORD_TOKEN from now on", Action: p.adopt},
			{Name: "health", Usage: "ask the bot of this machine whether it plays, by BOATHOUSE_OPS", Action: p.health},
			{Name: "version", Usage: "print the version, Go and the commit", Action: p.version},
			{Name: "licenses", Usage: "print the licences and notices of what this program contains", Action: p.licenses},
			{Name: "doctor", Usage: "check the settings, the file, the chains and the books", Action: p.doctor},
		},
		// Exit codes are exitCode's, and main is where the process ends.
		ExitErrHandler: func(context.Context, *cli.Command, error) {},
	}
	wrongCallsAreCoded(root)
	err = root.Run(ctx, args)
	if topic := cli.ExitCoder(nil); errors.As(err, &topic) { // only help has one: it is asked for what there isn't
		return &coded{exitUsage, fmt.Errorf("%w; %s -h tells what there is", topic, root.Name)}
	}
	return err
}

// wrongCallsAreCoded gives every command of the tree one way to refuse a flag,
// and a word where it takes none: `bot export tabs` is no export of hands.
func wrongCallsAreCoded(c *cli.Command) {
	c.OnUsageError = func(_ context.Context, c *cli.Command, err error, _ bool) error {
		return &coded{exitUsage, fmt.Errorf("%w; %s -h tells the flags", err, c.FullName())}
	}
	if act := c.Action; c.ArgsUsage == "" {
		c.Action = func(ctx context.Context, c *cli.Command) error {
			if c.Args().Present() {
				return usagef("%s knows no %q; %s -h tells what it knows", c.FullName(), c.Args().First(), c.FullName())
			}
			return act(ctx, c)
		}
	}
	for _, sub := range c.Commands {
		wrongCallsAreCoded(sub)
	}
}
