package discord

import "time"

// What is told of a channel over the gateway to a member who doesn't see it.
const (
	HiddenName    = "___hidden___"
	ChannelHidden = 1 << 17 // a flag
)

// ChannelType says what a channel is.
type ChannelType int

// The types of channels that there are here.
const (
	ChannelText         ChannelType = 0
	ChannelDirect       ChannelType = 1 // a conversation of a person with the bot or with another person
	ChannelVoice        ChannelType = 2
	ChannelCategory     ChannelType = 4
	ChannelAnnouncement ChannelType = 5
	ThreadAnnouncement  ChannelType = 10
	ThreadPublic        ChannelType = 11
	ThreadPrivate       ChannelType = 12
	ChannelStage        ChannelType = 13
	ChannelForum        ChannelType = 15 // holds threads alone
)

// MadeTypes are those of the channels that a server can have.
var MadeTypes = []int64{ //nolint:gochecknoglobals // a constant table
	int64(ChannelText), int64(ChannelVoice), int64(ChannelCategory), int64(ChannelAnnouncement), int64(ChannelStage), int64(ChannelForum),
}

// Channel is a channel, a thread or a direct conversation. Which fields count depends on the type.
type Channel struct {
	ID           ID              `json:"id"`
	Type         ChannelType     `json:"type"`
	Last         *ID             `json:"last_message_id"`
	Flags        int             `json:"flags"`
	LastPin      *string         `json:"last_pin_timestamp"`
	Application  *ID             `json:"application_id"` // null but of some group conversations
	Guild        ID              `json:"guild_id,omitzero"`
	Name         string          `json:"name,omitempty"`
	Parent       ID              `json:"parent_id,omitzero"`
	Slowmode     *int            `json:"rate_limit_per_user,omitempty"`
	Topic        *string         `json:"topic,omitempty"`
	Position     *int            `json:"position,omitempty"`
	Overwrites   []Overwrite     `json:"permission_overwrites,omitempty"`
	NSFW         *bool           `json:"nsfw,omitempty"`
	Owner        ID              `json:"owner_id,omitzero"`
	Thread       *ThreadMetadata `json:"thread_metadata,omitempty"`
	MessageCount *int            `json:"message_count,omitempty"`
	MemberCount  *int            `json:"member_count,omitempty"`
	TotalSent    *int            `json:"total_message_sent,omitempty"`
	Recipients   []User          `json:"recipients,omitempty"`
	Permissions  string          `json:"permissions,omitempty"` // only in interactions
}

// Overwrite is what a role may do otherwise in one channel, as sums of bits in decimal digits.
type Overwrite struct {
	ID    ID     `json:"id"`
	Type  int    `json:"type"`
	Allow string `json:"allow"`
	Deny  string `json:"deny"`
}

// ThreadMetadata is what only a thread has.
type ThreadMetadata struct {
	Archived     bool      `json:"archived"`
	ArchivedAt   time.Time `json:"archive_timestamp"`
	ArchiveAfter int       `json:"auto_archive_duration"`
	Locked       bool      `json:"locked"`
	Created      time.Time `json:"create_timestamp"`
}
