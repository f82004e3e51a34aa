package render

import "github.com/boathouse-rum/boathouse/render/lang"

// A News is what a command did, when no screen shows it by itself.
type News uint8

// The news. In brackets: which field of [NoticeModel] they use.
const (
	Opened    News = iota
	Joined         // at once
	Later          // joined, from the next hand on
	Left           // at once
	Leaves         // after the hand
	Added          // a computer
	Removed        // a seat, at once
	Removing       // a seat, after the hand
	CutTaken       // (Word)
	Posted         // the table anew
	Ended          // the table is closed
	DealtNow       // (Hand)
	Saved          // settings
	WentAway       // (Word: the level that plays)
	Asked          // the others, whether a play may be taken back
	TookBack       // at once
	Agreed         // to a wish
	Disagreed      // to it
	Kept           // the answer was no
)

// A NoticeModel is one line for the one who asked.
type NoticeModel struct {
	News News
	Word string // as the player gave it, or a level
	Hand int
}

// Notice draws it.
func Notice(l lang.Lang, m NoticeModel) Message { return Line(NoticeText(l, m)) }

// Line draws a private message of words that are made already, such as a refusal.
func Line(words string) Message { return private(text(words)) }

// Invite tells someone who has no seat so, with a button to take one.
func Invite(c Codec, l lang.Lang, table string, version int64, serial uint32) Message {
	p := pen{codec: c, table: table, version: version, serial: serial}
	return private(text(l.Say(lang.TroubleUnseated)), row(p.button(StylePrimary, l.Say(lang.ButtonJoin), VerbJoin, "")))
}

// NoticeText gives its words.
func NoticeText(l lang.Lang, m NoticeModel) string {
	switch m.News {
	case Opened:
		return l.Say(lang.NoticeOpened)
	case Joined:
		return l.Say(lang.NoticeJoined)
	case Later:
		return l.Say(lang.TroubleLater)
	case Left:
		return l.Say(lang.NoticeLeft)
	case Leaves:
		return l.Say(lang.NoticeLeaving)
	case Added:
		return l.Say(lang.NoticeAdded)
	case Removed:
		return l.Say(lang.NoticeRemoved)
	case Removing:
		return l.Say(lang.NoticeRemoving)
	case CutTaken:
		return l.Say(lang.NoticeCut, lang.Word(SafeWord(m.Word)))
	case Posted:
		return l.Say(lang.NoticePosted)
	case Ended:
		return l.Say(lang.NoticeClosed)
	case DealtNow:
		return l.Say(lang.NoticeDealt, lang.Hand(m.Hand))
	case Saved:
		return l.Say(lang.NoticeSaved)
	case WentAway:
		return awayText(l, m.Word)
	case Asked:
		return l.Say(lang.NoticeAsked)
	case TookBack:
		return l.Say(lang.NoticeTookback)
	case Agreed:
		return l.Say(lang.NoticeAgreed)
	case Disagreed:
		return l.Say(lang.NoticeDisagreed)
	case Kept:
		return l.Say(lang.NoticeKept)
	}
	return ""
}
