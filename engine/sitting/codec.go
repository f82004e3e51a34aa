package sitting

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// The kinds that events are stored under. They are in every file ever written,
// so a name is never changed and never given to another event.
const (
	kindOpened      = "opened"
	kindJoined      = "joined"
	kindComputerSat = "computer"
	kindLeft        = "left"
	kindRulesSet    = "rules"
	kindHostPassed  = "host"
	kindHostSought  = "sought"
	kindHostSeen    = "seen"
	kindCommitted   = "committed"
	kindSealed      = "sealed"
	kindFrozen      = "frozen"
	kindPlaced      = "placed"
	kindCutGiven    = "cut"
	kindHandStarted = "started"
	kindPlayed      = "played"
	kindAsked       = "asked"
	kindAnswered    = "answered"
	kindLapsed      = "lapsed"
	kindTookBack    = "tookback"
	kindWentAway    = "away"
	kindCameBack    = "back"
	kindReminded    = "reminded"
	kindCalled      = "called"
	kindNudged      = "nudged"
	kindTimeLost    = "lost"
	kindEndAsked    = "endasked"
	kindEndAnswered = "endanswered"
	kindAbandoned   = "abandoned"
	kindInvited     = "invited"
	kindDeclined    = "declined"
	kindClosed      = "closed"
)

// wire is the stored body of every event: each kind uses a few of the fields.
// The order of the fields is the order in the bytes.
type wire struct {
	Server   Server        `json:"server,omitempty"`
	Channel  Channel       `json:"channel,omitempty"`
	Lang     string        `json:"lang,omitempty"` // of a table stored before it was one of the settings
	Person   Person        `json:"person,omitempty"`
	Settings *wireSettings `json:"settings,omitempty"`
	Level    string        `json:"level,omitempty"` // of a computer seated before there were characters
	Who      string        `json:"who,omitempty"`   // the character of a computer
	Seat     *engine.Seat  `json:"seat,omitempty"`
	Hand     int           `json:"hand,omitempty"`
	Seed     []byte        `json:"seed,omitempty"` // base64; of a hand without a seal
	Seal     string        `json:"seal,omitempty"`
	Message  string        `json:"message,omitempty"`
	Start    string        `json:"start,omitempty"`
	Event    string        `json:"event,omitempty"` // text of the engine's event
	Again    int           `json:"again,omitempty"`
	Tab      bool          `json:"tab,omitempty"` // of a hand dealt again
	Yes      bool          `json:"yes,omitempty"`
	For      int64         `json:"for,omitempty"` // milliseconds
	Close    bool          `json:"close,omitempty"`
	Match    int           `json:"match,omitempty"` // of a hand that begins one: the pips that win it
	Ask      string        `json:"ask,omitempty"`   // of a call; none: a turn's
}

// wireSettings holds every house rule by its name, so that a preset that
// changes later changes no stored table.
type wireSettings struct {
	Rules map[string]string `json:"rules"`
	Seats int               `json:"seats"`
	Pace  string            `json:"pace,omitempty"` // none: set
	Turn  int64             `json:"turn,omitempty"` // milliseconds
	Lang  string            `json:"lang,omitempty"`
	Level string            `json:"level,omitempty"` // none: easy
	Match string            `json:"match,omitempty"` // none: none
	// NoHints is the rarer choice, so that a table stored before it existed has hints.
	NoHints bool `json:"nohints,omitempty"`
	// NoRemarks is the rarer choice too.
	NoRemarks bool `json:"noremarks,omitempty"`
	// FourColours too: a table from before there was a choice has two.
	FourColours bool `json:"fourcolours,omitempty"`
	Bare        bool `json:"bare,omitempty"` // likewise
}

// presetField is the name of the preset beside the names of [engine.HouseRules].
const presetField = "preset"

