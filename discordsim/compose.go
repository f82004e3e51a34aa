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

// The flags that a request may set: in an answer to an interaction, in an edit, in a message of its own.
const (
	AnswerFlags = FlagSuppressEmbeds | FlagEphemeral | FlagSilent | FlagComponentsV2
	EditFlags   = FlagSuppressEmbeds | FlagComponentsV2
	PostFlags   = FlagSuppressEmbeds | FlagSilent | FlagComponentsV2
)

// Draft is the part of a message that requests write.
type Draft struct {
	Content    string
	Embeds     []json.RawMessage
	TTS        bool
	Flags      int
	Components []Component // of those just read a picture's address is the request's: attachment:// names one of Files
	Files      []MessageFile
	Pings      *Allowed // nil allows all
}

// Terms say what a request may do with a message.
type Terms struct {
	Flags  int  // bits that may be given
	Edit   bool // what is not given stays
	Emojis OwnEmoji
}

// Compose reads a message, or changes to one, over what is there already. What it refuses leaves no trace.
func Compose(have Draft, f form, uploads []Upload, terms Terms) (Draft, *refusal) {
	d, legacy := have, map[string]bool{}
	if f.given("content") {
		d.Content = f.text("content", 0, maxContent)
	}
	legacy["content"] = d.Content != ""
	if f.given("embeds") {
		d.Embeds = readEmbeds(f)
	}
	legacy["embeds"] = len(d.Embeds) > 0
	legacy["poll"], legacy["sticker_ids"] = f.has("poll"), len(f.ids("sticker_ids", 3)) > 0
	if tts, given := f.flag("tts"); given && !terms.Edit {
		d.TTS = tts
	}
	d.readFlags(f, terms)
	d.Pings = readAllowed(f)
	keep := terms.Edit && len(uploads) == 0 && !(d.v2() && f.given("components"))
	d.Files = readFiles(f, uploads, have.Files, keep)
	if f.given("components") {
		d.Components = readComponents(f, d.Files, terms.Emojis, d.v2())
	}
	if d.v2() {
		for _, field := range []string{"content", "embeds", "poll", "sticker_ids"} {
			if legacy[field] {
				f.complain(field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", field)
			}
		}
	}
	if r := f.refusal(); r != nil {
		return Draft{}, r
	}
	switch {
	case legacy["sticker_ids"]: // the server has none
		return Draft{}, refuse(codeSticker)
	case d.v2() && len(d.Components) == 0,
		!d.v2() && strings.TrimSpace(d.Content) == "" && len(d.Embeds) == 0 && len(d.Files) == 0 && !legacy["poll"]:
		return Draft{}, refuse(codeEmptyMessage)
	}
	d.Flags &^= FlagLoading
	return d, nil
}

func (d *Draft) v2() bool { return d.Flags&FlagComponentsV2 != 0 }

func (d *Draft) readFlags(f form, terms Terms) {
	if !f.has("flags") {
		return
	}
	n, ok := f.whole("flags", 0, 1<<31-1)
	if !ok {
		return
	}
	given := int(n) & terms.Flags
	if terms.Edit && d.v2() && given&FlagComponentsV2 == 0 {
		f.complain("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed from a message")
	}
	d.Flags = d.Flags&^(terms.Flags&^FlagComponentsV2) | given
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

// ReadNonce reads a message's nonce, a text or a number; key is its text.
func ReadNonce(f form) (nonce json.RawMessage, key string) {
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
