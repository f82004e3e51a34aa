package commands

import "sync"

// remembered is how many interactions a seen remembers: far more than arrive
// while Discord may still repeat one.
const remembered = 4096

// A seen tells a first event from its repetition, which Discord sends after a
// resume and discordgo hands on.
type seen struct {
	mu   sync.Mutex
	ids  map[string]struct{}
	ring [remembered]string
	next int
}

// first says whether id is new, and remembers it.
func (s *seen) first(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.ids[id]; ok {
		return false
	}
	if s.ids == nil {
		s.ids = make(map[string]struct{}, remembered)
	}
	delete(s.ids, s.ring[s.next])
	s.ids[id], s.ring[s.next] = struct{}{}, id
	s.next = (s.next + 1) % remembered
	return true
}
