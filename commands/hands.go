package commands

import (
	"context"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// original is what the token's routes call the message of the first answer.
const original = "@original"

// tokenLife is how long a private message can be changed after its latest
// click, less a little for the way to Discord.
const tokenLife = 14*time.Minute + 30*time.Second

// hands are the private hands that can still be changed, the newest of each
// person at each table. They are lost with the process, and nothing with them:
// an old hand heals on its first click.
type hands struct {
	line   *line
	people *people
	ink    *ink

	mu   sync.Mutex
	live *simplelru.LRU[holder, liveHand]
}

type holder struct {
	table  sitting.ID
	person sitting.Person
}

// A liveHand is a private hand on somebody's screen.
type liveHand struct {
	asked   string // id of the interaction that it answers
	own     bool   // as a message of its own
	token   string // of that interaction
	message string // as the token's routes name it
	until   time.Time
	drawn   int64 // the version of the table that it shows
	shows   int64 // the newest version that was drawn for the person
	words   lang.Lang
	prefs   render.Prefs
}

// maxHands bounds what is remembered.
const maxHands = 10_000

func newHands(l *line, p *people, i *ink) *hands {
	return &hands{line: l, people: p, ink: i, live: newest[holder, liveHand](maxHands)}
}

// drawing learns that the person is about to be shown a version of the table, so
// that a refresh under way doesn't end on an older one.
func (h *hands) drawing(key holder, version int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if hand, ok := h.live.Get(key); ok {
		hand.shows = max(hand.shows, version)
		h.live.Add(key, hand)
	}
}

// keep remembers the hand that is on the person's screen now, and gives the one
// that has to go for it. The person may have clicked on the new hand, or asked for
// another, before Discord told us that it stands: then the later answer is kept.
func (h *hands) keep(key holder, hand liveHand) (gone liveHand, has bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before, had := h.live.Get(key)
	if had && later(before.asked, hand.asked) {
		before.shows = max(before.shows, hand.shows)
		h.live.Add(key, before)
		return hand, before.own && hand.own
	}
	h.live.Add(key, hand)
	return before, had && hand.own
}

// due gives the person's hand, if it can be changed and shows an older version.
func (h *hands) due(key holder, version int64, now time.Time) (liveHand, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	hand, ok := h.live.Get(key)
	if !ok || hand.shows >= version || !now.Before(hand.until) {
		return liveHand{}, false
	}
	hand.shows = version
	h.live.Add(key, hand)
	return hand, true
}

// overtaken gives the person's hand, if they were shown a newer version than it shows.
func (h *hands) overtaken(key holder) (liveHand, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	hand, ok := h.live.Get(key)
	return hand, ok && hand.shows > hand.drawn
}

// wrote learns that a version was written to a hand.
func (h *hands) wrote(key holder, hand liveHand, version int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now, ok := h.live.Get(key); ok && now.asked == hand.asked {
		now.drawn = max(now.drawn, version)
		h.live.Add(key, now)
	}
}

// refresh brings the hand on the screen of the person whose turn has come up to
// the present. A failure is no loss: the hand heals on its next click.
func (h *hands) refresh(ctx context.Context, from table.Peeker, s *sitting.Sight, now time.Time) {
	if s.Phase != sitting.Playing || s.View.Turn == engine.Nobody {
		return
	}
	key := holder{s.ID, s.Seats[s.View.Turn].Person}
	if _, ok := h.due(key, s.Version, now); ok {
		h.rewrite(ctx, from, key)
	}
}

// rewrite writes the present to the person's hand, as long as they were shown a
// newer version than it shows.
func (h *hands) rewrite(ctx context.Context, from table.Peeker, key holder) {
	for hand, ok := h.overtaken(key); ok; hand, ok = h.overtaken(key) {
		version, err := h.redraw(ctx, from, key, hand)
		if err != nil || version <= hand.drawn {
			h.line.Log.Debug("hand not refreshed", "table", key.table, "error", err)
			return
		}
		h.wrote(key, hand, version)
	}
}

// redraw writes the present to a hand, and says which version that is.
func (h *hands) redraw(ctx context.Context, from table.Peeker, key holder, hand liveHand) (int64, error) {
	own, err := from.Peek(ctx, key.table, key.person)
	if err != nil {
		return 0, err
	}
	if own.Me == engine.Nobody {
		return own.Version, nil // left: a computer plays the seat out
	}
	r, err := h.people.reader(ctx, &own)
	if err != nil {
		return 0, err
	}
	m := screen{ink: h.ink, words: hand.words, snap: &own, reader: r}.hand(hand.prefs, nil)
	_, err = h.line.REST.EditFollowUp(ctx, h.line.Application, hand.token, hand.message, payload(m.Edit()))
	return own.Version, err
}
