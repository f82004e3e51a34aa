package render

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// PaceSet is the value of the option that stands for a limit of which somebody
// named the length: picked, it changes nothing.
const PaceSet = "set"

// paceOf says how quickly a table is played, with the limit that it gives a turn.
func paceOf(p sitting.Pace, limit time.Duration) told {
	switch {
	case p == sitting.Set:
		return limitOf(limit)
	case limit == 0:
		return paceName(p)
	}
	return listOf([]sentence{paceName(p), limitOf(limit)})
}

func paceName(p sitting.Pace) sentence { return sentence{key: lang.Pace(p.String())} }

// paceFeel says in a line what a pace feels like.
func paceFeel(p sitting.Pace) sentence { return sentence{key: lang.About(lang.Pace(p.String()))} }

func paceNames() []sentence {
	var all []sentence
	for _, p := range sitting.Paces() {
		all = append(all, paceName(p))
	}
	return all
}

// paceOptions lists the paces for a table with so many seats taken, with a line each
// about how it feels, and the limit that somebody named if there is one.
func paceOptions(now sitting.Settings, seats int) []option {
	var options []option
	for _, p := range sitting.Paces() {
		options = append(options, option{
			label: setting{"pace", paceOf(p, sitting.Settings{Pace: p}.Limit(seats))}.sentence(), about: paceFeel(p),
			value: p.String(), chosen: p == now.Pace,
		})
	}
	if now.Pace == sitting.Set {
		options = append(options, option{label: setting{"pace", limitOf(now.Turn)}.sentence(), value: PaceSet, chosen: true})
	}
	return options
}

// tongues are what the languages call themselves.
func tongues() []literal {
	var all []literal
	for _, tag := range lang.Spoken() {
		all = append(all, literal(lang.Own(tag)))
	}
	return all
}
