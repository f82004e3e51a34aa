package world

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// register has the commands that the application has registered, in the server (by its id) and everywhere (0).
type register struct {
	shelf
	commands map[discord.ID]*discord.Command
}

// InScope lists the commands of one server, or the global ones, by age.
func (w *register) InScope(guild discord.ID) []*discord.Command {
	var out []*discord.Command
	for _, c := range w.commands {
		if c.Guild == guild {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *discord.Command) int { return int(int64(a.ID) - int64(b.ID)) })
	return out
}

// save keeps a command under a new version.
func (w *register) save(c *discord.Command) {
	c.Version = w.ids.next()
	w.Commands = c.Version
	w.commands[c.ID] = c
	w.journal.put(recordCommand, c.ID, c)
	w.settle()
}

// DropCommand forgets one.
func (w *register) DropCommand(c *discord.Command) {
	delete(w.commands, c.ID)
	w.journal.drop(recordCommand, c.ID)
	w.Commands = w.ids.next()
	w.settle()
}

// ReplaceCommands puts a list in the place of all commands of a scope; those that keep their name keep their id.
func (w *register) ReplaceCommands(scope discord.ID, body any) ([]*discord.Command, *rules.Refusal) {
	made, r := rules.ReadCommands(body, w.Application, scope)
	if r != nil {
		return nil, r
	}

	old := w.InScope(scope)
	for _, command := range made {
		i := slices.IndexFunc(old, func(o *discord.Command) bool { return o.Name == command.Name && o.Type == command.Type })
		if i >= 0 {
			command.ID = old[i].ID
			old = slices.Delete(old, i, i+1)
		} else {
			command.ID = w.ids.next()
		}
	}
	for _, gone := range old {
		w.DropCommand(gone)
	}
	for _, command := range made {
		w.save(command)
	}
	return made, nil
}

// Command finds one in a scope.
func (w *register) Command(scope, id discord.ID) (*discord.Command, *rules.Refusal) {
	c, there := w.commands[id]
	if !there || c.Guild != scope {
		return nil, rules.Refuse(rules.UnknownCommand)
	}
	return c, nil
}

// AddCommand registers one, or changes the one that has its name; fresh says which.
func (w *register) AddCommand(scope discord.ID, f rules.Form) (made *discord.Command, fresh bool, r *rules.Refusal) {
	made = rules.ReadCommand(f, w.Application, scope)
	if r := f.Refusal(); r != nil {
		return nil, false, r
	}
	existing := w.InScope(scope)
	i := slices.IndexFunc(existing, func(old *discord.Command) bool { return old.Name == made.Name && old.Type == made.Type })
	switch {
	case i >= 0:
		made.ID = existing[i].ID
	case len(existing) >= rules.MaxCommands:
		return nil, false, rules.Refuse(rules.TooManyCommands)
	default:
		made.ID = w.ids.next()
	}
	w.save(made)
	return made, i < 0, nil
}

// ChangeCommand changes what is given of a command.
func (w *register) ChangeCommand(old *discord.Command, f rules.Form) (*discord.Command, *rules.Refusal) {
	made := rules.ReadChanges(f, old)
	for _, other := range w.InScope(old.Guild) {
		if other.ID != old.ID && other.Name == made.Name && other.Type == made.Type {
			f.Complain("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
	}
	if r := f.Refusal(); r != nil {
		return nil, r
	}
	made.ID = old.ID
	w.save(made)
	return made, nil
}

// Index is what a person's client reads to offer the commands of a channel whose names begin alike.
func (w *register) Index(p *Account, room *Channel, begins string) map[string]any {
	applications, commands := []any{}, []*discord.Command{}
	scopes := w.InScope(0)
	if room.Guild != 0 {
		scopes = append(scopes, w.InScope(room.Guild)...)
	}
	for _, c := range scopes {
		if strings.HasPrefix(c.Name, begins) && len(w.ownersOf(c, p, room)) > 0 {
			commands = append(commands, c)
		}
	}
	if len(commands) > 0 {
		applications = append(applications, w.application())
	}
	return map[string]any{"applications": applications, "application_commands": commands, "version": w.Commands}
}
