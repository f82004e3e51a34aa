package world

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Message is a stored message: what is told of it, and what only Discord knows.
type Message struct {
	discord.Message
	Reader      discord.ID   `json:"reader,omitzero"`  // of an ephemeral one
	Interaction discord.ID   `json:"made_by,omitzero"` // whose token made it
	Owned       []discord.ID `json:"owned,omitempty"`  // its files, those in galleries too
	Until       time.Time    `json:"until,omitzero"`   // an ephemeral one: when the last token for it ends
	Lost        bool         `json:"lost,omitempty"`   // an ephemeral one: its reader's client has forgotten it

	json []byte // of Message, made when first asked for
}

// JSON is the JSON of the message as everybody may read it.
func (m *Message) JSON() []byte {
	if m.json == nil {
		m.json = discord.Encode(m.Message)
	}
	return m.json
}

func (m *Message) v2() bool { return m.Flags&discord.FlagComponentsV2 != 0 }

func (m *Message) visibleTo(id discord.ID) bool { return m.Reader == 0 || m.Reader == id && !m.Lost }

// board has the messages of all channels.
type board struct {
	register
	messages   map[discord.ID]*Message
	fading     []discord.ID // ephemeral ones, oldest first
	nonces     map[nonceKey]discord.ID
	nonceOrder []nonceKey
}

// insert puts a new message at the end of its channel.
func (w *board) insert(m *Message) {
	c := w.channels[m.Channel]
	w.messages[m.ID] = m
	c.list = append(c.list, m)
	if m.Reader != 0 {
		w.fading = append(w.fading, m.ID)
	} else {
		c.last = m.ID
		if c.IsThread() {
			c.Sent++
			w.saveChannel(c)
		}
	}
	w.saveMessage(m)
}

// saveMessage keeps the message as it now is, and forgets the JSON made of it before.
func (w *board) saveMessage(m *Message) {
	m.json = nil
	w.journal.put(recordMessage, m.ID, m)
}

// remove takes a message out of its channel.
func (w *board) remove(m *Message) {
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

func compareMessage(m *Message, id discord.ID) int {
	switch {
	case m.ID < id:
		return -1
	case m.ID > id:
		return 1
	default:
		return 0
	}
}

func lastPublic(list []*Message) discord.ID {
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
func (w *board) fade() {
	old := w.Now().Add(-fadeAfter)
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
func (w *board) page(c *Channel, p *Account, low, high discord.ID, limit int, fromLow bool) []*Message {
	now := w.Now()
	seen := func(m *Message) bool {
		return m.visibleTo(p.ID) && (m.Reader == 0 || m.Until.After(now))
	}
	var out []*Message
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

// reference names a message as one that answers it does.
func (w *board) reference(channel, message discord.ID) *discord.Reference {
	r := &discord.Reference{Message: message, Channel: channel}
	r.Guild = w.channels[channel].Guild
	return r
}
