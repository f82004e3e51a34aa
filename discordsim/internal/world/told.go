package world

import (
	"encoding/json"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

func messageIntent(room *Channel) int {
	if room.Type == discord.ChannelDirect {
		return discord.IntentDirectMessages
	}
	return discord.IntentGuildMessages
}

// tellMessage tells of a message to those who see it; the bot reads only its own and those that speak to it.
func (w *board) tellMessage(name string, m *Message) {
	if m.Lost {
		return
	}
	room := w.channels[m.Channel]
	e := Event{Name: name, Only: m.Reader, Room: room, Intent: messageIntent(room), Data: w.onGateway(m, m.JSON())}
	if m.Reader == 0 && !w.reads(w.people[w.Bot], m) {
		e.Bare = w.onGateway(m, discord.Encode(m.bare()))
	}
	w.tell(e)
}

// onGateway adds what only events have: the server and the author's part in it.
func (w *board) onGateway(m *Message, body []byte) []byte {
	s := w.servers[w.channels[m.Channel].Guild]
	author, there := w.people[m.Author.ID]
	if s == nil || !there {
		return body
	}
	out := make([]byte, 0, len(body)+300)
	out = append(out, body[:len(body)-1]...)
	out = append(out, `,"guild_id":"`...)
	out = strconv.AppendUint(out, uint64(s.ID), 10)
	out = append(out, `","member":`...)
	out = append(out, discord.Encode(s.bareMember(author))...)
	return append(out, '}')
}

// reads says whether an account sees what a message says: people do, a bot without the privileged intent only its own,
// those that mention it and direct ones.
func (w *board) reads(p *Account, m *Message) bool {
	if !p.Bot || m.Author.ID == p.ID || w.channels[m.Channel].Type == discord.ChannelDirect {
		return true
	}
	for _, u := range m.Mentions {
		if u.ID == p.ID {
			return true
		}
	}
	return false
}

// Readable is the JSON of a message as an account may read it.
func (w *board) Readable(m *Message, p *Account) []byte {
	if w.reads(p, m) {
		return m.JSON()
	}
	return discord.Encode(m.bare())
}

// bare is a message without what it says.
func (m *Message) bare() discord.Message {
	b := m.Message
	b.Content, b.Components, b.Attachments, b.Embeds = "", []discord.Component{}, []discord.Attachment{}, []json.RawMessage{}
	return b
}
