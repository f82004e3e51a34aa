package sitting

import (
	"bytes"
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
	kindCommitted   = "committed"
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
	kindTimeLost    = "lost"
	kindClosed      = "closed"
)

// wire is the stored body of every event: each kind uses a few of the fields.
// The order of the fields is the order in the bytes.
type wire struct {
	Server   Server        `json:"server,omitempty"`
	Channel  Channel       `json:"channel,omitempty"`
	Lang     string        `json:"lang,omitempty"`
	Person   Person        `json:"person,omitempty"`
	Settings *wireSettings `json:"settings,omitempty"`
	Level    string        `json:"level,omitempty"`
	Seat     *engine.Seat  `json:"seat,omitempty"`
	Hand     int           `json:"hand,omitempty"`
	Seed     []byte        `json:"seed,omitempty"` // base64
	Start    string        `json:"start,omitempty"`
	Event    string        `json:"event,omitempty"` // text of the engine's event
	Again    int           `json:"again,omitempty"`
	Tab      bool          `json:"tab,omitempty"` // of a hand dealt again
	Yes      bool          `json:"yes,omitempty"`
	For      int64         `json:"for,omitempty"` // milliseconds
}

// wireSettings holds every house rule by its name, so that a preset that
// changes later changes no stored table.
type wireSettings struct {
	Rules map[string]string `json:"rules"`
	Seats int               `json:"seats"`
	Turn  int64             `json:"turn,omitempty"`  // milliseconds
	Level string            `json:"level,omitempty"` // none: easy
	// NoHints is the rarer choice, so that a table stored before it existed has hints.
	NoHints bool `json:"nohints,omitempty"`
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
		return kindOpened, wire{Server: e.Server, Channel: e.Channel, Lang: e.Lang, Person: e.Host, Settings: packSettings(e.Settings)}, ""
	case Joined:
		return kindJoined, wire{Person: e.Person}, ""
	case ComputerSat:
		return kindComputerSat, wire{Level: e.Level.String()}, ""
	case Left:
		return kindLeft, wire{Person: e.By, Seat: &e.Seat}, ""
	case RulesSet:
		return kindRulesSet, wire{Settings: packSettings(e.Settings)}, ""
	case HostPassed:
		return kindHostPassed, wire{Person: e.To}, ""
	case Committed:
		return kindCommitted, wire{Hand: e.Hand, Seed: e.Seed[:]}, ""
	case CutGiven:
		return kindCutGiven, wire{Person: e.By}, e.Word
	case HandStarted:
		return kindHandStarted, wire{Hand: e.Hand, Start: e.Interaction, Again: e.Again, Tab: e.Tab}, ""
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
		return kindCalled, wire{Seat: &e.Seat}, ""
	case TimeLost:
		return kindTimeLost, wire{For: e.For.Milliseconds()}, ""
	case Closed:
		return kindClosed, wire{Person: e.By}, ""
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
		return Opened{Server: w.Server, Channel: w.Channel, Lang: w.Lang, Host: w.Person, Settings: set}, err
	case kindJoined:
		return Joined{Person: w.Person}, nil
	case kindComputerSat:
		level, err := opponent.ParseLevel(w.Level)
		return ComputerSat{Level: level}, err
	case kindLeft:
		seat, err := w.seat()
		return Left{Seat: seat, By: w.Person}, err
	case kindRulesSet:
		set, err := w.Settings.unpack()
		return RulesSet{Settings: set}, err
	case kindHostPassed:
		return HostPassed{To: w.Person}, nil
	case kindCommitted:
		var seed deal.Seed
		if len(w.Seed) != len(seed) {
			return nil, fmt.Errorf("a seed of %d bytes", len(w.Seed))
		}
		copy(seed[:], w.Seed)
		return Committed{Hand: w.Hand, Seed: seed}, nil
	case kindCutGiven:
		return CutGiven{By: w.Person, Word: text}, nil
	case kindHandStarted:
		return HandStarted{Hand: w.Hand, Interaction: w.Start, Again: w.Again, Tab: w.Tab}, nil
	case kindPlayed:
		ev, err := engine.ParseEvent(w.Event)
		return Played{Event: ev}, err
	case kindTimeLost:
		return TimeLost{For: asDuration(w.For)}, nil
	case kindClosed:
		return Closed{By: w.Person}, nil
	case kindAsked, kindAnswered, kindLapsed, kindTookBack, kindWentAway, kindCameBack, kindReminded, kindCalled:
		seat, err := w.seat()
		if err != nil {
			return nil, err
		}
		return ofSeat(kind, seat, w), nil
	}
	return nil, errors.New("an unknown kind")
}

// ofSeat returns an event that tells of a seat alone.
func ofSeat(kind string, seat engine.Seat, w wire) Event {
	switch kind {
	case kindAsked:
		return TakebackAsked{Seat: seat}
	case kindAnswered:
		return TakebackAnswered{Seat: seat, Yes: w.Yes}
	case kindLapsed:
		return TakebackLapsed{Seat: seat}
	case kindTookBack:
		return TookBack{Seat: seat, Left: asDuration(w.For)}
	case kindWentAway:
		return WentAway{Seat: seat}
	case kindCameBack:
		return CameBack{Seat: seat}
	case kindReminded:
		return Reminded{Seat: seat}
	}
	return Called{Seat: seat}
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
	return &wireSettings{Rules: rules, Seats: s.Seats, Turn: s.Turn.Milliseconds(), Level: s.Level.String(), NoHints: s.NoHints}
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
	set := Settings{Rules: rules, Seats: w.Seats, Turn: asDuration(w.Turn), NoHints: w.NoHints}
	if w.Level != "" {
		if set.Level, err = opponent.ParseLevel(w.Level); err != nil {
			return Settings{}, err
		}
	}
	return set, nil
}
