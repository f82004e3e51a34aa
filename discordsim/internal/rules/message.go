package rules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

const (
	maxContent = 2000 // code points
	maxEmbeds  = 10
	maxNonce   = 25
)

// The flags that a request may set: in an answer to an interaction, in an edit, in a message of its own.
const (
	AnswerFlags = discord.FlagSuppressEmbeds | discord.FlagEphemeral | discord.FlagSilent | discord.FlagComponentsV2
	EditFlags   = discord.FlagSuppressEmbeds | discord.FlagComponentsV2
	PostFlags   = discord.FlagSuppressEmbeds | discord.FlagSilent | discord.FlagComponentsV2
)

// Draft is the part of a message that requests write.
type Draft struct {
	Content    string
	Embeds     []json.RawMessage
	TTS        bool
	Flags      int
	Components []discord.Component // of those just read a picture's address is the request's: attachment:// names one of Files
	Files      []MessageFile
	Poll       json.RawMessage // nil without one
	Pings      *Allowed        // nil allows all
}

// Terms say what a request may do with a message.
type Terms struct {
	Flags  int  // bits that may be given
	Edit   bool // what is not given stays
	Emojis OwnEmoji
	After  func(hours int64) string // the time of then
}

// Compose reads a message, or changes to one, over what is there already. What it refuses leaves no trace.
func Compose(have Draft, f Form, uploads []Upload, terms Terms) (Draft, *Refusal) {
	d, legacy := have, map[string]bool{}
	if f.Given("content") {
		d.Content = f.Text("content", 0, maxContent)
	}
	legacy["content"] = d.Content != ""
	if f.Given("embeds") {
		d.Embeds = readEmbeds(f)
	}
	legacy["embeds"] = len(d.Embeds) > 0
	if f.Has("poll") && !terms.Edit {
		d.Poll = readPoll(f, terms.After)
	}
	legacy["poll"], legacy["sticker_ids"] = d.Poll != nil, len(f.IDs("sticker_ids", 3)) > 0
	if tts, given := f.Flag("tts"); given && !terms.Edit {
		d.TTS = tts
	}
	d.readFlags(f, terms)
	d.Pings = readAllowed(f)
	keep := terms.Edit && len(uploads) == 0 && !(d.v2() && f.Given("components"))
	d.Files = readFiles(f, uploads, have.Files, keep)
	if f.Given("components") {
		d.Components = readComponents(f, d.Files, terms.Emojis, d.v2())
	}
	if d.v2() {
		for _, field := range []string{"content", "embeds", "poll", "sticker_ids"} {
			if legacy[field] {
				f.Complain(field, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", field)
			}
		}
	}
	if r := f.Refusal(); r != nil {
		return Draft{}, r
	}
	switch {
	case legacy["sticker_ids"]: // the server has none
		return Draft{}, Refuse(InvalidSticker)
	case d.v2() && len(d.Components) == 0,
		!d.v2() && strings.TrimSpace(d.Content) == "" && len(d.Embeds) == 0 && len(d.Files) == 0 && d.Poll == nil:
		return Draft{}, Refuse(EmptyMessage)
	}
	d.Flags &^= discord.FlagLoading
	return d, nil
}

func (d *Draft) v2() bool { return d.Flags&discord.FlagComponentsV2 != 0 }

func (d *Draft) readFlags(f Form, terms Terms) {
	if !f.Has("flags") {
		return
	}
	n, ok := f.Whole("flags", 0, 1<<31-1)
	if !ok {
		return
	}
	given := int(n) & terms.Flags
	if terms.Edit && d.v2() && given&discord.FlagComponentsV2 == 0 {
		f.Complain("flags", "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed from a message")
	}
	d.Flags = d.Flags&^(terms.Flags&^discord.FlagComponentsV2) | given
}

// readEmbeds checks the sizes of embeds and keeps them as they came.
func readEmbeds(f Form) []json.RawMessage {
	out, total := []json.RawMessage{}, 0
	for _, e := range f.Forms("embeds", 0, maxEmbeds) {
		if !slices.ContainsFunc([]string{"title", "description", "fields", "image", "thumbnail", "footer", "author"}, e.shows) {
			e.Complain("description", "BASE_TYPE_REQUIRED", "This field is required")
		}
		for field, longest := range map[string]int{"title": 256, "description": 4096, "url": 2048} {
			total += utf8.RuneCountInString(e.Text(field, 0, longest))
		}
		for _, part := range e.Forms("fields", 0, 25) {
			total += utf8.RuneCountInString(part.NeedText("name", 1, 256)) + utf8.RuneCountInString(part.NeedText("value", 1, 1024))
		}
		for field, inner := range map[string]string{"footer": "text", "author": "name"} {
			if part, ok := e.Object(field); ok {
				total += utf8.RuneCountInString(part.NeedText(inner, 1, 2048))
			}
		}
		kept := map[string]any{"type": "rich"}
		for key, value := range e.fields {
			if value != nil {
				kept[key] = value
			}
		}
		out = append(out, discord.Encode(kept))
	}
	if total > 6000 {
		f.Complain("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return out
}

// ReadNonce reads a message's nonce, a text or a number; key is its text.
func ReadNonce(f Form) (nonce json.RawMessage, key string) {
	if !f.Has("nonce") {
		return nil, ""
	}
	switch v := f.fields["nonce"].(type) {
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return discord.Encode(v), v.String()
		}
	case string:
		f.length("nonce", utf8.RuneCountInString(v), 0, maxNonce)
		return discord.Encode(v), v
	}
	f.Complain("nonce", "NONCE_TYPE_INVALID", "Value %q is not a nonce.", fmt.Sprint(f.fields["nonce"]))
	return nil, ""
}
