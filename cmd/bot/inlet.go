package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
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
	log.Info("interactions come over HTTP", "at", o.at.Addr().String(), "path", web.InteractionsPath, "events", web.EventsPath, "discord_sends_to", app.InteractionsURL)
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

// close gives the address back, if no inlet has.
func (o opening) close() {
	if o.at != nil {
		_ = o.at.Close() // an inlet that ran has closed it
	}
}

// inlet is what brings interactions to the door, and the news of servers to the house.
func (o opening) inlet(ctx context.Context, s settings, door *commands.Door, house *table.House, sessions gateway.Sessions, log *slog.Logger, look func(context.Context) ([]sitting.Server, error)) inlet {
	if o.at != nil {
		return endpoint{web.New(web.Options{
			Key: s.PublicKey, OnInteraction: door.HandleSent, Peers: peers(s, house), Log: log,
			OnServer: func(server string) {
				house.Present(sitting.Server(server))
				o.enrolment.hear(server)
			},
		}), o.at, func(ctx context.Context) { eachHour(ctx, house, log, look) }}
	}
	return gateway.New(gateway.Options{
		API: s.API, Token: s.Token, Sessions: sessions, Log: log, May: o.hold.may,
		OnInteraction: o.hold.hears(ctx, door.Handle),
		OnMissed: func(raw json.RawMessage, unsure bool) {
			o.hold.hears(ctx, func(raw json.RawMessage) { door.HandleMissed(raw, unsure) })(raw)
		},
		OnLost: func(since time.Time) { house.Unreachable(o.clock.at(since)) }, OnFound: house.Reachable,
		OnServers: func(all []string) {
			servers := make([]sitting.Server, len(all))
			for i, id := range all {
				servers[i] = sitting.Server(id)
				o.enrolment.hear(id)
			}
			house.Listed(servers)
		},
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
	var looking sync.WaitGroup
	defer looking.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	looking.Go(func() { e.look(ctx) })
	return e.Serve(ctx, e.at)
}

// Keep implements [inlet]: there is no session.
func (endpoint) Keep(context.Context) {}

// lookWait is how often the bot's servers are looked at, where nobody tells that it was removed from one.
const lookWait = time.Hour

// eachHour tells the house in which servers the bot is, as the gateway does when a session starts.
func eachHour(ctx context.Context, house *table.House, log *slog.Logger, look func(context.Context) ([]sitting.Server, error)) {
	tick := time.NewTicker(lookWait)
	defer tick.Stop()
	for {
		switch all, err := look(ctx); {
		case err == nil:
			house.Listed(all)
		case ctx.Err() == nil:
			log.Warn("the bot's servers aren't known", "error", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// servers lists those that the bot is in, and those of which something is kept that wasn't before Discord was asked: the bot may have been
// added to them meanwhile.
func servers(ctx context.Context, client *rest.Client, kept table.Upkeep) ([]sitting.Server, error) {
	before, err := kept.ServersKept(ctx)
	if err != nil {
		return nil, err
	}
	guilds, err := client.Guilds(ctx)
	if err != nil {
		return nil, err
	}
	all, err := kept.ServersKept(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(s sitting.Server) bool { return slices.Contains(before, s) })
	for _, g := range guilds {
		all = append(all, sitting.Server(g.ID))
	}
	return all, nil
}
