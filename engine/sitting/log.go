package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A handLog is what was seen of a hand.
type handLog struct {
	public []engine.PublicEvent // as a spectator saw it
	drawn  []ownDraw            // the draws in public that hide cards
}

// An ownDraw is a draw as the one who drew saw it.
type ownDraw struct {
	at    int // index in the log
	event engine.PublicEvent
}

// add keeps an event of the hand as it was seen.
func (l *handLog) add(e engine.Event, before engine.State) {
	if seen, ok := engine.Public(before, e, engine.Nobody); ok {
		l.public = append(l.public, seen)
	}
	if drew, ok := e.(engine.Drew); ok {
		if own, ok := engine.Public(before, e, drew.Seat); ok {
			l.drawn = append(l.drawn, ownDraw{len(l.public) - 1, own})
		}
	}
}

// addTakeback keeps that a seat took cards back, or put those that it drew back.
func (l *handLog) addTakeback(at engine.Seat, cards engine.Hand, drawn bool) {
	seen := engine.PublicEvent{Kind: engine.SawTakeback, Seat: at, Cards: cards.Cards(), Discard: engine.NoCard}
	if drawn {
		seen.Source = engine.FromDiscard
	}
	l.public = append(l.public, seen)
}

// shared is the log for one more state to add to.
func (l *handLog) shared() handLog { return handLog{slices.Clip(l.public), slices.Clip(l.drawn)} }

// seenBy returns the log as a viewer saw it.
func (l *handLog) seenBy(viewer engine.Seat) []engine.PublicEvent {
	if viewer == engine.Nobody {
		return slices.Clip(l.public)
	}
	log := slices.Clone(l.public)
	for _, d := range l.drawn {
		if d.event.Seat == viewer {
			log[d.at] = d.event
		}
	}
	return log
}
