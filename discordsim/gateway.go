package discordsim

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Why the gateway closes a socket.
const (
	closeUnknown        websocket.StatusCode = 4000
	closeOpcode         websocket.StatusCode = 4001
	closeDecode         websocket.StatusCode = 4002
	closeNotIdentified  websocket.StatusCode = 4003
	closeToken          websocket.StatusCode = 4004
	closeIdentified     websocket.StatusCode = 4005
	closeRate           websocket.StatusCode = 4008
	closeTimeout        websocket.StatusCode = 4009
	closeShard          websocket.StatusCode = 4010
	closeVersion        websocket.StatusCode = 4012
	closeIntents        websocket.StatusCode = 4013
	closeIntentsUnasked websocket.StatusCode = 4014
)

const (
	maxGatewayFrame = 4096 // bytes that a client may send at once
	gatewayRate     = 120  // frames a minute from a client
)

// payload is a frame from a client.
type payload struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

type identify struct {
	Token      string         `json:"token"`
	Properties map[string]any `json:"properties"` // nil when not given
	Intents    *int           `json:"intents"`
	Compress   bool           `json:"compress"`
	Shard      *[2]int        `json:"shard"`
}

type resume struct {
	Token   string `json:"token"`
	Session string `json:"session_id"`
	Seq     int64  `json:"seq"`
}

// serveGateway is the whole life of one socket.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		http.Error(w, "this is a websocket", http.StatusUpgradeRequired)
		return
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		s.log.Debug("discordsim: no websocket", "err", err)
		return
	}
	q := r.URL.Query()
	stream, spoken := newDeflater(q.Get("compress"))
	k := newSocket(s, conn, stream)
	defer k.finish()
	go k.write()
	switch {
	case q.Get("v") != "" && q.Get("v") != "9" && q.Get("v") != "10":
		k.shut(closeVersion, "Invalid API version.")
	case q.Get("encoding") != "" && q.Get("encoding") != "json", !spoken:
		k.shut(closeDecode, "Only encoding=json, and compress=zlib-stream or zstd-stream, are spoken here.")
	default:
		if !s.faults.strike(NoHello) {
			k.say(discord.OpHello, helloText(s.options.Limits.Heartbeat))
		}
	}
	s.mu.Lock()
	if s.closed {
		k.drop()
	}
	s.hub.sockets[k] = true
	s.mu.Unlock()
	k.read(r.Context())
}

func helloText(interval time.Duration) string {
	return string(discord.Encode(map[string]any{"heartbeat_interval": interval.Milliseconds(), "_trace": []string{}}))
}

// read takes frames until the socket ends.
func (k *socket) read(ctx context.Context) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	k.conn.SetReadLimit(maxGatewayFrame * 4)
	limit := window{}
	for {
		kind, text, err := k.conn.Read(ctx)
		if err != nil {
			code := websocket.CloseStatus(err)
			k.ended(code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway)
			return
		}
		if k.deaf() {
			<-k.gone // a half-open line: nothing is read, nothing is closed
			k.ended(false)
			return
		}
		if _, fine := limit.spend(time.Now(), Bucket{gatewayRate, time.Minute}); !fine {
			k.shut(closeRate, "You are being rate limited.")
			continue
		}
		var p payload
		if err := json.Unmarshal(text, &p); err != nil || kind != websocket.MessageText || len(text) > maxGatewayFrame {
			k.shut(closeDecode, "Error while decoding payload.")
			continue
		}
		k.server.wire.heard(k, text)
		k.hear(p)
	}
}

// hear answers one frame.
func (k *socket) hear(p payload) {
	s := k.server
	s.mu.Lock()
	defer s.commit()
	if s.closed {
		return
	}
	switch p.Op {
	case discord.OpHeartbeat:
		k.beat()
		k.say(discord.OpHeartbeatAck, "null")
	case discord.OpIdentify:
		k.identify(p.Data)
	case discord.OpResume:
		k.resume(p.Data)
	case discord.OpPresence, discord.OpVoice, discord.OpMembers:
		if k.session == nil {
			k.shut(closeNotIdentified, "Not authenticated.")
		}
	default:
		k.shut(closeOpcode, "Unknown opcode.")
	}
}

