package tab

// A Stage is how far a proposal has come.
type Stage uint8

// The stages. Only the first of them is ever left.
const (
	Open      Stage = iota + 1 // the other has been asked
	Confirmed                  // it is done: its lines are in the books
	Declined                   // the other said no
	Withdrawn                  // who proposed it took it back
	Expired                    // nobody answered in time
	Lapsed                     // one of the two has left for good
)

// Patience is how long a proposal stays open, in ms.
const Patience = 7 * 24 * 60 * 60 * 1000

// A Proposal is a change that somebody asks for, and what has become of it. It is a
// fold of its events, and its only way out of Open is one event: so whatever races
// for it, it is done once. The zero Proposal is none yet. Proposals are comparable.
type Proposal struct {
	Stage  Stage  // 0: none yet
	Tab    string // whose: the server's
	Where  string // the channel in which both are told of it
	Change Change
	By     Person // who asks for it
	With   Person // between whom and By it is; empty: of a void, anybody
	Owed   int64  // what With owed By when it was proposed; below 0: By owed With
	Until  int64  // unix ms; from then on it has expired
}

// needsConsent says whether a change takes the other's yes, or a manager's: see asksManager.
func needsConsent(c Change) bool {
	switch c.(type) {
	case Settle, Undo, Release:
		return true
	case Forgive, LetGo, Reclaim, Void:
	}
	return false
}

// asksManager says whether a manager who is neither of the two answers in the other's place.
func asksManager(c Change) bool {
	_, releases := c.(Release)
	return releases
}

// AsksManager says whether the change takes a manager's yes.
func (p *Proposal) AsksManager() bool { return asksManager(p.Change) }

// NeedsConsent says whether the change takes somebody else's yes.
func (p *Proposal) NeedsConsent() bool { return needsConsent(p.Change) }

// is says whether somebody is one of the two.
func (p *Proposal) is(who Person) bool { return who != "" && (who == p.By || who == p.With) }

// Apply returns the proposal after an event, which it trusts.
func Apply(p Proposal, e Event) Proposal {
	switch e := e.(type) {
	case Proposed:
		return Proposal{Stage: Open, Tab: e.Tab, Where: e.Where, Change: e.Change, By: e.By, With: e.With, Owed: e.Owed, Until: e.Until}
	case Agreed:
		p.Stage = Confirmed
	case Refused:
		p.Stage = Declined
	case TakenBack:
		p.Stage = Withdrawn
	case RanOut:
		p.Stage = Expired
	case Dropped:
		p.Stage = Lapsed
	}
	return p
}

// Lines returns what a proposal that was agreed to brings to the books, unnumbered:
// given its id and, of one that undoes, the lines that are undone.
func (p *Proposal) Lines(id string, undone []Line) []Line {
	debtor, creditor, owed := p.With, p.By, p.Owed
	if owed < 0 {
		debtor, creditor, owed = p.By, p.With, -owed
	}
	switch c := p.Change.(type) { // what is paid back goes the other way
	case Settle:
		return pays(creditor, debtor, c.Pips, Settlement{id})
	case Forgive:
		return pays(creditor, debtor, c.Pips, Forgiveness{id})
	case LetGo, Release:
		return pays(creditor, debtor, owed, WriteOff{id})
	case Undo, Reclaim, Void:
		return reversals(undone)
	}
	return nil
}
