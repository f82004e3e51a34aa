package wire

import (
	"net/http"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// scope is the server that a command route speaks of, 0 for all.
func scope(w *world.State, c *call) (discord.ID, *rules.Refusal) {
	if id, _ := c.id("application_id"); id != w.Application {
		return 0, rules.Refuse(rules.NotYourApplication)
	}
	guild, _ := c.id("guild_id")
	if guild != 0 && !w.IsMember(c.who, guild) {
		return 0, rules.Refuse(rules.MissingAccess)
	}
	return guild, nil
}

// command finds the command of a call.
func command(w *world.State, c *call) (*discord.Command, *rules.Refusal) {
	guild, r := scope(w, c)
	if r != nil {
		return nil, r
	}
	id, _ := c.id("command_id")
	return w.Command(guild, id)
}

func listCommands(w *world.State, c *call) (answer, *rules.Refusal) {
	guild, r := scope(w, c)
	if r != nil {
		return answer{}, r
	}
	list := []discord.Command{}
	for _, one := range w.InScope(guild) {
		list = append(list, rules.Shown(*one, c.asks("with_localizations")))
	}
	return ok(list), nil
}

func getCommand(w *world.State, c *call) (answer, *rules.Refusal) {
	one, r := command(w, c)
	return okUnless(one, r)
}

func createCommand(w *world.State, c *call) (answer, *rules.Refusal) {
	guild, r := scope(w, c)
	if r != nil {
		return answer{}, r
	}
	made, fresh, r := w.AddCommand(guild, c.form())
	if r != nil {
		return answer{}, r
	}
	if fresh {
		return answer{http.StatusCreated, discord.Encode(made)}, nil
	}
	return ok(made), nil
}

func putCommands(w *world.State, c *call) (answer, *rules.Refusal) {
	guild, r := scope(w, c)
	if r != nil {
		return answer{}, r
	}
	made, r := w.ReplaceCommands(guild, c.body)
	return okUnless(made, r)
}

func patchCommand(w *world.State, c *call) (answer, *rules.Refusal) {
	old, r := command(w, c)
	if r != nil {
		return answer{}, r
	}
	made, r := w.ChangeCommand(old, c.form())
	return okUnless(made, r)
}

func deleteCommand(w *world.State, c *call) (answer, *rules.Refusal) {
	one, r := command(w, c)
	if r != nil {
		return answer{}, r
	}
	w.DropCommand(one)
	return noContent, nil
}

func commandPermissions(w *world.State, c *call) (answer, *rules.Refusal) {
	_, r := scope(w, c)
	return okUnless([]int{}, r)
}

// commandIndex is what a person's client reads to offer commands, in the server or in one channel: all of them, or those whose
// name begins as "query" says.
func commandIndex(w *world.State, c *call) (answer, *rules.Refusal) {
	if _, given := c.id("guild_id"); given {
		s, r := server(w, c)
		if r != nil {
			return answer{}, r
		}
		return ok(w.Index(c.who, w.ChannelsOf(s)[0], c.query.Get("query"))), nil
	}
	in, r := room(w, c)
	if r != nil {
		return answer{}, r
	}
	return ok(w.Index(c.who, in, c.query.Get("query"))), nil
}
