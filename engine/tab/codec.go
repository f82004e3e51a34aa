package tab

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// The kinds that events are stored under. They are in every file ever written, so a
// name is never changed and never given to another event.
const (
	kindProposed  = "proposed"
	kindAgreed    = "agreed"
	kindRefused   = "refused"
	kindTakenBack = "takenback"
	kindRanOut    = "ranout"
	kindDropped   = "dropped"
)

// wire is the stored body of every event: each kind uses a few of the fields. The
// order of the fields is the order in the bytes.
type wire struct {
	Tab   string  `json:"tab,omitempty"`
	Where string  `json:"where,omitempty"`
	By    Person  `json:"by,omitempty"`
	With  Person  `json:"with,omitempty"`
	Do    string  `json:"do,omitempty"` // verb of the change
	Pips  int64   `json:"pips,omitempty"`
	All   bool    `json:"all,omitempty"`
	From  string  `json:"from,omitempty"` // text of a source
	Owed  int64   `json:"owed,omitempty"`
	Until int64   `json:"until,omitempty"`
	Left  int64   `json:"left,omitempty"`
	Undid []int64 `json:"undid,omitempty"`

	People []Person `json:"people,omitempty"` // of a hand
	Winner Person   `json:"winner,omitempty"`
	Rummy  bool     `json:"rummy,omitempty"`
}

// EncodeEvent returns an event as it is stored: its kind, its body as JSON, and its
// note apart.
func EncodeEvent(e Event) (kind string, body []byte, note string) {
	var w wire
	switch e := e.(type) {
	case Proposed:
		kind, note = kindProposed, e.Note
		w = wire{Tab: e.Tab, Where: e.Where, By: e.By, With: e.With, Do: e.Change.Verb(), Owed: e.Owed, Until: e.Until}
		switch c := e.Change.(type) {
		case Settle:
			w.Pips, w.All = c.Pips, c.All
		case Forgive:
			w.Pips = c.Pips
		case Undo:
			w.From = c.From.String()
		case Void:
			w.From = c.Hand.String()
		case Reclaim:
			w.From = c.From.String()
		case Release:
			w.Left = c.Left
		case LetGo:
		}
	case Agreed:
		kind = kindAgreed
		w = wire{By: e.By, Undid: e.Undid, People: e.Was.People, Winner: e.Was.Winner, Rummy: e.Was.Rummy}
	case Refused:
		kind, w.By = kindRefused, e.By
	case TakenBack:
		kind, w.By = kindTakenBack, e.By
	case RanOut:
		kind = kindRanOut
	case Dropped:
		kind = kindDropped
	}
	body, err := json.Marshal(w)
	if err != nil {
		// wire holds only strings, numbers and a bool, which always marshal.
		panic(fmt.Sprintf("tab: encode %T: %v", e, err))
	}
	return kind, body, note
}

// DecodeEvent reads what EncodeEvent returns. A note that was erased is empty.
func DecodeEvent(kind string, body []byte, note string) (Event, error) {
	var w wire
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return nil, fmt.Errorf("tab: event %q: %w", kind, err)
	}
	var e Event
	switch kind {
	case kindProposed:
		c, err := readChange(&w)
		if err != nil {
			return nil, fmt.Errorf("tab: event %q: %w", kind, err)
		}
		e = Proposed{Tab: w.Tab, Where: w.Where, Change: c, By: w.By, With: w.With, Owed: w.Owed, Until: w.Until, Note: note}
	case kindAgreed:
		e = Agreed{By: w.By, Undid: w.Undid, Was: Outcome{People: w.People, Winner: w.Winner, Rummy: w.Rummy}}
	case kindRefused:
		e = Refused{By: w.By}
	case kindTakenBack:
		e = TakenBack{By: w.By}
	case kindRanOut:
		e = RanOut{}
	case kindDropped:
		e = Dropped{}
	default:
		return nil, fmt.Errorf("tab: %q is no event", kind)
	}
	if k, again, _ := EncodeEvent(e); k != kind || !bytes.Equal(again, body) { // one body an event
		return nil, fmt.Errorf("tab: event %q: %s is not how it is written", kind, body)
	}
	return e, nil
}
