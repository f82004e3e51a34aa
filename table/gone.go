package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A Lost table is one whose channel was deleted, as one of its players knows it.
type Lost struct {
	At      time.Time // of the deletion
	Sight   sitting.Sight
	Results []*sitting.HandResult // that its channel never saw
}

// keepLost is how long players are told of what they lost.
const keepLost = 30 * 24 * time.Hour

// askGone is how long passes between the two questions whether a channel is gone.
const askGone = time.Minute

// recallLosses reads what is stored of them, except of those that can't be read.
func (h *House) recallLosses(ctx context.Context) error {
	all, err := h.opt.Store.Losses(ctx, h.opt.Now().Add(-keepLost))
	if isBroken(err) {
		h.opt.Log.Error("a loss can't be read", "error", err)
		err = nil
	}
	if err == nil {
		h.losses.recall(all)
	}
	return err
}

// finishLosses closes tables that were lost while the process ended.
func (h *House) finishLosses() {
	for _, id := range h.losses.unfinished() {
		h.runner.beside(func(ctx context.Context) {
			if err := h.bereaveTable(ctx, id, ""); err != nil {
				h.opt.Log.Warn("a lost table isn't closed", "table", id, "error", err)
			}
		})
	}
}

// Suspect asks Discord whether a channel of a server is gone, twice a minute apart. Only where
// both answers say so it is taken to be deleted.
func (h *House) Suspect(s sitting.Server, channels ...sitting.Channel) {
	for _, c := range channels {
		if c == "" || h.opt.IsGone == nil || !h.losses.begins(c) {
			continue
		}
		h.runner.beside(func(ctx context.Context) {
			defer h.losses.ends(c)
			if h.isGone(ctx, c) && within(ctx, askGone, nil) == nil && h.isGone(ctx, c) {
				h.bereave(ctx, s, c)
			}
		})
	}
}

func (h *House) isGone(ctx context.Context, c sitting.Channel) bool {
	gone, err := h.opt.IsGone(ctx, c)
	if err != nil {
		h.opt.Log.Info("not known whether a channel is gone", "channel", c, "error", err)
	}
	return gone && err == nil
}

// ChannelDeleted says that a channel or thread was deleted. Whole: tables in threads of it may
// have gone with it.
func (h *House) ChannelDeleted(s sitting.Server, c sitting.Channel, whole bool) {
	h.runner.beside(func(ctx context.Context) {
		h.bereave(ctx, s, c)
		if whole {
			h.Suspect(s, h.channelsOf(ctx, s)...)
			h.walk(ctx, s)
		}
	})
}

const (
	mostClosed = 300             // channels of closed tables that Discord is asked about after one was deleted
	restClosed = 5 * time.Second // between two of these questions
)

// walk asks Discord about channels of a server's closed tables, as Suspect does, but one after the
// other, one server after the other, and slowly: nobody waits for what the tables link to, and
// people wait for refused posts, which go by the same clock. If another channel is deleted
// meanwhile, the server is walked again.
func (h *House) walk(ctx context.Context, s sitting.Server) {
	if h.opt.Upkeep == nil || h.opt.IsGone == nil || !h.losses.walks(s) {
		return
	}
	defer h.losses.walked()
	for s, goesOn := h.losses.nextWalk(); goesOn && ctx.Err() == nil; s, goesOn = h.losses.nextWalk() {
		closed, err := h.opt.Upkeep.ClosedIn(ctx, s, mostClosed)
		h.upkeep.fault(err, s)
		gone := h.goneOf(ctx, closed)
		if len(gone) == 0 || within(ctx, askGone, nil) != nil {
			continue
		}
		for _, c := range h.goneOf(ctx, gone) {
			h.bereave(ctx, s, c)
		}
	}
}

// goneOf returns those of some channels that are gone, as Discord tells now.
func (h *House) goneOf(ctx context.Context, all []sitting.Channel) (gone []sitting.Channel) {
	for _, c := range all {
		if within(ctx, restClosed, nil) == nil && h.isGone(ctx, c) {
			gone = append(gone, c)
		}
	}
	return gone
}

// channelsOf lists the channels of a server's open tables.
func (h *House) channelsOf(ctx context.Context, s sitting.Server) (all []sitting.Channel) {
	open, err := h.openIn(ctx, s, "")
	h.upkeep.fault(err, s)
	for _, seen := range open {
		all = append(all, seen.Channel)
	}
	return all
}

