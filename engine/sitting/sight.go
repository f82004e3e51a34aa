package sitting

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Sight is what one viewer may know of a sitting: the public state and the
// viewer's own cards. It never holds a hidden card. What its slices and pointers
// lead to is shared with other sights: it is for reading only.
type Sight struct {
	ID       ID
	Server   Server
	Channel  Channel
	Alone    bool // it has no channel, and is its host's alone
	Phase    Phase
	Host     Person
	Opened   time.Time
	Settings Settings
	Limit    time.Duration        // for a turn of the hand under way, or of one that was dealt now; 0: none
	Seats    []Sitter             // by seat of the hand under way or last played, or of the next in the lobby
	Scores   []Score              // by seat
	Waiting  []Sitter             // those who join with the next hand
	Me       engine.Seat          // the viewer's seat; Nobody for a spectator or one who waits
	Hand     int                  // number of the hand under way, or of the last one; 0 in the lobby
	View     engine.View          // as the viewer sees the hand; zero in the lobby
	Log      []engine.PublicEvent // of the hand, as the viewer saw it
	Still    Still
	Version  int64       // changes with every move and phase, and when seats get other numbers; what acts on these carries it
	Seq      int64       // number of the newest event
	Since    time.Time   // when the turn or phase began, or the one to play came back
	Deadline time.Time   // end of the turn, as far as can be told now; zero: none
	Next     time.Time   // when the next hand is dealt by itself; zero: when somebody asks
	Deal     DealFacts   // of the hand under way, or of the next one while none is
	Last     *HandResult // the newest finished hand; nil before

	Again       int       // of the hand under way or of the last one: 0 is a fresh deal, k the k-th turning of its deal
	OnTab       bool      // that hand counts on the tab
	Stakes      bool      // that hand can end, or has ended, with a debt between people
	Paused      bool      // the hand waits for people of whom every one is away
	Repeatable  bool      // who is seated may have the last hand's deal once more
	Takeback    *Takeback // a wish that is open; nil: none
	MayTakeBack bool      // the viewer may ask to take something back
	Replaced    bool      // another table was opened in the channel since this one was closed; no event says so
	Retaken     bool      // turns of computers were taken back: the hand counts on no record
	Nudger      Person    // who nudged the one to play in this turn, last; empty: nobody
	NudgeFrom   time.Time // before which the one to play isn't nudged again; zero: they may be now

	Invited []Invitee // who was asked to take a seat and has none, in the order of asking

	Sought  *Sought       // whether the host is there is asked; nil: it isn't
	Ending  *Ending       // a wish to end the hand early that is open; nil: none
	Others  bool          // people beside the viewer are present in the hand, who would be asked
	MayEnd  bool          // the viewer may ask to end the hand, if they have the host's rights
	AskFor  time.Duration // how long the others could then say no
	Match   *MatchFacts   // under way, or over since the last hand; nil: none
	Evening *Evening      // what a closed table has come to; nil: it is open, or nothing was played
	Idle    time.Duration // what the table closed after, because nobody did anything; 0: it didn't
}

// A Takeback is a wish to take a play back that others must agree to.
type Takeback struct {
	Seat    engine.Seat   // whose
	Asked   int64         // number of the event that asked
	Cards   engine.Hand   // what would return to the hand, or of a draw to the pile; all saw it
	Draw    bool          // it is a draw from the discard pile
	Discard bool          // it is the discard that ended the turn
	Waits   []engine.Seat // people yet to agree
}

// A Sought is the question whether the host is still there.
type Sought struct {
	By     Person
	Number int64     // of the event that asked
	Until  time.Time // from when on the viewer may close the table, or the first in line, as far as can be told
}

// An Ending is a wish to end the hand early, which happens unless somebody says no.
type Ending struct {
	By     Person
	Close  bool          // the table is to close with it
	Number int64         // that an answer names it by
	Until  time.Time     // when silence is taken for a yes
	Waits  []engine.Seat // people yet to answer
}

// DealFacts are what anyone may know of a deal not yet over.
type DealFacts struct {
	Hand       int
	Commitment string // hex
	Cuts       []GivenCut
	All        []string // the cuts that there are, in their order: ids of messages, and words
	Start      bool     // the first cut is the interaction that started the deal, which is from before seals were cuts
	Seal       string   // id of the message that carries the seal, a cut; empty: none does yet, or the deal is from before that was so
	Table      string   // id of the hand's own table message, the last cut; empty: there is none, or not yet
	Early      bool     // the words came before the seal, whose message is the last cut
	Ready      bool     // it can be cut: whatever has to carry the seal does
}

// A GivenCut is one person's word for a deal.
type GivenCut struct {
	By   Person
	Word string
}

// Named lists everybody whom the sight names, some more than once: who sits first, in the order in
// which they came.
func (s *Sight) Named() []Person {
	var all []Person
	for _, list := range [][]Sitter{s.Seats, s.Waiting} {
		all = appendPeople(all, list)
	}
	all = append(all, s.Host)
	for _, i := range s.Invited {
		all = append(all, i.Person, i.By)
	}
	for _, c := range s.Deal.Cuts {
		all = append(all, c.By)
	}
	if s.Last != nil {
		all = appendPeople(all, s.Last.Seats)
	}
	for _, match := range []*MatchFacts{s.Match, s.lastMatch()} {
		if match == nil {
			continue
		}
		for _, t := range match.Players {
			all = append(all, t.Person)
		}
	}
	if s.Evening != nil {
		for _, t := range s.Evening.Standings {
			all = append(all, t.Person)
		}
	}
	return all
}

func appendPeople(all []Person, list []Sitter) []Person {
	for _, t := range list {
		all = append(all, t.Person)
	}
	return all
}

// lastMatch is the match that the last hand belonged to; nil: none.
func (s *Sight) lastMatch() *MatchFacts {
	if s.Last == nil {
		return nil
	}
	return s.Last.Match
}
