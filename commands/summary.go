package commands

import (
	"log/slog"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// sumEvery is how often a summary is logged.
const sumEvery = time.Minute

// A summary logs once a minute how often something happened that would fill the log, and the last
// of its reasons.
type summary struct {
	what string

	mu    sync.Mutex
	n     int
	where sitting.Channel
	why   error
}

func newSummary(what string) *summary { return &summary{what: what} }

// note counts one. The first has a line follow within a minute.
func (s *summary) note(log *slog.Logger, where sitting.Channel, why error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.n++; s.n == 1 {
		time.AfterFunc(sumEvery, func() { s.tell(log) })
	}
	s.where, s.why = where, why
}

// tell logs what was counted.
func (s *summary) tell(log *slog.Logger) {
	s.mu.Lock()
	n, where, why := s.n, s.where, s.why
	s.n, s.why = 0, nil
	s.mu.Unlock()
	log.Info(s.what, "messages", n, "last_channel", where, "last_error", why)
}
