package sqlite_test

import (
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// ended has people play hands at tables of their own until one brings something, and returns it.
func (p *party) ended(server sitting.Server, dice *rand.Rand, who ...string) table.Batch {
	p.Helper()
	for n := 0; ; n++ {
		p.keys++
		var people []sitting.Person
		for _, name := range who {
			people = append(people, p.who[name])
		}
		id := "hand" + strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(p.keys))
		b := wholeHand(p, sitting.Head{Table: sitting.ID(id), Server: server, Channel: sitting.Channel(fmt.Sprint(4000 + p.keys))}, people, dice, time.Now())
		b.Key = fmt.Sprint(firstKey + p.keys)
		add(p, p.db, b)
		for _, d := range b.Ended.Debts {
			if d.Pips > 4 {
				return b
			}
		}
	}
}

// tabs has somebody ask a house for something of a tab.
func (p *party) tabs(who string, id table.ProposalID, do tab.Request) table.ProposalID {
	p.Helper()
	p.keys++
	house := table.New(table.Options{Store: p.db, Poster: noPosts{}, Seeds: p.seeds, Habits: p.db, Tabs: p.db})
	reply, err := house.Tab(p.Context(), table.TabCommand{Key: fmt.Sprint(firstKey + p.keys), Proposal: id, By: p.who[who], Manager: true, Do: do})
	is(p, err, nil)
	return reply.ID
}

func (p *party) asksFor(who, with string, c tab.Change, note string) table.ProposalID {
	p.Helper()
	return p.tabs(who, "", tab.Propose{Tab: pub, Where: "2001", Change: c, With: p.who[with], Note: note})
}

// waits lets so much time go by that anybody may be asked again.
func (p *party) waits() {
	p.Helper()
	is(p, p.db.DropAsks(p.Context(), time.Now().Add(time.Hour)), nil)
}

// agreed is a closed file in which all was done that can be done to a tab, and the names of some
// proposals in it.
func agreed(t *testing.T) (path string, ids map[string]table.ProposalID) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "agreed.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	is(t, err, nil)
	p, dice := newParty(t, db), rand.New(rand.NewPCG(5, 5))
	for p.owes("ann", "bob") < 5 && p.owes("bob", "ann") < 5 {
		p.ended(pub, dice, "ann", "bob")
	}
	voided := p.ended(pub, dice, "bob", "dee")
	p.ended("1002", dice, "ann", "bob")
	last := p.ended(pub, dice, "cy", "ann")
	debtor, creditor := "ann", "bob"
	if p.owes("bob", "ann") > 0 {
		debtor, creditor = creditor, debtor
	}
	ids = map[string]table.ProposalID{"settled": p.asksFor(debtor, creditor, tab.Settle{Pips: 2}, "for the coffee")}
	p.tabs(creditor, ids["settled"], tab.Confirm{})
	undone := p.asksFor(creditor, debtor, tab.Undo{From: tab.Settlement{Proposal: string(ids["settled"])}}, "never paid")
	p.tabs(debtor, undone, tab.Confirm{})
	ids["settled"] = p.asksFor(creditor, debtor, tab.Settle{Pips: 3}, "")
	p.tabs(debtor, ids["settled"], tab.Confirm{})
	ids["forgiven"] = p.asksFor(creditor, debtor, tab.Forgive{Pips: 1}, "it's your birthday")
	ids["refused"] = p.asksFor(debtor, creditor, tab.Settle{Pips: 1}, "no")
	p.tabs(creditor, ids["refused"], tab.Decline{})
	p.waits()
	p.tabs(debtor, p.asksFor(debtor, creditor, tab.Settle{All: true}, ""), tab.Decline{})
	p.waits()
	ids["voided"] = p.tabs("ann", "", tab.Propose{Tab: pub, Where: "2001", Change: tab.Void{Hand: handOf(&voided)}, Note: "wrong rules"})
	is(t, db.Erase(t.Context(), p.who["cy"]), nil)
	ids["let go"] = p.asksFor("ann", "cy", tab.LetGo{}, "gone")
	ids["open"] = p.tabs("ann", "", tab.Propose{Tab: "1002", Where: "2001", Change: tab.Settle{Pips: 1}, With: p.who["bob"], Note: "still open"})
	log, err := db.Proposal(t.Context(), ids["settled"])
	is(t, err, nil)
	is(t, db.ProposalPosted(t.Context(), []int64{log.Owed[0].ID}, ids["settled"], 0, table.Refs{Table: "1500", TablePosted: start}), nil)
	if p.owes(debtor, creditor) < 2 || last.Ended.Debts == nil {
		t.Fatal("nobody owes anything: the test shows nothing")
	}
	is(t, db.Close(), nil)
	return path, ids
}

