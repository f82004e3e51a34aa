package commands

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// boards know what each table's message shows and which clicks wait to be
// answered by its next change. So a table message has one writer, the poster, and
// the newest state is always the last that it writes; but the writer may use a
// click's own answer, which no rate limit of the channel holds up.
type boards struct {
	mu      sync.Mutex
	written *simplelru.LRU[sitting.ID, board]
	// Riders are never forgotten: who waits is here until taken or withdrawn, so
	// there are as many as visits under way.
	riders map[sitting.ID][]*rider // oldest first; no table without one
	opens  map[sitting.Channel]int // visits that are about to open a table there; no channel without one
	// news is closed when any message has been written, or such a visit has offered its answer, and made anew.
	news  chan struct{}
	loans *simplelru.LRU[string, loan] // by message
}

// A loan is a click whose answer was a public message, the one clicked or a new one: by
// its token the message can be changed and deleted for a while, which costs none of what
// the bot may do in a second. It is in memory alone, and in no log.
type loan struct {
	token string
	until time.Time
}

// A board is what is known of one table's message.
type board struct {
	message string // where it stood when it was last written
	shown   int64  // Seq of the newest state written, or being written
	stands  int64  // Seq of the newest state that was written
	turn    turn   // that was last written
	post    int64  // the post that a new message was last tried for
	with    turn   // that the message came with, as far as it is known
	call    string // the newest call
}

// A rider is a click or command that waits to be answered by a table message.
type rider struct {
	answer  *answer
	table   sitting.ID
	carried chan bool // told once by the poster that took it: whether it was answered
}

// maxBoards bounds what is remembered of tables. What is forgotten costs an edit
// that changes nothing, and a click that is answered by a line.
const maxBoards = 4096

func newBoards() boards {
	return boards{
		written: newest[sitting.ID, board](maxBoards), riders: make(map[sitting.ID][]*rider), opens: make(map[sitting.Channel]int), news: make(chan struct{}),
		loans: newest[string, loan](maxBoards),
	}
}

// of gives what is known of a table's message; nothing of one that is forgotten.
func (b *boards) of(id sitting.ID) board {
	known, _ := b.written.Get(id)
	return known
}

// offer lets the poster give an answer by the table message as it will be with
// event seq. Nil: that state has been written already.
func (b *boards) offer(a *answer, id sitting.ID, seq int64) *rider {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of(id).shown >= seq {
		return nil
	}
	r := &rider{answer: a, table: id, carried: make(chan bool, 1)}
	b.riders[id] = append(b.riders[id], r)
	return r
}

// opening learns that a visit is about to open a table in a channel, and may offer its answer then: whoever calls it calls opened after.
func (b *boards) opening(c sitting.Channel) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.opens[c]++
}

func (b *boards) opened(c sitting.Channel) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.opens[c]--; b.opens[c] == 0 {
		delete(b.opens, c)
	}
	b.tell()
}

// openWithin is how long a table's first message waits for who opened it, whose answer it is to be.
const openWithin = time.Second

// awaitOpened waits until nobody is about to open a table in a channel, who may not have had the time yet to offer their answer.
func (b *boards) awaitOpened(ctx context.Context, c sitting.Channel) {
	b.until(ctx, openWithin, func() bool { return b.opens[c] == 0 })
}

// take gives the poster, about to write the state of event seq over a message,
// all that wait for it.
func (b *boards) take(id sitting.ID, seq int64, message string) []*rider {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.of(id)
	known.shown, known.message = seq, message
	b.written.Add(id, known)
	riders := b.riders[id]
	delete(b.riders, id)
	return riders
}

// withdraw takes a rider back, if the poster hasn't taken it.
func (b *boards) withdraw(r *rider) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	waiting := b.riders[r.table]
	at := slices.Index(waiting, r)
	if at < 0 {
		return false
	}
	if b.riders[r.table] = slices.Delete(waiting, at, at+1); len(waiting) == 1 {
		delete(b.riders, r.table)
	}
	return true
}

// standsAt says whether a message is the table's.
func (b *boards) standsAt(id sitting.ID, message string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.of(id).message == message
}

// A turn names one of a table, or a phase without turns.
type turn struct {
	hand, again, number int
	phase               sitting.Phase
}

func turnOf(s *sitting.Sight) turn { return turn{s.Hand, s.Again, s.View.Turns, s.Phase} }

// turned says whether the table is at another turn than the message shows.
func (b *boards) turned(id sitting.ID, now turn) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.of(id).turn != now
}

// wrote learns that the message shows a state, and where it stands.
func (b *boards) wrote(s *sitting.Sight, message string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.of(s.ID)
	known.message, known.turn, known.stands, known.shown = message, turnOf(s), s.Seq, max(known.shown, s.Seq)
	b.written.Add(s.ID, known)
	b.tell()
}

// tell wakes those who wait for news. It wants the lock.
func (b *boards) tell() {
	close(b.news)
	b.news = make(chan struct{})
}

// await waits until a table's message is as wanted. False: it isn't after so long.
func (b *boards) await(ctx context.Context, id sitting.ID, most time.Duration, want func(board) bool) bool {
	return b.until(ctx, most, func() bool { return want(b.of(id)) })
}

