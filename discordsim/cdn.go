package discordsim

import (
	"bytes"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// serveFile gives a message's file to whoever knows its address.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	id, _ := discord.ParseID(r.PathValue("id"))
	s.mu.Lock()
	f, there := s.world.files[id]
	who := s.world.byToken[r.Header.Get("Authorization")]
	s.mu.Unlock()
	if !there || f.Name != r.PathValue("name") || f.Channel.String() != r.PathValue("channel") {
		http.NotFound(w, r)
		return
	}
	s.wire.file(r.URL.Path, f, who)
	w.Header().Set("Content-Type", f.ContentType)
	// Files lie on the page's own origin here, where a script in one would be the page's.
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "public, max-age=31536000")
	http.ServeContent(w, r, f.Name, time.Time{}, bytes.NewReader(f.Bytes))
}

// serveEmoji gives an emoji of the application's.
func (s *Server) serveEmoji(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	id, _ := discord.ParseID(strings.TrimSuffix(name, path.Ext(name)))
	s.mu.Lock()
	e, there := s.world.emojis[id]
	s.mu.Unlock()
	if !there {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", e.Kind)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(e.Bytes))
}
