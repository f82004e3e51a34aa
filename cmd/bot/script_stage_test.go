package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/boathouse-rum/boathouse/commands/web"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/openapi"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// openAPI is Discord's own description, which DISCORD_OPENAPI points to; nil: it isn't set.
var openAPI = sync.OnceValues(func() (wirelog.Checker, error) { return openapi.Load(os.Getenv("DISCORD_OPENAPI")) })

// catalogue is what the bot says in all languages, read once for hundreds of scripts.
var catalogue = sync.OnceValues(lang.Load)

// newFile is a file in which nothing has happened, with what lies beside it: hundreds of bots need one, and to make it takes
// each as long as half a hand. The first starts of TestNoKillBricksAFile, the demo and many others make theirs.
var newFile = storagetest.NewFolder(func(dir string) error {
	db, err := sqlite.Open(context.Background(), filepath.Join(dir, "boathouse.db"), sqlite.Options{})
	if err != nil {
		return err
	}
	return db.Close()
})

// startChecked starts a Discord that holds everything against its own description, where there is one.
func startChecked(ctx context.Context, o discordsim.Options) (*discordsim.Server, error) {
	var err error
	if o.OpenAPI, err = openAPI(); err != nil {
		return nil, err
	}
	return discordsim.Start(ctx, o)
}

// A stage is a Discord and the real bot in it, a process with a file of its own.
type stage struct {
	program string // path of the bot, built with the tag scripted
	dir     string
	sim     *discordsim.Server
	bot     *exec.Cmd
	ended   chan error    // gets the end of the process
	ahead   atomic.Int64  // nanoseconds by which Discord's and the bot's clock are ahead
	ran     time.Duration // the part of that for which the bot that ended is taken to have run on
	env     []string      // that the bot gets beside what every bot gets
	seen    uint64        // number of the wire's entry before which the bot's present line began
	address string        // of the PostgreSQL database on which the bot serves; "": on the file
	web     string        // host:port where the bot takes interactions over HTTP; "": they come over the gateway
	front   string        // what brings them there, as "http://…"; "": Discord itself does
}

// place is where the bot keeps everything.
func (s *stage) place() place {
	if s.address != "" {
		return database{s.address}
	}
	return file(s.db())
}

// setting is what BOATHOUSE_DB says of it.
func (s *stage) setting() string {
	if s.address != "" {
		return s.address
	}
	return s.db()
}

// An onlooker reads what a script asks for beside the bot.
type onlooker interface {
	reader
	LastBeat(ctx context.Context) (time.Time, error)
	Due(ctx context.Context) ([]table.Due, error)
	Find(ctx context.Context, channel sitting.Channel, id sitting.ID) (sitting.Head, error)
	Own(ctx context.Context, who sitting.Person) (sitting.Head, error)
	Person(ctx context.Context, user string) (sitting.Person, error)
	Load(ctx context.Context, id sitting.ID) (table.Log, error)
}

func (s *stage) read(ctx context.Context) (onlooker, error) {
	r, err := s.place().read(ctx)
	if err != nil {
		return nil, err
	}
	return r.(onlooker), nil
}

func (s *stage) db() string    { return filepath.Join(s.dir, "boathouse.db") }
func (s *stage) decks() string { return filepath.Join(s.dir, "decks") }
func (s *stage) log() string   { return filepath.Join(s.dir, "log") }
func (s *stage) clock() string { return filepath.Join(s.dir, "clock") }

// now is the time by Discord's clock and the bot's.
func (s *stage) now() time.Time { return time.Now().Add(time.Duration(s.ahead.Load())) }

// setClock lets the bot know what time it is. It never sees half of a file.
func (s *stage) setClock() error {
	if err := os.WriteFile(s.clock()+".new", []byte(time.Duration(s.ahead.Load()).String()), 0o600); err != nil {
		return err
	}
	return os.Rename(s.clock()+".new", s.clock())
}

// Discord's codes for a message that isn't there any more, for the token of an interaction that nobody answered, and for more
// edits of an old message than it takes.
const (
	unknownMessage  = 10008
	unknownWebhook  = 10015
	oldMessageEdits = 30046
)

