package table

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A proposal is an owner beside the evenings: what somebody asks for on a tab, until it
// is over, and the one message that tells of it.
type proposal struct {
	house *shared
	place *place
	id    ProposalID

	log    ProposalLog
	now    tab.Proposal // what the events have come to
	loaded bool
	fence  Fence
	amiss  bool // something of its own went wrong, and it wasn't rung since

	refs   Refs // of the poster alone, once it is filled
	filled bool
}

// isProposal says whether an owner is a proposal. The ids of tables are of letters and
// the digits from 2 to 7.
func isProposal(id OwnerID) bool { return len(id) > 0 && id[0] == proposalMark }

const proposalMark = '9'

// forget drops what is in memory, so that the next job reads it again.
func (v *proposal) forget() {
	v.log, v.now, v.loaded, v.amiss = ProposalLog{}, tab.Proposal{}, false, true
}

// part has nothing more to do: nobody waits for a proposal.
func (v *proposal) part() { v.forget() }

// load reads the proposal if it isn't in memory, or isn't in the store as it is there. One
// that the store doesn't know has Stage 0. errLost: another house has had it.
func (v *proposal) load(ctx context.Context) error {
	if v.loaded {
		isFresh, err := v.house.isFresh(ctx, v.place, v.fence, int64(len(v.log.Events)))
		if isFresh || err != nil {
			return err
		}
		v.forget()
	}
	claim, err := v.place.claim(ctx, v.house.opt.Store)
	if err != nil {
		return err
	}
	v.fence = claim.Fence
	log, err := v.house.opt.Tabs.Proposal(ctx, v.id)
	if errors.Is(err, ErrNotFound) {
		v.amiss = false
		v.place.isRead()
		return nil
	}
	if err != nil {
		return err
	}
	taken := v.place.isRead()
	v.fold(log)
	v.loaded, v.amiss = true, false
	if v.filled { // the poster knows better than the store
		v.place.owes(log.Owed)
		return nil
	}
	v.refs, v.filled = log.Refs, true
	v.place.recallRefused(log.Refs.Refused)
	v.place.owed(log.Owed)
	if log.Refs.Table != "" && (taken || len(log.Refs.Left) > 0) {
		v.house.runner.onceMore(v.place.id, Post{Kind: PostProposal, Seq: int64(len(log.Events)), To: Address{Channel: sitting.Channel(v.now.Where)}}, true)
	}
	return nil
}

// fold takes over what is stored.
func (v *proposal) fold(log ProposalLog) {
	v.log, v.now = log, tab.Proposal{}
	for _, e := range log.Events {
		v.now = tab.Apply(v.now, e)
	}
}

// proposalOf is a proposal as it is stored, to be looked at only.
func proposalOf(h *shared, id ProposalID, log ProposalLog) *proposal {
	v := &proposal{house: h, id: id, refs: log.Refs}
	v.fold(log)
	return v
}

// ask decides and stores what somebody asks, and answers.
func (v *proposal) ask(ctx context.Context, c TabCommand) (TabReply, error) {
	v.house.count.commands.Add(1)
	for range attempts {
		if err := v.load(ctx); err != nil {
			return TabReply{}, v.fault(c, err)
		}
		reply, err := v.attempt(ctx, c)
		if !errors.Is(err, ErrConflict) {
			return reply, v.fault(c, err)
		}
		v.house.count.conflicts.Add(1)
		v.forget()
	}
	return TabReply{}, v.fault(c, ErrConflict)
}

