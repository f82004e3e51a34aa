package commands_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// unread are tables that can't be looked at beside somebody's asking, when broken.
type unread struct {
	commands.Tables
	broken atomic.Bool
}

func (u *unread) Peek(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	if u.broken.Load() {
		return sitting.Sight{}, errors.New("the page is damaged")
	}
	return u.Tables.Peek(ctx, id, p)
}

// TestATableThatCantBeReadKeepsNobodyFromAnother opens a table after one that nobody can read
// any more: what it began with is a comfort, and no reason to refuse a game.
func TestATableThatCantBeReadKeepsNobodyFromAnother(t *testing.T) {
	u := &unread{}
	p := open(t, setup{tables: func(t commands.Tables) commands.Tables {
		u.Tables = t
		return u
	}})
	ada := p.guest("Ada")
	opens := func(want sitting.Pace, o options) {
		t.Helper()
		ada.slash("rum new", o)
		ada.sees("a lobby", func(m discord.Message) bool {
			_, join := find(m, "jo")
			return join && isBoard(m)
		})
		if s := p.look(); s.Phase != sitting.Lobby || s.Settings.Pace != want {
			t.Errorf("phase %d, pace %v", s.Phase, s.Settings.Pace)
		}
		ada.toldWith(func() { ada.slash("rum close", nil) }, p.say("en-US", lang.NoticeClosed))
	}
	opens(sitting.Live, options{"pace": "live"})
	opens(sitting.Live, nil)
	u.broken.Store(true)
	opens(sitting.Slow, nil)
}
