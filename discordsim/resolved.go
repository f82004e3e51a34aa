package discordsim

// resolved are the objects behind the ids in an interaction's data.
type resolved struct {
	Users    map[ID]User        `json:"users,omitempty"`
	Members  map[ID]member      `json:"members,omitempty"`
	Roles    map[ID]role        `json:"roles,omitempty"`
	Channels map[ID]channelView `json:"channels,omitempty"`
}

func (r *resolved) empty() bool {
	return len(r.Users)+len(r.Members)+len(r.Roles)+len(r.Channels) == 0
}

// add looks up what a select or option of a type has chosen; false means that an id is unknown.
func (r *resolved) add(w *world, componentType int, values []string) bool {
	known := true
	for _, text := range values {
		id, _ := ParseID(text)
		switch componentType {
		case TypeUserSelect:
			known = r.addUser(w, id) && known
		case TypeRoleSelect:
			known = r.addRole(w, id) && known
		case TypeMentionableSelect:
			known = (r.addUser(w, id) || r.addRole(w, id)) && known
		case TypeChannelSelect:
			known = r.addChannel(w, id) && known
		}
	}
	return known
}

func (r *resolved) addUser(w *world, id ID) bool {
	p, ok := w.people[id]
	if !ok {
		return false
	}
	if r.Users == nil {
		r.Users, r.Members = map[ID]User{}, map[ID]member{}
	}
	r.Users[id] = p.user()
	m := w.bareMember(p)
	m.Permissions = bits(w.everyone())
	r.Members[id] = m
	return true
}

func (r *resolved) addRole(w *world, id ID) bool {
	for _, known := range w.roles() {
		if known.ID == id {
			if r.Roles == nil {
				r.Roles = map[ID]role{}
			}
			r.Roles[id] = known
			return true
		}
	}
	return false
}

func (r *resolved) addChannel(w *world, id ID) bool {
	c, ok := w.channels[id]
	if !ok || c.Type == channelDirect {
		return false
	}
	if r.Channels == nil {
		r.Channels = map[ID]channelView{}
	}
	v := w.channelView(c)
	v.Permissions = bits(w.everyone())
	r.Channels[id] = v
	return true
}
