package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"runtime"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/urfave/cli/v3"
)

// A diagnosis is what doctor finds of one thing, a line each.
type diagnosis struct {
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	Why   string `json:"why,omitempty"`
}

// A teller writes what was found of a check: what is wrong, or else the facts.
type teller func(check string, err error, facts string) error

// doctor checks the settings, the token, the bot's permissions, what is kept, its
// chains and the books. It changes nothing.
func (p *process) doctor(ctx context.Context, _ *cli.Command) error {
	allOK := true
	tell := func(check string, err error, facts string) error {
		d := diagnosis{Check: check, OK: err == nil, Why: facts}
		if err != nil {
			d.Why, allOK = err.Error(), false
		}
		return writeLine(p.stdout, d)
	}
	if err := tell("build", nil, buildText()); err != nil {
		return err
	}
	s, err := readSettings(p.env)
	if err := tell("settings", err, ""); err != nil {
		return err
	}
	if err != nil {
		return errNotOK
	}
	s.print(p.stderr)
	if err := tellBot(ctx, s, tell); err != nil {
		return err
	}
	application, err := knock(ctx, s, tell)
	if err != nil {
		return err
	}
	if err := p.examine(ctx, s, application, tell); err != nil {
		return err
	}
	if !allOK {
		return errNotOK
	}
	return nil
}

// tellBot tells what the bot that runs on this machine lacks to play, where there is one.
func tellBot(ctx context.Context, s settings, tell teller) error {
	if s.Ops == "" {
		return tell("bot", nil, "not asked: BOATHOUSE_OPS is off")
	}
	missing, err := askBot(ctx, s.Ops)
	switch {
	case err != nil:
		return tell("bot", nil, "none answers at "+s.Ops)
	case missing != "":
		return tell("bot", fmt.Errorf("not playing: %s", missing), "")
	}
	return tell("bot", nil, "ready at "+s.Ops)
}

// examine reads all that is kept, for an application: empty where that isn't known.
func (p *process) examine(ctx context.Context, s settings, application string, tell teller) error {
	switch at := s.DB.(type) {
	case file:
		return examineFile(ctx, at, application, tell)
	case database:
		return examineDatabase(ctx, at, application, tell)
	}
	return nil
}

func examineFile(ctx context.Context, at file, application string, tell teller) (err error) {
	path := string(at)
	r, err := sqlite.OpenReadOnly(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return tell(wholeFile, nil, path+" isn't there yet; `bot serve` makes it")
	}
	var unfinished *sqlite.UnfinishedError
	if errors.As(err, &unfinished) {
		return cmp.Or(tell(wholeFile, at.explain(err), ""), error(&coded{exitRetry, errNotOK}))
	}
	if err != nil {
		return tell(wholeFile, at.explain(err), "")
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if runtime.GOOS != "windows" { // which has no such modes
		if err := tell("mode", at.explain(sqlite.Exposed(path)), ""); err != nil {
			return err
		}
	}
	if err := tellWhose(ctx, at, r, application, tell); err != nil {
		return err
	}
	found, err := r.Check(ctx)
	if err != nil {
		return tell(wholeFile, err, "")
	}
	return tellFindings(at, wholeFile, &found, tell)
}

func examineDatabase(ctx context.Context, at database, application string, tell teller) (err error) {
	r, err := postgres.OpenReadOnly(ctx, at.address)
	if errors.Is(err, postgres.ErrEmpty) {
		return tell(wholeDatabase, nil, fmt.Sprintf("nothing is in %s yet; `bot serve` begins it", at))
	}
	if err = at.explain(err); codeOf(err) == exitRetry { // it isn't known how what is stored is
		return cmp.Or(tell(wholeDatabase, err, ""), error(&coded{exitRetry, errNotOK}))
	}
	if err != nil {
		return tell(wholeDatabase, err, "")
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := tellWhose(ctx, at, r, application, tell); err != nil {
		return err
	}
	found, err := r.Check(ctx)
	if err != nil {
		return tell(wholeDatabase, at.explain(err), "")
	}
	return tellFindings(at, wholeDatabase, &found, tell)
}

// What the part of the findings is called that is of the whole, by where everything is
// kept. The first is storage's own word.
const (
	wholeFile     = "file"
	wholeDatabase = "database"
)

// tellFindings tells what was found of each part of what is kept, and where the tab of
// each server stands, for whoever wants to hold it against the channel.
func tellFindings(at place, whole string, found *storage.Findings, tell teller) error {
	facts := map[string]string{
		wholeFile: fmt.Sprintf("%s: %d tables", at, found.Tables),
		"chain":   fmt.Sprintf("%d events, %d texts, %d entries", found.Events, found.Texts, found.Entries),
		"games":   fmt.Sprintf("%d hands played again", found.Hands),
		"posts":   fmt.Sprintf("%d owed", found.Posts),
		"keys":    fmt.Sprintf("%d receipts", found.Keys),
		"people":  fmt.Sprintf("%d known, %d of them not tied to an event yet", found.People, found.Untied),
		"books":   fmt.Sprintf("%d entries are what the hands ended with", found.Entries),
	}
	wrong := make(map[string][]error)
	for _, w := range found.Wrong {
		part := w.Code.Part()
		wrong[part] = append(wrong[part], errors.New(placed(&w)))
	}
	if found.More > 0 {
		wrong[wholeFile] = append(wrong[wholeFile], fmt.Errorf("and %d more findings", found.More))
	}
	for _, part := range storage.Parts() {
		name := part
		if part == wholeFile {
			name = whole
		}
		if err := tell(name, errors.Join(wrong[part]...), facts[part]); err != nil {
			return err
		}
	}
	for _, t := range found.Tabs {
		if err := tell("tab", nil, fmt.Sprintf("server %s: %d entries, head %s", t.Server, t.Entries, t.Hash)); err != nil {
			return err
		}
	}
	return nil
}

// placed says what was found, and where.
func placed(w *storage.Finding) string {
	line := w.Code.String()
	if w.Table != "" {
		line += " table " + string(w.Table)
	}
	if w.Hand.Hand > 0 {
		line += fmt.Sprintf(" hand %d", w.Hand.Hand)
	}
	if w.Hand.Again > 0 {
		line += fmt.Sprintf(" again %d", w.Hand.Again)
	}
	if w.Server != "" {
		line += " server " + string(w.Server)
	}
	if w.Seq > 0 {
		line += fmt.Sprintf(" number %d", w.Seq)
	}
	if w.Detail != "" {
		line += ": " + w.Detail
	}
	return line
}
