package table

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Holdings are what is stored of one person, as it was at one moment. The zero Holdings are those of nobody who is known.
type Holdings struct {
	User      string // outer user id
	Kept      Kept
	Quiet     sitting.Quiet
	Servers   []Holding // those where anything is stored of them, by id
	Alone     int       // hands of their record in which nobody else sat
	Writings  []Writing // oldest first
	Seats     []sitting.ID
	Lost      []sitting.ID // tables whose channel was deleted, of which they are told
	Proposals []ProposalID // open
	Asks      []HeldAsk    // of late, oldest first
	Shared    []Shown      // what was shared that shows them, oldest first
}

// A HeldAsk is a question between a person and another, as it is kept.
type HeldAsk struct {
	Of     OwnerID // the table or proposal
	At     time.Time
	Kind   AskKind
	Asked  bool   // the other asked them; else they asked
	Answer string // "open", "none", "no" or "yes"
}

// A Holding is what is stored of a person in one server.
type Holding struct {
	Server  sitting.Server
	Name    string    // empty: none
	Hands   int       // of their record, in which others sat
	Entries int       // on their side of the tab
	Watches bool      // they are told when a table opens
	Told    time.Time // when they were last; zero: never
	Left    time.Time // since when they are known to have left it; zero: they haven't
}

// A Writing is a free text that a person wrote.
type Writing struct {
	Of   OwnerID // the table or proposal
	At   time.Time
	Kind string // of the event
	Text string
}

// An OwnHand is a hand that is over, of somebody who sat in it.
type OwnHand struct {
	Server sitting.Server
	Hand   sitting.HandKey
	Ended  time.Time
	Seat   int // theirs, from 0
	Record engine.Record
}

// Holdings returns what is stored of a person.
func (h *House) Holdings(ctx context.Context, p sitting.Person) (Holdings, error) {
	return h.opt.Habits.Holdings(ctx, p)
}

// OwnHands returns the hands that are over and in which a person sat, table by table. A deal that is being played once
// more is left out: nobody may know its cards.
func (h *House) OwnHands(ctx context.Context, p sitting.Person) ([]OwnHand, error) {
	tables, err := h.opt.Habits.Sat(ctx, p)
	if err != nil {
		return nil, err
	}
	var all []OwnHand
	for _, id := range tables {
		var hands []OwnHand
		err := h.runner.contain("hands not read", func() error {
			hands, err = h.ownHandsAt(ctx, id, p)
			return err
		}, "table", id)
		switch {
		case errors.Is(err, ErrBroken):
			h.opt.Log.Error("hands not read", "table", id, "error", err)
		case err != nil && !isBroken(err):
			return nil, err
		}
		all = append(all, hands...)
	}
	return all, nil
}

func (h *House) ownHandsAt(ctx context.Context, id sitting.ID, p sitting.Person) ([]OwnHand, error) {
	log, err := stored(ctx, h.opt.Store, id)
	if err != nil {
		return nil, err
	}
	var all []OwnHand
	for _, e := range log.Events {
		started, is := e.(sitting.HandStarted)
		if !is {
			continue
		}
		hand, sat, err := ownHand(&log, sitting.HandKey{Hand: started.Hand, Again: started.Again}, p)
		if err != nil {
			return nil, err
		}
		if sat {
			all = append(all, hand)
		}
	}
	return all, nil
}

// ownHand reads one hand of a table; false: it isn't over, or they didn't sit in it.
func ownHand(log *Log, key sitting.HandKey, p sitting.Person) (hand OwnHand, sat bool, err error) {
	past, err := sitting.FindHand(log.Head.Table, log.Events, log.At, key)
	if err != nil {
		return OwnHand{}, false, err
	}
	course, err := past.Course()
	if isRefusal(err) {
		return OwnHand{}, false, nil
	}
	hand = OwnHand{Server: log.Head.Server, Hand: key, Ended: log.At[course.Result.Seq-1]}
	for seat, s := range course.Result.Seats {
		if s.Person == p {
			hand.Seat, sat = seat, true
		}
	}
	if !sat || err != nil {
		return OwnHand{}, false, err
	}
	hand.Record, err = past.Record()
	hand.Record.Ended = hand.Ended.UTC().Format(time.RFC3339)
	return hand, true, err
}
