package discordsim

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// channel is a text channel, a thread or a direct conversation with the bot.
type channel struct {
	ID             discord.ID          `json:"id"`
	Type           discord.ChannelType `json:"type"`
	Name           string              `json:"name,omitempty"`
	Topic          string              `json:"topic,omitempty"`
	Position       int                 `json:"position,omitempty"`
	Parent         discord.ID          `json:"parent,omitzero"`    // of a thread
	Owner          discord.ID          `json:"owner,omitzero"`     // of a thread
	Recipient      discord.ID          `json:"recipient,omitzero"` // the person of a direct conversation
	Members        []discord.ID        `json:"members,omitempty"`  // of a thread
	Archived       bool                `json:"archived,omitempty"`
	ArchivedAt     time.Time           `json:"archived_at,omitzero"`
	Locked         bool                `json:"locked,omitempty"`
	ArchiveAfter   int                 `json:"archive_after,omitempty"` // minutes
	Sent           int                 `json:"sent,omitempty"`          // messages ever posted in a thread
	BotPermissions *uint64             `json:"bot_permissions,omitempty"`

	list []*message // oldest first, the ephemeral ones too
	last discord.ID // of the newest message that all see
}

func (c *channel) isThread() bool {
	return c.Type == discord.ThreadPublic || c.Type == discord.ThreadPrivate
}

func (c *channel) hasMember(id discord.ID) bool { return slices.Contains(c.Members, id) }

func (w *world) newChannel(name string) *channel {
	c := &channel{ID: w.ids.next(), Type: discord.ChannelText, Name: name, Position: len(w.textChannels())}
	w.addChannel(c)
	return c
}

func (w *world) addChannel(c *channel) {
	w.channels[c.ID] = c
	w.saveChannel(c)
}

func (w *world) saveChannel(c *channel) { w.journal.put(recordChannel, c.ID, c) }

// direct finds or opens the conversation between a person and the bot.
func (w *world) direct(p *person) (c *channel, fresh bool) {
	for _, c := range w.channels {
		if c.Type == discord.ChannelDirect && c.Recipient == p.ID {
			return c, false
		}
	}
	c = &channel{ID: w.ids.next(), Type: discord.ChannelDirect, Recipient: p.ID}
	w.addChannel(c)
	return c, true
}

func (w *world) channelView(c *channel) discord.Channel {
	v := discord.Channel{ID: c.ID, Type: c.Type}
	if c.last != 0 {
		v.Last = &c.last
	}
	if c.Type == discord.ChannelDirect {
		v.Recipients = []discord.User{w.people[c.Recipient].user()}
		return v
	}
	slowmode := 0
	v.Guild, v.Name, v.Parent, v.Slowmode = w.Guild, c.Name, c.Parent, &slowmode
	if c.isThread() {
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
	nsfw := false
	v.Position, v.Topic, v.NSFW = &c.Position, &c.Topic, &nsfw
	if has, roles := w.botPermissions(c), w.everyone()|w.Permissions; has != roles {
		v.Overwrites = []discord.Overwrite{{ID: w.BotRole, Allow: bits(has &^ roles), Deny: bits(roles &^ has)}}
	}
	return v
}

// directView is a direct conversation as one side sees it: the recipient is the other.
func (w *world) directView(c *channel, p *person) discord.Channel {
	v := w.channelView(c)
	if c.Type == discord.ChannelDirect && !p.Bot {
		v.Recipients = []discord.User{w.people[w.Bot].user()}
	}
	return v
}

// unarchive opens a thread again, as posting in it does; true means that it was shut.
func (w *world) unarchive(c *channel) bool {
	if !c.isThread() || !c.Archived {
		return false
	}
	c.Archived, c.ArchivedAt = false, w.now()
	w.saveChannel(c)
	return true
}