// soon is how long Discord waits for a first answer in tests: longer than the real one, so that a
// busy machine isn't taken for a silent bot, and not so long that clicks which a killed bot had taken
// hold a test up.
const soon = 10 * time.Second

// roomy are limits that no game reaches: a bot that keeps to Discord's own posts
// only five messages in five seconds.
func roomy() discordsim.Limits {
	room := discordsim.Bucket{Requests: 1000, Window: time.Second}
	l := discordsim.Limits{Global: 1000, Routes: make(map[string]discordsim.Bucket), Acknowledge: soon}
	for _, route := range []string{
		"POST /channels/{channel_id}/messages", "PATCH /channels/{channel_id}/messages/{message_id}",
		"DELETE /channels/{channel_id}/messages/{message_id}", "GET /channels/{channel_id}/messages/{message_id}",
	} {
		l.Routes[route] = room
	}
	return l
}

// unhurried are roomy limits of a Discord that waits for answers: a busy machine is no silent bot.
func unhurried() discordsim.Limits {
	l := roomy()
	l.Acknowledge = answerWithin
	return l
}

// start starts the bot and returns when it plays.
func (s *stage) start(ctx context.Context) error {
	log, err := os.OpenFile(s.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }() // the process has its own
	hello := s.sim.Handshake()
	s.seen = s.newest()
	s.bot = exec.Command(s.program, "serve")
	s.bot.Dir, s.bot.Stderr = s.dir, log
	s.bot.Env = []string{
		rarely(),
		"DISCORD_API=" + hello.REST, "DISCORD_TOKEN=" + hello.Token, "BOATHOUSE_GUILD=" + hello.Guild.String(),
		"BOATHOUSE_DB=" + s.setting(), "BOATHOUSE_OPS=off", "BOATHOUSE_DECKS=" + s.decks(), "BOATHOUSE_COMPUTER_DELAY=5ms",
		"BOATHOUSE_PACE=0", "BOATHOUSE_CONTACT=Ask the crew at <https://boathouse.example>", "BOATHOUSE_OPERATOR=The rowing club", "BOATHOUSE_CLOCK=" + s.clock(), "BOATHOUSE_RAN=" + s.ran.String(),
	}
	if s.web != "" {
		s.bot.Env = append(s.bot.Env, "BOATHOUSE_INTERACTIONS="+s.web, "DISCORD_PUBLIC_KEY="+s.sim.VerifyKey())
	}
	s.bot.Env = append(s.bot.Env, s.env...)
	if err := s.setClock(); err != nil {
		return err
	}
	if err := s.bot.Start(); err != nil {
		return err
	}
	s.ended = make(chan error, 1)
	go func(bot *exec.Cmd, ended chan<- error) { ended <- bot.Wait() }(s.bot, s.ended)
	return s.connected(ctx)
}

// newest is the number of the wire's newest entry.
func (s *stage) newest() uint64 {
	if all := s.sim.Wire().After(0); len(all) > 0 {
		return all[len(all)-1].N
	}
	return 0
}

// connected waits until the bot's session is accepted or resumed after entry
// s.seen of the wire.
func (s *stage) connected(ctx context.Context) error {
	if s.web != "" {
		return s.reached(ctx)
	}
	for ctx.Err() == nil {
		for _, e := range s.sim.Wire().After(s.seen) {
			s.seen = e.N
			var frame struct {
				Name string `json:"t"`
			}
			if e.Kind == "gateway" && e.Dir == "discord→bot" && json.Unmarshal(e.Body, &frame) == nil &&
				(frame.Name == "READY" || frame.Name == "RESUMED") {
				return nil
			}
		}
		s.sim.Wire().Wait(ctx, s.seen)
	}
	return fmt.Errorf("the bot didn't connect: %w", ctx.Err())
}

// reached waits until the bot answers at its address, and enters that, or what is before it, with Discord, whose tries it must stand.
func (s *stage) reached(ctx context.Context) error {
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.web+web.InteractionsPath, http.NoBody)
		if err != nil {
			return err
		}
		if answer, err := http.DefaultClient.Do(r); err == nil {
			_ = answer.Body.Close()
			return enter(ctx, s.sim, cmp.Or(s.front, "http://"+s.web))
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("the bot isn't reached: %w", ctx.Err())
}

