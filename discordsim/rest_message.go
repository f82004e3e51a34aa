package discordsim

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"
)

// nonceAge is for how long a nonce that is enforced is remembered.
const nonceAge = 5 * time.Minute

// newMessage is an empty message by someone, not yet in its channel.
func (w *world) newMessage(channel ID, author *person) *message {
	m := &message{}
	m.ID = w.ids.next()
	m.Channel, m.Author, m.Timestamp = channel, author.user(), w.now().UTC()
	m.Components, m.Attachments, m.Mentions, m.MentionRoles = []Component{}, []Attachment{}, []User{}, []ID{}
	m.Embeds = []json.RawMessage{}
	return m
}

// publish puts a finished message into its channel and tells those who see it.
func (s *Server) publish(m *message) {
	if c := s.world.channels[m.Channel]; s.world.unarchive(c) {
		s.tellChannel("THREAD_UPDATE", c)
	}
	s.world.insert(m)
	s.tellMessage("MESSAGE_CREATE", m)
}

// edit applies changes to a message and tells of them.
func (s *Server) edit(m *message, f form, files []Upload) (*message, *refusal) {
	draft := *m
	loading := m.Flags&FlagLoading != 0
	if r := s.world.compose(&draft, f, files, composing{flags: EditFlags, edit: true}); r != nil {
		return nil, r
	}
	if !loading {
		now := s.world.now().UTC()
		draft.Edited = &now
	}
	s.world.loosen(without(m.Owned, draft.Owned))
	*m = draft
	s.world.saveMessage(m)
	s.tellMessage("MESSAGE_UPDATE", m)
	return m, nil
}

// retract takes a message away and tells those who saw it.
func (s *Server) retract(m *message) {
	s.world.remove(m)
	gone := map[string]any{"id": m.ID, "channel_id": m.Channel}
	room := s.world.channels[m.Channel]
	if room.Type != channelDirect {
		gone["guild_id"] = s.world.Guild
	}
	s.tell(event{name: "MESSAGE_DELETE", only: m.Reader, room: room, intent: messageIntent(room), data: encode(gone)})
}

func (w *world) reference(channel, message ID) *Reference {
	r := &Reference{Message: message, Channel: channel}
	if w.channels[channel].Type != channelDirect {
		r.Guild = w.Guild
	}
	return r
}

// room finds the channel of a call, which its caller must be allowed to see.
func (s *Server) room(c *call) (*channel, *refusal) {
	id, _ := c.id("channel_id")
	room, there := s.world.channels[id]
	if !there {
		return nil, refuse(codeUnknownChannel)
	}
	if s.world.permissions(c.who, room)&permViewChannel == 0 {
		return nil, refuse(codeMissingAccess)
	}
	return room, nil
}

func (s *Server) roomMessage(c *call) (*channel, *message, *refusal) {
	room, r := s.room(c)
	if r != nil {
		return nil, nil, r
	}
	id, _ := c.id("message_id")
	m, there := s.world.messages[id]
	// A bot can't reach an ephemeral message by its channel, not even its own.
	if !there || m.Channel != room.ID || !m.visibleTo(c.who.ID) {
		return nil, nil, refuse(codeUnknownMessage)
	}
	return room, m, nil
}

func (s *Server) postMessage(c *call) (answerBody, *refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if r := s.world.allowPost(c.who, room, len(c.files) > 0); r != nil {
		return answerBody{}, r
	}
	f := newForm(c.body)
	nonce, key := ReadNonce(f)
	enforced, _ := f.flag("enforce_nonce")
	if r := f.refusal(); r != nil {
		return answerBody{}, r
	}
	if old, there := s.world.sentWith(c.who.ID, key); there && enforced {
		return answerBody{http.StatusOK, old.encoded()}, nil
	}
	m := s.world.newMessage(room.ID, c.who)
	m.Nonce = nonce
	if r := s.world.readReference(f, m, room); r != nil {
		return answerBody{}, r
	}
	if !c.who.Bot && f.has("components") {
		return answerBody{}, refuseField("COMPONENTS_NOT_ALLOWED", "Only applications send components", "components")
	}
	if r := s.world.compose(m, f, c.files, composing{flags: PostFlags}); r != nil {
		return answerBody{}, r
	}
	s.publish(m)
	s.world.remember(m, key)
	return answerBody{http.StatusOK, m.encoded()}, nil
}

func (w *world) readReference(f form, m *message, room *channel) *refusal {
	reference, given := f.object("message_reference")
	if !given {
		return nil
	}
	id, _ := reference.id("message_id")
	strict, said := reference.flag("fail_if_not_exists")
	target, there := w.messages[id]
	if (!there || target.Channel != room.ID || target.Reader != 0) && (strict || !said) {
		return refuseField("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message", "message_reference")
	}
	if there {
		m.Type, m.Reference = messageReply, w.reference(room.ID, id)
	}
	return nil
}

