package sitting

import (
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// A Code names why a command is refused, by the sitting or by the house that runs it. Moves that the rules refuse come
// back as *engine.Refusal, bad words for a cut as *deal.WordError.
type Code uint8

// The codes.
const (
	NoTable      Code = iota + 1 // there is no such table, or no open one in this channel
	ChannelTaken                 // the channel has an open table already
	TableFull                    // all seats are taken
	Seated                       // the caller has a seat already
	NotSeated                    // the caller has no seat
	NotHost                      // only the host or a manager may
	TooFew                       // a hand needs two players
	HandUnderWay                 // not in mid-hand
	NoHand                       // no hand is being played
	NotSure                      // ask again, then come back with Sure
	Stale                        // drawn for an older state of the table
	IsClosed                     // the table is closed
	EmptySeat                    // nobody sits there
	BadSettings                  // a setting out of range
	InLobby                      // the first hand hasn't been dealt: start, not next
	BadWord                      // the word of a cut can't be used; Word says why
	JoinsAfter                   // seated once the match is over
	JoinsLater                   // seated from the next hand on, not in this one

	NothingToTakeBack // the caller made no play that could be taken back now
	TakebackOver      // the wish is over, and may not be made again for the same play
	NotAsked          // the wish isn't the caller's to answer
	NoSuchHand        // there is no hand of the number Hand; Most says how many there are
	NothingToRepeat   // there is no finished hand to deal again
	SeatsChanged      // the seats aren't those of the hand to deal again
	NeverSat          // the caller had no seat at the table that they want another like
	BadQuiet          // quiet hours of no length, out of range or in no known zone
	WordsFull         // the deal takes no more words of the caller's; Most says how many it takes
	Restless          // the caller did that often enough in this lobby, hand or pause
	OwnTables         // the caller has opened Most open tables, in Channels
	ServerTables      // the server has Most open tables
	EndingOpen        // a wish to end the hand is open already
	EndingAsked       // the caller has asked to end this hand before
	EndingOver        // the wish to end a hand is over
	NudgesComputer    // a computer is to play, or plays for whoever is away
	NudgesSelf        // it is the caller's own turn
	NudgedLately      // the one to play was nudged already, and may be again from Until on
	WantsQuiet        // the one to play wants quiet now
	NotSealed         // the next deal isn't sealed in the channel yet
	InvitesSelf       // who is asked to the table is the caller
	InvitesSeated     // Person has a seat already
	InvitedBefore     // Person was asked to this table before
	InvitesMany       // Most people may be asked at the same time
	InvitesFull       // no seat is left to ask anybody to
	NotInvited        // the invitation isn't the caller's to answer

	AskedLately // Person hasn't answered what the caller asked last, and may be asked again from Until on
	ToldNo      // Person said no to the same lately, and may be asked again from Until on
	AsksMany    // Most questions of the caller's are open
	AskedMany   // Most questions to Person are open

	HostFirst // the host may start, and from Until on anybody seated, if the host does nothing
	HostAsked // the host was asked whether they are there; the caller may close from Until on
)

// A Refusal is a command that isn't taken: nothing has changed.
type Refusal struct {
	Code Code
	Seat engine.Seat // of EmptySeat
	Word *deal.WordError
	Hand int // of NoSuchHand, where the caller named one
	Most int
	// Person who can't be asked: of InvitesSeated, InvitedBefore, AskedLately, ToldNo and
	// AskedMany.
	Person Person
	// Channels of the caller's own open tables.
	Channels []Channel
	// Until is when EndingOpen is decided at the latest, and when NudgedLately, AskedLately,
	// ToldNo, HostFirst and HostAsked are over.
	Until time.Time
}

// String returns the code as a word for logs.
func (c Code) String() string {
	switch c {
	case NoTable:
		return "no-table"
	case ChannelTaken:
		return "channel-taken"
	case TableFull:
		return "table-full"
	case Seated:
		return "seated"
	case NotSeated:
		return "not-seated"
	case NotHost:
		return "not-host"
	case TooFew:
		return "too-few"
	case HandUnderWay:
		return "hand-under-way"
	case NoHand:
		return "no-hand"
	case NotSure:
		return "not-sure"
	case Stale:
		return "stale"
	case IsClosed:
		return "closed"
	case EmptySeat:
		return "empty-seat"
	case BadSettings:
		return "bad-settings"
	case InLobby:
		return "in-lobby"
	case BadWord:
		return "bad-word"
	case JoinsAfter:
		return "joins-after"
	case JoinsLater:
		return "joins-later"
	case NothingToTakeBack:
		return "nothing-to-take-back"
	case TakebackOver:
		return "takeback-over"
	case NotAsked:
		return "not-asked"
	case NoSuchHand:
		return "no-such-hand"
	case NothingToRepeat:
		return "nothing-to-repeat"
	case SeatsChanged:
		return "seats-changed"
	case NeverSat:
		return "never-sat"
	case BadQuiet:
		return "bad-quiet"
	case WordsFull:
		return "words-full"
	case Restless:
		return "restless"
	case OwnTables:
		return "own-tables"
	case ServerTables:
		return "server-tables"
	case EndingOpen:
		return "ending-open"
	case EndingAsked:
		return "ending-asked"
	case EndingOver:
		return "ending-over"
	case NudgesComputer:
		return "nudges-computer"
	case NudgesSelf:
		return "nudges-self"
	case NudgedLately:
		return "nudged-lately"
	case WantsQuiet:
		return "wants-quiet"
	case NotSealed:
		return "not-sealed"
	case InvitesSelf:
		return "invites-self"
	case InvitesSeated:
		return "invites-seated"
	case InvitedBefore:
		return "invited-before"
	case InvitesMany:
		return "invites-many"
	case InvitesFull:
		return "invites-full"
	case NotInvited:
		return "not-invited"
	case AskedLately:
		return "asked-lately"
	case ToldNo:
		return "told-no"
	case AsksMany:
		return "asks-many"
	case AskedMany:
		return "asked-many"
	case HostFirst:
		return "host-first"
	case HostAsked:
		return "host-asked"
	}
	return fmt.Sprintf("code-%d", uint8(c))
}

// Error returns the code, for logs.
func (r *Refusal) Error() string { return "sitting: " + r.Code.String() }