// openIn lists the open tables of a server as a person sees them, those left out that can't be
// read. With an error there are the others.
func (h *House) openIn(
	ctx context.Context, s sitting.Server, p sitting.Person,
) (all []sitting.Sight, err error) {
	if h.opt.Upkeep == nil {
		return nil, nil
	}
	ids, err := h.opt.Upkeep.OpenIn(ctx, s)
	for _, id := range ids {
		if isProposal(id) {
			continue
		}
		seen, peekErr := h.Peek(ctx, sitting.ID(id), p)
		switch {
		case isRefusal(peekErr), isBroken(peekErr):
		case peekErr != nil:
			err = errors.Join(err, peekErr)
		case seen.Phase != sitting.Ended:
			all = append(all, seen)
		}
	}
	return all, err
}

// bereave ends what a deleted channel had: its table closes and nobody pays for the hand under
// way, proposals that could be answered there alone are dropped, and settings that name it are
// unset. It may be done twice.
func (h *House) bereave(ctx context.Context, s sitting.Server, c sitting.Channel) {
	ids := h.runner.barredFrom(c)
	if head, err := h.opt.Store.Find(ctx, c, ""); err == nil {
		ids = append(ids, OwnerID(head.Table))
		h.upkeep.fault(h.opt.Store.ChannelGone(ctx, c), s)
	} else if !errors.Is(err, ErrNotFound) {
		h.upkeep.fault(err, s)
	}
	if h.opt.Upkeep != nil {
		open, err := h.opt.Upkeep.OpenIn(ctx, s)
		h.upkeep.fault(err, s)
		ids = append(ids, slices.DeleteFunc(open, func(id OwnerID) bool { return !isProposal(id) })...)
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		var err error
		switch {
		case isSeason(id), isRedraws(id):
			h.runner.shut(id, c)
		case isProposal(id):
			err = h.bereaveProposal(ctx, ProposalID(id), c)
		default:
			err = h.bereaveTable(ctx, sitting.ID(id), c)
		}
		h.upkeep.fault(err, s)
	}
	h.upkeep.fault(h.unset(ctx, s, c), s)
	h.opt.Log.Info("channel deleted", "server", s, "channel", c)
}

// bereaveTable closes the table of a channel, after it is stored what is lost: so a kill in between
// leaves nobody untold. An empty channel is the table's own.
func (h *House) bereaveTable(ctx context.Context, id sitting.ID, c sitting.Channel) error {
	_, err := ask(ctx, h, id, "bereave", "", func(ctx context.Context, v *evening) (Receipt, error) {
		if err := v.load(ctx); err != nil || c != "" && v.state.Head().Channel != c {
			return Receipt{}, err
		}
		if err := v.lose(ctx); err != nil {
			return Receipt{}, err
		}
		v.place.lose()
		return v.abandon(ctx)
	})
	return err
}

// lose stores what the players lose, unless that is done or nothing is lost: at a table that was
// closed before, and had shown its results.
func (v *evening) lose(ctx context.Context) error {
	loss, known := v.house.losses.get(v.id)
	if known && !loss.Unfinished {
		return nil
	}
	results := v.place.owedResults()
	if len(results) == 0 && v.state.Phase() == sitting.Ended && !known {
		return nil
	}
	now := sitting.Whole(v.house.opt.Now())
	return v.keepLoss(ctx, Loss{At: now, People: v.state.People(), Results: results})
}

// keepLoss adds to what is kept of the loss of the table.
func (v *evening) keepLoss(ctx context.Context, loss Loss) error {
	err := v.house.opt.Store.AddLoss(ctx, v.id, v.fence, loss)
	if errors.Is(err, ErrFenced) {
		v.forget()
		return errLost
	}
	if err == nil {
		v.house.losses.note(v.id, loss)
	}
	return err
}

// owedResults lists the results that weren't posted.
func (r *place) owedResults() (all []int64) {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	for _, p := range r.outbox.owed {
		if p.Kind == PostResult {
			all = append(all, p.Seq)
		}
	}
	return all
}

