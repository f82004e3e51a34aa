package people

import (
	"cmp"
	"encoding/json"
	"slices"
	"sync"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// screen is what a client shows, and what it waits for.
type screen struct {
	finished chan struct{} // closed when nothing more is heard

	mu      sync.Mutex // guards what follows
	err     error      // why the connection ended, or never began
	rooms   map[discord.ID][]discord.Message
	inside  map[discord.ID]discord.Channel // the channels and threads of servers that are seen
	waiting map[string]*pendingAct         // by nonce
	changed chan struct{}                  // closed and replaced with every change
	own     discord.ID                     // the person's account
	pushed  []discord.Message              // as they came
	newest  int64                          // the number of the newest event
}

// pendingAct is something that the person did and that the bot has not answered yet.
type pendingAct struct {
	outcome Outcome
	choices []discord.Choice
	done    chan struct{}
}

func newScreen() *screen {
	return &screen{
		finished: make(chan struct{}), rooms: map[discord.ID][]discord.Message{}, inside: map[discord.ID]discord.Channel{}, waiting: map[string]*pendingAct{},
		changed: make(chan struct{}),
	}
}

// expect begins to wait for what comes of the interaction with a nonce.
func (s *screen) expect(nonce string) (*pendingAct, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return nil, s.err
	}
	act := &pendingAct{done: make(chan struct{})}
	s.waiting[nonce] = act
	return act, nil
}

func (s *screen) forget(nonce string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.waiting, nonce)
}

// fail notes why the connection ended; the first reason stays.
func (s *screen) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
	s.tell()
}

func (s *screen) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// tell wakes those who wait for a change. The lock is held.
func (s *screen) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// fill shows what is in a channel already. What events have told of it stays, which may be newer.
func (s *screen) fill(room discord.Channel, list []discord.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	told := s.rooms[room.ID]
	for _, m := range list {
		if !slices.ContainsFunc(told, func(o discord.Message) bool { return o.ID == m.ID }) {
			told = append(told, m)
		}
	}
	slices.SortFunc(told, func(a, b discord.Message) int { return cmp.Compare(a.ID, b.ID) })
	s.rooms[room.ID] = told
	if room.Guild != 0 {
		s.inside[room.ID] = room
	}
}

// last is the number of the newest event that was taken; changed is closed when that is out of date.
func (s *screen) last() (n int64, changed <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newest, s.changed, s.err
}

// signal is what the events about an interaction have in common.
type signal struct {
	ID      discord.ID       `json:"id"`
	Nonce   string           `json:"nonce"`
	Reason  int              `json:"reason_code"`
	Choices []discord.Choice `json:"choices"`
}

