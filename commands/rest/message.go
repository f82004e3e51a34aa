package rest

import (
	"encoding/json"
	"errors"
	"net/url"
	"path"
)

// A Message is what the bot needs to know of a message that Discord keeps. It can be decoded from any message object of
// Discord's, also from the one in an interaction.
type Message struct {
	ID          string
	ChannelID   string
	Flags       int
	Attachments []Attachment // those of the message and those in its components, in order, each once
}

// An Attachment is a file that Discord keeps with a message. An edit lists it by its id, or it goes.
type Attachment struct {
	ID   string // empty when Discord gave none
	Name string // name of the file
}

// UnmarshalJSON reads a message object of Discord's.
func (m *Message) UnmarshalJSON(data []byte) error {
	var wire struct {
		ID          string `json:"id"`
		ChannelID   string `json:"channel_id"`
		Flags       int    `json:"flags"`
		Attachments []struct {
			ID       string `json:"id"`
			Filename string `json:"filename"`
		} `json:"attachments"`
		Components []component `json:"components"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	if wire.ID == "" {
		return errors.New("a message without an id")
	}
	*m = Message{ID: wire.ID, ChannelID: wire.ChannelID, Flags: wire.Flags}
	for _, a := range wire.Attachments {
		m.add(Attachment{ID: a.ID, Name: a.Filename})
	}
	for _, c := range wire.Components {
		c.visit(m.add)
	}
	return nil
}

func (m *Message) add(a Attachment) {
	if a.ID == "" {
		return
	}
	for _, have := range m.Attachments {
		if have.ID == a.ID {
			return
		}
	}
	m.Attachments = append(m.Attachments, a)
}

// A component is any part of a Components V2 message, as far as it can hold a file or other parts. Since version 2 of
// components a message's own list of attachments is empty, and the ids stand in the parts.
type component struct {
	Media      *media          `json:"media"`      // a thumbnail
	File       json.RawMessage `json:"file"`       // a file; an upload in a modal has something else there
	Items      []galleryItem   `json:"items"`      // a gallery
	Accessory  *component      `json:"accessory"`  // beside a section
	Components []component     `json:"components"` // in a container or section
}

type galleryItem struct {
	Media media `json:"media"`
}

type media struct {
	URL          string `json:"url"`
	AttachmentID string `json:"attachment_id"`
}

func (m media) attachment() Attachment {
	a := Attachment{ID: m.AttachmentID}
	if at, err := url.Parse(m.URL); err == nil && at.Path != "" {
		a.Name = path.Base(at.Path)
	}
	return a
}

func (c component) visit(add func(Attachment)) {
	if c.Media != nil {
		add(c.Media.attachment())
	}
	var file media
	if len(c.File) > 0 && json.Unmarshal(c.File, &file) == nil {
		add(file.attachment())
	}
	for _, item := range c.Items {
		add(item.Media.attachment())
	}
	if c.Accessory != nil {
		c.Accessory.visit(add)
	}
	for _, inner := range c.Components {
		inner.visit(add)
	}
}