func (h *House) bereaveProposal(ctx context.Context, id ProposalID, c sitting.Channel) error {
	there, err := ask(ctx, h, id, "bereave", "", func(ctx context.Context, v *proposal) (bool, error) {
		err := v.load(ctx)
		return v.now.Where == string(c), err
	})
	if err != nil || !there {
		return err
	}
	h.runner.shut(OwnerID(id), c)
	_, err = h.askProposal(ctx, id, TabCommand{Do: tab.Drop{}})
	var no *tab.Refusal
	if errors.As(err, &no) { // it is over
		err = nil
	}
	return err
}

// unset takes a channel that is gone out of what the managers of its server have settled.
func (h *House) unset(ctx context.Context, s sitting.Server, c sitting.Channel) error {
	var err error
	if h.opt.Seasons != nil {
		calendar, readErr := h.opt.Seasons.Calendar(ctx, s)
		err = readErr
		if err == nil && calendar.Channel == c {
			_, err = h.SetCalendar(ctx, s, func(now Calendar) (Calendar, error) {
				if now.Channel == c {
					now.Channel, now.Gone = "", true
				}
				return now, nil
			})
		}
	}
	if h.opt.Servers == nil {
		return err
	}
	manners, readErr := h.opt.Servers.Manners(ctx, s)
	if readErr == nil && slices.Contains(manners.Channels, c) {
		_, readErr = h.opt.Servers.ChangeManners(ctx, s, func(now Manners) (Manners, error) {
			is := func(one sitting.Channel) bool { return one == c }
			kept := slices.DeleteFunc(slices.Clone(now.Channels), is)
			if len(kept) < len(now.Channels) {
				now.Channels, now.Gone = kept, true
			}
			return now, nil
		})
	}
	return errors.Join(err, readErr)
}

// Bereft says whether a person has lost a table with its channel and is to be told; nil: they
// aren't. Whoever tells them says with the function whether they were.
func (h *House) Bereft(p sitting.Person) (told func(ctx context.Context, taken bool) error) {
	ids, done := h.losses.toTell(p, h.opt.Now().Add(-keepLost))
	if len(ids) == 0 {
		return nil
	}
	return func(ctx context.Context, taken bool) (err error) {
		defer done()
		for _, id := range ids {
			if taken {
				err = errors.Join(err, h.toldLost(ctx, id, p))
			}
		}
		return err
	}
}

func (h *House) toldLost(ctx context.Context, id sitting.ID, p sitting.Person) error {
	_, err := ask(ctx, h, id, "told", "", func(ctx context.Context, v *evening) (Receipt, error) {
		if err := v.load(ctx); err != nil && !isBroken(err) {
			return Receipt{}, err
		}
		loss, is := v.house.losses.get(v.id)
		if !is || slices.Contains(loss.Told, p) {
			return Receipt{}, nil
		}
		loss.Told = []sitting.Person{p}
		return Receipt{}, v.keepLoss(ctx, loss)
	})
	return err
}

// LostTables lists what a person lost with channels of late, the newest first. What can't be read
// is left out.
func (h *House) LostTables(ctx context.Context, p sitting.Person) ([]Lost, error) {
	if p == "" {
		return nil, nil
	}
	if !h.losses.recalled() { // who asks may be earlier than the end of the start
		if err := h.recallLosses(ctx); err != nil {
			return nil, err
		}
	}
	var all []Lost
	for _, id := range h.losses.list(p, h.opt.Now().Add(-keepLost)) {
		seen, err := h.Peek(ctx, id, p)
		if isRefusal(err) || isBroken(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		loss, _ := h.losses.get(id)
		lost := Lost{At: loss.At, Sight: seen}
		for _, seq := range loss.Results {
			result, err := resultAt(ctx, h.opt.Store, id, seq)
			if err != nil && !isBroken(err) {
				return nil, err
			}
			if result != nil && !result.Abandoned {
				lost.Results = append(lost.Results, result)
			}
		}
		all = append(all, lost)
	}
	return all, nil
}

// Hosted lists the open tables of a server whose host a person is. One that can't be read is left
// out.
func (h *House) Hosted(
	ctx context.Context, s sitting.Server, p sitting.Person,
) ([]sitting.Sight, error) {
	if p == "" {
		return nil, nil
	}
	open, err := h.openIn(ctx, s, p)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(open, func(seen sitting.Sight) bool { return seen.Host != p }), nil
}
