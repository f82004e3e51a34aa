package wire

import (
	"crypto/rand"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// hub knows the sessions of the gateway, and tells them of what changes in the world. It is used inside changes of the
// world alone, so that whoever begins to listen misses nothing and hears nothing twice.
type hub struct {
	line     Line
	clock    func() time.Time
	faults   *Faults
	sessions map[string]*session
	byUser   map[discord.ID][]*session
	sockets  map[*socket]bool
	starts   int // sessions begun by the bot
	courier  *courier
}

func newHub(line Line, clock func() time.Time, faults *Faults, c *courier) *hub {
	return &hub{
		courier: c, line: line, clock: clock, faults: faults,
		sessions: map[string]*session{}, byUser: map[discord.ID][]*session{}, sockets: map[*socket]bool{},
	}
}

// session is one client's stream of events. It outlives its socket for a while, so that the client can resume it.
type session struct {
	id      string
	who     *world.Account
	intents int
	shard   [2]int
	seq     int64
	replay  []frame // the newest events, with consecutive numbers
	socket  *socket // nil while the client is away
	lost    time.Time
}

// frame is an event as it was sent.
type frame struct {
	seq  int64
	name string
	text []byte
}

// hear passes an event on to the sessions of those whom it concerns.
func (h *hub) hear(w *world.State, e world.Event) {
	switch {
	case e.Web:
		h.courier.event(w, e)
		return
	case e.Name == "INTERACTION_CREATE" && e.Only == w.Bot && w.Interactions != "":
		h.courier.interaction(w, e)
		return
	}
	if e.Only != 0 {
		h.offer(w, e, h.byUser[e.Only])
		return
	}
	for _, list := range h.byUser {
		h.offer(w, e, list)
	}
}

func (h *hub) offer(w *world.State, e world.Event, list []*session) {
	for _, s := range list {
		server := e.Guild
		if e.Room != nil {
			server = e.Room.Guild
		}
		switch {
		case e.Only == 0 && server != 0 && !w.IsMember(s.who, server), s.who.Bot && !s.wants(e, server):
		case e.Room != nil && !w.Sees(s.who, e.Room):
			if e.Hidden != nil && w.IsMember(s.who, server) {
				h.send(s, e.Name, e.Hidden)
			}
		case s.who.Bot && e.Bare != nil:
			h.send(s, e.Name, e.Bare)
		default:
			h.send(s, e.Name, e.Data)
		}
	}
}

// wants says whether a bot's session hears of an event of a server; 0 is a direct conversation's.
func (s *session) wants(e world.Event, server discord.ID) bool {
	if e.Intent != 0 && s.intents&e.Intent == 0 && e.Self != s.who.ID {
		return false
	}
	if server == 0 {
		return s.shard[0] == 0
	}
	return s.has(server)
}

// has says whether a session is of the shard of a server.
func (s *session) has(server discord.ID) bool {
	return uint64(s.shard[0]) == uint64(server)>>22%uint64(s.shard[1])
}

// send numbers an event, keeps it for a resume and passes it to the socket.
func (h *hub) send(s *session, name string, data []byte) {
	if s.socket == nil && h.clock().Sub(s.lost) > h.line.Resume {
		h.end(s)
		return
	}
	s.seq++
	text := make([]byte, 0, len(data)+len(name)+40)
	text = append(text, `{"t":"`...)
	text = append(text, name...)
	text = append(text, `","s":`...)
	text = strconv.AppendInt(text, s.seq, 10)
	text = append(text, `,"op":0,"d":`...)
	text = append(text, data...)
	text = append(text, '}')
	f := frame{s.seq, name, text}
	s.replay = append(s.replay, f)
	if most := h.line.Replay; len(s.replay) > 2*most {
		s.replay = append([]frame(nil), s.replay[len(s.replay)-most:]...)
	}
	if s.socket != nil {
		h.pass(s, f)
	}
}

// pass hands an event to a session's socket, as the faults ordered for the bot's will have it.
func (h *hub) pass(s *session, f frame) {
	if !s.who.Bot || f.name == "READY" || f.name == "RESUMED" {
		s.socket.event(f.text)
		return
	}
	for _, text := range h.faults.dispatched(f.text) {
		s.socket.event(text)
	}
}

// begin makes a session for someone who has just identified.
func (h *hub) begin(k *socket, who *world.Account, intents int, shard [2]int) *session {
	s := &session{id: newSessionID(), who: who, intents: intents, shard: shard, socket: k}
	h.sessions[s.id] = s
	h.byUser[who.ID] = append(h.byUser[who.ID], s)
	if who.Bot {
		h.starts++
	}
	k.session = s
	k.account.Store(who)
	h.sweep()
	return s
}

// sweep ends the sessions that nobody can resume any more.
func (h *hub) sweep() {
	for _, s := range h.sessions {
		if s.socket == nil && h.clock().Sub(s.lost) > h.line.Resume {
			h.end(s)
		}
	}
}

func (h *hub) end(s *session) {
	delete(h.sessions, s.id)
	var left []*session
	for _, other := range h.byUser[s.who.ID] {
		if other != s {
			left = append(left, other)
		}
	}
	h.byUser[s.who.ID] = left
}

// detach notes that a session's client is gone; final sessions can't be resumed.
func (h *hub) detach(k *socket, final bool) {
	delete(h.sockets, k)
	s := k.session
	if s == nil || s.socket != k {
		return
	}
	s.socket, s.lost = nil, h.clock()
	if final {
		h.end(s)
	}
}

// resume replays what a client has missed; false means that the session or some of its events are no more.
func (h *hub) resume(k *socket, who *world.Account, id string, seq int64) bool {
	s, there := h.sessions[id]
	if !there || s.who != who || seq > s.seq || (len(s.replay) > 0 && seq < s.replay[0].seq-1) {
		return false
	}
	if s.socket != nil && s.socket != k {
		s.socket.shut(closeUnknown, "resumed elsewhere")
		s.socket.session = nil
	}
	s.socket, k.session = k, s
	k.account.Store(who)
	for _, f := range s.replay {
		if f.seq > seq && f.name != "RESUMED" { // which was of an earlier line, and tells where this one's replay ends
			h.pass(s, f)
		}
	}
	h.send(s, "RESUMED", []byte(`{"_trace":[]}`))
	return true
}

// closeAll cuts every line, without a word.
func (h *hub) closeAll() {
	for k := range h.sockets {
		k.drop()
	}
}

func newSessionID() string {
	id := make([]byte, 16)
	rand.Read(id) // never fails
	return hex.EncodeToString(id)
}
