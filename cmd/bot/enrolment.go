package main

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// An enrolment registers the commands of the bot: at its start, and where they are to be registered in one server that
// it isn't in, once it is.
type enrolment struct {
	at     commands.Discord
	words  *lang.Catalogue
	guild  string        // empty: the commands are registered everywhere
	joined chan struct{} // holds one while that server was heard to have the bot
	absent bool          // the bot isn't in the server: nothing is registered yet
}

func newEnrolment(at commands.Discord, words *lang.Catalogue, guild string) *enrolment {
	return &enrolment{at: at, words: words, guild: guild, joined: make(chan struct{}, 1)}
}

// How long after a try that came to nothing there is another, though nobody tells that the bot was added: where it isn't
// in the server, and where Discord had trouble.
const (
	untilAdded = time.Hour
	untilWell  = time.Minute
)

// betweenLists is the pause between two lists of commands that are looked at for doubles: a bot in
// thousands of servers looks for an hour, and spends a fiftieth of its requests on it.
const betweenLists = time.Second

// begin registers the commands and returns their ids: none where the bot isn't in the server yet.
func (e *enrolment) begin(ctx context.Context) (ids map[string]string, err error) {
	ids, err = commands.Register(ctx, e.at, e.words, e.guild)
	if !e.isAbsent(err) {
		return ids, err
	}
	e.at.Log.Warn("BOATHOUSE_GUILD: the bot isn't in that server, or was added without the scope applications.commands; "+
		"its commands are registered there once it is added", "server", e.guild, "error", err)
	e.absent = true
	return nil, nil
}

// run registers the commands where begin could not, and then removes those registered elsewhere.
func (e *enrolment) run(ctx context.Context) error {
	if e.absent {
		err := e.retry(ctx, untilAdded, "commands not registered yet", func() error {
			_, err := commands.Register(ctx, e.at, e.words, e.guild)
			if err == nil {
				e.at.Log.Info("commands registered", "server", e.guild)
			}
			return err
		})
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
	doubles := commands.NewDoubles(e.at, e.words, e.guild, betweenLists)
	var left []string // lists to look at; nil: Discord wasn't asked which there are
	return e.retry(ctx, 0, "commands may stand twice", func() (err error) {
		if left == nil {
			left, err = doubles.Lists(ctx)
		}
		var failed []string
		for _, list := range left {
			if wrong := doubles.Remove(ctx, list); wrong != nil {
				failed, err = append(failed, list), wrong
			}
		}
		left = failed
		return err
	})
}

// retry tries after a pause, and once the bot is added to its server, until that succeeds or the
// token is refused. Where Discord has trouble the pauses grow.
func (e *enrolment) retry(ctx context.Context, pause time.Duration, what string, try func() error) error {
	for trouble := untilWell; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-e.joined:
		case <-time.After(pause):
		}
		err := try()
		switch {
		case err == nil || ctx.Err() != nil:
			return nil
		case errors.Is(err, rest.ErrTokenRefused):
			return explainREST(err)
		case e.isAbsent(err):
			pause, trouble = untilAdded, untilWell
		default:
			pause, trouble = trouble, min(2*trouble, untilAdded)
		}
		e.at.Log.Warn(what+": Discord is asked again", "after", pause.String(), "server", e.guild, "error", err)
	}
}

func (e *enrolment) isAbsent(err error) bool {
	return e.guild != "" && rest.HasCode(err, rest.CodeMissingAccess, codeUnknownGuild)
}

// hear hears that the bot is in a server. It never waits.
func (e *enrolment) hear(server string) {
	if server != e.guild {
		return
	}
	select {
	case e.joined <- struct{}{}:
	default:
	}
}
