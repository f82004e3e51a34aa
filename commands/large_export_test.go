package commands_test

import (
	"bytes"
	"compress/gzip"
	"database/sql"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestAnExportThatDiscordTakesNotIsCompressed gives somebody a tab whose files are each larger than Discord takes.
func TestAnExportThatDiscordTakesNotIsCompressed(t *testing.T) {
	const entries = 12_000 // each with a long note
	p := open(t, setup{})
	ada := p.guest("Ada")
	server, user := p.here.Guild.String(), p.here.People[0].ID.String()
	if _, err := p.db.Register(p.ctx, user, sitting.Server(server), "Ada"); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", p.path)
	if err != nil {
		t.Fatal(err)
	}
	for _, do := range []string{
		"DROP TRIGGER entries_in_order", "INSERT INTO people (person, user) VALUES ('pfriend', '4711')",
		"INSERT INTO tables (id, name, server, channel, open, seq, wake, opener, sort) VALUES (77, '9abcdefgh', '1', '', 0, 1, 0, '', 1)",
		"INSERT INTO texts (table_id, seq, author, salt, body) VALUES (77, 1, 'pfriend', zeroblob(16), '" + strings.Repeat("paid ", 200) + "')",
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			INSERT INTO entries (server, seq, at, layout, kind, hand, again, ref, person, other, pips, prev, hash)
			SELECT ?, i, 1770000000000 + i, 2, 'settlement', 0, 0, '9abcdefgh', (SELECT person FROM people WHERE user = ?), 'pfriend', i, zeroblob(32), zeroblob(32) FROM n`,
	} {
		var args []any
		if strings.HasPrefix(do, "WITH") {
			args = []any{entries, server, user}
		}
		if _, err := db.ExecContext(p.ctx, do, args...); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	m := ada.told(func() { ada.slash("tab export", nil) })
	var names []string
	for part := range discord.EveryPart(m.Components) {
		if part.File == nil {
			continue
		}
		packed, err := ada.Fetch(p.ctx, part.File.URL)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		const takes = 10 << 20
		if len(content) <= takes || len(packed) > takes || bytes.Count(content, []byte("9abcdefgh")) != entries {
			t.Errorf("%d bytes in %d, with %d entries", len(content), len(packed), bytes.Count(content, []byte("9abcdefgh")))
		}
		name := part.File.URL[strings.LastIndex(part.File.URL, "/")+1:]
		name, _, _ = strings.Cut(name, "?")
		names = append(names, name)
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"boathouse-tab.csv.gz", "boathouse-tab.json.gz"}) {
		t.Errorf("given are %v", names)
	}
}
