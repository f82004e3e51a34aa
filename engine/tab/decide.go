package tab

// A Request is what somebody asks of a proposal. The set is closed: [Propose],
// [Confirm], [Decline], and of the house [Expire] and [Drop].
//
//sumtype:decl
type Request interface{ isRequest() }

// Propose asks for a change. A settlement with All needs no Pips.
type Propose struct {
	Tab    string // whose: the server's
	Where  string // the channel in which both are told of it
	Change Change
	With   Person // empty: of a void
	Note   string
}

// Confirm is the other's yes.
type Confirm struct{}

// Decline is a no: of the other, or of the proposer, who takes it back.
type Decline struct{}

// Expire ends what nobody answered in time.
type Expire struct{}

// Drop ends what nobody can answer any more, because one of the two has left for good.
type Drop struct{}

func (Propose) isRequest() {}
func (Confirm) isRequest() {}
func (Decline) isRequest() {}
func (Expire) isRequest()  {}
func (Drop) isRequest()    {}

// Books are what a decision reads of the tab. Whoever stores what was decided sees
// to it that they still hold.
type Books struct {
	Owed    int64   // what the other owes whoever asks; below 0: the other way round
	Gone    bool    // the other is a former player
	Left    int64   // unix ms: when the other was first known to have left the server; 0: they haven't
	Release bool    // the source of a Reclaim is a write-off that a manager agreed to
	Manager bool    // whoever asks manages the server
	Pending bool    // between the two, or two whom a void concerns, another proposal is open
	Brought []Line  // what the source of an Undo brought between the two, or the hand of a Void anybody, in order
	Undone  bool    // of Brought, all that was reversed is left out: something was
	Least   int64   // pips of the smallest settlement, but for all that is owed; 0: any
	Was     Outcome // of a Void: what the hand was to its people
}

// Decide returns what a request of somebody comes to, at a time in unix ms, and
// changes nothing. Its error is a [*Refusal].
//
// A settlement is confirmed at the figures that both have seen. Where the balance has
// moved since, a yes asks the other one for the new figures: so nobody's balance
// moves by what they haven't agreed to, and one tap each is enough.
func Decide(p Proposal, by Person, do Request, b Books, now int64) ([]Event, error) {
	propose, proposes := do.(Propose)
	switch {
	case proposes && p.Stage == 0:
		return decidePropose(by, propose, b, now)
	case proposes:
		return nil, &Refusal{Code: OpenAlready}
	case p.Stage == 0:
		return nil, &Refusal{Code: NoProposal}
	}
	switch do.(type) {
	case Expire:
		return ended(p, now >= p.Until, RanOut{})
	case Drop:
		return ended(p, true, Dropped{})
	case Propose, Confirm, Decline:
	}
	_, confirms := do.(Confirm)
	switch {
	case asksManager(p.Change) && !p.is(by) && !b.Manager:
		return nil, &Refusal{Code: NotManager}
	case !asksManager(p.Change) && !p.is(by):
		return nil, &Refusal{Code: NotYours}
	case p.Stage != Open:
		return nil, &Refusal{Code: IsOver, Stage: p.Stage}
	case now >= p.Until:
		return nil, &Refusal{Code: IsOver, Stage: Expired}
	case confirms && asksManager(p.Change):
		return decideRelease(p, by, b, now)
	case confirms:
		return decideConfirm(p, by, b, now)
	case by == p.By:
		return []Event{TakenBack{by}}, nil
	}
	return []Event{Refused{by}}, nil
}

// decideRelease takes a manager's yes to a release. The books are as the debtor has them with the
// creditor: where the balance has moved since, or the creditor was back, the release lapses.
func decideRelease(p Proposal, by Person, b Books, now int64) ([]Event, error) {
	release, _ := p.Change.(Release)
	switch {
	case p.is(by):
		return nil, &Refusal{Code: IsParty}
	case b.Owed != p.Owed || b.Left != release.Left || !isLongGone(b.Left, now):
		return []Event{Dropped{}}, nil
	}
	return []Event{Agreed{By: by}}, nil
}

// isLongGone says whether a person who left at one time, 0: never, is long gone at another.
func isLongGone(left, now int64) bool { return left > 0 && now-left >= LongGone }

// ended returns the event of the house that ends an open proposal, if it is time.
func ended(p Proposal, due bool, e Event) ([]Event, error) {
	if p.Stage != Open || !due {
		return nil, nil
	}
	return []Event{e}, nil
}

func decidePropose(by Person, do Propose, b Books, now int64) ([]Event, error) {
	change, err := judge(by, do, b, now)
	if err != nil {
		return nil, err
	}
	events := []Event{Proposed{Tab: do.Tab, Where: do.Where, Change: change, By: by, With: do.With, Owed: b.Owed, Until: now + Patience, Note: do.Note}}
	if !needsConsent(change) {
		events = append(events, Agreed{By: by, Undid: numbers(b.Brought), Was: b.Was})
	}
	return events, nil
}

