package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/urfave/cli/v3"
)

// moveCommand copies a file into a database.
func (p *process) moveCommand() *cli.Command {
	return &cli.Command{
		Name: "move", Usage: "copy FILE, of a bot that is stopped, into the empty PostgreSQL database of BOATHOUSE_DB", ArgsUsage: "FILE",
		Action: func(ctx context.Context, c *cli.Command) error {
			if c.Args().Len() != 1 {
				return usagef("move wants one FILE to copy into the database of BOATHOUSE_DB")
			}
			return p.move(ctx, c.Args().First())
		},
	}
}

// A moved line says what is in the database now. Both were read to the end, each game was played again, and what was
// found of the one is what was found of the other, heads of the tabs included.
type moved struct {
	OK      bool        `json:"ok"`
	From    string      `json:"from"`
	To      string      `json:"to"`
	Tables  int         `json:"tables"`
	Events  int         `json:"events"`
	Texts   int         `json:"texts"`
	Entries int         `json:"entries"`
	Hands   int         `json:"hands_played_again"`
	People  int         `json:"people"`
	Posts   int         `json:"posts_owed"`
	Tabs    []movedHead `json:"tabs"`
}

type movedHead struct {
	Server  string `json:"server"`
	Entries int64  `json:"entries"`
	Head    string `json:"head"`
}

// move copies a file, which it holds meanwhile as a bot would, so that none plays on it.
func (p *process) move(ctx context.Context, path string) (err error) {
	s, err := readSettings(p.env)
	if err != nil {
		return err
	}
	to, away := s.DB.(database)
	if !away {
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB is %q: set it to the database that %s is to be moved into, such as %s", s.DB, path, anAddress)}
	}
	if _, err := os.Stat(path); err != nil { // it would be begun
		return explainFile(path, path, fmt.Errorf("%w", err))
	}
	from, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		return orBrokenOff(ctx, explainFile(path, path, err))
	}
	defer func() { err = errors.Join(err, explainFile(path, path, from.Close())) }()
	db, err := postgres.Open(ctx, to.address, postgres.Options{})
	if err != nil {
		return orBrokenOff(ctx, to.explain(err))
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	found, err := db.MoveIn(ctx, from.Reader.Reader, from)
	if err != nil {
		return explainMove(ctx, path, to, &found, err)
	}
	m := moved{
		true, path, to.String(), found.Tables, found.Events, found.Texts, found.Entries, found.Hands, found.People, found.Posts, []movedHead{},
	}
	for _, t := range found.Tabs {
		m.Tabs = append(m.Tabs, movedHead{string(t.Server), t.Entries, t.Hash})
	}
	return writeLine(p.stdout, m)
}

// explainMove tells why nothing was moved, or why nobody knows.
func explainMove(ctx context.Context, path string, to database, found *storage.Findings, err error) error {
	first := ""
	if len(found.Wrong) > 0 {
		first = placed(&found.Wrong[0])
	}
	switch {
	case errors.Is(err, postgres.ErrNotEmpty):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s isn't empty; nothing was moved", to)}
	case errors.Is(err, postgres.ErrNotWhole):
		return fmt.Errorf("%s isn't whole (%s), `bot doctor` tells all of it; nothing was moved", path, first)
	case errors.Is(err, postgres.ErrUnlike):
		return fmt.Errorf("the copy wasn't what is in %s (%s); nothing was moved", path, first)
	case errors.Is(err, postgres.ErrUnheard):
		return &coded{exitRetry, fmt.Errorf("%s gave no answer in the end: `bot doctor` tells whether all is there (%w)", to, err)}
	case stateOf(err) == notInRepertoire:
		return fmt.Errorf("%s has a text with a character that PostgreSQL doesn't keep, such as NUL (%w); nothing was moved", path, err)
	case errors.Is(err, fs.ErrNotExist):
		return orBrokenOff(ctx, explainFile(path, path, err))
	}
	return orBrokenOff(ctx, to.explain(err))
}

// orBrokenOff is why nothing was moved, or that somebody stopped it, which any error may be about then.
func orBrokenOff(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return &coded{exitRetry, errors.New("it was broken off; nothing was moved")}
	}
	return err
}

// notInRepertoire is PostgreSQL's code for a text that it can't keep.
// Source: its documentation, appendix A.
const notInRepertoire = "22021"

// stateOf is the code that a PostgreSQL server answered with; empty where it did not.
func stateOf(err error) string {
	var said interface{ SQLState() string }
	if errors.As(err, &said) {
		return said.SQLState()
	}
	return ""
}
