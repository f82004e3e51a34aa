package sitting

import "github.com/boathouse-rum/boathouse/engine"

// A Still is a table as everybody could see it when its turn or phase began: what a
// picture of it shows, which is made once a turn. It is the same to every viewer, and
// what happened since is in the [Sight].
type Still struct {
	View  engine.View          // a spectator's; zero in the lobby
	Log   []engine.PublicEvent // as a spectator saw it
	Seats []Sitter             // by seat of the hand
}

// A still is what a [Still] is made of.
type still struct {
	game  engine.State
	log   int // events of the hand that had been seen
	seats []seat
}

func (s *still) seen(log *handLog) Still {
	return Still{View: engine.Watch(s.game), Log: log.public[:s.log:s.log], Seats: sitters(s.seats)}
}
