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

// handPast is after which time a hand that nobody touched says how old it is.
const handPast = 14 * time.Minute

// hands are the private messages that can still be changed and follow their table,
// the newest of each person at each: the hands of who plays, or the views of who looks
// on. They are lost with the process, and nothing with them: an old one heals on its first click.
type hands struct {
	line   *line
	people *people
	now    func() time.Time
	sends  *allowances
	draw   drawing                               // what they show
	may    func(sitting.Channel, time.Time) bool // whether one may be written now
	past   time.Duration                         // after which a hand says how old it is; 0: never

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
	newest int64  // the newest state that came up meanwhile: a hand that shows less is brought up to it
	unsure bool   // what the visits answered may have been overwritten
}

// An edit of a hand is under way that no visit asked for.
type edit struct {
	overtaken bool          // a visit goes on beside it, whose answer it may overwrite
	gone      []liveHand    // which have to be deleted after it
	ended     chan struct{} // closed when it is over
}

// A holder is whose hand it is. Who looks on has no pseudonym, and is named by their
// Discord id.
type holder struct {
	table  sitting.ID
	person sitting.Person
}

func heldBy(p sitting.Person) func(holder) bool {
	return func(key holder) bool { return key.person == p }
}

// A drawing draws what a person's message shows of their table as it is now, and says
// which state of it that is; 0: it isn't theirs to see any more.
type drawing func(context.Context, table.Peeker, holder, liveHand) (m render.Message, of sitting.Channel, state int64, err error)

// A liveHand is a private hand on somebody's screen.
type liveHand struct {
	asked   string // id of the interaction that it answers
	own     bool   // as a message of its own
	id      string // of that message; empty where it isn't known
	above   string // of the message that it was sent again for; empty for others
	token   string // of that interaction
	message string // as the token's routes name it
	until   time.Time
	drawn   int64 // the state of the table that it shows: of a hand its version, of a view its newest event
	shows   int64 // the newest that was drawn for the person
	words   lang.Lang
	stops   bool           // it is written to once more at most, and says so
	ages    *time.Timer    // after which it stops; nil: it doesn't by itself
	server  sitting.Server // where it was asked for
	where   sitting.Channel
}

// maxHands bounds what is remembered.
const maxHands = 10_000

func newHands(l *line, p *people, i *ink, tips *hints, now func() time.Time, sends *allowances, past time.Duration) *hands {
	h := newLive(l, p, now, sends, maxHands)
	h.draw, h.may, h.past = h.own(i, tips), sends.open, past
	return h
}

// newLive returns a memory of at most so many messages; draw and may are missing.
func newLive(l *line, p *people, now func() time.Time, sends *allowances, most int) *hands {
	return &hands{line: l, people: p, now: now, sends: sends, live: newest[holder, liveHand](most), showings: make(map[holder]*showing), edits: make(map[holder]*edit)}
}

// crossWithin is how long a visit waits for an edit of the message that it may change. People
// see one a moment before its answer comes, and may click by then.
const crossWithin = 500 * time.Millisecond

