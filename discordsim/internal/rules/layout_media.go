package rules

import (
	"net/url"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

func readAlt(f Form) *string {
	if !f.Has("description") {
		return nil
	}
	text := f.Text("description", 1, maxAltText)
	return &text
}

func readSpoiler(f Form) *bool {
	spoiler, _ := f.Flag("spoiler")
	return &spoiler
}

func (l *layout) gallery(f Form, c *discord.Component) {
	if !f.Need("items") {
		return
	}
	for _, item := range f.Forms("items", 1, maxGallery) {
		c.Items = append(c.Items, discord.MediaItem{Description: readAlt(item), Spoiler: *readSpoiler(item), Media: l.media(item, "media")})
	}
}

func (l *layout) file(f Form, c *discord.Component) {
	c.Spoiler = readSpoiler(f)
	media := l.media(f, "file")
	c.File = &media
	if media.URL != "" && !strings.HasPrefix(media.URL, AttachmentScheme) {
		place := Form{place: &place{f.place, "file"}, errs: f.errs}
		place.Complain("url", "FILE_COMPONENT_REQUIRES_ATTACHMENT", "Only attachment:// references are supported here")
	}
}

// AttachmentScheme begins the address of one of a message's own files; its name follows.
const AttachmentScheme = "attachment://"

// media reads the address of a picture.
func (l *layout) media(f Form, key string) discord.Media {
	if !f.Need(key) {
		return discord.Media{}
	}
	m, ok := f.Object(key)
	if !ok || !m.Need("url") {
		return discord.Media{}
	}
	text := m.Text("url", 1, 2048)
	if name, ok := strings.CutPrefix(text, AttachmentScheme); ok {
		if !slices.ContainsFunc(l.files, func(own MessageFile) bool { return own.Name == name }) {
			m.Complain("url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found")
			return discord.Media{}
		}
		return discord.Media{URL: text}
	}
	text = address(m, "url", 2048, "http", "https")
	return discord.Media{URL: text, ProxyURL: text}
}

func address(f Form, key string, longest int, schemes ...string) string {
	text := f.Text(key, 1, longest)
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		f.Complain(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case !slices.Contains(schemes, u.Scheme):
		f.Complain(key, "URL_TYPE_INVALID_SCHEME", "Scheme %q is not supported. Scheme must be one of ('%s').", u.Scheme, strings.Join(schemes, "', '"))
	case u.Host == "":
		f.Complain(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	}
	return text
}
