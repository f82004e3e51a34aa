package world

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// compose reads a message, or changes to one, into m. On a refusal nothing has changed.
func (w *posts) compose(m *Message, f rules.Form, uploads []rules.Upload, terms rules.Terms) *rules.Refusal {
	have := rules.Draft{Content: m.Content, Embeds: m.Embeds, TTS: m.TTS, Flags: m.Flags, Components: m.Components, Poll: m.Poll}
	for _, id := range m.Owned {
		if f := w.files[id]; f != nil {
			have.Files = append(have.Files, rules.MessageFile{ID: id, Name: f.Name})
		}
	}
	terms.Emojis = w.ownEmoji
	terms.After = func(hours int64) string {
		return w.Now().UTC().Add(time.Duration(hours) * time.Hour).Format(time.RFC3339Nano)
	}
	d, r := rules.Compose(have, f, uploads, terms)
	if r != nil {
		return r
	}
	if r := w.moderate(m, d); r != nil {
		return r
	}
	m.Content, m.Embeds, m.TTS, m.Flags, m.Components = d.Content, d.Embeds, d.TTS, d.Flags, d.Components
	if m.Reader != 0 {
		m.Flags |= discord.FlagEphemeral // for one person, whatever the request says
	}
	m.Poll = d.Poll
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
func (w *posts) setMentions(m *Message, a *rules.Allowed) {
	author := w.people[m.Author.ID]
	everyone := author != nil && w.PermissionsOf(author, w.channels[m.Channel])&rules.PermMentionEveryone != 0
	found := rules.Pinged(m.Text(), a, everyone, w.knownIn(w.channels[m.Channel]))
	m.Mentions, m.MentionRoles, m.MentionEveryone = []discord.User{}, []discord.ID{}, found.Everyone
	for _, id := range found.Users {
		m.Mentions = append(m.Mentions, w.people[id].User())
	}
	m.MentionRoles = append(m.MentionRoles, found.Roles...)
}
