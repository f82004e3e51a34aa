package discordsim

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

const (
	maxEmojis     = 2000
	maxEmojiBytes = 256 << 10
)

var ( //nolint:gochecknoglobals // compiled once
	emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)
	emojiData = regexp.MustCompile(`^data:(image/(?:png|jpeg|gif|webp));base64,`)
)

// emoji is one of the application's own.
type emoji struct {
	ID       ID     `json:"id"`
	Name     string `json:"name"`
	Animated bool   `json:"animated"`
	Kind     string `json:"kind"`
	Bytes    []byte `json:"bytes"`
}

type emojiView struct {
	ID        ID     `json:"id"`
	Name      string `json:"name"`
	Roles     []ID   `json:"roles"`
	User      User   `json:"user"`
	Colons    bool   `json:"require_colons"`
	Managed   bool   `json:"managed"`
	Animated  bool   `json:"animated"`
	Available bool   `json:"available"`
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

func readEmojiName(f form) string {
	name := f.needText("name", 2, 32)
	if name != "" && !emojiName.MatchString(name) {
		f.complain("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	return name
}

func (s *Server) createEmoji(c *call) (answerBody, *refusal) {
	if _, r := s.scope(c); r != nil {
		return answerBody{}, r
	}
	f := newForm(c.body)
	e := &emoji{Name: readEmojiName(f)}
	image := f.needText("image", 1, 1<<20)
	if head := emojiData.FindStringSubmatch(image); head != nil {
		content, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(image, head[0]))
		e.Kind, e.Bytes, e.Animated = head[1], content, head[1] == "image/gif"
		if err != nil || len(content) == 0 {
			f.complain("image", "IMAGE_INVALID", "Invalid image data")
		}
		if len(content) > maxEmojiBytes {
			f.complain("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
		}
	} else if image != "" {
		f.complain("image", "IMAGE_INVALID", "Invalid image data")
	}
	for _, other := range s.world.emojis {
		if other.Name == e.Name {
			f.complain("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
		}
	}
	if r := f.refusal(); r != nil {
		return answerBody{}, r
	}
	if len(s.world.emojis) >= maxEmojis {
		return answerBody{}, refuse(codeMaxEmojis)
	}
	e.ID = s.world.ids.next()
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
	name := readEmojiName(f)
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
