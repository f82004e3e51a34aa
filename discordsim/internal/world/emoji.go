package world

import (
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Emoji is one of the application's own.
type Emoji struct {
	ID       discord.ID `json:"id"`
	Name     string     `json:"name"`
	Animated bool       `json:"animated"`
	Kind     string     `json:"kind"`
	Bytes    []byte     `json:"bytes"`
}

// EmojiView is an emoji as the application's routes tell it.
func (w *shelf) EmojiView(e *Emoji) discord.EmojiView {
	return discord.EmojiView{
		ID: e.ID, Name: e.Name, Roles: []discord.ID{}, User: w.people[w.Bot].User(), Colons: true, Animated: e.Animated, Available: true,
	}
}

// EmojiOf finds one by its id.
func (w *shelf) EmojiOf(id discord.ID) (*Emoji, *rules.Refusal) {
	e, there := w.emojis[id]
	if !there {
		return nil, rules.Refuse(rules.UnknownEmoji)
	}
	return e, nil
}

// Emojis lists all, oldest first.
func (w *shelf) Emojis() []discord.EmojiView {
	list := []discord.EmojiView{}
	for _, id := range inOrder(w.emojis) {
		list = append(list, w.EmojiView(w.emojis[id]))
	}
	return list
}

// AddEmoji makes a new one.
func (w *shelf) AddEmoji(f rules.Form) (*Emoji, *rules.Refusal) {
	name, image := rules.ReadEmoji(f)
	for _, other := range w.emojis {
		if other.Name == name {
			f.Complain("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
		}
	}
	if r := f.Refusal(); r != nil {
		return nil, r
	}
	if len(w.emojis) >= rules.MaxEmojis {
		return nil, rules.Refuse(rules.TooManyEmojis)
	}
	e := &Emoji{ID: w.ids.next(), Name: name, Animated: image.Kind == "image/gif", Kind: image.Kind, Bytes: image.Bytes}
	w.emojis[e.ID] = e
	w.journal.put(recordEmoji, e.ID, e)
	return e, nil
}

// RenameEmoji gives one the name that the form says.
func (w *shelf) RenameEmoji(e *Emoji, f rules.Form) *rules.Refusal {
	name := rules.ReadEmojiName(f)
	if r := f.Refusal(); r != nil {
		return r
	}
	e.Name = name
	w.journal.put(recordEmoji, e.ID, e)
	return nil
}

// DropEmoji forgets one.
func (w *shelf) DropEmoji(e *Emoji) {
	delete(w.emojis, e.ID)
	w.journal.drop(recordEmoji, e.ID)
}
