package discordsim_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/klauspost/compress/zstd"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

func TestReadyHasWhatLibrariesLookFor(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	for _, url := range []string{h.Gateway, h.Gateway + "?v=10&encoding=json", h.Gateway + "/?v=9&encoding=json", "ws" + h.Page[4:] + "?v=10&encoding=json"} {
		g := dial(t, url)
		g.send(2, `{"token":"`+h.Token+`","intents":1,"properties":{},"shard":[0,1]}`)
		var ready struct {
			User        struct{ ID discord.ID }
			Application struct{ ID discord.ID }
			Resume      string `json:"resume_gateway_url"`
			Guilds      []struct {
				ID          discord.ID
				Unavailable bool
			}
		}
		if err := json.Unmarshal(g.event("READY"), &ready); err != nil {
			t.Fatal(err)
		}
		if ready.User.ID != h.Application || ready.Application.ID != h.Application || ready.Resume != h.Gateway || len(ready.Guilds) != 1 || !ready.Guilds[0].Unavailable {
			t.Errorf("%s: %+v", url, ready)
		}
		var guild map[string]json.RawMessage
		if err := json.Unmarshal(g.event("GUILD_CREATE"), &guild); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"channels", "threads", "members", "roles", "emojis", "stickers", "voice_states", "presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds", "features"} {
			if len(guild[key]) == 0 || guild[key][0] != '[' {
				t.Errorf("GUILD_CREATE: %s is %s", key, guild[key])
			}
		}
	}
}

func TestTheGatewayClosesWithDiscordsCodes(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	good := `{"token":"` + h.Token + `","intents":1,"properties":{}}`
	for _, one := range []struct {
		name string
		do   func(g *gate)
		code int
	}{
		{"bad token", func(g *gate) { g.send(2, `{"token":"x","intents":0,"properties":{}}`) }, 4004},
		{"no token to resume", func(g *gate) { g.resume("x", "y", 1) }, 4004},
		{"identified twice", func(g *gate) { g.send(2, good); g.send(2, good) }, 4005},
		{"not identified", func(g *gate) { g.send(3, `{}`) }, 4003},
		{"unknown operation", func(g *gate) { g.send(5, `{}`) }, 4001},
		{"no JSON", func(g *gate) { _ = g.conn.Write(soon(t), websocket.MessageText, []byte(`{`)) }, 4002},
		{"no properties", func(g *gate) { g.send(2, `{"token":"`+h.Token+`","intents":1}`) }, 4002},
		{"properties that are none", func(g *gate) { g.send(2, `{"token":"`+h.Token+`","intents":1,"properties":null}`) }, 4002},
		{"properties of another kind", func(g *gate) { g.send(2, `{"token":"`+h.Token+`","intents":1,"properties":"linux"}`) }, 4002},
		{"bad shard", func(g *gate) { g.send(2, `{"token":"`+h.Token+`","intents":0,"properties":{},"shard":[2,2]}`) }, 4010},
		{"invalid intents", func(g *gate) { g.send(2, `{"token":"`+h.Token+`","intents":1073741824,"properties":{}}`) }, 4013},
		{"privileged intents", func(g *gate) { g.send(2, `{"token":"`+h.Token+`","intents":32768,"properties":{}}`) }, 4014},
	} {
		g := dial(t, h.Gateway)
		one.do(g)
		if code := g.closed(); code != one.code {
			t.Errorf("%s: closed with %d, want %d", one.name, code, one.code)
		}
	}
	if code := dialOnly(t, h.Gateway+"?v=8").closed(); code != 4012 {
		t.Errorf("version 8: closed with %d", code)
	}
	if code := dialOnly(t, h.Gateway+"?compress=gzip-stream").closed(); code != 4002 {
		t.Errorf("an unknown compression: closed with %d", code)
	}
}

func TestAResumeReplaysWhatWasMissed(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, ada := s.Handshake(), s.Person("Ada")
	g := dial(t, h.Gateway)
	g.identify(h.Token, 1|1<<9)
	if err := g.conn.CloseNow(); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if _, err := ada.Say(soon(t), h.Channel, fmt.Sprint("missed ", i)); err != nil {
			t.Fatal(err)
		}
	}
	back := dial(t, h.Gateway)
	back.resume(h.Token, g.session, g.seq)
	for i := range 3 {
		f := back.read()
		if f.Name != "MESSAGE_CREATE" || f.Seq != g.seq+int64(i)+1 {
			t.Errorf("%d: %+v", i, f)
		}
	}
	if f := back.read(); f.Name != "RESUMED" {
		t.Errorf("%+v", f)
	}
	back.send(1, "null")
	if f := back.read(); f.Op != 11 {
		t.Errorf("not a heartbeat's answer: %+v", f)
	}
	ahead := dial(t, h.Gateway)
	ahead.resume(h.Token, g.session, g.seq+100)
	if f := ahead.read(); f.Op != 9 || string(f.Data) != "false" {
		t.Errorf("resumed in the future: %+v", f)
	}
}

