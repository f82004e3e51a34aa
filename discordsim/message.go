package discordsim

import (
	"encoding/json"
	"slices"
	"time"
)

// The flags of a message that matter here.
const (
	FlagSuppressEmbeds = 1 << 2
	FlagEphemeral      = 1 << 6 // only its reader sees it
	FlagLoading        = 1 << 7 // "… is thinking"
	FlagSilent         = 1 << 12
	FlagComponentsV2   = 1 << 15
)

const (
	messageDefault   = 0
	messageReply     = 19
	messageCommand   = 20
	messageThreadNew = 18
)

// Message is a message's JSON, as REST and the gateway tell it.
type Message struct {
	ID              ID                `json:"id"`
	Type            int               `json:"type"`
	Channel         ID                `json:"channel_id"`
	Author          User              `json:"author"`
	Content         string            `json:"content"`
	Timestamp       time.Time         `json:"timestamp"`
	Edited          *time.Time        `json:"edited_timestamp"`
	Flags           int               `json:"flags"`
	Components      []Component       `json:"components"`
	Attachments     []Attachment      `json:"attachments"`
	Embeds          []json.RawMessage `json:"embeds"`
	Mentions        []User            `json:"mentions"` // those who were pinged
	MentionRoles    []ID              `json:"mention_roles"`
	MentionEveryone bool              `json:"mention_everyone"`
	Pinned          bool              `json:"pinned"`
	TTS             bool              `json:"tts"`
	Nonce           json.RawMessage   `json:"nonce,omitempty"`
	Webhook         ID                `json:"webhook_id,omitzero"`
	Application     ID                `json:"application_id,omitzero"`
	Reference       *Reference        `json:"message_reference,omitempty"`
	Cause           *Cause            `json:"interaction_metadata,omitempty"`
	CauseName       *causeName        `json:"interaction,omitempty"`
	Guild           ID                `json:"guild_id,omitzero"` // only on the gateway
}

// Reference names the message that one answers.
type Reference struct {
	Type    int `json:"type"`
	Message ID  `json:"message_id,omitzero"`
	Channel ID  `json:"channel_id"`
	Guild   ID  `json:"guild_id,omitzero"`
}

// Cause tells of the interaction that a message answers.
type Cause struct {
	ID         ID                `json:"id"`
	Type       int               `json:"type"`
	User       User              `json:"user"`
	Owners     map[string]string `json:"authorizing_integration_owners"`
	Original   ID                `json:"original_response_message_id,omitzero"` // on follow-ups
	Interacted ID                `json:"interacted_message_id,omitzero"`        // on answers to a component
	Trigger    *Cause            `json:"triggering_interaction_metadata,omitempty"`
}

type causeName struct {
	ID   ID     `json:"id"`
	Type int    `json:"type"`
	Name string `json:"name"`
	User User   `json:"user"`
}

// Ephemeral says whether only its reader sees the message.
func (m Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// Text is all that can be read in the message itself: its content and its text displays, a line each.
func (m Message) Text() string {
	text := m.Content
	for c := range everyComponent(m.Components) {
		if c.Type == TypeTextDisplay {
			if text != "" {
				text += "\n"
			}
			text += c.Content
		}
	}
	return text
}

// Find gives the component with this custom_id or, failing that, with this label or placeholder.
func (m Message) Find(customIDOrLabel string) (Component, bool) {
	for c := range everyComponent(m.Components) {
		if c.CustomID == customIDOrLabel && c.CustomID != "" {
			return c, true
		}
	}
	for c := range everyComponent(m.Components) {
		if c.CustomID != "" && customIDOrLabel != "" && (c.Label == customIDOrLabel || c.Placeholder == customIDOrLabel) {
			return c, true
		}
	}
	return Component{}, false
}

// message is a stored message: what is told of it, and what only Discord knows.
type message struct {
	Message
	Reader      ID        `json:"reader,omitzero"`  // of an ephemeral one
	Interaction ID        `json:"made_by,omitzero"` // whose token made it
	Owned       []ID      `json:"owned,omitempty"`  // its files, those in galleries too
	Until       time.Time `json:"until,omitzero"`   // an ephemeral one: when the last token for it ends

	json []byte // of Message, made when first asked for
}

// encoded is the JSON of the message as everybody may read it.
func (m *message) encoded() []byte {
	if m.json == nil {
		m.json = encode(m.Message)
	}
	return m.json
}

func (m *message) v2() bool { return m.Flags&FlagComponentsV2 != 0 }

func (m *message) visibleTo(id ID) bool { return m.Reader == 0 || m.Reader == id }

// insert puts a new message at the end of its channel.
func (w *world) insert(m *message) {
	c := w.channels[m.Channel]
	w.messages[m.ID] = m
	c.list = append(c.list, m)
	if m.Reader != 0 {
		w.fading = append(w.fading, m.ID)
	} else {
		c.last = m.ID
		if c.isThread() {
			c.Sent++
			w.saveChannel(c)
		}
	}
	w.saveMessage(m)
}

// saveMessage keeps the message as it now is, and forgets the JSON made of it before.
func (w *world) saveMessage(m *message) {
	m.json = nil
	w.journal.put(recordMessage, m.ID, m)
}

// remove takes a message out of its channel.
func (w *world) remove(m *message) {
	delete(w.messages, m.ID)
	if c, ok := w.channels[m.Channel]; ok {
		if i, found := slices.BinarySearchFunc(c.list, m.ID, compareMessage); found {
			c.list = slices.Delete(c.list, i, i+1)
		}
		if c.last == m.ID {
			c.last = lastPublic(c.list)
		}
	}
	w.loosen(m.Owned)
	w.journal.drop(recordMessage, m.ID)
}

func compareMessage(m *message, id ID) int {
	switch {
	case m.ID < id:
		return -1
	case m.ID > id:
		return 1
	default:
		return 0
	}
}

func lastPublic(list []*message) ID {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Reader == 0 {
			return list[i].ID
		}
	}
	return 0
}

// fadeAfter is how long the simulator keeps an ephemeral message that can still be clicked but not edited.
const fadeAfter = 24 * time.Hour

// fade forgets the ephemeral messages of long ago.
func (w *world) fade() {
	old := w.now().Add(-fadeAfter)
	for len(w.fading) > 0 {
		m, there := w.messages[w.fading[0]]
		if there && m.Until.After(old) {
			return
		}
		w.fading = w.fading[1:]
		if there {
			w.remove(m)
		}
	}
}

// page lists messages of a channel that one account sees, newest first.
func (w *world) page(c *channel, p *person, low, high ID, limit int, fromLow bool) []*message {
	now := w.now()
	seen := func(m *message) bool {
		return m.visibleTo(p.ID) && (m.Reader == 0 || m.Until.After(now))
	}
	var out []*message
	if fromLow {
		i, _ := slices.BinarySearchFunc(c.list, low+1, compareMessage)
		for ; i < len(c.list) && len(out) < limit; i++ {
			if seen(c.list[i]) {
				out = append(out, c.list[i])
			}
		}
		slices.Reverse(out)
		return out
	}
	i, _ := slices.BinarySearchFunc(c.list, high, compareMessage)
	for i--; i >= 0 && len(out) < limit; i-- {
		if seen(c.list[i]) {
			out = append(out, c.list[i])
		}
	}
	return out
}
