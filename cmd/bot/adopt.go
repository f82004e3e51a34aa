package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/urfave/cli/v3"
)

// anothers is what is told of a place that is kept for another application.
func anothers(at place, kept, asks string) error {
	return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s is kept for the application %s, and DISCORD_TOKEN is of the application %s; "+
		"one of the two is the wrong one, or `bot adopt` gives it to this one for good", at, kept, asks)}
}

// begun has a place be kept for an application from its first start on, and refuses another's: its servers would look as if the bot had been
// removed from them, and what is kept of them would go.
func begun(ctx context.Context, at place, db store, application string) error {
	kept, err := db.BeginFor(ctx, application)
	if err != nil {
		return at.explain(err)
	}
	if kept != application {
		return anothers(at, kept, application)
	}
	return nil
}

// strange refuses another application's place before a bot stands by there: whoever has its line serves that one, and the bot would wait for nothing. It
// goes by the id in the token, so that who rightly stands by asks Discord nothing; where that is another one Discord says which application it is,
// since a bot of long ago has an id of its own. What can't be known by now begun looks at.
func strange(ctx context.Context, s settings, db store) error {
	kept, err := db.Application(ctx)
	if err != nil || kept == "" {
		return nil
	}
	first, _, _ := strings.Cut(s.Token, ".")
	id, err := base64.RawURLEncoding.DecodeString(first)
	if err != nil || string(id) == kept {
		return nil
	}
	client := rest.New(rest.Options{API: s.API, Token: s.Token, Proxy: s.Proxy.of})
	defer client.Close()
	app, err := client.Application(ctx)
	if err != nil || app.ID == kept {
		return nil
	}
	return anothers(s.DB, kept, app.ID)
}

// tellWhose tells whether a place is kept for the application whose doctor reads it. Where Discord didn't say which that is, nothing is told.
func tellWhose(ctx context.Context, at place, r reader, application string, tell teller) error {
	kept, err := r.Application(ctx)
	switch {
	case err != nil:
		return tell("application", at.explain(err), "")
	case application == "":
		return nil
	case kept != "" && kept != application:
		return tell("application", anothers(at, kept, application), "")
	}
	return tell("application", nil, application)
}

// An adopted line says for which application a place is kept now.
type adopted struct {
	OK          bool   `json:"ok"`
	Application string `json:"application"`
}

// adopt has a place be kept for the application of DISCORD_TOKEN.
func (p *process) adopt(ctx context.Context, _ *cli.Command) (err error) {
	s, err := readSettings(p.env)
	if s.Token == "" {
		err = errors.Join(err, &coded{exitConfig, errors.New("DISCORD_TOKEN is missing; it says for which application")})
	}
	if err != nil {
		return err
	}
	client := rest.New(rest.Options{API: s.API, Token: s.Token, Proxy: s.Proxy.of})
	defer client.Close()
	app, err := client.Application(ctx)
	if err != nil {
		return explainFirst(err)
	}
	db, err := s.DB.open(ctx, "", newLog(p.stderr, s.Log))
	if err != nil {
		return err
	}
	defer func() { err = givenBack(s.DB, db, err) }()
	if err := db.KeepFor(ctx, app.ID); err != nil {
		return s.DB.explain(err)
	}
	return writeLine(p.stdout, adopted{true, app.ID})
}
