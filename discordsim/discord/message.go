package discord

import (
	"encoding/json"
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

// The types of messages that there are here.
const (
	MessageDefault   = 0
	MessageReply     = 19
	MessageCommand   = 20
	MessageThreadNew = 18
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
	Poll            json.RawMessage   `json:"poll,omitempty"`
	Cause           *Cause            `json:"interaction_metadata,omitempty"`
	CauseName       *CauseName        `json:"interaction,omitempty"`
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

// CauseName names the command that a message answers.
type CauseName struct {
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
	for c := range EveryComponent(m.Components) {
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
	for c := range EveryComponent(m.Components) {
		if c.CustomID == customIDOrLabel && c.CustomID != "" {
			return c, true
		}
	}
	for c := range EveryComponent(m.Components) {
		if c.CustomID != "" && customIDOrLabel != "" && (c.Label == customIDOrLabel || c.Placeholder == customIDOrLabel) {
			return c, true
		}
	}
	return Component{}, false
}
