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
// and makes the outcome the present state. With a Repeated receipt nothing has
// changed. After any error but a refusal of the store's the table is read again next.
func (v *evening) commit(ctx context.Context, key string, by sitting.Person, events []sitting.Event) (Receipt, error) {
	at := sitting.Whole(v.house.opt.Now())
	after, events, err := sitting.Follow(v.state, events, by, at, v.habits, v.house.dealer())
	if err != nil {
		return Receipt{}, err
	}
	batch := v.batch(after, events, at)
	batch.Key = key
	receipt, err := v.house.opt.Store.Append(ctx, batch)
	if err != nil {
		if errors.Is(err, ErrChannelTaken) || isRefusal(err) {
			return Receipt{}, err
		}
		receipt, err = v.house.recall(ctx, batch, err)
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
	v.learn(ctx)
	v.house.count.batches.Add(1)
	v.house.opt.Log.Debug("stored", "table", v.id, "by", by, "from", receipt.From, "to", receipt.To)
	v.filled = true // a table that the store doesn't know begins with nothing
	v.place.owes(receipt.Owed)
	return receipt, nil
}

// batch gathers what is stored with events that made the state after them.
func (v *evening) batch(after sitting.State, events []sitting.Event, at time.Time) Batch {
	clock := v.clock(at)
	b := Batch{
		Table: v.id, Fence: v.fence, At: at, From: v.state.Seq(), Events: events,
		Owes: postsFor(v.state, after, events, clock), Limits: v.house.opt.Limits, Waits: after.WaitsOn(), Head: after.Head(),
	}
	_, b.Wake = clock.Next(after)
	if over := sitting.JustOver(v.state, after); over != nil {
		b.Ended = over.Finish()
	}
	return b
}

// recall finds out whether a batch was stored although storing it failed.
func (h *shared) recall(ctx context.Context, b Batch, failure error) (Receipt, error) {
	if b.Key == "" || errors.Is(failure, ErrConflict) {
		return Receipt{}, failure
	}
	receipt, err := h.opt.Store.Recall(ctx, b.Key)
	if err != nil {
		return Receipt{}, failure
	}
	// This very batch, or an earlier one that had the key.
	receipt.Repeated = receipt.Table != b.Table || receipt.From != b.From
	return receipt, nil
}

func (h *shared) dealer() sitting.Dealer {
	return sitting.Dealer{Deck: h.opt.Deck, FirstDealer: h.opt.FirstDealer, Seed: h.newSeed}
}

func (h *shared) newSeed() (deal.Seed, error) {
	var seed deal.Seed
	_, err := io.ReadFull(h.opt.Seeds, seed[:])
	return seed, err
}
