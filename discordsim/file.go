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

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// looseFiles is how many that nobody lists any more can still be fetched.
const looseFiles = 256

// file is an attachment with its bytes.
type file struct {
	discord.Attachment
	Channel discord.ID `json:"channel"`
	Bytes   []byte     `json:"bytes"`
}

func (w *world) newFile(channel discord.ID, up rules.Upload, name, title, description string, ephemeral bool) *file {
	id := w.ids.next()
	f := &file{Channel: channel, Bytes: up.Bytes}
	f.Attachment = discord.Attachment{
		ID: id, Name: name, Title: title, Description: description, Size: len(up.Bytes), Ephemeral: ephemeral,
		ContentType: contentType(name, up.Bytes),
	}
	f.URL = w.fileURL(f)
	f.ProxyURL = f.URL
	if config, _, err := image.DecodeConfig(bytes.NewReader(up.Bytes)); err == nil {
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
	for media := range discord.EveryMedia(m.Components) {
		if f := w.files[media.Attachment]; f != nil {
			*media = f.media()
		}
	}
}

func contentType(name string, content []byte) string {
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return http.DetectContentType(content)
}

// loosen lets go of files; the newest of the loose ones can still be fetched, for clients that show an older state.
func (w *world) loosen(ids []discord.ID) {
	w.loose = append(w.loose, ids...)
	for len(w.loose) > looseFiles {
		delete(w.files, w.loose[0])
		w.journal.drop(recordFile, w.loose[0])
		w.loose = w.loose[1:]
	}
}

func (f *file) media() discord.Media {
	m := discord.Media{ID: f.ID, URL: f.URL, ProxyURL: f.ProxyURL, ContentType: &f.ContentType, Attachment: f.ID}
	if f.Width > 0 {
		m.Width, m.Height = &f.Width, &f.Height
	}
	return m
}

func (w *world) attachments(owned []discord.ID) []discord.Attachment {
	out := make([]discord.Attachment, 0, len(owned))
	for _, id := range owned {
		if f := w.files[id]; f != nil {
			out = append(out, f.Attachment)
		}
	}
	return out
}
