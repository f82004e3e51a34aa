package render

import (
	"slices"

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
	var deeds company
	for _, e := range played[max(0, len(played)-mostPlayed):] {
		if deed := deedOf(e); deed.key != "" {
			deeds = append(deeds, deed)
		}
	}
	if len(deeds) == 0 {
		return sentence{key: lang.AwayBack}
	}
	return sentence{key: lang.AwayPlayed, list: deeds}
}

// mostPlayed is how many plays a welcome tells: those of a turn or two.
const mostPlayed = 6

// Gone tells who went away what happens meanwhile.
func Gone(l lang.Lang, s *sitting.Sight) Message { return Line(awayOf(s).say(l)) }

// awayOf says that a computer plays for the reader, or that nobody does.
func awayOf(s *sitting.Sight) sentence {
	if deserted(s) {
		return sentence{key: lang.AwayWaits}
	}
	return sentence{key: lang.AwayNow, word: levelOf(s.Settings.Level.String())}
}

// deserted says whether no person at the table is present.
func deserted(s *sitting.Sight) bool {
	return !slices.ContainsFunc(slices.Concat(s.Seats, s.Waiting), func(t sitting.Sitter) bool {
		return t.Person != "" && !t.Away && !t.Leaving
	})
}
