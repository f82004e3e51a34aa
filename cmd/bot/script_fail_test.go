package main

import (
	"strings"
	"testing"
)

// TestAScriptNamesTheLineThatFails shows that the scripts can fail: in reading,
// in play and at the end. What each expectation refuses is in controls.txt.
func TestAScriptNamesTheLineThatFails(t *testing.T) {
	program := scriptedBot(t)
	for _, c := range []struct{ name, script, want string }{
		{"nothing", "# no line\n", "does nothing"},
		{"unread", "Ada: /rum new\nAda sees \"A table\n", "unread:2: "},
		{"indented", "\n  up 2C\n", "indented:2: "},
		{"unknown", "Ada: /rum new\n\nAda: sing\n", "unknown:3: "},
		{"late", "Ada: /rum new\nserver speaks fr\n", "late:2: "},
		{"right", "Ada: /rum new\n! Ada sees lobby.open\n", "right:2: this should have failed"},
		{"deck", "deck Ada deals\n  Ada 9C\n  Ben 9C\n", "deck:3: "},
		{"repeated", "Ada: /rum new\nrepeat 2\n  Ada: /rum join\n  Ada: /rum dance\n", "repeated:4: "},
		{"objects", "Ben is called Mate\nserver blocks rum\n! Ben: say rum\n", "at the end: Discord objects"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := playGame(t, program, way{}, c.name, c.script)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, not %q", err, c.want)
			}
		})
	}
}
