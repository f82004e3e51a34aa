package discordsim

import (
	"net/http"
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// inScope lists the commands of one server, or the global ones, by age.
func (w *world) inScope(guild discord.ID) []*discord.Command {
	var out []*discord.Command
	for _, c := range w.commands {
		if c.Guild == guild {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *discord.Command) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}

func (w *world) saveCommand(c *discord.Command) {
	c.Version = w.ids.next()
	w.Commands = c.Version
	w.commands[c.ID] = c
	w.journal.put(recordCommand, c.ID, c)
	w.settle()
}

func (w *world) dropCommand(c *discord.Command) {
	delete(w.commands, c.ID)
	w.journal.drop(recordCommand, c.ID)
	w.Commands = w.ids.next()
	w.settle()
}

// scope is the server that a command route speaks of, 0 for the global ones.
func (s *Server) scope(c *call) (discord.ID, *rules.Refusal) {
	if id, _ := c.id("application_id"); id != s.world.Application {
		return 0, rules.Refuse(rules.NotYourApplication)
	}
	guild, _ := c.id("guild_id")
	if guild != 0 && guild != s.world.Guild {
		return 0, rules.Refuse(rules.MissingAccess)
	}
	return guild, nil
}

func (s *Server) listCommands(c *call) (answerBody, *rules.Refusal) {
	guild, r := s.scope(c)
	if r != nil {
		return answerBody{}, r
	}
	list := []discord.Command{}
	for _, command := range s.world.inScope(guild) {
		list = append(list, rules.Shown(*command, c.asks("with_localizations")))
	}
	return ok(list), nil
}

func (s *Server) getCommand(c *call) (answerBody, *rules.Refusal) {
	command, r := s.commandOf(c)
	if r != nil {
		return answerBody{}, r
	}
	return ok(command), nil
}

func (s *Server) commandOf(c *call) (*discord.Command, *rules.Refusal) {
	guild, r := s.scope(c)
	if r != nil {
		return nil, r
	}
	id, _ := c.id("command_id")
	command, there := s.world.commands[id]
	if !there || command.Guild != guild {
		return nil, rules.Refuse(rules.UnknownCommand)
	}
	return command, nil
}

// createCommand registers one, or changes the one that has its name.
func (s *Server) createCommand(c *call) (answerBody, *rules.Refusal) {
	guild, r := s.scope(c)
	if r != nil {
		return answerBody{}, r
	}
	f := rules.NewForm(c.body)
	made := rules.ReadCommand(f, s.world.Application, guild)
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	status := http.StatusCreated
	existing := s.world.inScope(guild)
	for _, old := range existing {
		if old.Name == made.Name && old.Type == made.Type {
			made.ID, status = old.ID, http.StatusOK
		}
	}
	if status == http.StatusCreated {
		if len(existing) >= rules.MaxCommands {
			return answerBody{}, rules.Refuse(rules.TooManyCommands)
		}
		made.ID = s.world.ids.next()
	}
	s.world.saveCommand(made)
	return answerBody{status: status, body: discord.Encode(made)}, nil
}

// putCommands replaces all commands of a scope at once; those that keep their name keep their id.
func (s *Server) putCommands(c *call) (answerBody, *rules.Refusal) {
	guild, r := s.scope(c)
	if r != nil {
		return answerBody{}, r
	}
	made, r := rules.ReadCommands(c.body, s.world.Application, guild)
	if r != nil {
		return answerBody{}, r
	}
	s.replaceCommands(guild, made)
	return ok(made), nil
}

func (s *Server) replaceCommands(guild discord.ID, made []*discord.Command) {
	old := s.world.inScope(guild)
	for _, command := range made {
		i := slices.IndexFunc(old, func(o *discord.Command) bool { return o.Name == command.Name && o.Type == command.Type })
		if i >= 0 {
			command.ID = old[i].ID
			old = slices.Delete(old, i, i+1)
		} else {
			command.ID = s.world.ids.next()
		}
	}
	for _, gone := range old {
		s.world.dropCommand(gone)
	}
	for _, command := range made {
		s.world.saveCommand(command)
	}
}

// patchCommand changes what is given of a command.
func (s *Server) patchCommand(c *call) (answerBody, *rules.Refusal) {
	old, r := s.commandOf(c)
	if r != nil {
		return answerBody{}, r
	}
	f := rules.NewForm(c.body)
	made := rules.ReadChanges(f, old)
	for _, other := range s.world.inScope(old.Guild) {
		if other.ID != old.ID && other.Name == made.Name && other.Type == made.Type {
			f.Complain("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	made.ID = old.ID
	s.world.saveCommand(made)
	return ok(made), nil
}

func (s *Server) deleteCommand(c *call) (answerBody, *rules.Refusal) {
	command, r := s.commandOf(c)
	if r != nil {
		return answerBody{}, r
	}
	s.world.dropCommand(command)
	return noContent, nil
}

func (s *Server) commandPermissions(c *call) (answerBody, *rules.Refusal) {
	if _, r := s.scope(c); r != nil {
		return answerBody{}, r
	}
	return ok([]int{}), nil
}

// commandIndex is what a person's client reads to offer commands.
func (s *Server) commandIndex(c *call) (answerBody, *rules.Refusal) {
	if guild, given := c.id("guild_id"); given && guild != s.world.Guild {
		return answerBody{}, rules.Refuse(rules.UnknownGuild)
	}
	list := append(s.world.inScope(0), s.world.inScope(s.world.Guild)...)
	return ok(map[string]any{
		"applications":         []any{s.world.basicApplication()},
		"application_commands": list,
		"version":              s.world.Commands,
	}), nil
}
