package table

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A Shown is a public message and what it shows.
type Shown struct {
	Server  sitting.Server
	Channel sitting.Channel
	Message string
	Of      OwnerID // the table, proposal or server's seasons that it is of; empty: somebody shared it
	Kind    PostKind
	Hand    int       // of a result and of a hand's own message
	Seq     int64     // of a result: events of its table when it was posted; of a season: when it ended, of what was shared: when that was, unix ms
	Lang    string    // of what was shared, BCP 47
	From    int64     // of a season: when it began, unix ms
	Since   time.Time // when somebody in it was erased; zero: nobody was
}

// Redraws keep which public messages show people, as far as no table, proposal or season does, and
// which are to be drawn again because somebody in them was erased.
type Redraws interface {
	// MayShow lists the tables and proposals, open or over, of which a message may show a person.
	MayShow(ctx context.Context, p sitting.Person) ([]OwnerID, error)
	// ToldSeasons lists the messages that tell of seasons in servers where a person has been.
	ToldSeasons(ctx context.Context, p sitting.Person) ([]Shown, error)
	// Shares lists the messages that show a person because somebody shared them.
	Shares(ctx context.Context, p sitting.Person) ([]Shown, error)
	// Shared keeps that such a message shows people.
	Shared(ctx context.Context, s Shown, people []sitting.Person) error
	// OweRedraws owes that messages are drawn again, each once.
	OweRedraws(ctx context.Context, all []Shown) error
	// OwedRedraws lists what a channel is owed of that, oldest first.
	OwedRedraws(ctx context.Context, c sitting.Channel) ([]Post, error)
	// Redrawn marks posts of OwedRedraws as made, or given up.
	Redrawn(ctx context.Context, done []int64) error
}

// A Redrawer draws public messages again, each in its place: never a new one. Its errors are those
// of a [Poster]; a message that was deleted is none.
type Redrawer interface {
	// Redraw draws a message of a table that spectators saw so when it was posted.
	Redraw(ctx context.Context, m Shown, s sitting.Sight) error
	RedrawProposal(ctx context.Context, m Shown, s TabSight) error
	RedrawSeason(ctx context.Context, m Shown, s SeasonSight) error
	// Withdraw has a line take the place of what somebody shared.
	Withdraw(ctx context.Context, m Shown) error
}

// keepRedraws is how long a message is tried to be drawn again.
const keepRedraws = 30 * 24 * time.Hour

// Shows lists the public messages that show a person, as far as they are known.
// Errors: ctx.Err(), faults.
func (h *House) Shows(ctx context.Context, p sitting.Person) ([]Shown, error) {
	all, _, err := h.shows(ctx, p)
	return all, err
}

// Shared keeps that a message by which somebody shared something shows people.
func (h *House) Shared(ctx context.Context, s Shown, people []sitting.Person) error {
	if h.opt.Redraws == nil {
		return nil
	}
	return h.opt.Redraws.Shared(ctx, s, people)
}

