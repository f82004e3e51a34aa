package discordsim

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// permissions are what a person may do in a channel.
func (w *world) permissions(p *person, c *channel) uint64 {
	switch {
	case c.Type == discord.ChannelDirect:
		if p.Bot || c.Recipient == p.ID {
			return rules.PermDirect
		}
		return 0
	case c.Type == discord.ThreadPrivate && !c.hasMember(p.ID) && p.ID != w.Owner:
		return 0
	case p.Bot:
		return w.botPermissions(c)
	case p.ID == w.Owner:
		return rules.PermAll
	default:
		return w.everyone()
	}
}

func (w *world) everyone() uint64 { return rules.Everyone(w.Permissions) }

func (w *world) botPermissions(c *channel) uint64 {
	if c.Parent != 0 {
		if parent, ok := w.channels[c.Parent]; ok {
			return w.botPermissions(parent)
		}
	}
	if c.BotPermissions != nil {
		return *c.BotPermissions
	}
	return w.Permissions
}

// allow refuses when a person lacks one of the bits; without sight of the channel the refusal is another one.
func (w *world) allow(p *person, c *channel, bits uint64) *rules.Refusal {
	has := w.permissions(p, c)
	if has&rules.PermViewChannel == 0 {
		return rules.Refuse(rules.MissingAccess)
	}
	if has&bits != bits {
		return rules.Refuse(rules.MissingPermissions)
	}
	return nil
}

// allowPost refuses when a person may not post in a channel now.
func (w *world) allowPost(p *person, c *channel, files bool) *rules.Refusal {
	bits := rules.PermSendMessages
	if c.isThread() {
		bits = rules.PermSendInThreads
	}
	if files {
		bits |= rules.PermAttachFiles
	}
	if r := w.allow(p, c, bits); r != nil {
		return r
	}
	if c.Locked && w.permissions(p, c)&rules.PermManageThreads == 0 {
		return rules.Refuse(rules.ThreadLocked)
	}
	return nil
}
