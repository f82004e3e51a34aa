package table

import (
	"context"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// An AskKind is what one person asks of another.
type AskKind uint8

// The kinds, as they are stored.
const (
	AskTurn    AskKind = iota + 1 // to play: a nudge
	AskWish                       // whether a play may be taken back
	AskEnd                        // whether the hand may end early
	AskSeat                       // to take a seat
	AskTab                        // to agree to a change of the tab
	AskNews                       // nothing: somebody has changed what lies between them
	AskManager                    // to have a debt written off: managers answer in the creditor's place
	AskHost                       // whether they are still there: others wait for the host
)

// String returns the kind as a word, for files; "" for a number that is none.
func (k AskKind) String() string {
	words := [...]string{AskTurn: "turn", AskWish: "take back", AskEnd: "end", AskSeat: "seat", AskTab: "tab", AskNews: "news", AskManager: "write-off", AskHost: "host"}
	if int(k) >= len(words) {
		return ""
	}
	return words[k]
}

// IsLimited says whether a question of the kind is refused where its asker asks too often. A wish
// to take back is part of play, news asks nothing, and a host whom nobody may ask would keep the
// table: those notify nobody then.
func (k AskKind) IsLimited() bool { return k != AskWish && k != AskNews && k != AskHost }

// Limits on what one person asks of others.
const (
	AskEvery   = time.Hour      // a person asks another no sooner again, unless they have answered
	NoHolds    = 24 * time.Hour // as long a person who said no isn't asked the same again
	MostAsks   = 10             // questions of one person, or to one person, that are open
	AskExpires = tab.Patience * time.Millisecond

	keepAsks = AskExpires + NoHolds // after that no limit depends on a question
)

// An Ask is a question of one person to another.
type Ask struct {
	By, Of sitting.Person
	Kind   AskKind
	Number int64 // of the event that asked
	Turned bool  // it answers a question of Of's with another, and isn't limited
}

// An Answer ends a question, or changes its mind.
type Answer struct {
	Of      sitting.Person
	Number  int64
	Verdict sitting.Verdict
}

// Asks know what people have asked each other of late.
type Asks interface {
	// Spared lists those whom the question or news of an event doesn't notify, because the
	// same person has asked or told them something lately.
	Spared(ctx context.Context, owner OwnerID, number int64) ([]sitting.Person, error)
}

// askKinds are those of what a table asks.
//
//nolint:gochecknoglobals // constant table
var askKinds = [...]AskKind{
	sitting.AsksTurn: AskTurn, sitting.AsksWish: AskWish, sitting.AsksEnd: AskEnd, sitting.AsksSeat: AskSeat,
	sitting.AsksHost: AskHost,
}

// asksOf returns what people ask each other with events of a table, and what is answered.
func asksOf(before, after sitting.State, events []sitting.Event) (asks []Ask, answers []Answer) {
	asked, ended := sitting.Questions(before, after, events)
	for _, q := range asked {
		asks = append(asks, Ask{By: q.By, Of: q.Of, Kind: askKinds[q.Kind], Number: q.Number})
	}
	for _, q := range ended {
		answers = append(answers, Answer{q.Of, q.Number, q.Verdict})
	}
	return asks, answers
}

// asksBy returns whom a deed of a proposal asks or tells something, and what it answers. asked is
// the number of the event that asked last before it; 0: none did.
func asksBy(d *Deed, asked int64) (asks []Ask, answers []Answer) {
	p, first := &d.After, d.From+1
	for i, e := range d.Events {
		if _, asksAnew := e.(tab.Proposed); asksAnew && p.NeedsConsent() {
			kind := AskTab
			if p.AsksManager() {
				kind = AskManager
			}
			asks = append(asks, Ask{By: p.By, Of: p.With, Kind: kind, Number: first + int64(i), Turned: asked > 0})
		}
	}
	if asked > 0 {
		before, verdict := p.With, sitting.Unanswered
		switch d.Events[0].(type) {
		case tab.Proposed: // the other way round
			before, verdict = p.By, sitting.SaidYes
		case tab.Agreed:
			verdict = sitting.SaidYes
		case tab.Refused:
			verdict = sitting.SaidNo
		case tab.TakenBack, tab.RanOut, tab.Dropped:
		}
		answers = append(answers, Answer{before, asked, verdict})
	}
	if p.NeedsConsent() {
		return asks, answers
	}
	var told []sitting.Person
	for _, l := range d.Lines {
		if l.Person != p.By && !slices.Contains(told, l.Person) {
			told = append(told, l.Person)
			asks = append(asks, Ask{By: p.By, Of: l.Person, Kind: AskNews, Number: first})
		}
	}
	return asks, answers
}

// unspared drops those whom a call would notify too often. Who can't be told apart is notified.
func (h *shared) unspared(ctx context.Context, owner OwnerID, number int64, whom []sitting.Person) []sitting.Person {
	if h.opt.Asks == nil || len(whom) == 0 {
		return whom
	}
	spared, err := h.opt.Asks.Spared(ctx, owner, number)
	if err != nil {
		h.opt.Log.Warn("not known who was asked lately", "owner", owner, "error", err)
	}
	return slices.DeleteFunc(slices.Clone(whom), func(p sitting.Person) bool { return slices.Contains(spared, p) })
}
