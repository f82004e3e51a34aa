package discordsim

import (
	"regexp"
	"slices"
)

// mentions are whom a message pings.
type mentions struct {
	users    []ID
	roles    []ID
	everyone bool
}

// allowed is allowed_mentions: whom a message may ping. nil allows all.
type allowed struct {
	users, roles, everyone bool
	userIDs, roleIDs       []ID
}

func readAllowed(f form) *allowed {
	a, ok := f.object("allowed_mentions")
	if !ok {
		return nil
	}
	out := &allowed{userIDs: a.ids("users", 100), roleIDs: a.ids("roles", 100)}
	for i, v := range a.array("parse", 0, 100) {
		switch v {
		case "users":
			out.users = true
		case "roles":
			out.roles = true
		case "everyone":
			out.everyone = true
		default:
			a.under("parse").complain(number(i), "BASE_TYPE_CHOICES", "Value must be one of {users, roles, everyone}.")
		}
	}
	if out.users && len(out.userIDs) > 0 {
		a.complain("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"users\"] and users: [ids...] are mutually exclusive.")
	}
	if out.roles && len(out.roleIDs) > 0 {
		a.complain("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"roles\"] and roles: [ids...] are mutually exclusive.")
	}
	return out
}

var mentionPattern = regexp.MustCompile(`<@([!&]?)([0-9]{1,20})>|@(everyone|here)`) //nolint:gochecknoglobals // compiled once

// pinged finds whom a text mentions among those that exist and are allowed.
func (w *world) pinged(text string, a *allowed, mayEveryone bool) mentions {
	var m mentions
	for _, hit := range mentionPattern.FindAllStringSubmatch(text, -1) {
		id, _ := ParseID(hit[2])
		switch {
		case hit[3] != "":
			m.everyone = m.everyone || (mayEveryone && (a == nil || a.everyone))
		case hit[1] == "&":
			known := id == w.BotRole
			if known && (a == nil || a.roles || slices.Contains(a.roleIDs, id)) && !slices.Contains(m.roles, id) {
				m.roles = append(m.roles, id)
			}
		default:
			_, known := w.people[id]
			if known && (a == nil || a.users || slices.Contains(a.userIDs, id)) && !slices.Contains(m.users, id) {
				m.users = append(m.users, id)
			}
		}
	}
	return m
}

// setMentions notes on a message whom it pings.
func (w *world) setMentions(m *message, a *allowed) {
	author := w.people[m.Author.ID]
	everyone := author != nil && w.permissions(author, w.channels[m.Channel])&permMentionEveryone != 0
	found := w.pinged(m.Text(), a, everyone)
	m.Mentions, m.MentionRoles, m.MentionEveryone = []User{}, []ID{}, found.everyone
	for _, id := range found.users {
		m.Mentions = append(m.Mentions, w.people[id].user())
	}
	m.MentionRoles = append(m.MentionRoles, found.roles...)
}
