package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Situation is where the reader stands, for advice on what to do now.
type Situation uint8

// The situations.
const (
	NoTableHere  Situation = iota // the channel has none open
	InLobby                       // the table waits for its first hand
	MyDraw                        // the reader is to draw
	MyPlay                        // the reader has drawn
	OthersTurn                    // the reader waits
	BetweenHands                  // the hand is over
	Watching                      // the reader has no seat
	PlaysAlone                    // there is no table here, and the reader's hand alone is on
)

// Help draws what to do now, with buttons for it, and the commands. The sight of no table is zero.
func Help(p Pen, s *sitting.Sight, now Situation) Message {
	l := p.Lang
	return private(
		text("### "+l.Say(lang.HelpTitle)+"\n"+l.Say(advice[now])), p.row(helpButtons(from(s, Prefs{}), s, now)),
		text(l.Say(lang.HelpCommands)))
}

func helpButtons(o origin, s *sitting.Sight, now Situation) []press {
	how := o.secondary(lang.ButtonHow, VerbHow, "")
	switch now {
	case NoTableHere:
		return newcomerButtons()
	case MyDraw, MyPlay, OthersTurn, PlaysAlone:
		return []press{o.primary(lang.ButtonHand, VerbHand, ""), how}
	case BetweenHands:
		return append(o.overButtons(s), how)
	case Watching:
		if hasPlace(s) {
			return []press{o.primary(lang.ButtonJoin, VerbJoin, ""), how}
		}
	case InLobby:
	}
	return []press{how}
}

// newcomerButtons are the ways to begin where there is no table.
func newcomerButtons() []press {
	o := origin{}
	return []press{o.primary(lang.ButtonPlay, VerbAlone, ""), o.secondary(lang.ButtonHow, VerbHow, "")}
}

// advice is what to do now.
//
//nolint:gochecknoglobals // constant table
var advice = [...]lang.Key{
	NoTableHere: lang.HelpNotable, InLobby: lang.HelpLobby, MyDraw: lang.HelpDraw, MyPlay: lang.HelpPlay,
	OthersTurn: lang.HelpWait, BetweenHands: lang.HelpBetween, Watching: lang.HelpWatch,
	PlaysAlone: lang.HelpAlone,
}
