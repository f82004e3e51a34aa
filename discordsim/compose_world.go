package discordsim

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// composing says which of a message's properties a request may set.
type composing struct {
	flags int  // bits that may be given
	edit  bool // what is not given stays
}

// compose reads a message, or changes to one, into m. On a refusal nothing has changed.
func (w *world) compose(m *message, f rules.Form, uploads []rules.Upload, how composing) *rules.Refusal {
	have := rules.Draft{Content: m.Content, Embeds: m.Embeds, TTS: m.TTS, Flags: m.Flags, Components: m.Components}
	for _, id := range m.Owned {
		have.Files = append(have.Files, rules.MessageFile{ID: id, Name: w.files[id].Name})
	}
	d, r := rules.Compose(have, f, uploads, rules.Terms{Flags: how.flags, Edit: how.edit, Emojis: w.ownEmoji})
	if r != nil {
		return r
	}
	m.Content, m.Embeds, m.TTS, m.Flags, m.Components = d.Content, d.Embeds, d.TTS, d.Flags, d.Components
	m.Owned = nil
	for _, one := range d.Files {
		m.Owned = append(m.Owned, w.keepFile(one, uploads, m))
	}
	w.address(m.Components, m.Owned)
	if m.v2() {
		m.Attachments = []discord.Attachment{}
	} else {
		m.Attachments = w.attachments(m.Owned)
	}
	w.setMentions(m, d.Pings)
	return nil
}

// keepFile makes a file of a message of what a request says of it, and gives its id.
func (w *world) keepFile(one rules.MessageFile, uploads []rules.Upload, m *message) discord.ID {
	if one.ID == 0 {
		alt := ""
		if one.Description != nil {
			alt = *one.Description
		}
		return w.newFile(m.Channel, uploads[one.Upload], one.Name, one.Title, alt, m.Reader != 0).ID
	}
	if kept := w.files[one.ID]; one.Description != nil && kept.Description != *one.Description {
		kept.Description = *one.Description
		w.journal.put(recordFile, one.ID, kept)
	}
	return one.ID
}

// address gives the pictures that were just read their ids, and those of the message's own files their addresses.
func (w *world) address(list []discord.Component, owned []discord.ID) {
	for media := range discord.EveryMedia(list) {
		if media.ID != 0 {
			continue
		}
		name, isOwn := strings.CutPrefix(media.URL, rules.AttachmentScheme)
		if !isOwn {
			media.ID = w.ids.next()
			continue
		}
		if f, there := w.fileNamed(owned, name); there {
			*media = f.media()
		}
	}
	for c := range discord.EveryPart(list) {
		if c.File != nil {
			if f := w.files[c.File.Attachment]; f != nil {
				c.FileName, c.FileSize = &f.Name, &f.Size
			}
		}
	}
}

// fileNamed finds a message's file by its name.
func (w *world) fileNamed(owned []discord.ID, name string) (*file, bool) {
	i := slices.IndexFunc(owned, func(id discord.ID) bool { return w.files[id].Name == name })
	if i < 0 {
		return nil, false
	}
	return w.files[owned[i]], true
}

func (w *world) ownEmoji(id discord.ID) (discord.Emoji, bool) {
	own, there := w.emojis[id]
	if !there {
		return discord.Emoji{}, false
	}
	return discord.Emoji{ID: id, Name: own.Name, Animated: own.Animated}, true
}

// without lists what is in a but not in b.
func without(a, b []discord.ID) []discord.ID {
	var out []discord.ID
	for _, id := range a {
		if !slices.Contains(b, id) {
			out = append(out, id)
		}
	}
	return out
}

// setMentions notes on a message whom it pings.
func (w *world) setMentions(m *message, a *rules.Allowed) {
	author := w.people[m.Author.ID]
	everyone := author != nil && w.permissions(author, w.channels[m.Channel])&rules.PermMentionEveryone != 0
	found := rules.Pinged(m.Text(), a, everyone, w.known)
	m.Mentions, m.MentionRoles, m.MentionEveryone = []discord.User{}, []discord.ID{}, found.Everyone
	for _, id := range found.Users {
		m.Mentions = append(m.Mentions, w.people[id].user())
	}
	m.MentionRoles = append(m.MentionRoles, found.Roles...)
}
