package commands

import (
	"context"
	"fmt"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// doublesAtOnce is how many lists of commands are looked at without a pause between them.
const doublesAtOnce = 10

// Doubles looks for commands of ours in other lists than the one in which Register keeps them: a
// command in two lists is offered twice. A list is one server's, or "" for all servers. Make it
// with NewDoubles.
type Doubles struct {
	at   Discord
	kept string
	ours map[string]bool // by name
	pace *rate.Limiter
}

// NewDoubles looks beside the list of one server, or with an empty guild beside that of all. Between
// two lists it pauses for so long, except for the first few.
func NewDoubles(at Discord, words *lang.Catalogue, guild string, pause time.Duration) *Doubles {
	d := &Doubles{
		at: at, kept: guild, ours: make(map[string]bool),
		pace: rate.NewLimiter(rate.Every(pause), doublesAtOnce),
	}
	for _, c := range render.Commands(words, levels(), levelWords(advisers())) {
		d.ours[c.Name] = true
	}
	return d
}

// Lists gives every list that may hold doubles.
func (d *Doubles) Lists(ctx context.Context) ([]string, error) {
	guilds, err := d.at.REST.Guilds(rest.For(ctx, rest.KindLast))
	if err != nil {
		return nil, fmt.Errorf("commands: the bot's servers can't be read: %w", err)
	}
	lists := []string{""}
	for _, g := range guilds {
		lists = append(lists, g.ID)
	}
	return slices.DeleteFunc(lists, func(list string) bool { return list == d.kept }), nil
}

// Holds says whether a list holds commands of ours.
func (d *Doubles) Holds(ctx context.Context, list string) (bool, error) {
	if err := d.pace.Wait(ctx); err != nil {
		return false, err
	}
	names, err := d.at.REST.CommandNames(rest.For(ctx, rest.KindLast), d.at.Application, list)
	if rest.NoSuchCall(err) || rest.HasCode(err, rest.CodeMissingAccess) {
		return false, nil // added without the scope applications.commands, or removed meanwhile
	}
	if err != nil {
		return false, fmt.Errorf("commands: those in %s can't be read: %w", ListName(list), err)
	}
	return slices.ContainsFunc(names, func(name string) bool { return d.ours[name] }), nil
}

// Remove empties a list that holds commands of ours.
func (d *Doubles) Remove(ctx context.Context, list string) error {
	holds, err := d.Holds(ctx, list)
	if err != nil || !holds {
		return err
	}
	ctx = rest.For(ctx, rest.KindLast)
	_, err = d.at.REST.OverwriteCommands(ctx, d.at.Application, list, []render.Command{})
	if rest.HasCode(err, rest.CodeMissingAccess) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("commands: not removed from %s: %w", ListName(list), err)
	}
	d.at.Log.Info("commands that stood twice removed", "from", ListName(list))
	return nil
}

// ListName names a list for the log.
func ListName(list string) string {
	if list == "" {
		return "the list for all servers"
	}
	return "server " + list
}
