package sqlstore

import (
	"database/sql"
	"reflect"
)

// statements are all that is ever said to change a store, each prepared once from the
// text beside it.
type statements struct {
	// Tables and what happened.
	AddKey        *Statement `sql:"INSERT INTO keys (key, table_name, from_seq, to_seq, owed, tab_head, tied) VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT (key) DO NOTHING"`
	FindKey       *Statement `sql:"SELECT table_name, from_seq, to_seq, owed, tab_head FROM keys WHERE key = ?"`
	AddTable      *Statement `sql:"INSERT INTO tables (id, name, server, channel, open, seq, wake, opener) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM tables), ?, ?, ?, ?, 0, 0, ?) RETURNING id"`
	MoveTable     *Statement `sql:"UPDATE tables SET seq = ?, moved = ?, wake = ?, waits = ?, posts = posts + ? WHERE id = ?"`
	AddProposal   *Statement `sql:"INSERT INTO tables (id, name, server, channel, open, seq, wake, opener, sort, low, high) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM tables), ?, ?, '', ?, 0, 0, '', 1, ?, ?) RETURNING id"`
	Between       *Statement `sql:"SELECT 1 WHERE EXISTS (SELECT 1 FROM tables WHERE server = ?1 AND low = ?2 AND high = ?3 AND open = 1 AND sort = 1 AND name <> ?4) OR EXISTS (SELECT 1 FROM entries WHERE server = ?1 AND person = ?2 AND other = ?3 AND seq > ?5)"`
	AreThere      *Statement `sql:"SELECT count(*) FROM people WHERE person IN (?, ?)"`
	OpenTable     *Statement `sql:"UPDATE tables SET open = ? WHERE id = ?"`
	OwnTables     *Statement `sql:"SELECT count(*), coalesce(string_agg(channel, ' ' ORDER BY id), '') FROM tables WHERE opener = ? AND open = 1 AND id <> ? AND channel <> ''"`
	ServerTables  *Statement `sql:"SELECT count(*) FROM tables WHERE server = ? AND open = 1 AND id <> ? AND sort = 0"`
	AddEvent      *Statement `sql:"INSERT INTO events (id, table_id, seq, at, kind, body, text_hash, ties, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"`
	AddText       *Statement `sql:"INSERT INTO texts (table_id, seq, author, salt, body) VALUES (?, ?, ?, ?, ?)"`
	SetCheckpoint *Statement `sql:"INSERT INTO checkpoints (table_id, seq, hand, texts, body, sum) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, hand = excluded.hand, texts = excluded.texts, body = excluded.body, sum = excluded.sum"`

	// What is owed.
	AddPost  *Statement `sql:"INSERT INTO outbox (id, table_id, kind, hand, seq, to_channel, to_person) VALUES (?, ?, ?, ?, ?, ?, ?)"`
	DropPost *Statement `sql:"DELETE FROM outbox WHERE id = ? AND table_id = ?"`
	SetRefs  *Statement `sql:"INSERT INTO refs (table_id, body, done) SELECT ?1, CASE WHEN EXISTS (SELECT 1 FROM absences a JOIN tables t ON t.server = a.server WHERE t.id = ?1 AND gone = 1) THEN '{}' ELSE ?2 END, ?3 WHERE true ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, done = refs.done + excluded.done"`

	// What was lost with channels.
	FindLoss    *Statement `sql:"SELECT at, body FROM losses WHERE table_id = ?"`
	SetLoss     *Statement `sql:"INSERT INTO losses (table_id, at, body) VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET at = excluded.at, body = excluded.body"`
	DropLosses  *Statement `sql:"DELETE FROM losses WHERE at <= ?"`
	LoseChannel *Statement `sql:"UPDATE tables SET channel_gone = 1 WHERE channel = ? AND channel_gone = 0"`

	// Who has left a server.
	AddDeparture         *Statement `sql:"INSERT INTO departures (server, person, since, untold) SELECT ?1, person, ?3, ?3 FROM people WHERE person = ?2 ON CONFLICT (server, person) DO UPDATE SET since = excluded.since WHERE departures.since = 0"`
	EndDeparture         *Statement `sql:"UPDATE departures SET since = 0 WHERE server = ? AND person = ?"`
	DropDeparture        *Statement `sql:"DELETE FROM departures WHERE server = ? AND person = ? AND since = 0"`
	DropDepartures       *Statement `sql:"DELETE FROM departures WHERE person = ?"`
	DropServerDepartures *Statement `sql:"DELETE FROM departures WHERE server = ?"`
	IsAway               *Statement `sql:"SELECT 1 FROM departures WHERE server = ? AND person = ? AND since = ?"`

	// The tab.
	AddEntry    *Statement `sql:"INSERT INTO entries (server, seq, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"`
	LastEntry   *Statement `sql:"SELECT seq, hash FROM entries WHERE server = ? ORDER BY seq DESC LIMIT 1"`
	MoveTab     *Statement `sql:"INSERT INTO tabs (server, entries) VALUES (?, ?) ON CONFLICT (server) DO UPDATE SET entries = excluded.entries"`
	AddBalance  *Statement `sql:"INSERT INTO balances (server, person, other, pips, hands) VALUES (?, ?, ?, ?, ?) ON CONFLICT (server, person, other) DO UPDATE SET pips = balances.pips + excluded.pips, hands = balances.hands + excluded.hands"`
	OpenQuarter *Statement `sql:"INSERT INTO quarters SELECT ?1, ?2, ?3, 0, 0, 0, 0, coalesce(sum(all_pips), 0), coalesce(sum(all_hands), 0), coalesce(sum(all_wins), 0), coalesce(sum(all_rummies), 0) FROM (SELECT * FROM quarters WHERE server = ?1 AND person = ?2 AND start < ?3 ORDER BY start DESC LIMIT 1) before WHERE true ON CONFLICT DO NOTHING"`
	AddQuarter  *Statement `sql:"UPDATE quarters SET pips = pips + CASE start WHEN ?3 THEN ?4 ELSE 0 END, hands = hands + CASE start WHEN ?3 THEN ?5 ELSE 0 END, wins = wins + CASE start WHEN ?3 THEN ?6 ELSE 0 END, rummies = rummies + CASE start WHEN ?3 THEN ?7 ELSE 0 END, all_pips = all_pips + ?4, all_hands = all_hands + ?5, all_wins = all_wins + ?6, all_rummies = all_rummies + ?7 WHERE server = ?1 AND person = ?2 AND start >= ?3"`
	DropQuarter *Statement `sql:"DELETE FROM quarters WHERE server = ? AND person = ? AND start = ? AND (pips, hands, wins, rummies) = (0, 0, 0, 0)"`
	FindFacts   *Statement `sql:"SELECT person, kind, about, body FROM facts WHERE server = ? AND start = ? AND person IN (?, ?, ?, ?, ?, ?) AND kind IN (0, 1, 2) AND about IN ('', ?, ?, ?, ?, ?, ?, ?)"`
	SetFact     *Statement `sql:"INSERT INTO facts (person, server, start, kind, about, weight, since, body) SELECT person, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM people WHERE person = ?1 ON CONFLICT (person, server, kind, about, start) DO UPDATE SET weight = excluded.weight, since = excluded.since, body = excluded.body"`
	PieceFacts  *Statement `sql:"SELECT kind, about, weight, since, body FROM facts WHERE person = ? AND server = ? AND kind IN (0, 1, 2) AND start = ?"`
	DropFact    *Statement `sql:"DELETE FROM facts WHERE person = ? AND server = ? AND start = ? AND kind = ? AND about = ?"`
	DropFacts   *Statement `sql:"DELETE FROM facts WHERE person = ?"`
	FindEntry   *Statement `sql:"SELECT at, kind FROM entries WHERE server = ? AND seq = ?"`
	AddPlay     *Statement `sql:"INSERT INTO plays (person, event, server, alone, won, rummy, pips, against, apart) SELECT person, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 FROM people WHERE person = ?1"`
	DropSide    *Statement `sql:"DELETE FROM balances WHERE server = ?1 AND person = ?2 AND other = ?3 AND pips = 0 AND hands = 0 AND NOT EXISTS (SELECT 1 FROM entries WHERE server = ?1 AND person = ?2 AND other = ?3)"`

	// What people ask each other.
	AddAsk      *Statement `sql:"INSERT INTO asks (owner, seq, asked, asker, kind, at, answer, ended) SELECT ?1, ?2, a.person, b.person, ?5, ?6, ?7, ?8 FROM people a, people b WHERE a.person = ?3 AND b.person = ?4 ON CONFLICT DO NOTHING"`
	EndAsk      *Statement `sql:"UPDATE asks SET answer = ?, ended = ? WHERE owner = ? AND seq = ? AND asked = ?"`
	DropOldAsks *Statement `sql:"DELETE FROM asks WHERE at < ?"`
	DropAsks    *Statement `sql:"DELETE FROM asks WHERE asker = ?1 OR asked = ?1"`
	AskedLast   *Statement `sql:"SELECT coalesce(max(CASE WHEN answer IN (0, 1) AND kind NOT IN (2, 6) AND (kind = 7) = (?3 = 7) THEN at END), 0), coalesce(max(CASE WHEN answer = 2 AND kind = ?3 THEN ended END), 0) FROM asks WHERE asker = ?1 AND asked = ?2"`
	OpenAsks    *Statement `sql:"SELECT (SELECT count(*) FROM asks WHERE asker = ?1 AND answer = 0 AND kind NOT IN (2, 6) AND at > ?3), (SELECT count(*) FROM asks WHERE asked = ?2 AND answer = 0 AND kind NOT IN (2, 6, 7) AND at > ?3)"`

	// People.
	FindPerson   *Statement `sql:"SELECT \"user\", salt FROM people WHERE person = ?"`
	SaltPerson   *Statement `sql:"UPDATE people SET salt = ? WHERE person = ? AND salt IS NULL"`
	SetPerson    *Statement `sql:"INSERT INTO people (person, \"user\") VALUES (?, ?) ON CONFLICT (\"user\") DO UPDATE SET \"user\" = excluded.\"user\" RETURNING person"`
	SetLang      *Statement `sql:"UPDATE people SET lang = ?1 WHERE person = ?2 AND lang <> ?1"`
	SetPrefs     *Statement `sql:"UPDATE people SET prefs = ?1, lang = CASE ?2 WHEN '' THEN lang ELSE ?2 END WHERE person = ?3 AND prefs = ?4"`
	DropPerson   *Statement `sql:"DELETE FROM people WHERE person = ?"`
	DropPlays    *Statement `sql:"DELETE FROM plays WHERE person = ?"`
	SetName      *Statement `sql:"INSERT INTO names (person, server, name) VALUES (?, ?, ?) ON CONFLICT (person, server) DO UPDATE SET name = excluded.name"`
	DropNames    *Statement `sql:"DELETE FROM names WHERE person = ?"`
	DropTexts    *Statement `sql:"DELETE FROM texts WHERE author = ?"`
	DropText     *Statement `sql:"DELETE FROM texts WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND seq = ?"`
	SetQuiet     *Statement `sql:"INSERT INTO quiet (person, start, stop, zone) VALUES (?, ?, ?, ?) ON CONFLICT (person) DO UPDATE SET start = excluded.start, stop = excluded.stop, zone = excluded.zone"`
	DropQuiet    *Statement `sql:"DELETE FROM quiet WHERE person = ?"`
	SetWatch     *Statement `sql:"INSERT INTO watches (server, person) SELECT ?, person FROM people WHERE person = ? ON CONFLICT DO NOTHING"`
	DropWatch    *Statement `sql:"DELETE FROM watches WHERE server = ? AND person = ?"`
	DropWatches  *Statement `sql:"DELETE FROM watches WHERE person = ?"`
	TellWatch    *Statement `sql:"UPDATE watches SET told = ? WHERE server = ? AND person = ?"`
	HoldManners  *Statement `sql:"INSERT INTO servers (server, body) VALUES (?, '{}') ON CONFLICT (server) DO UPDATE SET body = servers.body RETURNING body"`
	SetManners   *Statement `sql:"INSERT INTO servers (server, body) VALUES (?, ?) ON CONFLICT (server) DO UPDATE SET body = excluded.body"`
	HoldCalendar *Statement `sql:"INSERT INTO calendars (server, body, wake) VALUES (?, '{}', 0) ON CONFLICT (server) DO UPDATE SET body = calendars.body RETURNING body"`
	SetCalendar  *Statement `sql:"INSERT INTO calendars (server, body, wake) VALUES (?, ?, ?) ON CONFLICT (server) DO UPDATE SET body = excluded.body, wake = excluded.wake"`
	WakeSeason   *Statement `sql:"UPDATE calendars SET wake = ? WHERE server = ?"`
	EndSeason    *Statement `sql:"INSERT INTO seasons (server, start, stop, channel, post, message) VALUES (?, ?, ?, ?, ?, '') ON CONFLICT DO NOTHING"`
	PostSeason   *Statement `sql:"UPDATE seasons SET post = 0, message = ? WHERE server = ? AND post = ?"`
	Rouse        *Statement `sql:"UPDATE tables SET wake = 1 WHERE wake <> 0 AND id IN (SELECT id FROM tables WHERE open = 1 AND waits = ? UNION ALL SELECT id FROM tables WHERE open = 1 AND waits IS NULL)"` // to storage.Woken

	// What is to be drawn again, and what was shared.
	AddRedraw         *Statement `sql:"INSERT INTO redraws (id, server, channel, message, owner, kind, hand, start, seq, lang, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (channel, message) DO UPDATE SET id = excluded.id, owner = excluded.owner, kind = excluded.kind, hand = excluded.hand, start = excluded.start, seq = excluded.seq, lang = excluded.lang, since = excluded.since"`
	DropRedraw        *Statement `sql:"DELETE FROM redraws WHERE id = ?"`
	DropOldRedraws    *Statement `sql:"DELETE FROM redraws WHERE since < ?"`
	DropServerRedraws *Statement `sql:"DELETE FROM redraws WHERE server = ?"`
	AddShare          *Statement `sql:"INSERT INTO shares (person, server, channel, message, lang, at) SELECT person, ?2, ?3, ?4, ?5, ?6 FROM people WHERE person = ?1 ON CONFLICT DO NOTHING"`
	DropShare         *Statement `sql:"DELETE FROM shares WHERE message = ?"`
	DropShares        *Statement `sql:"DELETE FROM shares WHERE person = ?"`
	DropServerShares  *Statement `sql:"DELETE FROM shares WHERE server = ?"`

	// What isn't kept for ever.
	AddAbsence        *Statement `sql:"INSERT INTO absences (server, since, gone) VALUES (?, ?, 0) ON CONFLICT DO NOTHING"`
	DropAbsence       *Statement `sql:"DELETE FROM absences WHERE server = ?"`
	LeaveServer       *Statement `sql:"INSERT INTO absences (server, since, gone) VALUES (?, ?, 1) ON CONFLICT (server) DO UPDATE SET gone = 1, since = excluded.since WHERE absences.gone = 0"`
	DropServerNames   *Statement `sql:"DELETE FROM names WHERE server = ?"`
	DropServerTexts   *Statement `sql:"DELETE FROM texts WHERE author <> '' AND table_id IN (SELECT id FROM tables WHERE server = ? AND (channel <> '' OR sort = 1))"`
	DropServerRefs    *Statement `sql:"UPDATE refs SET body = '{}' WHERE body <> '{}' AND table_id IN (SELECT id FROM tables WHERE server = ?)"`
	DropServerWatches *Statement `sql:"DELETE FROM watches WHERE server = ?"`
	DropManners       *Statement `sql:"DELETE FROM servers WHERE server = ?"`
	DropCalendar      *Statement `sql:"DELETE FROM calendars WHERE server = ?"`
	DropSeasonPosts   *Statement `sql:"UPDATE seasons SET channel = '', post = 0, message = '' WHERE server = ? AND (channel <> '' OR post <> 0 OR message <> '')"`
	DropKey           *Statement `sql:"DELETE FROM keys WHERE key = ?"`
	LetGo             *Statement `sql:"UPDATE letgo SET event = ?1 WHERE event < ?1"`

	// The store.
	CountOpening *Statement `sql:"UPDATE openings SET count = count + 1 RETURNING count"`
	Opening      *Statement `sql:"UPDATE openings SET count = count RETURNING one, count"` // so that nobody else sums up meanwhile
	Secrets      *Statement `sql:"SELECT name, value FROM secrets ORDER BY name"`
	SetSum       *Statement `sql:"UPDATE openings SET sum = ?"`
	Secret       *Statement `sql:"INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = secrets.value RETURNING value"`
	SetSecret    *Statement `sql:"INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"`
	SetSession   *Statement `sql:"INSERT INTO session (one, body) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET body = excluded.body"`
	Beat         *Statement `sql:"INSERT INTO pulse (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"`
	AddOutage    *Statement `sql:"INSERT INTO outages (start, stop) VALUES (?, ?) ON CONFLICT (start) DO UPDATE SET stop = CASE WHEN outages.stop > excluded.stop THEN outages.stop ELSE excluded.stop END"`
	DropOutages  *Statement `sql:"DELETE FROM outages WHERE stop < (SELECT coalesce(min(moved), ?1) FROM tables WHERE id IN (SELECT id FROM tables WHERE open = 1 AND waits >= '' UNION ALL SELECT id FROM tables WHERE open = 1 AND waits IS NULL) AND wake <> 0) - ?2"`
}

