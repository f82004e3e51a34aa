package table

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// commit folds events and all that they bring about, stores them as one batch,
// and makes the outcome the present state. c is the command that they follow from;
// the zero Command where the table does it by itself. With a Repeated receipt nothing
// has changed. After any error but a refusal of the store's the table is read again next;
// errLost: another house has had it.
func (v *evening) commit(ctx context.Context, c sitting.Command, events []sitting.Event) (Receipt, error) {
	at := sitting.Whole(v.house.opt.Now())
	after, events, err := sitting.Follow(v.state, events, c.By, at, v.habits, v.house.dealer())
	if err != nil {
		return Receipt{}, err
	}
	for _, call := range v.clock(at).Calls(v.state, after) {
		after, events = sitting.Apply(after, call, at), append(events, call)
	}
	batch := v.batch(ctx, after, events, at)
	batch.Key = c.Key
	batch.By, batch.Lang = v.house.spoken(c)
	receipt, err := v.house.opt.Store.Append(ctx, batch)
	if err != nil {
		if errors.Is(err, ErrChannelTaken) || isRefusal(err) {
			return Receipt{}, err
		}
		receipt, err = v.house.recall(ctx, batch, err)
	}
	if errors.Is(err, ErrFenced) {
		v.house.count.conflicts.Add(1)
		err = errLost
	}
	if err != nil {
		v.forget()
		return Receipt{}, err
	}
	if receipt.Repeated {
		return receipt, nil
	}
	if receipt.TabHead != "" {
		after = after.WithTabHead(receipt.TabHead)
	}
	v.state, v.loaded = after, true
	v.slow = v.slow && batch.Checkpoint == nil
	v.learn(ctx)
	v.house.count.batches.Add(1)
	v.house.heard(batch.By, batch.Lang)
	v.house.opt.Log.Debug("stored", "table", v.id, "by", c.By, "from", receipt.From, "to", receipt.To)
	v.filled = true // a table that the store doesn't know begins with nothing
	for i := range receipt.Owed {
		receipt.Owed[i].After = batch.Owes[i].After // which isn't stored
	}
	v.place.owes(receipt.Owed)
	if v.place.isRefused(PostTable) && len(receipt.Owed) > 0 {
		v.place.owesToo(Post{Kind: PostHands, Hand: after.Hand(), Seq: after.Seq()})
	}
	if v.state.Unsealed() == 0 && v.state.Phase() != sitting.Dealing {
		v.told()
	}
	v.calm()
	return receipt, nil
}

// batch gathers what is stored with events that made the state after them.
func (v *evening) batch(ctx context.Context, after sitting.State, events []sitting.Event, at time.Time) Batch {
	clock := v.clock(at)
	b := Batch{
		Table: v.id, Fence: v.fence, At: at, From: v.state.Seq(), Events: events,
		Owes: postsFor(v.state, after, events, at, v.house.opt.Gather), Limits: v.house.opt.Limits, Waits: after.WaitsOn(), Head: after.Head(), Erase: after.Unused(),
	}
	b.Asks, b.Answers = asksOf(v.state, after, events)
	_, b.Wake = clock.Next(after)
	if _, opens := events[0].(sitting.Opened); opens && v.isWatched(ctx, after.Head().Server, at) {
		b.Owes = append(b.Owes, Post{Kind: PostOpening, Seq: b.From + 1})
	}
	over := sitting.JustOver(v.state, after)
	if over != nil {
		b.Ended = over.Finish()
	}
	if c, ok := after.Checkpoint(); ok && (over != nil || v.slow) {
		b.Checkpoint = &c
	}
	return b
}

// recallWithin bounds the question whether something is stored, for which a job has time though it has none left.
const recallWithin = 5 * time.Second

// recall finds out whether a batch was stored although storing it failed.
func (h *shared) recall(ctx context.Context, b Batch, failure error) (Receipt, error) {
	if b.Key == "" || errors.Is(failure, ErrConflict) {
		return Receipt{}, failure
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recallWithin)
	defer cancel()
	receipt, err := h.opt.Store.Recall(ctx, b.Key)
	if err != nil {
		return Receipt{}, failure
	}
	// This very batch, or an earlier one that had the key; where there are other houses it may be one that another decided at the same place.
	receipt.Repeated = receipt.Table != b.Table || receipt.From != b.From || h.opt.Workers != nil
	return receipt, nil
}

// spoken returns whose language is to be kept with what a command brings about, and
// which it is; nothing when it is as it was kept of late.
func (h *shared) spoken(c sitting.Command) (sitting.Person, string) {
	if known, _ := h.tongues.Get(c.By); c.By == "" || c.Lang == "" || c.Lang == known {
		return "", ""
	}
	return c.By, c.Lang
}

// heard notes that a person's language is kept.
func (h *shared) heard(p sitting.Person, lang string) {
	if p != "" {
		h.tongues.Add(p, lang)
	}
}

func (h *shared) dealer() sitting.Dealer {
	return sitting.Dealer{Deck: h.opt.Deck, FirstDealer: h.opt.FirstDealer, Seed: h.newSeed}
}

func (h *shared) newSeed() (deal.Seed, error) {
	var seed deal.Seed
	_, err := io.ReadFull(h.opt.Seeds, seed[:])
	return seed, err
}
