package discordsim

import (
	"net/http"
	"slices"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// emoji is one of the application's own.
type emoji struct {
	ID       discord.ID `json:"id"`
	Name     string     `json:"name"`
	Animated bool       `json:"animated"`
	Kind     string     `json:"kind"`
	Bytes    []byte     `json:"bytes"`
}

func (w *world) emojiView(e *emoji) discord.EmojiView {
	return discord.EmojiView{
		ID: e.ID, Name: e.Name, Roles: []discord.ID{}, User: w.people[w.Bot].user(), Colons: true, Animated: e.Animated, Available: true,
	}
}

func (s *Server) emojiOf(c *call) (*emoji, *rules.Refusal) {
	if _, r := s.scope(c); r != nil {
		return nil, r
	}
	id, _ := c.id("emoji_id")
	e, there := s.world.emojis[id]
	if !there {
		return nil, rules.Refuse(rules.UnknownEmoji)
	}
	return e, nil
}

func (s *Server) listEmojis(c *call) (answerBody, *rules.Refusal) {
	if _, r := s.scope(c); r != nil {
		return answerBody{}, r
	}
	list := []discord.EmojiView{}
	for _, e := range s.world.emojis {
		list = append(list, s.world.emojiView(e))
	}
	slices.SortFunc(list, func(a, b discord.EmojiView) int { return int(int64(a.ID) - int64(b.ID)) })
	return ok(map[string]any{"items": list}), nil
}

func (s *Server) getEmoji(c *call) (answerBody, *rules.Refusal) {
	e, r := s.emojiOf(c)
	if r != nil {
		return answerBody{}, r
	}
	return ok(s.world.emojiView(e)), nil
}

func (s *Server) createEmoji(c *call) (answerBody, *rules.Refusal) {
	if _, r := s.scope(c); r != nil {
		return answerBody{}, r
	}
	f := rules.NewForm(c.body)
	name, image := rules.ReadEmoji(f)
	for _, other := range s.world.emojis {
		if other.Name == name {
			f.Complain("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
		}
	}
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	if len(s.world.emojis) >= rules.MaxEmojis {
		return answerBody{}, rules.Refuse(rules.TooManyEmojis)
	}
	e := &emoji{ID: s.world.ids.next(), Name: name, Animated: image.Kind == "image/gif", Kind: image.Kind, Bytes: image.Bytes}
	s.world.emojis[e.ID] = e
	s.world.journal.put(recordEmoji, e.ID, e)
	return answerBody{http.StatusCreated, discord.Encode(s.world.emojiView(e))}, nil
}

func (s *Server) patchEmoji(c *call) (answerBody, *rules.Refusal) {
	e, r := s.emojiOf(c)
	if r != nil {
		return answerBody{}, r
	}
	f := rules.NewForm(c.body)
	name := rules.ReadEmojiName(f)
	if r := f.Refusal(); r != nil {
		return answerBody{}, r
	}
	e.Name = name
	s.world.journal.put(recordEmoji, e.ID, e)
	return ok(s.world.emojiView(e)), nil
}

func (s *Server) deleteEmoji(c *call) (answerBody, *rules.Refusal) {
	e, r := s.emojiOf(c)
	if r != nil {
		return answerBody{}, r
	}
	delete(s.world.emojis, e.ID)
	s.world.journal.drop(recordEmoji, e.ID)
	return noContent, nil
}
