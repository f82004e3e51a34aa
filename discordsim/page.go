package discordsim

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/page"
)

// wirePatience is how long a request for the wire log waits for something new.
const wirePatience = 20 * time.Second

// wireTold is how many entries of the wire log an answer holds at most, the newest; the page shows no more.
const wireTold = 500

// pageHandler serves the page at / and its parts under /page/.
func pageHandler() http.Handler {
	parts := http.FileServerFS(page.Files)
	mux := http.NewServeMux()
	mux.Handle("GET /page/", http.StripPrefix("/page", parts))
	mux.Handle("GET /", parts)
	return mux
}

// simView is what the page reads first.
type simView struct {
	discord.Handshake
	Channels []discord.Channel `json:"channels"`
	Locales  []string          `json:"locales"`
}

func (s *Server) serveSim(w http.ResponseWriter, _ *http.Request) {
	v := simView{Handshake: s.Handshake(), Channels: []discord.Channel{}, Locales: rules.Locales}
	v.Token = ""
	s.mu.Lock()
	for _, c := range s.world.textChannels() {
		v.Channels = append(v.Channels, s.world.channelView(c))
	}
	s.mu.Unlock()
	writeJSON(w, http.StatusOK, discord.Encode(v))
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that went away misses nothing
}

// pageForm reads the small JSON body of a request of the page's.
func pageForm(w http.ResponseWriter, r *http.Request) (rules.Form, bool) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		writeJSON(w, http.StatusBadRequest, rules.Refuse(rules.BadJSON).Body())
		return rules.Form{}, false
	}
	body, err := rules.ParseBody(text)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, rules.Refuse(rules.BadJSON).Body())
		return rules.Form{}, false
	}
	return rules.NewForm(body), true
}

// addPersonByPage adds somebody to the server.
func (s *Server) addPersonByPage(w http.ResponseWriter, r *http.Request) {
	f, fine := pageForm(w, r)
	if !fine {
		return
	}
	name := strings.TrimSpace(f.NeedText("name", 1, 32))
	locale := f.Text("locale", 0, 10)
	if locale == "" {
		locale = "en-US"
	}
	if !slices.Contains(rules.Locales, locale) {
		f.Complain("locale", "ENUM_TYPE_COERCE", "Value %q is not a valid locale.", locale)
	}
	s.mu.Lock()
	defer s.commit()
	if _, taken := s.world.byName[name]; taken || utf8.RuneCountInString(name) == 0 {
		f.Complain("name", "NAME_TAKEN", "Somebody has that name, or it is empty")
	}
	if refused := f.Refusal(); refused != nil {
		writeJSON(w, refused.Status, refused.Body())
		return
	}
	p := s.world.newPerson(name, locale)
	joined := struct {
		discord.Member
		Guild discord.ID `json:"guild_id"`
	}{s.world.member(p), s.world.Guild}
	s.tell(event{name: "GUILD_MEMBER_ADD", intent: intentMembers, data: discord.Encode(joined)})
	writeJSON(w, http.StatusCreated, discord.Encode(discord.Player{ID: p.ID, Name: p.Name, Token: p.Token, Locale: p.Locale}))
}

// addChannelByPage adds a text channel.
func (s *Server) addChannelByPage(w http.ResponseWriter, r *http.Request) {
	f, fine := pageForm(w, r)
	if !fine {
		return
	}
	name := username(f.NeedText("name", 1, 100))
	if refused := f.Refusal(); refused != nil {
		writeJSON(w, refused.Status, refused.Body())
		return
	}
	s.mu.Lock()
	defer s.commit()
	c := s.world.newChannel(name)
	s.tellChannel("CHANNEL_CREATE", c)
	writeJSON(w, http.StatusCreated, discord.Encode(s.world.channelView(c)))
}

// serveWire gives the newest of the wire log after an entry, waiting a while for something new.
func (s *Server) serveWire(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.ParseUint(r.URL.Query().Get("after"), 10, 64)
	ctx, stop := context.WithTimeout(r.Context(), wirePatience)
	defer stop()
	s.wire.Wait(ctx, n)
	writeJSON(w, http.StatusOK, discord.Encode(s.wire.newest(n, wireTold)))
}
