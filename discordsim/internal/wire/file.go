package wire

import (
	"bytes"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// serveFile gives a message's file to whoever knows its address.
func (s *site) serveFile(w http.ResponseWriter, r *http.Request) {
	id, _ := discord.ParseID(r.PathValue("id"))
	var f *world.File
	var who *world.Account
	s.world.Look(func(w *world.State) { f, who = w.File(id), w.ByToken(r.Header.Get("Authorization")) })
	if f == nil || f.Name != r.PathValue("name") || f.Channel.String() != r.PathValue("channel") {
		http.NotFound(w, r)
		return
	}
	s.noteFile(r.URL.Path, f, who)
	w.Header().Set("Content-Type", f.ContentType)
	// Files lie on the page's own origin here, where a script in one would be the page's.
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "public, max-age=31536000")
	http.ServeContent(w, r, f.Name, time.Time{}, bytes.NewReader(f.Bytes))
}

// serveEmoji gives an emoji of the application's.
func (s *site) serveEmoji(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	id, _ := discord.ParseID(strings.TrimSuffix(name, path.Ext(name)))
	var e *world.Emoji
	s.world.Look(func(w *world.State) { e, _ = w.EmojiOf(id) })
	if e == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", e.Kind)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(e.Bytes))
}
