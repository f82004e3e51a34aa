package discordsim

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// nonceAge is for how long a nonce that is enforced is remembered.
const nonceAge = 5 * time.Minute

// newMessage is an empty message by someone, not yet in its channel.
func (w *world) newMessage(channel discord.ID, author *person) *message {
	m := &message{}
	m.ID = w.ids.next()
	m.Channel, m.Author, m.Timestamp = channel, author.user(), w.now().UTC()
	m.Components, m.Attachments, m.Mentions, m.MentionRoles = []discord.Component{}, []discord.Attachment{}, []discord.User{}, []discord.ID{}
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
func (s *Server) edit(m *message, f rules.Form, files []rules.Upload) (*message, *rules.Refusal) {
	draft := *m
	loading := m.Flags&discord.FlagLoading != 0
	if r := s.world.compose(&draft, f, files, composing{flags: rules.EditFlags, edit: true}); r != nil {
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
	if room.Type != discord.ChannelDirect {
		gone["guild_id"] = s.world.Guild
	}
	s.tell(event{name: "MESSAGE_DELETE", only: m.Reader, room: room, intent: messageIntent(room), data: discord.Encode(gone)})
}

func (w *world) reference(channel, message discord.ID) *discord.Reference {
	r := &discord.Reference{Message: message, Channel: channel}
	if w.channels[channel].Type != discord.ChannelDirect {
		r.Guild = w.Guild
	}
	return r
}

// room finds the channel of a call, which its caller must be allowed to see.
func (s *Server) room(c *call) (*channel, *rules.Refusal) {
	id, _ := c.id("channel_id")
	room, there := s.world.channels[id]
	if !there {
		return nil, rules.Refuse(rules.UnknownChannel)
	}
	if s.world.permissions(c.who, room)&rules.PermViewChannel == 0 {
		return nil, rules.Refuse(rules.MissingAccess)
	}
	return room, nil
}

func (s *Server) roomMessage(c *call) (*channel, *message, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return nil, nil, r
	}
	id, _ := c.id("message_id")
	m, there := s.world.messages[id]
	// A bot can't reach an ephemeral message by its channel, not even its own.
	if !there || m.Channel != room.ID || !m.visibleTo(c.who.ID) {
		return nil, nil, rules.Refuse(rules.UnknownMessage)
	}
	return room, m, nil
}

func (s *Server) postMessage(c *call) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if r := s.world.allowPost(c.who, room, len(c.files) > 0); r != nil {
		return answerBody{}, r
	}
	f := rules.NewForm(c.body)
	nonce, key := rules.ReadNonce(f)
	enforced, _ := f.Flag("enforce_nonce")
	if r := f.Refusal(); r != nil {
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
	if !c.who.Bot && f.Has("components") {
		return answerBody{}, rules.RefuseField("COMPONENTS_NOT_ALLOWED", "Only applications send components", "components")
	}
	if r := s.world.compose(m, f, c.files, composing{flags: rules.PostFlags}); r != nil {
		return answerBody{}, r
	}
	s.publish(m)
	s.world.remember(m, key)
	return answerBody{http.StatusOK, m.encoded()}, nil
}

func (w *world) readReference(f rules.Form, m *message, room *channel) *rules.Refusal {
	reference, given := f.Object("message_reference")
	if !given {
		return nil
	}
	id, _ := reference.ID("message_id")
	strict, said := reference.Flag("fail_if_not_exists")
	target, there := w.messages[id]
	if (!there || target.Channel != room.ID || target.Reader != 0) && (strict || !said) {
		return rules.RefuseField("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message", "message_reference")
	}
	if there {
		m.Type, m.Reference = discord.MessageReply, w.reference(room.ID, id)
	}
	return nil
}

// sentWith finds the message that an author sent with a nonce in the last minutes.
func (w *world) sentWith(author discord.ID, nonce string) (*message, bool) {
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

func (s *Server) getMessages(c *call) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if s.world.permissions(c.who, room)&rules.PermReadHistory == 0 {
		return ok([]int{}), nil
	}
	q := rules.QueryForm(c.query)
	limit := 50
	if n, given := q.Whole("limit", 1, 100); given {
		limit = int(n)
	}
	before, hasBefore := q.ID("before")
	after, hasAfter := q.ID("after")
	around, hasAround := q.ID("around")
	if r := q.Refusal(); r != nil {
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
		list = s.world.page(room, c.who, 0, ^discord.ID(0), limit, false)
	}
	bodies := make([]string, len(list))
	for i, m := range list {
		bodies[i] = string(s.world.readableBy(m, c.who))
	}
	return answerBody{http.StatusOK, []byte("[" + strings.Join(bodies, ",") + "]")}, nil
}

func (s *Server) getMessage(c *call) (answerBody, *rules.Refusal) {
	room, m, r := s.roomMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	if r := s.world.allow(c.who, room, rules.PermReadHistory); r != nil {
		return answerBody{}, r
	}
	return answerBody{http.StatusOK, s.world.readableBy(m, c.who)}, nil
}

func (s *Server) patchMessage(c *call) (answerBody, *rules.Refusal) {
	room, m, r := s.roomMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	switch {
	case m.Author.ID != c.who.ID:
		return answerBody{}, rules.Refuse(rules.NotAuthor)
	case m.Reader != 0:
		return answerBody{}, rules.Refuse(rules.UnknownMessage)
	case room.isThread() && room.Archived:
		return answerBody{}, rules.Refuse(rules.ThreadArchived)
	}
	if len(c.files) > 0 {
		if r := s.world.allow(c.who, room, rules.PermAttachFiles); r != nil {
			return answerBody{}, r
		}
	}
	if c.who.Bot && s.world.now().Sub(m.Timestamp) > oldAge {
		if r := s.limits.takeOldEdit(room.ID); r != nil {
			return answerBody{}, r
		}
	}
	edited, r := s.edit(m, rules.NewForm(c.body), c.files)
	if r != nil {
		return answerBody{}, r
	}
	return answerBody{http.StatusOK, edited.encoded()}, nil
}

func (s *Server) deleteMessage(c *call) (answerBody, *rules.Refusal) {
	room, m, r := s.roomMessage(c)
	if r != nil {
		return answerBody{}, r
	}
	if m.Author.ID != c.who.ID && m.Reader != c.who.ID {
		if r := s.world.allow(c.who, room, rules.PermManageMessages); r != nil {
			return answerBody{}, r
		}
	}
	if room.isThread() && room.Archived {
		return answerBody{}, rules.Refuse(rules.ThreadArchived)
	}
	s.retract(m)
	return noContent, nil
}

func (s *Server) bulkDelete(c *call) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if r := s.world.allow(c.who, room, rules.PermManageMessages); r != nil {
		return answerBody{}, r
	}
	f := rules.NewForm(c.body)
	f.Need("messages")
	ids := f.IDs("messages", 100)
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) < 2 {
		return answerBody{}, rules.Refuse(rules.TooFewOrManyMessages)
	}
	for _, id := range ids {
		if m, there := s.world.messages[id]; there && m.Channel == room.ID && m.Reader == 0 {
			s.retract(m)
		}
	}
	return noContent, nil
}
