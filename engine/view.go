package engine

// A View is what one seat, or a spectator, may know of a hand. It is a
// whitelist: it has no field for a card that its viewer may not see.
// It is comparable.
type View struct {
	Seat      Seat // the viewer; Nobody for a spectator
	Rules     Rules
	Players   int
	Dealer    Seat
	Turn      Seat
	Phase     Phase
	Hand      Hand // the viewer's own cards; empty for a spectator
	Barred    Hand // of Hand, when it is the viewer's turn: what may not be discarded
	Counts    [MaxSeats]int
	Melded    [MaxSeats]bool // has melded or laid off in this or an earlier turn
	Stock     int            // cards in the stock
	Pile      [PackSize]Card // the discard pile from its bottom, PileSize long; everyone saw each card fall
	PileSize  int
	Melds     [MaxMelds]TableMeld // MeldCount of them, in the order laid
	MeldCount int
	Turns     int // completed turns
	Idle      int // completed turns in a row that count towards a blocked hand
	IdleMax   int // the hand is blocked when Idle reaches it
}

// A Phase says what a hand waits for.
type Phase uint8

// The phases. The zero value is a hand that was never dealt.
const (
	NotDealt Phase = iota
	ToDraw
	ToPlay // drawn; melds, lay-offs and a discard may follow
	Over
)

// A TableMeld is a meld on the table.
type TableMeld struct {
	Owner Seat
	Cards Hand
}

// A PublicEvent is an event as one viewer saw it: the cards that it hides are
// counted and not named. Kinds and fields follow [Event].
type PublicEvent struct {
	Kind    PublicKind
	Seat    Seat
	Source  Source // of a draw, also of one that was taken back
	Cards   []Card // those the viewer saw, in order: taken from the discard pile or drawn by the viewer, melded, laid off, discarded
	Hidden  int    // cards of a draw that the viewer did not see
	Meld    int    // number of the meld laid (its own) or laid off on
	Melds   []Hand // of a go-out
	LayOffs []LayOff
	Discard Card // of a go-out; NoCard for none
}

// A PublicKind is the kind of a public event.
type PublicKind uint8

// The kinds.
const (
	SawDraw PublicKind = iota + 1
	SawMeld
	SawLayOff
	SawDiscard
	SawGoOut
	SawWin
	SawBlock
	// SawTakeback says that the seat took its newest play back: Cards are in its hand again, or with
	// FromDiscard on the pile again. What it played stays in the log, before this.
	SawTakeback
)

// A Result is how a hand ended. All hands are shown then.
type Result struct {
	Winner   Seat // who collects; Nobody when nobody does
	Rummy    bool
	Blocked  bool
	Payments [MaxSeats]Pips // what each seat pays the winner
	Hands    [MaxSeats]Hand // what each still held
	Counts   [MaxSeats]Pips // what each hand counted, as the pay rule says, before multiplying
}
