package tab

import "fmt"

// A Code names why a proposal, or an answer to one, isn't taken.
type Code uint8

// The codes.
const (
	Yourself    Code = iota + 1 // nobody has a tab with themselves
	NothingOwed                 // the two are even
	TooFew                      // pips are whole numbers from 1 on
	TooMany                     // Most pips are owed
	NotOwed                     // only who is owed may forgive
	NotGone                     // the other is still there to be asked
	IsGone                      // the other is a former player, who can't be asked
	NoEntry                     // the source brought nothing between the two, or no hand is of that number
	UndoneNow                   // that was reversed already
	IsReversal                  // a reversal isn't reversed
	NotManager                  // only managers of the server void a hand, or agree to a release
	OpenAlready                 // between the two, or two whom it concerns, something is proposed already
	NoProposal                  // there is no such proposal
	NotYours                    // the proposal is between others
	YourOwn                     // who proposes doesn't confirm
	IsOver                      // Stage says how it ended
	UnderLeast                  // less than Least is settled only where no more is owed
	NotDebtor                   // only a debtor asks for a release
	NotLongGone                 // the creditor isn't long gone before Until
	IsParty                     // the release is about whoever confirms it
)

// A Refusal is a request that isn't taken: nothing has changed. It is the only error
// of [Decide].
type Refusal struct {
	Code  Code
	Most  int64 // of TooMany: what is owed
	Least int64 // of UnderLeast: what the server has settled
	Stage Stage // of IsOver
	Until int64 // of NotLongGone: unix ms
}

// String returns the code as a word for logs.
func (c Code) String() string {
	words := [...]string{
		Yourself: "yourself", NothingOwed: "nothing-owed", TooFew: "too-few", TooMany: "too-many", NotOwed: "not-owed",
		NotGone: "not-gone", IsGone: "is-gone", NoEntry: "no-entry", UndoneNow: "undone", IsReversal: "is-reversal",
		NotManager: "not-manager", OpenAlready: "open-already", NoProposal: "no-proposal", NotYours: "not-yours",
		YourOwn: "your-own", IsOver: "is-over", UnderLeast: "under-least",
		NotDebtor: "not-debtor", NotLongGone: "not-long-gone", IsParty: "is-party",
	}
	if int(c) < len(words) && words[c] != "" {
		return words[c]
	}
	return fmt.Sprintf("code-%d", uint8(c))
}

// Error implements error, for logs.
func (r *Refusal) Error() string { return "tab: " + r.Code.String() }
