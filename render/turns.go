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

// mostTurns is how many tables are listed at once.
const mostTurns = 25

// Turns lists the tables that wait for the reader, the most urgent first.
func Turns(l lang.Lang, all []Waiting) Message { return sceneOfTurns(all).message(l) }

// A turnsScene is what there is to say of them.
type turnsScene struct {
	head  sentence
	lines []turnLine
	more  sentence // how many aren't listed; may be empty
}

type turnLine struct {
	link string
	ends sentence // may be empty
}

func sceneOfTurns(all []Waiting) turnsScene {
	t := turnsScene{head: sentence{key: lang.TurnsNone}}
	if len(all) > 0 {
		t.head.key = lang.TurnsSome
	}
	for _, w := range all[:min(len(all), mostTurns)] {
		t.lines = append(t.lines, turnLine{w.Link, left(w.Deadline)})
	}
	if more := len(all) - mostTurns; more > 0 {
		t.more = sentence{key: lang.TurnsMore, n: more}
	}
	return t
}

func (s turnsScene) message(l lang.Lang) Message {
	said := []string{s.head.say(l)}
	for _, line := range s.lines {
		said = append(said, strings.TrimSpace("- "+line.link+" "+line.ends.say(l)))
	}
	return private(text(lines(append(said, s.more.say(l))...)))
}