// shows also lists whose messages may show them.
func (h *House) shows(ctx context.Context, p sitting.Person) (all []Shown, of []OwnerID, err error) {
	keep := h.opt.Redraws
	if keep == nil || h.opt.Redrawer == nil {
		return nil, nil, nil
	}
	if of, err = keep.MayShow(ctx, p); err != nil {
		return nil, nil, err
	}
	if all, err = h.shownBy(ctx, of, p); err != nil {
		return nil, nil, err
	}
	seasons, err := keep.ToldSeasons(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range seasons {
		scores, err := h.opt.Seasons.Scores(ctx, s.Server, time.UnixMilli(s.From), time.UnixMilli(s.Seq))
		if err != nil {
			return nil, nil, err
		}
		if slices.ContainsFunc(scores, func(one tab.Scored) bool { return one.Person == p }) {
			all = append(all, s)
		}
	}
	shared, err := keep.Shares(ctx, p)
	return append(all, shared...), of, err
}

// shownBy lists the messages of tables and proposals that show a person. One that can't be read
// costs its own only.
func (h *House) shownBy(ctx context.Context, of []OwnerID, p sitting.Person) (all []Shown, err error) {
	for _, id := range of {
		var its []Shown
		err := h.runner.contain("messages not read", func() (err error) {
			if isProposal(id) {
				its, err = h.shownByProposal(ctx, ProposalID(id))
				return err
			}
			log, err := h.opt.Store.Load(ctx, sitting.ID(id))
			if err == nil {
				its = shownByTable(&log, p)
			}
			return err
		}, "owner", id)
		if err != nil && !isBroken(err) {
			return nil, err
		}
		all = append(all, its...)
	}
	return all, nil
}

func (h *House) shownByProposal(ctx context.Context, id ProposalID) (all []Shown, err error) {
	log, err := h.opt.Tabs.Proposal(ctx, id)
	if err != nil || log.Refs.Table == "" {
		return nil, err
	}
	v := proposalOf(&h.shared, id, log)
	for _, m := range append(log.Refs.Uncleared(), Before{Message: log.Refs.Table}) {
		all = append(all, Shown{
			Server: log.Server, Channel: sitting.Channel(v.now.Where), Message: m.Message, Of: OwnerID(id), Kind: PostProposal,
		})
	}
	return all, nil
}

// shownByTable lists the messages of a table that show a person, each once. That a result carries
// the seal of the next hand is how all but the newest result are known.
func shownByTable(log *Log, p sitting.Person) (all []Shown) {
	refs := &log.Refs
	add := func(kind PostKind, message string, hand int, seq int64) {
		if message == "" || slices.ContainsFunc(all, func(s Shown) bool { return s.Message == message }) {
			return
		}
		all = append(all, Shown{
			Server: log.Head.Server, Channel: log.Head.Channel, Message: message, Of: OwnerID(log.Head.Table), Kind: kind, Hand: hand, Seq: seq,
		})
	}
	s := sitting.New(log.Head.Table)
	for i, e := range log.Events {
		switch e := e.(type) { //nolint:gochecksumtype // no others name a message
		case sitting.Sealed:
			if last := s.Last(); last != nil && last.Hand == e.Hand-1 && e.Message != refs.Seal && sat(last, p) {
				add(PostResult, e.Message, last.Hand, int64(i))
			}
		case sitting.Placed:
			if e.Message != refs.Table && gaveWord(sitting.Watch(s, nil), p) {
				add(PostDeal, e.Message, e.Hand, int64(i))
			}
		}
		s = sitting.Apply(s, e, log.At[i])
	}
	now := sitting.Watch(s, nil)
	if now.Last != nil && now.Last.Hand == refs.ResultHand && sat(now.Last, p) {
		add(PostResult, refs.Result, now.Last.Hand, now.Last.Seq)
	}
	if slices.Contains(now.Named(), p) {
		add(PostEvening, refs.Evening, 0, 0)
		add(PostTable, refs.Table, 0, 0)
		for _, old := range refs.Uncleared() {
			add(PostTable, old.Message, 0, 0)
		}
		for asks, call := range refs.calls() {
			if call.In == "" {
				add(callOf(asks), call.Message, 0, 0)
			}
		}
	}
	return all
}

// calls are those that stand, by what they ask.
func (r *Refs) calls() map[sitting.Ask]Asked {
	all := make(map[sitting.Ask]Asked, len(r.Asked)+1)
	maps.Copy(all, r.Asked)
	if r.Ping != "" {
		all[sitting.AsksTurn] = Asked{Message: r.Ping, Seq: r.PingSeq, In: r.PingIn}
	}
	return all
}

// callOf is a kind of call that asks something; 0: none does.
func callOf(asks sitting.Ask) PostKind {
	for k := PostPing; k <= PostSought; k++ {
		if k.IsCall() && k.Asks() == asks {
			return k
		}
	}
	return 0
}

// sat says whether a person is in a result.
func sat(r *sitting.HandResult, p sitting.Person) bool {
	return slices.ContainsFunc(r.Seats, func(t sitting.Sitter) bool { return t.Person == p }) ||
		r.Match != nil && slices.ContainsFunc(r.Match.Players, func(t sitting.MatchPlayer) bool { return t.Person == p })
}

// gaveWord says whether a word of a person's is cut into the deal.
func gaveWord(s sitting.Sight, p sitting.Person) bool {
	return slices.ContainsFunc(s.Deal.Cuts, func(c sitting.GivenCut) bool { return c.By == p })
}

// channelsIn lists the channels of messages.
func channelsIn(all []Shown) []sitting.Channel {
	of := make(map[sitting.Channel]struct{})
	for _, s := range all {
		of[s.Channel] = struct{}{}
	}
	return slices.Sorted(maps.Keys(of))
}
