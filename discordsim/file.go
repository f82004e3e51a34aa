package discordsim

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // pictures of these kinds are measured
	_ "image/jpeg" // see above
	_ "image/png"  // see above
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
)

const (
	maxFile     = 10 << 20 // bytes of one file
	maxBody     = 25 << 20 // bytes of a request
	maxFiles    = 10
	looseFiles  = 256 // how many that nobody lists any more can still be fetched
	maxAltText  = 1024
	maxFileName = 260
)

// Attachment is a file of a message.
type Attachment struct {
	ID          ID     `json:"id"`
	Name        string `json:"filename"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"` // alt text
	ContentType string `json:"content_type,omitempty"`
	Size        int    `json:"size"`
	URL         string `json:"url"`
	ProxyURL    string `json:"proxy_url"`
	Width       int    `json:"width,omitempty"`
	Height      int    `json:"height,omitempty"`
	Ephemeral   bool   `json:"ephemeral,omitempty"`
}

// file is an attachment with its bytes.
type file struct {
	Attachment
	Channel ID     `json:"channel"`
	Bytes   []byte `json:"bytes"`
}

// upload is a part files[n] of a multipart request.
type upload struct {
	number int
	name   string
	bytes  []byte
}

func (w *world) newFile(channel ID, up upload, name, title, description string, ephemeral bool) *file {
	id := w.ids.next()
	f := &file{Channel: channel, Bytes: up.bytes}
	f.Attachment = Attachment{
		ID: id, Name: name, Title: title, Description: description, Size: len(up.bytes), Ephemeral: ephemeral,
		ContentType: contentType(name, up.bytes),
	}
	f.URL = w.fileURL(f)
	f.ProxyURL = f.URL
	if config, _, err := image.DecodeConfig(bytes.NewReader(up.bytes)); err == nil {
		f.Width, f.Height = config.Width, config.Height
	}
	w.files[id] = f
	w.journal.put(recordFile, id, f)
	return f
}

func (w *world) fileURL(f *file) string {
	return fmt.Sprintf("%s/attachments/%s/%s/%s", w.host, f.Channel, f.ID, f.Name)
}

// readdress gives a message's files the addresses that they have now; the server may have moved to another port.
func (w *world) readdress(m *message) {
	if !m.v2() {
		m.Attachments = w.attachments(m.Owned)
	}
	move := func(media *Media) {
		if media != nil && w.files[media.Attachment] != nil {
			*media = w.files[media.Attachment].media()
		}
	}
	var walk func(list []Component)
	walk = func(list []Component) {
		for i := range list {
			move(list[i].Media)
			move(list[i].File)
			for j := range list[i].Items {
				move(&list[i].Items[j].Media)
			}
			if list[i].Accessory != nil {
				move(list[i].Accessory.Media)
			}
			walk(list[i].Components)
		}
	}
	walk(m.Components)
}

func contentType(name string, content []byte) string {
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return http.DetectContentType(content)
}

// fileName is what Discord makes of a name: the last step of a path, without spaces and odd characters.
func fileName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		default:
			return '_'
		}
	}, name)
	if len(name) > maxFileName {
		name = name[len(name)-maxFileName:]
	}
	return name
}

// loosen lets go of files; the newest of the loose ones can still be fetched, for clients that show an older state.
func (w *world) loosen(ids []ID) {
	w.loose = append(w.loose, ids...)
	for len(w.loose) > looseFiles {
		delete(w.files, w.loose[0])
		w.journal.drop(recordFile, w.loose[0])
		w.loose = w.loose[1:]
	}
}

func (f *file) media() Media {
	m := Media{ID: f.ID, URL: f.URL, ProxyURL: f.ProxyURL, ContentType: &f.ContentType, Attachment: f.ID}
	if f.Width > 0 {
		m.Width, m.Height = &f.Width, &f.Height
	}
	return m
}

// readAttachments settles which files a message has after a request: those that it lists, old ones by id and new ones
// by the number of their part, and new ones that it doesn't list. keepAll is for an edit that says nothing of files.
func (w *world) readAttachments(f form, files []upload, old []ID, channel ID, keepAll, ephemeral bool) (owned []ID) {
	if len(files) > maxFiles {
		f.complain("attachments", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
		return old
	}
	if !f.has("attachments") && keepAll {
		owned = slices.Clone(old)
	}
	used := map[int]bool{}
	for _, a := range f.forms("attachments", 0, maxFiles) {
		if !a.need("id") {
			continue
		}
		id, ok := a.id("id")
		name := a.text("filename", 0, 1024)
		title, alt := a.text("title", 0, 1024), a.text("description", 0, maxAltText)
		if !ok {
			continue
		}
		if slices.Contains(old, id) {
			if kept := w.files[id]; a.given("description") && kept.Description != alt {
				kept.Description = alt
				w.journal.put(recordFile, id, kept)
			}
			owned = append(owned, id)
			continue
		}
		i := slices.IndexFunc(files, func(up upload) bool { return ID(up.number) == id })
		if i < 0 || used[i] {
			a.complain("id", "ATTACHMENT_NOT_FOUND", "No file with this id was uploaded, and the message has none")
			continue
		}
		used[i] = true
		if name == "" {
			name = files[i].name
		}
		owned = append(owned, w.newFile(channel, files[i], fileName(name), title, alt, ephemeral).ID)
	}
	for i, up := range files {
		if !used[i] {
			owned = append(owned, w.newFile(channel, up, fileName(up.name), "", "", ephemeral).ID)
		}
	}
	f.length("attachments", len(owned), 0, maxFiles)
	return owned
}

// fileNamed finds a message's file by the name in an attachment:// address.
func (w *world) fileNamed(owned []ID, name string) (*file, bool) {
	for _, id := range owned {
		if f := w.files[id]; f != nil && f.Name == name {
			return f, true
		}
	}
	return nil, false
}

func (w *world) attachments(owned []ID) []Attachment {
	out := make([]Attachment, 0, len(owned))
	for _, id := range owned {
		if f := w.files[id]; f != nil {
			out = append(out, f.Attachment)
		}
	}
	return out
}
