package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// A tableOf is a table of a store, with its columns and in which order its rows are
// added: each after those that it names or follows.
type tableOf struct{ name, columns, order string }

// tablesOf lists them, none before one that it names.
func tablesOf() []tableOf {
	return []tableOf{
		{"secrets", "name, value", "name"},
		{"openings", "one, count, sum", "one"},
		{"letgo", "one, event", "one"},
		{"pulse", "one, at", "one"},
		{"outages", "start, stop", "start"},
		{"people", `person, "user", salt, lang, prefs`, "person"},
		{"names", "person, server, name", "person, server"},
		{"quiet", "person, start, stop, zone", "person"},
		{"watches", "server, person, told", "server, person"},
		{"servers", "server, body", "server"},
		{"calendars", "server, body, wake", "server"},
		{"seasons", "server, start, stop, channel, post, message", "server, stop"},
		{"departures", "server, person, since, untold", "server, person"},
		{"redraws", "id, server, channel, message, owner, kind, hand, start, seq, lang, since", "id"},
		{"shares", "person, server, channel, message, lang, at", "person, message"},
		{"absences", "server, since, gone", "server"},
		{"tables", "id, name, server, channel, open, seq, wake, posts, moved, waits, opener, sort, low, high, channel_gone", "id"},
		{"events", "id, table_id, seq, at, kind, body, text_hash, prev, hash, ties", "id"},
		{"texts", "table_id, seq, author, salt, body", "table_id, seq"},
		{"keys", "key, table_name, from_seq, to_seq, owed, tab_head, tied", "key"},
		{"outbox", "id, table_id, kind, hand, seq, to_channel, to_person", "id"},
		{"refs", "table_id, body, done", "table_id"},
		{"losses", "table_id, at, body", "table_id"},
		{"asks", "owner, seq, asked, asker, kind, at, answer, ended", "owner, seq, asked"},
		{"entries", "server, seq, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash", "server, seq"},
		{"tabs", "server, entries", "server"},
		{"balances", "server, person, other, pips, hands", "server, person, other"},
		{"quarters", "server, person, start, pips, hands, wins, rummies, all_pips, all_hands, all_wins, all_rummies", "server, person, start"},
		{"plays", "person, event, server, alone, won, rummy, pips, against, apart", "person, event"},
		{"facts", "person, server, start, kind, about, weight, since, body", "person, server, kind, about, start"},
	}
}

// copiedAtOnce is how many rows are added by one statement.
const copiedAtOnce = 200

// CopyTo adds all rows of a store, as they are at one moment, to a database that has the
// same tables without any row. It returns how many there were.
func (r *Reader) CopyTo(ctx context.Context, to *sql.Tx) (rows int64, err error) {
	err = r.reading(ctx, func(from *sql.Tx) error {
		for _, t := range tablesOf() {
			n, err := t.copy(ctx, from, to)
			if err != nil {
				return fmt.Errorf("storage: copy %s: %w", t.name, err)
			}
			rows += n
		}
		return nil
	})
	return rows, err
}

// copy adds the rows of one table.
func (t *tableOf) copy(ctx context.Context, from, to *sql.Tx) (copied int64, err error) {
	columns := strings.Count(t.columns, ",") + 1
	row := make([]any, columns)
	dest := make([]any, columns)
	for i := range row {
		dest[i] = &row[i]
	}
	var values []any
	flush := func() error {
		if len(values) == 0 {
			return nil
		}
		places := "(?" + strings.Repeat(", ?", columns-1) + ")"
		query := "INSERT INTO " + t.name + " (" + t.columns + ") VALUES " + places + strings.Repeat(", "+places, len(values)/columns-1)
		_, err := to.ExecContext(ctx, query, values...)
		values = values[:0]
		return Sorted(err)
	}
	rows, err := from.QueryContext(ctx, "SELECT "+t.columns+" FROM "+t.name+" ORDER BY "+t.order)
	err = Each(rows, err, func() error {
		if err := ScanSecret(rows, dest...); err != nil {
			return err
		}
		values = append(values, row...)
		if copied++; copied%copiedAtOnce == 0 {
			return flush()
		}
		return nil
	})
	if err != nil {
		return copied, err
	}
	return copied, flush()
}

// CountRows counts the rows of a store that a bot has kept something in; 0: nobody has.
func (r *Reader) CountRows(ctx context.Context) (rows int64, err error) {
	var counts []string
	for _, t := range tablesOf() {
		if t.name != "openings" && t.name != "letgo" { // which have one row from the start
			counts = append(counts, "(SELECT count(*) FROM "+t.name+")")
		}
	}
	err = r.db.QueryRowContext(ctx, "SELECT "+strings.Join(counts, " + ")).Scan(&rows)
	return rows, Sorted(err)
}
