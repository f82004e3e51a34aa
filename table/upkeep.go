package table

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Upkeep is what a store does so that nothing is kept longer than it is needed.
type Upkeep interface {
	// Absent keeps since when posts to a server are refused, if that isn't kept already.
	Absent(ctx context.Context, s sitting.Server, since time.Time) error
	// Gone keeps that a server removed the bot, and when, if that isn't kept already. From then on
	// where its messages stand is kept no more.
	Gone(ctx context.Context, s sitting.Server, at time.Time) error
	// Present forgets both: the bot is in the server.
	Present(ctx context.Context, s sitting.Server) error
	// Absences lists the servers of Absent and Gone.
	Absences(ctx context.Context) ([]Absence, error)
	// Absence returns that of one server, the zero Absence where the bot is in it, and when the newest
	// table or proposal was begun there; the zero time: none was.
	Absence(ctx context.Context, s sitting.Server) (a Absence, begun time.Time, err error)
	// ServersKept lists the servers for which anything is kept that would be closed or erased: those
	// of Gone, or all others.
	ServersKept(ctx context.Context, gone bool) ([]sitting.Server, error)
	// OpenIn lists the open tables and proposals of a server, oldest first; those without a channel are no server's.
	OpenIn(ctx context.Context, s sitting.Server) ([]OwnerID, error)
	// ClosedIn lists the channels of a server in which only closed tables stand and that aren't known
	// to be gone: no more than most, that with the newest table first.
	ClosedIn(ctx context.Context, s sitting.Server, most int) ([]sitting.Channel, error)
	// EraseServer erases what people are called in a server, what they wrote there, where messages stand in it, who is told
	// of its tables and what its managers have settled. Hands and tab stay.
	EraseServer(ctx context.Context, s sitting.Server) error
	// DropKeys lets go of idempotency keys of what was stored before a moment, and of owners that never came to be.
	DropKeys(ctx context.Context, before time.Time) error
	// DropAsks lets go of what was asked before a moment.
	DropAsks(ctx context.Context, before time.Time) error
	// DropLosses lets go of what was lost with channels before a moment.
	DropLosses(ctx context.Context, before time.Time) error
	// DropRedraws gives up what was to be drawn again since before a moment.
	DropRedraws(ctx context.Context, before time.Time) error
}

// An Absence is a server in which the bot may be no more.
type Absence struct {
	Server sitting.Server
	Since  time.Time // posts are refused, or it removed the bot
	Gone   bool      // it removed the bot
}

// What is kept for how long, and how often somebody looks.
const (
	keepKeys   = 30 * 24 * time.Hour
	keepAbsent = 30 * 24 * time.Hour
	keepHouse  = 24 * time.Hour
	keepNews   = time.Hour // after which a post that is taken was begun after the news that the bot is gone
)

// upkeep erases what has been kept long enough. What it hears it takes up beside whoever tells it.
type upkeep struct {
	house *House
	news  chan serverNews

	mu   sync.Mutex
	away map[sitting.Server]Absence // as the store has it
	due  map[sitting.Server]rumour  // of servers of which there is news that isn't taken up yet
}

// A rumour is what isn't taken up yet of a server.
type rumour struct {
	here, gone int           // how often the bot is said to be in it, and not to be
	over       chan struct{} // closed when nothing is left
}

// A serverNews is what Discord said of a server.
type serverNews struct {
	server sitting.Server
	is     bool             // the bot is in it
	at     time.Time        // it was said
	all    []sitting.Server // the bot is in these and no others, of those kept; server is empty then
	kept   []sitting.Server
}

// waitingNews is how much may wait. Of what is lost the refused posts tell, later.
const waitingNews = 4096

func newUpkeep(h *House) *upkeep {
	return &upkeep{house: h, news: make(chan serverNews, waitingNews), away: make(map[sitting.Server]Absence), due: make(map[sitting.Server]rumour)}
}

// Removed says that a server removed the bot: its tables close, and what is kept for it alone is erased soon.
func (h *House) Removed(s sitting.Server) { h.upkeep.tell(serverNews{server: s}) }

// Present says that the bot is in a server.
func (h *House) Present(s sitting.Server) { h.upkeep.tell(serverNews{server: s, is: true}) }

// Listed says in which servers the bot is, all of them: who removed it while it wasn't connected isn't
// among them. Kept are those of [Upkeep.ServersKept], not gone, before Discord was asked: of what has
// come since the list says nothing.
func (h *House) Listed(all, kept []sitting.Server) { h.upkeep.tell(serverNews{all: all, kept: kept}) }

func (u *upkeep) tell(n serverNews) {
	if u.house.opt.Upkeep == nil {
		return
	}
	n.at = u.house.opt.Now()
	u.counts(n, 1)
	select {
	case u.news <- n:
	default:
		u.counts(n, -1)
		u.house.opt.Log.Warn("news of a server lost", "server", n.server, "present", n.is)
	}
}

