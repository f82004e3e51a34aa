package tab

import "fmt"

// An Audit follows the events of one proposal as they were stored, and holds them
// against what may happen to one. The zero Audit is at the beginning.
type Audit struct{ now Proposal }

// Proposal returns what the events have come to.
func (a *Audit) Proposal() Proposal { return a.now }

// Next takes the next event, stored at a time in unix ms. Its error says that no
// proposal can go on so: nobody agreed whose consent it takes, or nobody could any more.
func (a *Audit) Next(e Event, at int64) error {
	p := a.now
	if !follows(p, e, at) {
		return fmt.Errorf("tab: %T at stage %d", e, p.Stage)
	}
	a.now = Apply(p, e)
	return nil
}

// follows says whether an event can be the next of a proposal.
func follows(p Proposal, e Event, at int64) bool {
	inTime := p.Stage == Open && at < p.Until
	switch e := e.(type) {
	case Proposed:
		switch {
		case e.Change == nil || e.By == "" || e.By == e.With || e.Until != at+Patience || !isRight(e):
			return false
		case p.Stage == 0:
			return true
		}
		_, settles := e.Change.(Settle)
		_, settled := p.Change.(Settle)
		return inTime && settles && settled && e.By == p.With && e.With == p.By && e.Tab == p.Tab && e.Where == p.Where
	case Agreed:
		undoes, voids := false, false
		switch p.Change.(type) {
		case Undo, Reclaim:
			undoes = true
		case Void:
			undoes, voids = true, true
		case Settle, Forgive, LetGo, Release, nil:
		}
		if !inTime || undoes != (len(e.Undid) > 0) || voids != (len(e.Was.People) > 0) {
			return false
		}
		if asksManager(p.Change) {
			return e.By != "" && !p.is(e.By)
		}
		if needsConsent(p.Change) {
			return e.By == p.With
		}
		return e.By == p.By
	case Refused:
		return inTime && (e.By == p.With || asksManager(p.Change) && e.By != "" && e.By != p.By)
	case TakenBack:
		return inTime && e.By == p.By
	case RanOut:
		return p.Stage == Open && at >= p.Until
	case Dropped:
		return p.Stage == Open
	}
	return false
}

// isRight says whether a change can have been proposed with such figures.
func isRight(e Proposed) bool {
	_, voids := e.Change.(Void)
	if voids != (e.With == "") {
		return false
	}
	switch c := e.Change.(type) {
	case Settle:
		return judgePips(c.Pips, abs(e.Owed)) == nil && (!c.All || c.Pips == abs(e.Owed))
	case Forgive:
		return e.Owed > 0 && judgePips(c.Pips, e.Owed) == nil
	case LetGo:
		return e.Owed != 0
	case Release:
		return e.Owed < 0 && isLongGone(c.Left, e.Until-Patience)
	case Undo, Reclaim, Void:
	}
	return true
}
