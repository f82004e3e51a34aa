package world

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// direct finds or opens the conversation between a person and the bot.
func (w *rooms) direct(p *Account) (c *Channel, fresh bool) {
	for _, c := range w.channels {
		if c.Type == discord.ChannelDirect && c.Recipient == p.ID {
			return c, false
		}
	}
	c = &Channel{ID: w.ids.next(), Type: discord.ChannelDirect, Recipient: p.ID}
	w.addChannel(c)
	return c, true
}

// ViewFor is a direct conversation as one side sees it: the recipient is the other.
func (w *rooms) ViewFor(c *Channel, p *Account) discord.Channel {
	v := w.View(c)
	if c.Type == discord.ChannelDirect && !p.Bot {
		v.Recipients = []discord.User{w.people[w.Bot].User()}
	}
	return v
}

// DirectRooms lists a person's direct conversations.
func (w *rooms) DirectRooms(p *Account) []discord.Channel {
	out := []discord.Channel{}
	for _, room := range w.where(func(c *Channel) bool { return c.Type == discord.ChannelDirect && c.Recipient == p.ID }) {
		out = append(out, w.ViewFor(room, p))
	}
	return out
}

// OpenDirect opens the conversation between the bot and a person.
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
	if other.Bot == p.Bot {
		return discord.Channel{}, rules.RefuseField("DM_ONLY_WITH_BOT", "People talk to the bot here, not to each other", "recipient_id")
	}
	human := other
	if other.Bot {
		human = p
	}
	room, fresh := w.direct(human)
	if fresh {
		for _, side := range []*Account{human, w.people[w.Bot]} {
			w.tell(Event{Name: "CHANNEL_CREATE", Only: side.ID, Data: discord.Encode(w.ViewFor(room, side))})
		}
	}
	return w.ViewFor(room, p), nil
}
