package world

import (
	"encoding/json"
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// posts writes messages.
type posts struct{ board }

// newMessage is an empty message by someone, not yet in its channel.
func (w *posts) newMessage(channel discord.ID, author *Account) *Message {
	m := &Message{}
	m.ID = w.ids.next()
	m.Channel, m.Author, m.Timestamp = channel, author.User(), w.Now().UTC()
	m.Components, m.Attachments, m.Mentions, m.MentionRoles = []discord.Component{}, []discord.Attachment{}, []discord.User{}, []discord.ID{}
	m.Embeds = []json.RawMessage{}
	return m
}

// publish puts a finished message into its channel and tells those who see it.
func (w *posts) publish(m *Message) {
	if c := w.channels[m.Channel]; w.unarchive(c) {
		w.tellChannel("THREAD_UPDATE", c)
	}
	w.insert(m)
	w.tellMessage("MESSAGE_CREATE", m)
}

// Edit applies changes to a message and tells of them.
func (w *posts) Edit(m *Message, f rules.Form, files []rules.Upload) (*Message, *rules.Refusal) {
	draft := *m
	loading := m.Flags&discord.FlagLoading != 0
	if r := w.compose(&draft, f, files, rules.Terms{Flags: rules.EditFlags, Edit: true}); r != nil {
		return nil, r
	}
	if !loading {
		now := w.Now().UTC()
		draft.Edited = &now
	}
	w.loosen(without(m.Owned, draft.Owned))
	*m = draft
	w.saveMessage(m)
	w.tellMessage("MESSAGE_UPDATE", m)
	return m, nil
}

// Retract takes a message away and tells those who saw it.
func (w *posts) Retract(m *Message) {
	w.remove(m)
	w.tellGone(m)
}

// tellGone tells those who see a message that it is there no more.
func (w *posts) tellGone(m *Message) {
	gone := map[string]any{"id": m.ID, "channel_id": m.Channel}
	room := w.channels[m.Channel]
	if room.Guild != 0 {
		gone["guild_id"] = room.Guild
	}
	w.tell(Event{Name: "MESSAGE_DELETE", Only: m.Reader, Room: room, Intent: messageIntent(room), Data: discord.Encode(gone)})
}

// readReference reads which message one answers.
func (w *posts) readReference(p *Account, f rules.Form, m *Message, room *Channel) *rules.Refusal {
	reference, given := f.Object("message_reference")
	if !given {
		return nil
	}
	id, _ := reference.ID("message_id")
	strict, said := reference.Flag("fail_if_not_exists")
	target, there := w.messages[id]
	switch {
	case w.PermissionsOf(p, room)&rules.PermReadHistory == 0:
		return rules.Refuse(rules.UnreadableReference)
	case there && !w.ageLimited(room) && w.ageLimited(w.channels[target.Channel]):
		return rules.Refuse(rules.AgeLimitedReference)
	}
	if (!there || target.Channel != room.ID || target.Reader != 0) && (strict || !said) {
		return rules.RefuseField("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message", "message_reference")
	}
	if there {
		m.Type, m.Reference = discord.MessageReply, w.reference(room.ID, id)
	}
	return nil
}

func (w *posts) dropChannel(c *Channel) {
	for _, m := range slices.Clone(c.list) {
		w.remove(m)
	}
	delete(w.channels, c.ID)
	w.journal.drop(recordChannel, c.ID)
}

// Find finds a message of a channel that an account sees.
func (w *posts) Find(p *Account, room *Channel, id discord.ID) (*Message, *rules.Refusal) {
	m, there := w.messages[id]
	// A bot can't reach an ephemeral message by its channel, not even its own.
	if !there || m.Channel != room.ID || !m.visibleTo(p.ID) {
		return nil, rules.Refuse(rules.UnknownMessage)
	}
	return m, nil
}

// Post makes a message in a channel.
func (w *posts) Post(p *Account, room *Channel, f rules.Form, files []rules.Upload) (*Message, *rules.Refusal) {
	if r := w.AllowPost(p, room, len(files) > 0); r != nil {
		return nil, r
	}
	if r := w.slowed(p, room); r != nil {
		return nil, r
	}
	nonce, key := rules.ReadNonce(f)
	enforced, _ := f.Flag("enforce_nonce")
	if r := f.Refusal(); r != nil {
		return nil, r
	}
	if old, there := w.sentWith(p.ID, key); there && enforced {
		return old, nil
	}
	m := w.newMessage(room.ID, p)
	m.Nonce = nonce
	if r := w.readReference(p, f, m, room); r != nil {
		return nil, r
	}
	if p.Bot && room.Type == discord.ChannelDirect && !w.takesDirect(p, w.people[room.Recipient]) {
		return nil, rules.Refuse(rules.CannotMessageUser)
	}
	if !p.Bot && f.Has("components") {
		return nil, rules.RefuseField("COMPONENTS_NOT_ALLOWED", "Only applications send components", "components")
	}
	if r := w.compose(m, f, files, rules.Terms{Flags: rules.PostFlags}); r != nil {
		return nil, r
	}
	w.publish(m)
	w.remember(m, key)
	return m, nil
}

// AllowEdit refuses when an account may not change a message.
func (w *posts) AllowEdit(p *Account, room *Channel, m *Message, files bool) *rules.Refusal {
	switch {
	case m.Author.ID != p.ID:
		return rules.Refuse(rules.NotAuthor)
	case m.Reader != 0:
		return rules.Refuse(rules.UnknownMessage)
	case room.IsThread() && room.Archived:
		return rules.Refuse(rules.ThreadArchived)
	case files:
		return w.Allow(p, room, rules.PermAttachFiles)
	}
	return nil
}

// Delete takes a message away, if an account may.
func (w *posts) Delete(p *Account, room *Channel, m *Message) *rules.Refusal {
	if m.Author.ID != p.ID && m.Reader != p.ID {
		if r := w.Allow(p, room, rules.PermManageMessages); r != nil {
			return r
		}
	}
	if room.IsThread() && room.Archived {
		return rules.Refuse(rules.ThreadArchived)
	}
	w.Retract(m)
	return nil
}

// DeleteMany takes away those messages of a list that are there.
func (w *posts) DeleteMany(p *Account, room *Channel, f rules.Form) *rules.Refusal {
	if r := w.Allow(p, room, rules.PermManageMessages); r != nil {
		return r
	}
	f.Need("messages")
	ids := f.IDs("messages", 100)
	if r := f.Refusal(); r != nil {
		return r
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return rules.Refuse(rules.TooFewOrManyMessages)
	}
	for _, id := range ids {
		if m, there := w.messages[id]; there && m.Channel == room.ID && m.Reader == 0 {
			w.Retract(m)
		}
	}
	return nil
}

// List gives the JSON of messages of a channel as an account may read them, newest first, before, after or around an id.
func (w *posts) List(p *Account, room *Channel, q rules.Form) ([][]byte, *rules.Refusal) {
	if w.barred(p, room) {
		return nil, rules.Refuse(rules.MissingAccess)
	}
	if w.PermissionsOf(p, room)&rules.PermReadHistory == 0 {
		return nil, nil
	}
	limit := 50
	if n, given := q.Whole("limit", 1, 100); given {
		limit = int(n)
	}
	before, hasBefore := q.ID("before")
	after, hasAfter := q.ID("after")
	around, hasAround := q.ID("around")
	if r := q.Refusal(); r != nil {
		return nil, r
	}
	var list []*Message
	switch {
	case hasAround:
		list = w.page(room, p, around-1, 0, limit/2+1, true)
		list = append(list, w.page(room, p, 0, around, limit/2, false)...)
	case hasAfter:
		list = w.page(room, p, after, 0, limit, true)
	case hasBefore:
		list = w.page(room, p, 0, before, limit, false)
	default:
		list = w.page(room, p, 0, ^discord.ID(0), limit, false)
	}
	bodies := make([][]byte, len(list))
	for i, m := range list {
		bodies[i] = w.Readable(m, p)
	}
	return bodies, nil
}
