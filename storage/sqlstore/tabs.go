package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// A deed is what a parcel of a proposal has that a table's hasn't.
type deed struct {
	read      int64 // number of the newest entry that it was decided on; below 0: none was read
	low, high sitting.Person
	was       tab.Outcome // of a hand that it voids
	left      tab.Release // zero: it doesn't matter whether anybody has left
	creditor  sitting.Person
}

// Agree stores what a proposal did, as [table.Tabs] says. Its other errors are those of Append.
func (d *Store) Agree(ctx context.Context, in table.Deed) (table.Receipt, error) {
	isOpen := in.After.Stage == tab.Open
	b := table.Batch{
		Table: sitting.ID(in.Proposal), Fence: in.Fence, Key: in.Key, At: in.At, From: in.From, Owes: in.Owes, Wake: in.Wake, By: in.By, Lang: in.Lang,
		Asks: in.Asks, Answers: in.Answers,
		Head: sitting.Head{Table: sitting.ID(in.Proposal), Server: in.Server, Open: isOpen},
	}
	low, high := storage.Between(in.After)
	p := parcel{batch: &b, at: b.At.UnixMilli(), lines: in.Lines, deed: &deed{read: in.Read, low: low, high: high}}
	var h storage.Hasher
	for _, e := range in.Events {
		p.events = append(p.events, storage.SealTab(e, &h))
		if agreed, ok := e.(tab.Agreed); ok {
			p.deed.was = agreed.Was
		}
	}
	release, is := in.After.Change.(tab.Release)
	if stage := in.After.Stage; is && (stage == tab.Open || stage == tab.Confirmed) {
		p.deed.left, p.deed.creditor = release, in.After.With
	}
	return d.put(ctx, &p, false)
}

// mayAgree returns table.ErrConflict where the books aren't as a proposal was decided on, and a
// *tab.Refusal where somebody whom it waits for has been erased since.
func (w *Tx) mayAgree(p *parcel) error {
	if p.deed == nil || p.deed.read < 0 {
		return nil
	}
	if p.batch.Head.Open {
		if err := w.keeper.HoldPeople(p.deed.low, p.deed.high); err != nil {
			return err
		}
		var there [1]driver.Value
		if _, err := w.said.AreThere.Row(there[:], string(p.deed.low), string(p.deed.high)); err != nil {
			return err
		}
		if there[0].(int64) < 2 {
			return &tab.Refusal{Code: tab.IsGone}
		}
	}
	if left := p.deed.left; left.Left != 0 {
		var dest [1]driver.Value
		is, err := w.said.IsAway.Row(dest[:], string(p.batch.Head.Server), string(p.deed.creditor), left.Left)
		if err != nil {
			return err
		}
		if !is {
			return table.ErrConflict
		}
	}
	pairs := map[[2]sitting.Person]bool{{p.deed.low, p.deed.high}: true}
	for _, l := range p.lines {
		pairs[storage.Pair(l.Person, l.Other)] = true
	}
	for pair := range pairs {
		var dest [1]driver.Value
		taken, err := w.said.Between.Row(dest[:], string(p.batch.Head.Server), string(pair[0]), string(pair[1]), string(p.batch.Table), p.deed.read)
		if err != nil {
			return err
		}
		if taken {
			return table.ErrConflict
		}
	}
	return nil
}

// propose adds the row of a new proposal.
func (w *Tx) propose(p *parcel) (Head, error) {
	to := &p.batch.Head
	id, err := newID(w.said.AddProposal, string(to.Table), string(to.Server), AsInt(to.Open), string(p.deed.low), string(p.deed.high))
	return Head{ID: id, Open: to.Open}, err
}

// takeQuarters takes what hands brought that are undone out of the quarters that they were
// counted in, and drops those that come to nothing then. What else people settle between them is no
// play, and counts nowhere.
func (w *Tx) takeQuarters(p *parcel) error {
	server := p.batch.Head.Server
	at := int64(0)
	taken := make(map[storage.Quarter]int64)
	pieces := make(map[factKey]bool)
	for _, l := range p.lines {
		undoes, ok := l.From.(tab.Reversal)
		if !ok {
			continue
		}
		var dest [2]driver.Value
		found, err := w.said.FindEntry.Row(dest[:], string(server), undoes.Seq)
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("storage: no entry %d to undo: %w", undoes.Seq, table.ErrConflict)
		}
		if dest[1].(string) != tab.KindHand.String() {
			continue
		}
		at = dest[0].(int64)
		taken[storage.Quarter{Server: server, Person: l.Person, Start: tab.QuarterOf(at)}] += l.Pips
		start, _ := storage.PieceOf(at)
		pieces[factKey{l.Person, start}] = true
	}
	for _, who := range p.deed.was.People {
		taken[storage.Quarter{Server: server, Person: who, Start: tab.QuarterOf(at)}] += 0
	}
	for _, q := range slices.SortedFunc(maps.Keys(taken), storage.CompareQuarters) {
		t := p.deed.was.Tally(q.Person)
		if err := w.addQuarter(server, q.Person, q.Start, taken[q], tab.Tally{Hands: -t.Hands, Wins: -t.Wins, Rummies: -t.Rummies}); err != nil {
			return err
		}
		if err := w.said.DropQuarter.Tell(string(server), string(q.Person), q.Start); err != nil {
			return err
		}
	}
	for key := range pieces {
		if err := w.retellFacts(server, key); err != nil {
			return err
		}
	}
	return nil
}

// Proposal returns a proposal as it was at one moment, as [table.Tabs] says.
func (r *Reader) Proposal(ctx context.Context, id table.ProposalID) (l table.ProposalLog, err error) {
	tx, err := r.snapshot(ctx)
	if err != nil {
		return table.ProposalLog{}, Sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	err = tx.StmtContext(ctx, r.asked.FindProposal).QueryRowContext(ctx, string(id)).Scan(&l.Server)
	if err != nil {
		return table.ProposalLog{}, Found(err, table.ErrNotFound)
	}
	rows, err := tx.StmtContext(ctx, r.asked.Events).QueryContext(ctx, string(id), 0)
	err = Each(rows, err, func() error {
		var at int64
		var kind, note string
		var body []byte
		if err := rows.Scan(&at, &kind, &body, &note); err != nil {
			return err
		}
		e, err := tab.DecodeEvent(kind, body, note)
		if err != nil {
			return &storage.EventError{Table: sitting.ID(id), Seq: int64(len(l.Events)) + 1, Kind: kind}
		}
		l.Events, l.At = append(l.Events, e), append(l.At, storage.Stamp(at))
		return nil
	})
	if err != nil {
		return table.ProposalLog{}, err
	}
	of := table.Log{Head: sitting.Head{Table: sitting.ID(id)}}
	for _, part := range []func(context.Context, *sql.Tx, *table.Log) error{r.loadOwed, r.loadRefs} {
		if err := part(ctx, tx, &of); err != nil {
			return table.ProposalLog{}, err
		}
	}
	l.Owed, l.Refs = of.Owed, of.Refs
	return l, nil
}

// ProposalPosted marks posts of a proposal as made, as [table.Tabs] says.
func (d *Store) ProposalPosted(ctx context.Context, done []int64, id table.ProposalID, f table.Fence, refs table.Refs) error {
	return d.Posted(ctx, done, sitting.ID(id), f, refs)
}

// Pending lists the open proposals of a person, as [table.Tabs] says.
func (r *Reader) Pending(ctx context.Context, p sitting.Person) ([]table.ProposalID, error) {
	rows, err := r.db.QueryContext(ctx, openBetween, string(p))
	return Column[table.ProposalID](rows, err)
}