// enter has Discord send all that it sends over HTTP to an address, as "http://…".
func enter(ctx context.Context, sim *discordsim.Server, at string) error {
	return errors.Join(sim.EnterInteractions(ctx, at+web.InteractionsPath), sim.EnterEvents(ctx, at+web.EventsPath, "APPLICATION_AUTHORIZED", "APPLICATION_DEAUTHORIZED"))
}

// stop ends the bot: by SIGTERM, after which it must end well, or by SIGKILL.
func (s *stage) stop(ctx context.Context, how syscall.Signal) error {
	if s.bot == nil {
		return nil
	}
	if err := s.bot.Process.Signal(how); err != nil {
		return fmt.Errorf("the bot is gone: %w", errors.Join(err, <-s.ended))
	}
	s.bot = nil
	select {
	case err := <-s.ended:
		if how == syscall.SIGKILL {
			return nil
		}
		return err
	case <-ctx.Done():
		return fmt.Errorf("the bot doesn't end: %w", ctx.Err())
	}
}

// stopLong ends the bot for so long that Discord has given its session up when it starts again.
func (s *stage) stopLong(ctx context.Context) error {
	if err := s.stop(ctx, syscall.SIGTERM); err != nil {
		return err
	}
	db, err := s.place().open(ctx, "", slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return errors.Join(db.KeepSession(ctx, ""), db.Close())
}

// check looks at the file, the log and the wire once the bot has ended. Discord
// may have refused requests with the codes in may.
func (s *stage) check(ctx context.Context, may []int) error {
	db, err := s.read(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }() // it has read only
	found, err := db.Check(ctx)
	if _, there := os.Stat(s.db()); err == nil && s.address != "" && !errors.Is(there, fs.ErrNotExist) {
		err = errors.New("the bot was to serve on a database, and there is a file")
	}
	// A script may say what is dealt.
	wrong := slices.DeleteFunc(found.Wrong, func(w storage.Finding) bool { return w.Code == storage.DeckChanged })
	if err == nil && len(wrong) > 0 {
		err = fmt.Errorf("the books aren't whole: %v", wrong)
	}
	for _, v := range s.sim.Violations() {
		allowed := false
		for _, code := range may {
			allowed = allowed || v.Kind == wirelog.Refused && v.Code == code
		}
		// A message may be replaced under somebody's finger, who then looks for it again; and a
		// private one, which its reader may have dismissed, deleted twice.
		allowed = allowed || v.Code == unknownMessage && (v.Path == "/interactions" || v.Method == http.MethodDelete && strings.HasPrefix(v.Path, "/webhooks/"))
		// After a kill it is asked what was answered of what comes again.
		allowed = allowed || (v.Code == unknownMessage || v.Code == unknownWebhook) && v.Method == http.MethodGet && strings.HasSuffix(v.Path, "/@original")
		// A click tells of the picture that stood there when it was made, and one before it may be answered later, by a process
		// that was killed then.
		allowed = allowed || strings.Contains(v.Detail, "ATTACHMENT_NOT_FOUND")
		if !allowed {
			err = errors.Join(err, fmt.Errorf("Discord objects: %+v", v))
		}
	}
	for _, message := range loud(s.sim.Wire().SentByBot()) {
		err = errors.Join(err, fmt.Errorf("this calls nobody, and isn't silent: %s", message))
	}
	log, readErr := os.ReadFile(s.log())
	for line := range strings.Lines(string(log)) {
		if strings.Contains(line, `"level":"ERROR"`) {
			err = errors.Join(err, fmt.Errorf("the bot logged: %s", line))
		}
	}
	return errors.Join(err, readErr)
}

// tail is the end of the bot's log.
func (s *stage) tail() string {
	log, _ := os.ReadFile(s.log())
	lines := bytes.Split(log, []byte("\n"))
	return string(bytes.Join(lines[max(0, len(lines)-15):], []byte("\n")))
}
