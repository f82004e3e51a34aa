package table

import (
	"context"
	"errors"
	"io"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// attempts is how often a command is decided anew because another writer was
// first. There is one writer in service, so twice is already rare.
const attempts = 5

// command decides and stores what a person asks of a table, and answers.
func (h *House) command(ctx context.Context, r *room, c sitting.Command) (Reply, error) {
	h.count.commands.Add(1)
	if err := r.load(ctx); err != nil {
		return Reply{}, h.fault(r, sitting.Verb(c.Do), c.By, err)
	}
	r.sawActing(c.By, h.opt.Now())
	if no, was := h.refused.Get(c.Key); was {
		return r.answer(c, true), no
	}
	for range attempts {
		reply, err := h.attempt(ctx, r, c)
		if !errors.Is(err, ErrConflict) {
			return reply, h.fault(r, sitting.Verb(c.Do), c.By, err)
		}
		h.count.conflicts.Add(1)
		r.forget()
		if err := r.load(ctx); err != nil {
			return Reply{}, h.fault(r, sitting.Verb(c.Do), c.By, err)
		}
	}
	return Reply{}, h.fault(r, sitting.Verb(c.Do), c.By, ErrConflict)
}

// attempt decides a command on the present state and stores what follows.
func (h *House) attempt(ctx context.Context, r *room, c sitting.Command) (Reply, error) {
	if _, opens := c.Do.(sitting.Open); opens && r.state.Phase() != 0 {
		return Reply{}, errTaken
	}
	if back := sitting.Return(r.state, c); back != nil {
		// Stored apart, because the seat is given back whatever becomes of the command.
		if _, err := h.commit(ctx, r, "", c.By, []sitting.Event{back}); err != nil {
			return Reply{}, err
		}
	}
	before := r.state
	events, err := sitting.Decide(before, c, h.dealer())
	switch {
	case isRefusal(err):
		return h.refuse(ctx, r, c, err)
	case err != nil:
		return Reply{}, err
	case len(events) == 0:
		return r.answer(c, false), nil
	}
	receipt, err := h.commit(ctx, r, c.Key, c.By, events)
	switch {
	case errors.Is(err, ErrChannelTaken):
		return h.refuse(ctx, r, c, &sitting.Refusal{Code: sitting.ChannelTaken})
	case isRefusal(err):
		return h.refuse(ctx, r, c, err)
	case err != nil:
		return Reply{}, err
	case receipt.Repeated:
		return r.repeated(c, receipt), nil
	}
	reply := r.answer(c, false)
	reply.Events = sitting.News(before, r.state, c.By)
	return reply, nil
}

// refuse answers a command that is refused on the present state. One that was
// taken before is not refused but repeated: its own effect may be what is in
// its way now.
func (h *House) refuse(ctx context.Context, r *room, c sitting.Command, no error) (Reply, error) {
	receipt, err := h.opt.Store.Recall(ctx, c.Key)
	switch {
	case err == nil:
		return r.repeated(c, receipt), nil
	case !errors.Is(err, ErrNotFound):
		return Reply{}, err
	}
	h.count.refusals.Add(1)
	h.opt.Log.Debug("refused", "table", r.id, "verb", sitting.Verb(c.Do), "by", c.By, "code", codeOf(no))
	h.refused.Add(c.Key, no)
	return r.answer(c, false), no
}

// answer returns the caller's present view; none where there is no table.
func (r *room) answer(c sitting.Command, repeated bool) Reply {
	if r.state.Phase() == 0 {
		return Reply{Repeated: repeated}
	}
	return Reply{Sight: sitting.See(r.state, c.By, r.habits), Repeated: repeated}
}

// repeated answers a command whose key is stored. An Open was stored for
// another table, which the answer then names.
func (r *room) repeated(c sitting.Command, receipt Receipt) Reply {
	if _, opens := c.Do.(sitting.Open); opens {
		return Reply{Sight: sitting.Sight{ID: receipt.Table}, Repeated: true}
	}
	return r.answer(c, true)
}

// fault logs an error that is neither a refusal nor the caller's giving up.
func (h *House) fault(r *room, verb string, by sitting.Person, err error) error {
	if err == nil || isRefusal(err) || errors.Is(err, errTaken) {
		return err
	}
	h.count.faults.Add(1)
	h.opt.Log.Error("job failed", "table", r.id, "verb", verb, "by", by, "error", err)
	return err
}

// commit folds events and all that they bring about, stores them as one batch,
// and makes the outcome the present state. With a Repeated receipt nothing has
// changed. After any error but a refusal of the store's the table is read again next.
func (h *House) commit(ctx context.Context, r *room, key string, by sitting.Person, events []sitting.Event) (Receipt, error) {
	at := sitting.Whole(h.opt.Now())
	after, events, err := sitting.Follow(r.state, events, by, at, r.habits, h.dealer())
	if err != nil {
		return Receipt{}, err
	}
	batch := h.batch(r, after, events, at)
	batch.Key = key
	receipt, err := h.opt.Store.Append(ctx, batch)
	if err != nil {
		if errors.Is(err, ErrChannelTaken) || isRefusal(err) {
			return Receipt{}, err
		}
		receipt, err = h.recall(ctx, batch, err)
	}
	if err != nil {
		r.forget()
		return Receipt{}, err
	}
	if receipt.Repeated {
		return receipt, nil
	}
	if receipt.TabHead != "" {
		after = after.WithTabHead(receipt.TabHead)
	}
	r.state, r.loaded = after, true
	h.learn(ctx, r)
	h.count.batches.Add(1)
	h.opt.Log.Debug("stored", "table", r.id, "by", by, "from", receipt.From, "to", receipt.To)
	h.owe(r, receipt.Owed)
	return receipt, nil
}

// recall finds out whether a batch was stored although storing it failed.
func (h *House) recall(ctx context.Context, b Batch, failure error) (Receipt, error) {
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

func (h *House) dealer() sitting.Dealer {
	return sitting.Dealer{Deck: h.opt.Deck, FirstDealer: h.opt.FirstDealer, Seed: h.newSeed}
}

func (h *House) newSeed() (deal.Seed, error) {
	var seed deal.Seed
	_, err := io.ReadFull(h.opt.Seeds, seed[:])
	return seed, err
}

func isRefusal(err error) bool { return codeOf(err) != "" }

// codeOf returns the word of a refusal for the log, which may not hear of the
// cards that it names; "" for another error.
func codeOf(err error) string {
	var table *sitting.Refusal
	var rules *engine.Refusal
	switch {
	case errors.As(err, &table):
		return table.Code.String()
	case errors.As(err, &rules):
		return rules.Code.String()
	}
	return ""
}
