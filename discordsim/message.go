package discordsim

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// message is a stored message: what is told of it, and what only Discord knows.
type message struct {
	discord.Message
	Reader      discord.ID   `json:"reader,omitzero"`  // of an ephemeral one
	Interaction discord.ID   `json:"made_by,omitzero"` // whose token made it
	Owned       []discord.ID `json:"owned,omitempty"`  // its files, those in galleries too
	Until       time.Time    `json:"until,omitzero"`   // an ephemeral one: when the last token for it ends

	json []byte // of Message, made when first asked for
}

// encoded is the JSON of the message as everybody may read it.
func (m *message) encoded() []byte {
	if m.json == nil {
		m.json = discord.Encode(m.Message)
	}
	return m.json
}

func (m *message) v2() bool { return m.Flags&discord.FlagComponentsV2 != 0 }

func (m *message) visibleTo(id discord.ID) bool { return m.Reader == 0 || m.Reader == id }

// insert puts a new message at the end of its channel.
func (w *world) insert(m *message) {
	c := w.channels[m.Channel]
	w.messages[m.ID] = m
	c.list = append(c.list, m)
	if m.Reader != 0 {
		w.fading = append(w.fading, m.ID)
	} else {
		c.last = m.ID
		if c.isThread() {
			c.Sent++
			w.saveChannel(c)
		}
	}
	w.saveMessage(m)
}

// saveMessage keeps the message as it now is, and forgets the JSON made of it before.
func (w *world) saveMessage(m *message) {
	m.json = nil
	w.journal.put(recordMessage, m.ID, m)
}

// remove takes a message out of its channel.
func (w *world) remove(m *message) {
	delete(w.messages, m.ID)
	if c, ok := w.channels[m.Channel]; ok {
		if i, found := slices.BinarySearchFunc(c.list, m.ID, compareMessage); found {
			c.list = slices.Delete(c.list, i, i+1)
		}
		if c.last == m.ID {
			c.last = lastPublic(c.list)
		}
	}
	w.loosen(m.Owned)
	w.journal.drop(recordMessage, m.ID)
}

func compareMessage(m *message, id discord.ID) int {
	switch {
	case m.ID < id:
		return -1
	case m.ID > id:
		return 1
	default:
		return 0
	}
}

func lastPublic(list []*message) discord.ID {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Reader == 0 {
			return list[i].ID
		}
	}
	return 0
}

// fadeAfter is how long the simulator keeps an ephemeral message that can still be clicked but not edited.
const fadeAfter = 24 * time.Hour

// fade forgets the ephemeral messages of long ago.
func (w *world) fade() {
	old := w.now().Add(-fadeAfter)
	for len(w.fading) > 0 {
		m, there := w.messages[w.fading[0]]
		if there && m.Until.After(old) {
			return
		}
		w.fading = w.fading[1:]
		if there {
			w.remove(m)
		}
	}
}

// page lists messages of a channel that one account sees, newest first.
func (w *world) page(c *channel, p *person, low, high discord.ID, limit int, fromLow bool) []*message {
	now := w.now()
	seen := func(m *message) bool {
		return m.visibleTo(p.ID) && (m.Reader == 0 || m.Until.After(now))
	}
	var out []*message
	if fromLow {
		i, _ := slices.BinarySearchFunc(c.list, low+1, compareMessage)
		for ; i < len(c.list) && len(out) < limit; i++ {
			if seen(c.list[i]) {
				out = append(out, c.list[i])
			}
		}
		slices.Reverse(out)
		return out
	}
	i, _ := slices.BinarySearchFunc(c.list, high, compareMessage)
	for i--; i >= 0 && len(out) < limit; i-- {
		if seen(c.list[i]) {
			out = append(out, c.list[i])
		}
	}
	return out
}