// EncodeEvent returns the stored form of an event: its kind, its body as JSON
// with fields in a fixed order, and the free text that it carries, which is not
// in the body so that it can be erased apart.
func EncodeEvent(e Event) (kind string, body []byte, text string) {
	var w wire
	kind, w, text = toWire(e)
	body, err := json.Marshal(w)
	if err != nil {
		// wire holds only strings, numbers and bytes, which always marshal.
		panic(fmt.Sprintf("sitting: encode %T: %v", e, err))
	}
	return kind, body, text
}

func toWire(e Event) (kind string, w wire, text string) {
	switch e := e.(type) {
	case Opened:
		return kindOpened, wire{Server: e.Server, Channel: e.Channel, Person: e.Host, Settings: packSettings(e.Settings)}, ""
	case Joined:
		return kindJoined, wire{Person: e.Person}, ""
	case ComputerSat:
		return kindComputerSat, wire{Who: e.Character.String()}, ""
	case Left:
		return kindLeft, wire{Person: e.By, Seat: &e.Seat}, ""
	case RulesSet:
		return kindRulesSet, wire{Settings: packSettings(e.Settings)}, ""
	case HostPassed:
		return kindHostPassed, wire{Person: e.To}, ""
	case HostSought:
		return kindHostSought, wire{Person: e.By}, ""
	case HostSeen:
		return kindHostSeen, wire{}, ""
	case Committed:
		if e.Seal == "" {
			return kindCommitted, wire{Hand: e.Hand, Seed: e.Seed[:]}, ""
		}
		return kindCommitted, wire{Hand: e.Hand, Seal: e.Seal}, seedText(e.Seed)
	case Sealed:
		return kindSealed, wire{Hand: e.Hand, Message: e.Message}, ""
	case Frozen:
		return kindFrozen, wire{Hand: e.Hand, Start: e.Interaction}, ""
	case Placed:
		return kindPlaced, wire{Hand: e.Hand, Message: e.Message}, ""
	case CutGiven:
		return kindCutGiven, wire{Person: e.By}, e.Word
	case HandStarted:
		return kindHandStarted, wire{Hand: e.Hand, Start: e.Interaction, Again: e.Again, Tab: e.Tab, Match: e.Match}, ""
	case Played:
		return kindPlayed, wire{Event: e.Event.String()}, ""
	case TakebackAsked:
		return kindAsked, wire{Seat: &e.Seat}, ""
	case TakebackAnswered:
		return kindAnswered, wire{Seat: &e.Seat, Yes: e.Yes}, ""
	case TakebackLapsed:
		return kindLapsed, wire{Seat: &e.Seat}, ""
	case TookBack:
		return kindTookBack, wire{Seat: &e.Seat, For: e.Left.Milliseconds()}, ""
	case WentAway:
		return kindWentAway, wire{Seat: &e.Seat}, ""
	case CameBack:
		return kindCameBack, wire{Seat: &e.Seat}, ""
	case Reminded:
		return kindReminded, wire{Seat: &e.Seat}, ""
	case Called:
		return kindCalled, wire{Seat: &e.Seat, Ask: askTexts[e.Ask]}, ""
	case Nudged:
		return kindNudged, wire{Seat: &e.Seat, Person: e.By}, ""
	case TimeLost:
		return kindTimeLost, wire{For: e.For.Milliseconds()}, ""
	case EndAsked:
		return kindEndAsked, wire{Person: e.By, Close: e.Close}, ""
	case EndAnswered:
		return kindEndAnswered, wire{Seat: &e.Seat, Yes: e.Yes}, ""
	case Abandoned:
		return kindAbandoned, wire{Person: e.By}, ""
	case Invited:
		return kindInvited, wire{Person: e.Person, Seat: &e.Seat}, ""
	case Declined:
		return kindDeclined, wire{Person: e.Person}, ""
	case Closed:
		return kindClosed, wire{Person: e.By, For: e.Idle.Milliseconds()}, ""
	}
	panic(fmt.Sprintf("sitting: no kind for %T", e))
}

