package sqlite

import (
	"database/sql"
	"reflect"
)

// statements are all that the writer ever says to the file, each prepared once from the
// text beside it.
type statements struct {
	Begin      *statement `sql:"BEGIN IMMEDIATE"`
	Commit     *statement `sql:"COMMIT"`
	Rollback   *statement `sql:"ROLLBACK"`
	Save       *statement `sql:"SAVEPOINT job"`
	Release    *statement `sql:"RELEASE job"`
	Undo       *statement `sql:"ROLLBACK TO job"`
	Checkpoint *statement `sql:"PRAGMA wal_checkpoint(PASSIVE)"`
	Wipe       *statement `sql:"PRAGMA wal_checkpoint(TRUNCATE)"`
	Hurry      *statement `sql:"PRAGMA busy_timeout = 0"`
	Patient    *statement `sql:"PRAGMA busy_timeout = 5000"` // as busyTimeout

	// Tables and what happened.
	AddKey       *statement `sql:"INSERT INTO keys (key, table_name, from_seq, to_seq, owed, tab_head, tied) VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT (key) DO NOTHING"`
	FindKey      *statement `sql:"SELECT table_name, from_seq, to_seq, owed, tab_head FROM keys WHERE key = ?"`
	AddTable     *statement `sql:"INSERT INTO tables (name, server, channel, open, seq, wake, opener) VALUES (?, ?, ?, ?, 0, 0, ?)"`
	FindTable    *statement `sql:"SELECT id, seq, open FROM tables WHERE name = ?"`
	MoveTable    *statement `sql:"UPDATE tables SET seq = ?, moved = ?, wake = ?, waits = ?, posts = posts + ? WHERE id = ?"`
	AddProposal  *statement `sql:"INSERT INTO tables (name, server, channel, open, seq, wake, opener, sort, low, high) VALUES (?, ?, '', ?, 0, 0, '', 1, ?, ?)"`
	Between      *statement `sql:"SELECT 1 WHERE EXISTS (SELECT 1 FROM tables WHERE server = ?1 AND low = ?2 AND high = ?3 AND open = 1 AND sort = 1 AND name <> ?4) OR EXISTS (SELECT 1 FROM entries WHERE server = ?1 AND person = ?2 AND other = ?3 AND seq > ?5)"`
	AreThere     *statement `sql:"SELECT count(*) FROM people WHERE person IN (?, ?)"`
	OpenTable    *statement `sql:"UPDATE tables SET open = ? WHERE id = ?"`
	OwnTables    *statement `sql:"SELECT count(*), group_concat(channel, ' ') FROM tables WHERE opener = ? AND open = 1 AND id <> ? AND channel <> ''"`
	ServerTables *statement `sql:"SELECT count(*) FROM tables WHERE server = ? AND open = 1 AND id <> ? AND sort = 0"`
	AddEvent     *statement `sql:"INSERT INTO events (id, table_id, seq, at, kind, body, text_hash, ties, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"`
	LastEvent    *statement `sql:"SELECT (SELECT coalesce(max(id), 0) FROM events), (SELECT hash FROM events WHERE table_id = ? AND seq = ?)"`
	AddText      *statement `sql:"INSERT INTO texts (table_id, seq, author, salt, body) VALUES (?, ?, ?, ?, ?)"`

	// What is owed.
	AddPost  *statement `sql:"INSERT INTO outbox (id, table_id, kind, hand, seq, to_channel, to_person) VALUES (?, ?, ?, ?, ?, ?, ?)"`
	DropPost *statement `sql:"DELETE FROM outbox WHERE id = ? AND table_id = ?"`
	SetRefs  *statement `sql:"INSERT INTO refs (table_id, body, done) SELECT ?1, CASE WHEN EXISTS (SELECT 1 FROM absences a JOIN tables t ON t.server = a.server WHERE t.id = ?1 AND gone = 1) THEN '{}' ELSE ?2 END, ?3 WHERE true ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, done = done + excluded.done"`

	// The tab.
	AddEntry    *statement `sql:"INSERT INTO entries (server, seq, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"`
	LastEntry   *statement `sql:"SELECT seq, hash FROM entries WHERE server = ? ORDER BY seq DESC LIMIT 1"`
	MoveTab     *statement `sql:"INSERT INTO tabs (server, entries) VALUES (?, ?) ON CONFLICT (server) DO UPDATE SET entries = excluded.entries"`
	AddBalance  *statement `sql:"INSERT INTO balances (server, person, other, pips, hands) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET pips = pips + excluded.pips, hands = hands + excluded.hands"`
	OpenQuarter *statement `sql:"INSERT INTO quarters SELECT ?1, ?2, ?3, 0, 0, 0, 0, coalesce(sum(all_pips), 0), coalesce(sum(all_hands), 0), coalesce(sum(all_wins), 0), coalesce(sum(all_rummies), 0) FROM (SELECT * FROM quarters WHERE server = ?1 AND person = ?2 AND start < ?3 ORDER BY start DESC LIMIT 1) WHERE true ON CONFLICT DO NOTHING"`
	AddQuarter  *statement `sql:"UPDATE quarters SET pips = pips + iif(start = ?3, ?4, 0), hands = hands + iif(start = ?3, ?5, 0), wins = wins + iif(start = ?3, ?6, 0), rummies = rummies + iif(start = ?3, ?7, 0), all_pips = all_pips + ?4, all_hands = all_hands + ?5, all_wins = all_wins + ?6, all_rummies = all_rummies + ?7 WHERE server = ?1 AND person = ?2 AND start >= ?3"`
	FindEntry   *statement `sql:"SELECT at, kind FROM entries WHERE server = ? AND seq = ?"`
	AddPlay     *statement `sql:"INSERT INTO plays (person, event, server, alone, won, rummy, pips, against) SELECT person, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM people WHERE person = ?1"`
	DropSide    *statement `sql:"DELETE FROM balances WHERE server = ?1 AND person = ?2 AND other = ?3 AND pips = 0 AND hands = 0 AND NOT EXISTS (SELECT 1 FROM entries WHERE server = ?1 AND person = ?2 AND other = ?3)"`

	// People.
	FindPerson  *statement `sql:"SELECT user, salt FROM people WHERE person = ?"`
	SaltPerson  *statement `sql:"UPDATE people SET salt = ? WHERE person = ?"`
	SetPerson   *statement `sql:"INSERT INTO people (person, user) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET user = user RETURNING person"`
	SetLang     *statement `sql:"UPDATE people SET lang = ?1 WHERE person = ?2 AND lang <> ?1"`
	SetPrefs    *statement `sql:"UPDATE people SET prefs = ?1, lang = CASE ?2 WHEN '' THEN lang ELSE ?2 END WHERE person = ?3 AND prefs = ?4"`
	DropPerson  *statement `sql:"DELETE FROM people WHERE person = ?"`
	DropPlays   *statement `sql:"DELETE FROM plays WHERE person = ?"`
	SetName     *statement `sql:"INSERT INTO names (person, server, name) VALUES (?, ?, ?) ON CONFLICT (person, server) DO UPDATE SET name = excluded.name"`
	DropNames   *statement `sql:"DELETE FROM names WHERE person = ?"`
	DropTexts   *statement `sql:"DELETE FROM texts WHERE author = ?"`
	DropText    *statement `sql:"DELETE FROM texts WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND seq = ?"`
	SetQuiet    *statement `sql:"INSERT INTO quiet (person, start, stop, zone) VALUES (?, ?, ?, ?) ON CONFLICT (person) DO UPDATE SET start = excluded.start, stop = excluded.stop, zone = excluded.zone"`
	DropQuiet   *statement `sql:"DELETE FROM quiet WHERE person = ?"`
	SetWatch    *statement `sql:"INSERT INTO watches (server, person) SELECT ?, person FROM people WHERE person = ? ON CONFLICT DO NOTHING"`
	DropWatch   *statement `sql:"DELETE FROM watches WHERE server = ? AND person = ?"`
	DropWatches *statement `sql:"DELETE FROM watches WHERE person = ?"`
	TellWatch   *statement `sql:"UPDATE watches SET told = ? WHERE server = ? AND person = ?"`
	SetManners  *statement `sql:"INSERT INTO servers (server, body) VALUES (?, ?) ON CONFLICT (server) DO UPDATE SET body = excluded.body"`
	SetCalendar *statement `sql:"INSERT INTO calendars (server, body, wake) VALUES (?, ?, ?) ON CONFLICT (server) DO UPDATE SET body = excluded.body, wake = excluded.wake"`
	WakeSeason  *statement `sql:"UPDATE calendars SET wake = ? WHERE server = ?"`
	EndSeason   *statement `sql:"INSERT INTO seasons (server, start, stop, channel, post, message) VALUES (?, ?, ?, ?, ?, '') ON CONFLICT DO NOTHING"`
	PostSeason  *statement `sql:"UPDATE seasons SET post = 0, message = ? WHERE server = ? AND post = ?"`
	Rouse       *statement `sql:"UPDATE tables SET wake = 1 WHERE open = 1 AND wake <> 0 AND (waits = ? OR waits IS NULL)"` // to storage.Woken

	// What isn't kept for ever.
	AddAbsence        *statement `sql:"INSERT INTO absences (server, since, gone) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"`
	DropAbsence       *statement `sql:"DELETE FROM absences WHERE server = ?"`
	LeaveServer       *statement `sql:"UPDATE absences SET gone = 1 WHERE server = ?"`
	DropServerNames   *statement `sql:"DELETE FROM names WHERE server = ?"`
	DropServerTexts   *statement `sql:"DELETE FROM texts WHERE author <> '' AND table_id IN (SELECT id FROM tables WHERE server = ? AND (channel <> '' OR sort = 1))"`
	DropServerRefs    *statement `sql:"UPDATE refs SET body = '{}' WHERE body <> '{}' AND table_id IN (SELECT id FROM tables WHERE server = ?)"`
	DropServerWatches *statement `sql:"DELETE FROM watches WHERE server = ?"`
	DropManners       *statement `sql:"DELETE FROM servers WHERE server = ?"`
	DropCalendar      *statement `sql:"DELETE FROM calendars WHERE server = ?"`
	DropSeasonPosts   *statement `sql:"UPDATE seasons SET channel = '', post = 0, message = '' WHERE server = ? AND (channel <> '' OR post <> 0 OR message <> '')"`
	DropKey           *statement `sql:"DELETE FROM keys WHERE key = ?"`
	LetGo             *statement `sql:"UPDATE letgo SET event = ?"`

	// The file.
	CountOpening *statement `sql:"UPDATE openings SET count = count + 1 RETURNING count"`
	SetSum       *statement `sql:"UPDATE openings SET sum = ?"`
	Secret       *statement `sql:"INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value RETURNING value"`
	Beat         *statement `sql:"INSERT INTO pulse (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"`
	AddOutage    *statement `sql:"INSERT INTO outages (start, stop) VALUES (?, ?) ON CONFLICT (start) DO UPDATE SET stop = max(stop, excluded.stop)"`
	DropOutages  *statement `sql:"DELETE FROM outages WHERE stop < (SELECT coalesce(min(moved), ?1) FROM tables WHERE open = 1 AND wake <> 0) - ?2"`
}

