package render

import "github.com/boathouse-rum/boathouse/render/lang"

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
)

// Help draws what to do now and the commands.
func Help(l lang.Lang, now Situation) Message {
	return private(text("### "+l.Say(lang.HelpTitle)+"\n"+l.Say(advice[now])), text(l.Say(lang.HelpCommands)))
}

// advice is what to do now.
//
//nolint:gochecknoglobals // constant table
var advice = [...]lang.Key{
	NoTableHere: lang.HelpNotable, InLobby: lang.HelpLobby, MyDraw: lang.HelpDraw, MyPlay: lang.HelpPlay,
	OthersTurn: lang.HelpWait, BetweenHands: lang.HelpBetween, Watching: lang.HelpWatch,
}