// counts notes news of one server that comes, or is taken up.
func (u *upkeep) counts(n serverNews, by int) {
	if n.server == "" {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	r, known := u.due[n.server]
	if !known {
		r.over = make(chan struct{})
	}
	if n.is {
		r.here += by
	} else {
		r.gone += by
	}
	if u.due[n.server] = r; r.here+r.gone == 0 {
		delete(u.due, n.server)
		close(r.over)
	}
}

// longRumour is how long somebody's deed waits at most.
const longRumour = 2 * time.Second

// Heard waits until news of a server is taken up by which the bot was removed from it, or is there again: what is done there after
// it is there again isn't closed and erased with what was there before.
func (h *House) Heard(ctx context.Context, s sitting.Server) {
	u := h.upkeep
	u.mu.Lock()
	r, is := u.due[s]
	wait := is && (r.gone > 0 || u.away[s].Gone)
	u.mu.Unlock()
	if !wait {
		return
	}
	most := time.NewTimer(longRumour)
	defer most.Stop()
	select {
	case <-r.over:
	case <-most.C:
	case <-ctx.Done():
	}
}

// run keeps house until ctx is done.
func (u *upkeep) run(ctx context.Context) {
	if u.house.opt.Upkeep == nil {
		return
	}
	u.clean(ctx)
	every := time.NewTicker(keepHouse)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			u.clean(ctx)
		case n := <-u.news:
			u.fault(u.contain(n.server, func() error { return u.takeUp(ctx, n) }), n.server)
			u.counts(n, -1)
		}
	}
}

func (u *upkeep) takeUp(ctx context.Context, n serverNews) error {
	switch {
	case n.server == "":
		return u.listed(ctx, n)
	case n.is:
		return errors.Join(u.recallOne(ctx, n.server), u.present(ctx, n.server))
	}
	return u.depart(ctx, n.server, n.at, false)
}

// contain does something about one server. What panics costs that server only.
func (u *upkeep) contain(s sitting.Server, do func() error) error {
	return u.house.runner.contain("upkeep panicked", do, "server", s)
}

// clean erases all that is due. Of a server that removed the bot that is what was written since, as old
// buttons can still be pressed there, and what a process that ended had yet to erase.
func (u *upkeep) clean(ctx context.Context) {
	now := u.house.opt.Now()
	all, err := u.recall(ctx)
	u.fault(err, "")
	left, err := u.house.opt.Upkeep.ServersKept(ctx, true)
	u.fault(err, "")
	for _, a := range all {
		due := !now.Before(a.Since.Add(keepAbsent))
		if a.Gone {
			due = slices.Contains(left, a.Server)
		}
		if due {
			u.fault(u.contain(a.Server, func() error { return u.depart(ctx, a.Server, a.Since, true) }), a.Server)
		}
	}
	u.fault(u.house.opt.Upkeep.DropKeys(ctx, now.Add(-keepKeys)), "")
	u.fault(u.house.opt.Upkeep.DropAsks(ctx, now.Add(-keepAsks)), "")
	u.fault(u.house.opt.Upkeep.DropRedraws(ctx, now.Add(-keepRedraws)), "")
	u.fault(u.house.opt.Upkeep.DropLosses(ctx, now.Add(-keepLost)), "")
	u.house.losses.forget(now.Add(-keepLost))
}

// recall learns which servers are away, as all houses have it.
func (u *upkeep) recall(ctx context.Context) ([]Absence, error) {
	all, err := u.house.opt.Upkeep.Absences(ctx)
	if err != nil {
		return nil, err
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	clear(u.away)
	for _, a := range all {
		u.away[a.Server] = a
	}
	return all, nil
}

// recallOne learns whether one server is away, where another house may have heard so.
func (u *upkeep) recallOne(ctx context.Context, s sitting.Server) error {
	if u.house.opt.Workers == nil {
		return nil
	}
	a, _, err := u.house.opt.Upkeep.Absence(ctx, s)
	if err != nil || a.Server == "" {
		return err
	}
	u.note(a)
	return nil
}

// note keeps an absence in memory as the store has it.
func (u *upkeep) note(a Absence) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.away[a.Server] = a
}

func (u *upkeep) fault(err error, s sitting.Server) {
	if err != nil && !errors.Is(err, ErrStopping) && !errors.Is(err, context.Canceled) {
		u.house.count.faults.Add(1)
		u.house.opt.Log.Error("upkeep failed", "server", s, "error", err)
	}
}