// sentWith finds the message that an author sent with a nonce in the last minutes.
func (w *world) sentWith(author ID, nonce string) (*message, bool) {
	if nonce == "" {
		return nil, false
	}
	m, there := w.messages[w.nonces[nonceKey{author, nonce}]]
	return m, there && w.now().Sub(m.Timestamp) < nonceAge
}

// remember notes a message's nonce and forgets the old ones.
func (w *world) remember(m *message, nonce string) {
	if nonce == "" {
		return
	}
	key := nonceKey{m.Author.ID, nonce}
	w.nonces[key] = m.ID
	w.nonceOrder = append(w.nonceOrder, key)
	for len(w.nonceOrder) > 0 {
		oldest := w.nonceOrder[0]
		if w.now().Sub(w.nonces[oldest].Time()) < nonceAge {
			return
		}
		delete(w.nonces, oldest)
		w.nonceOrder = w.nonceOrder[1:]
	}
}

func (s *Server) getMessages(c *call) (answerBody, *refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if s.world.permissions(c.who, room)&permReadHistory == 0 {
		return ok([]int{}), nil
	}
	q := form{fields: map[string]any{}, errs: &complaint{}}
	for key, values := range c.query {
		q.fields[key] = values[0]
	}
	limit := 50
	if n, given := q.whole("limit", 1, 100); given {
		limit = int(n)
	}
	before, hasBefore := q.id("before")
	after, hasAfter := q.id("after")
	around, hasAround := q.id("around")
	if r := q.refusal(); r != nil {
		return answerBody{}, r
	}
	var list []*message
	switch {
	case hasAround:
		list = s.world.page(room, c.who, around-1, 0, limit/2+1, true)
		list = append(list, s.world.page(room, c.who, 0, around, limit/2, false)...)
	case hasAfter:
		list = s.world.page(room, c.who, after, 0, limit, true)
	case hasBefore:
		list = s.world.page(room, c.who, 0, before, limit, false)
	default:
		list = s.world.page(room, c.who, 0, ^ID(0), limit, false)
	}
	bodies := make([]string, len(list))
	for i, m := range list {
		bodies[i] = string(s.world.readableBy(m, c.who))
	}
	return answerBody{http.StatusOK, []byte("[" + strings.Join(bodies, ",") + "]")}, nil
}

func (s *Server) getMessage(c *call) (answerBody, *refusal) {
	room, m, r := s.roomMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	if r := s.world.allow(c.who, room, permReadHistory); r != nil {
		return answerBody{}, r
	}
	return answerBody{http.StatusOK, s.world.readableBy(m, c.who)}, nil
}

func (s *Server) patchMessage(c *call) (answerBody, *refusal) {
	room, m, r := s.roomMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	switch {
	case m.Author.ID != c.who.ID:
		return answerBody{}, refuse(codeNotAuthor)
	case m.Reader != 0:
		return answerBody{}, refuse(codeUnknownMessage)
	case room.isThread() && room.Archived:
		return answerBody{}, refuse(codeThreadArchived)
	}
	if len(c.files) > 0 {
		if r := s.world.allow(c.who, room, permAttachFiles); r != nil {
			return answerBody{}, r
		}
	}
	if c.who.Bot && s.world.now().Sub(m.Timestamp) > oldAge {
		if r := s.limits.takeOldEdit(room.ID); r != nil {
			return answerBody{}, r
		}
	}
	edited, r := s.edit(m, newForm(c.body), c.files)
	if r != nil {
		return answerBody{}, r
	}
	return answerBody{http.StatusOK, edited.encoded()}, nil
}

func (s *Server) deleteMessage(c *call) (answerBody, *refusal) {
	room, m, r := s.roomMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	if m.Author.ID != c.who.ID && m.Reader != c.who.ID {
		if r := s.world.allow(c.who, room, permManageMessages); r != nil {
			return answerBody{}, r
		}
	}
	if room.isThread() && room.Archived {
		return answerBody{}, refuse(codeThreadArchived)
	}
	s.retract(m)
	return noContent, nil
}

func (s *Server) bulkDelete(c *call) (answerBody, *refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if r := s.world.allow(c.who, room, permManageMessages); r != nil {
		return answerBody{}, r
	}
	f := newForm(c.body)
	f.need("messages")
	ids := f.ids("messages", 100)
	if r := f.refusal(); r != nil {
		return answerBody{}, r
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return answerBody{}, refuse(codeBulkRange)
	}
	for _, id := range ids {
		if m, there := s.world.messages[id]; there && m.Channel == room.ID && m.Reader == 0 {
			s.retract(m)
		}
	}
	return noContent, nil
}