// take shows what an event tells of; 0 is the number of a frame that is none.
func (s *screen) take(n int64, name string, data json.RawMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.tell()
	s.newest = max(s.newest, n)
	switch name {
	case "MESSAGE_CREATE", "MESSAGE_UPDATE":
		var m discord.Message
		if err := json.Unmarshal(data, &m); err != nil {
			return err
		}
		s.keep(m)
		if name == "MESSAGE_CREATE" && m.Author.ID != s.own && !m.Ephemeral() && m.Flags&discord.FlagSilent == 0 {
			s.pushed = append(s.pushed, m)
		}
	case "MESSAGE_DELETE":
		var m discord.Message
		if err := json.Unmarshal(data, &m); err != nil {
			return err
		}
		s.rooms[m.Channel] = slices.DeleteFunc(slices.Clone(s.rooms[m.Channel]), func(o discord.Message) bool { return o.ID == m.ID })
	case "CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_CREATE", "THREAD_UPDATE", "THREAD_DELETE":
		var c discord.Channel
		if err := json.Unmarshal(data, &c); err != nil {
			return err
		}
		if name == "CHANNEL_DELETE" || name == "THREAD_DELETE" || c.Flags&discord.ChannelHidden != 0 {
			s.lose(func(id discord.ID, one discord.Channel) bool { return id == c.ID || one.Parent == c.ID })
		} else if c.Guild != 0 {
			s.inside[c.ID] = c
		}
	case "GUILD_CREATE":
		var server struct {
			Channels []discord.Channel `json:"channels"`
			Threads  []discord.Channel `json:"threads"`
		}
		if err := json.Unmarshal(data, &server); err != nil {
			return err
		}
		for _, c := range append(server.Channels, server.Threads...) {
			if c.Flags&discord.ChannelHidden == 0 {
				s.inside[c.ID] = c
			}
		}
	case "GUILD_DELETE":
		var gone struct {
			ID discord.ID `json:"id"`
		}
		if err := json.Unmarshal(data, &gone); err != nil {
			return err
		}
		s.lose(func(_ discord.ID, one discord.Channel) bool { return one.Guild == gone.ID })
	case "INTERACTION_SUCCESS", "INTERACTION_FAILURE", "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE":
		var said signal
		if err := json.Unmarshal(data, &said); err != nil {
			return err
		}
		s.signalled(name, said)
	case "INTERACTION_MODAL_CREATE":
		var m discord.Modal
		if err := json.Unmarshal(data, &m); err != nil {
			return err
		}
		if act, there := s.waiting[m.Nonce]; there {
			act.outcome.Modal = &m
		}
	}
	return nil
}

// appears says of an event whether it brings a channel that wasn't seen before, and which.
func (s *screen) appears(name string, data json.RawMessage) (c discord.Channel, fresh bool) {
	if name != "CHANNEL_UPDATE" || json.Unmarshal(data, &c) != nil || c.Flags&discord.ChannelHidden != 0 || c.Guild == 0 {
		return c, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, seen := s.inside[c.ID]
	return c, !seen
}

// lose shows no more what is in some channels of servers. The lock is held.
func (s *screen) lose(gone func(id discord.ID, c discord.Channel) bool) {
	for id, c := range s.inside {
		if gone(id, c) {
			delete(s.inside, id)
			delete(s.rooms, id)
		}
	}
}

func (s *screen) signalled(name string, said signal) {
	act, there := s.waiting[said.Nonce]
	if !there {
		return
	}
	if name == "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE" {
		act.choices = said.Choices
		return
	}
	act.outcome.Interaction, act.outcome.Failed, act.outcome.Reason = said.ID, name == "INTERACTION_FAILURE", said.Reason
	delete(s.waiting, said.Nonce)
	close(act.done)
}

// keep puts a message in its place, over an older state of it.
func (s *screen) keep(m discord.Message) {
	list := slices.Clone(s.rooms[m.Channel])
	i, found := slices.BinarySearchFunc(list, m.ID, func(o discord.Message, id discord.ID) int { return cmp.Compare(o.ID, id) })
	if found {
		list[i] = m
	} else {
		list = slices.Insert(list, i, m)
	}
	s.rooms[m.Channel] = list
}

func (s *screen) sees(room discord.ID) []discord.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.rooms[room])
}

// pushes lists what was pushed of a channel.
func (s *screen) pushes(room discord.ID) []discord.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.pushed), func(m discord.Message) bool { return m.Channel != room })
}

// all lists what is seen in all channels together, oldest first; changed is closed when that is out of date.
func (s *screen) all() (list []discord.Message, changed <-chan struct{}, err error) {
	s.mu.Lock()
	changed, err = s.changed, s.err
	for _, room := range s.rooms {
		list = append(list, room...)
	}
	s.mu.Unlock()
	slices.SortFunc(list, func(a, b discord.Message) int { return cmp.Compare(a.ID, b.ID) })
	return list, changed, err
}

func (s *screen) seen(id discord.ID) (discord.Message, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, list := range s.rooms {
		for _, m := range list {
			if m.ID == id {
				return m, true
			}
		}
	}
	return discord.Message{}, false
}
