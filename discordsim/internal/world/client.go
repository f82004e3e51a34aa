package world

import (
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// A client is what is wrong with a person's, or with their line. It isn't kept from one run to the next.
type client struct {
	modals map[string]discord.Modal // that were shown, by custom_id; nil: none is cached
	late   int                      // how many of the next interactions are answered too late
}

// Ail has something go wrong with a person's client, as the form says: with "restart" it forgets the ephemeral messages
// that it shows, though their tokens live; with "modals" it shows, from now on, under a custom_id what it showed there
// first; with "late" the answers to the next "count" interactions come too late.
func (w *desk) Ail(f rules.Form) *rules.Refusal {
	f.Need("person")
	id, _ := f.ID("person")
	fault := f.NeedText("fault", 1, 16)
	if !slices.Contains([]string{"restart", "modals", "late"}, fault) {
		f.Complain("fault", "BASE_TYPE_CHOICES", "Value must be one of {restart, modals, late}.")
	}
	count, given := f.Whole("count", 1, 1000)
	if !given {
		count = 1
	}
	if r := f.Refusal(); r != nil {
		return r
	}
	p := w.people[id]
	if p == nil || p.Bot {
		return rules.Refuse(rules.UnknownUser)
	}
	c := w.client(id)
	switch fault {
	case "restart":
		w.lose(id)
	case "modals":
		c.modals = map[string]discord.Modal{}
	case "late":
		c.late = int(count)
	}
	return nil
}

func (w *desk) client(person discord.ID) *client {
	c, there := w.clients[person]
	if !there {
		c = &client{}
		w.clients[person] = c
	}
	return c
}

// lose has a person see none of their ephemeral messages any more. The bot can still change and delete them.
func (w *desk) lose(person discord.ID) {
	for _, id := range inOrder(w.messages) {
		m := w.messages[id]
		if m.Reader != person || m.Lost {
			continue
		}
		w.tellGone(m)
		m.Lost = true
		w.saveMessage(m)
	}
}

// shown is what a person's client shows of a modal: what it has cached under its custom_id, if it does that.
func (c *client) shown(m discord.Modal) discord.Modal {
	if c.modals == nil {
		return m
	}
	first, there := c.modals[m.CustomID]
	if !there {
		first = m
		c.modals[m.CustomID] = m
	}
	m.Title, m.Components = first.Title, first.Components
	return m
}
