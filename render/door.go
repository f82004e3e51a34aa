package render

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A DoorCode names why the hall doesn't do what is asked, before a table or the
// rules hear of it. In brackets: which field of [DoorRefusal] it uses.
type DoorCode uint8

// The codes.
const (
	NotInServer     DoorCode = iota + 1 // a command in a direct message
	UnknownCommand                      // a command that this version doesn't know
	OtherChannel                        // a button of another channel
	Forged                              // a custom_id that is not ours
	NoHints                             // the table plays without
	HintWaits                           // not the caller's turn
	TooQuick                            // one person, too much at once
	Crowded                             // all people together
	LacksPermission                     // (Permissions)
	NoSource                            // (Word) is no place to draw from
	NoneMeant                           // (Word, Readings) none of them can be played now
	ManyMeant                           // (Word, Readings) there are more of them than can be asked about
	NoTime                              // (Word) is no time of day
	NoZone                              // (Word) is no time zone
	ZoneNeeded                          // there is none yet
	NoPace                              // (Word) is no pace
	NoMatch                             // (Word) is no match
	NoLanguage                          // (Word) is no language that the bot speaks
	NoLimit                             // (Word) is no time for a turn
	PaceAndLimit                        // both were named
	Several                             // (Word, Meanings) a time, day or zone that can be meant in several ways
	BareNumber                          // (Word) may be that of a hand or of an entry
	Erasing                             // whoever asks is just being erased
	NotYou                              // the question was put to somebody else, or to who they were before they were erased
	Locked                              // the thread is, so nothing can be posted there
	NotManager                          // of the server
	WrongPlace                          // (Channels) where tables may stand
	AsksBot                             // (Word: its name) who is asked to the table
	OthersLesson                        // a button of somebody else's lesson
	NotYours                            // a button of somebody else who plays alone
	NotAlone                            // there is no table here, and who plays alone can't do it there
	NotShared                           // not the newest hand that is over
	NoStyle                             // (Word) is no style of cards
	NoView                              // (Word) is no way to see a table
	StillPlayed                         // (Hand) the deal to be replayed lies on the table
	NothingPlayed                       // no hand is over yet that could be replayed
	NoMoment                            // (Most) the hand to be replayed has fewer turns
	NotSat                              // in the hand whose moment is to be shared
	SharedBefore                        // that moment
	NotReviewed                         // no hand that is over, or its deal lies on the table once more
	NotTheirs                           // who asks for a review never sat in that hand
	NoPips                              // (Word) is no whole number of pips
	LongNote                            // (Most) characters are as many as a note may have
	NoReason                            // nothing stands where there must be one
	WithBot                             // (Word: its name) there is no tab with it
	NotHere                             // whom it takes has left the server
	CreditorLeft                        // (Word: their name, Since, Until: when a write-off can be asked for; zero: now)
	Unfound                             // (Word: their name) Discord doesn't say whether they are in the server
	NoPeriod                            // (Word) is no period
	NoSeasonOn                          // none runs in this server
	NoEntry                             // (Word) names none of the caller's
	NoSeason                            // (Word) is no length of a season
	NoDay                               // (Word) is no day
	NoYear                              // (Word) is none to look back on; (Most) is the last
	AskedOff                            // (Word: their name) they don't want to be asked such things
	GuestGone                           // (Word: their name) who is asked has left the server
	GuestBlind                          // (Word: their name) who is asked doesn't see the channel
	TableAbove                          // (Link) the channel that the thread hangs on has one
	Shut                                // Discord takes no posts here, whatever the bot may
	Filtered                            // Discord doesn't take what is to be posted here
	Outside                             // the bot isn't in the private thread
	OpenedLately                        // (Until) the caller opened a table
	PostedLately                        // (Until) the table was posted again
	ExportedLately                      // (Until) the caller had a file
	Missed                              // it was done while the bot was away, and was too late to answer then
)

