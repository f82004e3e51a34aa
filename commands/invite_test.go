package commands

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render"
)

// TestWhoCantBeAskedIsNamed has the host ask by what Discord's own client would never
// send, and by what it lets through.
func TestWhoCantBeAskedIsNamed(t *testing.T) {
	t.Parallel()
	m := newMatrix(t)
	lobby := m.stages[slices.IndexFunc(m.stages, func(at stage) bool { return at.name == "lobby" })]
	m.known[ada], m.known[ben] = true, true
	many := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}
	for name, c := range map[string]struct {
		values []string
		want   string
	}{
		"ten":                          {many, "at most, so I’ve asked nobody"},
		"nobody known":                 {[]string{"77"}, "I don’t know that button"},
		"no number":                    {[]string{"x"}, "I don’t know that button"},
		"a bot":                        {[]string{"4001", "66"}, "**Robot** is a bot"},
		"oneself":                      {[]string{"4001", ada}, "You’re already at this table"},
		"somebody seated":              {[]string{ben}, "already has a seat at this table"},
		"somebody who has left":        {[]string{"4002"}, "**user 4002** has left this server"},
		"somebody who sees nothing":    {[]string{"4001", "4003"}, "**user 4003** can’t see this channel"},
		"the same twice, as one guest": {[]string{"4001", "4001"}, "I’ve asked."},
	} {
		m.show(lobby)
		stored, known := m.stored, len(m.known)
		click := render.Click{Table: string(m.sees(ada).ID), Version: m.sees(ada).Version}
		text := m.interaction(choice(render.VerbInvite), role{name: "the host", user: ada}, click)
		var in map[string]any
		if err := json.Unmarshal([]byte(text), &in); err != nil {
			t.Fatal(err)
		}
		data := in["data"].(map[string]any)
		data["values"] = c.values
		members := map[string]any{}
		users := map[string]any{
			"66": map[string]any{"id": "66", "username": "Robot", "bot": true}, "x": map[string]any{"id": "x", "username": "x"},
		}
		for _, id := range append([]string{"4001", "4002", "4003", ada, ben}, many...) {
			users[id] = map[string]any{"id": id, "username": fmt.Sprint("user ", id)}
			members[id] = map[string]any{"permissions": "1024"}
		}
		delete(members, "4002")
		members["4003"] = map[string]any{"permissions": "2048"}
		data["resolved"] = map[string]any{"users": users, "members": members}
		raw, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		m.heard = nil
		m.door.Handle(raw)
		m.door.work.Wait()
		if heard := strings.Join(m.heard, "\n"); !strings.Contains(heard, c.want) {
			t.Errorf("%s: %s", name, heard)
		}
		if asked := c.want == "I’ve asked."; (m.stored > stored) != asked || !asked && len(m.known) > known {
			t.Errorf("%s: %d stored, %d known of %d", name, m.stored-stored, len(m.known), known)
		}
	}
}
