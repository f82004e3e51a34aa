package postgres_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

var update = flag.Bool("update", false, "write schema.json anew")

// TestTheSchemaIsWhatTheMigrationsMake compares what a check knows of it with what a server has when they were run.
func TestTheSchemaIsWhatTheMigrationsMake(t *testing.T) {
	got, err := open(t, database(t)).Schema(t.Context())
	storagetest.Is(t, err, nil)
	if *update {
		text, err := json.MarshalIndent(got, "", "\t")
		storagetest.Is(t, err, nil)
		storagetest.Is(t, os.WriteFile("schema.json", append(text, '\n'), 0o600), nil)
		return
	}
	var want map[string]string
	text, err := os.ReadFile("schema.json")
	storagetest.Is(t, err, nil)
	storagetest.Is(t, json.Unmarshal(text, &want), nil)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("go test ./storage/postgres -run TestTheSchema -update writes it anew:\n%s", diff)
	}
}

// TestWhatIsChangedInADatabaseIsFound changes a database on which people played, past its triggers, and reads it as
// `bot doctor` does: each change is found, and is none before.
func TestWhatIsChangedInADatabaseIsFound(t *testing.T) {
	t.Parallel()
	const free = "SET session_replication_role = replica; "
	for query, want := range map[string]string{
		"ALTER TABLE events DISABLE TRIGGER events_stay":         "schema-changed trigger events_stay of events was changed",
		"DROP TRIGGER entries_remain ON entries":                 "schema-changed trigger entries_remain of entries is missing",
		"DROP INDEX tables_one_open":                             "schema-changed index tables_one_open is missing",
		"ALTER TABLE names ADD COLUMN more text":                 "schema-changed column names.more is not the program's",
		"ALTER TABLE outages DROP COLUMN stop":                   "schema-changed column outages.stop is missing",
		"ALTER TABLE plays DROP COLUMN pips":                     "damaged ",
		"ALTER TABLE texts SET UNLOGGED":                         "schema-changed table texts was changed",
		"ALTER TABLE names ENABLE ROW LEVEL SECURITY":            "schema-changed table names was changed",
		"ALTER TABLE entries DROP CONSTRAINT entries_pips_check": "schema-changed constraint entries.entries_pips_check is missing",
		"ALTER TABLE names DISABLE TRIGGER ALL":                  "schema-changed trigger of a constraint of names is not the program's",
		"CREATE VIEW spy AS SELECT * FROM people":                "schema-changed relation spy is not the program's",
		"CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$": "schema-changed function append_only was changed",
		"UPDATE openings SET count = count + 1":                                        "openings-changed openings or secrets",
		"INSERT INTO secrets VALUES ('more', 'x')":                                     "openings-changed openings or secrets",
		"DELETE FROM openings":                                                         "openings-changed openings or secrets",
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, true)":       "openings-changed goose_db_version",
		"INSERT INTO line VALUES (1, 'bot', 9223372036854775807)":                      "lease-changed line",
		"INSERT INTO workers VALUES ('bot', '', 9223372036854775)":                     "lease-changed workers bot",
		"INSERT INTO heads (owner, epoch) VALUES ('oldtable', 9223372036854775807)":    "lease-changed heads oldtable",
		"INSERT INTO heads (owner, epoch, since) VALUES ('oldtable', 1, 3)":            "lease-changed heads oldtable",
		"DELETE FROM erasures":                                                         "lease-changed erasures",
		"UPDATE erasures SET count = -1":                                               "lease-changed erasures",
		"DELETE FROM budget":                                                           "lease-changed budget",
		free + "UPDATE events SET at = at + 1 WHERE id = (SELECT max(id) FROM events)": "event-changed",
		free + "DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)":        "entry-missing",
		free + "UPDATE balances SET pips = pips + 1 WHERE pips > 0":                    "balance",
		free + "UPDATE people SET \"user\" = \"user\" || '0'":                          "person",
	} {
		t.Run(query, func(t *testing.T) {
			address := database(t)
			db := open(t, address)
			var people []sitting.Person
			for _, user := range []string{"700", "701"} {
				who, err := db.Register(t.Context(), user, "2001", "Ann "+user)
				storagetest.Is(t, err, nil)
				people = append(people, who)
			}
			_, err := db.Secret(t.Context(), "custom_id")
			storagetest.Is(t, err, nil)
			at := time.Date(2027, 1, 1, 20, 0, 0, 0, time.UTC)
			e := storagetest.NewEvening(t, sitting.Head{Table: "newtable", Server: "2001", Channel: "777", Open: true}, people, 0, false, rand.New(rand.NewPCG(1, 2))) // a test's
			for hand := range 2 {
				b, _ := e.Hand(at.Add(time.Duration(hand) * time.Hour))
				b.Key = fmt.Sprint("key", hand)
				_, err := db.Append(t.Context(), b)
				storagetest.Is(t, err, nil)
			}
			storagetest.Equal(t, findings(t, address), []string(nil))
			storagetest.Is(t, db.Do(t.Context(), query), nil)
			for _, found := range findings(t, address) {
				if strings.HasPrefix(found, want) {
					return
				}
			}
			t.Errorf("want %q: %q", want, findings(t, address))
		})
	}
}

// findings reads a database as doctor does.
func findings(t *testing.T, address string) (all []string) {
	t.Helper()
	r, err := postgres.OpenReadOnly(t.Context(), address)
	storagetest.Is(t, err, nil)
	defer func() { _ = r.Close() }()
	found, err := r.Check(t.Context())
	storagetest.Is(t, err, nil)
	for _, w := range found.Wrong {
		all = append(all, w.Code.String()+" "+w.Detail)
	}
	return all
}
