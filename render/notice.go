package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A News is what a command did, when no screen shows it by itself.
type News uint8

// The news. In brackets: which field of [NoticeModel] they use.
const (
	Opened          News = iota
	Joined               // at once
	Later                // joined, from the next hand on
	After                // joined, once the match is over
	Left                 // at once
	Leaves               // after the hand
	Added                // a computer (Word: its name)
	Removed              // a seat, at once
	Removing             // a seat, after the hand
	CutTaken             // (Word)
	Posted               // the table anew (URL)
	Posting              // the same, but it doesn't stand yet
	Ended                // the table is closed
	DealtNow             // (Hand)
	DealingNow           // (Hand): it is frozen, and its last cut isn't there yet
	Saved                // settings
	Asked                // the others, whether a play may be taken back
	TookBack             // at once
	Agreed               // to a wish
	Disagreed            // to it
	HandEnded            // early
	PlaysOn              // the hand that somebody wished to end
	Kept                 // the answer was no
	NudgedThem           // the one to play (Word: their name)
	RecordShared         // the reader's (URL)
	InvitedThem          // whom the reader named
	DeclinedIt           // an invitation
	SharedIt             // a result
	MomentShared         // of a hand
	ReviewShared         // of a hand
	Unwatched            // the reader looks on no longer
	StandingsShared      // (URL)
	ChartShared          // (URL)
	YearShared           // (URL)
)

// A NoticeModel is one line for the one who asked.
type NoticeModel struct {
	News News
	Word string // as the player gave it
	URL  string // of a message in the channel
	Hand int
}

// Notice draws it.
func Notice(l lang.Lang, m NoticeModel) Message { return Line(NoticeText(l, m)) }

// NoticeText gives its words.
func NoticeText(l lang.Lang, m NoticeModel) string { return sceneOfNotice(m).say(l) }

func sceneOfNotice(m NoticeModel) sentence {
	switch m.News { //nolint:exhaustive // the others need nothing but their keys
	case Posted, RecordShared, StandingsShared, ChartShared, YearShared:
		return sentence{key: newsKeys[m.News], word: literal(m.URL)}
	case CutTaken, NudgedThem, Added:
		return sentence{key: newsKeys[m.News], word: safeWord(m.Word)}
	default:
		return sentence{key: newsKeys[m.News], hand: m.Hand}
	}
}

// newsKeys are the sentences of the news.
//
//nolint:gochecknoglobals // constant table
var newsKeys = [...]lang.Key{
	Opened: lang.NoticeOpened, Joined: lang.NoticeJoined, Later: lang.TroubleLater, After: lang.TroubleAfter, Left: lang.NoticeLeft, Leaves: lang.NoticeLeaving,
	Added: lang.NoticeAdded, Removed: lang.NoticeRemoved, Removing: lang.NoticeRemoving, CutTaken: lang.NoticeCut, Posted: lang.NoticePosted, Posting: lang.NoticePosting,
	Ended: lang.NoticeClosed, DealtNow: lang.NoticeDealt, DealingNow: lang.NoticeDealing, Saved: lang.NoticeSaved, Asked: lang.NoticeAsked,
	TookBack: lang.NoticeTookback, Agreed: lang.NoticeAgreed, Disagreed: lang.NoticeDisagreed,
	HandEnded: lang.NoticeHandended, PlaysOn: lang.NoticePlayson, Kept: lang.NoticeKept, NudgedThem: lang.NoticeNudged,
	InvitedThem: lang.NoticeInvited, DeclinedIt: lang.NoticeDeclined,
	SharedIt: lang.NoticeShared, RecordShared: lang.NoticeRecordshared, MomentShared: lang.NoticeMoment, ReviewShared: lang.NoticeReviewed, Unwatched: lang.NoticeUnwatched, StandingsShared: lang.NoticeStandings, ChartShared: lang.NoticeChart, YearShared: lang.NoticeYear,
}

// Line draws a private message of words that are made already, such as a refusal.
func Line(words string) Message { return private(text(words)) }

// Invite tells someone who has no seat so, with a button to take one.
func Invite(p Pen, s *sitting.Sight) Message {
	return rematchMessage(p, sceneOfInvite(s), p.Lang.Say(lang.TroubleUnseated))
}

func sceneOfInvite(s *sitting.Sight) []press {
	o := from(s, Prefs{})
	return append(o.watch(s), o.primary(lang.ButtonJoin, VerbJoin, ""))
}

// RematchOf answers who wants to play on at a closed table: words say why not, and
// the button has the way on.
func RematchOf(p Pen, s *sitting.Sight, words string) Message {
	return rematchMessage(p, from(s, Prefs{}).overButtons(s), words)
}

func rematchMessage(p Pen, buttons []press, words string) Message {
	return private(text(words), p.row(buttons))
}
