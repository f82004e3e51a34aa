package world

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// Channel is a channel of a server, a thread or a direct conversation with the bot.
type Channel struct {
	ID           discord.ID          `json:"id"`
	Guild        discord.ID          `json:"guild,omitzero"` // 0 of a direct conversation
	Type         discord.ChannelType `json:"type"`
	Name         string              `json:"name,omitempty"`
	Topic        string              `json:"topic,omitempty"`
	Position     int                 `json:"position,omitempty"`
	Parent       discord.ID          `json:"parent,omitzero"`    // of a thread its channel, of a channel its category
	Owner        discord.ID          `json:"owner,omitzero"`     // of a thread
	Recipient    discord.ID          `json:"recipient,omitzero"` // the person of a direct conversation
	Other        discord.ID          `json:"other,omitzero"`     // of one between two people, the second
	Members      []discord.ID        `json:"members,omitempty"`  // of a thread
	Archived     bool                `json:"archived,omitempty"`
	ArchivedAt   time.Time           `json:"archived_at,omitzero"`
	Locked       bool                `json:"locked,omitempty"`
	ArchiveAfter int                 `json:"archive_after,omitempty"` // minutes
	Sent         int                 `json:"sent,omitempty"`          // messages ever posted in a thread
	Overwrites   []Overwrite         `json:"overwrites,omitempty"`
	Slowmode     int                 `json:"slowmode,omitempty"` // seconds
	NSFW         bool                `json:"nsfw,omitempty"`     // age-restricted

	legacyChannel

	list []*Message // oldest first, the ephemeral ones too
	last discord.ID // of the newest message that all see
}

// IsThread says whether it hangs on another channel.
func (c *Channel) IsThread() bool {
	return c.Type == discord.ThreadPublic || c.Type == discord.ThreadPrivate || c.Type == discord.ThreadAnnouncement
}

// talks says whether people talk over it as well, and write in a chat beside.
func (c *Channel) talks() bool {
	return c.Type == discord.ChannelVoice || c.Type == discord.ChannelStage
}

// holdsMessages says whether messages stand in it.
func (c *Channel) holdsMessages() bool {
	return c.Type != discord.ChannelCategory && c.Type != discord.ChannelForum
}

func (c *Channel) hasMember(id discord.ID) bool { return slices.Contains(c.Members, id) }
