package sqlite_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// rechained stands in a list of changes where every chain is made to hold again.
const rechained = "(rechained)"

// found is everything that is wrong with a file, without the details.
func found(tb testing.TB, path string) []storage.Finding {
	tb.Helper()
	r, err := sqlite.OpenReadOnly(tb.Context(), path)
	is(tb, err, nil)
	defer func() { is(tb, r.Close(), nil) }()
	f, err := r.Check(tb.Context())
	is(tb, err, nil)
	return f.Wrong
}

// copied is a file of its own with the same content.
func copied(tb testing.TB, path string) string {
	tb.Helper()
	content, err := os.ReadFile(path)
	is(tb, err, nil)
	to := filepath.Join(tb.TempDir(), "copy.db")
	is(tb, os.WriteFile(to, content, 0o600), nil)
	return to
}

// TestEditsAreFoundAndPlaced changes a file of real games as somebody might who
// has an interest in it, with the guards put back and, where that is said, with
// every hash made to fit: each change is found, and named with its place.
func TestEditsAreFoundAndPlaced(t *testing.T) {
	path := gamesAnd(t, func(*party) {})
	if wrong := found(t, path); len(wrong) > 0 {
		t.Fatalf("untouched: %+v", wrong)
	}
	names, err := column(t, raw(t, path), "SELECT name FROM tables ORDER BY id")
	is(t, err, nil)
	one, two := sitting.ID(names[0]), sitting.ID(names[1])
	fresh, later := sitting.HandKey{Hand: 1}, sitting.HandKey{Hand: 2}
	const first, second = "1001", "1002"
	cases := map[string]struct {
		changes []string
		want    storage.Finding // without the parts that differ from run to run
	}{
		"the whole tab":           {[]string{"DELETE FROM entries", "DELETE FROM tabs"}, storage.Finding{Code: storage.DebtMissing, Table: one, Hand: fresh, Server: first}},
		"a tab's end":             {[]string{"DELETE FROM entries WHERE server = '1002'", "DELETE FROM tabs WHERE server = '1002'"}, storage.Finding{Code: storage.DebtMissing, Hand: fresh, Server: second}},
		"a debt off the end":      {[]string{"DELETE FROM entries WHERE server = '1001' AND seq > (SELECT max(seq) - 2 FROM entries WHERE server = '1001')", rechained}, storage.Finding{Code: storage.DebtMissing, Table: one, Hand: sitting.HandKey{Hand: 2}, Server: first}},
		"a debt from the middle":  {[]string{"DELETE FROM entries WHERE table_id = 1 AND hand = 2", rechained}, storage.Finding{Code: storage.DebtMissing, Table: one, Hand: later, Server: first}},
		"debts times 100":         {[]string{"UPDATE entries SET pips = 100 * pips WHERE table_id = 1 AND hand = 2", rechained}, storage.Finding{Code: storage.DebtChanged, Table: one, Hand: later, Server: first}},
		"a debt turned round":     {[]string{"UPDATE entries SET pips = -pips WHERE table_id = 1 AND hand = 2", rechained}, storage.Finding{Code: storage.DebtChanged, Table: one, Hand: later, Server: first}},
		"a debt of another":       {[]string{"UPDATE entries SET person = replace(person, (SELECT person FROM people WHERE user = '700'), (SELECT person FROM people WHERE user = '703')), other = replace(other, (SELECT person FROM people WHERE user = '700'), (SELECT person FROM people WHERE user = '703')) WHERE table_id = 1 AND hand = 2", rechained}, storage.Finding{Code: storage.DebtChanged, Table: one, Hand: later, Server: first}},
		"a debt of another time":  {[]string{"UPDATE entries SET at = at + 1 WHERE table_id = 1 AND hand = 2", rechained}, storage.Finding{Code: storage.DebtChanged, Table: one, Hand: later, Server: first}},
		"a debt in another tab":   {[]string{"UPDATE entries SET server = '1002', seq = seq + 100 WHERE table_id = 1 AND hand = 2", rechained}, storage.Finding{Code: storage.DebtMissing, Table: one, Hand: later, Server: first}},
		"a debt more":             {[]string{"INSERT INTO entries SELECT server, seq + 100, at, layout, kind, table_id, 7, 0, ref, person, other, pips, prev, hash FROM entries WHERE table_id = 1 AND hand = 2", rechained}, storage.Finding{Code: storage.DebtExtra, Table: one, Hand: sitting.HandKey{Hand: 7}, Server: first}},
		"debts in another order":  {[]string{"UPDATE entries SET seq = 1000 - seq WHERE server = '1001'", rechained}, storage.Finding{Code: storage.DebtChanged, Table: one, Hand: fresh, Server: first}},
		"a debt of no hand":       {[]string{"INSERT INTO entries SELECT server, seq + 100, at, layout, 'settlement', NULL, 0, 0, 's1', person, other, pips, prev, hash FROM entries WHERE table_id = 1 AND hand = 2", rechained}, storage.Finding{Code: storage.DebtExtra, Server: first}},
		"a debt of an old layout": {[]string{"UPDATE entries SET layout = 1 WHERE server = '1001'", rechained}, storage.Finding{Code: storage.TabRewritten, Server: first}},
		"a balance":               {[]string{"UPDATE balances SET pips = pips + 1 WHERE server = '1001' AND person = (SELECT person FROM people WHERE user = '700')"}, storage.Finding{Code: storage.BalanceChanged, Server: first}},
		"a balance gone":          {[]string{"DELETE FROM balances WHERE server = '1002'"}, storage.Finding{Code: storage.BalanceChanged, Server: second}},
		"hands of two":            {[]string{"UPDATE balances SET hands = hands + 1 WHERE server = '1001'"}, storage.Finding{Code: storage.BalanceChanged, Server: first}},
		"hands of two others":     {[]string{"INSERT INTO balances VALUES ('1003', 'pyan', 'pzed', 0, 1)"}, storage.Finding{Code: storage.BalanceChanged, Server: "1003"}},
		"a balance more":          {[]string{"INSERT INTO balances VALUES ('1002', 'pyan', 'pzed', 0, 0)"}, storage.Finding{Code: storage.BalanceChanged, Server: second}},
		"a quarter's pips":        {[]string{"UPDATE quarters SET pips = pips + 1 WHERE server = '1001'"}, storage.Finding{Code: storage.QuarterChanged, Server: first}},
		"a quarter's hands":       {[]string{"UPDATE quarters SET hands = hands + 1 WHERE server = '1001'"}, storage.Finding{Code: storage.QuarterChanged, Server: first}},
		"a quarter's wins":        {[]string{"UPDATE quarters SET wins = wins + 1 WHERE server = '1002'"}, storage.Finding{Code: storage.QuarterChanged, Server: second}},
		"a quarter's rummies":     {[]string{"UPDATE quarters SET rummies = rummies + 1 WHERE server = '1002'"}, storage.Finding{Code: storage.QuarterChanged, Server: second}},
		"a quarter earlier":       {[]string{"UPDATE quarters SET start = start - 900000 WHERE server = '1001'"}, storage.Finding{Code: storage.QuarterChanged, Server: first}},
		"a quarter gone":          {[]string{"DELETE FROM quarters WHERE server = '1001'"}, storage.Finding{Code: storage.QuarterChanged, Server: first}},
		"a quarter more":          {[]string{"INSERT INTO quarters VALUES ('1003', 'pyan', 900000, 0, 1, 1, 0, 0, 1, 1, 0)"}, storage.Finding{Code: storage.QuarterChanged, Server: "1003"}},
		"a quarter of nothing":    {[]string{"INSERT INTO quarters VALUES ('1003', 'pyan', 900000, 0, 0, 0, 0, 0, 0, 0, 0)"}, storage.Finding{Code: storage.QuarterChanged, Server: "1003"}},
		"all pips so far":         {[]string{"UPDATE quarters SET all_pips = all_pips + 1 WHERE server = '1001'"}, storage.Finding{Code: storage.QuarterChanged, Server: first}},
		"all hands so far":        {[]string{"UPDATE quarters SET all_hands = all_hands + 1 WHERE server = '1002'"}, storage.Finding{Code: storage.QuarterChanged, Server: second}},
		"hands of two swapped":    {[]string{"UPDATE quarters SET wins = 1 - wins WHERE server = '1002'"}, storage.Finding{Code: storage.QuarterChanged, Server: second}},
		"a record's pips":         {[]string{"UPDATE plays SET pips = pips + 1 WHERE person = (SELECT person FROM people WHERE user = '700')"}, storage.Finding{Code: storage.PlayChanged}},
		"a record's win":          {[]string{"UPDATE plays SET won = 1 - won, rummy = 0 WHERE event = (SELECT min(event) FROM plays)"}, storage.Finding{Code: storage.PlayChanged}},
		"a record's end":          {[]string{"UPDATE plays SET apart = 1 - apart, won = 0, rummy = 0 WHERE event = (SELECT min(event) FROM plays)"}, storage.Finding{Code: storage.PlayChanged}},
		"a record's company":      {[]string{"UPDATE plays SET alone = 1 - alone WHERE event = (SELECT min(event) FROM plays)"}, storage.Finding{Code: storage.PlayChanged}},
		"a record's opponents":    {[]string{"UPDATE plays SET against = 'hard' WHERE event = (SELECT min(event) FROM plays)"}, storage.Finding{Code: storage.PlayChanged}},
		"a record's server":       {[]string{"UPDATE plays SET server = '1002' WHERE server = '1001'"}, storage.Finding{Code: storage.PlayChanged}},
		"a record's order":        {[]string{"UPDATE plays SET event = event + 1"}, storage.Finding{Code: storage.PlayChanged}},
		"a hand off a record":     {[]string{"DELETE FROM plays WHERE event = (SELECT min(event) FROM plays)"}, storage.Finding{Code: storage.PlayChanged}},
		"a hand more":             {[]string{"INSERT INTO plays SELECT person, event + 1, server, alone, 1, 1, 500, against, 0 FROM plays LIMIT 1"}, storage.Finding{Code: storage.PlayChanged}},
		"a hand that was turned":  {[]string{"INSERT INTO plays SELECT p.person, (SELECT min(id) FROM events WHERE table_id = 1 AND id > p.event AND instr(body, 'won ')), '1001', 0, 1, 0, 9, '', 0 FROM plays p ORDER BY event LIMIT 1"}, storage.Finding{Code: storage.PlayChanged}},
		"records of two swapped":  {[]string{"CREATE TEMP TABLE swapped AS SELECT * FROM plays WHERE event = (SELECT min(event) FROM plays)", "DELETE FROM plays WHERE event = (SELECT event FROM swapped)", "INSERT INTO plays SELECT (SELECT person FROM swapped t WHERE t.person <> s.person), event, server, alone, won, rummy, pips, against, apart FROM swapped s"}, storage.Finding{Code: storage.PlayChanged}},
		"two people swapped":      {[]string{"UPDATE people SET user = 'x' WHERE user = '700'", "UPDATE people SET user = '700' WHERE user = '701'", "UPDATE people SET user = '701' WHERE user = 'x'"}, storage.Finding{Code: storage.PersonChanged, Table: one, Seq: 1}},
		"two people's salts too":  {[]string{"CREATE TEMP TABLE swapped AS SELECT user, salt FROM people WHERE user IN ('700', '701')", "UPDATE people SET user = 'x' WHERE user = '700'", "UPDATE people SET user = '700', salt = (SELECT salt FROM swapped WHERE user = '700') WHERE user = '701'", "UPDATE people SET user = '701', salt = (SELECT salt FROM swapped WHERE user = '701') WHERE user = 'x'"}, storage.Finding{Code: storage.PersonChanged, Table: one, Seq: 1}},
		"another user":            {[]string{"UPDATE people SET user = '799' WHERE user = '700'"}, storage.Finding{Code: storage.PersonChanged, Table: one, Seq: 1}},
		"a person untied":         {[]string{"UPDATE people SET salt = NULL WHERE user = '700'"}, storage.Finding{Code: storage.PersonChanged, Table: one, Seq: 1}},
		"a tie cut, rechained":    {[]string{"UPDATE events SET ties = NULL WHERE id = 1", "UPDATE people SET salt = NULL WHERE user = '700'", rechained}, storage.Finding{Code: storage.PersonUntied}},
		"the last 50 events":      {[]string{"DELETE FROM texts WHERE (table_id, seq) IN (SELECT table_id, seq FROM events WHERE id > (SELECT max(id) - 50 FROM events))", "DELETE FROM events WHERE id > (SELECT max(id) - 50 FROM events)", "UPDATE tables SET seq = (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = tables.id)"}, storage.Finding{Code: storage.ReceiptChanged}},
		"a table's last events":   {[]string{"DELETE FROM events WHERE table_id = 1 AND seq > 20", "UPDATE tables SET seq = 20 WHERE id = 1"}, storage.Finding{Code: storage.RowsMissing}},
		"the newest events alone": {[]string{"DELETE FROM events WHERE id = (SELECT max(id) FROM events)", "UPDATE tables SET seq = (SELECT coalesce(max(seq), 0) FROM events WHERE table_id = tables.id)"}, storage.Finding{Code: storage.ReceiptChanged}},
		"a table": {[]string{"DELETE FROM texts WHERE table_id = 2", "DELETE FROM entries WHERE table_id = 2", "DELETE FROM outbox WHERE table_id = 2", "DELETE FROM refs WHERE table_id = 2",
			"DELETE FROM keys WHERE table_name = (SELECT name FROM tables WHERE id = 2)", "DELETE FROM events WHERE table_id = 2", "DELETE FROM tables WHERE id = 2", rechained}, storage.Finding{Code: storage.TableMissing, Seq: 2}},
		"a table's row":             {[]string{"DELETE FROM tables WHERE id = 2"}, storage.Finding{Code: storage.TableMissing, Seq: 2}},
		"a table closed":            {[]string{"UPDATE tables SET open = 0 WHERE id = 1"}, storage.Finding{Code: storage.HeadChanged, Table: one}},
		"a table opened":            {[]string{"UPDATE tables SET open = 1 WHERE id = 2"}, storage.Finding{Code: storage.HeadChanged, Table: two}},
		"a table moved":             {[]string{"UPDATE tables SET channel = '2999' WHERE id = 1"}, storage.Finding{Code: storage.HeadChanged, Table: one}},
		"a table moved far":         {[]string{"UPDATE tables SET server = '1999' WHERE id = 1"}, storage.Finding{Code: storage.HeadChanged, Table: one}},
		"a table woken":             {[]string{"UPDATE tables SET wake = 5 WHERE id = 2"}, storage.Finding{Code: storage.HeadChanged, Table: two}},
		"a post done":               {[]string{"DELETE FROM outbox WHERE id = (SELECT max(id) FROM outbox WHERE table_id = 1)"}, storage.Finding{Code: storage.PostsMissing, Table: one}},
		"a post of another event":   {[]string{"UPDATE outbox SET seq = seq - 1 WHERE id = (SELECT max(id) FROM outbox WHERE table_id = 1)"}, storage.Finding{Code: storage.PostChanged, Table: one}},
		"a post of another kind":    {[]string{"UPDATE outbox SET kind = 4 WHERE id = (SELECT max(id) FROM outbox WHERE table_id = 1)"}, storage.Finding{Code: storage.PostChanged, Table: one}},
		"a post of another table":   {[]string{"UPDATE outbox SET table_id = 2 WHERE id = (SELECT max(id) FROM outbox WHERE table_id = 1)"}, storage.Finding{Code: storage.PostsMissing, Table: two}},
		"a post to elsewhere":       {[]string{"UPDATE outbox SET to_channel = '2999' WHERE id = (SELECT max(id) FROM outbox WHERE table_id = 1)"}, storage.Finding{Code: storage.PostChanged, Table: one}},
		"a post to one alone":       {[]string{"UPDATE outbox SET to_person = 'pyan' WHERE id = (SELECT max(id) FROM outbox WHERE table_id = 1)"}, storage.Finding{Code: storage.PostChanged, Table: one}},
		"a post more":               {[]string{"INSERT INTO outbox SELECT id + 1000, table_id, kind, hand, seq, to_channel, to_person FROM outbox WHERE table_id = 1 LIMIT 1"}, storage.Finding{Code: storage.PostsMissing, Table: one}},
		"a key gone":                {[]string{"DELETE FROM keys WHERE table_name = (SELECT name FROM tables WHERE id = 1) AND from_seq = 0"}, storage.Finding{Code: storage.ReceiptMissing, Table: one}},
		"all keys gone":             {[]string{"DELETE FROM keys"}, storage.Finding{Code: storage.ReceiptMissing, Table: one}},
		"a key renamed":             {[]string{"UPDATE keys SET key = 'x' WHERE table_name = (SELECT name FROM tables WHERE id = 1) AND from_seq = 0"}, storage.Finding{Code: storage.ReceiptChanged, Table: one}},
		"a key's batch":             {[]string{"UPDATE keys SET to_seq = to_seq + 1 WHERE table_name = (SELECT name FROM tables WHERE id = 1) AND from_seq = 0"}, storage.Finding{Code: storage.ReceiptChanged, Table: one}},
		"a key more":                {[]string{"INSERT INTO keys SELECT 'x', table_name, from_seq, to_seq, owed, tab_head, tied FROM keys LIMIT 1"}, storage.Finding{Code: storage.ReceiptChanged}},
		"a key said to be old":      {[]string{"UPDATE keys SET tied = 0 WHERE table_name = (SELECT name FROM tables WHERE id = 1) AND from_seq = 0"}, storage.Finding{Code: storage.ReceiptMissing, Table: one}},
		"another card, rechained":   {[]string{"UPDATE events SET body = CAST(replace(body, 'discarded 0', 'discarded 1') AS BLOB) WHERE id = (SELECT min(id) FROM events WHERE instr(body, 'discarded 0') AND table_id = 3)", rechained}, storage.Finding{Code: storage.CourseBroken}},
		"another result, rechained": {[]string{"UPDATE events SET body = CAST(replace(replace(replace(body, 'plain', 'x'), 'rummy', 'plain'), 'x', 'rummy') AS BLOB) WHERE id = (SELECT min(id) FROM events WHERE instr(body, 'won '))", rechained}, storage.Finding{Code: storage.CourseBroken, Table: one}},
		"another seal, rechained":   {[]string{"UPDATE events SET body = CAST(replace(body, substr(body, instr(body, 'seal') + 7, 8), 'aaaaaaaa') AS BLOB) WHERE kind = 'committed' AND table_id = 1", rechained}, storage.Finding{Code: storage.CourseBroken, Table: one, Seq: 5}},
		"another seed":              {[]string{"UPDATE texts SET body = replace(body, substr(body, 1, 8), 'aaaaaaaa') WHERE table_id = 1 AND seq = 5"}, storage.Finding{Code: storage.TextChanged, Table: one, Seq: 5}},
		"a seed gone":               {[]string{"DELETE FROM texts WHERE table_id = 1 AND seq = 5"}, storage.Finding{Code: storage.CourseBroken, Table: one}},
		"a seed not gone":           {[]string{"INSERT INTO texts SELECT 5, 4, author, salt, body FROM texts WHERE table_id = 1 AND seq = 5"}, storage.Finding{Code: storage.TextChanged, Seq: 4}},
		"another first cut":         {[]string{"UPDATE events SET body = CAST(replace(body, '\"message\":\"1', '\"message\":\"2') AS BLOB) WHERE kind = 'sealed' AND table_id = 3", rechained}, storage.Finding{Code: storage.DeckChanged}},
		"the seal of another hand":  {[]string{"UPDATE events SET body = CAST(replace(body, '\"hand\":1', '\"hand\":2') AS BLOB) WHERE kind = 'sealed' AND table_id = 3", rechained}, storage.Finding{Code: storage.CourseBroken}},
		"a hand never sealed":       {[]string{"UPDATE events SET body = CAST('{\"for\":1}' AS BLOB), kind = 'lost' WHERE kind = 'sealed' AND table_id = 3", rechained}, storage.Finding{Code: storage.CourseBroken}},
		"a joiner, rechained":       {[]string{"UPDATE events SET body = (SELECT CAST(json_object('person', person) AS BLOB) FROM people WHERE user = '703') WHERE kind = 'joined' AND table_id = 1", rechained}, storage.Finding{Code: storage.CourseBroken, Table: one}},
		"a writer of words":         {[]string{"UPDATE texts SET author = 'pzed'"}, storage.Finding{Code: storage.TextChanged, Table: one}},
		"words":                     {[]string{"UPDATE texts SET body = 'avast'"}, storage.Finding{Code: storage.TextChanged, Table: one}},
		"messages of no hand":       {[]string{"UPDATE refs SET body = replace(body, '\"SealHand\":1', '\"SealHand\":9') WHERE table_id = 1"}, storage.Finding{Code: storage.RefsChanged, Table: one}},
		"a last cut of no hand":     {[]string{"UPDATE refs SET body = json_set(body, '$.DealHand', 9) WHERE table_id = 1"}, storage.Finding{Code: storage.RefsChanged, Table: one}},
		"messages gone":             {[]string{"DELETE FROM refs WHERE table_id = 1"}, storage.Finding{Code: storage.PostsMissing, Table: one}},
		"a secret":                  {[]string{"UPDATE secrets SET value = zeroblob(32)"}, storage.Finding{Code: storage.StaysChanged}},
		"the openings":              {[]string{"UPDATE openings SET count = count + 1"}, storage.Finding{Code: storage.StaysChanged}},
		"the versions":              {[]string{"UPDATE goose_db_version SET id = id + 100 WHERE version_id = 1"}, storage.Finding{Code: storage.StaysChanged}},
		"the versions' counter":     {[]string{"UPDATE sqlite_sequence SET seq = seq + 1"}, storage.Finding{Code: storage.StaysChanged}},
		"an index gone":             {[]string{"DROP INDEX entries_of_hand"}, storage.Finding{Code: storage.SchemaChanged}},
		"an index more":             {[]string{"CREATE INDEX mine ON events (at)"}, storage.Finding{Code: storage.SchemaChanged}},
		"a table more":              {[]string{"CREATE TABLE mine (x)"}, storage.Finding{Code: storage.SchemaChanged}},
		"a column more":             {[]string{"ALTER TABLE tables ADD COLUMN mine TEXT"}, storage.Finding{Code: storage.SchemaChanged}},
	}
	sorted := slices.Sorted(maps.Keys(cases))
	for _, name := range sorted[:underRace(t, len(sorted), len(sorted)/10)] {
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			path := copied(t, path)
			tamper(t, path, c.changes...)
			mustFind(t, found(t, path), c.want)
		})
	}
	for name, change := range map[string]string{
		"a trigger gone":    "DROP TRIGGER events_stay",
		"a trigger changed": "DROP TRIGGER events_stay; CREATE TRIGGER events_stay BEFORE UPDATE ON events WHEN 0 BEGIN SELECT 1; END",
		"a trigger more":    "CREATE TRIGGER mine AFTER INSERT ON entries BEGIN DELETE FROM outbox; END",
	} {
		t.Run(name, func(t *testing.T) {
			path := copied(t, path)
			_, err := raw(t, path).ExecContext(t.Context(), change)
			is(t, err, nil)
			mustFind(t, found(t, path), storage.Finding{Code: storage.SchemaChanged})
		})
	}
}

// mustFind looks for a finding among others; what is zero in it may be anything.
func mustFind(tb testing.TB, got []storage.Finding, want storage.Finding) {
	tb.Helper()
	fits := func(w storage.Finding) bool {
		return w.Code == want.Code && (want.Table == "" || w.Table == want.Table) && (want.Hand.Hand == 0 || w.Hand == want.Hand) &&
			(want.Server == "" || w.Server == want.Server) && (want.Seq == 0 || w.Seq == want.Seq)
	}
	i := slices.IndexFunc(got, fits)
	if i < 0 {
		tb.Fatalf("no %s %+v in %+v", want.Code, want, got)
	}
	w := got[i]
	if w.Table == "" && w.Server == "" && w.Seq == 0 && w.Detail == "" {
		tb.Errorf("%s without a place", w.Code)
	}
	if strings.Contains(w.Detail, "dealt") {
		tb.Errorf("a deal is quoted: %s", w.Detail)
	}
}
