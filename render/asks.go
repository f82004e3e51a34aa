package render

import (
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Asks are kinds of things that a person doesn't want to be asked or told by others.
type Asks uint8

// The kinds.
const (
	AskInvites     Asks = 1 << iota // to take a seat
	AskSettlements                  // to agree to a change of the tab
	AskTakebacks                    // whether a play may be taken back; it stands at the table all the same
	AskEndings                      // whether a hand may end early; likewise
	AskNudges                       // to play
	AskAnswers                      // what has become of the person's own proposals
)

// askOptions are the options of the command that turns them off.
//
//nolint:gochecknoglobals // constant table
var askOptions = [...]string{"invites", "settlements", "takebacks", "endings", "nudges", "answers"}

// AllAsks lists the kinds.
func AllAsks() []Asks {
	all := make([]Asks, len(askOptions))
	for i := range all {
		all[i] = 1 << i
	}
	return all
}

// Option is the option of one kind.
func (a Asks) Option() string {
	for i, kind := range AllAsks() {
		if a == kind {
			return askOptions[i]
		}
	}
	return ""
}

// Has says whether a kind is among them.
func (a Asks) Has(kind Asks) bool { return a&kind != 0 }

// With returns them with a kind or without it.
func (a Asks) With(kind Asks, off bool) Asks {
	if off {
		return a | kind
	}
	return a &^ kind
}

// names are what the kinds are called.
func (a Asks) names() []sentence {
	var names []sentence
	for _, kind := range AllAsks() {
		if a.Has(kind) {
			names = append(names, sentence{key: lang.AsksOf(kind.Option())})
		}
	}
	return names
}

// String gives two signs of three kinds each, which parseAsks reads; of none it gives no sign,
// since a custom_id has no room for what says nothing.
func (a Asks) String() string {
	if a == 0 {
		return ""
	}
	return string([]byte{'0' + byte(a&7), '0' + byte(a>>3)})
}

// parseAsks reads what String gives; a sign that it doesn't know is none of the kinds.
func parseAsks(low, high byte) Asks {
	three := func(sign byte) Asks {
		if sign > '7' {
			return 0
		}
		return Asks(sign - '0')
	}
	return three(low) | three(high)<<3
}

// calls are the options that say where and of what a person is told.
func (w wording) calls() []CommandOption {
	all := []CommandOption{w.where(w.param("where", optionString)), w.param("opens", optionBoolean)}
	for _, option := range askOptions {
		all = append(all, w.param(option, optionBoolean))
	}
	return all
}
