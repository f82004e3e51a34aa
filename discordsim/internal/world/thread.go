package world

import (
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// ChangeRoom renames a channel, or renames, shuts, opens or locks a thread.
func (w *rooms) ChangeRoom(p *Account, room *Channel, f rules.Form) *rules.Refusal {
	if room.Type == discord.ChannelDirect {
		return rules.Refuse(rules.WrongChannelType)
	}
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
		return r
	}
	if s := w.servers[room.Guild]; draft.Name != room.Name && s.blocked(p, draft.Name) != 0 {
		return rules.Refuse(rules.TitleBlocked)
	}
	has := w.PermissionsOf(p, room)
	name := "CHANNEL_UPDATE"
	if room.IsThread() {
		name = "THREAD_UPDATE"
		opensOnly := setsArchived && !archived && !setsLocked && !room.Locked
		if has&rules.PermManageThreads == 0 && (room.Owner != p.ID || setsLocked || room.Locked) && !opensOnly {
			return rules.Refuse(rules.MissingPermissions)
		}
		if room.Archived && (!setsArchived || archived) && !setsLocked {
			return rules.Refuse(rules.ThreadArchived)
		}
	} else if has&rules.PermManageChannels == 0 {
		return rules.Refuse(rules.MissingPermissions)
	}
	if room.IsThread() && setsArchived {
		draft.Archived, draft.ArchivedAt = archived, w.Now().UTC()
	}
	if room.IsThread() && setsLocked {
		draft.Locked = locked
	}
	*room = draft
	w.saveChannel(room)
	w.tellChannel(name, room)
	return nil
}

// SetMember lets an account into a thread or out of it.
func (w *rooms) SetMember(room *Channel, who discord.ID, in bool) *rules.Refusal {
	switch {
	case !room.IsThread():
		return rules.Refuse(rules.WrongChannelType)
	case w.people[who] == nil:
		return rules.Refuse(rules.UnknownMember)
	case room.Archived:
		return rules.Refuse(rules.ThreadArchived)
	}
	room.Members = slices.DeleteFunc(slices.Clone(room.Members), func(id discord.ID) bool { return id == who })
	if in {
		room.Members = append(room.Members, who)
	}
	w.saveChannel(room)
	w.tell(Event{Name: "THREAD_MEMBERS_UPDATE", Room: room, Intent: discord.IntentGuilds, Data: discord.Encode(map[string]any{
		"id": room.ID, "guild_id": room.Guild, "member_count": len(room.Members),
	})})
	if in && w.people[who].Bot {
		w.tellChannel("THREAD_CREATE", room)
	}
	return nil
}

// OpenThread opens a thread in a channel, from one of its messages or, with the id 0, on its own.
func (w *posts) OpenThread(p *Account, room *Channel, from discord.ID, f rules.Form) (*Channel, *rules.Refusal) {
	if room.Type != discord.ChannelText {
		return nil, rules.Refuse(rules.WrongChannelType)
	}
	thread := &Channel{Type: discord.ThreadPrivate, Guild: room.Guild, Parent: room.ID, Owner: p.ID, Members: []discord.ID{p.ID}, ArchiveAfter: 4320}
	thread.Name = f.NeedText("name", 1, 100)
	if n, given := f.Choice("auto_archive_duration", 60, 1440, 4320, 10080); given {
		thread.ArchiveAfter = n
	}
	if n, given := f.Choice("type", int64(discord.ThreadPublic), int64(discord.ThreadPrivate)); given {
		thread.Type = discord.ChannelType(n)
	}
	if from != 0 {
		if _, r := w.Find(p, room, from); r != nil {
			return nil, r
		}
		thread.Type, thread.ID = discord.ThreadPublic, from
		if _, taken := w.channels[from]; taken {
			return nil, rules.Refuse(rules.ThreadExists)
		}
	}
	if r := f.Refusal(); r != nil {
		return nil, r
	}
	if w.servers[room.Guild].blocked(p, thread.Name) != 0 {
		return nil, rules.Refuse(rules.TitleBlocked)
	}
	need := rules.PermPublicThreads
	if thread.Type == discord.ThreadPrivate {
		need = rules.PermPrivateThreads
	}
	if r := w.Allow(p, room, need); r != nil {
		return nil, r
	}
	if thread.ID == 0 {
		thread.ID = w.ids.next()
	}
	thread.ArchivedAt = w.Now().UTC()
	w.addChannel(thread)
	w.tellChannel("THREAD_CREATE", thread)
	if from == 0 && thread.Type == discord.ThreadPublic {
		note := w.newMessage(room.ID, p)
		note.Type, note.Content = discord.MessageThreadNew, thread.Name
		note.Reference = &discord.Reference{Channel: thread.ID, Guild: room.Guild}
		w.publish(note)
	}
	return thread, nil
}

// DeleteRoom takes a channel away with its threads and all that was said there, and tells what it was; a direct
// conversation stays.
func (w *posts) DeleteRoom(p *Account, room *Channel) (discord.Channel, *rules.Refusal) {
	need, name := rules.PermManageChannels, "CHANNEL_DELETE"
	switch {
	case room.Type == discord.ChannelDirect:
		return w.ViewFor(room, p), nil
	case room.IsThread():
		need, name = rules.PermManageThreads, "THREAD_DELETE"
	}
	if r := w.Allow(p, room, need); r != nil {
		return discord.Channel{}, r
	}
	w.tellChannel(name, room)
	view := w.View(room)
	for _, thread := range w.where(func(t *Channel) bool { return t.Parent == room.ID }) {
		w.dropChannel(thread)
	}
	w.dropChannel(room)
	return view, nil
}