// attempt decides a request on the books as they are now, and stores what follows.
func (v *proposal) attempt(ctx context.Context, c TabCommand) (TabReply, error) {
	read := Reading{Tab: -1}
	read.Books.Manager = c.Manager
	if hangsOnBooks(c.Do) {
		var err error
		if read, err = v.read(ctx, c); err != nil {
			return TabReply{}, err
		}
	}
	at := sitting.Whole(v.house.opt.Now())
	events, err := tab.Decide(v.now, c.By, c.Do, read.Books, at.UnixMilli())
	if err != nil {
		return v.refuse(ctx, c, &read.Books, err)
	}
	if len(events) == 0 {
		return v.answer(&read.Books), nil
	}
	d := Deed{
		Proposal: v.id, Fence: v.fence, Server: sitting.Server(v.now.Tab), Key: c.Key, At: at, From: int64(len(v.log.Events)), Events: events, After: v.now,
		Read: read.Tab,
	}
	d.By, d.Lang = v.house.spoken(sitting.Command{By: c.By, Lang: c.Lang})
	for _, e := range events {
		d.After = tab.Apply(d.After, e)
	}
	d.Server = sitting.Server(d.After.Tab)
	if d.After.Stage == tab.Open {
		d.Wake = fromMillis(d.After.Until)
	}
	if d.After.Stage == tab.Confirmed {
		d.Lines = d.After.Lines(string(v.id), read.Books.Brought)
	}
	d.Owes = []Post{{Kind: PostProposal, Seq: d.From + int64(len(events)), To: Address{Channel: sitting.Channel(d.After.Where)}}}
	d.Asks, d.Answers = asksBy(&d, v.asked())
	receipt, err := v.house.opt.Tabs.Agree(ctx, d)
	if isRefusal(err) {
		return v.refuse(ctx, c, &read.Books, err)
	}
	if err != nil {
		receipt, err = v.house.recall(ctx, Batch{Table: sitting.ID(v.id), From: d.From, Key: d.Key}, err)
	}
	if errors.Is(err, ErrFenced) {
		v.house.count.conflicts.Add(1)
		err = errLost
	}
	if err != nil {
		v.forget()
		return TabReply{}, err
	}
	if receipt.Repeated {
		return TabReply{TabSight: TabSight{ID: ProposalID(receipt.Table)}, Repeated: true}, nil
	}
	v.take(d, receipt)
	reply := v.answer(&read.Books)
	reply.Did = events
	if err := v.effects(ctx, &reply.TabSight); err != nil { // what is stored stays so
		_ = v.fault(c, err)
	}
	return reply, nil
}

// hangsOnBooks says whether what is asked for is decided on how the books stand.
func hangsOnBooks(do tab.Request) bool {
	switch do.(type) {
	case tab.Propose, tab.Confirm:
		return true
	case tab.Decline, tab.Expire, tab.Drop:
	}
	return false
}

// take makes what was stored the present.
func (v *proposal) take(d Deed, receipt Receipt) {
	v.log.Server, v.log.Events = d.Server, append(v.log.Events, d.Events...)
	for range d.Events {
		v.log.At = append(v.log.At, d.At)
	}
	v.now, v.loaded, v.filled = d.After, true, true
	v.house.count.batches.Add(1)
	v.house.heard(d.By, d.Lang)
	v.house.opt.Log.Debug("stored", "proposal", v.id, "by", d.By, "from", receipt.From, "to", receipt.To)
	v.place.owes(receipt.Owed)
}

// read reads what a request is decided on.
func (v *proposal) read(ctx context.Context, c TabCommand) (Reading, error) {
	change, server, with := v.now.Change, sitting.Server(v.now.Tab), v.now.With
	if propose, ok := c.Do.(tab.Propose); ok && v.now.Stage == 0 {
		change, server, with = propose.Change, sitting.Server(propose.Tab), propose.With
	}
	by := c.By
	switch {
	case v.now.AsksManager(): // whose yes is decided on what lies between the other two
		by = v.now.By
	case with == by:
		with = v.now.By
	}
	read, err := v.house.opt.Tabs.Books(ctx, server, by, with, change)
	if err != nil {
		return Reading{}, err
	}
	if v.house.opt.Seasons != nil {
		calendar, err := v.house.opt.Seasons.Calendar(ctx, server)
		if err != nil {
			return Reading{}, err
		}
		read.Books.Least = calendar.Least
	}
	read.Books.Manager = c.Manager
	read.Books.Pending = read.Books.Pending && v.now.Stage != tab.Open
	if void, ok := change.(tab.Void); ok && len(read.Books.Brought) > 0 {
		read.Books.Was, err = v.house.outcome(ctx, void.Hand)
	}
	return read, err
}

// outcome returns what a hand was to its people.
func (h *shared) outcome(ctx context.Context, hand tab.Hand) (tab.Outcome, error) {
	past, err := pastHand(ctx, h.opt.Store, sitting.ID(hand.Table), sitting.HandKey{Hand: hand.Number, Again: hand.Again})
	if err != nil {
		return tab.Outcome{}, err
	}
	return past.Outcome(), nil
}

