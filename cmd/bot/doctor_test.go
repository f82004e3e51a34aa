package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/google/go-cmp/cmp"
)

// consulted is what doctor finds of Discord, and its exit code.
func consulted(t *testing.T, env map[string]string) (token, permissions diagnosis, code int) {
	t.Helper()
	env["BOATHOUSE_DB"] = filepath.Join(t.TempDir(), "boathouse.db")
	got := typed(t, env, "", "doctor")
	for line := range strings.Lines(got.out) {
		var d diagnosis
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		switch d.Check {
		case "token":
			token = d
		case "permissions":
			if permissions.Check != "" {
				t.Errorf("twice: %s", got.out)
			}
			permissions = d
		}
	}
	return token, permissions, got.code
}

// TestDoctorNamesWhatTheBotMayNotDo, and asks Discord without doing anything.
func TestDoctorNamesWhatTheBotMayNotDo(t *testing.T) {
	t.Chdir(t.TempDir())
	const send, threads, administrator = 1 << 11, 1 << 38, 1 << 3
	for name, c := range map[string]struct {
		permissions uint64
		guild       string // "": every server; "its": the one it is in
		want        diagnosis
	}{
		"all":              {0, "", diagnosis{"permissions", true, "Boat club (ID)"}},
		"all, one server":  {0, "its", diagnosis{"permissions", true, "Boat club (ID)"}},
		"two missing":      {discordsim.DefaultPermissions &^ (send | threads), "its", diagnosis{"permissions", false, "Boat club (ID): the bot's role lacks Send Messages, Send Messages in Threads"}},
		"an administrator": {administrator, "", diagnosis{"permissions", true, "Boat club (ID)"}},
		"another server":   {0, "1", diagnosis{"permissions", false, "BOATHOUSE_GUILD: the bot isn't in server 1, but in Boat club (ID)"}},
	} {
		t.Run(name, func(t *testing.T) {
			sim, err := startChecked(t.Context(), discordsim.Options{Permissions: c.permissions})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = sim.Close() }()
			hello := sim.Handshake()
			env := map[string]string{"DISCORD_API": hello.REST, "DISCORD_TOKEN": hello.Token, "BOATHOUSE_GUILD": strings.Replace(c.guild, "its", hello.Guild.String(), 1)}
			token, permissions, code := consulted(t, env)
			c.want.Why = strings.ReplaceAll(c.want.Why, "ID)", hello.Guild.String()+")")
			if diff := cmp.Diff([]diagnosis{{"token", true, "Simulated bot"}, c.want}, []diagnosis{token, permissions}); diff != "" {
				t.Error(diff)
			}
			if (code == 0) != c.want.OK {
				t.Error("code", code)
			}
			for _, sent := range sim.Wire().SentByBot() {
				if sent.Method != "GET" {
					t.Errorf("%s %s", sent.Method, sent.Path)
				}
			}
			for _, v := range sim.Violations() {
				t.Errorf("%s %s: %s", v.Method, v.Path, v.Detail)
			}
		})
	}
}

func TestDoctorSaysWhatItCouldNotCheck(t *testing.T) {
	t.Parallel() // Discord is called for seconds
	for name, c := range map[string]struct {
		env                map[string]string
		token, permissions string
	}{
		"no token":   {map[string]string{}, "DISCORD_TOKEN is missing", "not checked without DISCORD_TOKEN"},
		"no Discord": {map[string]string{"DISCORD_TOKEN": someToken, "DISCORD_API": "http://" + freePort(t) + "/api"}, "Discord can't be reached", "not checked"},
	} {
		token, permissions, code := consulted(t, c.env)
		if token.OK || permissions.OK || code != 1 || !strings.Contains(token.Why, c.token) || !strings.Contains(permissions.Why, c.permissions) {
			t.Errorf("%s: %+v %+v, code %d", name, token, permissions, code)
		}
	}
}

// examined is what doctor finds of a file, and its exit code; the file and what is beside it must be as they were.
func examined(t *testing.T, path string) (found map[string]diagnosis, code int) {
	t.Helper()
	t.Chdir(t.TempDir())
	before := collected(t, filepath.Dir(path))
	got := typed(t, map[string]string{"BOATHOUSE_DB": path}, "", "doctor")
	found = make(map[string]diagnosis)
	for line := range strings.Lines(got.out) {
		var d diagnosis
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		found[d.Check] = d
	}
	after := collected(t, filepath.Dir(path))
	for name, content := range before {
		if !bytes.Equal(content, after[name]) {
			t.Errorf("%s was changed", name)
		}
	}
	return found, got.code
}

// TestDoctorLeavesABrokenOffWrite to the next start, and says so.
func TestDoctorLeavesABrokenOffWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "half.db")
	tell(t, playedFile(t, 1), "VACUUM INTO '"+path+"'")
	halfChanged(t, path)
	found, code := examined(t, path)
	if d := found["file"]; d.OK || code != exitRetry || !strings.Contains(d.Why, "next start of the bot rolls it back") {
		t.Errorf("%+v, code %d", d, code)
	}
	for _, command := range []string{"export", "backup"} {
		args := map[string][]string{"backup": {filepath.Join(t.TempDir(), "copy.db")}}[command]
		if got := typed(t, map[string]string{"BOATHOUSE_DB": path}, "", append([]string{command}, args...)...); got.code != exitRetry {
			t.Errorf("%s: %+v", command, got)
		}
	}
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if found, _ := examined(t, path); !found["file"].OK {
		t.Errorf("after a start: %+v", found["file"])
	}
}

// TestDoctorSaysWhoElseMayReadTheFile, and leaves it so.
func TestDoctorSaysWhoElseMayReadTheFile(t *testing.T) {
	path := playedFile(t, 1)
	if found, _ := examined(t, path); !found["mode"].OK {
		t.Errorf("%+v", found["mode"])
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	found, code := examined(t, path)
	if d := found["mode"]; d.OK || code != 1 || !strings.Contains(d.Why, "mode 644") {
		t.Errorf("%+v, code %d", d, code)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("doctor made it %v (%v)", info.Mode(), err)
	}
}

func TestDoctorNamesThePlaceOfAFinding(t *testing.T) {
	for want, w := range map[string]storage.Finding{
		"debt-changed table abcdefgh hand 3 again 1 server 1001 number 17": {
			Code: storage.DebtChanged, Table: "abcdefgh", Hand: sitting.HandKey{Hand: 3, Again: 1}, Server: "1001", Seq: 17},
		"head-changed table abcdefgh number 40: channel": {Code: storage.HeadChanged, Table: "abcdefgh", Seq: 40, Detail: "channel"},
		"schema-changed: trigger events_stay is missing": {Code: storage.SchemaChanged, Detail: "trigger events_stay is missing"},
	} {
		if got := placed(&w); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
