package discordsim

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	maxContent = 2000 // code points
	maxEmbeds  = 10
	maxNonce   = 25
)

// composing says which of a message's properties a request may set.
type composing struct {
	flags int  // bits that may be given
	edit  bool // what is not given stays
}

// compose reads a message, or changes to one, into m. On a refusal m is worthless and must be thrown away: callers hand
// in a copy. Files that a refused request brought are let go.
func (w *world) compose(m *message, f form, files []upload, how composing) *refusal {
	old := m.Owned
	r := w.composeChecked(m, f, files, how)
	if r != nil {
		w.loosen(without(m.Owned, old))
		return r
	}
	if !m.v2() {
		m.Attachments = w.attachments(m.Owned)
	} else {
		m.Attachments = []Attachment{}
	}
	w.setMentions(m, readAllowed(f))
	return nil
}

func (w *world) composeChecked(m *message, f form, files []upload, how composing) *refusal {
	legacy := map[string]bool{}
	if f.given("content") {
		m.Content = f.text("content", 0, maxContent)
	}
	legacy["content"] = m.Content != ""
	if f.given("embeds") {
		m.Embeds = readEmbeds(f)
	}
	legacy["embeds"] = len(m.Embeds) > 0
	legacy["poll"], legacy["sticker_ids"] = f.has("poll"), len(f.ids("sticker_ids", 3)) > 0
	if tts, given := f.flag("tts"); given && !how.edit {
		m.TTS = tts
	}
	w.composeFlags(m, f, how)
	readAllowed(f)
	keep := how.edit && len(files) == 0 && !(m.v2() && f.given("components"))
	m.Owned = w.readAttachments(f, files, m.Owned, m.Channel, keep, m.Reader != 0)
	if f.given("components") {
		m.Components = w.readComponents(f, m.Owned, m.v2())
	}
	if m.v2() {
		for _, field := range []string{"content", "embeds", "poll", "sticker_ids"} {
			if legacy[field] {
				f.complain(field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", field)
			}
		}
	}
	if r := f.refusal(); r != nil {
		return r
	}
	switch {
	case legacy["sticker_ids"]: // the server has none
		return refuse(codeSticker)
	case m.v2() && len(m.Components) == 0,
		!m.v2() && strings.TrimSpace(m.Content) == "" && len(m.Embeds) == 0 && len(m.Owned) == 0 && !legacy["poll"]:
		return refuse(codeEmptyMessage)
	}
	m.Flags &^= FlagLoading
	return nil
}

func (w *world) composeFlags(m *message, f form, how composing) {
	if !f.has("flags") {
		return
	}
	n, ok := f.whole("flags", 0, 1<<31-1)
	if !ok {
		return
	}
	given := int(n) & how.flags
	if how.edit && m.v2() && given&FlagComponentsV2 == 0 {
		f.complain("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed from a message")
	}
	m.Flags = m.Flags&^(how.flags&^FlagComponentsV2) | given
}

// without lists what is in a but not in b.
func without(a, b []ID) []ID {
	var out []ID
	for _, id := range a {
		if !slices.Contains(b, id) {
			out = append(out, id)
		}
	}
	return out
}

// readEmbeds checks the sizes of embeds and keeps them as they came.
func readEmbeds(f form) []json.RawMessage {
	out, total := []json.RawMessage{}, 0
	for _, e := range f.forms("embeds", 0, maxEmbeds) {
		if !slices.ContainsFunc([]string{"title", "description", "fields", "image", "thumbnail", "footer", "author"}, e.shows) {
			e.complain("description", "BASE_TYPE_REQUIRED", "This field is required")
		}
		for field, longest := range map[string]int{"title": 256, "description": 4096, "url": 2048} {
			total += utf8.RuneCountInString(e.text(field, 0, longest))
		}
		for _, part := range e.forms("fields", 0, 25) {
			total += utf8.RuneCountInString(part.needText("name", 1, 256)) + utf8.RuneCountInString(part.needText("value", 1, 1024))
		}
		for field, inner := range map[string]string{"footer": "text", "author": "name"} {
			if part, ok := e.object(field); ok {
				total += utf8.RuneCountInString(part.needText(inner, 1, 2048))
			}
		}
		kept := map[string]any{"type": "rich"}
		for key, value := range e.fields {
			if value != nil {
				kept[key] = value
			}
		}
		out = append(out, encode(kept))
	}
	if total > 6000 {
		f.complain("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return out
}

// readNonce reads a message's nonce, a text or a number; key is its text.
func readNonce(f form) (nonce json.RawMessage, key string) {
	if !f.has("nonce") {
		return nil, ""
	}
	switch v := f.fields["nonce"].(type) {
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return encode(v), v.String()
		}
	case string:
		f.length("nonce", utf8.RuneCountInString(v), 0, maxNonce)
		return encode(v), v
	}
	f.complain("nonce", "NONCE_TYPE_INVALID", "Value %q is not a nonce.", fmt.Sprint(f.fields["nonce"]))
	return nil, ""
}
