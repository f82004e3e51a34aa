package render

import (
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Waiting is a table that waits for the reader.
type Waiting struct {
	Link     string    // URL of its message, or of its channel
	Deadline time.Time // of the reader's turn; zero: none
}

// mostTurns is how many lines are listed at once.
const mostTurns = 25

// Turns lists the tables that wait for the reader, the most urgent first, then those that the
// reader lost with their channels.
func Turns(l lang.Lang, all []Waiting, lost []LostTable) Message {
	return sceneOfTurns(all, lost).message(l)
}

// A turnsScene is what there is to say of them.
type turnsScene struct {
	head     sentence
	lines    []turnLine
	more     sentence // how many aren't listed; may be empty
	lost     []lostLine
	moreLost sentence
}

type turnLine struct {
	link string
	ends sentence // may be empty
}

func sceneOfTurns(all []Waiting, lost []LostTable) turnsScene {
	t := turnsScene{head: sentence{key: lang.TurnsNone}}
	if len(all) > 0 {
		t.head.key = lang.TurnsSome
	}
	var room, more int
	t.lost, room, more = sceneOfLost(lost)
	t.moreLost = moreTurns(more)
	listed := all[:min(len(all), mostTurns-room)]
	for _, w := range listed {
		t.lines = append(t.lines, turnLine{w.Link, left(w.Deadline)})
	}
	t.more = moreTurns(len(all) - len(listed))
	return t
}

func moreTurns(n int) sentence {
	if n == 0 {
		return sentence{}
	}
	return sentence{key: lang.TurnsMore, n: n}
}

func (s turnsScene) message(l lang.Lang) Message {
	said := []string{s.head.say(l)}
	for _, line := range s.lines {
		said = append(said, strings.TrimSpace("- "+line.link+" "+line.ends.say(l)))
	}
	said = append(said, s.more.say(l))
	for _, one := range s.lost {
		said = append(said, one.lines(l)...)
	}
	return private(text(lines(append(said, s.moreLost.say(l))...)))
}
