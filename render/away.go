package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Welcome greets who was away and tells what the computer played meanwhile:
// events of their own seat, as they saw them.
func Welcome(l lang.Lang, r Reader, s *sitting.Sight, played []engine.PublicEvent) string {
	return sceneOfWelcome(r, s, played).say(l)
}

func sceneOfWelcome(r Reader, s *sitting.Sight, played []engine.PublicEvent) sentence {
	if len(played) == 0 {
		return sentence{key: lang.AwayBack}
	}
	return sentence{key: lang.AwayPlayed, list: listOf(playsOf(r.sitters(s.Seats), played, mostPlayed))}
}

// mostPlayed is how many plays a welcome tells: those of a turn or two.
const mostPlayed = 6

// awayOf says that a computer plays for the reader.
func awayOf(level string) sentence { return sentence{key: lang.AwayNow, word: levelOf(level)} }
