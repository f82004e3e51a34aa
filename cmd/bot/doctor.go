package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/boathouse-rum/boathouse/storage"
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

// doctor checks the settings, the token, the bot's permissions, the file, its
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
	s, err := readSettings(p.getenv)
	if err := tell("settings", err, ""); err != nil {
		return err
	}
	if err != nil {
		return errNotOK
	}
	s.print(p.stderr)
	if err := knock(ctx, s, tell); err != nil {
		return err
	}
	if err := p.examine(ctx, s, tell); err != nil {
		return err
	}
	if !allOK {
		return errNotOK
	}
	return nil
}

// examine reads the whole file.
func (p *process) examine(ctx context.Context, s settings, tell teller) (err error) {
	r, err := sqlite.OpenReadOnly(ctx, s.DB)
	if errors.Is(err, fs.ErrNotExist) {
		return tell("file", nil, s.DB+" isn't there yet; `bot serve` makes it")
	}
	var unfinished *sqlite.UnfinishedError
	if errors.As(err, &unfinished) {
		return cmp.Or(tell("file", explainStore(s.DB, err), ""), error(&coded{exitRetry, errNotOK}))
	}
	if err != nil {
		return tell("file", explainStore(s.DB, err), "")
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := tell("mode", explainStore(s.DB, sqlite.Exposed(s.DB)), ""); err != nil {
		return err
	}
	found, err := r.Check(ctx)
	if err != nil {
		return tell("file", err, "")
	}
	return tellFindings(s.DB, &found, tell)
}

// tellFindings tells what was found of each part of the file, and where the tab of
// each server stands, for whoever wants to hold it against the channel.
func tellFindings(path string, found *storage.Findings, tell teller) error {
	facts := map[string]string{
		"file":   fmt.Sprintf("%s: %d tables", path, found.Tables),
		"chain":  fmt.Sprintf("%d events, %d texts, %d entries", found.Events, found.Texts, found.Entries),
		"games":  fmt.Sprintf("%d hands played again", found.Hands),
		"posts":  fmt.Sprintf("%d owed", found.Posts),
		"keys":   fmt.Sprintf("%d receipts", found.Keys),
		"people": fmt.Sprintf("%d known, %d of them not tied to an event yet", found.People, found.Untied),
		"books":  fmt.Sprintf("%d entries are what the hands ended with", found.Entries),
	}
	wrong := make(map[string][]error)
	for _, w := range found.Wrong {
		part := w.Code.Part()
		wrong[part] = append(wrong[part], errors.New(placed(&w)))
	}
	if found.More > 0 {
		wrong["file"] = append(wrong["file"], fmt.Errorf("and %d more findings", found.More))
	}
	for _, part := range storage.Parts() {
		if err := tell(part, errors.Join(wrong[part]...), facts[part]); err != nil {
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
