package tab

import "fmt"

// A Change is what is to be done to the tab that no hand does. The set is closed:
// [Settle], [Forgive], [LetGo], [Release], [Reclaim], [Undo], [Void]. Changes are comparable.
//
//sumtype:decl
type Change interface {
	// Verb returns the change as a word, for logs and files.
	Verb() string
	isChange()
}

// Settle takes pips off what one of two people owes the other: they were paid, in
// whatever way the two have agreed on. The other confirms it.
type Settle struct {
	Pips int64 // above 0; no more than is owed
	All  bool  // they are to be even: Pips is all that was owed when it was proposed
}

// Forgive lets go of pips that are owed to who does it. Nobody need confirm it.
type Forgive struct{ Pips int64 } // above 0; no more than is owed

// LetGo makes even with a former player, who can neither pay nor collect.
type LetGo struct{}

// Release writes off all that its proposer owes to a creditor who left the server [LongGone] ago or
// earlier. A manager of the server who is neither of the two confirms it.
type Release struct{ Left int64 } // unix ms: when the creditor was first known to have left

// LongGone is how long a creditor has been known to be gone before a debt can be released, in ms.
const LongGone = 30 * 24 * 60 * 60 * 1000

// Reclaim reverses a release. The creditor does it alone.
type Reclaim struct{ From WriteOff }

// Undo reverses all that one source brought between two people. The other confirms it.
type Undo struct{ From Source } // no reversal

// Void reverses all that a hand brought anybody, so far as it isn't reversed yet. A
// manager of the server does it, and nobody confirms it.
type Void struct{ Hand Hand }

func (Settle) isChange()  {}
func (Forgive) isChange() {}
func (LetGo) isChange()   {}
func (Release) isChange() {}
func (Reclaim) isChange() {}
func (Undo) isChange()    {}
func (Void) isChange()    {}

// Verb returns "settle".
func (Settle) Verb() string { return "settle" }

// Verb returns "forgive".
func (Forgive) Verb() string { return "forgive" }

// Verb returns "let-go".
func (LetGo) Verb() string { return "let-go" }

// Verb returns "release".
func (Release) Verb() string { return "release" }

// Verb returns "reclaim".
func (Reclaim) Verb() string { return "reclaim" }

// Verb returns "undo".
func (Undo) Verb() string { return "undo" }

// Verb returns "void".
func (Void) Verb() string { return "void" }

// A Line is an entry as the books have it.
type Line struct {
	Entry
	Seq  int64 // from 1 in each server
	From Source
}

// reversals returns the lines that undo others, unnumbered, in the same order.
func reversals(of []Line) []Line {
	back := make([]Line, len(of))
	for i, l := range of {
		back[i] = Line{Entry: Entry{l.Person, l.Other, -l.Pips}, From: Reversal{l.Seq}}
	}
	return back
}

// pays returns the two lines of pips that go from one person to another.
func pays(from, to Person, pips int64, source Source) []Line {
	return []Line{
		{Entry: Entry{from, to, -pips}, From: source},
		{Entry: Entry{to, from, pips}, From: source},
	}
}

// readChange reads the change of a stored proposal.
func readChange(w *wire) (Change, error) {
	verb := w.Do
	switch verb {
	case Settle{}.Verb():
		return Settle{w.Pips, w.All}, nil
	case Forgive{}.Verb():
		return Forgive{w.Pips}, nil
	case LetGo{}.Verb():
		return LetGo{}, nil
	case Release{}.Verb():
		return Release{w.Left}, nil
	}
	source, err := ParseSource(w.From)
	if err != nil {
		return nil, err
	}
	hand, isHand := source.(Hand)
	off, isOff := source.(WriteOff)
	switch {
	case verb == Reclaim{}.Verb() && isOff:
		return Reclaim{off}, nil
	case verb == Undo{}.Verb():
		return Undo{source}, nil
	case verb == Void{}.Verb() && isHand:
		return Void{hand}, nil
	}
	return nil, fmt.Errorf("tab: %q is no change", verb)
}
