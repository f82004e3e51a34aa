package table

import (
	"context"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Erase gets a person up from every table, and then has the store forget them. What they
// owe for hands under way is theirs still, under the pseudonym that nobody has any more. Each
// step is stored by itself, so whoever is told of an error, or of nothing because the process
// ended, asks again and it goes on. The key is as of a command; a person is erased with the
// same key only once. With redraw the messages that show them are drawn again, which is owed from
// the moment on that they are erased. Errors: ctx.Err(), faults.
func (h *House) Erase(ctx context.Context, p sitting.Person, key string, redraw bool) error {
	if _, err := h.getUp(ctx, p, key); err != nil {
		return err
	}
	var shown []Shown
	var of []OwnerID
	if redraw {
		var err error
		if shown, of, err = h.shows(ctx, p); err != nil {
			return err
		}
	}
	dropped, err := h.drop(ctx, p, key)
	if err != nil {
		return err
	}
	now := sitting.Whole(h.opt.Now())
	if err := h.opt.Habits.Erase(ctx, p, since(shown, now)...); err != nil {
		return err
	}
	h.redraw(shown)
	// What was asked at the same moment may have seated them again, or proposed something. And
	// their words are still in memory, which the store has erased.
	late, err := h.drop(ctx, p, key+"+")
	if err != nil {
		return err
	}
	h.reread(p, append(dropped, late...))
	if err := h.redrawLate(ctx, p, of, shown, now); err != nil {
		return err
	}
	tables, err := h.getUp(ctx, p, key+"+")
	for _, id := range tables {
		h.runner.tell(OwnerID(id), job{verb: "erase", by: string(p), do: func(ctx context.Context, r *place) error {
			v := r.owner.(*evening)
			v.forget()
			if err := v.load(ctx); err != nil {
				return v.fault("erase", p, err)
			}
			v.redraw(false)
			return nil
		}})
	}
	return err
}

// redraw has messages drawn again that are owed to be.
func (h *House) redraw(shown []Shown) {
	for _, c := range channelsIn(shown) {
		h.runner.tell(redrawsOf(c), job{verb: "redraw", do: func(ctx context.Context, r *place) error { return r.owner.ring(ctx) }})
	}
}

// redrawLate does so with messages of which the store heard only after it had erased who is in
// them.
func (h *House) redrawLate(ctx context.Context, p sitting.Person, of []OwnerID, before []Shown, now time.Time) error {
	late, err := h.shownBy(ctx, of, p)
	if err != nil {
		return err
	}
	late = slices.DeleteFunc(late, func(s Shown) bool {
		return slices.ContainsFunc(before, func(b Shown) bool { return b.Message == s.Message })
	})
	if len(late) == 0 {
		return nil
	}
	if err := h.opt.Redraws.OweRedraws(ctx, since(late, now)); err != nil {
		return err
	}
	h.redraw(late)
	return nil
}

// since notes when somebody in messages was erased.
func since(all []Shown, now time.Time) []Shown {
	for i := range all {
		all[i].Since = now
	}
	return all
}

// reread has the proposals in memory be read again, in whose notes the words of somebody may stand whom the store has erased; those
// that lapsed because of it are told once more, without.
func (h *House) reread(p sitting.Person, dropped []ProposalID) {
	all := h.runner.inMemory()
	for _, id := range dropped {
		all = append(all, OwnerID(id))
	}
	slices.Sort(all)
	for _, id := range slices.Compact(all) {
		if !isProposal(id) {
			continue
		}
		h.runner.tell(id, job{verb: "erase", by: string(p), gently: !slices.Contains(dropped, ProposalID(id)), do: func(ctx context.Context, r *place) error {
			v := r.owner.(*proposal)
			v.forget()
			if err := v.load(ctx); err != nil {
				return v.fault(TabCommand{}, err)
			}
			if slices.Contains(dropped, v.id) {
				v.place.owesToo(Post{Kind: PostProposal, Seq: int64(len(v.log.Events)), To: Address{Channel: sitting.Channel(v.now.Where)}})
			}
			return nil
		}})
	}
}

// getUp gets a person up from each table, has them decline where they are asked to one, and lists
// those that may show them still. A table that refuses has no seat of theirs, and asks them nothing;
// from one that can't be read nobody can get up.
func (h *House) getUp(ctx context.Context, p sitting.Person, key string) ([]sitting.ID, error) {
	tables, err := h.opt.Habits.Seats(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, id := range tables {
		for _, do := range []sitting.Action{sitting.Leave{Sure: true}, sitting.Respond{}} {
			c := sitting.Command{Key: key + "-" + sitting.Verb(do) + "-" + string(id), Table: id, By: p, Do: do}
			if _, err := h.Do(ctx, c); err != nil && !isRefusal(err) && !isBroken(err) {
				return nil, err
			}
		}
	}
	return tables, nil
}
