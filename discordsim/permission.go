package discordsim

// The bits of Discord's permissions that change what the simulator does.
const (
	permManageChannels  uint64 = 1 << 4
	permViewChannel     uint64 = 1 << 10
	permSendMessages    uint64 = 1 << 11
	permManageMessages  uint64 = 1 << 13
	permEmbedLinks      uint64 = 1 << 14
	permAttachFiles     uint64 = 1 << 15
	permReadHistory     uint64 = 1 << 16
	permMentionEveryone uint64 = 1 << 17
	permExternalEmojis  uint64 = 1 << 18
	permUseCommands     uint64 = 1 << 31
	permManageThreads   uint64 = 1 << 34
	permPublicThreads   uint64 = 1 << 35
	permPrivateThreads  uint64 = 1 << 36
	permSendInThreads   uint64 = 1 << 38
	permAll             uint64 = 1<<53 - 1
	permEveryone               = permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles | permReadHistory | permExternalEmojis | permUseCommands | permPublicThreads | permPrivateThreads | permSendInThreads
	permDirect                 = permViewChannel | permSendMessages | permEmbedLinks | permAttachFiles | permReadHistory | permMentionEveryone | permExternalEmojis | permUseCommands
)

// permissions are what a person may do in a channel.
func (w *world) permissions(p *person, c *channel) uint64 {
	switch {
	case c.Type == channelDirect:
		if p.Bot || c.Recipient == p.ID {
			return permDirect
		}
		return 0
	case c.Type == threadPrivate && !c.hasMember(p.ID) && p.ID != w.Owner:
		return 0
	case p.Bot:
		return w.botPermissions(c)
	case p.ID == w.Owner:
		return permAll
	default:
		return w.everyone()
	}
}

// everyone is what @everyone may in the server. What an invitation asks for and the bot was not given, they have neither:
// the bot would have it with them.
func (w *world) everyone() uint64 { return permEveryone &^ (DefaultPermissions &^ w.Permissions) }

func (w *world) botPermissions(c *channel) uint64 {
	if c.Parent != 0 {
		if parent, ok := w.channels[c.Parent]; ok {
			return w.botPermissions(parent)
		}
	}
	if c.BotPermissions != nil {
		return *c.BotPermissions
	}
	return w.Permissions
}

// allow refuses when a person lacks one of the bits; without sight of the channel the refusal is another one.
func (w *world) allow(p *person, c *channel, bits uint64) *refusal {
	has := w.permissions(p, c)
	if has&permViewChannel == 0 {
		return refuse(codeMissingAccess)
	}
	if has&bits != bits {
		return refuse(codeMissingPermissions)
	}
	return nil
}

// allowPost refuses when a person may not post in a channel now.
func (w *world) allowPost(p *person, c *channel, files bool) *refusal {
	bits := permSendMessages
	if c.isThread() {
		bits = permSendInThreads
	}
	if files {
		bits |= permAttachFiles
	}
	if r := w.allow(p, c, bits); r != nil {
		return r
	}
	if c.Locked && w.permissions(p, c)&permManageThreads == 0 {
		return refuse(codeThreadLocked)
	}
	return nil
}
