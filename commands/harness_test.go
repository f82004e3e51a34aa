package commands_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/openapi"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/coder/websocket"
)

// A place is a Discord with a hall in it: real sockets, a real house, a real file.
type place struct {
	t       *testing.T
	ctx     context.Context
	sim     *discordsim.Server
	here    discord.Handshake
	channel discord.ID
	path    string
	words   *lang.Catalogue
	codec   render.Codec // knows another key than the hall, as a forger would
	opened  time.Time
	ahead   *atomic.Int64
	deck    *atomic.Pointer[[engine.PackSize]engine.Card]
	setup   setup
	log     *record
	secrets *sync.Map                             // whose keys the log must not tell either; may be nil
	away    *atomic.Pointer[chan json.RawMessage] // gets the interactions while nobody is on the line; nil: somebody is
	may     []int                                 // of Discord's codes: refusals that the test brings about

	*instance
}

// A setup is what a test wants otherwise.
type setup struct {
	limits   discordsim.Limits
	locales  map[string]string
	guild    string        // its locale
	people   []string      // who is there; as in the simulator when empty
	patience time.Duration // of the hall
	pace     int           // of one person; 0: any
	still    bool          // the clock stands but for later, however slow the machine is
	most     table.Limits  // on open tables; none when zero
	schema   bool          // hold every request against Discord's own file, where there is one; it takes a while
	tables   func(commands.Tables) commands.Tables
	habits   func(commands.Habits) commands.Habits
	wire     func(interaction map[string]any) // changes interactions on their way in
	artist   render.Artist                    // nil: there are no pictures
	delay    time.Duration                    // before a computer's move; 1 ms when zero
	lend     time.Duration                    // for which a click on a table changes it; never when zero
	past     time.Duration                    // after which a private hand says how old it is; as in the bot when zero
	late     time.Duration                    // after which no try that got no answer arrives any more; as in the bot when zero
	advise   func(opponent.Level, engine.View, []engine.PublicEvent, *mathrand.Rand, opponent.Budget) (opponent.Advice, bool)
}

// An instance is the bot between two restarts.
type instance struct {
	db     *sqlite.DB
	people *counting
	client *rest.Client
	board  *commands.Noticeboard
	hall   *commands.Door
	house  *table.House
	line   *websocket.Conn
	quit   context.CancelFunc
	ended  chan error
}

// A record keeps what was logged.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// What takes long to make and never changes is made once: Discord's own description, which DISCORD_OPENAPI points to (nil: it
// isn't set), the words, who draws, and a file in which nothing has happened, with what lies beside it.
var (
	openAPI = sync.OnceValues(func() (wirelog.Checker, error) { return openapi.Load(os.Getenv("DISCORD_OPENAPI")) })
	words   = sync.OnceValues(lang.Load)
	artist  = sync.OnceValue(picture.New)
	newFile = storagetest.NewFolder(func(dir string) error {
		db, err := sqlite.Open(context.Background(), filepath.Join(dir, "boathouse.db"), sqlite.Options{})
		if err != nil {
			return err
		}
		return db.Close()
	})
)

