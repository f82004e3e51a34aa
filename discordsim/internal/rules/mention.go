package rules

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Mentions are whom a message pings.
type Mentions struct {
	Users    []discord.ID
	Roles    []discord.ID
	Everyone bool
}

// Allowed is allowed_mentions: whom a message may ping. nil allows all.
type Allowed struct {
	users, roles, everyone bool
	userIDs, roleIDs       []discord.ID
}

func readAllowed(f Form) *Allowed {
	a, ok := f.Object("allowed_mentions")
	if !ok {
		return nil
	}
	out := &Allowed{userIDs: a.IDs("users", 100), roleIDs: a.IDs("roles", 100)}
	for i, v := range a.Array("parse", 0, 100) {
		switch v {
		case "users":
			out.users = true
		case "roles":
			out.roles = true
		case "everyone":
			out.everyone = true
		default:
			a.Under("parse").Complain(strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of {users, roles, everyone}.")
		}
	}
	if out.users && len(out.userIDs) > 0 {
		a.Complain("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"users\"] and users: [ids...] are mutually exclusive.")
	}
	if out.roles && len(out.roleIDs) > 0 {
		a.Complain("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"roles\"] and roles: [ids...] are mutually exclusive.")
	}
	return out
}

var mentionPattern = regexp.MustCompile(`<@([!&]?)([0-9]{1,20})>|@(everyone|here)`) //nolint:gochecknoglobals // compiled once

// Pinged finds whom a text mentions among those that exist, as known says, and are allowed.
func Pinged(text string, a *Allowed, mayEveryone bool, known Known) Mentions {
	var m Mentions
	for _, hit := range mentionPattern.FindAllStringSubmatch(text, -1) {
		id, _ := discord.ParseID(hit[2])
		switch {
		case hit[3] != "":
			m.Everyone = m.Everyone || (mayEveryone && (a == nil || a.everyone))
		case hit[1] == "&":
			if known(discord.TypeRoleSelect, hit[2]) && (a == nil || a.roles || slices.Contains(a.roleIDs, id)) && !slices.Contains(m.Roles, id) {
				m.Roles = append(m.Roles, id)
			}
		default:
			if known(discord.TypeUserSelect, hit[2]) && (a == nil || a.users || slices.Contains(a.userIDs, id)) && !slices.Contains(m.Users, id) {
				m.Users = append(m.Users, id)
			}
		}
	}
	return m
}
