package world

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// ofDirect says whether an account is one of the two sides of a direct conversation.
func (c *Channel) ofDirect(p *Account) bool {
	return p.Bot && c.Other == 0 || c.Recipient == p.ID || c.Other == p.ID
}

// direct finds or opens the conversation between a person and another one, or the bot.
func (w *rooms) direct(human, other *Account) (c *Channel, fresh bool) {
	for _, c := range w.channels {
		if c.Type == discord.ChannelDirect && c.ofDirect(human) && c.ofDirect(other) {
			return c, false
		}
	}
	c = &Channel{ID: w.ids.next(), Type: discord.ChannelDirect, Recipient: human.ID}
	if !other.Bot {
		c.Other = other.ID
	}
	w.addChannel(c)
	return c, true
}

// ViewFor is a direct conversation as one side sees it: the recipient is the other.
func (w *rooms) ViewFor(c *Channel, p *Account) discord.Channel {
	v := w.View(c)
	if c.Type != discord.ChannelDirect {
		return v
	}
	v.Recipients = []discord.User{}
	for _, side := range w.sides(c) {
		if side != p {
			v.Recipients = append(v.Recipients, side.User())
		}
	}
	return v
}

// sides are the two of a direct conversation.
func (w *rooms) sides(c *Channel) [2]*Account {
	if c.Other == 0 {
		return [2]*Account{w.people[c.Recipient], w.people[w.Bot]}
	}
	return [2]*Account{w.people[c.Recipient], w.people[c.Other]}
}

// DirectRooms lists a person's direct conversations.
func (w *rooms) DirectRooms(p *Account) []discord.Channel {
	out := []discord.Channel{}
	for _, room := range w.where(func(c *Channel) bool { return c.Type == discord.ChannelDirect && c.ofDirect(p) }) {
		out = append(out, w.ViewFor(room, p))
	}
	return out
}

// OpenDirect opens the conversation of an account with another one.
func (w *rooms) OpenDirect(p *Account, f rules.Form) (discord.Channel, *rules.Refusal) {
	id, given := f.ID("recipient_id")
	if !given && !p.Bot {
		if ids := f.IDs("recipients", 10); len(ids) == 1 {
			id, given = ids[0], true
		}
	}
	if !given {
		f.Need("recipient_id")
		return discord.Channel{}, f.Refusal()
	}
	other, there := w.people[id]
	if !there || other.ID == p.ID {
		return discord.Channel{}, rules.Refuse(rules.UnknownUser)
	}
	human, second := p, other
	if p.Bot {
		human, second = other, p
	}
	room, fresh := w.direct(human, second)
	if fresh {
		for _, side := range w.sides(room) {
			w.tell(Event{Name: "CHANNEL_CREATE", Only: side.ID, Data: discord.Encode(w.ViewFor(room, side))})
		}
	}
	return w.ViewFor(room, p), nil
}
