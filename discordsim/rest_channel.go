package discordsim

import (
	"net/http"
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

func (s *Server) getChannel(c *call) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	return ok(s.world.directView(room, c.who)), nil
}

// patchChannel renames a channel, or renames, shuts, opens or locks a thread.
func (s *Server) patchChannel(c *call) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if room.Type == discord.ChannelDirect {
		return answerBody{}, rules.Refuse(rules.WrongChannelType)
	}
	f := rules.NewForm(c.body)
	draft := *room
	if f.Has("name") {
		draft.Name = f.Text("name", 1, 100)
	}
	if f.Given("topic") {
		draft.Topic = f.Text("topic", 0, 1024)
	}
	archived, setsArchived := f.Flag("archived")
	locked, setsLocked := f.Flag("locked")
	if n, given := f.Choice("auto_archive_duration", 60, 1440, 4320, 10080); given {
		draft.ArchiveAfter = n
	}
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	has := s.world.permissions(c.who, room)
	name := "CHANNEL_UPDATE"
	if room.isThread() {
		name = "THREAD_UPDATE"
		opensOnly := setsArchived && !archived && !setsLocked && !room.Locked
		if has&rules.PermManageThreads == 0 && (room.Owner != c.who.ID || setsLocked || room.Locked) && !opensOnly {
			return answerBody{}, rules.Refuse(rules.MissingPermissions)
		}
		if room.Archived && (!setsArchived || archived) && !setsLocked {
			return answerBody{}, rules.Refuse(rules.ThreadArchived)
		}
	} else if has&rules.PermManageChannels == 0 {
		return answerBody{}, rules.Refuse(rules.MissingPermissions)
	}
	if room.isThread() && setsArchived {
		draft.Archived, draft.ArchivedAt = archived, s.world.now().UTC()
	}
	if room.isThread() && setsLocked {
		draft.Locked = locked
	}
	*room = draft
	s.world.saveChannel(room)
	s.tellChannel(name, room)
	return ok(s.world.channelView(room)), nil
}

func (s *Server) deleteChannel(c *call) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	need, name := rules.PermManageChannels, "CHANNEL_DELETE"
	switch {
	case room.Type == discord.ChannelDirect:
		return ok(s.world.directView(room, c.who)), nil
	case room.isThread():
		need, name = rules.PermManageThreads, "THREAD_DELETE"
	}
	if r := s.world.allow(c.who, room, need); r != nil {
		return answerBody{}, r
	}
	s.tellChannel(name, room)
	view := s.world.channelView(room)
	for _, thread := range s.world.channelsWhere(func(t *channel) bool { return t.Parent == room.ID }) {
		s.world.dropChannel(thread)
	}
	s.world.dropChannel(room)
	return ok(view), nil
}

func (w *world) dropChannel(c *channel) {
	for _, m := range slices.Clone(c.list) {
		w.remove(m)
	}
	delete(w.channels, c.ID)
	w.journal.drop(recordChannel, c.ID)
}

func (s *Server) typing(c *call) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if r := s.world.allowPost(c.who, room, false); r != nil {
		return answerBody{}, r
	}
	return noContent, nil
}

// createThread opens a thread in a channel, from a message or on its own.
func (s *Server) createThread(c *call) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	if room.Type != discord.ChannelText {
		return answerBody{}, rules.Refuse(rules.WrongChannelType)
	}
	f := rules.NewForm(c.body)
	thread := &channel{Type: discord.ThreadPrivate, Parent: room.ID, Owner: c.who.ID, Members: []discord.ID{c.who.ID}, ArchiveAfter: 4320}
	thread.Name = f.NeedText("name", 1, 100)
	if n, given := f.Choice("auto_archive_duration", 60, 1440, 4320, 10080); given {
		thread.ArchiveAfter = n
	}
	if n, given := f.Choice("type", int64(discord.ThreadPublic), int64(discord.ThreadPrivate)); given {
		thread.Type = discord.ChannelType(n)
	}
	var root *message
	if c.value("message_id") != "" {
		if _, root, r = s.roomMessage(c); r != nil {
			return answerBody{}, r
		}
		thread.Type, thread.ID = discord.ThreadPublic, root.ID
		if _, taken := s.world.channels[root.ID]; taken {
			return answerBody{}, rules.Refuse(rules.ThreadExists)
		}
	}
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	need := rules.PermPublicThreads
	if thread.Type == discord.ThreadPrivate {
		need = rules.PermPrivateThreads
	}
	if r := s.world.allow(c.who, room, need); r != nil {
		return answerBody{}, r
	}
	if thread.ID == 0 {
		thread.ID = s.world.ids.next()
	}
	thread.ArchivedAt = s.world.now().UTC()
	s.world.addChannel(thread)
	s.tellChannel("THREAD_CREATE", thread)
	if root == nil && thread.Type == discord.ThreadPublic {
		note := s.world.newMessage(room.ID, c.who)
		note.Type, note.Content, note.Reference = discord.MessageThreadNew, thread.Name, &discord.Reference{Channel: thread.ID, Guild: s.world.Guild}
		s.publish(note)
	}
	return answerBody{http.StatusCreated, discord.Encode(s.world.channelView(thread))}, nil
}

func (s *Server) joinThread(c *call) (answerBody, *rules.Refusal) { return s.threadMember(c, true) }

func (s *Server) leaveThread(c *call) (answerBody, *rules.Refusal) { return s.threadMember(c, false) }

func (s *Server) threadMember(c *call, in bool) (answerBody, *rules.Refusal) {
	room, r := s.room(c)
	if r != nil {
		return answerBody{}, r
	}
	who := c.who.ID
	if id, given := c.id("user_id"); given {
		who = id
	}
	switch {
	case !room.isThread():
		return answerBody{}, rules.Refuse(rules.WrongChannelType)
	case s.world.people[who] == nil:
		return answerBody{}, rules.Refuse(rules.UnknownMember)
	case room.Archived:
		return answerBody{}, rules.Refuse(rules.ThreadArchived)
	}
	room.Members = slices.DeleteFunc(slices.Clone(room.Members), func(id discord.ID) bool { return id == who })
	if in {
		room.Members = append(room.Members, who)
	}
	s.world.saveChannel(room)
	s.tell(event{name: "THREAD_MEMBERS_UPDATE", room: room, intent: intentGuilds, data: discord.Encode(map[string]any{
		"id": room.ID, "guild_id": s.world.Guild, "member_count": len(room.Members),
	})})
	if in && s.world.people[who].Bot {
		s.tellChannel("THREAD_CREATE", room)
	}
	return noContent, nil
}
