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

var ( //nolint:gochecknoglobals // compiled once
	emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)
	emojiData = regexp.MustCompile(`^data:(image/(?:png|jpeg|gif|webp));base64,`)
)

// Image is a picture by its kind, "image/png", and its bytes.
type Image struct {
	Kind  string
	Bytes []byte
}

// ReadEmojiName reads what an emoji is to be called; what is wrong is left in the form.
func ReadEmojiName(f Form) string {
	name := f.NeedText("name", 2, 32)
	if name != "" && !emojiName.MatchString(name) {
		f.Complain("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	return name
}

// ReadEmoji reads a new emoji; what is wrong is left in the form.
func ReadEmoji(f Form) (name string, image Image) {
	name = ReadEmojiName(f)
	text := f.NeedText("image", 1, 1<<20)
	head := emojiData.FindStringSubmatch(text)
	switch {
	case head != nil:
		content, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, head[0]))
		image = Image{head[1], content}
		if err != nil || len(content) == 0 {
			f.Complain("image", "IMAGE_INVALID", "Invalid image data")
		}
		if len(content) > maxEmojiBytes {
			f.Complain("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
		}
	case text != "":
		f.Complain("image", "IMAGE_INVALID", "Invalid image data")
	}
	return name, image
}
