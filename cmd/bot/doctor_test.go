package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
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
			sim, err := discordsim.Start(t.Context(), discordsim.Options{Permissions: c.permissions, OpenAPI: os.Getenv("DISCORD_OPENAPI")})
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
