package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/boathouse-rum/boathouse/storage"
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
	r, err := storage.OpenReadOnly(ctx, s.DB)
	if errors.Is(err, fs.ErrNotExist) {
		return tell("file", nil, s.DB+" isn't there yet; `bot serve` makes it")
	}
	var unfinished *storage.UnfinishedError
	if errors.As(err, &unfinished) {
		return cmp.Or(tell("file", explainStore(s.DB, err), ""), error(&coded{exitRetry, errNotOK}))
	}
	if err != nil {
		return tell("file", explainStore(s.DB, err), "")
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := tell("mode", explainStore(s.DB, storage.Exposed(s.DB)), ""); err != nil {
		return err
	}
	found, err := r.Check(ctx)
	if err != nil {
		return tell("file", err, "")
	}
	facts := map[string]string{
		"file":  fmt.Sprintf("%s: %d tables", s.DB, found.Tables),
		"chain": fmt.Sprintf("%d events, %d texts", found.Events, found.Texts),
		"books": fmt.Sprintf("%d entries", found.Entries),
	}
	wrong := make(map[string][]error)
	for _, w := range found.Wrong {
		part := partOf(w.Code)
		wrong[part] = append(wrong[part], fmt.Errorf("%s %s%s %d %s", w.Code, w.Table, w.Server, w.Seq, w.Detail))
	}
	for _, part := range []string{"file", "chain", "books"} {
		if err := tell(part, errors.Join(wrong[part]...), facts[part]); err != nil {
			return err
		}
	}
	return nil
}

// partOf says which check a finding belongs to.
func partOf(code storage.FindingCode) string {
	switch code {
	case storage.Damaged:
		return "file"
	case storage.EventMissing, storage.EventChanged, storage.EventUnlinked, storage.EventUnread, storage.EventsCut,
		storage.TextChanged, storage.EntryMissing, storage.EntryChanged, storage.EntryUnlinked:
		return "chain"
	case storage.Unbalanced:
		return "books"
	}
	return "file"
}