// heard learns what became of a post to a server.
func (u *upkeep) heard(ctx context.Context, s sitting.Server, err error) {
	if u.house.opt.Upkeep == nil || s == "" {
		return
	}
	u.mu.Lock()
	a, away := u.away[s]
	u.mu.Unlock()
	switch {
	case errors.Is(err, ErrAbsent) && !away:
		u.fault(u.absent(ctx, s), s)
	case err == nil && away && (!a.Gone || u.house.opt.Now().Sub(a.Since) > keepNews):
		u.fault(u.present(ctx, s), s)
	}
}

// isLeft says whether a server has removed the bot, as far as is known.
func (u *upkeep) isLeft(s sitting.Server) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.away[s].Gone
}

// listed takes up in which servers the bot is. A list that has none of the servers that the house knows is no proof: it may be
// another bot's, of a token that was mixed up, or Discord's trouble. Then they are as servers that refuse posts: had the bot
// really been removed, they are left in a month, and who is there again is present.
func (u *upkeep) listed(ctx context.Context, n serverNews) error {
	_, err := u.recall(ctx)
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(slices.Clone(n.kept), func(s sitting.Server) bool { return slices.Contains(n.all, s) })
	leave := func(ctx context.Context, s sitting.Server) error { return u.depart(ctx, s, n.at, false) }
	if len(missing) == len(n.kept) {
		leave = u.absent
	}
	for _, s := range missing {
		err = errors.Join(err, u.contain(s, func() error { return leave(ctx, s) }))
	}
	for _, s := range n.all {
		err = errors.Join(err, u.contain(s, func() error { return u.present(ctx, s) }))
	}
	return err
}

// absent notes that posts to a server are refused from now on.
func (u *upkeep) absent(ctx context.Context, s sitting.Server) error {
	u.mu.Lock()
	_, away := u.away[s]
	u.mu.Unlock()
	if away {
		return nil
	}
	a := Absence{Server: s, Since: sitting.Whole(u.house.opt.Now())}
	if err := u.house.opt.Upkeep.Absent(ctx, s, a.Since); err != nil {
		return err
	}
	u.note(a)
	return nil
}

// present notes that the bot is in a server.
func (u *upkeep) present(ctx context.Context, s sitting.Server) error {
	u.mu.Lock()
	_, away := u.away[s]
	u.mu.Unlock()
	if !away {
		return nil
	}
	if err := u.house.opt.Upkeep.Present(ctx, s); err != nil {
		return err
	}
	u.mu.Lock()
	delete(u.away, s)
	u.mu.Unlock()
	return nil
}

// depart closes the tables of a server and drops what is proposed there, and then erases what is kept for it alone. Each step is
// stored by itself and may be done twice: a process that ends in between goes on when it starts again. Where somebody has begun something
// since it was known that the bot is gone, it is there again, though nobody said so; and so it is where that was kept,
// of which another house may have heard, and isn't any more.
func (u *upkeep) depart(ctx context.Context, s sitting.Server, since time.Time, kept bool) error {
	h := u.house
	a, begun, err := h.opt.Upkeep.Absence(ctx, s)
	if err != nil {
		return err
	}
	if begun.After(since) || kept && a.Server == "" {
		return u.present(ctx, s)
	}
	if !a.Gone {
		a = Absence{Server: s, Since: sitting.Whole(h.opt.Now()), Gone: true}
		if err := h.opt.Upkeep.Gone(ctx, s, a.Since); err != nil {
			return err
		}
	}
	u.note(a)
	open, err := h.opt.Upkeep.OpenIn(ctx, s)
	if err != nil {
		return err
	}
	for _, id := range open {
		if isProposal(id) {
			_, err = h.askProposal(ctx, ProposalID(id), TabCommand{Do: tab.Drop{}})
		} else {
			err = h.abandon(ctx, sitting.ID(id))
		}
		if err != nil && !isBroken(err) {
			return err
		}
	}
	if err := h.opt.Upkeep.EraseServer(ctx, s); err != nil {
		return err
	}
	h.opt.Left(s)
	h.opt.Log.Info("left a server", "server", s, "closed", len(open))
	return nil
}

// abandon closes a table that nobody can reach any more; a hand under way is nobody's.
func (h *House) abandon(ctx context.Context, id sitting.ID) error {
	do := func(ctx context.Context, v *evening) (Receipt, error) { return v.abandon(ctx) }
	_, err := ask(ctx, h, id, "abandon", "", do)
	return err
}

// abandon closes the table, whatever stage it is at. Nobody pays for the hand under way.
func (v *evening) abandon(ctx context.Context) (Receipt, error) {
	for range attempts {
		err := v.load(ctx)
		if err != nil || v.state.Phase() == sitting.Ended {
			return Receipt{}, err
		}
		receipt, err := v.commit(ctx, sitting.Command{}, []sitting.Event{sitting.Closed{}})
		if !errors.Is(err, ErrConflict) {
			return receipt, err
		}
		v.forget()
	}
	return Receipt{}, ErrConflict
}
