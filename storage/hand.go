package storage

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// A Hand is a hand that is over: played to its end, or abandoned.
type Hand struct {
	Table  sitting.ID
	Server sitting.Server
	Number int              // from 1
	Again  int              // 0: dealt fresh; k: the k-th turning of its deal
	Seed   [32]byte         // of the fair deal
	Seats  []sitting.Sitter // nil where its table has events that no rule leads to
	Events []engine.Event   // from its Dealt to its Won or Blocked; to its last move when abandoned
	Ended  time.Time
}

// HandsOver splits the hands that are over from a log. What was taken back is left
// out, so that each is legal from its deal to its end. Hands whose deal lies on the table
// again are left out too: they would tell who holds what.
func HandsOver(l *table.Log) []Hand {
	var hands []Hand
	seeds := make(map[int][32]byte)
	var h Hand
	audit := sitting.NewAudit(l.Head.Table)
	for i, e := range l.Events {
		if audit != nil && !Follows(audit.Next(e, l.At[i])) {
			audit = nil
		}
		if c, ok := e.(sitting.Committed); ok {
			seeds[c.Hand] = c.Seed
		}
		if start, ok := e.(sitting.HandStarted); ok {
			h = Hand{Table: l.Head.Table, Server: l.Head.Server, Number: start.Hand, Again: start.Again, Seed: seeds[start.Hand]}
		}
		if back, ok := e.(sitting.TookBack); ok {
			h.Events = before(h.Events, back.Seat)
		}
		_, over := e.(sitting.Closed)
		if _, ok := e.(sitting.Abandoned); ok {
			over = true
		}
		if p, ok := e.(sitting.Played); ok {
			h.Events = append(h.Events, p.Event)
			over = isEnd(p.Event)
		}
		if over && len(h.Events) > 0 {
			h.Ended = l.At[i]
			if audit != nil {
				h.Seats = audit.Last().Seats
			}
			hands = append(hands, h)
			h.Events = nil
		}
	}
	if len(h.Events) > 0 {
		hands = slices.DeleteFunc(hands, func(over Hand) bool { return over.Number == h.Number })
	}
	return hands
}

// before cuts off the newest play of a seat and what came after it.
func before(events []engine.Event, seat engine.Seat) []engine.Event {
	for i := len(events) - 1; i > 0; i-- {
		if at, move := engine.MoveOf(events[i]); move != nil && at == seat {
			return events[:i]
		}
	}
	return events
}

// Follows says whether an audit can go on after its answer.
func Follows(err error) bool {
	var flaw *sitting.Flaw
	return err == nil || errors.As(err, &flaw) && flaw.Code == sitting.OtherDeck
}

// ID returns the name of the hand's record, which no other hand has: that of its
// table and its number, "-again1" and so on after it for a turning.
func (h *Hand) ID() string {
	id := fmt.Sprintf("%s-%d", h.Table, h.Number)
	if h.Again > 0 {
		id += fmt.Sprintf("-again%d", h.Again)
	}
	return id
}

// isEnd reports whether a hand is over with an event.
func isEnd(e engine.Event) bool {
	switch e.(type) {
	case engine.Won, engine.Blocked:
		return true
	case engine.Dealt, engine.Drew, engine.Melded, engine.LaidOff, engine.Discarded, engine.WentOut:
	}
	return false
}

// An Entry is a row of the tab of a server.
type Entry struct {
	tab.Entry
	Server sitting.Server
	Seq    int64 // from 1 in each server
	At     time.Time
	Source tab.Source // what it comes from
	Hash   string     // of the server's tab up to here, in hex
}

// Booked returns the entry as the books know it.
func (e *Entry) Booked() tab.Booked {
	return tab.Booked{Line: tab.Line{Entry: e.Entry, Seq: e.Seq, From: e.Source}, At: e.At.UnixMilli()}
}

// Hand returns the hand that the entry comes from; the zero Hand when it comes from
// something else.
func (e *Entry) Hand() tab.Hand {
	hand, _ := e.Source.(tab.Hand)
	return hand
}