// A DoorRefusal is what the hall doesn't do: nothing has changed.
type DoorRefusal struct {
	Code        DoorCode
	Permissions int64         // those missing, as Discord's bits
	Word        string        // as it was typed
	Readings    []engine.Hand // all that Word can mean, or the first of them
	Channels    []sitting.Channel
	Meanings    []string // what Word can mean, each as it can be typed
	Hand        int      // its number
	Most        int      // how many there are
	Link        string   // to a message
	Until       time.Time
	Since       time.Time
}

// doorRows are the codes' words for logs, and their sentences: {word} and {list}
// are the refusal's own.
//
//nolint:gochecknoglobals // constant table
var doorRows = [...]struct {
	name string
	key  lang.Key
}{
	NotInServer: {"not-in-server", lang.TroubleDm}, UnknownCommand: {"unknown-command", lang.TroubleUnknown},
	OtherChannel: {"other-channel", lang.TroubleChannel}, Forged: {"forged", lang.TroubleForged}, NoHints: {"no-hints", lang.TroubleHintsoff},
	HintWaits: {"hint-waits", lang.TroubleHintwait}, TooQuick: {"too-quick", lang.TroubleRush}, Crowded: {"crowded", lang.TroubleCrowded},
	LacksPermission: {"lacks-permission", lang.TroublePermissions}, NoSource: {"no-source", lang.ParseSource},
	NoneMeant: {"none-meant", lang.ParseNone}, ManyMeant: {"many-meant", lang.ParseMany},
	NoTime: {"no-time", lang.ParseTime}, NoZone: {"no-zone", lang.ParseZone}, ZoneNeeded: {"zone-needed", lang.ParseZoneNone},
	NoPace: {"no-pace", lang.ParsePace}, NoMatch: {"no-match", lang.ParseMatch}, NoLanguage: {"no-language", lang.ParseLanguage}, NoLimit: {"no-limit", lang.ParseLimit},
	PaceAndLimit: {"pace-and-limit", lang.TroublePace}, Several: {"several", lang.ParseSeveral}, BareNumber: {"bare-number", lang.TroubleVoidNumber},
	Erasing: {"erasing", lang.TroubleErasing}, NotYou: {"not-you", lang.TroubleNotyou},
	Locked: {"locked", lang.TroubleLocked}, AsksBot: {"asks-bot", lang.TroubleInviteBot},
	NotManager: {"not-manager", lang.TroubleManager}, WrongPlace: {"wrong-place", lang.TroublePlace},
	OthersLesson: {"others-lesson", lang.TroubleLesson},
	NotYours:     {"not-yours", lang.TroubleNotyours}, NotAlone: {"not-alone", lang.TroubleNotableAlone}, NotShared: {"not-shared", lang.TroubleNotshared},
	NoStyle: {"no-style", lang.ParseStyle}, NoView: {"no-view", lang.ParseView},
	StillPlayed: {"still-played", lang.TroubleReplayPlayed}, NothingPlayed: {"nothing-played", lang.TroubleReplayNone},
	NoMoment: {"no-moment", lang.TroubleReplayTurn}, NotSat: {"not-sat", lang.TroubleMomentSat}, SharedBefore: {"shared-before", lang.TroubleMomentShared},
	NotReviewed: {"not-reviewed", lang.TroubleReviewNone}, NotTheirs: {"not-theirs", lang.TroubleReviewOthers},
	NoPips: {"no-pips", lang.TroubleSettlePips}, LongNote: {"long-note", lang.TroubleSettleNote}, NoReason: {"no-reason", lang.TroubleSettleReason},
	WithBot: {"with-bot", lang.TroubleSettleBot}, NotHere: {"not-here", lang.TroubleSettleAbsent},
	CreditorLeft: {"creditor-left", lang.TroubleCreditor}, Unfound: {"unfound", lang.TroubleSettleUnfound},
	NoPeriod: {"no-period", lang.ParsePeriod}, NoSeasonOn: {"no-season-on", lang.TroubleSeason},
	NoEntry:  {"no-entry", lang.TroubleTabEntry},
	NoSeason: {"no-season", lang.ParseSeason}, NoDay: {"no-day", lang.ParseDay},
	GuestGone: {"guest-gone", lang.TroubleInviteGone}, GuestBlind: {"guest-blind", lang.TroubleInviteBlind},
	TableAbove: {"table-above", lang.TroubleAbove},
	NoYear:     {"no-year", lang.ParseYear}, AskedOff: {"asked-off", lang.TroubleAskedOff}, Missed: {"missed", lang.TroubleMissed},
	OpenedLately: {"opened-lately", lang.TroubleOpened}, PostedLately: {"posted-lately", lang.TroublePosted}, ExportedLately: {"exported-lately", lang.TroubleExported},
	Shut: {"shut", lang.TroubleShut}, Filtered: {"filtered", lang.TroubleFiltered}, Outside: {"outside", lang.TroubleOutside},
}