// judge returns the change that is proposed with its figures, or the *Refusal of one
// that can't be.
func judge(by Person, do Propose, b Books, now int64) (Change, error) {
	change, code := do.Change, Code(0)
	_, voids := change.(Void)
	switch {
	case voids && !b.Manager:
		code = NotManager
	case do.With == by:
		code = Yourself
	case voids != (do.With == ""): // nobody but a void is between no two
		code = NoEntry
	case b.Pending:
		code = OpenAlready
	case b.Gone && needsConsent(change) && !asksManager(change):
		code = IsGone
	}
	if code != 0 {
		return nil, &Refusal{Code: code}
	}
	switch c := change.(type) {
	case Settle:
		if c.All {
			c.Pips = abs(b.Owed)
		}
		if err := judgePips(c.Pips, abs(b.Owed)); err != nil || c.Pips >= min(b.Least, abs(b.Owed)) {
			return c, err
		}
		return nil, &Refusal{Code: UnderLeast, Least: b.Least}
	case Forgive:
		if b.Owed < 0 {
			return nil, &Refusal{Code: NotOwed}
		}
		return c, judgePips(c.Pips, b.Owed)
	case LetGo:
		if !b.Gone {
			return nil, &Refusal{Code: NotGone}
		}
		return c, judgePips(1, abs(b.Owed))
	case Release:
		return Release{b.Left}, judgeRelease(b, now)
	case Reclaim:
		switch {
		case !b.Release:
			return nil, &Refusal{Code: NoEntry}
		case !gaveUp(by, b.Brought):
			return nil, &Refusal{Code: NotOwed}
		}
	case Undo:
		if _, reverses := c.From.(Reversal); reverses {
			return nil, &Refusal{Code: IsReversal}
		}
	case Void:
	}
	return change, judgeLines(b)
}

// judgeRelease returns the *Refusal of a release that can't be asked for.
func judgeRelease(b Books, now int64) error {
	switch {
	case b.Gone: // which needs nobody's yes
		return &Refusal{Code: IsGone}
	case b.Owed == 0:
		return &Refusal{Code: NothingOwed}
	case b.Owed > 0:
		return &Refusal{Code: NotDebtor}
	case b.Left == 0:
		return &Refusal{Code: NotGone}
	case !isLongGone(b.Left, now):
		return &Refusal{Code: NotLongGone, Until: b.Left + LongGone}
	}
	return nil
}

// gaveUp says whether lines took pips off what somebody is owed.
func gaveUp(who Person, lines []Line) bool {
	for _, l := range lines {
		if l.Person == who && l.Pips > 0 {
			return false
		}
	}
	return true
}

// judgePips returns the *Refusal of pips that can't be taken off what is owed.
func judgePips(pips, owed int64) error {
	switch {
	case owed == 0:
		return &Refusal{Code: NothingOwed}
	case pips < 1:
		return &Refusal{Code: TooFew, Most: owed}
	case pips > owed:
		return &Refusal{Code: TooMany, Most: owed}
	}
	return nil
}

// judgeLines returns the *Refusal of undoing what isn't there.
func judgeLines(b Books) error {
	switch {
	case len(b.Brought) > 0:
		return nil
	case b.Undone:
		return &Refusal{Code: UndoneNow}
	}
	return &Refusal{Code: NoEntry}
}

// decideConfirm takes the other's yes. It asks anew, the other way round, where
// figures have changed.
func decideConfirm(p Proposal, by Person, b Books, now int64) ([]Event, error) {
	if by == p.By {
		return nil, &Refusal{Code: YourOwn}
	}
	switch c := p.Change.(type) {
	case Settle:
		if b.Owed == -p.Owed {
			break
		}
		turned := (b.Owed < 0) == (p.Owed < 0)
		if b.Owed == 0 || turned && !c.All {
			return nil, &Refusal{Code: NothingOwed}
		}
		c.Pips = min(c.Pips, abs(b.Owed))
		if c.All {
			c.Pips = abs(b.Owed)
		}
		return []Event{Proposed{Tab: p.Tab, Where: p.Where, Change: c, By: by, With: p.By, Owed: b.Owed, Until: now + Patience}}, nil
	case Undo:
		if err := judgeLines(b); err != nil {
			return nil, err
		}
	case Forgive, LetGo, Release, Reclaim, Void:
	}
	return []Event{Agreed{By: by, Undid: numbers(b.Brought)}}, nil
}

// numbers lists the numbers of lines; nil of none.
func numbers(lines []Line) []int64 {
	var seqs []int64
	for _, l := range lines {
		seqs = append(seqs, l.Seq)
	}
	return seqs
}

func abs(n int64) int64 {
	return max(n, -n)
}
