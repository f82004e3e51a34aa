package world

import (
	"bytes"
	"fmt"
	"image"
	_ "image/gif"  // pictures of these kinds are measured
	_ "image/jpeg" // see above
	_ "image/png"  // see above
	"mime"
	"path"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// looseFiles is how many that nobody lists any more can still be fetched.
const looseFiles = 256

// File is an attachment with its bytes.
type File struct {
	discord.Attachment
	Channel discord.ID `json:"channel"`
	Bytes   []byte     `json:"bytes"`
}

// shelf has the files of messages and the application's emojis.
type shelf struct {
	views
	files  map[discord.ID]*File
	loose  []discord.ID // files that no message lists any more, oldest first
	emojis map[discord.ID]*Emoji
	slots  int // for emojis
}

// File finds one by its id; nil for none.
func (w *shelf) File(id discord.ID) *File { return w.files[id] }

func (w *shelf) newFile(channel discord.ID, up rules.Upload, name, title, description string, ephemeral bool) *File {
	id := w.ids.next()
	f := &File{Channel: channel, Bytes: up.Bytes}
	f.Attachment = discord.Attachment{
		ID: id, Name: name, Title: title, Description: description, Size: len(up.Bytes), Ephemeral: ephemeral,
		ContentType: contentType(name, up),
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

func (w *shelf) fileURL(f *File) string {
	return fmt.Sprintf("%s/attachments/%s/%s/%s", w.host, f.Channel, f.ID, f.Name)
}

// contentType is what a name promises, else what the bytes look like.
func contentType(name string, up rules.Upload) string {
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return up.Kind
}

// loosen lets go of files; the newest of the loose ones can still be fetched, for clients that show an older state.
func (w *shelf) loosen(ids []discord.ID) {
	w.loose = append(w.loose, ids...)
	for len(w.loose) > looseFiles {
		delete(w.files, w.loose[0])
		w.journal.drop(recordFile, w.loose[0])
		w.loose = w.loose[1:]
	}
}

func (f *File) media() discord.Media {
	m := discord.Media{ID: f.ID, URL: f.URL, ProxyURL: f.ProxyURL, ContentType: &f.ContentType, Attachment: f.ID}
	if f.Width > 0 {
		m.Width, m.Height = &f.Width, &f.Height
	}
	return m
}

func (w *shelf) attachments(owned []discord.ID) []discord.Attachment {
	out := make([]discord.Attachment, 0, len(owned))
	for _, id := range owned {
		if f := w.files[id]; f != nil {
			out = append(out, f.Attachment)
		}
	}
	return out
}

// keepFile makes a file of a message of what a request says of it, and gives its id.
func (w *shelf) keepFile(one rules.MessageFile, uploads []rules.Upload, m *Message) discord.ID {
	if one.ID == 0 {
		alt := ""
		if one.Description != nil {
			alt = *one.Description
		}
		return w.newFile(m.Channel, uploads[one.Upload], one.Name, one.Title, alt, m.Reader != 0).ID
	}
	if kept := w.files[one.ID]; one.Description != nil && kept.Description != *one.Description {
		kept.Description = *one.Description
		w.journal.put(recordFile, one.ID, kept)
	}
	return one.ID
}

// address gives the pictures that were just read their ids, and those of the message's own files their addresses.
func (w *shelf) address(list []discord.Component, owned []discord.ID) {
	for media := range discord.EveryMedia(list) {
		if media.ID != 0 {
			continue
		}
		name, isOwn := strings.CutPrefix(media.URL, rules.AttachmentScheme)
		if !isOwn {
			media.ID = w.ids.next()
			continue
		}
		if f, there := w.fileNamed(owned, name); there {
			*media = f.media()
		}
	}
	for c := range discord.EveryPart(list) {
		if c.File != nil {
			if f := w.files[c.File.Attachment]; f != nil {
				c.FileName, c.FileSize = &f.Name, &f.Size
			}
		}
	}
}

// fileNamed finds a message's file by its name.
func (w *shelf) fileNamed(owned []discord.ID, name string) (*File, bool) {
	i := slices.IndexFunc(owned, func(id discord.ID) bool { return w.files[id].Name == name })
	if i < 0 {
		return nil, false
	}
	return w.files[owned[i]], true
}

func (w *shelf) ownEmoji(id discord.ID) (discord.Emoji, bool) {
	own, there := w.emojis[id]
	if !there {
		return discord.Emoji{}, false
	}
	return discord.Emoji{ID: id, Name: own.Name, Animated: own.Animated}, true
}
