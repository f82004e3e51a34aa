package main

import (
	"cmp"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/gateway"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/commands/web"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// An inlet is what interactions come in by.
type inlet interface {
	// Run hands on what comes until ctx is done. An error says why nothing more can come.
	Run(ctx context.Context) error
	// Connected says whether anything can come now.
	Connected() bool
	// Keep keeps, once Run has returned and all is answered, what the next start goes on with.
	Keep(ctx context.Context)
}

// An opening is where an inlet will be: an address that is taken, or the gateway, which needs none.
type opening struct {
	at        net.Listener
	enrolment *enrolment // which hears of servers that the bot is in
	hold      *hold
	clock     clock // of the house
}

// take takes the address of BOATHOUSE_INTERACTIONS, where there is one. It comes when all else is ready: until then who stands in front of
// several workers is refused there at once and goes on to the next, and nothing waits for a bot that is being started.
func (o *opening) take(ctx context.Context, s settings, app rest.Application, log *slog.Logger) error {
	if s.Interactions == "" {
		return nil
	}
	var lc net.ListenConfig
	var err error
	if o.at, err = lc.Listen(ctx, "tcp", s.Interactions); err != nil {
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_INTERACTIONS: %w", err)}
	}
	log.Info("interactions come over HTTP", "at", o.at.Addr().String(), "path", web.InteractionsPath, "events", web.EventsPath, "discord_sends_to", cmp.Or(app.InteractionsURL, "nobody"))
	return nil
}

// crossed tells settings that can't be what the application is entered with at Discord. Where Discord says nothing of it, nothing is. With the key of
// another application all that comes over HTTP would be refused, and Discord would soon send nothing more.
func crossed(s settings, app rest.Application) error {
	switch {
	case s.Interactions == "" && app.InteractionsURL != "":
		return fmt.Errorf("Discord sends this application's interactions to %s, and none over the gateway: set BOATHOUSE_INTERACTIONS and DISCORD_PUBLIC_KEY, "+
			"or clear the Interactions Endpoint URL in the developer portal", app.InteractionsURL)
	case s.Interactions != "" && app.VerifyKey != "" && !strings.EqualFold(app.VerifyKey, hex.EncodeToString(s.PublicKey)):
		return fmt.Errorf("DISCORD_PUBLIC_KEY is not that of this application, whose key is %s", app.VerifyKey)
	}
	return nil
}

// unsent says what follows where Discord has no address to which it could send.
func unsent(s settings) string {
	return "BOATHOUSE_INTERACTIONS is " + s.Interactions + "; Discord has no Interactions Endpoint URL, and sends nothing until the developer portal has one"
}

// tellUnsent looks where Discord sends to, and tells the log of it where that is nowhere: Discord takes an address away from an application that
// didn't refuse what was signed wrongly, as while a proxy answered for it, and says so to nobody.
func tellUnsent(ctx context.Context, s settings, client *rest.Client, log *slog.Logger) {
	app, err := client.Application(ctx)
	switch {
	case err != nil && ctx.Err() == nil:
		log.Warn("where Discord sends interactions to isn't known", "error", err)
	case err == nil && app.InteractionsURL == "":
		log.Warn(unsent(s))
	}
}

// close gives the address back, if no inlet has.
func (o opening) close() {
	if o.at != nil {
		_ = o.at.Close() // an inlet that ran has closed it
	}
}

// inlet is what brings interactions to the door, and the news of servers to the house.
func (o opening) inlet(ctx context.Context, s settings, door *commands.Door, house *table.House, db store, client *rest.Client, log *slog.Logger) inlet {
	if o.at != nil {
		return endpoint{web.New(web.Options{
			Key: s.PublicKey, OnInteraction: door.HandleSent, Peers: peers(s, house), Log: log,
			OnServer: func(server string) {
				house.Present(sitting.Server(server))
				o.enrolment.hear(server)
			},
		}), o.at, func(ctx context.Context) {
			eachHour(ctx, func(ctx context.Context) {
				tellUnsent(ctx, s, client, log)
				tellServers(ctx, house, db, client, log)
			})
		}}
	}
	var kept atomic.Pointer[[]sitting.Server] // as it was before Discord was asked for the newest session
	return gateway.New(gateway.Options{
		API: s.API, Token: s.Token, Proxy: s.Proxy.of, Sessions: db, Log: log,
		May: func(ctx context.Context) bool {
			if !o.hold.may(ctx) {
				return false
			}
			all, err := db.ServersKept(ctx, false)
			if err != nil && ctx.Err() == nil {
				log.Warn("the servers that removed the bot aren't known", "error", err)
			}
			kept.Store(&all)
			return true
		},
		OnInteraction: o.hold.hears(ctx, door.Handle),
		OnMissed: func(raw json.RawMessage, unsure bool) {
			o.hold.hears(ctx, func(raw json.RawMessage) { door.HandleMissed(raw, unsure) })(raw)
		},
		Refused: client.TokenRefused,
		OnLost:  func(since time.Time) { house.Unreachable(o.clock.at(since)) }, OnFound: house.Reachable,
		OnServers: func(all []string) {
			servers := make([]sitting.Server, len(all))
			for i, id := range all {
				servers[i] = sitting.Server(id)
				o.enrolment.hear(id)
			}
			house.Listed(servers, *kept.Load())
		},
		OnDeleted: func(server, channel string, whole bool) {
			house.ChannelDeleted(sitting.Server(server), sitting.Channel(channel), whole)
		},
		OnChanged: func(server string) { house.Changed(sitting.Server(server)) },
		OnServer: func(server string, is bool) {
			if is {
				house.Present(sitting.Server(server))
				o.enrolment.hear(server)
			} else {
				house.Removed(sitting.Server(server))
			}
		},
	})
}

// peers are the workers that this one shares the work with; nil: it is alone.
func peers(s settings, house *table.House) *web.Peers {
	if s.Worker == "" {
		return nil
	}
	return web.NewPeers(s.Worker, s.Token, house.There)
}

// An endpoint is one at its address.
type endpoint struct {
	*web.Endpoint
	at   net.Listener
	look func(context.Context) // at the bot's servers, until the end
}

// Run implements [inlet].
func (e endpoint) Run(ctx context.Context) error {
	c := newCrew(ctx)
	c.run(func(ctx context.Context) error { e.look(ctx); return nil })
	c.run(func(ctx context.Context) error { return e.Serve(ctx, e.at) })
	return c.wait()
}

// Keep implements [inlet]: there is no session.
func (endpoint) Keep(context.Context) {}

// lookWait is how often it is looked at what nobody tells: in which servers the bot is, and whether Discord has where to send.
const lookWait = time.Hour

// eachHour has somebody look at once, and then each hour until the end.
func eachHour(ctx context.Context, look func(context.Context)) {
	tick := time.NewTicker(lookWait)
	defer tick.Stop()
	for {
		look(ctx)
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// tellServers tells the house in which servers the bot is, as the gateway does when a session starts.
func tellServers(ctx context.Context, house *table.House, upkeep table.Upkeep, client *rest.Client, log *slog.Logger) {
	kept, err := upkeep.ServersKept(ctx, false)
	var all []sitting.Server
	if err == nil {
		all, err = servers(ctx, client)
	}
	switch {
	case err == nil:
		house.Listed(all, kept)
	case ctx.Err() == nil:
		log.Warn("the bot's servers aren't known", "error", err)
	}
}

// servers lists those that the bot is in.
func servers(ctx context.Context, client *rest.Client) ([]sitting.Server, error) {
	guilds, err := client.Guilds(ctx)
	if err != nil {
		return nil, err
	}
	all := make([]sitting.Server, len(guilds))
	for i, g := range guilds {
		all[i] = sitting.Server(g.ID)
	}
	return all, nil
}
