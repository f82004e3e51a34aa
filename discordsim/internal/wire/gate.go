package wire

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
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

// Gate is the gateway.
type Gate struct {
	world  *world.World
	hub    *hub // used inside changes of the world alone
	faults *Faults
	log    *wirelog.Log
	line   Line
	place  place
	errors *slog.Logger
}

// serve is the whole life of one socket.
func (g *Gate) serve(w http.ResponseWriter, r *http.Request) {
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		http.Error(w, "this is a websocket", http.StatusUpgradeRequired)
		return
	}
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		g.errors.Debug("discordsim: no websocket", "err", err)
		return
	}
	q := r.URL.Query()
	stream, spoken := newDeflater(q.Get("compress"))
	k := newSocket(g.log, 2*g.line.Heartbeat, conn, stream)
	defer k.finish()
	go k.write()
	switch {
	case q.Get("v") != "" && q.Get("v") != "9" && q.Get("v") != "10":
		k.shut(closeVersion, "Invalid API version.")
	case q.Get("encoding") != "" && q.Get("encoding") != "json", !spoken:
		k.shut(closeDecode, "Only encoding=json, and compress=zlib-stream or zstd-stream, are spoken here.")
	default:
		if !g.faults.strike(NoHello) {
			k.say(discord.OpHello, helloText(g.line.Heartbeat))
		}
	}
	if !g.world.Change(func(*world.State) { g.hub.sockets[k] = true }) {
		k.drop()
	}
	final := g.listen(r.Context(), k)
	g.world.Change(func(*world.State) { g.hub.detach(k, final) })
}

func helloText(interval time.Duration) string {
	return string(discord.Encode(map[string]any{"heartbeat_interval": interval.Milliseconds(), "_trace": []string{}}))
}

// listen takes frames until the socket ends; final says that the client meant it to.
func (g *Gate) listen(ctx context.Context, k *socket) (final bool) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	k.conn.SetReadLimit(maxGatewayFrame * 4)
	limit := window{}
	for {
		kind, text, err := k.conn.Read(ctx)
		if err != nil {
			code := websocket.CloseStatus(err)
			return code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway
		}
		if k.deaf() {
			<-k.gone // a half-open line: nothing is read, nothing is closed
			return false
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
		noteFrame(g.log, k.account.Load(), text, false)
		g.world.Change(func(w *world.State) { g.obey(w, k, p) })
	}
}

// obey does what one frame asks for.
func (g *Gate) obey(w *world.State, k *socket, p payload) {
	switch p.Op {
	case discord.OpHeartbeat:
		k.beat()
		k.say(discord.OpHeartbeatAck, "null")
	case discord.OpIdentify:
		g.identify(w, k, p.Data)
	case discord.OpResume:
		g.resume(w, k, p.Data)
	case discord.OpPresence, discord.OpVoice, discord.OpMembers:
		if k.session == nil {
			k.shut(closeNotIdentified, "Not authenticated.")
		}
	default:
		k.shut(closeOpcode, "Unknown opcode.")
	}
}
