package world

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// PermissionsOf are what a person may do in a channel.
func (w *rooms) PermissionsOf(p *Account, c *Channel) uint64 {
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

func (w *rooms) botPermissions(c *Channel) uint64 {
	if w.Removed {
		return 0
	}
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

// Allow refuses when a person lacks one of the bits; without sight of the channel the refusal is another one.
func (w *rooms) Allow(p *Account, c *Channel, bits uint64) *rules.Refusal {
	has := w.PermissionsOf(p, c)
	if has&rules.PermViewChannel == 0 {
		return rules.Refuse(rules.MissingAccess)
	}
	if has&bits != bits {
		return rules.Refuse(rules.MissingPermissions)
	}
	return nil
}

// AllowPost refuses when a person may not post in a channel now.
func (w *rooms) AllowPost(p *Account, c *Channel, files bool) *rules.Refusal {
	bits := rules.PermSendMessages
	if c.IsThread() {
		bits = rules.PermSendInThreads
	}
	if files {
		bits |= rules.PermAttachFiles
	}
	if r := w.Allow(p, c, bits); r != nil {
		return r
	}
	if c.Locked && w.PermissionsOf(p, c)&rules.PermManageThreads == 0 {
		return rules.Refuse(rules.ThreadLocked)
	}
	return nil
}

// Sees says whether an account sees a channel.
func (w *rooms) Sees(p *Account, c *Channel) bool {
	return w.PermissionsOf(p, c)&rules.PermViewChannel != 0
}

// bits are permissions as Discord writes them.
func bits(n uint64) string { return strconv.FormatUint(n, 10) }
