package discordsim

import "time"

type channelType int

const (
	channelText   channelType = 0
	channelDirect channelType = 1
	threadPublic  channelType = 11
	threadPrivate channelType = 12
)

// channelView is a channel's JSON.
type channelView struct {
	ID           ID              `json:"id"`
	Type         channelType     `json:"type"`
	Last         *ID             `json:"last_message_id"`
	Flags        int             `json:"flags"`
	LastPin      *string         `json:"last_pin_timestamp"`
	Guild        ID              `json:"guild_id,omitzero"`
	Name         string          `json:"name,omitempty"`
	Parent       ID              `json:"parent_id,omitzero"`
	Slowmode     *int            `json:"rate_limit_per_user,omitempty"`
	Topic        *string         `json:"topic,omitempty"`
	Position     *int            `json:"position,omitempty"`
	Overwrites   []overwrite     `json:"permission_overwrites,omitempty"`
	NSFW         *bool           `json:"nsfw,omitempty"`
	Owner        ID              `json:"owner_id,omitzero"`
	Thread       *threadMetadata `json:"thread_metadata,omitempty"`
	MessageCount *int            `json:"message_count,omitempty"`
	MemberCount  *int            `json:"member_count,omitempty"`
	TotalSent    *int            `json:"total_message_sent,omitempty"`
	Recipients   []User          `json:"recipients,omitempty"`
	Permissions  string          `json:"permissions,omitempty"` // only in interactions
}

type overwrite struct {
	ID    ID     `json:"id"`
	Type  int    `json:"type"`
	Allow string `json:"allow"`
	Deny  string `json:"deny"`
}

type threadMetadata struct {
	Archived     bool      `json:"archived"`
	ArchivedAt   time.Time `json:"archive_timestamp"`
	ArchiveAfter int       `json:"auto_archive_duration"`
	Locked       bool      `json:"locked"`
	Created      time.Time `json:"create_timestamp"`
}