// showing learns that a visit is about to answer somebody, maybe with their hand: until
// it has, the message that it may change isn't sent again. Whoever calls it calls shown after.
func (h *hands) showing(ctx context.Context, key holder) {
	h.mu.Lock()
	if h.showings[key] == nil {
		h.showings[key] = &showing{}
	}
	h.showings[key].visits++
	e := h.edits[key]
	h.mu.Unlock()
	if e == nil || e.ends(ctx, crossWithin) {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	e.overtaken = true
}

// ends waits for the end of an edit. False: it hasn't ended after so long.
func (e *edit) ends(ctx context.Context, most time.Duration) bool {
	wait := time.NewTimer(most)
	defer wait.Stop()
	select {
	case <-e.ended:
		return true
	case <-wait.C:
	case <-ctx.Done():
	}
	return false
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
	if left.newest > 0 || left.unsure {
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
	if hand, ok := h.live.Get(key); ok {
		hand.shows = max(hand.shows, s.newest)
		h.live.Add(key, hand)
	}
	if s.unsure {
		h.doubt(key)
	}
	return *s
}

// keep remembers the hand that is on the person's screen now, and gives the one
// that has to go for it. The person may have clicked on the new hand, or asked for
// another, before Discord told us that it stands: then the later answer is kept. Nor
// is one that changed a message which was meanwhile sent again below and deleted: the one below is, to be
// drawn once more, as they want it now.
func (h *hands) keep(key holder, hand liveHand) (gone liveHand, has bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before, had := h.live.Get(key)
	again := had && before.above != "" && before.above == hand.id
	if again || had && later(before.asked, hand.asked) {
		if again {
			before.drawn = 0
		}
		if again && later(hand.asked, before.asked) {
			before.asked, before.words, before.stops = hand.asked, hand.words, hand.stops
			before.ages, hand.ages = hand.ages, before.ages
		}
		hand.ageless()
		before.shows = max(before.shows, hand.shows)
		h.live.Add(key, before)
		h.comesUp(key, before.shows)
		return hand, apart(before, hand)
	}
	before.ageless()
	hand.shows = max(hand.shows, before.shows)
	h.live.Add(key, hand)
	h.comesUp(key, hand.shows)
	return before, had && apart(hand, before)
}

// comesUp notes a state that came up while visits are about to show a hand. It wants the lock.
func (h *hands) comesUp(key holder, state int64) {
	if s := h.showings[key]; s != nil {
		s.newest = max(s.newest, state)
	}
}

// apart says whether a hand stands on another message than the one before it.
func apart(hand, before liveHand) bool {
	if hand.id != "" && before.id != "" {
		return hand.id != before.id
	}
	return hand.own
}

// due says whether the person's hand can be changed and shows an older version. One that is just
// being answered may show that older version too.
func (h *hands) due(key holder, version int64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.comesUp(key, version)
	hand, ok := h.live.Get(key)
	if !ok || hand.shows >= version || !h.now().Before(hand.until) {
		return false
	}
	hand.shows = version
	h.live.Add(key, hand)
	return true
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
	hand, ok := h.live.Get(key)
	if h.showings[key] != nil {
		h.comesUp(key, hand.shows)
		return liveHand{}, false
	}
	if !ok || hand.shows <= hand.drawn || h.edits[key] != nil || !h.now().Before(hand.until) {
		return liveHand{}, false
	}
	h.edits[key] = &edit{ended: make(chan struct{})}
	return hand, true
}

// end ends an edit, and says whether it may stand where a newer answer has stood, and
// which hands have to go now.
func (h *hands) end(key holder) (overtaken bool, gone []liveHand) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.edits[key]
	delete(h.edits, key)
	close(e.ended)
	switch s := h.showings[key]; {
	case !e.overtaken:
	case s != nil:
		s.unsure = true
	default:
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

// doubtAll forgets what some hands show, and gives which they are. What is about to be
// written to them, or just being, may be what they showed.
func (h *hands) doubtAll(of func(holder) bool) (all []holder) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for key, s := range h.showings {
		s.unsure = s.unsure || of(key)
	}
	for key, e := range h.edits {
		e.overtaken = e.overtaken || of(key)
	}
	for _, key := range h.live.Keys() {
		if of(key) {
			h.doubt(key)
			all = append(all, key)
		}
	}
	return all
}

// ends is until when a message is kept up to date; the zero time of one that isn't any more.
func (h liveHand) ends() time.Time {
	if h.stops {
		return time.Time{}
	}
	return h.until
}

// stops has a person's message say that it is kept up to date no longer, or not, if it answers the
// interaction; "": whichever. False: it doesn't.
func (h *hands) stops(key holder, asked string, stops bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	hand, ok := h.live.Peek(key)
	if !ok || asked != "" && hand.asked != asked {
		return false
	}
	if hand.stops != stops {
		hand.stops = stops
		h.live.Add(key, hand)
		h.doubt(key)
	}
	return true
}

// stopLater has the hand that answers an interaction say how old it is, shortly before it can't be
// changed any more; nil: it never does.
func stopLater(h *hands, from table.Peeker, key holder, asked string) *time.Timer {
	if h.past == 0 {
		return nil
	}
	return time.AfterFunc(h.past, func() {
		defer h.line.survived("private hand not ended", func() {}, "table", key.table)
		ctx, cancel := context.WithTimeout(context.Background(), patient)
		defer cancel()
		if h.stops(key, asked, true) {
			h.rewrite(ctx, from, key)
		}
	})
}

// ageless has a hand not say any more how old it is.
func (h liveHand) ageless() {
	if h.ages != nil {
		h.ages.Stop()
	}
}

// close has no hand say any more how old it is.
func (h *hands) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, hand := range h.live.Values() {
		hand.ageless()
	}
}

// doubt forgets what a person's hand shows. It wants the lock.
func (h *hands) doubt(key holder) {
	if hand, ok := h.live.Get(key); ok {
		hand.drawn = 0
		h.live.Add(key, hand)
	}
}

// isBehind says whether a message shows an older state than it should, and can be changed.
func (h *hands) isBehind(key holder) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	hand, ok := h.live.Get(key)
	return ok && hand.drawn < hand.shows && h.now().Before(hand.until)
}

// lost learns that a message is gone for good.
func (h *hands) lost(key holder, hand liveHand) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now, ok := h.live.Get(key); ok && now.asked == hand.asked && now.message == hand.message {
		h.live.Remove(key)
		now.ageless()
	}
}

// forget has a message not be written to any more, and waits for an edit that is under way.
func (h *hands) forget(ctx context.Context, key holder) {
	h.mu.Lock()
	if hand, ok := h.live.Peek(key); ok {
		h.live.Remove(key)
		hand.ageless()
	}
	e := h.edits[key]
	h.mu.Unlock()
	if e != nil {
		e.ends(ctx, patient)
	}
}

// at gives the person's newest message, if it is this one.
func (h *hands) at(key holder, message string) (hand liveHand, is bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	hand, ok := h.live.Get(key)
	return hand, ok && message != "" && hand.id == message
}
