package world

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// rooms are the channels, threads and direct conversations, and what each account may do there.
type rooms struct {
	accounts
	channels map[discord.ID]*Channel
}

// NewChannel adds a text channel to the server that was made first and tells of it.
func (w *rooms) NewChannel(name string) *Channel {
	c := w.newChannel(w.servers[w.Home], name)
	w.tellChannel("CHANNEL_CREATE", c)
	return c
}

func (w *rooms) newChannel(s *Server, name string) *Channel {
	c := &Channel{ID: w.ids.next(), Guild: s.ID, Type: discord.ChannelText, Name: name, Position: len(w.ChannelsOf(s))}
	w.addChannel(c)
	return c
}

func (w *rooms) addChannel(c *Channel) {
	w.channels[c.ID] = c
	w.saveChannel(c)
}

func (w *rooms) saveChannel(c *Channel) { w.journal.put(recordChannel, c.ID, c) }

// View is a channel as all see it.
func (w *rooms) View(c *Channel) discord.Channel {
	v := discord.Channel{ID: c.ID, Type: c.Type}
	if c.last != 0 {
		v.Last = &c.last
	}
	if c.Type == discord.ChannelDirect {
		v.Recipients = []discord.User{w.people[c.Recipient].User()}
		if c.Other != 0 {
			v.Recipients = append(v.Recipients, w.people[c.Other].User())
		}
		return v
	}
	slowmode := c.Slowmode
	v.Guild, v.Name, v.Parent, v.Slowmode = c.Guild, c.Name, c.Parent, &slowmode
	if c.IsThread() {
		count, members := 0, len(c.Members)
		for _, m := range c.list {
			if m.Reader == 0 {
				count++
			}
		}
		v.Owner, v.MessageCount, v.MemberCount, v.TotalSent = c.Owner, &count, &members, &c.Sent
		v.Thread = &discord.ThreadMetadata{
			Archived: c.Archived, ArchivedAt: c.ArchivedAt, ArchiveAfter: c.ArchiveAfter, Locked: c.Locked, Created: c.ID.Time(),
		}
		return v
	}
	nsfw := c.NSFW
	v.Position, v.NSFW = &c.Position, &nsfw
	if !c.talks() && c.Type != discord.ChannelCategory {
		v.Topic = &c.Topic
	}
	for _, o := range c.Overwrites {
		v.Overwrites = append(v.Overwrites, o.view())
	}
	return v
}

// ageLimited says whether a channel, or the one that a thread hangs on, is age-restricted.
func (w *rooms) ageLimited(c *Channel) bool {
	if c.IsThread() {
		c = w.channels[c.Parent]
	}
	return c.NSFW
}

// barred says whether an account is too young for a channel.
func (w *rooms) barred(p *Account, c *Channel) bool { return p.Minor && w.ageLimited(c) }

// unarchive opens a thread again, as posting in it does; true means that it was shut.
func (w *rooms) unarchive(c *Channel) bool {
	if !c.IsThread() || !c.Archived {
		return false
	}
	c.Archived, c.ArchivedAt = false, w.Now()
	w.saveChannel(c)
	return true
}

// hiddenView is what a member who doesn't see a channel is told of it over the gateway.
func (w *rooms) hiddenView(c *Channel) discord.Channel {
	return discord.Channel{
		ID: c.ID, Type: c.Type, Guild: c.Guild, Name: discord.HiddenName, Flags: discord.ChannelHidden, Parent: c.Parent,
		Position: &c.Position, Overwrites: []discord.Overwrite{Overwrite{ID: c.Guild, Deny: rules.PermViewChannel}.view()},
	}
}

// ChannelsOf lists a server's channels, oldest first, threads left out.
func (w *rooms) ChannelsOf(s *Server) []*Channel {
	return w.where(func(c *Channel) bool { return c.Guild == s.ID && !c.IsThread() })
}

func (w *rooms) where(keep func(*Channel) bool) []*Channel {
	var out []*Channel
	for _, id := range inOrder(w.channels) {
		if keep(w.channels[id]) {
			out = append(out, w.channels[id])
		}
	}
	return out
}

// Room finds a channel that an account must be allowed to see.
func (w *rooms) Room(p *Account, id discord.ID) (*Channel, *rules.Refusal) {
	room, there := w.channels[id]
	if !there {
		return nil, rules.Refuse(rules.UnknownChannel)
	}
	if !w.Sees(p, room) {
		return nil, rules.Refuse(rules.MissingAccess)
	}
	return room, nil
}

// tellChannel tells of a channel or thread. Of a channel that they don't see members are told, too, but
// not what it is.
func (w *rooms) tellChannel(name string, c *Channel) {
	e := Event{Name: name, Room: c, Intent: discord.IntentGuilds, Data: discord.Encode(w.View(c))}
	if !c.IsThread() {
		e.Hidden = discord.Encode(w.hiddenView(c))
	}
	w.tell(e)
}
