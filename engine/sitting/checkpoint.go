package sitting

import (
	"bytes"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/deal"
)

// A Checkpoint is a state between two hands, in bytes. A table is read from there instead of
// from its first event.
//
// It holds no free text: words and seeds stay where they can be erased, and are put in again.
type Checkpoint struct {
	Seq   int64 // number of the newest event
	Hand  int   // number of the hand that ended last
	Texts int64 // number of the first event whose free text it leaves out
	Body  []byte
}

// ErrCheckpoint says that a checkpoint can't be read, or is of another program: the events can.
var ErrCheckpoint = errors.New("sitting: no checkpoint of this program")

// Checkpoint returns that of the state; false where there is none: in the lobby, during a hand, and
// once the table is closed.
func (s *State) Checkpoint() (Checkpoint, bool) {
	if s.phase != Between || s.last == nil {
		return Checkpoint{}, false
	}
	bare := s.bare()
	c := Checkpoint{Seq: s.seq, Hand: s.last.Hand, Texts: bare.firstText(), Body: append([]byte(nil), checkpointFormat()...)}
	c.Body = encodeValue(c.Body, &bare)
	return c, true
}

// Restore returns the state of a checkpoint of a table. The texts are those of its events, by
// number; of one that was erased there is none. The error is [ErrCheckpoint].
func Restore(id ID, c Checkpoint, texts map[int64]string) (State, error) {
	body, ok := bytes.CutPrefix(c.Body, checkpointFormat())
	var s State
	if !ok || !decodeValue(body, &s) {
		return State{}, ErrCheckpoint
	}
	if s.id != id || s.seq != c.Seq || s.phase != Between || s.last == nil || s.last.Hand != c.Hand {
		return State{}, ErrCheckpoint
	}
	if !s.dealt.fill(texts) || !s.deal.fill(texts) {
		return State{}, ErrCheckpoint
	}
	for _, l := range []*HandResult{s.last, s.fresh} {
		if l != nil {
			l.Cuts, l.Seed = s.dealt.all(), hex.EncodeToString(s.dealt.seed[:])
		}
	}
	return s, nil
}

// bare returns the state without free text, and without the head of the tab's chain, which no event
// tells.
func (s *State) bare() State {
	bare := *s
	bare.dealt.empty()
	bare.deal.empty()
	last := *s.last
	last.Cuts, last.Seed, last.TabHead = nil, "", ""
	bare.last = &last
	switch {
	case s.fresh == nil:
	case s.fresh.Seq == s.last.Seq: // of which one may have the head of the tab's chain
		bare.fresh = bare.last
	default:
		fresh := *s.fresh
		fresh.Cuts, fresh.Seed, fresh.TabHead = nil, "", ""
		bare.fresh = &fresh
	}
	return bare
}

// firstText returns the number of the first event whose text the state leaves out.
func (s *State) firstText() int64 {
	first := s.seq
	for _, d := range []*dealing{&s.dealt, &s.deal} {
		if d.hand != 0 {
			first = min(first, d.seq)
		}
		for _, c := range d.cuts {
			first = min(first, c.number)
		}
	}
	return first
}

// empty leaves the free text of a deal out.
func (d *dealing) empty() {
	if d.sealed {
		d.seed = deal.Seed{}
	}
	d.cuts = slices.Clone(d.cuts)
	for i := range d.cuts {
		d.cuts[i].Word = ""
	}
}

// fill puts the free text of a deal in again; false: it isn't what such events have.
func (d *dealing) fill(texts map[int64]string) bool {
	if d.sealed {
		seed, err := hex.DecodeString(texts[d.seq])
		if err != nil || len(seed) != 0 && len(seed) != len(d.seed) {
			return false
		}
		copy(d.seed[:], seed)
	}
	for i := range d.cuts {
		d.cuts[i].Word = texts[d.cuts[i].number]
	}
	return true
}

// A comparison holds a checkpoint against the events that an [Audit] takes. An Audit keeps no log
// of a hand, so the last hand before the checkpoint is folded beside it with one.
type comparison struct {
	Checkpoint
	state *State // from the start of that hand on; nil before
	met   bool   // the audit came to it
	holds bool   // it says what the events say
}

// Compare has the audit hold a checkpoint against the events that come.
func (a *Audit) Compare(c Checkpoint) { a.compared = &comparison{Checkpoint: c} }

// Holds says whether the checkpoint of [Audit.Compare] says what the events said when they came to
// it. One of another program, which nobody reads, holds too.
func (a *Audit) Holds() bool {
	c := a.compared
	return c.met && (c.holds || !bytes.HasPrefix(c.Body, checkpointFormat()))
}

// next takes the event that the audit has just taken.
func (c *comparison) next(audited *State, e Event, at time.Time) {
	if c.met {
		return
	}
	if started, is := e.(HandStarted); is && started.Hand == c.Hand && started.Again == 0 {
		s := *audited
		s.blind = false
		c.state = &s
	} else if c.state != nil {
		c.state.fold(e, at)
	}
	if c.met = audited.seq == c.Seq; c.met && c.state != nil {
		is, ok := c.state.Checkpoint()
		c.holds = ok && is.Hand == c.Hand && is.Texts == c.Texts && bytes.Equal(is.Body, c.Body)
	}
}