// open makes a place with a bot that is connected and whose commands are
// registered. When the test ends nothing that the bot sent may have been wrong.
func open(t *testing.T, s setup) *place {
	t.Helper()
	t.Parallel()
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	t.Cleanup(stop)
	p := &place{
		t: t, ctx: ctx, setup: s, opened: time.Now(),
		path: filepath.Join(t.TempDir(), "boathouse.db"), log: &record{},
		ahead: new(atomic.Int64), away: new(atomic.Pointer[chan json.RawMessage]), deck: new(atomic.Pointer[[engine.PackSize]engine.Card]), codec: render.NewCodec([]byte("not the key")),
	}
	if s.limits.Routes == nil {
		p.setup.limits.Routes = roomy()
		p.setup.limits.Global = 1000
	}
	if s.patience == 0 {
		p.setup.patience = 10 * time.Second
	}
	p.setup.limits.Acknowledge = cmp.Or(s.limits.Acknowledge, 20*time.Second) // a machine with much to do is no fault of the bot's
	var schema wirelog.Checker
	if s.schema {
		if schema = got[wirelog.Checker](t)(openAPI()); schema == nil {
			t.Log("DISCORD_OPENAPI isn't set: the shape of requests is not checked")
		}
	}
	p.words = got[*lang.Catalogue](t)(words())
	p.sim = got[*discordsim.Server](t)(discordsim.Start(ctx, discordsim.Options{
		OpenAPI: schema, Clock: p.now, People: s.people, Locales: s.locales, GuildLocale: s.guild, Limits: p.setup.limits,
	}))
	p.here = p.sim.Handshake()
	p.channel = p.here.Channel
	newFile.Copy(t, filepath.Dir(p.path))
	p.start()
	p.must(p.register(ctx, p.here.Guild.String()))
	t.Cleanup(func() {
		p.stop()
		if err := p.sim.Close(); err != nil {
			t.Error(err)
		}
		p.clean()
	})
	return p
}

// roomy are limits that no test reaches: a bot that keeps to Discord's own posts
// only five messages in five seconds.
func roomy() map[string]discordsim.Bucket {
	routes := make(map[string]discordsim.Bucket)
	for _, route := range []string{
		"POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}",
		"DELETE /channels/{channel_id}/messages/{message_id}",
		"GET /channels/{channel_id}/messages", "GET /channels/{channel_id}/messages/{message_id}",
		"POST /webhooks/{webhook_id}/{webhook_token}",
		"GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
		"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
		"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
		"GET /applications/{application_id}/commands", "PUT /applications/{application_id}/commands",
		"GET /applications/{application_id}/guilds/{guild_id}/commands", "PUT /applications/{application_id}/guilds/{guild_id}/commands",
	} {
		routes[route] = discordsim.Bucket{Requests: 1000, Window: time.Second}
	}
	return routes
}

func (p *place) now() time.Time {
	now := time.Now()
	if p.setup.still {
		now = p.opened
	}
	return now.Add(time.Duration(p.ahead.Load()))
}

// later lets time pass for the bot and for Discord.
func (p *place) later(d time.Duration) { p.ahead.Add(int64(d)) }

