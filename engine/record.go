package engine

import "encoding/json"

// A Record is one hand in the format for files: complete enough for anyone to
// replay and referee it. Apart from the rules it holds the texts as they stand
// in the file, good or bad; [Referee] judges them. Fields that a file left out
// are empty, a seat or meld left out is -1.
type Record struct {
	ID         string        `json:"id,omitempty"`
	Table      string        `json:"table,omitempty"`
	Hand       int           `json:"hand,omitempty"` // number of the hand at its table, from 1
	Commitment string        `json:"commitment,omitempty"`
	Rules      Rules         `json:"rules"`
	Players    []string      `json:"players"`
	Dealer     int           `json:"dealer"`
	Deck       []string      `json:"deck"` // in dealing order
	Moves      []RecordMove  `json:"moves"`
	Result     *RecordResult `json:"result,omitempty"`  // nil for a hand unfinished or abandoned
	Ended      string        `json:"ended,omitempty"`   // when the hand was over, UTC, as RFC 3339 has it
	Persons    []string      `json:"persons,omitempty"` // by seat, as the tab names them; empty for a computer
	Levels     []string      `json:"levels,omitempty"`  // by seat: of a computer; empty for a person
	Refused    *RecordMove   `json:"refused,omitempty"`
	Reason     string        `json:"why,omitempty"` // of Refused, in words for people
}

// A RecordMove is one move of a record; which fields count depends on Type.
type RecordMove struct {
	Seat    int            `json:"seat"`
	Type    string         `json:"type"`             // draw, meld, layoff, discard or goout
	Source  string         `json:"source,omitempty"` // of a draw
	Meld    *int           `json:"meld,omitempty"`   // of a layoff, from 0
	Cards   []string       `json:"cards,omitempty"`  // of a draw (they may be left out), meld or layoff
	Card    string         `json:"card,omitempty"`   // of a discard
	Melds   [][]string     `json:"melds,omitempty"`  // of a goout, as the next two
	LayOffs []RecordLayOff `json:"layoffs,omitempty"`
	Discard string         `json:"discard,omitempty"`
}

// A RecordLayOff is a lay-off inside a go-out.
type RecordLayOff struct {
	Meld  int      `json:"meld"`
	Cards []string `json:"cards"`
}

// A RecordResult is how a recorded hand ended.
type RecordResult struct {
	Winner   *int            `json:"winner"` // the seat that collects, or nil
	Rummy    bool            `json:"rummy"`
	Blocked  bool            `json:"blocked"`
	Payments []RecordPayment `json:"payments"` // zero payments may be left out
}

// A RecordPayment is what one seat pays another.
type RecordPayment struct {
	From int  `json:"from"`
	To   int  `json:"to"`
	Pips Pips `json:"pips"`
}

// ParseRecord reads one record. Its error is a [*RuleError] for rules that are
// none, else what encoding/json says of a text that is no JSON or has another
// shape; the record then holds what could be read, its id among that.
func ParseRecord(text []byte) (Record, error) {
	var r Record
	err := json.Unmarshal(text, &r)
	return r, err
}

// UnmarshalJSON reads a record as [ParseRecord] does.
func (r *Record) UnmarshalJSON(text []byte) error {
	type plain Record
	file := struct {
		*plain
		Rules json.RawMessage `json:"rules"`
	}{plain: (*plain)(r)}
	*r = Record{Rules: Boathouse.Rules(), Dealer: int(Nobody)}
	if err := json.Unmarshal(text, &file); err != nil || file.Rules == nil {
		return err
	}
	return r.Rules.UnmarshalJSON(file.Rules)
}

// MarshalJSON writes a record as one line of compact JSON; empty lists are [],
// never null.
func (r Record) MarshalJSON() ([]byte, error) {
	type plain Record
	r.Players, r.Deck, r.Moves = some(r.Players), some(r.Deck), some(r.Moves)
	return json.Marshal(plain(r))
}

// UnmarshalJSON reads a move.
func (m *RecordMove) UnmarshalJSON(text []byte) error {
	type plain RecordMove
	file := plain{Seat: int(Nobody)}
	err := json.Unmarshal(text, &file)
	*m = RecordMove(file)
	return err
}

// UnmarshalJSON reads a lay-off.
func (l *RecordLayOff) UnmarshalJSON(text []byte) error {
	type plain RecordLayOff
	file := plain{Meld: -1}
	err := json.Unmarshal(text, &file)
	*l = RecordLayOff(file)
	return err
}

// MarshalJSON writes a lay-off.
func (l RecordLayOff) MarshalJSON() ([]byte, error) {
	type plain RecordLayOff
	l.Cards = some(l.Cards)
	return json.Marshal(plain(l))
}

// MarshalJSON writes a result.
func (r RecordResult) MarshalJSON() ([]byte, error) {
	type plain RecordResult
	r.Payments = some(r.Payments)
	return json.Marshal(plain(r))
}

// UnmarshalJSON reads a payment.
func (p *RecordPayment) UnmarshalJSON(text []byte) error {
	type plain RecordPayment
	file := plain{From: int(Nobody), To: int(Nobody)}
	err := json.Unmarshal(text, &file)
	*p = RecordPayment(file)
	return err
}

// some gives a list that JSON writes as [] when it is empty.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
