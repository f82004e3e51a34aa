package commands

import (
	"context"
	"sync"
	"time"

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
	now    func() time.Time
	sends  allowances

	mu   sync.Mutex
	live *simplelru.LRU[holder, liveHand]
	// Neither is ever forgotten: there are no more than visits and edits under way.
	showings map[holder]*showing
	edits    map[holder]*edit
}

// A showing is that visits are about to answer somebody with their hand.
type showing struct {
	visits int
	table  string // the table message below which the hand has to be sent again after it; may be empty
	behind bool   // the hand has to be brought up to the present after it
	unsure bool   // what the visits answered may have been overwritten
}

// An edit of a hand is under way that no visit asked for.
type edit struct {
	overtaken bool       // a visit has begun since, whose answer it may overwrite
	gone      []liveHand // which have to be deleted after it
}

type holder struct {
	table  sitting.ID
	person sitting.Person
}

// A liveHand is a private hand on somebody's screen.
type liveHand struct {
	asked   string // id of the interaction that it answers
	own     bool   // as a message of its own
	id      string // of that message; empty where it isn't known
	above   string // of the message that it was sent again for; empty for others
	token   string // of that interaction
	message string // as the token's routes name it
	until   time.Time
	drawn   int64 // the version of the table that it shows
	shows   int64 // the newest version that was drawn for the person
	words   lang.Lang
	prefs   render.Prefs
	server  sitting.Server // where it was asked for
}

// maxHands bounds what is remembered.
const maxHands = 10_000

func newHands(l *line, p *people, i *ink, now func() time.Time) *hands {
	return &hands{line: l, people: p, ink: i, now: now, sends: newAllowances(), live: newest[holder, liveHand](maxHands), showings: make(map[holder]*showing), edits: make(map[holder]*edit)}
}

// showing learns that a visit is about to answer somebody, maybe with their hand: until
// it has, the message that it may change isn't sent again. Whoever calls it calls shown after.
func (h *hands) showing(key holder) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.showings[key] == nil {
		h.showings[key] = &showing{}
	}
	h.showings[key].visits++
	if e := h.edits[key]; e != nil {
		e.overtaken = true
	}
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

// shown ends a showing, and does what was left to it: it sends the hand again if the table
// message has moved meanwhile, or brings it up to the present.
func (h *hands) shown(ctx context.Context, from table.Peeker, key holder) {
	left := h.leave(key)
	if left.table != "" && h.sendAgain(ctx, from, key, left.table) {
		return
	}
	if left.behind || left.unsure {
		h.rewrite(ctx, from, key)
	}
}

// leave ends a showing and says what it leaves to be done: nothing before the last has ended.
func (h *hands) leave(key holder) showing {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.showings[key]
	if s.visits--; s.visits > 0 {
		return showing{}
	}
	delete(h.showings, key)
	if s.unsure {
		h.doubt(key)
	}
	return *s
}

// keep remembers the hand that is on the person's screen now, and gives the one
// that has to go for it. The person may have clicked on the new hand, or asked for
// another, before Discord told us that it stands: then the later answer is kept. Nor
// is one that changed a message which was meanwhile sent again below and deleted.
func (h *hands) keep(key holder, hand liveHand) (gone liveHand, has bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before, had := h.live.Get(key)
	if had && (later(before.asked, hand.asked) || before.above != "" && before.above == hand.id) {
		before.shows = max(before.shows, hand.shows)
		h.live.Add(key, before)
		return hand, apart(before, hand)
	}
	h.live.Add(key, hand)
	return before, had && apart(hand, before)
}

// apart says whether a hand stands on another message than the one before it.
func apart(hand, before liveHand) bool {
	if hand.id != "" && before.id != "" {
		return hand.id != before.id
	}
	return hand.own
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

// wrote learns that a version was written to a hand.
func (h *hands) wrote(key holder, hand liveHand, version int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now, ok := h.live.Get(key); ok && now.asked == hand.asked && now.message == hand.message {
		now.drawn = max(now.drawn, version)
		h.live.Add(key, now)
	}
}

// above gives the person's hand, if it can be changed and isn't below the table
// message; "": wherever it is. One that is about to be changed is left to whoever does that.
func (h *hands) above(key holder, tableMessage string) (liveHand, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.showings[key]; s != nil {
		if tableMessage != "" {
			s.table = tableMessage
		}
		return liveHand{}, false
	}
	hand, ok := h.live.Get(key)
	return hand, ok && h.now().Before(hand.until) && (tableMessage == "" || hand.id == "" || later(tableMessage, hand.id))
}

// replace puts a hand in the place of one, if that is still the person's newest.
func (h *hands) replace(key holder, above, below liveHand) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now, ok := h.live.Get(key); !ok || now.asked != above.asked || now.message != above.message {
		return false
	}
	h.live.Add(key, below)
	return true
}

// begin begins an edit of the person's hand, if they were shown a newer version than it
// shows and nobody else is at it. Whoever calls it and gets a hand calls end after.
func (h *hands) begin(key holder) (liveHand, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.showings[key]; s != nil {
		s.behind = true
		return liveHand{}, false
	}
	hand, ok := h.live.Get(key)
	if !ok || hand.shows <= hand.drawn || h.edits[key] != nil {
		return liveHand{}, false
	}
	h.edits[key] = &edit{}
	return hand, true
}

// end ends an edit, and says whether it may stand where a newer answer has stood, and
// which hands have to go now.
func (h *hands) end(key holder) (overtaken bool, gone []liveHand) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.edits[key]
	delete(h.edits, key)
	if s := h.showings[key]; s != nil {
		s.unsure = true
	} else if e.overtaken {
		h.doubt(key)
	}
	return e.overtaken, e.gone
}

// isLeft leaves a hand to the edit that is under way, if there is one.
func (h *hands) isLeft(key holder, hand liveHand) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.edits[key]
	if e != nil {
		e.gone = append(e.gone, hand)
	}
	return e != nil
}

// doubt forgets what a person's hand shows. It wants the lock.
func (h *hands) doubt(key holder) {
	if hand, ok := h.live.Get(key); ok {
		hand.drawn = 0
		h.live.Add(key, hand)
	}
}
