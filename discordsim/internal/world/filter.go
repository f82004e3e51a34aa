package world

import (
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Filter refuses messages in a server that have one of its words, whatever their case: with
// rules.MessageBlocked as automatic moderation does, or with rules.LinkBlocked as Discord's own filter
// of harmful links.
type Filter struct {
	Code  rules.Code `json:"code"`
	Words []string   `json:"words"`
}

// Moderate gives a server its filters, instead of those it had.
func (w *accounts) Moderate(s *Server, filters []Filter) {
	s.Filters = filters
	w.saveServer(s)
}

// blocked says with which code a text is refused in a server; 0: it isn't. Automatic moderation lets
// those alone who may manage the server.
func (s *Server) blocked(author *Account, text string) rules.Code {
	text = strings.ToLower(text)
	for _, f := range s.Filters {
		if f.Code == rules.MessageBlocked && author != nil && s.permissionsOf(author)&rules.PermManageGuild != 0 {
			continue
		}
		for _, word := range f.Words {
			if strings.Contains(text, strings.ToLower(word)) {
				return f.Code
			}
		}
	}
	return 0
}

// moderate refuses what a server's filters don't let through of a message that others see too.
func (w *posts) moderate(m *Message, d rules.Draft) *rules.Refusal {
	s := w.servers[w.channels[m.Channel].Guild]
	if s == nil || m.Reader != 0 {
		return nil
	}
	var text strings.Builder
	text.WriteString(d.Content)
	for _, e := range d.Embeds {
		text.WriteString("\n" + string(e))
	}
	for c := range discord.EveryComponent(d.Components) {
		for _, part := range []string{c.Content, c.Label, c.Placeholder} {
			text.WriteString("\n" + part)
		}
		for _, i := range c.Items {
			if i.Description != nil {
				text.WriteString("\n" + *i.Description)
			}
		}
		for _, o := range c.Options {
			text.WriteString("\n" + o.Label + "\n" + o.Description)
		}
	}
	if code := s.blocked(w.people[m.Author.ID], text.String()); code != 0 {
		return rules.Refuse(code)
	}
	return nil
}