// questions are what is asked often enough to be prepared once, each from the text
// beside it.
type questions struct {
	FindKey     *sql.Stmt `sql:"SELECT table_name, from_seq, to_seq, owed, tab_head FROM keys WHERE key = ?"`
	FindTable   *sql.Stmt `sql:"SELECT name, server, channel, open FROM tables WHERE name = ? AND sort = 0"`
	FindChannel *sql.Stmt `sql:"SELECT name, server, channel, open FROM tables WHERE channel = ? AND id < coalesce((SELECT id FROM tables WHERE name = ?), 9223372036854775807) ORDER BY id DESC LIMIT 1"`
	FindOwn     *sql.Stmt `sql:"SELECT name, server, channel, open FROM tables WHERE opener = ? AND channel = '' ORDER BY id DESC LIMIT 1"`
	Events      *sql.Stmt `sql:"SELECT at, kind, e.body, coalesce(t.body, '') FROM events e LEFT JOIN texts t USING (table_id, seq) WHERE e.table_id = (SELECT id FROM tables WHERE name = ?) ORDER BY e.seq"`
	Owed        *sql.Stmt `sql:"SELECT id, kind, hand, seq, to_channel, to_person FROM outbox WHERE table_id = (SELECT id FROM tables WHERE name = ?) ORDER BY id"`
	Refs        *sql.Stmt `sql:"SELECT body FROM refs WHERE table_id = (SELECT id FROM tables WHERE name = ?)"`
	Heads       *sql.Stmt `sql:"SELECT hand, again, hash FROM entries WHERE table_id = (SELECT id FROM tables WHERE name = ?) ORDER BY seq"`
	PersonOf    *sql.Stmt `sql:"SELECT person FROM people WHERE user = ?"`
	Known       *sql.Stmt `sql:"SELECT user, coalesce(name, '') FROM people p LEFT JOIN names n ON n.person = p.person AND server = ? WHERE p.person = ?"`
	Named       *sql.Stmt `sql:"SELECT p.person, coalesce(name, '') FROM people p LEFT JOIN names n ON n.person = p.person AND server = ? WHERE user = ?"`
	Kept        *sql.Stmt `sql:"SELECT lang, prefs FROM people WHERE person = ?"`
	Plays       *sql.Stmt `sql:"SELECT alone, won, rummy, pips, against FROM plays WHERE person = ?1 AND (alone = 1 OR server = ?2) ORDER BY event"`
	Scores      *sql.Stmt `sql:"WITH RECURSIVE all_of(person) AS (SELECT min(person) FROM quarters WHERE server = ?1 UNION ALL SELECT (SELECT min(person) FROM quarters WHERE server = ?1 AND person > a.person) FROM all_of a WHERE a.person IS NOT NULL) SELECT p.person, n.all_pips - coalesce(o.all_pips, 0), n.all_hands - coalesce(o.all_hands, 0), n.all_wins - coalesce(o.all_wins, 0), n.all_rummies - coalesce(o.all_rummies, 0) FROM all_of p CROSS JOIN quarters n ON n.server = ?1 AND n.person = p.person AND n.start = (SELECT max(start) FROM quarters WHERE server = ?1 AND person = p.person AND start < ?3) LEFT JOIN quarters o ON o.server = ?1 AND o.person = p.person AND o.start = (SELECT max(start) FROM quarters WHERE server = ?1 AND person = p.person AND start < ?2)"`
	Course      *sql.Stmt `sql:"SELECT coalesce((SELECT all_pips FROM quarters WHERE server = ?1 AND person = ?2 AND start < at.value ORDER BY start DESC LIMIT 1), 0) FROM json_each(?3) at ORDER BY at.key"`
	Begins      *sql.Stmt `sql:"SELECT at FROM entries WHERE server = ? AND seq = 1"`
	Calendar    *sql.Stmt `sql:"SELECT body FROM calendars WHERE server = ?"`
	LastSeason  *sql.Stmt `sql:"SELECT start, stop FROM seasons WHERE server = ? ORDER BY stop DESC LIMIT 1"`
	Secret      *sql.Stmt `sql:"SELECT value FROM secrets WHERE name = ?"`
	Turns       *sql.Stmt `sql:"SELECT name, server, channel, coalesce(r.body, '{}') FROM tables t LEFT JOIN refs r ON r.table_id = t.id WHERE open = 1 AND channel <> '' AND (waits = ? OR waits IS NULL) ORDER BY t.id"`
	Quiet       *sql.Stmt `sql:"SELECT start, stop, zone FROM quiet WHERE person = ?"`
	Watches     *sql.Stmt `sql:"SELECT count(*) FROM watches WHERE server = ? AND person = ?"`
	Watchers    *sql.Stmt `sql:"SELECT person FROM watches WHERE server = ? AND (told <= ? OR told = ?) ORDER BY told, person LIMIT ?"`
	Manners     *sql.Stmt `sql:"SELECT body FROM servers WHERE server = ?"`
	Newest      *sql.Stmt `sql:"SELECT name FROM tables WHERE server = ? AND channel <> '' ORDER BY id DESC LIMIT 1"`
	Pulse       *sql.Stmt `sql:"SELECT at FROM pulse"`

	// What is proposed, and on what it is decided: how a tab stands between two, what a hand or a proposal brought,
	// and which of that was undone.
	FindProposal *sql.Stmt `sql:"SELECT server FROM tables WHERE name = ? AND sort = 1"`
	Owes         *sql.Stmt `sql:"SELECT coalesce((SELECT entries FROM tabs WHERE server = ?1), 0), coalesce((SELECT pips FROM balances WHERE server = ?1 AND person = ?2 AND other = ?3), 0), ?3 <> '' AND NOT EXISTS (SELECT 1 FROM people WHERE person = ?3)"`
	OfHand       *sql.Stmt `sql:"SELECT seq, person, other, pips, EXISTS (SELECT 1 FROM entries u WHERE u.server = e.server AND u.ref = CAST(e.seq AS TEXT) AND u.ref <> '' AND u.kind = 'reversal') FROM entries e WHERE server = ? AND table_id = (SELECT id FROM tables WHERE name = ?) AND hand = ? AND again = ? ORDER BY +seq"`
	OfRef        *sql.Stmt `sql:"SELECT seq, person, other, pips, EXISTS (SELECT 1 FROM entries u WHERE u.server = e.server AND u.ref = CAST(e.seq AS TEXT) AND u.ref <> '' AND u.kind = 'reversal') FROM entries e WHERE server = ? AND ref = ? AND ref <> '' AND kind = ? ORDER BY +seq"`
	IsPending    *sql.Stmt `sql:"SELECT EXISTS (SELECT 1 FROM tables WHERE server = ? AND low = ? AND high = ? AND open = 1 AND sort = 1)"`
}

// prepareAll prepares each field of a struct from the text in its tag.
func prepareAll[S any](fields any, prepare func(query string) (S, error)) error {
	all := reflect.ValueOf(fields).Elem()
	for i := range all.NumField() {
		s, err := prepare(all.Type().Field(i).Tag.Get("sql"))
		if err != nil {
			return err
		}
		all.Field(i).Set(reflect.ValueOf(s))
	}
	return nil
}
