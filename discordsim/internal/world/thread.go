package world

import (
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

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

// threadTypes are the types of threads that can be opened in a channel; the first is that of one from a
// message.
func threadTypes(c *Channel) []int64 {
	switch c.Type {
	case discord.ChannelText:
		return []int64{int64(discord.ThreadPublic), int64(discord.ThreadPrivate)}
	case discord.ChannelAnnouncement:
		return []int64{int64(discord.ThreadAnnouncement)}
	case discord.ChannelForum:
		return []int64{int64(discord.ThreadPublic)}
	case discord.ChannelDirect, discord.ChannelVoice, discord.ChannelCategory, discord.ChannelStage,
		discord.ThreadAnnouncement, discord.ThreadPublic, discord.ThreadPrivate:
	}
	return nil
}

// OpenThread opens a thread in a channel, from one of its messages or, with the id 0, on its own. In a
// forum it comes with its first message, which has its id.
func (w *posts) OpenThread(p *Account, room *Channel, from discord.ID, f rules.Form, files []rules.Upload) (*Channel, *rules.Refusal) {
	types, forum := threadTypes(room), room.Type == discord.ChannelForum
	if types == nil || forum && from != 0 {
		return nil, rules.Refuse(rules.WrongChannelType)
	}
	thread := &Channel{Guild: room.Guild, Parent: room.ID, Owner: p.ID, Members: []discord.ID{p.ID}, ArchiveAfter: 4320}
	thread.Type = discord.ChannelType(types[len(types)-1])
	thread.Name = f.NeedText("name", 1, 100)
	if n, given := f.Choice("auto_archive_duration", 60, 1440, 4320, 10080); given {
		thread.ArchiveAfter = n
	}
	if n, given := f.Choice("type", types...); given {
		thread.Type = discord.ChannelType(n)
	}
	if from != 0 {
		if _, r := w.Find(p, room, from); r != nil {
			return nil, r
		}
		thread.Type, thread.ID = discord.ChannelType(types[0]), from
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
	switch {
	case forum:
		need = rules.PermSendMessages
	case thread.Type == discord.ThreadPrivate:
		need = rules.PermPrivateThreads
	}
	if r := w.Allow(p, room, need); r != nil {
		return nil, r
	}
	return thread, w.begun(p, room, thread, from, f, files)
}

// begun puts a new thread into its channel, with what is posted of it.
func (w *posts) begun(p *Account, room, thread *Channel, from discord.ID, f rules.Form, files []rules.Upload) *rules.Refusal {
	if thread.ID == 0 {
		thread.ID = w.ids.next()
	}
	thread.ArchivedAt = w.Now().UTC()
	w.channels[thread.ID] = thread // where the first message is composed
	var first *Message
	if room.Type == discord.ChannelForum {
		f.Need("message")
		first = w.newMessage(thread.ID, p)
		first.ID = thread.ID
		if r := w.compose(first, f.Part("message"), files, rules.Terms{Flags: rules.PostFlags}); r != nil {
			delete(w.channels, thread.ID)
			return r
		}
	}
	w.addChannel(thread)
	w.tellChannel("THREAD_CREATE", thread)
	switch {
	case first != nil:
		w.publish(first)
	case from == 0 && thread.Type == discord.ThreadPublic:
		note := w.newMessage(room.ID, p)
		note.Type, note.Content = discord.MessageThreadNew, thread.Name
		note.Reference = &discord.Reference{Channel: thread.ID, Guild: room.Guild}
		w.publish(note)
	}
	return nil
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
	w.watchedBut(w.servers[room.Guild], room, func() {
		for _, in := range w.where(func(t *Channel) bool { return t.Parent == room.ID }) {
			if in.IsThread() {
				w.dropChannel(in)
				continue
			}
			in.Parent = 0 // its channels outlive a category
			w.saveChannel(in)
		}
		w.dropChannel(room)
	})
	return view, nil
}