// questions are what is asked often enough to be prepared once, each from the text
// beside it.
type questions struct {
	Spared      *sql.Stmt `sql:"SELECT a.asked FROM asks a JOIN tables t ON t.id = a.owner WHERE t.name = ?1 AND a.seq = ?2 AND EXISTS (SELECT 1 FROM asks b WHERE b.asker = a.asker AND b.asked = a.asked AND b.kind <> 7 AND NOT (b.owner = a.owner AND b.seq = a.seq) AND b.at <= a.at AND (b.answer IN (0, 1) AND b.at > a.at - ?3 OR b.answer = 2 AND b.kind = a.kind AND b.ended > a.at - ?4))"`
	FindKey     *sql.Stmt `sql:"SELECT table_name, from_seq, to_seq, owed, tab_head FROM keys WHERE key = ?"`
	FindTable   *sql.Stmt `sql:"SELECT name, server, channel, open, channel_gone FROM tables WHERE name = ? AND sort = 0"`
	FindChannel *sql.Stmt `sql:"SELECT name, server, channel, open FROM tables WHERE channel = ? AND id < coalesce((SELECT id FROM tables WHERE name = ?), 9223372036854775807) ORDER BY id DESC LIMIT 1"`
	FindOwn     *sql.Stmt `sql:"SELECT name, server, channel, open FROM tables WHERE opener = ? AND channel = '' ORDER BY id DESC LIMIT 1"`
	Events      *sql.Stmt `sql:"SELECT at, kind, e.body, coalesce(t.body, '') FROM events e LEFT JOIN texts t USING (table_id, seq) WHERE e.table_id = (SELECT id FROM tables WHERE name = ?) AND e.seq > ? ORDER BY e.seq"`
	Checkpoint  *sql.Stmt `sql:"SELECT c.seq, c.hand, c.texts, c.body, c.sum, e.hash FROM tables t JOIN checkpoints c ON c.table_id = t.id JOIN events e ON e.table_id = t.id AND e.seq = c.seq WHERE t.name = ?"`
	Texts       *sql.Stmt `sql:"SELECT seq, body FROM texts WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND seq BETWEEN ? AND ?"`
	Owed        *sql.Stmt `sql:"SELECT id, kind, hand, seq, to_channel, to_person FROM outbox WHERE table_id = (SELECT id FROM tables WHERE name = ?) ORDER BY id"`
	Refs        *sql.Stmt `sql:"SELECT body FROM refs WHERE table_id = (SELECT id FROM tables WHERE name = ?)"`
	Heads       *sql.Stmt `sql:"SELECT hand, again, hash FROM entries WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND hand >= ? ORDER BY seq"`
	PersonOf    *sql.Stmt `sql:"SELECT person FROM people WHERE \"user\" = ?"`
	Known       *sql.Stmt `sql:"SELECT \"user\", coalesce(name, '') FROM people p LEFT JOIN names n ON n.person = p.person AND server = ? WHERE p.person = ?"`
	Named       *sql.Stmt `sql:"SELECT p.person, coalesce(name, '') FROM people p LEFT JOIN names n ON n.person = p.person AND server = ? WHERE \"user\" = ?"`
	Kept        *sql.Stmt `sql:"SELECT lang, prefs FROM people WHERE person = ?"`
	Plays       *sql.Stmt `sql:"SELECT alone, apart, won, rummy, pips, against FROM plays WHERE person = ?1 AND (alone = 1 OR server = ?2) ORDER BY event"`
	Scores      *sql.Stmt `sql:"WITH RECURSIVE all_of(person) AS (SELECT min(person) FROM quarters WHERE server = ?1 UNION ALL SELECT (SELECT min(person) FROM quarters WHERE server = ?1 AND person > a.person) FROM all_of a WHERE a.person IS NOT NULL) SELECT p.person, n.all_pips - coalesce(o.all_pips, 0), n.all_hands - coalesce(o.all_hands, 0), n.all_wins - coalesce(o.all_wins, 0), n.all_rummies - coalesce(o.all_rummies, 0) FROM all_of p CROSS JOIN quarters n LEFT JOIN quarters o ON o.server = ?1 AND o.person = p.person AND o.start = (SELECT max(start) FROM quarters WHERE server = ?1 AND person = p.person AND start < ?2) WHERE n.server = ?1 AND n.person = p.person AND n.start = (SELECT max(start) FROM quarters WHERE server = ?1 AND person = p.person AND start < ?3)"`
	Score       *sql.Stmt `sql:"SELECT n.all_pips - coalesce(o.all_pips, 0), n.all_hands - coalesce(o.all_hands, 0), n.all_wins - coalesce(o.all_wins, 0), n.all_rummies - coalesce(o.all_rummies, 0) FROM quarters n LEFT JOIN quarters o ON o.server = ?1 AND o.person = ?2 AND o.start = (SELECT max(start) FROM quarters WHERE server = ?1 AND person = ?2 AND start < ?3) WHERE n.server = ?1 AND n.person = ?2 AND n.start = (SELECT max(start) FROM quarters WHERE server = ?1 AND person = ?2 AND start < ?4)"`
	HandFacts   *sql.Stmt `sql:"SELECT kind, about, body FROM facts WHERE person = ? AND server = ? AND kind = 0 AND about = '' AND start >= ? AND start < ? ORDER BY start"`
	MostFacts   *sql.Stmt `sql:"WITH around (about) AS (SELECT about FROM facts WHERE person = ?1 AND server = ?2 AND kind = ?3 AND start >= ?4 AND start < ?6 UNION SELECT about FROM facts WHERE person = ?1 AND server = ?2 AND kind = ?3 AND start > ?6 AND start < ?5), first (about) AS (SELECT about FROM facts WHERE person = ?1 AND server = ?2 AND kind = ?3 AND start = ?6 AND about NOT IN (SELECT about FROM around) ORDER BY weight DESC, since LIMIT 1) SELECT kind, about, body FROM facts WHERE person = ?1 AND server = ?2 AND kind = ?3 AND about IN (SELECT about FROM around UNION ALL SELECT about FROM first) AND +start >= ?4 AND +start < ?5 ORDER BY +start"`
	Begins      *sql.Stmt `sql:"SELECT at FROM entries WHERE server = ? AND seq = 1"`
	Calendar    *sql.Stmt `sql:"SELECT body FROM calendars WHERE server = ?"`
	LastSeason  *sql.Stmt `sql:"SELECT start, stop FROM seasons WHERE server = ? ORDER BY stop DESC LIMIT 1"`
	Secret      *sql.Stmt `sql:"SELECT value FROM secrets WHERE name = ?"`
	Turns       *sql.Stmt `sql:"SELECT name, server, channel, coalesce(r.body, '{}') FROM tables t LEFT JOIN refs r ON r.table_id = t.id WHERE channel <> '' AND id IN (SELECT id FROM tables WHERE open = 1 AND waits = ? UNION ALL SELECT id FROM tables WHERE open = 1 AND waits IS NULL) ORDER BY +t.id"`
	Quiet       *sql.Stmt `sql:"SELECT start, stop, zone FROM quiet WHERE person = ?"`
	Departure   *sql.Stmt `sql:"SELECT since, untold FROM departures WHERE server = ? AND person = ?"`
	Watches     *sql.Stmt `sql:"SELECT count(*) FROM watches WHERE server = ? AND person = ?"`
	Watchers    *sql.Stmt `sql:"SELECT person FROM watches WHERE server = ? AND (told <= ? OR told = ?) ORDER BY told, person LIMIT ?"`
	Manners     *sql.Stmt `sql:"SELECT body FROM servers WHERE server = ?"`
	Newest      *sql.Stmt `sql:"SELECT name FROM tables WHERE server = ? AND channel <> '' ORDER BY id DESC LIMIT 1"`
	Pulse       *sql.Stmt `sql:"SELECT at FROM pulse"`

	// What is proposed, and on what it is decided: how a tab stands between two, what a hand or a proposal brought,
	// and which of that was undone.
	FindProposal *sql.Stmt `sql:"SELECT server FROM tables WHERE name = ? AND sort = 1"`
	Owes         *sql.Stmt `sql:"SELECT coalesce((SELECT entries FROM tabs WHERE server = ?1), 0), coalesce((SELECT pips FROM balances WHERE server = ?1 AND person = ?2 AND other = ?3), 0), ?3 <> '' AND NOT EXISTS (SELECT 1 FROM people WHERE person = ?3), coalesce((SELECT since FROM departures WHERE server = ?1 AND person = ?3), 0)"`
	IsPending    *sql.Stmt `sql:"SELECT EXISTS (SELECT 1 FROM tables WHERE server = ? AND low = ? AND high = ? AND open = 1 AND sort = 1)"`
}

// PrepareAll prepares each field of a struct from the text in its tag.
func PrepareAll[S any](fields any, prepare func(query string) (S, error)) error {
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
