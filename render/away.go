package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Welcome greets who was away and tells what the computer played meanwhile:
// events of their own seat, as they saw them.
func Welcome(l lang.Lang, players []Player, played []engine.PublicEvent) string {
	if len(played) == 0 {
		return l.Say(lang.AwayBack)
	}
	newest := sentences(l, players, played[max(0, len(played)-mostPlayed):])
	return l.Say(lang.AwayPlayed, lang.List(strings.Join(newest, " · ")))
}

// mostPlayed is how many plays a welcome tells: those of a turn or two.
const mostPlayed = 6

// awayText says that a computer plays for the reader.
func awayText(l lang.Lang, level string) string {
	return l.Say(lang.AwayNow, lang.Word(levelName(l, level)))
}
