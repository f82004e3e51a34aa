package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// The limits of files.
const (
	MaxFile     = 10 << 20 // bytes of one file
	MaxBody     = 25 << 20 // bytes of a request
	maxFiles    = 10
	maxAltText  = 1024
	maxFileName = 260
)

// Upload is a part files[n] of a multipart request.
type Upload struct {
	Number int
	Name   string
	Kind   string // content type that the bytes look like
	Bytes  []byte
}

// MessageFile is a file that a message has after a request: an old one by its id or an upload.
type MessageFile struct {
	ID          discord.ID // 0 for an upload
	Upload      int        // its place among the request's
	Name        string
	Title       string
	Description *string // alt text; nil leaves an old file's
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

// readFiles settles which files a message has after a request: those that it lists, old ones by id and new ones by the
// number of their part, and new ones that it doesn't list. keepAll is for an edit that says nothing of files.
func readFiles(f Form, uploads []Upload, old []MessageFile, keepAll bool) (files []MessageFile) {
	if len(uploads) > maxFiles {
		f.Complain("attachments", "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", maxFiles)
		return old
	}
	if !f.Has("attachments") && keepAll {
		files = slices.Clone(old)
	}
	used := map[int]bool{}
	for _, a := range f.Forms("attachments", 0, maxFiles) {
		if !a.Need("id") {
			continue
		}
		id, ok := a.ID("id")
		name := a.Text("filename", 0, 1024)
		title, alt := a.Text("title", 0, 1024), a.Text("description", 0, maxAltText)
		if !ok {
			continue
		}
		if i := slices.IndexFunc(old, func(o MessageFile) bool { return o.ID == id }); i >= 0 {
			kept := old[i]
			if a.Given("description") {
				kept.Description = &alt
			}
			files = append(files, kept)
			continue
		}
		i := slices.IndexFunc(uploads, func(up Upload) bool { return discord.ID(up.Number) == id })
		if i < 0 || used[i] {
			a.Complain("id", "ATTACHMENT_NOT_FOUND", "No file with this id was uploaded, and the message has none")
			continue
		}
		used[i] = true
		if name == "" {
			name = uploads[i].Name
		}
		files = append(files, MessageFile{Upload: i, Name: fileName(name), Title: title, Description: &alt})
	}
	for i, up := range uploads {
		if !used[i] {
			files = append(files, MessageFile{Upload: i, Name: fileName(up.Name)})
		}
	}
	f.length("attachments", len(files), 0, maxFiles)
	return files
}
