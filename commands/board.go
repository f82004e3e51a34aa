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
}

// A board is what is known of one table's message.
type board struct {
	message string // where it stood when it was last written
	shown   int64  // Seq of the newest state written, or being written
	turn    turn   // that was last written
	post    int64  // the post that a new message was last tried for
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
	return boards{written: newest[sitting.ID, board](maxBoards), riders: make(map[sitting.ID][]*rider)}
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

// wrote learns that the message shows a turn, and where it stands.
func (b *boards) wrote(id sitting.ID, message string, now turn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	known := b.of(id)
	known.message, known.turn = message, now
	b.written.Add(id, known)
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

// carryWithin is how long a visit waits for the poster.
const carryWithin = 20 * time.Second

// carry has the poster give an answer by the table message that it is about to
// write, as it is with event seq. False: it has been written without, or can't be now.
func (b *boards) carry(ctx context.Context, a *answer, id sitting.ID, seq int64) bool {
	r := b.offer(a, id, seq)
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
	newest string // the newest message known of, our pings left out
	before string // the one before it
	ping   string // our newest ping, which will be deleted
}

// maxPlaces bounds what is remembered of channels. What is forgotten costs that a
// table message isn't posted anew below what is said there.
const maxPlaces = 4096

func newPlaces() places { return places{by: newest[sitting.Channel, place](maxPlaces)} }

// noted learns which message is the newest in its channel.
func (p *places) noted(c sitting.Channel, newest string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at, _ := p.by.Get(c); newest != at.ping && later(newest, at.newest) {
		at.before, at.newest = at.newest, newest
		p.by.Add(c, at)
	}
}

// pinged learns which message is our ping. A click on it may have told of it before.
func (p *places) pinged(c sitting.Channel, id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at, _ := p.by.Get(c); id != "" && id != at.ping {
		at.ping = id
		if at.newest == id {
			at.newest = at.before
		}
		p.by.Add(c, at)
	}
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
