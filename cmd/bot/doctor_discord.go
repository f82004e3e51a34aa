package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// knock asks Discord who the bot is, and what it may do in its servers. It returns the application's id, empty where Discord didn't say.
func knock(ctx context.Context, s settings, tell teller) (application string, err error) {
	if s.Token == "" {
		return "", errors.Join(
			tell("token", errors.New("DISCORD_TOKEN is missing; only `bot demo` plays without one"), ""),
			tell("permissions", errors.New("not checked without DISCORD_TOKEN"), ""))
	}
	client := rest.New(rest.Options{API: s.API, Token: s.Token, Proxy: s.Proxy.of})
	defer client.Close()
	me, err := client.Me(ctx)
	if err != nil {
		return "", errors.Join(
			tell("token", explainFirst(err), ""),
			tell("permissions", errors.New("not checked, since Discord didn't say who the bot is"), ""))
	}
	if err := tell("token", nil, me.Username); err != nil {
		return "", err
	}
	if application, err = knockInteractions(ctx, s, client, tell); err != nil {
		return "", err
	}
	if err := knockCommands(ctx, s, client, application, tell); err != nil {
		return application, err
	}
	return application, knockServers(ctx, s, client, tell)
}

// knockCommands names the lists of commands for which people are offered each command twice.
func knockCommands(ctx context.Context, s settings, client *rest.Client, application string, tell teller) error {
	words, err := lang.Load()
	if err != nil {
		return err
	}
	at := commands.Discord{REST: client, Application: application, Log: slog.New(slog.DiscardHandler)}
	doubles := commands.NewDoubles(at, words, s.Guild, betweenLists/10) // somebody waits for it
	lists, err := doubles.Lists(ctx)
	var doubled []string
	for _, list := range lists {
		holds, failed := doubles.Holds(ctx, list)
		if failed != nil {
			err = fmt.Errorf("not all lists were looked at: %w", failed)
			break
		}
		if holds {
			doubled = append(doubled, commands.ListName(list))
		}
	}
	if len(doubled) > 0 {
		err = errors.Join(fmt.Errorf("also registered in %s, so people are offered them twice there: "+
			"the next start removes them", strings.Join(doubled, ", ")), err)
	}
	return tell("commands", err, "in one list")
}

// knockServers tells what the bot may do in its servers.
func knockServers(ctx context.Context, s settings, client *rest.Client, tell teller) error {
	guilds, err := client.Guilds(ctx)
	if err != nil {
		return tell("permissions", explainREST(err), "")
	}
	if guilds, err = meant(guilds, s.Guild); err != nil {
		return tell("permissions", err, "")
	}
	words, err := lang.Load()
	if err != nil {
		return err
	}
	for _, g := range guilds {
		if err := tell("permissions", lacking(words.For("en-GB"), g), named(g)); err != nil {
			return err
		}
	}
	return nil
}

// knockInteractions tells by which way interactions come, as Discord has it and as the settings do.
func knockInteractions(ctx context.Context, s settings, client *rest.Client, tell teller) (application string, err error) {
	app, err := client.Application(ctx)
	if err != nil {
		return "", tell("interactions", explainREST(err), "")
	}
	facts := "over the gateway"
	switch {
	case s.Interactions != "" && app.InteractionsURL == "":
		facts = unsent(s)
	case s.Interactions != "":
		facts = "BOATHOUSE_INTERACTIONS is " + s.Interactions + "; Discord sends to " + app.InteractionsURL
	}
	return app.ID, tell("interactions", crossed(s, app), facts)
}

// meant gives the servers that the bot is to play in: the one of
// BOATHOUSE_GUILD, or all.
func meant(guilds []rest.Guild, one string) ([]rest.Guild, error) {
	if len(guilds) == 0 {
		return nil, errors.New("the bot is in no server; the README tells how to add it to one")
	}
	if one == "" {
		return guilds, nil
	}
	if i := slices.IndexFunc(guilds, func(g rest.Guild) bool { return g.ID == one }); i >= 0 {
		return guilds[i : i+1], nil
	}
	var names []string
	for _, g := range guilds {
		names = append(names, named(g))
	}
	return nil, fmt.Errorf("BOATHOUSE_GUILD: the bot isn't in server %s, but in %s", one, strings.Join(names, ", "))
}

func named(g rest.Guild) string { return fmt.Sprintf("%s (%s)", g.Name, g.ID) }

// administrator is Discord's bit of who may do everything. Source: its
// documentation, "permissions".
const administrator = 1 << 3

// lacking names the permissions that the bot's roles would have to give it in a
// server; nil when they give them all. A channel can still take some away, which
// the bot says there.
func lacking(l lang.Lang, g rest.Guild) error {
	missing := render.Needed() &^ int64(g.Permissions)
	if missing == 0 || g.Permissions&administrator != 0 {
		return nil
	}
	return fmt.Errorf("%s: the bot's role lacks %s", named(g), strings.Join(render.PermissionNames(l, missing), ", "))
}
