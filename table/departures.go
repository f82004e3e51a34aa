package table

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Departures keep which people have left which servers, as far as Discord has said so.
type Departures interface {
	// Departed keeps that a person isn't in a server, and since when that is known. A time that is
	// kept already stays.
	Departed(ctx context.Context, s sitting.Server, p sitting.Person, at time.Time) error
	// Returned keeps that they are there again.
	Returned(ctx context.Context, s sitting.Server, p sitting.Person) error
	// Departure returns what is kept; the zero Departure of a person who isn't known to have left.
	Departure(ctx context.Context, s sitting.Server, p sitting.Person) (Departure, error)
	// Welcomed forgets the departure of a person who has returned, and was told what came of it.
	Welcomed(ctx context.Context, s sitting.Server, p sitting.Person) error
}

// A Departure is that a person left a server.
type Departure struct {
	Since  time.Time // it is known; zero: they are back
	Untold time.Time // from when on they weren't told what was written off; zero: nothing is kept
}

// Returned ends what waits for a manager because a person had left a server.
func (h *House) Returned(ctx context.Context, s sitting.Server, p sitting.Person) error {
	if h.opt.Tabs == nil {
		return nil
	}
	open, err := h.opt.Tabs.Pending(ctx, p)
	if err != nil {
		return err
	}
	for _, id := range open {
		asked, err := h.LookTab(ctx, id)
		if err == nil && asked.Server == s && asked.Proposal.AsksManager() && asked.Proposal.With == p {
			_, err = h.askProposal(ctx, id, TabCommand{By: p, Do: tab.Drop{}})
		}
		var no *tab.Refusal
		if err != nil && !errors.As(err, &no) && !isBroken(err) {
			return err
		}
	}
	return nil
}