// DecodeEvent reads back what [EncodeEvent] made; an erased text reads as "".
// It fails on a kind, field or value that it doesn't know.
func DecodeEvent(kind string, body []byte, text string) (Event, error) {
	if told, ok := plainEvent(body); ok && kind == kindPlayed {
		e, err := engine.ParseEvent(told)
		if err != nil {
			return nil, fmt.Errorf("sitting: event %q: %w", kind, err)
		}
		return Played{Event: e}, nil
	}
	var w wire
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return nil, fmt.Errorf("sitting: event %q: %w", kind, err)
	}
	if d.More() {
		return nil, fmt.Errorf("sitting: event %q: more than one value", kind)
	}
	e, err := fromWire(kind, w, text)
	if err != nil {
		return nil, fmt.Errorf("sitting: event %q: %w", kind, err)
	}
	return e, nil
}

// plainEvent reads what nearly all bodies are, {"event":"…"} without an escape,
// as encoding/json would, in a fraction of the time.
func plainEvent(body []byte) (string, bool) {
	const before, after = `{"event":"`, `"}`
	if len(body) < len(before)+len(after) || string(body[:len(before)]) != before || string(body[len(body)-len(after):]) != after {
		return "", false
	}
	told := body[len(before) : len(body)-len(after)]
	for _, c := range told {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return "", false
		}
	}
	return string(told), true
}

func fromWire(kind string, w wire, text string) (Event, error) {
	switch kind {
	case kindOpened:
		set, err := w.Settings.unpack()
		set.Lang = cmp.Or(set.Lang, w.Lang)
		return Opened{Server: w.Server, Channel: w.Channel, Host: w.Person, Settings: set}, err
	case kindJoined:
		return Joined{Person: w.Person}, nil
	case kindComputerSat:
		return w.computer()
	case kindLeft:
		seat, err := w.seat()
		return Left{Seat: seat, By: w.Person}, err
	case kindRulesSet:
		set, err := w.Settings.unpack()
		return RulesSet{Settings: set}, err
	case kindHostPassed:
		return HostPassed{To: w.Person}, nil
	case kindHostSought:
		return HostSought{By: w.Person}, nil
	case kindHostSeen:
		return HostSeen{}, nil
	case kindCommitted:
		return w.committed(text)
	case kindSealed:
		return Sealed{Hand: w.Hand, Message: w.Message}, nil
	case kindFrozen:
		return Frozen{Hand: w.Hand, Interaction: w.Start}, nil
	case kindPlaced:
		return Placed{Hand: w.Hand, Message: w.Message}, nil
	case kindCutGiven:
		return CutGiven{By: w.Person, Word: text}, nil
	case kindHandStarted:
		return HandStarted{Hand: w.Hand, Interaction: w.Start, Again: w.Again, Tab: w.Tab, Match: w.Match}, nil
	case kindPlayed:
		ev, err := engine.ParseEvent(w.Event)
		return Played{Event: ev}, err
	case kindTimeLost:
		return TimeLost{For: asDuration(w.For)}, nil
	case kindEndAsked:
		return EndAsked{By: w.Person, Close: w.Close}, nil
	case kindAbandoned:
		return Abandoned{By: w.Person}, nil
	case kindDeclined:
		return Declined{Person: w.Person}, nil
	case kindClosed:
		return Closed{By: w.Person, Idle: asDuration(w.For)}, nil
	case kindEndAnswered, kindAsked, kindAnswered, kindLapsed, kindTookBack, kindWentAway, kindCameBack, kindReminded, kindCalled, kindNudged, kindInvited:
		seat, err := w.seat()
		if err != nil {
			return nil, err
		}
		return ofSeat(kind, seat, w)
	}
	return nil, errors.New("an unknown kind")
}

// computer reads who was seated: where only a level was stored, its first character.
func (w wire) computer() (Event, error) {
	if w.Who != "" {
		who, err := opponent.ParseCharacter(w.Who)
		return ComputerSat{Character: who}, err
	}
	level, err := opponent.ParseLevel(w.Level)
	return ComputerSat{Character: opponent.FirstOf(level)}, err
}

