package discordsim

import (
	"net/http"
	"slices"
)

// emoji is one of the application's own.
type emoji struct {
	ID       ID     `json:"id"`
	Name     string `json:"name"`
	Animated bool   `json:"animated"`
	Kind     string `json:"kind"`
	Bytes    []byte `json:"bytes"`
}

func (w *world) emojiView(e *emoji) emojiView {
	return emojiView{e.ID, e.Name, []ID{}, w.people[w.Bot].user(), true, false, e.Animated, true}
}

func (s *Server) emojiOf(c *call) (*emoji, *refusal) {
	if _, r := s.scope(c); r != nil {
		return nil, r
	}
	id, _ := c.id("emoji_id")
	e, there := s.world.emojis[id]
	if !there {
		return nil, refuse(codeUnknownEmoji)
	}
	return e, nil
}

func (s *Server) listEmojis(c *call) (answerBody, *refusal) {
	if _, r := s.scope(c); r != nil {
		return answerBody{}, r
	}
	list := []emojiView{}
	for _, e := range s.world.emojis {
		list = append(list, s.world.emojiView(e))
	}
	slices.SortFunc(list, func(a, b emojiView) int { return int(int64(a.ID) - int64(b.ID)) })
	return ok(map[string]any{"items": list}), nil
}

func (s *Server) getEmoji(c *call) (answerBody, *refusal) {
	e, r := s.emojiOf(c)
	if r != nil {
		return answerBody{}, r
	}
	return ok(s.world.emojiView(e)), nil
}

func (s *Server) createEmoji(c *call) (answerBody, *refusal) {
	if _, r := s.scope(c); r != nil {
		return answerBody{}, r
	}
	f := newForm(c.body)
	name, image := ReadEmoji(f)
	for _, other := range s.world.emojis {
		if other.Name == name {
			f.complain("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
		}
	}
	if r := f.refusal(); r != nil {
		return answerBody{}, r
	}
	if len(s.world.emojis) >= MaxEmojis {
		return answerBody{}, refuse(codeMaxEmojis)
	}
	e := &emoji{ID: s.world.ids.next(), Name: name, Animated: image.Kind == "image/gif", Kind: image.Kind, Bytes: image.Bytes}
	s.world.emojis[e.ID] = e
	s.world.journal.put(recordEmoji, e.ID, e)
	return answerBody{http.StatusCreated, encode(s.world.emojiView(e))}, nil
}

func (s *Server) patchEmoji(c *call) (answerBody, *refusal) {
	e, r := s.emojiOf(c)
	if r != nil {
		return answerBody{}, r
	}
	f := newForm(c.body)
	name := ReadEmojiName(f)
	if r := f.refusal(); r != nil {
		return answerBody{}, r
	}
	e.Name = name
	s.world.journal.put(recordEmoji, e.ID, e)
	return ok(s.world.emojiView(e)), nil
}

func (s *Server) deleteEmoji(c *call) (answerBody, *refusal) {
	e, r := s.emojiOf(c)
	if r != nil {
		return answerBody{}, r
	}
	delete(s.world.emojis, e.ID)
	s.world.journal.drop(recordEmoji, e.ID)
	return noContent, nil
}
