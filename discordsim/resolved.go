package discordsim

// known says whether what was chosen in a select of a type exists.
func (w *world) known(selectType int, text string) bool {
	id, _ := ParseID(text)
	switch selectType {
	case TypeUserSelect:
		return w.people[id] != nil
	case TypeRoleSelect:
		return w.role(id) != nil
	case TypeMentionableSelect:
		return w.people[id] != nil || w.role(id) != nil
	case TypeChannelSelect:
		c := w.channels[id]
		return c != nil && c.Type != channelDirect
	}
	return true
}

// resolve looks up what was chosen, all of which is known; nil is nothing.
func (w *world) resolve(named []Named) *resolved {
	found := resolved{}
	for _, n := range named {
		id, _ := ParseID(n.ID)
		p, held, c := w.people[id], w.role(id), w.channels[id]
		switch {
		case n.Select == TypeUserSelect || n.Select == TypeMentionableSelect && p != nil:
			w.resolveUser(&found, p)
		case n.Select == TypeRoleSelect || n.Select == TypeMentionableSelect:
			if found.Roles == nil {
				found.Roles = map[ID]role{}
			}
			found.Roles[id] = *held
		case n.Select == TypeChannelSelect:
			if found.Channels == nil {
				found.Channels = map[ID]channelView{}
			}
			v := w.channelView(c)
			v.Permissions = bits(w.everyone())
			found.Channels[id] = v
		}
	}
	if len(found.Users)+len(found.Roles)+len(found.Channels) == 0 {
		return nil
	}
	return &found
}

func (w *world) resolveAll(selectType int, values []string) *resolved {
	named := make([]Named, len(values))
	for i, id := range values {
		named[i] = Named{selectType, id}
	}
	return w.resolve(named)
}

func (w *world) resolveUser(into *resolved, p *person) {
	if into.Users == nil {
		into.Users, into.Members = map[ID]User{}, map[ID]member{}
	}
	m := w.bareMember(p)
	m.Permissions = bits(w.everyone())
	into.Users[p.ID], into.Members[p.ID] = p.user(), m
}

func (w *world) role(id ID) *role {
	for _, r := range w.roles() {
		if r.ID == id {
			return &r
		}
	}
	return nil
}
