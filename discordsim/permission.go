package discordsim

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

func (w *world) everyone() uint64 { return Everyone(w.Permissions) }

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