// tabRows are the tables that a tab is made of, with which of their rows belong to it.
var tabRows = map[string]string{ //nolint:gochecknoglobals // a constant
	"tables": "sort = 1", "events": "table_id IN (SELECT id FROM tables WHERE sort = 1)", "texts": "table_id IN (SELECT id FROM tables WHERE sort = 1)",
	"entries": "1", "tabs": "1", "balances": "1", "quarters": "1", "facts": "1", "outbox": "table_id IN (SELECT id FROM tables WHERE sort = 1)",
	"keys": "table_name IN (SELECT name FROM tables WHERE sort = 1)", "refs": "table_id IN (SELECT id FROM tables WHERE sort = 1)",
}

// edits counts what was done to a file and what was not noticed.
type edits struct {
	*testing.T
	path   string
	whole  []byte
	forges bool // each change is one that a file takes
	made   int
	missed []string
}

// try changes the file, looks whether that is noticed, and puts it back.
func (e *edits) try(name string, changes ...string) {
	e.Helper()
	is(e, os.WriteFile(e.path, e.whole, 0o600), nil)
	db := raw(e, e.path)
	triggers, err := column(e, db, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
	is(e, err, nil)
	drops, err := column(e, db, "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'")
	is(e, err, nil)
	for _, query := range append([]string{"PRAGMA synchronous = 0", "PRAGMA foreign_keys = 0", "PRAGMA ignore_check_constraints = 1"}, drops...) {
		_, err := db.ExecContext(e.Context(), query)
		is(e, err, nil)
	}
	changed := false
	for _, query := range changes {
		if query == rechained {
			is(e, sqlite.Rechain(e.Context(), db), nil)
			continue
		}
		done, err := db.ExecContext(e.Context(), query)
		if err != nil && !e.forges {
			_ = db.Close()
			return // the file itself refuses it
		}
		if err != nil {
			e.Fatalf("%s: %s: %v", name, query, err)
		}
		n, err := done.RowsAffected()
		is(e, err, nil)
		changed = changed || n > 0
	}
	for _, query := range triggers {
		_, err := db.ExecContext(e.Context(), query)
		is(e, err, nil)
	}
	is(e, db.Close(), nil)
	if !changed {
		e.Errorf("%s changes nothing", name)
	}
	if e.made++; !isNoticed(e, e.path) {
		e.missed = append(e.missed, name)
	}
}

// rows are the keys of some rows of a table: all, or the first, the last and one between them.
func (e *edits) rows(db *sql.DB, of string, most int) []string {
	e.Helper()
	keys, err := column(e, db, "SELECT group_concat(quote(name) || ' ') FROM pragma_table_info('"+of+"') WHERE pk > 0")
	is(e, err, nil)
	var terms []string
	for _, name := range strings.Fields(strings.NewReplacer("'", "", ",", "").Replace(keys[0])) {
		terms = append(terms, "'"+name+" = ' || quote("+name+")")
	}
	rows, err := column(e, db, "SELECT "+strings.Join(terms, " || ' AND ' || ")+" FROM "+of+" WHERE "+tabRows[of]+" ORDER BY 1")
	is(e, err, nil)
	if len(rows) == 0 {
		e.Fatalf("%s has no row: the test shows nothing", of)
	}
	for len(rows) > most {
		at := 1 + len(rows)/2%(len(rows)-1)
		rows = slices.Delete(rows, at, at+1)
	}
	return rows
}

// TestEveryEditOfATabIsNoticed changes each column of each table that a tab is made of, in each row, and
// takes out, doubles and swaps rows.
func TestEveryEditOfATabIsNoticed(t *testing.T) {
	path, _ := agreed(t)
	mustBeWhole(t, path)
	whole, err := os.ReadFile(path)
	is(t, err, nil)
	e := &edits{T: t, path: copied(t, path), whole: whole}
	most := underRace(t, 3, 1)
	if os.Getenv("BOATHOUSE_LONG") != "" {
		most = 1000
	}
	db, proven := raw(t, path), provenColumns()
	proven["tables"] = append(proven["tables"], "wake") // of a proposal it is
	for _, of := range slices.Sorted(maps.Keys(tabRows)) {
		all := strings.Join(func() (names []string) {
			names, err := column(t, db, "SELECT name FROM pragma_table_info('"+of+"') ORDER BY cid")
			is(t, err, nil)
			return names
		}(), ", ")
		rows := e.rows(db, of, most)
		for _, row := range rows {
			for _, name := range proven[of] {
				e.try(fmt.Sprintf("%s of %s %s", name, of, row), fmt.Sprintf(`UPDATE %s SET %s = CASE typeof(%[2]s) WHEN 'integer' THEN %[2]s + 1000003
					WHEN 'text' THEN %[2]s || 'x' WHEN 'blob' THEN CAST(%[2]s || x'00' AS BLOB) ELSE x'00' END WHERE %s`, of, name, row))
			}
			if of != "texts" { // which may be erased
				e.try(fmt.Sprintf("%s without %s", of, row), fmt.Sprintf("DELETE FROM %s WHERE %s", of, row))
			}
			for _, key := range strings.Split(strings.NewReplacer(" AND ", "\n").Replace(row), "\n") {
				name, _, _ := strings.Cut(key, " ")
				twice := strings.Replace(", "+all+",", ", "+name+",", fmt.Sprintf(", CASE typeof(%s) WHEN 'integer' THEN %[1]s + 1000003 ELSE %[1]s || 'x' END,", name), 1)
				e.try(fmt.Sprintf("%s with %s twice", of, row), fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %[1]s WHERE %[4]s", of, all, strings.Trim(twice, ", "), row))
			}
		}
		for i := range len(rows) - 1 { // all but the keys
			var sets []string
			keys := rows[i]
			for _, name := range strings.Split(all, ", ") {
				if !strings.Contains(" "+keys, " "+name+" =") {
					sets = append(sets, fmt.Sprintf("%s = (SELECT %[1]s FROM other)", name))
				}
			}
			if len(sets) == 0 || of == "balances" || of == "quarters" {
				continue
			}
			e.try(fmt.Sprintf("%s with %s for %s", of, rows[i+1], rows[i]), fmt.Sprintf("CREATE TEMP TABLE other AS SELECT * FROM %s WHERE %s", of, rows[i+1]),
				fmt.Sprintf("UPDATE %s SET %s WHERE %s", of, strings.Join(sets, ", "), rows[i]))
		}
	}
	e.report()
}

func (e *edits) report() {
	e.Helper()
	e.Logf("%d edits", e.made)
	for _, name := range e.missed {
		e.Errorf("not noticed: %s", name)
	}
	e.missed = nil
	if e.try("the words erased", "DELETE FROM texts WHERE "+tabRows["texts"]); len(e.missed) != 1 {
		e.Error("what may be erased is taken for an edit")
	}
}

// summed stands in a list of changes for balances that are made to fit the entries.
const summed = `UPDATE balances SET pips = 0; INSERT INTO balances (server, person, other, pips)
	SELECT server, person, other, sum(pips) FROM entries WHERE true GROUP BY 1, 2, 3 ON CONFLICT DO UPDATE SET pips = excluded.pips`

// TestAForgedTabIsNoticed changes what was agreed to as somebody might who has an interest in it, with every
// chain and every sum made to fit.
func TestAForgedTabIsNoticed(t *testing.T) {
	path, ids := agreed(t)
	whole, err := os.ReadFile(path)
	is(t, err, nil)
	e := &edits{T: t, path: copied(t, path), whole: whole, forges: true}
	of := func(text string) string { // settled, refused, … stand for the rows of proposals
		for name, id := range ids {
			text = strings.ReplaceAll(text, "{"+name+"}", "(SELECT id FROM tables WHERE name = '"+string(id)+"')")
			text = strings.ReplaceAll(text, "<"+name+">", "'"+string(id)+"'")
		}
		return text
	}
	paid := of("kind = 'settlement' AND ref = <settled>")
	brings := func(id string) string { // entries as if it had been agreed to
		return of("INSERT INTO entries SELECT server, seq + 1000, at, layout, kind, table_id, hand, again, <" + id + ">, person, other, pips, prev, hash FROM entries WHERE " + paid)
	}
	for name, changes := range map[string][]string{
		"more paid":                        {"UPDATE entries SET pips = 2 * pips WHERE " + paid},
		"paid the other way round":         {"UPDATE entries SET pips = -pips WHERE " + paid},
		"paid by somebody else":            {"UPDATE entries SET person = replace(person, min(person, other), 'pzed'), other = replace(other, min(person, other), 'pzed') WHERE " + paid},
		"paid by who is there":             {of("UPDATE entries SET (person, other) = (SELECT person, other FROM entries h WHERE h.kind = 'hand' AND h.server = '1001' AND h.person NOT IN (entries.person, entries.other) AND sign(h.pips) = sign(entries.pips)) WHERE ") + paid},
		"paid in another server":           {"UPDATE entries SET server = '1002', seq = seq + 1000 WHERE " + paid},
		"paid at another time":             {"UPDATE entries SET at = at + 1 WHERE " + paid},
		"paid for something else":          {of("UPDATE entries SET ref = <refused> WHERE ") + paid},
		"paid, and not forgiven":           {"UPDATE entries SET kind = 'settlement' WHERE kind = 'forgiveness'"},
		"paid, and not let go":             {"UPDATE entries SET kind = 'settlement' WHERE kind = 'write-off'"},
		"won, and not paid":                {"UPDATE entries SET kind = 'hand', ref = '', hand = 1, table_id = 1 WHERE " + paid},
		"never paid":                       {"DELETE FROM entries WHERE " + paid},
		"paid twice":                       {brings("settled")},
		"paid before it was undone":        {"UPDATE entries SET seq = 5000 - seq WHERE kind = 'settlement' AND server = '1001'"},
		"forgiven by who owes":             {"UPDATE entries SET person = other, other = person WHERE kind = 'forgiveness'"},
		"forgiven more":                    {"UPDATE entries SET pips = 3 * pips WHERE kind = 'forgiveness'", of("UPDATE events SET body = CAST(replace(body, '\"pips\":1', '\"pips\":3') AS BLOB) WHERE table_id = {forgiven}")},
		"let go of less":                   {"UPDATE entries SET pips = sign(pips) WHERE kind = 'write-off'"},
		"never undone":                     {"DELETE FROM entries WHERE kind = 'reversal'"},
		"undone once more":                 {"INSERT INTO entries SELECT server, seq + 1000, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash FROM entries WHERE kind = 'reversal'"},
		"undone of another":                {"UPDATE entries SET ref = CAST(ref AS INTEGER) + 2 WHERE kind = 'reversal'"},
		"agreed to by who asked":           {of("UPDATE events SET body = (SELECT CAST(json_object('by', json_extract(CAST(body AS TEXT), '$.by')) AS BLOB) FROM events WHERE table_id = {settled} AND seq = 1) WHERE table_id = {settled} AND seq = 2")},
		"agreed to by somebody else":       {of("UPDATE events SET body = CAST(json_object('by', 'pzed') AS BLOB) WHERE table_id = {settled} AND seq = 2")},
		"asked by the other":               {of("UPDATE events SET body = CAST(json_set(CAST(body AS TEXT), '$.by', json_extract(CAST(body AS TEXT), '$.with'), '$.with', json_extract(CAST(body AS TEXT), '$.by')) AS BLOB) WHERE table_id = {settled} AND seq = 1")},
		"a no for a yes":                   {of("UPDATE events SET kind = 'refused' WHERE table_id = {settled} AND seq = 2")},
		"a yes for a no":                   {of("UPDATE events SET kind = 'agreed' WHERE table_id = {refused} AND seq = 2")},
		"a yes for a no, and paid":         {of("UPDATE events SET kind = 'agreed' WHERE table_id = {refused} AND seq = 2"), brings("refused")},
		"a yes taken away":                 {of("DELETE FROM events WHERE table_id = {settled} AND seq = 2"), of("UPDATE tables SET seq = 1 WHERE id = {settled}")},
		"a yes taken away, with what came": {of("DELETE FROM events WHERE table_id = {settled} AND seq = 2"), renumbered, "DELETE FROM entries WHERE " + paid, of("UPDATE tables SET seq = 1, open = 1, moved = (SELECT at FROM events WHERE table_id = {settled} AND seq = 1), wake = (SELECT json_extract(CAST(body AS TEXT), '$.until') FROM events WHERE table_id = {settled} AND seq = 1) WHERE id = {settled}"), of("DELETE FROM keys WHERE table_name = <settled> AND from_seq = 1")},
		"a yes that nobody said":           {of("INSERT INTO events (id, table_id, seq, at, kind, body, text_hash, ties, prev, hash) SELECT (SELECT max(id) + 1 FROM events), table_id, 2, at + 1, 'agreed', CAST(json_object('by', json_extract(CAST(body AS TEXT), '$.with')) AS BLOB), NULL, NULL, hash, hash FROM events WHERE table_id = {open} AND seq = 1"), of("UPDATE tables SET seq = 2, open = 0, wake = 0, moved = moved + 1 WHERE id = {open}")},
		"a yes that nobody said, and paid": {of("INSERT INTO events (id, table_id, seq, at, kind, body, text_hash, ties, prev, hash) SELECT (SELECT max(id) + 1 FROM events), table_id, 2, at + 1, 'agreed', CAST(json_object('by', json_extract(CAST(body AS TEXT), '$.with')) AS BLOB), NULL, NULL, hash, hash FROM events WHERE table_id = {open} AND seq = 1"), of("UPDATE tables SET seq = 2, open = 0, wake = 0, moved = moved + 1 WHERE id = {open}"), "INSERT INTO entries SELECT '1002', seq + 1000, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash FROM entries WHERE kind = 'forgiveness'", of("UPDATE entries SET kind = 'settlement', ref = <open>, at = (SELECT moved FROM tables WHERE id = {open}) WHERE seq > 1000")},
		"open once more":                   {of("UPDATE tables SET open = 1, wake = (SELECT json_extract(CAST(body AS TEXT), '$.until') FROM events WHERE table_id = {refused} AND seq = 1) WHERE id = {refused}")},
		"of another two":                   {of("UPDATE tables SET low = 'pzed' WHERE id = {settled}")},
		"of another server":                {of("UPDATE tables SET server = '1002' WHERE id = {settled}")},
		"of another server, all of it":     {of("UPDATE events SET body = CAST(json_set(CAST(body AS TEXT), '$.tab', '1002') AS BLOB) WHERE table_id = {settled} AND seq = 1"), of("UPDATE tables SET server = '1002' WHERE id = {settled}")},
		"a note of another":                {of("UPDATE texts SET author = (SELECT author FROM texts WHERE table_id = {let go}) WHERE table_id = {voided}"), of("UPDATE texts SET author = 'pzed' WHERE table_id = {voided}")},
		"a note moved":                     {of("UPDATE texts SET table_id = {settled} WHERE table_id = {voided}")},
		"notes of two swapped":             {of("UPDATE texts SET body = CASE body WHEN 'no' THEN 'still open' ELSE 'no' END WHERE table_id IN ({refused}, {open})")},
		"a proposal gone":                  {of("DELETE FROM keys WHERE table_name = <refused>"), of("DELETE FROM outbox WHERE table_id = {refused}"), of("DELETE FROM texts WHERE table_id = {refused}"), of("DELETE FROM events WHERE table_id = {refused}"), renumbered, of("DELETE FROM tables WHERE name = <refused>")},
		"the tab's end cut off":            {"DELETE FROM entries WHERE server = '1001' AND seq > (SELECT max(seq) - 2 FROM entries WHERE server = '1001')"},
		"all that was agreed to cut off":   {"DELETE FROM entries WHERE kind <> 'hand'"},
		"the newest events cut off":        {"DELETE FROM texts WHERE (table_id, seq) IN (SELECT table_id, seq FROM events WHERE id > (SELECT max(id) - 2 FROM events))", "DELETE FROM events WHERE id > (SELECT max(id) - 2 FROM events)", "UPDATE tables SET seq = (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = tables.id)"},
	} {
		e.try(name, append(append(changes, rechained), strings.Split(summed, "; ")...)...)
	}
	e.report()
}

// renumbered stands in a list of changes for events that are numbered through again.
const renumbered = "UPDATE events SET id = (SELECT n FROM (SELECT id AS was, row_number() OVER (ORDER BY id) AS n FROM events) WHERE was = events.id)"
