package discordsim

import (
	"context"
	"embed"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// What is served, and nothing of what only checks it.
//
//go:embed page/index.html page/style.css page/*.js
var pageFiles embed.FS

// wirePatience is how long a request for the wire log waits for something new.
const wirePatience = 20 * time.Second

// wireTold is how many entries of the wire log an answer holds at most, the newest; the page shows no more.
const wireTold = 500

// pageHandler serves the page at / and its parts under /page/.
func pageHandler() http.Handler {
	root, err := fs.Sub(pageFiles, "page")
	if err != nil {
		return http.NotFoundHandler() // the folder is embedded, so this can't be
	}
	parts := http.FileServerFS(root)
	mux := http.NewServeMux()
	mux.Handle("GET /page/", http.StripPrefix("/page", parts))
	mux.Handle("GET /", parts)
	return mux
}

// simView is what the page reads first.
type simView struct {
	Handshake
	Channels []channelView `json:"channels"`
	Locales  []string      `json:"locales"`
}

func (s *Server) serveSim(w http.ResponseWriter, _ *http.Request) {
	v := simView{Handshake: s.Handshake(), Channels: []channelView{}, Locales: Locales}
	v.Token = ""
	s.mu.Lock()
	for _, c := range s.world.textChannels() {
		v.Channels = append(v.Channels, s.world.channelView(c))
	}
	s.mu.Unlock()
	writeJSON(w, http.StatusOK, encode(v))
}

func writeJSON(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that went away misses nothing
}

// pageForm reads the small JSON body of a request of the page's.
func pageForm(w http.ResponseWriter, r *http.Request) (form, bool) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		writeJSON(w, http.StatusBadRequest, refuse(codeBadJSON).body())
		return form{}, false
	}
	body, err := parseBody(text)
	if err != nil {
		writeJSON(w, http.StatusBadRequest, refuse(codeBadJSON).body())
		return form{}, false
	}
	return newForm(body), true
}

// addPersonByPage adds somebody to the server.
func (s *Server) addPersonByPage(w http.ResponseWriter, r *http.Request) {
	f, fine := pageForm(w, r)
	if !fine {
		return
	}
	name := strings.TrimSpace(f.needText("name", 1, 32))
	locale := f.text("locale", 0, 10)
	if locale == "" {
		locale = "en-US"
	}
	if !slices.Contains(Locales, locale) {
		f.complain("locale", "ENUM_TYPE_COERCE", "Value %q is not a valid locale.", locale)
	}
	s.mu.Lock()
	defer s.commit()
	if _, taken := s.world.byName[name]; taken || utf8.RuneCountInString(name) == 0 {
		f.complain("name", "NAME_TAKEN", "Somebody has that name, or it is empty")
	}
	if refused := f.refusal(); refused != nil {
		writeJSON(w, refused.Status, refused.body())
		return
	}
	p := s.world.newPerson(name, locale)
	joined := struct {
		member
		Guild ID `json:"guild_id"`
	}{s.world.member(p), s.world.Guild}
	s.tell(event{name: "GUILD_MEMBER_ADD", intent: intentMembers, data: encode(joined)})
	writeJSON(w, http.StatusCreated, encode(Player{p.ID, p.Name, p.Token, p.Locale}))
}

// addChannelByPage adds a text channel.
func (s *Server) addChannelByPage(w http.ResponseWriter, r *http.Request) {
	f, fine := pageForm(w, r)
	if !fine {
		return
	}
	name := username(f.needText("name", 1, 100))
	if refused := f.refusal(); refused != nil {
		writeJSON(w, refused.Status, refused.body())
		return
	}
	s.mu.Lock()
	defer s.commit()
	c := s.world.newChannel(name)
	s.tellChannel("CHANNEL_CREATE", c)
	writeJSON(w, http.StatusCreated, encode(s.world.channelView(c)))
}

// serveWire gives the newest of the wire log after an entry, waiting a while for something new.
func (s *Server) serveWire(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.ParseUint(r.URL.Query().Get("after"), 10, 64)
	ctx, stop := context.WithTimeout(r.Context(), wirePatience)
	defer stop()
	s.wire.Wait(ctx, n)
	writeJSON(w, http.StatusOK, encode(s.wire.newest(n, wireTold)))
}
