package wire

import (
	"net/http"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// server finds the server of a path, which the caller must be in.
func server(w *world.State, c *call) (*world.Server, *rules.Refusal) {
	id, _ := c.id("guild_id")
	if !w.IsMember(c.who, id) {
		return nil, rules.Refuse(rules.UnknownGuild)
	}
	return w.Server(id), nil
}

func getGuild(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	g := w.ServerView(s)
	if c.asks("with_counts") {
		g["approximate_member_count"], g["approximate_presence_count"] = len(s.Members), len(s.Members)
	}
	return ok(g), nil
}

func getGuildChannels(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	return ok(w.VisibleChannels(s, c.who)), nil
}

func getActiveThreads(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	return ok(map[string]any{"threads": w.ActiveThreads(s, c.who), "members": []int{}, "has_more": false}), nil
}

func getRoles(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	return ok(s.RoleViews()), nil
}

func addRole(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	return okUnless(w.AddRole(c.who, s, c.form()))
}

func patchRole(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	id, _ := c.id("role_id")
	return okUnless(w.ChangeRole(c.who, s, id, c.form()))
}

// member finds the account of a path with a member, who may have left.
func member(w *world.State, c *call) (*world.Server, *world.Account, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return nil, nil, r
	}
	id, given := c.id("user_id")
	if !given {
		return s, c.who, nil // the path says @me
	}
	return s, w.Account(id), nil
}

func getMember(w *world.State, c *call) (answer, *rules.Refusal) {
	s, p, r := member(w, c)
	switch {
	case r != nil:
		return answer{}, r
	case p == nil:
		return answer{}, rules.Refuse(rules.UnknownUser)
	case !w.IsMember(p, s.ID):
		return answer{}, rules.Refuse(rules.UnknownMember)
	}
	return ok(w.Member(s, p)), nil
}

// searchMembers lists the members whose name or nickname begins alike.
func searchMembers(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	begins := strings.ToLower(c.query.Get("query"))
	list := []discord.Member{}
	for _, p := range w.MembersOf(s) {
		m := w.Member(s, p)
		if strings.HasPrefix(m.User.Username, begins) || m.Nick != nil && strings.HasPrefix(strings.ToLower(*m.Nick), begins) {
			list = append(list, m)
		}
	}
	return ok(list), nil
}

// listMembers needs the intent for members, which a bot here doesn't have.
func listMembers(_ *world.State, _ *call) (answer, *rules.Refusal) {
	return answer{}, rules.Refuse(rules.MissingAccess)
}

func patchMember(w *world.State, c *call) (answer, *rules.Refusal) {
	s, p, r := member(w, c)
	if r != nil {
		return answer{}, r
	}
	if r := w.ChangeMember(c.who, s, p, c.form()); r != nil {
		return answer{}, r
	}
	return ok(w.Member(s, p)), nil
}

// removeMember takes somebody out of the server.
func removeMember(w *world.State, c *call) (answer, *rules.Refusal) {
	s, p, r := member(w, c)
	if r != nil {
		return answer{}, r
	}
	return noContent, w.Remove(c.who, p, s)
}

// leaveGuild has the caller leave the server.
func leaveGuild(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := server(w, c)
	if r != nil {
		return answer{}, r
	}
	return noContent, w.Remove(c.who, c.who, s)
}

// createGuild is what the client of somebody asks for who makes a server.
func createGuild(w *world.State, c *call) (answer, *rules.Refusal) {
	s, r := w.Found(c.who, c.form())
	if r != nil {
		return answer{}, r
	}
	return answer{http.StatusCreated, discord.Encode(w.ServerView(s))}, nil
}

// joinGuild is what the client of somebody asks for who comes into a server, or back.
func joinGuild(w *world.State, c *call) (answer, *rules.Refusal) {
	id, _ := c.id("guild_id")
	s := w.Server(id)
	if s == nil {
		return answer{}, rules.Refuse(rules.UnknownGuild)
	}
	w.Join(c.who, s)
	return answer{http.StatusCreated, discord.Encode(w.Member(s, c.who))}, nil
}

// authorize is what a person's client asks for who follows a bot's invitation.
func authorize(w *world.State, c *call) (answer, *rules.Refusal) {
	application, _ := discord.ParseID(c.query.Get("client_id"))
	if c.query.Get("integration_type") == "1" {
		return okUnless(map[string]any{"location": ""}, w.InstallFor(c.who, application))
	}
	r := w.Install(c.who, application, c.form())
	return okUnless(map[string]any{"location": ""}, r)
}
