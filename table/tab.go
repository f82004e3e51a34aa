package table

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A TabCommand is what somebody asks of a tab.
type TabCommand struct {
	Key      string     // idempotency key
	Proposal ProposalID // empty: a new one
	By       sitting.Person
	Manager  bool // By manages the server
	Do       tab.Request
	Lang     string // of By, BCP 47
}

// A TabSight is what both sides may know of a proposal.
type TabSight struct {
	ID       ProposalID
	Server   sitting.Server
	Proposal tab.Proposal
	Note     string         // empty without one, or where it was erased
	Seq      int64          // events so far
	Asked    int64          // the number of the event that asked last
	Answered sitting.Person // who said yes or no; empty: nobody
	Moves    []Moved        // what the change does, or has done; empty after a refusal
	Undoes   Undoes         // what an open wish to undo is about
}

// Undoes is when something was entered on the tab, and with what note.
type Undoes struct {
	At   int64  // unix ms; 0: not known
	Note string // empty without one
}

// A Moved is what a change does to what lies between two people.
type Moved struct {
	Person, Other sitting.Person
	Before, After int64 // what Other owes Person; below 0: Person owes Other
}

// A TabReply is what a command did to a proposal.
type TabReply struct {
	TabSight             // after the command; of a refused new one with Stage 0
	Owed     int64       // what the other owed the caller when it was decided
	Did      []tab.Event // nil: nothing was done, or by the same command before
	Repeated bool        // the key was taken before; of a new proposal only its ID is told then
}

// A TabPoster brings the one message of a proposal to the channel where it was asked for, or
// edits it, and returns where it stands: its errors are those of a [Poster]. p.Calls are those whom
// it may notify. Where somebody is asked anew, which p.Seq tells, a new message takes its place,
// since an edit notifies nobody.
type TabPoster interface {
	PostProposal(ctx context.Context, p Post, s TabSight, refs Refs) (Refs, error)
}

// Tab carries out what somebody asks of a tab. Its errors are *tab.Refusal and *sitting.Refusal,
// which changed nothing; ctx.Err(), after which the command may or may not have been taken; and
// faults.
func (h *House) Tab(ctx context.Context, c TabCommand) (TabReply, error) {
	if c.Key == "" || c.Do == nil || c.By == "" {
		return TabReply{}, errNoVerb
	}
	id := c.Proposal
	if id == "" {
		fresh, err := h.newID()
		if err != nil {
			return TabReply{}, err
		}
		id = ProposalID(string(proposalMark) + string(fresh))
	}
	reply, err := h.askProposal(ctx, id, c)
	if err == nil && reply.Repeated { // told as it is now, with what it has done
		return h.LookTab(ctx, reply.ID)
	}
	return reply, err
}

// LookTab returns a proposal as it is now, as of a repeated command. Errors: *tab.Refusal with NoProposal, faults.
func (h *House) LookTab(ctx context.Context, id ProposalID) (TabReply, error) {
	return ask(ctx, h, id, "look", "", func(ctx context.Context, v *proposal) (TabReply, error) {
		if err := v.load(ctx); err != nil {
			return TabReply{}, v.fault(TabCommand{}, err)
		}
		if v.now.Stage == 0 {
			return TabReply{}, &tab.Refusal{Code: tab.NoProposal}
		}
		reply := TabReply{TabSight: v.sight(), Repeated: true}
		return reply, v.fault(TabCommand{}, v.effects(ctx, &reply.TabSight))
	})
}

func (h *House) askProposal(ctx context.Context, id ProposalID, c TabCommand) (TabReply, error) {
	return ask(ctx, h, id, "tab", c.By, func(ctx context.Context, v *proposal) (TabReply, error) { return v.ask(ctx, c) })
}

// drop ends the open proposals of somebody who leaves for good, and lists them.
func (h *House) drop(ctx context.Context, p sitting.Person, key string) ([]ProposalID, error) {
	if h.opt.Tabs == nil {
		return nil, nil
	}
	open, err := h.opt.Tabs.Pending(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, id := range open {
		_, err := h.askProposal(ctx, id, TabCommand{Key: key + "-drop-" + string(id), By: p, Do: tab.Drop{}})
		var no *tab.Refusal
		if err != nil && !errors.As(err, &no) && !isBroken(err) {
			return nil, err
		}
	}
	return open, nil
}
