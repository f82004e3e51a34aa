package world

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// mostSlowmode is how many seconds people can be made to wait between two messages.
const mostSlowmode = 21600

// AddRoom makes a channel of a server.
func (w *views) AddRoom(by *Account, s *Server, f rules.Form) (*Channel, *rules.Refusal) {
	if s.permissionsOf(by)&rules.PermManageChannels == 0 {
		return nil, rules.Refuse(rules.MissingPermissions)
	}
	c := &Channel{Guild: s.ID, Name: f.NeedText("name", 1, 100), Position: len(w.ChannelsOf(s))}
	if n, given := f.Choice("type", discord.MadeTypes...); given {
		c.Type = discord.ChannelType(n)
	}
	if id, given := f.ID("parent_id"); given {
		if parent := w.channels[id]; parent == nil || parent.Guild != s.ID || parent.Type != discord.ChannelCategory {
			f.Complain("parent_id", "CHANNEL_PARENT_INVALID", "Category does not exist")
		}
		c.Parent = id
	}
	for _, one := range f.Forms("permission_overwrites", 0, 100) {
		if id, given := one.ID("id"); given {
			c.Overwrites = append(c.Overwrites, readOverwrite(id, one))
		}
	}
	readRoom(c, f)
	if r := f.Refusal(); r != nil {
		return nil, r
	}
	c.ID = w.ids.next()
	w.watchedBut(s, c, func() { w.addChannel(c) }) // its category may come into sight
	w.tellChannel("CHANNEL_CREATE", c)
	return c, nil
}

// readRoom reads what can be changed of a channel and set of a new one.
func readRoom(c *Channel, f rules.Form) {
	if f.Given("topic") {
		c.Topic = f.Text("topic", 0, 1024)
	}
	if n, given := f.Whole("rate_limit_per_user", 0, mostSlowmode); given {
		c.Slowmode = int(n)
	}
	if nsfw, given := f.Flag("nsfw"); given {
		c.NSFW = nsfw
	}
}

// ChangeRoom renames a channel and sets its topic, slowmode and age limit, or renames, shuts, opens or
// locks a thread.
func (w *views) ChangeRoom(p *Account, room *Channel, f rules.Form) *rules.Refusal {
	if room.Type == discord.ChannelDirect {
		return rules.Refuse(rules.WrongChannelType)
	}
	draft := *room
	if f.Has("name") {
		draft.Name = f.Text("name", 1, 100)
	}
	readRoom(&draft, f)
	archived, setsArchived := f.Flag("archived")
	locked, setsLocked := f.Flag("locked")
	if n, given := f.Choice("auto_archive_duration", 60, 1440, 4320, 10080); given {
		draft.ArchiveAfter = n
	}
	if r := f.Refusal(); r != nil {
		return r
	}
	if s := w.servers[room.Guild]; draft.Name != room.Name && s.blocked(p, draft.Name) != 0 {
		return rules.Refuse(rules.TitleBlocked)
	}
	has := w.PermissionsOf(p, room)
	name := "CHANNEL_UPDATE"
	if room.IsThread() {
		name = "THREAD_UPDATE"
		opensOnly := setsArchived && !archived && !setsLocked && !room.Locked
		if has&rules.PermManageThreads == 0 && (room.Owner != p.ID || setsLocked || room.Locked) && !opensOnly {
			return rules.Refuse(rules.MissingPermissions)
		}
		if room.Archived && (!setsArchived || archived) && !setsLocked {
			return rules.Refuse(rules.ThreadArchived)
		}
	} else if has&rules.PermManageChannels == 0 {
		return rules.Refuse(rules.MissingPermissions)
	}
	if room.IsThread() && setsArchived {
		draft.Archived, draft.ArchivedAt = archived, w.Now().UTC()
	}
	if room.IsThread() && setsLocked {
		draft.Locked = locked
	}
	*room = draft
	w.saveChannel(room)
	w.tellChannel(name, room)
	return nil
}

// slowed refuses a message that comes too soon after the author's last one where there is a slowmode.
// Bots are unaffected, as are those who may bypass it.
func (w *rooms) slowed(p *Account, c *Channel) *rules.Refusal {
	if c.Slowmode == 0 || p.Bot || w.PermissionsOf(p, c)&rules.PermBypassSlowmode != 0 {
		return nil
	}
	for _, m := range slices.Backward(c.list) {
		if m.Author.ID != p.ID || m.Reader != 0 {
			continue
		}
		if wait := m.Timestamp.Add(time.Duration(c.Slowmode) * time.Second).Sub(w.Now()); wait > 0 {
			r := rules.Refuse(rules.Slowmode)
			r.RetryAfter, r.Scope = wait.Seconds(), "user"
			return r
		}
		break
	}
	return nil
}
