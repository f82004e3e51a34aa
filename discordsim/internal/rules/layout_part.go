package rules

import (
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// customID reads the id that comes back with a click; within one message or modal no two are the same.
func (l *layout) customID(f Form) string {
	id := f.NeedText("custom_id", 1, MaxCustomID)
	if id != "" && l.customIDs[id] {
		f.Complain("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	l.customIDs[id] = true
	return id
}

// What Discord says of an emoji on a button or an option that it doesn't find; it speaks of buttons where it is an option's, too.
const (
	invalidEmoji     = "BUTTON_COMPONENT_INVALID_EMOJI"
	invalidEmojiText = "Invalid emoji"
)

// RefuseEmoji refuses a message for the emoji of its first button.
func RefuseEmoji() *Refusal {
	return RefuseField(invalidEmoji, invalidEmojiText, "components", "0", "components", "0", "emoji", "id")
}

// emoji reads a button's or option's emoji: one of the application's own by id, or a character that is no letter.
func (l *layout) emoji(f Form) *discord.Emoji {
	e, ok := f.Object("emoji")
	if !ok {
		return nil
	}
	out := &discord.Emoji{Name: e.Text("name", 0, 32)}
	if id, ok := e.ID("id"); ok {
		own, known := discord.Emoji{}, false
		if l.emojis != nil {
			own, known = l.emojis(id)
		}
		if !known {
			e.Complain("id", invalidEmoji, invalidEmojiText)
			return out
		}
		return &own
	}
	if out.Name == "" || !strings.ContainsFunc(out.Name, func(r rune) bool { return r > 0xa8 }) {
		e.Complain("name", invalidEmoji, invalidEmojiText)
	}
	return out
}

// required reads whether a modal's field must be filled in, as is so when the request doesn't say.
func required(f Form) *bool {
	required, given := f.Flag("required")
	required = required || !given
	return &required
}