func (k *socket) identify(data json.RawMessage) {
	s := k.server
	var id identify
	if err := json.Unmarshal(data, &id); err != nil || id.Properties == nil {
		k.shut(closeDecode, "Error while decoding payload.")
		return
	}
	who, known := s.world.byToken[strings.TrimPrefix(id.Token, "Bot ")]
	shard := [2]int{0, 1}
	if id.Shard != nil {
		shard = *id.Shard
	}
	switch {
	case k.session != nil:
		k.shut(closeIdentified, "Already authenticated.")
		return
	case !known || s.faults.strike(BadToken):
		k.shut(closeToken, "Authentication failed.")
		return
	case shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]:
		k.shut(closeShard, "Invalid shard.")
		return
	case who.Bot && id.Intents == nil:
		k.shut(closeDecode, "Error while decoding payload.")
		return
	case who.Bot && (*id.Intents < 0 || *id.Intents&^intentsAll != 0):
		k.shut(closeIntents, "Invalid intent(s).")
		return
	case who.Bot && *id.Intents&intentsPrivileged != 0:
		k.shut(closeIntentsUnasked, "Disallowed intent(s).")
		return
	}
	intents := intentsAll
	if who.Bot {
		intents = *id.Intents
	}
	k.compress = id.Compress
	started := s.hub.begin(k, who, intents, shard)
	s.hub.send(started, "READY", s.ready(started))
	if who.Bot && intents&intentGuilds != 0 && started.has(s.world.Guild) {
		s.hub.send(started, "GUILD_CREATE", s.world.guildCreate(who))
	}
}

// ready is READY: to a bot its servers are unavailable until GUILD_CREATE, a person's client gets them whole.
func (s *Server) ready(started *session) []byte {
	w, who := s.world, started.who
	body := map[string]any{
		"v": 10, "user": who.self(), "session_id": started.id, "session_type": "normal",
		"resume_gateway_url": s.gatewayURL(), "shard": started.shard, "application": map[string]any{"id": w.Application, "flags": 0},
		"private_channels": []discord.Channel{}, "relationships": []int{}, "presences": []int{}, "user_settings": map[string]any{},
		"geo_ordered_rtc_regions": []string{}, "guild_join_requests": []int{}, "auth": map[string]any{}, "_trace": []string{},
		"guilds": []any{},
	}
	if started.has(w.Guild) {
		body["guilds"] = []any{map[string]any{"id": w.Guild, "unavailable": true}}
	}
	if !who.Bot {
		delete(body, "application")
		body["guilds"] = []json.RawMessage{w.guildCreate(who)}
		direct := []discord.Channel{}
		for _, room := range w.channelsWhere(func(c *channel) bool { return c.Type == discord.ChannelDirect && c.Recipient == who.ID }) {
			direct = append(direct, w.directView(room, who))
		}
		body["private_channels"] = direct
	}
	return discord.Encode(body)
}

func (k *socket) resume(data json.RawMessage) {
	s := k.server
	var r resume
	if err := json.Unmarshal(data, &r); err != nil {
		k.shut(closeDecode, "Error while decoding payload.")
		return
	}
	who, known := s.world.byToken[strings.TrimPrefix(r.Token, "Bot ")]
	switch {
	case !known:
		k.shut(closeToken, "Authentication failed.")
	case k.session != nil:
		k.shut(closeIdentified, "Already authenticated.")
	case s.faults.strike(NoResumeAnswer):
	case !s.hub.resume(k, who, r.Session, r.Seq):
		k.say(discord.OpInvalid, "false")
	}
}

// closeAll cuts every line, without a word.
func (h *hub) closeAll() {
	for k := range h.sockets {
		k.drop()
	}
}
