package table

import (
	"context"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

const (
	// watchEvery is how long nobody is told again that a table opens in a server.
	watchEvery = 24 * time.Hour
	// mostWatchers is how many are told of one table. Their mentions fit a message.
	mostWatchers = 50
)

// isWatched says whether anybody may have to be told that a table opens in a server.
func (v *evening) isWatched(ctx context.Context, s sitting.Server, opened time.Time) bool {
	return len(v.watchersIn(ctx, s, opened, 1)) > 0
}

func (v *evening) watchersIn(ctx context.Context, s sitting.Server, opened time.Time, most int) []sitting.Person {
	if v.house.opt.Servers == nil {
		return nil
	}
	all, err := v.house.opt.Servers.Watchers(ctx, s, opened.Add(-watchEvery), opened, most)
	if err != nil {
		v.house.opt.Log.Warn("nobody is told of the table", "table", v.id, "error", err)
	}
	return all
}

// watchers lists who is to be told now of a table that has a seat for them: not those who
// sit at it, were asked to or want quiet.
func (v *evening) watchers(ctx context.Context, s *sitting.Sight) []sitting.Person {
	return slices.DeleteFunc(v.watchersIn(ctx, s.Server, s.Opened, mostWatchers), func(p sitting.Person) bool {
		sits := func(t sitting.Sitter) bool { return t.Person == p }
		asked := func(i sitting.Invitee) bool { return i.Person == p }
		if slices.ContainsFunc(s.Seats, sits) || slices.ContainsFunc(s.Waiting, sits) || slices.ContainsFunc(s.Invited, asked) {
			return true
		}
		q, err := v.house.quietOf(ctx, p)
		hours, ok := readyQuiet(q)
		return err != nil || !ok || hours.Hold(v.house.opt.Now())
	})
}

// toldOpening keeps that people were told of a table, by when it opened: a post that is
// made again goes to the same.
func (v *evening) toldOpening(ctx context.Context, s *sitting.Sight, people []sitting.Person) {
	if err := v.house.opt.Servers.Told(ctx, s.Server, people, s.Opened); err != nil {
		v.house.opt.Log.Warn("who was told of a table isn't kept", "table", v.id, "error", err)
	}
}
