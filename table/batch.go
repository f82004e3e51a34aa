package table

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// batch gathers what is stored with events that made the state after them.
func (h *House) batch(r *room, after *state, events []Event, at time.Time) Batch {
	b := Batch{
		Table: r.id, At: at, From: r.state.seq, Events: events,
		Owes: r.posts(after, events, at), Limits: h.opt.Limits,
	}
	_, b.Wake = h.next(r, after)
	b.Head = Head{Table: r.id, Server: after.server, Channel: after.channel, Open: after.phase != Ended, Wake: b.Wake, Waits: after.waitsOn()}
	if after.last != r.state.last && !after.last.Abandoned && after.last.OnTab {
		b.Debts, b.Hand = after.last.debts(), after.last.key()
	}
	return b
}

// debts lists what people owe a person after a hand, by seat. What a computer
// owes or is owed is no debt.
func (l *HandResult) debts() []tab.Debt {
	winner := l.Result.Winner
	if winner == engine.Nobody || l.Seats[winner].Person == "" {
		return nil
	}
	var debts []tab.Debt
	for at, t := range l.Seats {
		if pips := l.Result.Payments[at]; pips > 0 && t.Person != "" {
			debts = append(debts, tab.Debt{From: t.Person, To: l.Seats[winner].Person, Pips: int64(pips)})
		}
	}
	return debts
}

// pingAfter is how long someone must have done nothing to be told by a message
// of its own that it is their turn.
const pingAfter = time.Minute

// posts lists what the channel is owed for events that made the state after them.
func (r *room) posts(after *state, events []Event, at time.Time) []Post {
	before := &r.state
	var posts []Post
	if after.last != before.last {
		posts = append(posts, Post{Kind: PostResult, Hand: after.last.Hand, Seq: after.seq})
	}
	for i, e := range events {
		if c, ok := e.(Committed); ok {
			posts = append(posts, Post{Kind: PostCommitment, Hand: c.Hand, Seq: before.seq + int64(i) + 1})
		}
	}
	posts = append(posts, Post{Kind: PostTable, Hand: after.hand, Seq: after.seq})
	for _, e := range events {
		if _, ok := e.(Reminded); ok {
			posts = append(posts, Post{Kind: PostReminder, Hand: after.hand, Seq: after.version})
		}
		if _, ok := e.(Called); ok {
			posts = append(posts, Post{Kind: PostPing, Hand: after.hand, Seq: after.version})
		}
	}
	if after.byPerson() && after.began != before.began && r.mayPing(after.seats[after.game.Turn].Person, at) {
		posts = append(posts, Post{Kind: PostPing, Hand: after.hand, Seq: after.began})
	}
	return posts
}

// mayPing says whether a person has been idle here and doesn't want quiet.
func (r *room) mayPing(p Person, at time.Time) bool {
	return at.Sub(r.actedAt(p)) >= pingAfter && r.habits[p].until(at).Equal(at)
}

// isHushed says whether the hand waits for a person who wants quiet now.
func (r *room) isHushed(now time.Time) bool {
	s := &r.state
	return s.byPerson() && !r.habits[s.seats[s.game.Turn].Person].until(now).Equal(now)
}

// sawActing notes that a person did something here.
func (r *room) sawActing(p Person, at time.Time) {
	if p != "" {
		r.house.acted.Add(actor{r.id, p}, at)
	}
}

// actedAt returns when a person did something here, of late; else the zero time.
func (r *room) actedAt(p Person) time.Time {
	at, _ := r.house.acted.Peek(actor{r.id, p})
	return at
}
