package table

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A Post is a message that an owner owes.
type Post struct {
	ID   int64 // the nonce that keeps a repeated post from standing twice; a later post has a higher one
	Kind PostKind
	To   Address
	Hand int   // of a commitment, deal, call or result
	Seq  int64 // the number of the event it tells of; of a season when it ended, in unix ms
	From int64 // of a season: when it began, in unix ms

	Shown Shown // of PostRedraw, which an outbox doesn't hold

	// These are not stored.

	Late  bool             // of a table: a turn has begun since, and another post shows it
	Tried bool             // it may have been made already: by a try without an answer, or by a house before this one
	Turns bool             // of a table: a turn or phase has begun since the message was last written
	Again bool             // a new table message is asked for though the old one stands; a seal, because its message doesn't any more
	After time.Time        // it may wait until then for a newer one of its kind; zero: it is made at once
	Calls []sitting.Person // whom a call notifies, as it is about to be made
	Tries int              // how often Discord has refused posts of its kind in a row
	Since time.Time        // when it refused the first of these; zero: it didn't

	// Urgent is closed when its owner owes what goes before it: a post that hasn't been sent then gives way, by
	// [ErrGaveWay]. Nil: nothing does.
	Urgent <-chan struct{} `json:"-"`
}

// Is says whether two posts are the same as far as they are stored.
func (p Post) Is(q Post) bool {
	return p.ID == q.ID && p.Kind == q.Kind && p.To == q.To && p.Hand == q.Hand && p.Seq == q.Seq && p.From == q.From
}

// An Address is where a post goes. The zero Address is the channel of the table
// that owes it.
type Address struct {
	Channel sitting.Channel
	Person  sitting.Person // told alone, wherever that can be; empty: the channel is told
}

// A PostKind is a kind of public message.
type PostKind uint8

// The kinds.
const (
	PostCommitment PostKind = iota + 1 // the seal of a deal, where no result carries it: a new message, never edited
	PostResult                         // a new message, once a hand; between hands it carries the next one's seal
	PostTable                          // the table message, edited in place; the newest state wins
	PostPing                           // calls the one whose turn it is
	PostReminder                       // the same when half of the turn's time is over, in place of the ping
	PostNudge                          // the same when somebody nudges them
	PostWish                           // calls those whom a wish to take back asks
	PostVote                           // calls those whom a wish to end the hand asks
	PostInvite                         // calls those who are asked to take a seat; it names those too who were called before and haven't answered
	PostEvening                        // a new message that tells what a closed table has come to
	PostOpening                        // calls those who want to know that a table opens in their server
	PostProposal                       // the message of a proposal, edited in place
	PostSeason                         // a new message that tells that a season is over
	PostHands                          // what people see of the table privately, where its message can't be brought up to date; never stored
	PostDeal                           // a hand that is frozen: a new message, which becomes the table message; its id is the last cut
	PostSought                         // calls the host, whom others wait for to close the table
	PostRedraw                         // draws a message again, in its place, that showed somebody who was erased
)

// IsCall says whether a post is a call: a new message that notifies whom it asks
// something, and stands until that is over.
func (k PostKind) IsCall() bool {
	return PostPing <= k && k <= PostInvite || k == PostOpening || k == PostSought
}

// Asks says what a call asks.
func (k PostKind) Asks() sitting.Ask {
	switch k { //nolint:exhaustive // the others are of turns, or no calls
	case PostWish:
		return sitting.AsksWish
	case PostVote:
		return sitting.AsksEnd
	case PostInvite:
		return sitting.AsksSeat
	case PostOpening:
		return sitting.AsksOpening
	case PostSought:
		return sitting.AsksHost
	default:
		return sitting.AsksTurn
	}
}

// gather is how long the table message may wait for the end of a turn.
const gather = 20 * time.Second

// postsFor lists what the channel is owed for events that made the state after them
// at a moment. What happens within a turn is shown with its end, or after wait.
func postsFor(before, after sitting.State, events []sitting.Event, at time.Time, wait time.Duration) []Post {
	if after.Alone() { // whose one reader is answered
		return nil
	}
	var posts []Post
	over, evening := sitting.JustOver(before, after), after.Evening()
	if over != nil && (evening == nil || !evening.Broken) { // which carries the next hand's seal
		posts = append(posts, Post{Kind: PostResult, Hand: over.Hand, Seq: after.Seq()})
	}
	for i, e := range events {
		if c, ok := e.(sitting.Committed); ok && over == nil {
			posts = append(posts, Post{Kind: PostCommitment, Hand: c.Hand, Seq: before.Seq() + int64(i) + 1})
		}
	}
	if hand := after.Unplaced(); hand > 0 && hand != before.Unplaced() {
		posts = append(posts, Post{Kind: PostDeal, Hand: hand, Seq: after.Seq()})
	}
	if evening != nil {
		posts = append(posts, Post{Kind: PostEvening, Hand: after.Hand(), Seq: after.Seq()})
	}
	var calls []Post
	shows := false
	for _, e := range events {
		call, calling := callFor(e, after)
		if calling {
			calls = append(calls, call)
		}
		shows = shows || !calling && !isUnseen(e, before)
	}
	if shows { // else nothing has changed that a table shows
		shown := Post{Kind: PostTable, Hand: after.Hand(), Seq: after.Seq()}
		if wait > 0 && withinTurn(before, after, events) {
			shown.After = at.Add(wait)
		}
		posts = append(posts, shown)
	}
	return append(posts, calls...)
}