// DoorCodes lists every code.
func DoorCodes() []DoorCode {
	var all []DoorCode
	for c := NotInServer; int(c) < len(doorRows); c++ {
		all = append(all, c)
	}
	return all
}

// String gives the code as a word for logs; "" for a number that is no code.
func (c DoorCode) String() string {
	if int(c) >= len(doorRows) {
		return ""
	}
	return doorRows[c].name
}

// Error gives the code, for logs. What was typed is the player's and not told there.
func (r *DoorRefusal) Error() string { return "door: " + r.Code.String() }

func (r *DoorRefusal) sentence() sentence {
	s := sentence{key: doorRows[r.Code].key, word: safeWord(r.Word), list: lacking(r.Permissions), hand: r.Hand, n: r.Most}
	if !r.Until.IsZero() {
		s.when = in(r.Until.Add(time.Second - 1)) // which is told in whole seconds
	}
	switch r.Code { //nolint:exhaustive // the others need no more
	case CreditorLeft:
		s.when = onDay(r.Since.UnixMilli())
	case WrongPlace:
		s.list = listOf(channels(r.Channels))
	case TableAbove:
		s.word = literal(r.Link)
	case NoSource:
		s.word = echo(r.Word)
	case NoPace:
		s.list = listOf(paceNames())
	case NoStyle:
		s.list = listOf(styleNames())
	case NoView:
		s.list = listOf(viewNames())
	case NoPeriod:
		s.list = listOf(periodNames())
	case NoSeason:
		s.list = listOf(seasonNames())
	case NoMatch:
		s.list = listOf(matchNames())
	case NoLanguage:
		s.list = listOf(tongues())
	case Several:
		var meanings []literal
		for _, text := range r.Meanings {
			meanings = append(meanings, literal(PlainName(text)))
		}
		s.list = listOf(meanings)
	}
	switch {
	case r.Code == ManyMeant:
		s.list = readings(r.Readings, examples)
	case len(r.Readings) > 0:
		s.list = readings(r.Readings, maxNone)
	}
	return s
}

// maxNone is how many readings of a word are told that mean nothing which can be
// played: two ranks.
const maxNone = 8

// readings lists what a word can mean, no more than most.
func readings(all []engine.Hand, most int) list {
	var some []sentence
	for _, h := range all[:min(len(all), most)] {
		some = append(some, sentence{cards: inOrder(h)})
	}
	return listOf(some)
}

// instead names the ways to draw where a place to draw from was meant, and what a debtor can do
// about a creditor who has left.
func (r *DoorRefusal) instead(v engine.View) sentence {
	switch {
	case r.Code == NoSource:
		return couldDraw(v)
	case r.Code == CreditorLeft && r.Until.IsZero():
		return sentence{key: lang.TroubleCreditorAsk, word: safeWord(r.Word)}
	case r.Code == CreditorLeft:
		return sentence{key: lang.TroubleCreditorWait, when: onDay(r.Until.UnixMilli())}
	}
	return sentence{}
}
