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
	Joins                         // the reader has a seat from the next hand on
	BeforeDeal                    // a hand is frozen and not dealt yet
	PlaysAlone                    // there is no table here, and the reader's hand alone is on
)

// Help draws what to do now, with buttons for it, and the commands. The sight of no table is zero.
func Help(p Pen, s *sitting.Sight, now Situation) Message {
	return sceneOfHelp(s, now).message(p)
}

type helpScene struct {
	advice  sentence
	buttons []press
}

func sceneOfHelp(s *sitting.Sight, now Situation) helpScene {
	scene := helpScene{sentence{key: advice[now]}, helpButtons(from(s, Prefs{}), s, now)}
	switch {
	case now == BeforeDeal:
		scene.advice = sceneOfNotice(NoticeModel{News: DealingNow, Hand: s.Deal.Hand})
	case now == Watching && !hasPlace(s):
		scene.advice.key = lang.TroubleFull
	}
	return scene
}

func (s helpScene) message(p Pen) Message {
	l := p.Lang
	return private(
		text("### "+l.Say(lang.HelpTitle)+"\n"+s.advice.say(l)), p.row(s.buttons),
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
	case InLobby, Joins, BeforeDeal:
	}
	return []press{how}
}

// newcomerButtons are the ways to begin where there is no table.
func newcomerButtons() []press {
	o := origin{}
	return []press{o.primary(lang.ButtonPlay, VerbAlone, ""), o.secondary(lang.ButtonHow, VerbHow, "")}
}

// advice is what to do where nothing else decides.
//
//nolint:gochecknoglobals // constant table
var advice = [...]lang.Key{
	NoTableHere: lang.HelpNotable, InLobby: lang.HelpLobby, MyDraw: lang.HelpDraw, MyPlay: lang.HelpPlay,
	OthersTurn: lang.HelpWait, BetweenHands: lang.HelpBetween, Watching: lang.HelpWatch,
	PlaysAlone: lang.HelpAlone, Joins: lang.TroubleLater,
}
