package discordsim

import (
	"regexp"
	"slices"
	"strconv"
)

// Mentions are whom a message pings.
type Mentions struct {
	Users    []ID
	Roles    []ID
	Everyone bool
}

// Allowed is allowed_mentions: whom a message may ping. nil allows all.
type Allowed struct {
	users, roles, everyone bool
	userIDs, roleIDs       []ID
}

func readAllowed(f form) *Allowed {
	a, ok := f.object("allowed_mentions")
	if !ok {
		return nil
	}
	out := &Allowed{userIDs: a.ids("users", 100), roleIDs: a.ids("roles", 100)}
	for i, v := range a.array("parse", 0, 100) {
		switch v {
		case "users":
			out.users = true
		case "roles":
			out.roles = true
		case "everyone":
			out.everyone = true
		default:
			a.under("parse").complain(strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of {users, roles, everyone}.")
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

// Pinged finds whom a text mentions among those that exist, as known says, and are allowed.
func Pinged(text string, a *Allowed, mayEveryone bool, known Known) Mentions {
	var m Mentions
	for _, hit := range mentionPattern.FindAllStringSubmatch(text, -1) {
		id, _ := ParseID(hit[2])
		switch {
		case hit[3] != "":
			m.Everyone = m.Everyone || (mayEveryone && (a == nil || a.everyone))
		case hit[1] == "&":
			if known(TypeRoleSelect, hit[2]) && (a == nil || a.roles || slices.Contains(a.roleIDs, id)) && !slices.Contains(m.Roles, id) {
				m.Roles = append(m.Roles, id)
			}
		default:
			if known(TypeUserSelect, hit[2]) && (a == nil || a.users || slices.Contains(a.userIDs, id)) && !slices.Contains(m.Users, id) {
				m.Users = append(m.Users, id)
			}
		}
	}
	return m
}
