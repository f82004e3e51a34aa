package tab

// An Account is what lies between a person and another one.
type Account struct {
	Other Person
	Pips  int64 // above 0: the other owes; below 0: the person owes
	Hands int64 // on the tab, that both sat in, less those that were voided
	Since int64 // when the first entry between them was stored, unix ms; 0: there is none
}

// Accounts are a page of a person's, and what all of them come to.
type Accounts struct {
	Page, Pages int   // the first is 0, and there is one at least
	Net         int64 // the sum over all others
	Others      int   // with how many there is an account
	List        []Account
}

// A Posting is an entry as those read it between whom it is: one person's side.
type Posting struct {
	Line
	At     int64 // when it was stored, unix ms
	Undid  Line  // of a reversal: the entry that it undoes; else the zero Line
	Undone int64 // the number of the entry that undid it; 0: it stands
	Pact   Pact  // that brought it; of a hand the zero Pact

	Channel string // of a hand: where it was played
	Result  string // of a hand: the message there that tells how it ended; empty: not known
}

// A Pact is a proposal with who did what.
type Pact struct {
	Proposal
	ID     string
	Agreed Person // who said yes to it, or did it alone; empty: nobody yet
	At     int64  // when it was proposed last, unix ms
	Note   string // of who asked first; empty without one
	Erased bool   // there was a note
}

// A Cursor is where a page of postings begins. The zero Cursor is the newest.
type Cursor struct {
	Seq   int64 // an entry that is on no side of the page; 0: none
	Newer bool  // what is newer than it, else what is older
}

// A Stretch is a page of postings, newest first.
type Stretch struct {
	List         []Posting
	Newer, Older bool // there are more
}
