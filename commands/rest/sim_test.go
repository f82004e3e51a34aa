package rest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"net/http"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/openapi"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
)

// An interaction is what the tests need of one.
type interaction struct {
	ID, Token, ApplicationID string
	Message                  rest.Message
}

// A bench is a simulator, the client under test, and a gateway that brings interactions.
type bench struct {
	*rest.Client
	sim    *discordsim.Server
	here   discord.Handshake
	events chan interaction
}

// openAPI is Discord's own description, which DISCORD_OPENAPI points to; nil: it isn't set.
var openAPI = sync.OnceValues(func() (wirelog.Checker, error) { return openapi.Load(os.Getenv("DISCORD_OPENAPI")) })

// onSimulator starts a bench. With DISCORD_OPENAPI set, every request of the test is held against Discord's own file.
func onSimulator(t *testing.T, limits discordsim.Limits) *bench {
	t.Helper()
	schema, err := openAPI()
	if err != nil {
		t.Fatal(err)
	}
	if schema == nil {
		t.Log("DISCORD_OPENAPI isn't set: the shape of requests is not checked")
	}
	sim, err := discordsim.Start(t.Context(), discordsim.Options{OpenAPI: schema, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	h := sim.Handshake()
	b := &bench{rest.New(rest.Options{API: h.REST, Token: h.Token}), sim, h, make(chan interaction, 10)}
	t.Cleanup(func() {
		b.Close()
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
		for _, v := range sim.Violations() {
			if v.Kind != wirelog.Refused {
				t.Errorf("%s: %s %s: %s", v.Kind, v.Method, v.Path, v.Detail)
			}
		}
	})
	return b
}

// listen connects a gateway and registers a command.
func (b *bench) listen(t *testing.T) {
	t.Helper()
	session, err := discordgo.New("Bot " + b.here.Token)
	if err != nil {
		t.Fatal(err)
	}
	api, err := url.Parse(b.here.REST)
	if err != nil {
		t.Fatal(err)
	}
	session.Client = &http.Client{Transport: toSimulator{api.Host}}
	session.Identify.Intents = discordgo.IntentsGuilds
	session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type != "INTERACTION_CREATE" {
			return
		}
		var wire struct {
			ID, Token     string
			ApplicationID string       `json:"application_id"`
			Message       rest.Message `json:"message"`
		}
		if err := json.Unmarshal(e.RawData, &wire); err != nil {
			t.Error(err)
		}
		b.events <- interaction(wire)
	})
	if err := session.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	commands := []map[string]any{{"name": "rum", "description": "A table", "description_localizations": map[string]string{"nl": "Een tafel"}}}
	made, err := b.OverwriteCommands(t.Context(), b.here.Application.String(), "", commands)
	if err != nil || len(made) != 1 || made[0].Name != "rum" {
		t.Fatalf("%+v, %v", made, err)
	}
	listed, err := b.Commands(t.Context(), b.here.Application.String(), "")
	if err != nil || len(listed) != 1 || listed[0].ID != made[0].ID || !bytes.Contains(listed[0].Raw, []byte("Een tafel")) {
		t.Fatalf("%+v, %v", listed, err)
	}
}

type toSimulator struct{ host string }

func (s toSimulator) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", s.host
	return http.DefaultTransport.RoundTrip(r)
}

// slash has Ada use the command while the bot answers it.
func (b *bench) slash(t *testing.T, answer func(interaction)) {
	t.Helper()
	type came struct {
		out people.Outcome
		err error
	}
	done := make(chan came, 1)
	go func() {
		out, err := b.sim.Person("Ada").Slash(t.Context(), b.here.Channel, "rum", nil)
		done <- came{out, err}
	}()
	answer(<-b.events)
	if c := <-done; c.err != nil || c.out.Failed {
		t.Fatalf("%+v, %v", c.out, c.err)
	}
}

const ephemeral, v2 = 64, 1 << 15

func gallery(name, alt string, data []byte) rest.Payload {
	return rest.Payload{
		Body: map[string]any{"flags": v2, "components": []any{map[string]any{"type": 12, "items": []any{
			map[string]any{"media": map[string]string{"url": "attachment://" + name}, "description": alt},
		}}}},
		Files: []rest.File{{Name: name, Description: alt, ContentType: "image/png", Data: data}},
	}
}