// TestAShardHearsOfItsOwnServers: the others' READY lists none, and no server follows.
func TestAShardHearsOfItsOwnServers(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	const shards = 3
	its := int(uint64(h.Guild) >> 22 % shards)
	for shard := range shards {
		g := dial(t, h.Gateway)
		g.send(2, fmt.Sprintf(`{"token":%q,"intents":1,"properties":{},"shard":[%d,%d]}`, h.Token, shard, shards))
		var ready struct {
			Shard  [2]int
			Guilds []struct{ ID discord.ID }
		}
		if err := json.Unmarshal(g.event("READY"), &ready); err != nil {
			t.Fatal(err)
		}
		g.send(1, "null")
		next := g.read()
		if shard == its {
			if len(ready.Guilds) != 1 || ready.Guilds[0].ID != h.Guild || next.Name != "GUILD_CREATE" {
				t.Errorf("shard %d, which has the server: %+v, then %s", shard, ready, next.Name)
			}
			continue
		}
		if ready.Guilds == nil || len(ready.Guilds) != 0 || ready.Shard != [2]int{shard, shards} || next.Op != 11 {
			t.Errorf("shard %d: %+v, then %+v", shard, ready, next)
		}
	}
}

func TestASilentClientIsClosed(t *testing.T) {
	s := start(t, discordsim.Options{Limits: discordsim.Limits{Heartbeat: 50 * time.Millisecond}})
	h := s.Handshake()
	if code := dial(t, h.Gateway).closed(); code != 4009 {
		t.Errorf("closed with %d", code)
	}
}

// TestOneStreamOfCompression: all frames of a line are one stream, and each can be read as soon as it is there.
func TestOneStreamOfCompression(t *testing.T) {
	for name, open := range map[string]func(io.Reader) (io.Reader, error){
		"zlib-stream": func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) },
		"zstd-stream": func(r io.Reader) (io.Reader, error) {
			d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
			if err == nil {
				t.Cleanup(d.Close)
			}
			return d, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, discordsim.Options{})
			h, ada := s.Handshake(), s.Person("Ada")
			g := dialOnly(t, h.Gateway+"/?v=10&encoding=json&compress="+name)
			from, to := io.Pipe()
			defer func() { _ = from.Close() }()
			go func() { to.CloseWithError(g.pour(to, name == "zlib-stream")) }()
			plain, err := open(from)
			if err != nil {
				t.Fatal(err)
			}
			frames := json.NewDecoder(plain)
			next := func(name string) (f frame) {
				t.Helper()
				for f.Name != name || f.Op == 0 && f.Name == "" {
					f = frame{}
					if err := frames.Decode(&f); err != nil {
						t.Fatal(err)
					}
				}
				return f
			}
			if f := next(""); f.Op != 10 {
				t.Fatalf("%+v", f)
			}
			g.send(2, `{"token":"`+h.Token+`","intents":513,"properties":{}}`)
			next("READY")
			next("GUILD_CREATE")
			for range 3 {
				if _, err := ada.Say(soon(t), h.Channel, "hello"); err != nil {
					t.Fatal(err)
				}
				next("MESSAGE_CREATE")
			}
		})
	}
}

// pour passes on what the frames of a line hold, which are binary; those of zlib end in the mark of a flush.
func (g *gate) pour(to io.Writer, zlibs bool) error {
	for {
		kind, text, err := g.conn.Read(g.tb.Context())
		if err == nil && (kind != websocket.MessageBinary || zlibs && !bytes.HasSuffix(text, []byte{0, 0, 0xff, 0xff})) {
			err = fmt.Errorf("a frame of kind %v ends in % x", kind, text[max(0, len(text)-4):])
		}
		if err == nil {
			_, err = to.Write(text)
		}
		if err != nil {
			return err
		}
	}
}

func TestLargePayloadsAreCompressedWhenAsked(t *testing.T) {
	s := start(t, discordsim.Options{})
	h := s.Handshake()
	g := dial(t, h.Gateway)
	g.send(2, `{"token":"`+h.Token+`","intents":1,"properties":{},"compress":true}`)
	kind, text, err := g.conn.Read(soon(t))
	if err != nil || kind != websocket.MessageBinary || text[0] != 0x78 {
		t.Fatalf("%v % x %v", kind, text[:2], err)
	}
	g.event("GUILD_CREATE")
}

func TestABotHearsWhatItAskedFor(t *testing.T) {
	s := start(t, discordsim.Options{})
	h, ada := s.Handshake(), s.Person("Ada")
	deaf, hearing := dial(t, h.Gateway), dial(t, h.Gateway)
	deaf.identify(h.Token, 0)
	hearing.identify(h.Token, 1|1<<9)
	for _, text := range []string{"not for you", "<@" + h.Application.String() + "> for you"} {
		if _, err := ada.Say(soon(t), h.Channel, text); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for range 2 {
		var m discord.Message
		if err := json.Unmarshal(hearing.event("MESSAGE_CREATE"), &m); err != nil {
			t.Fatal(err)
		}
		got = append(got, m.Content)
	}
	if got[0] != "" || got[1] == "" {
		t.Errorf("a bot without the intent reads %q", got)
	}
	deaf.send(1, "null")
	if f := deaf.read(); f.Op != 11 {
		t.Errorf("a bot without intents hears %+v", f)
	}
}
