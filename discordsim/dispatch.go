package discordsim

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// The bits by which a bot says what it wants to hear of.
const (
	intentGuilds         = 1 << 0
	intentMembers        = 1 << 1
	intentPresences      = 1 << 8
	intentGuildMessages  = 1 << 9
	intentDirectMessages = 1 << 12
	intentContent        = 1 << 15
	intentsPrivileged    = intentMembers | intentPresences | intentContent
	intentsAll           = 1<<26 - 1
)

// event is something to tell.
type event struct {
	name   string
	data   []byte
	bare   []byte     // for the bot, where it may not read everything; nil is data
	only   discord.ID // the one who hears of it; 0 is everybody who sees the room
	room   *channel   // where it happened; nil is nowhere in particular
	intent int        // that a bot must have asked for; 0 is none
}

// hub knows the sessions of the gateway. It is guarded by the Server's lock. What is told waits until the change that
// caused it is written.
type hub struct {
	server   *Server
	sessions map[string]*session
	byUser   map[discord.ID][]*session
	sockets  map[*socket]bool
	waiting  []event
	starts   int // sessions begun by the bot
}

// session is one client's stream of events. It outlives its socket for a while, so that the client can resume it.
type session struct {
	id      string
	who     *person
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

func newHub(s *Server) *hub {
	return &hub{server: s, sessions: map[string]*session{}, byUser: map[discord.ID][]*session{}, sockets: map[*socket]bool{}}
}

// tell queues an event until commit.
func (s *Server) tell(e event) { s.hub.waiting = append(s.hub.waiting, e) }

// release hands the queued events to the sessions.
func (h *hub) release() {
	waiting := h.waiting
	h.waiting = nil
	for _, e := range waiting {
		if e.only != 0 {
			h.offer(e, h.byUser[e.only])
			continue
		}
		for _, list := range h.byUser {
			h.offer(e, list)
		}
	}
}

func (h *hub) offer(e event, list []*session) {
	for _, s := range list {
		switch {
		case e.room != nil && h.server.world.permissions(s.who, e.room)&rules.PermViewChannel == 0:
		case s.who.Bot && !s.wants(e, h.server.world.Guild):
		case s.who.Bot && e.bare != nil:
			h.send(s, e.name, e.bare)
		default:
			h.send(s, e.name, e.data)
		}
	}
}

func (s *session) wants(e event, guild discord.ID) bool {
	if e.intent != 0 && s.intents&e.intent == 0 {
		return false
	}
	if e.room != nil && e.room.Type == discord.ChannelDirect {
		return s.shard[0] == 0
	}
	return s.has(guild)
}

// has says whether a session is of the shard of a server.
func (s *session) has(guild discord.ID) bool {
	return uint64(s.shard[0]) == uint64(guild)>>22%uint64(s.shard[1])
}

// send numbers an event, keeps it for a resume and passes it to the socket.
func (h *hub) send(s *session, name string, data []byte) {
	if s.socket == nil && h.server.world.now().Sub(s.lost) > h.server.options.Limits.Resume {
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
	if most := h.server.options.Limits.Replay; len(s.replay) > 2*most {
		s.replay = append([]frame(nil), s.replay[len(s.replay)-most:]...)
	}
	if s.socket != nil {
		s.socket.event(f, s.who.Bot)
	}
}

// begin makes a session for someone who has just identified.
func (h *hub) begin(k *socket, who *person, intents int, shard [2]int) *session {
	s := &session{id: hexSecret(16), who: who, intents: intents, shard: shard, socket: k}
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
		if s.socket == nil && h.server.world.now().Sub(s.lost) > h.server.options.Limits.Resume {
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
	s.socket, s.lost = nil, h.server.world.now()
	if final {
		h.end(s)
	}
}

// resume replays what a client has missed; false means that the session or some of its events are no more.
func (h *hub) resume(k *socket, who *person, id string, seq int64) bool {
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
		if f.seq > seq {
			k.event(f, who.Bot)
		}
	}
	h.send(s, "RESUMED", []byte(`{"_trace":[]}`))
	return true
}

// tellChannel tells of a channel or thread.
func (s *Server) tellChannel(name string, c *channel) {
	s.tell(event{name: name, room: c, intent: intentGuilds, data: discord.Encode(s.world.channelView(c))})
}

func messageIntent(room *channel) int {
	if room.Type == discord.ChannelDirect {
		return intentDirectMessages
	}
	return intentGuildMessages
}

// tellMessage tells of a message to those who see it; the bot reads only its own and those that speak to it.
func (s *Server) tellMessage(name string, m *message) {
	w, room := s.world, s.world.channels[m.Channel]
	e := event{name: name, only: m.Reader, room: room, intent: messageIntent(room), data: w.onGateway(m, m.encoded())}
	if m.Reader == 0 && len(s.hub.byUser[w.Bot]) > 0 && !w.reads(w.people[w.Bot], m) {
		e.bare = w.onGateway(m, discord.Encode(m.bare()))
	}
	s.tell(e)
}

// onGateway adds what only events have: the server and the author's part in it.
func (w *world) onGateway(m *message, body []byte) []byte {
	if w.channels[m.Channel].Type == discord.ChannelDirect {
		return body
	}
	author, there := w.people[m.Author.ID]
	if !there {
		return body
	}
	out := make([]byte, 0, len(body)+300)
	out = append(out, body[:len(body)-1]...)
	out = append(out, `,"guild_id":"`...)
	out = strconv.AppendUint(out, uint64(w.Guild), 10)
	out = append(out, `","member":`...)
	out = append(out, discord.Encode(w.bareMember(author))...)
	return append(out, '}')
}

// reads says whether an account sees what a message says: people do, a bot without the privileged intent only its own,
// those that mention it and direct ones.
func (w *world) reads(p *person, m *message) bool {
	if !p.Bot || m.Author.ID == p.ID || w.channels[m.Channel].Type == discord.ChannelDirect {
		return true
	}
	for _, u := range m.Mentions {
		if u.ID == p.ID {
			return true
		}
	}
	return false
}

func (w *world) readableBy(m *message, p *person) []byte {
	if w.reads(p, m) {
		return m.encoded()
	}
	return discord.Encode(m.bare())
}

// bare is a message without what it says.
func (m *message) bare() discord.Message {
	b := m.Message
	b.Content, b.Components, b.Attachments, b.Embeds = "", []discord.Component{}, []discord.Attachment{}, []json.RawMessage{}
	return b
}
