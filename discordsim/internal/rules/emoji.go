package rules

import (
	"encoding/base64"
	"regexp"
	"strings"
)

// The limits of an application's emojis.
const (
	MaxEmojis     = 2000
	maxEmojiBytes = 256 << 10
)

var (
	emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)
	emojiData = regexp.MustCompile(`^data:(image/(?:png|jpeg|gif|webp|avif));base64,`)

	// imageHeads are how files of each kind begin; a question mark stands for any byte.
	imageHeads = map[string]string{ //nolint:gochecknoglobals // a constant table
		"image/png": "\x89PNG\r\n\x1a\n", "image/jpeg": "\xff\xd8\xff", "image/gif": "GIF8", "image/webp": "RIFF????WEBP", "image/avif": "????ftypavi",
	}
)

// Image is a picture by its kind, "image/png", and its bytes.
type Image struct {
	Kind  string
	Bytes []byte
}

// ReadEmojiName reads what an emoji is to be called; what is wrong is left in the form. taken says whether another has
// that name already.
func ReadEmojiName(f Form, taken func(name string) bool) string {
	name := f.NeedText("name", 2, 32)
	if taken(name) {
		f.Complain("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists.")
	}
	if name != "" && !emojiName.MatchString(name) {
		f.Complain("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	return name
}

// ReadEmoji reads a new emoji; what is wrong is left in the form. A picture that is too large is refused by itself, with
// no code of Discord's, as its documentation says.
func ReadEmoji(f Form, taken func(name string) bool) (name string, image Image, r *Refusal) {
	name = ReadEmojiName(f, taken)
	text := f.NeedText("image", 1, 1<<20)
	if text == "" {
		return name, image, f.Refusal()
	}
	head := emojiData.FindStringSubmatch(text)
	if head == nil {
		f.Complain("image", "IMAGE_INVALID", "Invalid image data")
		return name, image, f.Refusal()
	}
	content, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, head[0]))
	if err == nil && len(content) > maxEmojiBytes {
		return name, image, &Refusal{Status: 400, Message: "File cannot be larger than 256.0 kb."}
	}
	if err != nil || !begins(content, imageHeads[head[1]]) {
		f.Complain("image", "IMAGE_INVALID", "Invalid image data")
	}
	return name, Image{head[1], content}, f.Refusal()
}

// begins says whether a file begins like one of a kind.
func begins(content []byte, head string) bool {
	if len(content) < len(head) {
		return false
	}
	for i := range len(head) {
		if head[i] != '?' && head[i] != content[i] {
			return false
		}
	}
	return true
}