// refuse answers a request that is refused. One that was taken before is not refused
// but repeated: its own effect may be what is in its way now.
func (v *proposal) refuse(ctx context.Context, c TabCommand, b *tab.Books, no error) (TabReply, error) {
	if c.Key != "" {
		receipt, err := v.house.opt.Store.Recall(ctx, c.Key)
		switch {
		case err == nil && receipt.Table == sitting.ID(v.id):
			reply := v.answer(b)
			reply.Repeated = true
			return reply, nil
		case err == nil:
			return TabReply{TabSight: TabSight{ID: ProposalID(receipt.Table)}, Repeated: true}, nil
		case !errors.Is(err, ErrNotFound):
			return TabReply{}, err
		}
	}
	v.house.count.refusals.Add(1)
	v.house.opt.Log.Debug("refused", "proposal", v.id, "by", c.By, "error", no)
	return v.answer(b), no
}

func (v *proposal) answer(b *tab.Books) TabReply {
	return TabReply{TabSight: v.sight(), Owed: b.Owed}
}

// sight is what both sides may know of the proposal.
func (v *proposal) sight() TabSight {
	return TabSight{
		ID: v.id, Server: v.log.Server, Proposal: v.now, Seq: int64(len(v.log.Events)), Asked: v.asked(),
		Note: noteOf(v.log.Events), Answered: answeredBy(v.log.Events),
	}
}

// noteOf is what was written to a proposal; empty without a note, or where it was erased.
func noteOf(events []tab.Event) (note string) {
	for _, e := range events {
		if proposed, ok := e.(tab.Proposed); ok && proposed.Note != "" {
			note = proposed.Note
		}
	}
	return note
}

// answeredBy is who said yes or no; empty: nobody.
func answeredBy(events []tab.Event) (who sitting.Person) {
	for _, e := range events {
		switch e := e.(type) {
		case tab.Agreed:
			who = e.By
		case tab.Refused:
			who = e.By
		case tab.Proposed, tab.TakenBack, tab.RanOut, tab.Dropped:
		}
	}
	return who
}

// asked is the number of the event that asked last; 0: none did.
func (v *proposal) asked() (last int64) {
	for i, e := range v.log.Events {
		if _, asks := e.(tab.Proposed); asks {
			last = int64(i) + 1
		}
	}
	return last
}

// effects tells what the proposed change does to what lies between people, as far as the books tell
// now, or what it has done; and what it would undo.
func (v *proposal) effects(ctx context.Context, s *TabSight) (err error) {
	p := &v.now
	switch p.Change.(type) {
	case tab.Settle, tab.Forgive, tab.LetGo, tab.Release:
		s.Moves = []Moved{movedBy(p, p.Owed, p.Lines(string(v.id), nil))}
		return nil
	case tab.Undo, tab.Reclaim, tab.Void:
	}
	if p.Stage == tab.Confirmed {
		agreed, _ := v.log.Events[len(v.log.Events)-1].(tab.Agreed)
		s.Moves, err = v.house.opt.Tabs.Moved(ctx, v.log.Server, agreed.Undid)
		return err
	}
	read, err := v.house.opt.Tabs.Books(ctx, v.log.Server, p.By, p.With, p.Change)
	if err != nil {
		return err
	}
	s.Moves, s.Undoes.At = []Moved{movedBy(p, read.Books.Owed, p.Lines(string(v.id), read.Books.Brought))}, read.At
	if by := broughtBy(p.Change); by != "" {
		log, err := v.house.opt.Tabs.Proposal(ctx, by)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		s.Undoes.Note = noteOf(log.Events)
	}
	return nil
}

// broughtBy names the proposal that brought what a change undoes; empty for a hand.
func broughtBy(c tab.Change) ProposalID {
	if undo, ok := c.(tab.Undo); ok {
		switch from := undo.From.(type) {
		case tab.Settlement:
			return ProposalID(from.Proposal)
		case tab.Forgiveness:
			return ProposalID(from.Proposal)
		case tab.Hand, tab.Reversal, tab.WriteOff:
		}
	}
	return ""
}

// movedBy is what lines do between the two of a proposal, of whom the one owes the other so much before.
func movedBy(p *tab.Proposal, owed int64, lines []tab.Line) Moved {
	m := Moved{Person: p.By, Other: p.With, Before: owed, After: owed}
	for _, l := range lines {
		if l.Person == p.By {
			m.After += l.Pips
		}
	}
	return m
}

// fault logs an error that is neither a refusal nor a conflict that is decided anew.
func (v *proposal) fault(c TabCommand, err error) error {
	var no *tab.Refusal
	if err == nil || errors.As(err, &no) || isRefusal(err) || errors.Is(err, errLost) {
		return err
	}
	v.house.count.faults.Add(1)
	v.house.opt.Log.Log(context.Background(), levelOf(err), "job failed", "proposal", v.id, "by", c.By, "error", err)
	return err
}
