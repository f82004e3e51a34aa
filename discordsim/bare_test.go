package discordsim_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
)

// heard is an interaction as a bare bot hears it.
type heard struct {
	ID          discord.ID `json:"id"`
	Type        int        `json:"type"`
	Token       string     `json:"token"`
	GuildID     discord.ID `json:"guild_id"`
	Locale      string     `json:"locale"`
	GuildLocale string     `json:"guild_locale"`
	Guild       *struct {
		Locale   string   `json:"locale"`
		Features []string `json:"features"`
	} `json:"guild"`
	Permissions string            `json:"app_permissions"`
	Context     int               `json:"context"`
	Owners      map[string]string `json:"authorizing_integration_owners"`
	Channel     struct {
		Last discord.ID `json:"last_message_id"`
	} `json:"channel"`
	Member *struct {
		User        discord.User `json:"user"`
		Permissions string       `json:"permissions"`
	} `json:"member"`
	User    *discord.User    `json:"user"`
	Message *discord.Message `json:"message"`
	Data    json.RawMessage  `json:"data"`
}

// bare is a bot without a library: a gateway session and REST.
type bare struct {
	raw
	application discord.ID
	gate        *gate
}

func bareBot(tb testing.TB, s *discordsim.Server) bare {
	h := s.Handshake()
	g := dial(tb, h.Gateway+"/?v=10&encoding=json")
	g.identify(h.Token, intentGuilds)
	return bare{rawBot(tb, s), h.Application, g}
}

const intentGuilds = 1

func (b bare) next() heard {
	b.tb.Helper()
	var in heard
	if err := json.Unmarshal(b.gate.event("INTERACTION_CREATE"), &in); err != nil {
		b.tb.Fatal(err)
	}
	return in
}

func (b bare) callback(in heard, body string) reply {
	b.tb.Helper()
	return b.do("POST", fmt.Sprintf("/interactions/%s/%s/callback", in.ID, in.Token), body)
}

func (b bare) hook(method, path string, in heard, body string) reply {
	b.tb.Helper()
	return b.do(method, fmt.Sprintf("/webhooks/%s/%s%s", b.application, in.Token, path), body)
}

// register makes the commands that the tests use.
func (b bare) register() {
	b.tb.Helper()
	got := b.do("PUT", fmt.Sprintf("/applications/%s/commands", b.application), `[
		{"name":"rum","description":"x","contexts":[0],"options":[{"type":1,"name":"new","description":"x","options":[
			{"type":3,"name":"rules","description":"x","required":true,"choices":[{"name":"Brisk","value":"brisk"}]},
			{"type":4,"name":"seats","description":"x","min_value":2,"max_value":6},
			{"type":6,"name":"friend","description":"x"},
			{"type":3,"name":"note","description":"x","autocomplete":true}]}]},
		{"name":"privacy","description":"x","contexts":[0,1]},
		{"name":"audit","description":"x","default_member_permissions":"32"}]`)
	if got.status != 200 {
		b.tb.Fatalf("commands: %s", got.body)
	}
}

// async runs what a person does while the test plays the bot.
func async(f func() (people.Outcome, error)) func(tb testing.TB) people.Outcome {
	type result struct {
		out people.Outcome
		err error
	}
	done := make(chan result, 1)
	go func() {
		out, err := f()
		done <- result{out, err}
	}()
	return func(tb testing.TB) people.Outcome {
		tb.Helper()
		r := <-done
		if r.err != nil {
			tb.Fatal(r.err)
		}
		return r.out
	}
}

func (b bare) slash(ctx context.Context, p *people.Person, channel discord.ID) (heard, func(testing.TB) people.Outcome) {
	b.tb.Helper()
	end := async(func() (people.Outcome, error) { return p.Slash(ctx, channel, "privacy", nil) })
	return b.next(), end
}