func picture(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestADeferredAnswerBecomesComponents(t *testing.T) {
	b := onSimulator(t, discordsim.Limits{})
	b.listen(t)
	ctx := t.Context()
	b.slash(t, func(i interaction) {
		deferred := rest.Payload{Body: map[string]any{"type": 5, "data": map[string]int{"flags": ephemeral}}}
		if _, err := b.Respond(ctx, i.ID, i.Token, deferred, false); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Respond(ctx, i.ID, i.Token, deferred, false); !rest.HasCode(err, rest.CodeAlreadyAnswered) {
			t.Errorf("a second answer: %v", err)
		}
		m, err := b.EditOriginal(ctx, i.ApplicationID, i.Token, gallery("ab12.png", "your hand: ten of clubs", picture(t)))
		if err != nil || len(m.Attachments) != 1 || m.Attachments[0].Name != "ab12.png" || m.Flags != ephemeral|v2 {
			t.Fatalf("%+v, %v", m, err)
		}
		kept := rest.Payload{Body: map[string]any{
			"attachments": []any{map[string]string{"id": m.Attachments[0].ID}},
			"components": []any{
				map[string]any{"type": 10, "content": "again"},
				map[string]any{"type": 12, "items": []any{map[string]any{"media": map[string]string{"url": "attachment://ab12.png"}}}},
			},
			"flags": v2,
		}}
		again, err := b.EditOriginal(ctx, i.ApplicationID, i.Token, kept)
		if err != nil || len(again.Attachments) != 1 || again.Attachments[0].ID != m.Attachments[0].ID {
			t.Errorf("the picture wasn't kept: %+v, %v", again, err)
		}
		if got, err := b.GetOriginal(ctx, i.ApplicationID, i.Token); err != nil || got.ID != m.ID {
			t.Errorf("%+v, %v", got, err)
		}
		more, err := b.FollowUp(ctx, i.ApplicationID, i.Token, rest.Payload{Body: map[string]any{"content": "more", "flags": ephemeral}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.EditFollowUp(ctx, i.ApplicationID, i.Token, more.ID, hello()); err != nil {
			t.Error(err)
		}
		for range 2 {
			if err := errors.Join(b.DeleteFollowUp(ctx, i.ApplicationID, i.Token, more.ID), b.DeleteOriginal(ctx, i.ApplicationID, i.Token)); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestTheAnswersMessageComesBack(t *testing.T) {
	b := onSimulator(t, discordsim.Limits{})
	b.listen(t)
	b.slash(t, func(i interaction) {
		p := gallery("cd34.png", "the table", picture(t))
		p.Body = map[string]any{"type": 4, "data": p.Body}
		m, err := b.Respond(t.Context(), i.ID, i.Token, p, true)
		if err != nil || m == nil || m.ID == "" || len(m.Attachments) != 1 {
			t.Errorf("%+v, %v", m, err)
		}
	})
}

func TestANonceMakesARepeatHarmless(t *testing.T) {
	for name, fault := range map[string]discordsim.Fault{
		"lost after it was done": {Kind: discordsim.DropAfterEffect},
		"502 after it was done":  {Kind: discordsim.StatusAfter, Status: http.StatusBadGateway},
		"lost before":            {Kind: discordsim.Drop},
		"502 before":             {Kind: discordsim.StatusBefore, Status: http.StatusBadGateway},
		"429":                    {Kind: discordsim.Status429, RetryAfter: 100 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			b := onSimulator(t, discordsim.Limits{})
			channel := b.here.Channel.String()
			struck := b.sim.Faults().Next(http.MethodPost, "/channels/{channel_id}/messages", fault)
			m, err := b.CreateMessage(t.Context(), channel, "n1", rest.Payload{Body: map[string]string{"content": "@everyone"}})
			if err != nil {
				t.Fatal(err)
			}
			<-struck
			same, err := b.CreateMessage(t.Context(), channel, "n1", hello())
			if err != nil || same.ID != m.ID {
				t.Errorf("%+v, want %+v; %v", same, m, err)
			}
			ada := b.sim.Person("Ada")
			ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
			defer stop()
			if err := ada.Wait(ctx, func(all []discord.Message) bool { return len(all) > 0 }); err != nil {
				t.Fatal(err)
			}
			if all := ada.Sees(b.here.Channel); len(all) != 1 {
				t.Errorf("%d messages", len(all))
			}
		})
	}
}

func TestMessagesAreEditedAndDeleted(t *testing.T) {
	b := onSimulator(t, discordsim.Limits{})
	ctx, channel := t.Context(), b.here.Channel.String()
	m, err := b.CreateMessage(ctx, channel, "n", gallery("ab.png", "the table", picture(t)))
	if err != nil || len(m.Attachments) != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	edited, err := b.EditMessage(ctx, channel, m.ID, gallery("cd.png", "the table, later", picture(t)))
	if err != nil || len(edited.Attachments) != 1 || edited.Attachments[0].Name != "cd.png" {
		t.Errorf("%+v, %v", edited, err)
	}
	for range 2 {
		if err := b.DeleteMessage(ctx, channel, m.ID); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.EditMessage(ctx, channel, m.ID, hello()); !rest.HasCode(err, rest.CodeUnknownMessage) {
		t.Errorf("editing what is gone: %v", err)
	}
	me, err := b.Me(ctx)
	if err != nil || !me.Bot {
		t.Errorf("%+v, %v", me, err)
	}
	if app, err := b.Application(ctx); err != nil || app.ID != b.here.Application.String() {
		t.Errorf("%+v, %v", app, err)
	}
	if dm, err := b.CreateDM(ctx, b.here.People[0].ID.String()); err != nil || dm == "" {
		t.Errorf("%q, %v", dm, err)
	}
}

func TestTheSimulatorsLimitsAreNeverBroken(t *testing.T) {
	edits := discordsim.Bucket{Requests: 5, Window: 300 * time.Millisecond}
	b := onSimulator(t, discordsim.Limits{Routes: map[string]discordsim.Bucket{"PATCH /channels/{channel_id}/messages/{message_id}": edits}})
	ctx, channel := t.Context(), b.here.Channel.String()
	m, err := b.CreateMessage(ctx, channel, "n", hello())
	if err != nil {
		t.Fatal(err)
	}
	for range 23 {
		if _, err := b.EditMessage(ctx, channel, m.ID, hello()); err != nil {
			t.Fatal(err)
		}
	}
	for _, v := range b.sim.Violations() {
		t.Errorf("%+v", v)
	}
}

func BenchmarkRespond(b *testing.B) {
	c, _ := onSocket(b, func(_ int, w http.ResponseWriter, _ request) { w.WriteHeader(http.StatusNoContent) })
	p := rest.Payload{Body: map[string]any{"type": 7, "data": map[string]any{"flags": v2, "components": []any{
		map[string]any{"type": 10, "content": string(bytes.Repeat([]byte("x"), 3000))},
	}}}}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := c.Respond(b.Context(), "3", ixToken, p, false); err != nil {
				b.Error(err)
			}
		}
	})
}
