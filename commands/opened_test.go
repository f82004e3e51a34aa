package commands_test

import (
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestALobbyIsTheAnswerThoughTheVisitIsSlow has whoever opens a table hear late that it is stored: its message is their answer even so. As a
// control they hear later than it waits: it stands by itself, and they are told so.
func TestALobbyIsTheAnswerThoughTheVisitIsSlow(t *testing.T) {
	for name, c := range map[string]struct {
		takes   time.Duration
		answers bool
	}{
		"slow":     {300 * time.Millisecond, true},
		"too slow": {1500 * time.Millisecond, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := &gap{}
			p := open(t, setup{patience: 10 * time.Second, tables: func(t commands.Tables) commands.Tables {
				g.Tables = t
				return g
			}})
			ada := p.guest("Ada")
			wait := func() { time.Sleep(c.takes) }
			g.after.Store(&wait)
			ada.slash("rum new", nil)
			p.settled()
			lobby := ada.sees("a lobby", func(m discord.Message) bool { return !m.Ephemeral() && holds(m, []string{p.say("", lang.LobbyOpen)}) })
			p.rested()
			told := slices.ContainsFunc(ada.Sees(p.channel), func(m discord.Message) bool { return m.Ephemeral() && holds(m, []string{p.say("", lang.NoticeOpened)}) })
			if answers := lobby.Cause != nil; answers != c.answers || told == c.answers {
				t.Errorf("the lobby is the answer: %v, its opener is told of it: %v", answers, told)
			}
		})
	}
}
