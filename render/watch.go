package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A watchScene is what there is to say to who looks on: all that the table says to
// everybody, and the log of play.
type watchScene struct {
	table   tableScene
	log     []sentence
	asOf    sentence // since when all this holds; may be empty
	until   sentence
	buttons []press
}

// Watch draws a table for who looks on, which is kept up to date until a moment; the zero
// time: it isn't any longer, since others look on. The sight is that of a spectator, whoever the reader is.
func Watch(p Pen, r Reader, s *sitting.Sight, until time.Time) Message {
	return sceneOfWatch(r, s, until).message(p.as(r.Prefs.View, r.Prefs.Cards))
}

// watchRoom is how many plays and cards of theirs there is room for where nothing else is told,
// and longName what anybody who is named, or a word of theirs, takes of it.
const (
	watchRoom = 80
	longName  = 5
)

// roomBeside is how much of it a table leaves.
func roomBeside(s *sitting.Sight) int {
	named := len(s.Seats) + len(s.Waiting) + len(s.Deal.Cuts)
	if s.Match != nil {
		named += len(s.Match.Players)
	}
	if s.Takeback != nil || s.Ending != nil {
		named += len(s.Seats)
	}
	room := watchRoom - longName*named
	for _, laid := range s.View.Melds[:s.View.MeldCount] {
		room -= laid.Cards.Len()
	}
	return room
}

func sceneOfWatch(r Reader, s *sitting.Sight, until time.Time) watchScene {
	o := from(s, Prefs{})
	w := watchScene{table: sceneOfTable(r, s), asOf: asOf(r.Now)}
	if room := roomBeside(s); room > 0 {
		w.log = turnsOf(r.sitters(s.Seats), newest(s.Log, room))
	}
	w.table.plays, w.table.answers, w.table.verdict, w.table.buttons = nil, nil, nil, nil
	if s.Phase != sitting.Playing {
		w.table.more = sentence{} // it names a button that isn't here
	}
	if s.Phase == sitting.Ended {
		return w
	}
	w.buttons = []press{o.primary(lang.ButtonWatchOn, VerbWatch, "")}
	if until.IsZero() {
		w.until = sentence{key: lang.WatchStill}
		return w
	}
	w.until = sentence{key: lang.WatchUntil, when: literal(fmt.Sprintf("<t:%d:t>", until.Unix()))}
	w.buttons = append(w.buttons, o.secondary(lang.ButtonWatchStop, VerbUnwatch, ""))
	return w
}

func (w watchScene) message(p Pen) Message {
	m := w.table.message(p)
	m.Flags = FlagComponentsV2 | FlagEphemeral
	age := lines(small(w.asOf.say(p.Lang)), small(w.until.say(p.Lang)))
	rest := private(text(turnLog(p.Lang, w.log)), text(age), p.row(w.buttons))
	m.Components = append(m.Components, rest.Components...)
	return m
}

// turnLog tells the turns of a hand in small print, a line each; "" without any.
func turnLog(l lang.Lang, turns []sentence) string {
	if len(turns) == 0 {
		return ""
	}
	return "**" + l.Say(lang.WatchLog) + "**\n-# " + strings.ReplaceAll(paragraph(l, turns...), "\n", "\n-# ")
}

// LookOn tells somebody who holds no cards why, with a way to look on.
func LookOn(p Pen, s *sitting.Sight, words string) Message {
	return rematchMessage(p, from(s, Prefs{}).watch(s), words)
}

// watch leads to the view of who looks on; nothing where there is nothing to see.
func (o origin) watch(s *sitting.Sight) []press {
	if !mayWatch(s) {
		return nil
	}
	return []press{o.secondary(lang.ButtonWatch, VerbWatch, "")}
}
