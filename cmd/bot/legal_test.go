package main

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/google/go-cmp/cmp"
)

// TestEveryColumnIsInThePrivacyNotice holds the rows of the notice against the columns of a fresh file: none without its row, no row
// without its column, none twice.
func TestEveryColumnIsInThePrivacyNotice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boathouse.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }() // it has read only
	rows, err := raw.QueryContext(t.Context(), `SELECT s.name || '.' || c.name FROM sqlite_schema s JOIN pragma_table_info(s.name) c
		WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%'`)
	if err != nil {
		t.Fatal(err)
	}
	var have, want []string
	for rows.Next() {
		var column string
		if err := rows.Scan(&column); err != nil {
			t.Fatal(err)
		}
		want = append(want, column)
	}
	if err := rows.Err(); err != nil || len(want) < 50 {
		t.Fatalf("%d columns, %v", len(want), err)
	}
	for _, r := range stored() {
		have = append(have, r.column)
	}
	slices.Sort(have)
	slices.Sort(want)
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
}

// TestTheNoticeIsWholeInEachLanguage writes it with an operator and without.
func TestTheNoticeIsWholeInEachLanguage(t *testing.T) {
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"BOATHOUSE_OPERATOR": "the rowing club", "BOATHOUSE_CONTACT": "crew@boathouse.example", "BOATHOUSE_DB": filepath.Join(t.TempDir(), "none.db")}
	all := typed(t, env, "", "legal")
	if all.code != 0 || strings.Count(all.out, "the rowing club") != len(lang.Tags()) {
		t.Errorf("in all languages: %d, %s", all.code, all.err)
	}
	for _, tag := range lang.Tags() {
		l, one := words.For(tag), typed(t, env, "", "legal", "-language", tag)
		if one.code != 0 || !strings.Contains(all.out, one.out) {
			t.Errorf("%s isn't in the whole: %+v", tag, one)
		}
		for _, text := range []string{l.Say(lang.LegalDraft), l.Say(lang.LegalCan), "the rowing club", "crew@boathouse.example"} {
			if !strings.Contains(one.out, text) {
				t.Errorf("%s lacks %q", tag, text)
			}
		}
		for _, r := range stored() {
			if !l.Has(lang.LegalOf(r.kind)) || !strings.Contains(one.out, l.Say(lang.LegalOf(r.kind))) || strings.Count(one.out, "`"+r.column+"`") != 1 {
				t.Errorf("%s: %s, of the kind %q, isn't told once", tag, r.column, r.kind)
			}
		}
		if strings.Contains(one.out, "{") || strings.Contains(one.out, "legal.") {
			t.Errorf("%s has a hole:\n%s", tag, one.out)
		}
	}
	nobody := typed(t, map[string]string{}, "", "legal", "-language", "en")
	if !strings.Contains(nobody.out, "[missing: set `BOATHOUSE_OPERATOR`]") || !strings.Contains(nobody.out, "[missing: set `BOATHOUSE_CONTACT`]") {
		t.Errorf("without an operator:\n%s", nobody.out)
	}
	if wrong := typed(t, env, "", "legal", "-language", "la"); wrong.code != 2 {
		t.Errorf("in Latin: %+v", wrong)
	}
}
