package world

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// TestAStateOfBeforeThereWereServersIsOpened: one whose lines say of the one server, its people and the
// bot's permissions what earlier simulators wrote.
func TestAStateOfBeforeThereWereServersIsOpened(t *testing.T) {
	const old = `{"k":"settled","v":{"application":"1","name":"Bot","bot":"1","bot_token":"b","guild":"2","guild_name":"Boat club","guild_locale":"de","community":true,"bot_role":"3","owner":"4","channel":"6","permissions":%d,"high":"9","commands":"0","signing_seed":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="%s}}
{"k":"person","id":"1","v":{"id":"1","name":"Bot","token":"b","locale":"en-US","bot":true,"joined":"2026-01-01T00:00:00Z"}}
{"k":"person","id":"4","v":{"id":"4","name":"Ada","token":"a","locale":"en-US","joined":"2026-01-01T00:00:00Z"}}
{"k":"person","id":"5","v":{"id":"5","name":"Ben","token":"c","locale":"nl","joined":"2026-01-01T00:00:00Z","closed":true}}
{"k":"channel","id":"6","v":{"id":"6","type":0,"name":"general","bot_permissions":1024}}
{"k":"channel","id":"7","v":{"id":"7","type":1,"recipient":"5"}}
`
	for _, removed := range []bool{false, true} {
		more := ""
		if removed {
			more = `,"removed":true`
		}
		path := filepath.Join(t.TempDir(), "discord.state")
		if err := os.WriteFile(path, fmt.Appendf(nil, old, rules.DefaultPermissions, more), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time as it was written anew
			w := open(t, path, func(*State, Event) {})
			w.Look(func(s *State) {
				home, bot, ben, room := s.Server(s.Home), s.Account(1), s.Account(5), s.channels[6]
				if home == nil || home.Name != "Boat club" || home.Owner != 4 || !home.Community || s.IsMember(bot, home.ID) == removed {
					t.Fatalf("%+v", home)
				}
				if has := s.PermissionsOf(bot, room); !removed && has != rules.PermViewChannel || removed && has != 0 {
					t.Errorf("the bot may %d", has)
				}
				if s.PermissionsOf(ben, room)&rules.PermSendMessages == 0 || s.PermissionsOf(ben, s.channels[7]) == 0 || s.takesDirect(bot, ben) {
					t.Error("what Ben may is other than it was")
				}
			})
			if err := w.Close(func() {}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