// committed reads the seed from where it is stored.
func (w wire) committed(text string) (Event, error) {
	e := Committed{Hand: w.Hand, Seal: w.Seal}
	seed := w.Seed
	if w.Seal != "" {
		var err error
		if seed, err = hex.DecodeString(text); err != nil {
			return nil, errors.New("a seed that is no number")
		}
		if len(seed) == 0 { // erased
			return e, nil
		}
	}
	if len(seed) != len(e.Seed) {
		return nil, fmt.Errorf("a seed of %d bytes", len(seed))
	}
	copy(e.Seed[:], seed)
	return e, nil
}

// seedText writes a seed as free text is written; nothing for one that was erased.
func seedText(seed deal.Seed) string {
	if seed == (deal.Seed{}) {
		return ""
	}
	return seed.String()
}

// ofSeat returns an event that tells of a seat alone.
func ofSeat(kind string, seat engine.Seat, w wire) (Event, error) {
	switch kind {
	case kindEndAnswered:
		return EndAnswered{Seat: seat, Yes: w.Yes}, nil
	case kindAsked:
		return TakebackAsked{Seat: seat}, nil
	case kindAnswered:
		return TakebackAnswered{Seat: seat, Yes: w.Yes}, nil
	case kindLapsed:
		return TakebackLapsed{Seat: seat}, nil
	case kindTookBack:
		return TookBack{Seat: seat, Left: asDuration(w.For)}, nil
	case kindWentAway:
		return WentAway{Seat: seat}, nil
	case kindCameBack:
		return CameBack{Seat: seat}, nil
	case kindInvited:
		return Invited{Person: w.Person, Seat: seat}, nil
	case kindNudged:
		return Nudged{Seat: seat, By: w.Person}, nil
	case kindReminded:
		return Reminded{Seat: seat}, nil
	}
	ask, ok := parseAsk(w.Ask)
	if !ok {
		return nil, errors.New("an unknown ask")
	}
	return Called{Seat: seat, Ask: ask}, nil
}

func asDuration(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

func (w wire) seat() (engine.Seat, error) {
	if w.Seat == nil {
		return engine.Nobody, errors.New("no seat")
	}
	return *w.Seat, nil
}

func packSettings(s Settings) *wireSettings {
	rules := map[string]string{presetField: s.Rules.Preset.String()}
	for _, field := range engine.HouseRules() {
		rules[field] = s.Rules.Get(field)
	}
	match := ""
	if s.Match != NoMatch {
		match = s.Match.String()
	}
	return &wireSettings{
		Rules: rules, Seats: s.Seats, Pace: s.Pace.String(), Turn: s.Turn.Milliseconds(), Lang: s.Lang,
		Level: s.Level.String(), Match: match, NoHints: s.NoHints, NoRemarks: s.NoRemarks, FourColours: s.FourColours, Bare: s.Bare,
	}
}

func (w *wireSettings) unpack() (Settings, error) {
	if w == nil {
		return Settings{}, errors.New("no settings")
	}
	preset, err := engine.ParsePreset(w.Rules[presetField])
	if err != nil {
		return Settings{}, err
	}
	rules := preset.Rules()
	for field, value := range w.Rules {
		if field == presetField {
			continue
		}
		if rules, err = rules.Set(field, value); err != nil {
			return Settings{}, err
		}
	}
	set := Settings{Rules: rules, Seats: w.Seats, Turn: asDuration(w.Turn), Lang: w.Lang, NoHints: w.NoHints, NoRemarks: w.NoRemarks, FourColours: w.FourColours, Bare: w.Bare}
	if w.Pace != "" {
		var ok bool
		if set.Pace, ok = ParsePace(w.Pace); !ok {
			return Settings{}, fmt.Errorf("a pace %q", w.Pace)
		}
	}
	if w.Match != "" {
		var ok bool
		if set.Match, ok = ParseMatch(w.Match); !ok {
			return Settings{}, fmt.Errorf("a match %q", w.Match)
		}
	}
	if w.Level != "" {
		if set.Level, err = opponent.ParseLevel(w.Level); err != nil {
			return Settings{}, err
		}
	}
	return set, nil
}