// isUnseen says whether an event changes nothing that anybody sees: the host did something, and
// nobody had asked for them.
func isUnseen(e sitting.Event, before sitting.State) bool {
	_, seen := e.(sitting.HostSeen)
	return seen && before.AskedAt(sitting.AsksHost) == 0
}

// withinTurn says whether nothing but moves of the turn under way were made.
func withinTurn(before, after sitting.State, events []sitting.Event) bool {
	isMove := func(e sitting.Event) bool { _, ok := e.(sitting.Played); return ok }
	return after.Began() == before.Began() && before.AskedAt(sitting.AsksWish) == 0 && !slices.ContainsFunc(events, func(e sitting.Event) bool { return !isMove(e) })
}

// callFor returns the call that an event asks for.
func callFor(e sitting.Event, after sitting.State) (Post, bool) {
	p := Post{Hand: after.Hand(), Seq: after.Version()}
	switch e := e.(type) {
	case sitting.Reminded:
		p.Kind = PostReminder
	case sitting.Nudged:
		p.Kind = PostNudge
	case sitting.Called:
		switch e.Ask {
		case sitting.AsksTurn:
			p.Kind = PostPing
		case sitting.AsksWish:
			p.Kind, p.Seq = PostWish, after.AskedAt(e.Ask)
		case sitting.AsksEnd:
			p.Kind, p.Seq = PostVote, after.AskedAt(e.Ask)
		case sitting.AsksSeat:
			p.Kind, p.Seq = PostInvite, after.AskedAt(e.Ask)
		case sitting.AsksHost:
			p.Kind, p.Seq = PostSought, after.AskedAt(e.Ask)
		case sitting.AsksOpening:
		}
	case sitting.Opened, sitting.Joined, sitting.ComputerSat, sitting.Left, sitting.RulesSet, sitting.HostPassed, sitting.HostSought,
		sitting.HostSeen, sitting.Frozen,
		sitting.Committed, sitting.Sealed, sitting.Placed, sitting.CutGiven, sitting.HandStarted, sitting.Played, sitting.TakebackAsked, sitting.TakebackAnswered, sitting.TakebackLapsed,
		sitting.TookBack, sitting.WentAway, sitting.CameBack, sitting.TimeLost, sitting.EndAsked, sitting.EndAnswered, sitting.Abandoned,
		sitting.Invited, sitting.Declined, sitting.Closed:
	}
	return p, p.Kind != 0
}

// IsOver says whether what a call asks is no longer asked, where the table is seen so.
func (p Post) IsOver(s sitting.Sight) bool {
	switch p.Kind.Asks() {
	case sitting.AsksWish:
		return s.Takeback == nil || s.Takeback.Asked != p.Seq
	case sitting.AsksEnd:
		return s.Ending == nil || s.Ending.Number != p.Seq
	case sitting.AsksSeat:
		return !slices.ContainsFunc(s.Invited, func(i sitting.Invitee) bool { return i.Open && 0 < i.Call && i.Call <= p.Seq })
	case sitting.AsksOpening:
		return s.Phase == sitting.Ended || s.Last != nil || s.Match != nil || len(s.Staying()) >= s.Settings.Seats
	case sitting.AsksHost:
		return s.Sought == nil || s.Sought.Number != p.Seq
	case sitting.AsksTurn:
	}
	return s.Phase != sitting.Playing || s.Version != p.Seq
}

// TellsOf says whether the channel can be owed a post that tells of an event, after
// which spectators see the table so.
func (p Post) TellsOf(e sitting.Event, s sitting.Sight) bool {
	switch p.Kind {
	case PostCommitment:
		c, ok := e.(sitting.Committed)
		return ok && c.Hand == p.Hand
	case PostDeal:
		return s.Phase == sitting.Dealing && s.Deal.Hand == p.Hand
	case PostResult:
		return s.Last != nil && s.Last.Hand == p.Hand
	case PostTable:
		return s.Hand == p.Hand
	case PostEvening:
		return s.Hand == p.Hand && s.Evening != nil
	case PostPing, PostReminder, PostNudge, PostWish, PostVote, PostInvite, PostOpening, PostSought:
		return s.Hand == p.Hand && !p.IsOver(s)
	case PostProposal, PostSeason, PostHands, PostRedraw: // of no table, or never owed for an event
	}
	return false
}
