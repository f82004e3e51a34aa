package commands

import (
	"context"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// lookRest is how long a view stands before it is changed again, for each of those
	// who look on at its table: so a minute's allowance lasts a minute.
	lookRest = 4 * time.Second
	// leftToPlayers is how much of it they leave for hands that are sent again.
	leftToPlayers = 5
	// mostLookers is how many views of one table follow it, mostLooked of how many tables.
	mostLookers = 12
	mostLooked  = 512
)

// lookers are those who look on at tables, each by a private message that follows its
// table as a hand does and shows what everybody sees. Of those at one table who asked longest ago has
// to go first, and is told so by their view. They are lost with the process.
type lookers struct {
	views *hands
	rest  time.Duration

	mu sync.Mutex
	at *simplelru.LRU[sitting.ID, *looked]
}

// looked is a table at which somebody looks on.
type looked struct {
	by    *simplelru.LRU[sitting.Person, struct{}]
	gone  *simplelru.LRU[sitting.Person, struct{}] // who had to go, and whose view doesn't say so yet
	busy  bool                                     // somebody brings the views up to the present
	again bool                                     // and has to once more
}

func newLookers(l *line, p *people, i *ink, now func() time.Time, sends *allowances, rest time.Duration) *lookers {
	views := newLive(l, p, now, sends, mostLookers*mostLooked)
	views.draw = views.publicly(i)
	views.may = func(c sitting.Channel, now time.Time) bool { return sends.takeOf(c, now, leftToPlayers) }
	return &lookers{views: views, rest: rest, at: newest[sitting.ID, *looked](mostLooked)}
}

// publicly draws a table as a spectator sees it, whoever looks on.
func (h *hands) publicly(i *ink) drawing {
	return func(ctx context.Context, from table.Peeker, key holder, view liveHand) (render.Message, sitting.Channel, int64, error) {
		s, err := from.Peek(ctx, key.table, "")
		if err != nil {
			return render.Message{}, "", 0, err
		}
		r, err := h.people.reader(ctx, &s)
		if err != nil {
			return render.Message{}, "", 0, err
		}
		prefs, err := h.people.prefsOf(ctx, string(key.person))
		at := screen{ink: i, words: i.reading(prefs, view.words), snap: &s, reader: r, now: h.now()}
		return at.watch(prefs, view.ends()), s.Channel, s.Seq, err
	}
}

// begin has somebody look on, and gives who has to go for that: their view says so once it is
// brought, which whoever calls it does first.
func (l *lookers) begin(key holder) (gone []holder) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.at.Get(key.table)
	if !ok {
		t = &looked{by: newest[sitting.Person, struct{}](mostLookers), gone: newest[sitting.Person, struct{}](mostLookers)}
		l.at.Add(key.table, t)
	}
	t.gone.Remove(key.person)
	l.views.stops(key, "", false)
	if first, _, ok := t.by.GetOldest(); ok && t.by.Len() == mostLookers && !t.by.Contains(key.person) {
		t.by.Remove(first)
		t.gone.Add(first, struct{}{})
		gone = append(gone, holder{key.table, first})
		l.views.stops(gone[0], "", true)
	}
	t.by.Add(key.person, struct{}{})
	return gone
}

// end has somebody look on no longer: when it is done nothing more is written to their view.
func (l *lookers) end(ctx context.Context, key holder) {
	l.views.forget(ctx, key)
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.at.Peek(key.table)
	if !ok {
		return
	}
	t.gone.Remove(key.person)
	if t.by.Remove(key.person); t.by.Len()+t.gone.Len() == 0 {
		l.at.Remove(key.table)
	}
}

// hasGone says whether somebody had to go.
func (l *lookers) hasGone(key holder) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.at.Peek(key.table)
	return ok && t.gone.Contains(key.person)
}

// all lists those whose views of a table are written to, who asked longest ago first.
func (l *lookers) all(id sitting.ID) []holder {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.at.Peek(id)
	if !ok {
		return nil
	}
	var all []holder
	for _, p := range append(t.gone.Keys(), t.by.Keys()...) {
		all = append(all, holder{id, p})
	}
	return all
}

// follow has the views of a table be brought up to the present, by one who does nothing
// else: no post waits for it.
func (l *lookers) follow(ctx context.Context, from table.Peeker, id sitting.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.at.Peek(id)
	if !ok {
		return
	}
	if t.again = true; !t.busy {
		t.busy = true
		go l.bringAll(ctx, from, id, t)
	}
}

// bringAll brings the views of a table up to the present, until they show it and nothing
// new has come.
func (l *lookers) bringAll(ctx context.Context, from table.Peeker, id sitting.ID, t *looked) {
	defer l.views.line.survived("views not refreshed", func() { l.rests(t) }, "table", id)
	for l.goesOn(t) {
		all := l.all(id)
		wait := l.bring(ctx, from, id, all)
		pause := time.NewTimer(max(wait, l.rest*time.Duration(len(all))))
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
		}
		if wait > 0 {
			l.mu.Lock()
			t.again = true
			l.mu.Unlock()
		}
	}
}

// goesOn says whether there is something new to bring, and notes that there isn't.
func (l *lookers) goesOn(t *looked) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.busy, t.again = t.again, false
	return t.busy
}

// rests notes that nobody brings the views of a table any more.
func (l *lookers) rests(t *looked) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t.busy = false
}

// bring writes the present to views, and says how long those that couldn't be written
// have to wait; 0: there are none.
func (l *lookers) bring(ctx context.Context, from table.Peeker, id sitting.ID, all []holder) time.Duration {
	now, err := from.Peek(ctx, id, "")
	if err != nil {
		l.views.line.Log.Debug("views not refreshed", "table", id, "error", err)
		return 0
	}
	behind := false
	for _, key := range all {
		if l.views.due(key, now.Seq) || l.views.isBehind(key) {
			l.views.rewrite(ctx, from, key)
		}
		behind = behind || l.views.isBehind(key)
		if (now.Phase == sitting.Ended || l.hasGone(key)) && !l.views.isBehind(key) {
			l.end(ctx, key)
		}
	}
	if !behind {
		return 0
	}
	return max(l.views.sends.freeOf(now.Channel, leftToPlayers).Sub(l.views.now()), time.Second)
}

// isLost says whether a private message is gone for good.
func isLost(err error) bool {
	return rest.HasCode(err, rest.CodeUnknownMessage, rest.CodeUnknownWebhook, rest.CodeInvalidWebhookToken)
}