// until waits until what is known is as wanted, which is asked with the lock held. False: it isn't after so long.
func (b *boards) until(ctx context.Context, most time.Duration, want func() bool) bool {
	end := time.NewTimer(most)
	defer end.Stop()
	for {
		b.mu.Lock()
		is, news := want(), b.news
		b.mu.Unlock()
		if is {
			return true
		}
		select {
		case <-news:
		case <-end.C:
			return false
		case <-ctx.Done():
			return false
		}
	}
}

// at gives where a table's message stands, as far as is known.
func (b *boards) at(id sitting.ID) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.of(id).message
}

// shows says whether a message is the table's and was last written with a state.
func (b *boards) shows(s *sitting.Sight, message string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.of(s.ID)
	return message != "" && known.message == message && known.stands == s.Seq && known.turn == turnOf(s)
}

// mayLeave says whether a post needn't be made if another follows: it was never tried
// with a new message, which might stand.
func (b *boards) mayLeave(id sitting.ID, post int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.of(id)
	return known.post != post && known.turn != turn{}
}

// came learns which turn a new table message came with.
func (b *boards) came(id sitting.ID, message string, now turn) {
	b.learn(id, func(known *board) { known.message, known.with = message, now })
}

// cameWith says whether the table message came with a turn.
func (b *boards) cameWith(id sitting.ID, now turn) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.of(id).with == now
}

// called learns which message is the table's newest call.
func (b *boards) called(id sitting.ID, message string) {
	b.learn(id, func(known *board) { known.call = message })
}

// isCall says whether a message is the table's newest call, whatever became of it.
func (b *boards) isCall(id sitting.ID, message string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return message != "" && b.of(id).call == message
}

// learn changes what is known of a table's message.
func (b *boards) learn(id sitting.ID, change func(*board)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.of(id)
	change(&known)
	b.written.Add(id, known)
}

// lend learns of a click by which a public message can be changed and deleted.
func (b *boards) lend(message, token string, until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if message != "" {
		b.loans.Add(message, loan{token, until})
	}
}

// lent gives the newest such click that is good for so long yet; no token where there is none.
func (b *boards) lent(message string, until time.Time) (token string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l, _ := b.loans.Get(message); until.Before(l.until) {
		return l.token
	}
	return ""
}

// spent forgets such a click, which is good for nothing any more.
func (b *boards) spent(message, token string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if l, _ := b.loans.Peek(message); l.token == token {
		b.loans.Remove(message)
	}
}

// trying learns that a new message is about to be made for a post, and says
// whether one may have been made for it before: by a try that got no answer, or
// by a process that ended there.
func (b *boards) trying(id sitting.ID, post int64) (again bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.of(id)
	again = known.post == post || known.turn == turn{}
	known.post = post
	b.written.Add(id, known)
	return again
}

// notTried takes back that a new message was tried.
func (b *boards) notTried(id sitting.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.of(id)
	known.post = 0
	b.written.Add(id, known)
}

// carryWithin is how long a visit waits for the poster.
const carryWithin = 20 * time.Second

// carry waits until the poster has given an answer that was offered by the table
// message. False: it has been written without, or can't be now.
func (b *boards) carry(ctx context.Context, r *rider) bool {
	if r == nil {
		return false
	}
	wait := time.NewTimer(carryWithin)
	defer wait.Stop()
	select {
	case carried := <-r.carried:
		return carried
	case <-wait.C:
	case <-ctx.Done():
	}
	return b.alight(ctx, r)
}

// alight takes back an answer that was offered. True: too late, the poster has given it.
func (b *boards) alight(ctx context.Context, r *rider) bool {
	if b.withdraw(r) {
		return false
	}
	select {
	case carried := <-r.carried:
		return carried
	case <-ctx.Done():
		return false
	}
}

// places know what stands lowest in each channel, from what clicks there tell.
type places struct {
	mu sync.Mutex
	by *simplelru.LRU[sitting.Channel, place]
}

type place struct {
	newest string // the newest message known of, our calls left out
	before string // the one before it
	call   string // our newest call, which will be deleted
	seal   string // our newest seal, a small line that hides nothing
}

// maxPlaces bounds what is remembered of channels. What is forgotten costs that a
// table message isn't posted anew below what is said there.
const maxPlaces = 4096

func newPlaces() places { return places{by: newest[sitting.Channel, place](maxPlaces)} }

// noted learns which message is the newest in its channel.
func (p *places) noted(c sitting.Channel, newest string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at, _ := p.by.Get(c); newest != at.call && newest != at.seal && later(newest, at.newest) {
		at.before, at.newest = at.newest, newest
		p.by.Add(c, at)
	}
}

// called learns which message is our call. A click on it may have told of it before.
func (p *places) called(c sitting.Channel, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at, _ := p.by.Get(c); id != "" && id != at.call {
		at.call = id
		if at.newest == id {
			at.newest = at.before
		}
		p.by.Add(c, at)
	}
}

// sealed learns which message is our seal: a table above it needn't be posted anew.
func (p *places) sealed(c sitting.Channel, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, _ := p.by.Get(c)
	at.seal = id
	if at.newest == id {
		at.newest = at.before
	}
	p.by.Add(c, at)
}

// below says whether something stands below a message.
func (p *places) below(c sitting.Channel, message string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, _ := p.by.Get(c)
	return later(at.newest, message)
}

// later compares ids of messages, which grow with time.
func later(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }
