package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// given is `Ada is given boathouse-tab.csv "…"`: the answer to what Ada did last has that file, and these texts are in it. It
// is saved as Ada would.
func (g *game) given(ctx context.Context, name string, words []word) error {
	file, want := words[0].text, g.sentences(name, words[1:])
	p := g.sim.Person(name)
	var address string
	_, err := g.find(ctx, p, func(m discord.Message) bool {
		if !g.answers(name, m) || !m.Ephemeral() {
			return false
		}
		for part := range discord.EveryPart(m.Components) {
			if part.File != nil && strings.Contains(part.File.URL, "/"+file) {
				address = part.File.URL
			}
		}
		return address != ""
	})
	if err != nil {
		return err
	}
	content, err := p.Fetch(ctx, address)
	if err != nil {
		return err
	}
	for _, w := range want {
		if !strings.Contains(string(content), w) {
			return fmt.Errorf("%q isn't in %s:\n%s", w, file, content)
		}
	}
	if err := os.MkdirAll(g.folder(name), 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(g.folder(name), file), content, 0o600)
}

// folder is where a person saves files.
func (g *game) folder(name string) string { return filepath.Join(g.dir, "saved", name) }

// agree is "files of Ada agree": another program reads the files of her tab, and holds one against the other.
func (g *game) agree(ctx context.Context, name string) error {
	out, err := exec.CommandContext(ctx, "node", "testdata/tabfiles.mjs", g.folder(name)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("node: %w: %s", err, out)
	}
	if got := strings.TrimSpace(string(out)); got != "agree" {
		return fmt.Errorf("the files of %s: %s", name, got)
	}
	return nil
}

// file is `file knows Ben "…"` or `file forgets Ben "…"`: whether the bytes of the bot's file and of its log beside it have
// Ben's id, and each of the texts. Logs of the process never do.
func (g *game) file(ctx context.Context, words []word) error {
	if len(words) < 2 || words[0].text != "knows" && words[0].text != "forgets" {
		return errors.New(`say file knows Ben "…", or "file forgets"`)
	}
	all := append([]string{g.idOf(words[1].text)}, texts(words[2:])...)
	has, err := g.bytesOf(ctx, all)
	if err != nil {
		return err
	}
	log, err := os.ReadFile(g.log())
	if err != nil {
		return err
	}
	for _, text := range all {
		if known := slices.Contains(has, text); known != (words[0].text == "knows") {
			return fmt.Errorf("%q is in the file: %v", text, known)
		}
		if bytes.Contains(log, []byte(text)) {
			return fmt.Errorf("%q is in the log", text)
		}
	}
	return nil
}

// bytesOf lists which of some texts are in the bot's file, or in SQLite's log beside it; of a database in any of its rows.
func (g *game) bytesOf(ctx context.Context, all []string) (has []string, err error) {
	if g.address != "" {
		return inRows(ctx, g.address, all)
	}
	paths, err := filepath.Glob(g.db() + "*")
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("no file: %w", err)
	}
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for _, text := range all {
			if bytes.Contains(content, []byte(text)) && !slices.Contains(has, text) {
				has = append(has, text)
			}
		}
	}
	return has, nil
}

// once waits until a look at the file says that nothing is left of what it looks for.
func (g *game) once(ctx context.Context, left func(ctx context.Context, at place, server string) ([]string, error)) error {
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	server := g.sim.Handshake().Guild.String()
	for {
		kept, err := left(ctx, g.place(), server)
		if err != nil || len(kept) == 0 {
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return fmt.Errorf("the bot keeps %v", kept)
		}
	}
}

// inRows lists which of some texts are in a row of a database, written or as bytes.
func inRows(ctx context.Context, address string, all []string) (has []string, err error) {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }() // it has read only
	var names string
	if err := db.QueryRowContext(ctx, "SELECT string_agg(relname, ' ') FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace(current_schema())").Scan(&names); err != nil {
		return nil, err
	}
	for _, name := range strings.Fields(names) {
		for _, text := range all {
			n := 0
			if err := db.QueryRowContext(ctx, "SELECT count(*) FROM "+name+" r WHERE position($1 IN r::text) + position($2 IN r::text) > 0", text, hex.EncodeToString([]byte(text))).Scan(&n); err != nil {
				return nil, err
			}
			if n > 0 && !slices.Contains(has, text) {
				has = append(has, text)
			}
		}
	}
	return has, nil
}

// counting counts rows of a place by queries that have one "?" for a server.
func counting(at place) (*sql.DB, func(query string) string, error) {
	if on, is := at.(database); is {
		db, err := sql.Open("pgx", on.address)
		return db, func(query string) string { return strings.ReplaceAll(query, "?", "$1") }, err
	}
	db, err := sql.Open("sqlite", at.String())
	return db, func(query string) string { return query }, err
}

// missed says of a server that a file takes for one that the bot is in.
func missed(ctx context.Context, at place, server string) ([]string, error) {
	db, said, err := counting(at)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }() // it has read only
	n := 0
	if err := db.QueryRowContext(ctx, said("SELECT count(*) FROM absences WHERE server = ?"), server).Scan(&n); err != nil || n > 0 {
		return nil, err
	}
	return []string{"the server"}, nil
}

// keptFor says what a file has that is kept for a server alone.
func keptFor(ctx context.Context, at place, server string) ([]string, error) {
	db, said, err := counting(at)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }() // it has read only
	var kept []string
	for what, query := range map[string]string{
		"open tables": "SELECT count(*) FROM tables WHERE server = ? AND open = 1 AND channel <> ''", "names": "SELECT count(*) FROM names WHERE server = ?",
		"messages": "SELECT count(*) FROM refs WHERE body <> '{}' AND table_id IN (SELECT id FROM tables WHERE server = ?)", "watches": "SELECT count(*) FROM watches WHERE server = ?",
		"words": "SELECT count(*) FROM texts WHERE author <> '' AND table_id IN (SELECT id FROM tables WHERE server = ?)", "settings": "SELECT count(*) FROM servers WHERE server = ?",
	} {
		n := 0
		if err := db.QueryRowContext(ctx, said(query), server).Scan(&n); err != nil {
			return nil, err
		}
		if n > 0 {
			kept = append(kept, fmt.Sprintf("%d %s", n, what))
		}
	}
	return kept, nil
}
