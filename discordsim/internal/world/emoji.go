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
	By       discord.ID `json:"by,omitzero"` // who uploaded it by hand; zero: the bot did
}

// EmojiView is an emoji as the application's routes tell it.
func (w *shelf) EmojiView(e *Emoji) discord.EmojiView {
	by := w.people[w.Bot]
	if p, known := w.people[e.By]; known {
		by = p
	}
	return discord.EmojiView{
		ID: e.ID, Name: e.Name, Roles: []discord.ID{}, User: by.User(), Colons: true, Animated: e.Animated, Available: true,
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

// AddEmoji makes a new one, which somebody uploads; with zero the bot does.
func (w *shelf) AddEmoji(f rules.Form, by discord.ID) (*Emoji, *rules.Refusal) {
	name, image, r := rules.ReadEmoji(f, w.emojiNamed(nil))
	if r != nil {
		return nil, r
	}
	if len(w.emojis) >= w.slots {
		return nil, rules.Refuse(rules.TooManyEmojis)
	}
	e := &Emoji{ID: w.ids.next(), Name: name, Animated: image.Kind == "image/gif", Kind: image.Kind, Bytes: image.Bytes, By: by}
	w.emojis[e.ID] = e
	w.journal.put(recordEmoji, e.ID, e)
	return e, nil
}

// emojiNamed says of a name whether one has it, but for one of them.
func (w *shelf) emojiNamed(but *Emoji) func(name string) bool {
	return func(name string) bool {
		for _, other := range w.emojis {
			if other != but && other.Name == name {
				return true
			}
		}
		return false
	}
}

// RenameEmoji gives one the name that the form says, if it says one.
func (w *shelf) RenameEmoji(e *Emoji, f rules.Form) *rules.Refusal {
	if !f.Has("name") {
		return f.Refusal()
	}
	name := rules.ReadEmojiName(f, w.emojiNamed(e))
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
