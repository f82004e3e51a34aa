package table

import "github.com/boathouse-rum/boathouse/engine/sitting"

// A Post is a message that an owner owes.
type Post struct {
	ID   int64 // the nonce that keeps a repeated post from standing twice; a later post has a higher one
	Kind PostKind
	To   Address
	Hand int   // of a commitment, ping or result
	Seq  int64 // the number of the event it tells of
	// Again asks for a new table message though the old one stands. It is not stored.
	Again bool
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
	PostCommitment PostKind = iota + 1 // a new message, never edited
	PostResult                         // a new message, once a hand
	PostTable                          // the table message, edited in place; the newest state wins
	PostPing                           // a new message for the one whose turn it is
	PostReminder                       // the same when half of the turn's time is over, in place of the ping
)

// postsFor lists what the channel is owed for events that made the state after them.
func postsFor(before, after sitting.State, events []sitting.Event, clock sitting.Clock) []Post {
	var posts []Post
	if over := sitting.JustOver(before, after); over != nil {
		posts = append(posts, Post{Kind: PostResult, Hand: over.Hand, Seq: after.Seq()})
	}
	for i, e := range events {
		if c, ok := e.(sitting.Committed); ok {
			posts = append(posts, Post{Kind: PostCommitment, Hand: c.Hand, Seq: before.Seq() + int64(i) + 1})
		}
	}
	posts = append(posts, Post{Kind: PostTable, Hand: after.Hand(), Seq: after.Seq()})
	for _, e := range events {
		if _, ok := e.(sitting.Reminded); ok {
			posts = append(posts, Post{Kind: PostReminder, Hand: after.Hand(), Seq: after.Version()})
		}
		if _, ok := e.(sitting.Called); ok {
			posts = append(posts, Post{Kind: PostPing, Hand: after.Hand(), Seq: after.Version()})
		}
	}
	if after.Began() != before.Began() && clock.MayPing(after) {
		posts = append(posts, Post{Kind: PostPing, Hand: after.Hand(), Seq: after.Began()})
	}
	return posts
}

// TellsOf says whether the channel can be owed a post that tells of an event, after
// which spectators see the table so.
func (p Post) TellsOf(e sitting.Event, s sitting.Sight) bool {
	switch p.Kind {
	case PostCommitment:
		c, ok := e.(sitting.Committed)
		return ok && c.Hand == p.Hand
	case PostResult:
		return s.Last != nil && s.Last.Hand == p.Hand
	case PostTable:
		return s.Hand == p.Hand
	case PostPing, PostReminder:
		return s.Hand == p.Hand && s.Phase == sitting.Playing && s.Version == p.Seq
	}
	return false
}
