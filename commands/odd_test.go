package commands_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// A sink takes whatever is sent and remembers the first answers to interactions.
type sink struct {
	mu      sync.Mutex
	answers []string
}

func (s *sink) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body) // what can't be read is no answer
	if strings.HasSuffix(r.URL.Path, "/callback") {
		s.mu.Lock()
		s.answers = append(s.answers, string(body))
		s.mu.Unlock()
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"id":"900","resource":{"message":{"id":"900"}}}`)) // the client notices
}

func (s *sink) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.answers = nil }()
	return s.answers
}

// A bare hall answers into a sink; a table stands in channel 3 of server 2.
type bare struct {
	*commands.Door
	sink  *sink
	log   *record
	words *lang.Catalogue
	codec render.Codec
	table sitting.ID
	house *table.House
	db    *sqlite.DB
}

func newBare(tb testing.TB, with ...func(*commands.DoorOptions)) *bare {
	tb.Helper()
	s := &sink{}
	b := newBareAt(tb, s, table.Limits{}, with...)
	b.sink = s
	s.take()
	return b
}

// newBareAt is newBare with another Discord than a sink.
func newBareAt(tb testing.TB, discord http.Handler, most table.Limits, with ...func(*commands.DoorOptions)) *bare {
	tb.Helper()
	must := func(err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
	}
	ctx := context.Background()
	b := &bare{log: &record{}, codec: render.NewCodec([]byte("key"))}
	level := slog.LevelInfo
	if _, test := tb.(*testing.T); test {
		level = slog.LevelDebug
		tb.Cleanup(func() { reached.note(b.log.String()) })
	}
	server := httptest.NewServer(discord)
	tb.Cleanup(server.Close)
	dir := tb.TempDir()
	newFile.Copy(tb, dir)
	db, err := sqlite.Open(ctx, filepath.Join(dir, "boathouse.db"), sqlite.Options{})
	must(err)
	b.db = db
	b.words, err = words()
	must(err)
	board := commands.NewNoticeboard(commands.BoardOptions{
		Discord: commands.Discord{
			REST: rest.New(rest.Options{API: server.URL, Token: "t"}), Application: "1", Log: slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: level})),
		},
		People: db, Words: b.words, Codec: b.codec,
	})
	house := table.New(table.Options{Store: db, Poster: board, Habits: db, Tabs: db, TabPoster: board, Seasons: db, SeasonPoster: board, Seeds: rand.Reader, Limits: most})
	b.house = house
	o := commands.DoorOptions{Board: board, Tables: house, Habits: house, Books: db, Tabs: house, Scores: db, Calendars: house, Servers: db}
	for _, change := range with {
		change(&o)
	}
	b.Door = commands.NewDoor(o)
	run, quit := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- house.Run(run) }()
	tb.Cleanup(func() {
		quit()
		must(<-ended)
		must(db.Close())
	})
	b.Handle(json.RawMessage(created(-1, `{"data":{"name":"rum","options":[{"type":1,"name":"new"}]}}`)))
	must(b.Close(ctx))
	b.table, err = house.In(ctx, "3")
	must(err)
	return b
}

// created is an INTERACTION_CREATE with its fields replaced by those given; null
// takes one out.
func created(id int, change string) string {
	fields := map[string]any{
		"id": fmt.Sprint(1000 + id), "application_id": "1", "type": 2, "token": "tok", "guild_id": "2", "channel_id": "3", "locale": "en-US",
		"guild_locale": "en-US", "app_permissions": "309237746688",
		"channel": map[string]any{"id": "3", "type": 0, "last_message_id": "899"},
		"member":  map[string]any{"user": map[string]any{"id": "7", "username": "ada"}, "permissions": "0"},
	}
	var more map[string]any
	if json.Unmarshal([]byte(change), &more) == nil {
		maps.Copy(fields, more)
		maps.DeleteFunc(fields, func(_ string, v any) bool { return v == nil })
	}
	text, err := json.Marshal(fields)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// asks handles one event and gives what was answered.
func (b *bare) asks(t *testing.T, raw string) []string {
	t.Helper()
	b.Handle(json.RawMessage(raw))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := b.Close(ctx); err != nil {
		t.Error(err)
	}
	return b.sink.take()
}

func TestOddInteractionsAreAnsweredAndNothingBreaks(t *testing.T) {
	t.Parallel()
	b := newBare(t)
	say := func(key lang.Key) string {
		text, err := json.Marshal(b.words.For("en-US").Say(key))
		if err != nil {
			t.Fatal(err)
		}
		return string(text[1 : len(text)-1])
	}
	id := func(verb render.Verb, arg string) string {
		return b.codec.Encode(render.Click{Verb: verb, Table: string(b.table), Version: 1, Arg: arg})
	}
	opening := func(options ...string) string {
		var all []string
		for i := 0; i+1 < len(options); i += 2 {
			all = append(all, fmt.Sprintf(`{"type":3,"name":%q,"value":%q}`, options[i], options[i+1]))
		}
		return `{"data":{"name":"rum","options":[{"type":1,"name":"new","options":[` + strings.Join(all, ",") + `]}]}}`
	}
	mine := func(of, option, value string) string {
		return fmt.Sprintf(`{"data":{"name":"settings","options":[{"type":1,"name":%q,"options":[{"type":3,"name":%q,"value":%q}]}]}}`, of, option, value)
	}
	answering := func(verb render.Verb, fields ...string) string {
		return `{"type":5,"data":{"custom_id":"` + id(verb, "") + `","components":[{"component":{"custom_id":` + strings.Join(fields, `}},{"component":{"custom_id":`) + `}}]}}`
	}
	for i, c := range []struct{ name, change, want string }{
		{"a command in a direct message", `{"guild_id":null,"member":null,"user":{"id":"7"},"data":{"name":"hand"}}`, say(lang.TroubleDm)},
		{"a click in a direct message", `{"type":3,"guild_id":null,"member":null,"user":{"id":"7"},"data":{"custom_id":"` + id(render.VerbHand, "") + `"}}`, say(lang.TroubleDm)},
		{"no data", `{}`, say(lang.TroubleUnknown)},
		{"data of another type", `{"data":[1,2]}`, say(lang.TroubleUnknown)},
		{"a name of another type", `{"data":{"name":{"a":1}}}`, say(lang.TroubleUnknown)},
		{"an unknown command", `{"data":{"name":"sing"}}`, say(lang.TroubleUnknown)},
		{"a group without a command", `{"data":{"name":"rum"}}`, say(lang.TroubleUnknown)},
		{"options of another type", `{"data":{"name":"hand","options":"x"}}`, say(lang.TroubleLobby)},
		{"a value of another type", `{"data":{"name":"discard","options":[{"type":3,"name":"card","value":{"a":[]}}]}}`, say(lang.ParseCard)[:3]},
		{"a missing option", `{"data":{"name":"meld"}}`, ""},
		{"a channel of another type", `{"channel":"sea","data":{"name":"hand"}}`, say(lang.TroubleLobby)},
		{"no channel", `{"channel":null,"channel_id":null,"data":{"name":"hand"}}`, say(lang.TroubleNotable)},
		{"no locale", `{"locale":null,"data":{"name":"hand"}}`, say(lang.TroubleLobby)},
		{"a locale of another type", `{"locale":3,"guild_locale":[],"data":{"name":"hand"}}`, say(lang.TroubleLobby)},
		{"permissions of another type", `{"app_permissions":7,"data":{"name":"rum","options":[{"type":1,"name":"new"}]}}`, say(lang.TroubleTaken)},
		{"no permissions", `{"app_permissions":null,"data":{"name":"rum","options":[{"type":1,"name":"new"}]}}`, say(lang.TroubleTaken)},
		{"a click without data", `{"type":3}`, say(lang.TroubleForged)},
		{"a click with values of another type", `{"type":3,"message":7,"data":{"custom_id":"` + id(render.VerbAddComputer, "") + `","values":[{}]}}`, say(lang.TroubleForged)},
		{"a pick on a button", `{"type":3,"data":{"custom_id":"` + id(render.VerbHand, "") + `","values":["x"]}}`, say(lang.TroubleForged)},
		{"a select pressed as a button", `{"type":3,"data":{"custom_id":"` + id(render.VerbSet, "pay") + `"}}`, say(lang.TroubleForged)},
		{"a value that is no setting", `{"type":3,"data":{"custom_id":"` + id(render.VerbSet, "pay") + `","values":["x"]}}`, say(lang.TroubleSettings)},
		{"a value that is no preset", `{"type":3,"data":{"custom_id":"` + id(render.VerbSet, "rules") + `","values":["x"]}}`, say(lang.TroubleSettings)},
		{"a value that is no number", `{"type":3,"data":{"custom_id":"` + id(render.VerbSet, "seats") + `","values":["x"]}}`, say(lang.TroubleSettings)},
		{"a value that is no time", `{"type":3,"data":{"custom_id":"` + id(render.VerbSet, "turn") + `","values":["x"]}}`, say(lang.TroubleSettings)},
		{"a pick that is no pace", `{"type":3,"data":{"custom_id":"` + id(render.VerbSet, "pace") + `","values":["warp"]}}`, "know the pace “warp”. Pick one of these: Live · Today · Slow · No limit."},
		{"house rules without answers", `{"type":5,"data":{"custom_id":"` + id(render.VerbHouse, "") + `"}}`, say(lang.TroubleForged)},
		{"a table without answers", `{"type":5,"data":{"custom_id":"` + id(render.VerbTable, "") + `"}}`, say(lang.TroubleForged)},
		{"house rules that there aren't", answering(render.VerbHouse, `"twists","values":[]`, `"blocked_after","values":["99"]`, `"rummy_multiplier","value":"2"`), say(lang.TroubleForged)},
		{"a table in no language", answering(render.VerbTable, `"seats","values":["4"]`, `"level","values":["easy"]`, `"language","values":["tlh"]`, `"extras","values":[]`), say(lang.TroubleForged)},
		{"a table of a hundred", answering(render.VerbTable, `"seats","values":["100"]`, `"level","values":["easy"]`, `"language","values":["nl"]`, `"extras","values":[]`), say(lang.TroubleSettings)},
		{"a pace that isn't there", opening("pace", "warp"), "know the pace “warp”."},
		{"a pace without a name", opening("pace", ""), "know the pace “”."},
		{"a language that isn't there", opening("language", "tlh"), "speak “tlh”."},
		{"a time that no turn has", opening("turn", "8 days"), "“8 days” isn’t a time I can use for a turn."},
		{"a match that isn't there", opening("match", "endless"), "know the match “endless”. Pick one of these: no match · short · evening · long."},
		{"a style that isn't there", mine("cards", "style", "sepia"), "know the card style “sepia”. Pick one of these: Classic (black and red) · Four colours (clubs green, diamonds blue)."},
		{"a view that isn't there", mine("view", "as", "smells"), "know the view “smells”. Pick one of these: Pictures · "},
		{"a view without a name", mine("view", "as", ""), "know the view “”."},
		{"a pace and a time", opening("pace", "live", "turn", "1h"), say(lang.TroublePace)},
		{"completing a time", `{"type":4,"data":{"name":"rum","options":[{"type":1,"name":"new","options":[{"type":3,"name":"turn","value":"2","focused":true}]}]}}`, `{"name":"2 minutes","value":"2m0s"}`},
		{"a seat that is none", `{"type":3,"data":{"custom_id":"` + id(render.VerbRemove, "") + `","values":["x"]}}`, say(lang.TroubleForged)},
		{"a level that is none", `{"type":3,"data":{"custom_id":"` + id(render.VerbAddComputer, "") + `","values":["x"]}}`, say(lang.TroubleForged)},
		{"an unknown table", `{"type":3,"data":{"custom_id":"` + b.codec.Encode(render.Click{Verb: render.VerbHand, Table: "aaaaaaaa"}) + `"}}`, say(lang.TroubleNotable)},
		{"no table", `{"type":3,"data":{"custom_id":"` + b.codec.Encode(render.Click{Verb: render.VerbDraw, Arg: "stock"}) + `"}}`, say(lang.TroubleNotable)},
		{"a form without data", `{"type":5}`, say(lang.TroubleForged)},
		{"a form without values", `{"type":5,"data":{"custom_id":"` + id(render.VerbChosen, "") + `"}}`, say(lang.TroubleForged)},
		{"a form with odd parts", `{"type":5,"data":{"custom_id":"` + id(render.VerbChosen, "") + `","components":[null,7,{"component":3},{"component":{"values":"x"}}]}}`, say(lang.TroubleForged)},
		{"another custom_id as a form", `{"type":5,"data":{"custom_id":"` + id(render.VerbHand, "") + `"}}`, say(lang.TroubleForged)},
		{"completing without data", `{"type":4}`, `"choices":[]`},
		{"completing nothing", `{"type":4,"data":{"name":"meld","options":[]}}`, `"choices":[]`},
		{"completing in a direct message", `{"type":4,"guild_id":null,"data":{"name":"meld"}}`, `"choices":[]`},
		{"a kind that doesn't exist", `{"type":99}`, say(lang.TroubleUnknown)},
		{"a kind of another type", `{"type":"x"}`, say(lang.TroubleUnknown)},
		{"a ping", `{"type":1}`, say(lang.TroubleUnknown)},
	} {
		answers := b.asks(t, created(i, c.change))
		if len(answers) != 1 || !strings.Contains(answers[0], c.want) {
			t.Errorf("%s is answered by %q, want %q", c.name, answers, c.want)
		}
	}
	for i, nobody := range []string{`{"id":null}`, `{"token":null}`, `{"member":null}`, `{"member":{"user":7}}`, `{"id":7}`} {
		if answers := b.asks(t, created(100+i, nobody)); len(answers) != 0 {
			t.Errorf("%s is answered by %q", nobody, answers)
		}
	}
	if s := b.Stats(); s.Panics != 0 || s.Faults != 0 || s.Unknown != 8 {
		t.Errorf("%d panics, %d faults, %d unknown", s.Panics, s.Faults, s.Unknown)
	}
	if log := b.log.String(); strings.Contains(log, "level=ERROR") || !strings.Contains(log, "unknown type") {
		t.Errorf("the log says %s", log)
	}
}

func FuzzHandle(f *testing.F) {
	b := newBare(f)
	for i, seed := range []string{
		`{}`, `{"data":{"name":"hand"}}`, `{"data":{"name":"meld","options":[{"type":3,"name":"cards","value":"8C"}]}}`,
		`{"type":3,"data":{"custom_id":"x","values":["y"]}}`, `{"type":4,"data":{"name":"rum","options":[{"type":1,"name":"remove","options":[{"name":"seat","value":"1","focused":true}]}]}}`,
		`{"type":5,"data":{"custom_id":"x","components":[{"component":{"custom_id":"C","values":["8C"]}}]}}`,
	} {
		f.Add(created(i, seed))
	}
	f.Fuzz(func(t *testing.T, raw string) {
		before := b.Stats()
		answers := b.asks(t, raw)
		after := b.Stats()
		if after.Panics != before.Panics {
			t.Errorf("a panic: %s", raw)
		}
		if taken := int(after.Received - before.Received); len(answers) != taken {
			t.Errorf("%d answers to %d interactions: %s", len(answers), taken, raw)
		}
	})
}

func FuzzCustomID(f *testing.F) {
	b := newBare(f)
	i := 0
	for _, verb := range render.Verbs() {
		f.Add(uint8(verb), "stock", "", int64(1), uint8(0))
		f.Add(uint8(verb), "", "discard 8C", int64(0), uint8(1))
	}
	f.Fuzz(func(t *testing.T, verb uint8, arg, value string, version int64, kind uint8) {
		if len(arg) > render.MaxArg {
			return
		}
		i++
		data := map[string]any{"custom_id": b.codec.Encode(render.Click{
			Verb: render.Verb(verb), Table: string(b.table), Version: version, Arg: arg,
		})}
		if value != "" {
			data["values"] = []string{value}
		}
		text, err := json.Marshal(map[string]any{"type": 3 + 2*(kind&1), "data": data, "message": map[string]any{"id": "900", "flags": int(kind&2) << 5}})
		if err != nil {
			return
		}
		answers := b.asks(t, created(1_000_000+i, string(text)))
		if len(answers) != 1 || b.Stats().Panics != 0 {
			t.Errorf("verb %d with %q and %q: %d answers, %d panics", verb, arg, value, len(answers), b.Stats().Panics)
		}
	})
}
