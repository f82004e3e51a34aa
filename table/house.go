package table

import (
	"context"
	"encoding/base32"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// What a house remembers at most beside its tables. Notes of who acted are of use
// for a minute: one lost is a ping to somebody who was just there. A duplicate of a
// command comes within seconds: a refusal lost is decided anew. Whose language isn't
// remembered has it written once more.
const (
	mostActs    = 16_384
	mostRefused = 4_096
	mostTongues = 16_384
)

// A House runs tables. Make it with [New]; its methods are safe for many
// callers at once.
type House struct{ shared }

// New returns a house that stands still: it takes commands, but clocks,
// computers and posts wait for [House.Run].
func New(opt Options) *House {
	opt = opt.withDefaults()
	h := &House{shared{
		opt: opt, minds: make(chan struct{}, max(runtime.GOMAXPROCS(0)-1, 1)),
		acted: newest[actor, time.Time](mostActs), refused: newest[string, error](mostRefused),
		tongues: newest[sitting.Person, string](mostTongues),
		outages: outages{now: opt.Now, keep: opt.Pulse, leap: opt.Leaps, shared: opt.Workers != nil},
		losses:  newLosses(),
		lease:   lease{workers: opt.Workers, now: opt.Now},
	}}
	h.peeker = h
	h.upkeep = newUpkeep(h)
	h.runner = newRunner(opt.Now, opt.Log, &h.count, opt.Keep)
	h.runner.open = func(id OwnerID, at *place) owner {
		if isProposal(id) {
			return &proposal{house: &h.shared, place: at, id: ProposalID(id)}
		}
		if isSeason(id) {
			return newSeason(&h.shared, id, at)
		}
		if isRedraws(id) {
			return newRedraws(&h.shared, id, at)
		}
		return newEvening(&h.shared, sitting.ID(id), at)
	}
	h.runner.look, h.runner.acts, h.runner.remote = h.noticeSleep, h.lease.holds, opt.Workers != nil
	return h
}

// ask has an owner do something in its queue, waits until it is done and returns
// what came of it. An id of the other sort names none.
func ask[O owner, ID ~string, T any](ctx context.Context, h *House, id ID, verb string, by sitting.Person, do func(context.Context, O) (T, error)) (T, error) {
	came := make(chan T, 1)
	err := h.runner.ask(ctx, OwnerID(id), job{verb: verb, by: string(by), do: func(ctx context.Context, r *place) error {
		v, ok := r.owner.(O)
		switch {
		case ok:
		case isProposal(r.id):
			return &sitting.Refusal{Code: sitting.NoTable}
		default:
			return &tab.Refusal{Code: tab.NoProposal}
		}
		out, err := do(ctx, v)
		if !errors.Is(err, errLost) { // then it is done again
			came <- out
		}
		return err
	}})
	select {
	case out := <-came:
		return out, err
	default: // not begun, or the caller didn't wait
		var none T
		return none, err
	}
}

// Do carries out a command and returns what came of it, stored durably. Its
// errors are *sitting.Refusal and *engine.Refusal, which changed nothing and come with
// the present sight where there is a table; ctx.Err(), after which the
// command may or may not have been taken; and faults. A key that was
// taken or refused before does nothing again.
func (h *House) Do(ctx context.Context, c sitting.Command) (Reply, error) {
	if c.Key == "" || c.Do == nil || c.By == "" {
		return Reply{}, errNoVerb
	}
	open, opens := c.Do.(sitting.Open)
	if !opens {
		return h.command(ctx, c.Table, c)
	}
	var reply Reply
	var err error
	if open.Like != "" {
		c.Do, err = h.like(ctx, c.By, open)
	}
	if err == nil {
		reply, err = h.open(ctx, c)
	}
	var no *sitting.Refusal
	switch {
	case err == nil && reply.Repeated:
		reply.Sight, err = h.Look(ctx, reply.Sight.ID, c.By)
	case errors.As(err, &no) && no.Code == sitting.ChannelTaken:
		find := func() (sitting.ID, error) { return h.In(ctx, open.Channel) }
		if open.Channel == "" {
			find = func() (sitting.ID, error) { return h.Own(ctx, c.By) }
		}
		if id, inErr := find(); inErr == nil {
			h.replace(ctx, open.Channel, id) // a kill may have left an offer that refuses
			reply.Sight, _ = h.Look(ctx, id, c.By)
		}
	}
	return reply, err
}

// command has a table carry out a command. One that needs the next deal to be sealed
// waits for that, but not for long, and one that asks for a hand until it is dealt.
func (h *House) command(ctx context.Context, id sitting.ID, c sitting.Command) (Reply, error) {
	type came struct { // handed over with the answer: who doesn't wait for that reads nothing
		reply Reply
		seal  <-chan struct{}
	}
	do := func() (came, error) {
		return ask(ctx, h, id, sitting.Verb(c.Do), c.By, func(ctx context.Context, v *evening) (came, error) {
			reply, err := v.command(ctx, c)
			if err != nil {
				return came{reply, v.seal}, err
			}
			return came{reply, v.awaitsDeal(c.Do)}, nil
		})
	}
	first, err := do()
	switch {
	case first.seal == nil || err != nil && !isUnsealed(err):
		return first.reply, err
	case err == nil:
		return h.dealtTo(ctx, id, c.By, first.reply, first.seal)
	}
	if err := within(ctx, sealWait, first.seal); err != nil {
		return first.reply, err
	}
	second, err := do()
	if isUnsealed(err) {
		h.count.refusals.Add(1)
		h.opt.Log.Debug("refused", "table", id, "verb", sitting.Verb(c.Do), "by", c.By, "code", codeOf(err))
	}
	if err == nil && second.seal != nil {
		return h.dealtTo(ctx, id, c.By, second.reply, second.seal)
	}
	return second.reply, err
}

// dealtTo completes the reply to a person who asked for a hand once that is dealt; after
// dealWait it is the frozen table.
func (h *House) dealtTo(ctx context.Context, id sitting.ID, p sitting.Person, reply Reply, dealt <-chan struct{}) (Reply, error) {
	if err := within(ctx, dealWait, dealt); err != nil {
		return reply, err
	}
	s, err := h.Peek(ctx, id, p)
	if err == nil {
		reply.Sight = s
	}
	return reply, err
}

// within waits until something is done, or for so long.
func within(ctx context.Context, most time.Duration, done <-chan struct{}) error {
	patience := time.NewTimer(most)
	defer patience.Stop()
	select {
	case <-done:
	case <-patience.C:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// open opens a table under a fresh id. Of a repeated command the reply names
// only the table it opened the first time.
func (h *House) open(ctx context.Context, c sitting.Command) (Reply, error) {
	for {
		id, err := h.newID()
		if err != nil {
			return Reply{}, err
		}
		reply, err := h.command(ctx, id, c)
		if errors.Is(err, errTaken) {
			continue
		}
		if open, is := c.Do.(sitting.Open); is && err == nil {
			h.replace(ctx, open.Channel, reply.Sight.ID)
		}
		return reply, err
	}
}

// replace has the closed table that stood in a channel before a new one offer no table like it any
// more. Where that fails its buttons stay, and refuse.
func (h *House) replace(ctx context.Context, c sitting.Channel, by sitting.ID) {
	if c == "" { // who plays alone has no other table
		return
	}
	before, err := h.Before(ctx, c, by)
	if err != nil {
		if !isRefusal(err) {
			h.opt.Log.Warn("table before not found", "table", by, "error", err)
		}
		return
	}
	h.runner.tell(OwnerID(before), job{verb: "replace", do: func(ctx context.Context, r *place) error {
		v := r.owner.(*evening)
		s, err := v.look(ctx, "replace", "")
		if err == nil && s.Phase == sitting.Ended && !v.refs.Load().Replaced {
			v.replaced = true
			v.redraw(false)
		}
		return err
	}})
}

// newID draws 40 random bits; eight characters are short enough to read out.
func (h *House) newID() (sitting.ID, error) {
	var bits [5]byte
	if _, err := io.ReadFull(h.opt.Seeds, bits[:]); err != nil {
		return "", err
	}
	return sitting.ID(strings.ToLower(base32.StdEncoding.EncodeToString(bits[:]))), nil
}

// Did tells whether something is stored that was asked for with a key. Errors: ctx.Err(), faults.
func (h *House) Did(ctx context.Context, key string) (bool, error) {
	_, err := h.opt.Store.Recall(ctx, key)
	if errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Look returns what a person may know of a table now; the empty Person is a
// spectator. Errors: *sitting.Refusal with NoTable, ctx.Err(), faults.
func (h *House) Look(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	return ask(ctx, h, id, "look", p, func(ctx context.Context, v *evening) (sitting.Sight, error) {
		s, err := v.look(ctx, "look", p)
		if err != nil {
			return s, err
		}
		v.sawActing(p)
		before := v.state.Seq()
		err = v.fault("look", p, v.sawHost(ctx, p)) // logged there: what can't be stored can be seen
		if errors.Is(err, errLost) {
			return s, err
		}
		if err != nil || v.state.Seq() != before {
			return v.look(ctx, "look", p)
		}
		return s, nil
	})
}

// Peek is Look for who draws screens by themselves: the person isn't taken to
// have done anything.
func (h *House) Peek(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	return ask(ctx, h, id, "peek", p, func(ctx context.Context, v *evening) (sitting.Sight, error) {
		return v.look(ctx, "peek", p)
	})
}

// Repost has the table message of a table posted anew, below what else stands in
// the channel by now.
func (h *House) Repost(ctx context.Context, id sitting.ID) error {
	_, err := ask(ctx, h, id, "repost", "", func(ctx context.Context, v *evening) (sitting.Sight, error) {
		s, err := v.look(ctx, "repost", "")
		if err == nil {
			v.redraw(true)
		}
		return s, err
	})
	return err
}

// Messages returns the ids of the messages that show a table or showed it, the newest first.
func (h *House) Messages(ctx context.Context, id sitting.ID) (ids []string, err error) {
	_, err = ask(ctx, h, id, "messages", "", func(ctx context.Context, v *evening) (sitting.Sight, error) {
		s, err := v.look(ctx, "messages", "")
		refs := v.refs.Load()
		if refs.Table != "" {
			ids = append(ids, refs.Table)
		}
		for _, earlier := range slices.Backward(refs.Earlier) {
			ids = append(ids, earlier)
		}
		return s, err
	})
	return ids, err
}

// Reseal has the seal of a hand, whose message was deleted, posted once more. What
// becomes of it nobody waits for. Errors: as of Look.
func (h *House) Reseal(ctx context.Context, id sitting.ID, hand int) error {
	_, err := ask(ctx, h, id, "reseal", "", func(ctx context.Context, v *evening) (sitting.Sight, error) {
		s, err := v.look(ctx, "reseal", "")
		if err == nil {
			v.reseal(hand)
		}
		return s, err
	})
	return err
}

// In returns the open table of a channel, or the newest one there if none is
// open. Errors: *sitting.Refusal with NoTable, ctx.Err(), faults.
func (h *House) In(ctx context.Context, c sitting.Channel) (sitting.ID, error) {
	return h.Before(ctx, c, "")
}

// Before returns the table that stood in a channel before another. Errors: as In.
func (h *House) Before(ctx context.Context, c sitting.Channel, other sitting.ID) (sitting.ID, error) {
	return found(h.opt.Store.Find(ctx, c, other))
}

// Own returns the open table at which a person plays alone, or the newest one if none
// is open. Errors: as In.
func (h *House) Own(ctx context.Context, p sitting.Person) (sitting.ID, error) {
	return found(h.opt.Store.Own(ctx, p))
}

func found(head sitting.Head, err error) (sitting.ID, error) {
	if errors.Is(err, ErrNotFound) {
		return "", &sitting.Refusal{Code: sitting.NoTable}
	}
	return head.Table, err
}

// like completes a wish for a table like a closed one, from what is stored of that.
func (h *House) like(ctx context.Context, by sitting.Person, do sitting.Open) (sitting.Open, error) {
	_, s, _, err := resumed(ctx, h.opt.Store, do.Like)
	if err != nil {
		return do, unknown(err)
	}
	return sitting.Rematch(s, by, do)
}

// Quiet returns a person's quiet hours; the zero Quiet without any.
func (h *House) Quiet(ctx context.Context, p sitting.Person) (sitting.Quiet, error) {
	return h.quietOf(ctx, p)
}

// Run takes up the clocks and the posts of the tables that the store has, runs
// clocks and computers, and makes posts, until ctx is done and the jobs begun are
// finished. No table is read before something happens to it. It runs once. Its
// error is the store's, when the tables can't be listed.
func (h *House) Run(ctx context.Context) error {
	posts, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	due, err := h.wakeUp(ctx, posts)
	if err == nil {
		h.runner.setAlarm(due)
		h.count.resumed.Store(true)
		h.runner.work.Go(func() { h.runner.repeat(ctx, "clock", h.runner.keepTime) })
		h.runner.work.Go(func() { h.runner.repeat(ctx, "upkeep", h.upkeep.run) })
		if h.opt.Workers != nil {
			h.runner.work.Go(func() { h.runner.repeat(ctx, "lease", h.keepLease) })
		}
		h.runner.repeat(ctx, "beat", h.beatUntil)
	}
	h.runner.close()
	// A post under way gets a moment to end, so that it needn't be made twice.
	grace := time.AfterFunc(postGrace, cancel)
	defer grace.Stop()
	h.runner.work.Wait()
	if err == nil {
		h.lastBeat(context.WithoutCancel(ctx))
		h.retire(context.WithoutCancel(ctx))
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// wakeUp finds out when nobody was there, has posts made from now on, and lists what is
// due: where several have the store, what is due has somebody who rings it or is adopted.
func (h *House) wakeUp(ctx, posts context.Context) ([]Due, error) {
	others, err := h.lease.renew(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.outages.wakeUp(ctx, others); err != nil {
		return nil, err
	}
	if err := h.recallLosses(ctx); err != nil {
		return nil, err
	}
	h.runner.start(posts)
	h.finishLosses()
	if h.opt.Workers != nil {
		return nil, nil
	}
	return h.opt.Store.Due(ctx)
}
