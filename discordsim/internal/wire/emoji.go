package wire

import (
	"net/http"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
	"github.com/boathouse-rum/boathouse/discordsim/internal/world"
)

// emoji finds the emoji of a call.
func emoji(w *world.State, c *call) (*world.Emoji, *rules.Refusal) {
	if _, r := scope(w, c); r != nil {
		return nil, r
	}
	id, _ := c.id("emoji_id")
	return w.EmojiOf(id)
}

func listEmojis(w *world.State, c *call) (answer, *rules.Refusal) {
	_, r := scope(w, c)
	return okUnless(map[string]any{"items": w.Emojis()}, r)
}

func getEmoji(w *world.State, c *call) (answer, *rules.Refusal) {
	e, r := emoji(w, c)
	if r != nil {
		return answer{}, r
	}
	return ok(w.EmojiView(e)), nil
}

func createEmoji(w *world.State, c *call) (answer, *rules.Refusal) {
	if _, r := scope(w, c); r != nil {
		return answer{}, r
	}
	e, r := w.AddEmoji(c.form(), 0)
	if r != nil {
		return answer{}, r
	}
	return answer{http.StatusCreated, discord.Encode(w.EmojiView(e))}, nil
}

func patchEmoji(w *world.State, c *call) (answer, *rules.Refusal) {
	e, r := emoji(w, c)
	if r != nil {
		return answer{}, r
	}
	if r := w.RenameEmoji(e, c.form()); r != nil {
		return answer{}, r
	}
	return ok(w.EmojiView(e)), nil
}

func deleteEmoji(w *world.State, c *call) (answer, *rules.Refusal) {
	e, r := emoji(w, c)
	if r != nil {
		return answer{}, r
	}
	w.DropEmoji(e)
	return noContent, nil
}
