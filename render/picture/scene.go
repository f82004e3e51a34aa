package picture

import "github.com/boathouse-rum/boathouse/engine"

// A Look is how cards look. The zero value is the common one.
type Look struct {
	Style  Style
	Courts Courts
}

// A Style is how suits are told apart.
type Style uint8

// The styles.
const (
	Classic    Style = iota // black and red
	FourColour              // a hue for each suit, and larger signs
)

// Courts are the letters on jack, queen and king, one to three capital letters
// each; the zero value is J, Q and K.
type Courts [3]string

// A Seat is who sits where, as everybody may know it.
type Seat struct {
	Number   int    // from 1; it chooses the seat's colour, too
	Name     string // plain, not cut yet; drawn where the font has its letters, else the number stands for it
	Twin     int    // from 2: stands behind the name, of those that look alike; 0: nothing does
	Computer bool
	Away     bool // a computer plays for them, or they left
	Dealer   bool
	Turn     bool // theirs; never with Won
	Leads    bool // has most, alone
	Cards    int  // in hand; -1: not told
	Scored   bool // Score is told
	Score    int  // net pips at this table, or
	InMatch  bool // pips collected in a match
}

// A Meld is one on the table.
type Meld struct {
	Number int // from 1
	Owner  int // number of the seat whose it is, from 1
	Cards  []engine.Card
	New    engine.Hand // of Cards: what was laid in the last turn
}

// A Middle is what lies between the players.
type Middle struct {
	Stock int           // cards in the stock
	Top   []engine.Card // of the discard pile, its top first: two at most, all where the stock is empty
	Below int           // cards of the pile that are not told
	New   bool          // the first of Top was thrown in the last turn
}

// A Turn is what somebody did in the last turn, in the order of drawing, laying,
// throwing.
type Turn struct {
	Seat  int           // number, from 1; 0: nothing was done yet
	Blind int           // cards drawn that only the drawer saw
	Drew  []engine.Card // cards drawn that everybody saw
	Laid  []Meld        // what was laid, each as a part of the meld it went to
	Threw engine.Card   // engine.NoCard: nothing
	Out   bool          // they went out by it
}

// A Table is a table as everybody sees it: 800 pixels wide.
type Table struct {
	Seats  []Seat
	Middle Middle
	Last   Turn
	Melds  []Meld
	Hands  []Fan // all hands open, by seat, where the hand is over; nil while it is played
}

// A Fan is somebody's cards, open.
type Fan struct {
	Melds [][]engine.Card // each in its order
	Loose []engine.Card   // unmatched
}

// A Hand is what its own player sees: a strip with the middle and the melds of the
// table, and below it the cards, in one row or more; 800 pixels wide.
type Hand struct {
	Middle Middle
	Seats  []Seat          // whose the melds are; names and colours alone are drawn
	Melds  []Meld          // on the table
	Groups [][]engine.Card // from the left, those of a group close together
	Found  []engine.Hand   // the melds in them, which may lie apart
	Loose  engine.Hand     // what they leave
	New    engine.Hand     // just drawn
	Barred engine.Hand     // may not be thrown in this turn
	Count  int             // what the hand costs; -1: not told
	Whole  bool            // that is all cards, not the loose ones alone
}

// A Result is a hand that is over: 800 pixels wide.
type Result struct {
	Winner int  // number of the seat, from 1; 0: nobody
	Sum    int  // what the winner collects
	Factor int  // of a rummy, from 2; 0: none
	Match  bool // the match is won by it
	Rows   []Row
}

// A Row is what one player held at the end, and what it costs.
type Row struct {
	Seat  Seat // its Score is that after the hand
	Hand  Fan
	Laid  [][]engine.Card // their melds on the table, of the winner alone
	Pips  int             // above zero: collects; below: pays
	Sum   string          // how that is made where it isn't the plain count, in figures and signs: "17 × 2"
	Count int             // what the hand counts
}

// A Standing is a seat with what it has come to, for an evening, highest first.
type Standing struct {
	Seat Seat
	Net  int
}

// An Evening is what a closed table has come to.
type Evening struct {
	Hands     int
	Standings []Standing
	Rummy     Feat
	Closest   Feat
}

// A Feat is something that somebody did in a hand.
type Feat struct {
	Seat Seat
	Hand int // its number; 0: there is none
	Pips int
}

// A Record is what somebody has played: one or two blocks.
type Record struct {
	Blocks []Block
}

// A Block is a part of a record.
type Block struct {
	Computers bool // against computers; else with people
	Hands     int
	Won       int
	Rummies   int
	Pips      int
	Best      int // 0: not told
	Streak    int
	Longest   int
	Against   []Against // computers, from the weakest up
}

// An Against is how somebody does against one computer.
type Against struct {
	Name       string
	Hands, Won int
}

// A Tab is what lies between its reader and others: 800 pixels wide.
type Tab struct {
	Friends int // with how many in all; 0: that isn't told
	Net     int // what the reader is owed by all of them together; below zero: owes
	Owed    []Owed
}

// An Owed is what lies between the reader and one other.
type Owed struct {
	Seat  Seat // its number is the place in the list; name and colour alone are drawn
	Pips  int  // above zero: owed to the reader
	Hands int  // that both have sat in
}