// start runs the bot on the place's file.
func (p *place) start() {
	p.t.Helper()
	i := &instance{ended: make(chan error, 1)}
	log := slog.New(slog.NewTextHandler(p.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	i.db = got[*sqlite.DB](p.t)(sqlite.Open(p.ctx, p.path, sqlite.Options{}))
	i.people = &counting{Registry: i.db}
	key := got[[]byte](p.t)(i.db.Secret(p.ctx, "custom_id"))
	// A slow machine mustn't reach the bot's own limits, or what is sent would depend on its speed.
	i.client = rest.New(rest.Options{API: p.here.REST, Token: p.here.Token, Rate: 1000})
	i.board = commands.NewNoticeboard(commands.BoardOptions{
		Advise:  p.setup.advise,
		Discord: p.discord(i.client, log), People: i.people, Departures: i.db, Words: p.words, Codec: render.NewCodec(key), Now: p.now, Rest: time.Millisecond, Uploads: time.Minute, Late: p.setup.late, Past: p.setup.past, Lend: cmp.Or(p.setup.lend, -1), Artist: p.setup.artist,
	})
	i.house = table.New(table.Options{
		Store: i.db, Habits: i.db, Upkeep: i.db, Seasons: i.db, SeasonPoster: i.board, Redraws: i.db, Redrawer: i.board, Poster: i.board, Tabs: i.db, TabPoster: i.board, Seeds: rand.Reader, Now: p.now, Limits: p.setup.most, ComputerDelay: max(p.setup.delay, time.Millisecond), Gather: -1, Log: log,
		Deck: func(seed deal.Seed, commitment string, cuts []string) [engine.PackSize]engine.Card {
			if deck := p.deck.Load(); deck != nil {
				return *deck
			}
			return deal.Deck(seed, commitment, cuts)
		},
		FirstDealer: func(deal.Seed, string, []string, int) engine.Seat { return 0 },
	})
	var tables commands.Tables = i.house
	if p.setup.tables != nil {
		tables = p.setup.tables(tables)
	}
	var habits commands.Habits = i.house
	if p.setup.habits != nil {
		habits = p.setup.habits(habits)
	}
	i.hall = commands.NewDoor(commands.DoorOptions{
		Board: i.board, Tables: tables, Habits: habits, Books: i.db, Tabs: i.house, Scores: i.db, Calendars: i.house, Servers: i.db,
		Patience: p.setup.patience, Pace: p.setup.pace,
	})
	ctx, quit := context.WithCancel(context.WithoutCancel(p.ctx))
	i.quit = quit
	go func() { i.ended <- i.house.Run(ctx) }()
	i.line = p.connect()
	go func() {
		for {
			name, d, err := event(ctx, i.line)
			if err != nil {
				return
			}
			if away := p.away.Load(); away != nil && name == "INTERACTION_CREATE" {
				*away <- d
			} else if name == "INTERACTION_CREATE" {
				i.hall.Handle(p.rewired(d))
			}
		}
	}()
	p.instance = i
}

// discord is the way to the place's Discord.
func (p *place) discord(client *rest.Client, log *slog.Logger) commands.Discord {
	return commands.Discord{REST: client, Application: p.here.Application.String(), Log: log}
}

// register gives Discord the commands, in one server or in all.
func (p *place) register(ctx context.Context, guild string) error {
	log := slog.New(slog.NewTextHandler(p.log, nil))
	_, err := commands.Register(ctx, p.discord(p.client, log), p.words, guild)
	return err
}

// rewired is an interaction as the setup wants it.
func (p *place) rewired(d json.RawMessage) json.RawMessage {
	if p.setup.wire == nil {
		return d
	}
	var in map[string]any
	decoder := json.NewDecoder(bytes.NewReader(d))
	decoder.UseNumber()
	p.must(decoder.Decode(&in))
	p.setup.wire(in)
	return got[[]byte](p.t)(json.Marshal(in))
}

// connect identifies the bot at the gateway.
func (p *place) connect() *websocket.Conn {
	p.t.Helper()
	conn, answer, err := websocket.Dial(p.ctx, p.here.Gateway+"/?v=10&encoding=json", nil)
	p.must(err)
	if answer.Body != nil {
		_ = answer.Body.Close() // there is nothing in it
	}
	conn.SetReadLimit(1 << 24)
	identify := got[[]byte](p.t)(json.Marshal(map[string]any{"op": 2, "d": map[string]any{
		"token": p.here.Token, "intents": 1, "properties": map[string]string{"os": "linux", "browser": "test", "device": "test"},
	}}))
	p.must(conn.Write(p.ctx, websocket.MessageText, identify))
	for name := ""; name != "READY"; {
		name, _, err = event(p.ctx, conn)
		p.must(err)
	}
	return conn
}

// event reads the next frame of the gateway.
func event(ctx context.Context, conn *websocket.Conn) (string, json.RawMessage, error) {
	_, text, err := conn.Read(ctx)
	if err != nil {
		return "", nil, err
	}
	var frame struct {
		Name string          `json:"t"`
		D    json.RawMessage `json:"d"`
	}
	return frame.Name, frame.D, json.Unmarshal(text, &frame)
}

// stop ends the bot as a SIGTERM does: the clicks taken up are answered.
func (p *place) stop() {
	p.t.Helper()
	if p.instance == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_ = p.line.CloseNow() // the end of the line is the point
	if err := p.hall.Close(ctx); err != nil {
		p.t.Error(err)
	}
	p.quit()
	if err := <-p.ended; err != nil {
		p.t.Error(err)
	}
	p.client.Close()
	if err := p.db.Close(); err != nil {
		p.t.Error(err)
	}
	p.instance = nil
}

// clean says what the bot sent that it shouldn't have.
func (p *place) clean() {
	p.t.Helper()
	// On a machine with much to do a first answer may take longer than Discord waits for one: the bot asks whether it arrived, and gives it
	// once more.
	unsure := 2 * strings.Count(p.log.String(), "callback: no answer: context deadline exceeded")
	for _, v := range p.sim.Violations() {
		if v.Kind == wirelog.Refused && unsure > 0 && slices.Contains([]int{rest.CodeUnknownWebhook, rest.CodeAlreadyAnswered}, v.Code) {
			unsure--
			continue
		}
		// What a person may have dismissed may be deleted twice, but isn't written to any more; and where a quarter of an
		// hour passes in a moment, a token may be over before a deletion arrives.
		gone := (v.Code == rest.CodeUnknownMessage || v.Code == rest.CodeInvalidWebhookToken) && v.Method == http.MethodDelete && strings.HasPrefix(v.Path, "/webhooks/")
		if v.Kind != wirelog.Refused || !gone && !slices.Contains(p.may, v.Code) {
			p.t.Errorf("%s: %s %s: %d, code %d, %s", v.Kind, v.Method, v.Path, v.Status, v.Code, v.Detail)
		}
	}
	if n := careless(p.sim.Wire().SentByBot()); len(n) > 0 {
		p.t.Errorf("messages without allowed_mentions: %s", n)
	}
	reached.note(p.log.String())
	secrets := append([]string{p.here.Token, "Ada", "Ben"}, tokens(p.sim)...)
	if p.secrets != nil {
		p.secrets.Range(func(token, _ any) bool { secrets = append(secrets, token.(string)); return true })
	}
	for _, secret := range secrets {
		if strings.Contains(p.log.String(), secret) {
			p.t.Errorf("the log tells %q", secret)
		}
	}
	if p.t.Failed() {
		for line := range strings.Lines(p.log.String()) {
			if !strings.Contains(line, "level=DEBUG") {
				p.t.Log(strings.TrimSpace(line))
			}
		}
	}
}

// tokens lists those of the people; they stand in for what only Discord may know.
func tokens(sim *discordsim.Server) []string {
	var all []string
	for _, one := range sim.Handshake().People {
		all = append(all, one.Token)
	}
	return all
}

// careless gives the messages sent that don't say whom they may notify, or that
// leave it to their text.
func careless(sent []wirelog.Exchange) []string {
	var bad []string
	for _, e := range sent {
		if e.Kind != "rest" || e.Method == "GET" || strings.HasSuffix(e.Path, "/commands") || strings.HasSuffix(e.Path, "/channels") || strings.HasSuffix(e.Path, "/emojis") || len(e.Body) == 0 || e.Body[0] != '{' {
			continue
		}
		var body struct {
			Type int             `json:"type"`
			Data json.RawMessage `json:"data"`
		}
		message := e.Body
		if strings.Contains(e.Path, "/callback") {
			if json.Unmarshal(e.Body, &body) != nil || body.Type != 4 && body.Type != 7 {
				continue
			}
			message = body.Data
		}
		var form struct {
			Payload json.RawMessage `json:"payload_json"`
		}
		if json.Unmarshal(message, &form) == nil && form.Payload != nil { // with files
			message = form.Payload
		}
		var m struct {
			Allowed *struct {
				Parse []string `json:"parse"`
			} `json:"allowed_mentions"`
		}
		if json.Unmarshal(message, &m) != nil || m.Allowed == nil || m.Allowed.Parse == nil || len(m.Allowed.Parse) > 0 {
			bad = append(bad, e.Method+" "+e.Path+" "+string(message))
		}
	}
	return bad
}

func (p *place) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

func got[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
