package commands

import (
	"sync"

	"github.com/boathouse-rum/boathouse/table"
)

// boards know, by channel, what the table message shows and which clicks on it
// wait to be answered by its next change. So a table message has one writer, the
// poster, and the newest state is always the last that it writes; but the writer
// may use a click's own answer, which no rate limit of the channel holds up.
type boards struct {
	mu sync.Mutex
	by map[table.Channel]*board
}

// A board is one channel's table message.
type board struct {
	shown   int64    // Seq of the newest state written, or being written
	waiting []*visit // oldest first
	newest  string   // the newest message known of in the channel, our pings left out
	ping    string   // our newest ping, which will be deleted
	turn    int      // the turn that the message was last written for
}

// maxBoards bounds what is remembered of quiet channels.
const maxBoards = 4096

func (b *boards) of(c table.Channel) *board {
	if b.by == nil || len(b.by) >= maxBoards {
		// What is forgotten costs an edit that changes nothing, and a click that is
		// answered by its own patience.
		b.by = make(map[table.Channel]*board)
	}
	if b.by[c] == nil {
		b.by[c] = &board{}
	}
	return b.by[c]
}

// offer lets the poster answer a click by the table message as it will be with
// event seq. False: that state has been written already.
func (b *boards) offer(v *visit, seq int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	board := b.of(v.in.ChannelID)
	if board.shown >= seq {
		return false
	}
	board.waiting = append(board.waiting, v)
	return true
}

// take gives the poster, about to write the state of event seq, all clicks that
// wait for it.
func (b *boards) take(c table.Channel, seq int64) []*visit {
	b.mu.Lock()
	defer b.mu.Unlock()
	board := b.of(c)
	waiting := board.waiting
	board.waiting, board.shown = nil, seq
	return waiting
}

// noted learns from a click which message is the newest in its channel.
func (b *boards) noted(c table.Channel, newest string) {
	if newest == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if board := b.of(c); newest != board.ping && later(newest, board.newest) {
		board.newest = newest
	}
}

// pinged learns of a ping that was just posted.
func (b *boards) pinged(c table.Channel, id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of(c).ping = id
}

// turned says whether a new turn begins, or a hand ends or starts, while other
// messages stand below the table message.
func (b *boards) turned(s *table.Snapshot, message string) bool {
	turn := s.Hand<<16 | s.View.Turns<<2 | int(s.Phase)
	b.mu.Lock()
	defer b.mu.Unlock()
	board := b.of(s.Channel)
	changed := board.turn != turn
	board.turn = turn
	return changed && s.Phase == table.Playing && later(board.newest, message)
}

// later compares ids of messages, which grow with time.
func later(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }
