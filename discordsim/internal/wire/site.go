package wire

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
	"github.com/boathouse-rum/boathouse/discordsim/page"
	"github.com/boathouse-rum/boathouse/discordsim/wirelog"
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

// site serves people's browsers: the page, files, and the few things that the page asks of the simulator itself.
type site struct {
	world *world.World
	log   *wirelog.Log
	place place
}

// simView is what the page reads first.
type simView struct {
	discord.Handshake
	Channels []discord.Channel `json:"channels"`
	Locales  []string          `json:"locales"`
}

func (s *site) serveSim(w http.ResponseWriter, _ *http.Request) {
	v := simView{Locales: rules.Locales}
	s.world.Look(func(w *world.State) { v.Handshake, v.Channels = s.place.handshake(w), w.AllChannels() })
	v.Token = ""
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
func (s *site) addPersonByPage(w http.ResponseWriter, r *http.Request) {
	f, fine := pageForm(w, r)
	if !fine {
		return
	}
	s.pageAnswer(w, func(w *world.State) (any, *rules.Refusal) {
		p, refused := w.Register(f)
		if refused != nil {
			return nil, refused
		}
		return w.Player(p), nil
	})
}

// addChannelByPage adds a text channel.
func (s *site) addChannelByPage(w http.ResponseWriter, r *http.Request) {
	f, fine := pageForm(w, r)
	if !fine {
		return
	}
	name := world.Username(f.NeedText("name", 1, 100))
	s.pageAnswer(w, func(w *world.State) (any, *rules.Refusal) {
		if refused := f.Refusal(); refused != nil {
			return nil, refused
		}
		return w.View(w.NewChannel(name)), nil
	})
}

// ailByPage has something go wrong with a person's client.
func (s *site) ailByPage(w http.ResponseWriter, r *http.Request) {
	f, fine := pageForm(w, r)
	if !fine {
		return
	}
	s.pageAnswer(w, func(w *world.State) (any, *rules.Refusal) { return map[string]any{}, w.Ail(f) })
}

// pageAnswer tells the page what was made, or why not.
func (s *site) pageAnswer(w http.ResponseWriter, add func(*world.State) (any, *rules.Refusal)) {
	status, body := http.StatusCreated, []byte(nil)
	open := s.world.Change(func(w *world.State) {
		made, refused := add(w)
		if refused != nil {
			status, body = refused.Status, refused.Body()
			return
		}
		body = discord.Encode(made)
	})
	if !open {
		refused := Status(http.StatusServiceUnavailable)
		status, body = refused.Status, refused.Body()
	}
	writeJSON(w, status, body)
}

// serveWire gives the newest of the wire log after an entry, waiting a while for something new.
func (s *site) serveWire(w http.ResponseWriter, r *http.Request) {
	n, _ := strconv.ParseUint(r.URL.Query().Get("after"), 10, 64)
	ctx, stop := context.WithTimeout(r.Context(), wirePatience)
	defer stop()
	s.log.Wait(ctx, n)
	writeJSON(w, http.StatusOK, discord.Encode(s.log.Newest(n, wireTold)))
}
