package world

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// PermissionsOf are what an account may do in a channel. They are computed as Discord's documentation
// of permissions says.
func (w *rooms) PermissionsOf(p *Account, c *Channel) uint64 {
	if c.Type == discord.ChannelDirect {
		if c.ofDirect(p) {
			return rules.PermDirect
		}
		return 0
	}
	s := w.servers[c.Guild]
	has := s.permissionsOf(p)
	if has == rules.PermAll || has == 0 {
		return has
	}
	has = w.overwritten(has, s, p, c)
	if c.Type == discord.ThreadPrivate && !c.hasMember(p.ID) && has&rules.PermManageThreads == 0 {
		return 0
	}
	if c.talks() && has&rules.PermConnect == 0 {
		has &= rules.PermViewChannel
	}
	if s.Members[p.ID].TimedOut.After(w.Now()) {
		has &= rules.PermViewChannel | rules.PermReadHistory
	}
	return has
}

// overwritten applies a channel's overwrites: that of everybody, those of one's roles together, one's own.
func (w *rooms) overwritten(has uint64, s *Server, p *Account, c *Channel) uint64 {
	if c.IsThread() {
		c = w.channels[c.Parent]
	}
	var everyone, roles, own Overwrite
	for _, o := range c.Overwrites {
		switch {
		case o.ID == s.ID:
			everyone = o
		case o.ID == p.ID:
			own = o
		case hasRole(s.Members[p.ID], o.ID):
			roles.Allow |= o.Allow
			roles.Deny |= o.Deny
		}
	}
	for _, o := range []Overwrite{everyone, roles, own} {
		has = has&^o.Deny | o.Allow
	}
	return has
}

func hasRole(m *Membership, id discord.ID) bool {
	for _, one := range m.Roles {
		if one == id {
			return true
		}
	}
	return false
}

// Allow refuses when a person lacks one of the bits; without sight of the channel the refusal is another one.
func (w *rooms) Allow(p *Account, c *Channel, bits uint64) *rules.Refusal {
	has := w.PermissionsOf(p, c)
	if has&rules.PermViewChannel == 0 || w.barred(p, c) {
		return rules.Refuse(rules.MissingAccess)
	}
	if has&bits != bits {
		return rules.Refuse(rules.MissingPermissions)
	}
	return nil
}

// AllowPost refuses when a person may not post in a channel now.
func (w *rooms) AllowPost(p *Account, c *Channel, files bool) *rules.Refusal {
	if !c.holdsMessages() {
		return rules.Refuse(rules.NoTextChannel)
	}
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

// Sees says whether an account sees a channel; a category is seen by those, too, who see a channel in it.
func (w *rooms) Sees(p *Account, c *Channel) bool {
	if w.PermissionsOf(p, c)&rules.PermViewChannel != 0 {
		return true
	}
	if c.Type != discord.ChannelCategory {
		return false
	}
	return len(w.where(func(in *Channel) bool { return in.Parent == c.ID && w.Sees(p, in) })) > 0
}
