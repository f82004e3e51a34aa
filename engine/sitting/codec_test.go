package sitting_test

import (
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// eventsOfEveryKind lists one event of each kind with the body it is stored as.
func eventsOfEveryKind() map[string]sitting.Event {
	rules, err := engine.Mixed.Rules().Set("blocked", "void")
	if err != nil {
		panic(err)
	}
	set := sitting.Settings{Rules: rules, Seats: 4, Turn: 90 * time.Second, Lang: "pt-BR", Level: opponent.Hard, NoHints: true, NoRemarks: true, FourColours: true, Match: sitting.LongMatch}
	paced := sitting.Settings{Rules: rules, Seats: 4, Pace: sitting.Slow, Lang: "nl", Level: opponent.Easy}
	const rulesText = `"settings":{"rules":{"blocked":"void","blocked_after":"12","draw":"mixed","exhausted_draw":"1",` +
		`"final_discard":"optional","melding":"open","pay":"unmatched","preset":"mixed","rummy_multiplier":"2"},"seats":4,"turn":90000,"lang":"pt-BR","level":"hard","match":"long","nohints":true,"noremarks":true,"fourcolours":true}`
	pacedText := strings.NewReplacer(`"turn":90000,"lang":"pt-BR","level":"hard","match":"long","nohints":true,"noremarks":true,"fourcolours":true`, `"pace":"slow","lang":"nl","level":"easy"`).Replace(rulesText)
	return map[string]sitting.Event{
		`opened {"server":"s","channel":"c","person":"ann",` + rulesText + `}`: sitting.Opened{Server: "s", Channel: "c", Host: "ann", Settings: set},
		`joined {"person":"bob"}`:        sitting.Joined{Person: "bob"},
		`computer {"who":"kano"}`:        sitting.ComputerSat{Character: opponent.Kano},
		`left {"person":"ann","seat":0}`: sitting.Left{Seat: 0, By: "ann"},
		`rules {` + rulesText + `}`:      sitting.RulesSet{Settings: set},
		`rules {` + pacedText + `}`:      sitting.RulesSet{Settings: paced},
		`host {"person":"bob"}`:          sitting.HostPassed{To: "bob"},
		`committed {"hand":3,"seed":"AQIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}`: sitting.Committed{Hand: 3, Seed: deal.Seed{1, 2}},
		`committed {"hand":3,"seal":"a1b2"}`:                                         sitting.Committed{Hand: 3, Seed: deal.Seed{1, 2}, Seal: "a1b2"},
		`sealed {"hand":3,"message":"1001"}`:                                         sitting.Sealed{Hand: 3, Message: "1001"},
		`cut {"person":"ann"}`:                                                       sitting.CutGiven{By: "ann", Word: "gale"},
		`started {"hand":3,"start":"123"}`:                                           sitting.HandStarted{Hand: 3, Interaction: "123"},
		`played {"event":"` + engine.Discarded{Seat: 1, Card: 5}.String() + `"}`:     sitting.Played{Event: engine.Discarded{Seat: 1, Card: 5}},
		`started {"hand":3,"start":"124","again":1,"tab":true}`:                      sitting.HandStarted{Hand: 3, Interaction: "124", Again: 1, Tab: true},
		`started {"hand":3,"start":"125","match":440}`:                               sitting.HandStarted{Hand: 3, Interaction: "125", Match: 440},
		`asked {"seat":1}`:                                                           sitting.TakebackAsked{Seat: 1},
		`answered {"seat":0,"yes":true}`:                                             sitting.TakebackAnswered{Seat: 0, Yes: true},
		`answered {"seat":2}`:                                                        sitting.TakebackAnswered{Seat: 2},
		`lapsed {"seat":1}`:                                                          sitting.TakebackLapsed{Seat: 1},
		`tookback {"seat":1,"for":3600001}`:                                          sitting.TookBack{Seat: 1, Left: time.Hour + time.Millisecond},
		`reminded {"seat":0}`:                                                        sitting.Reminded{Seat: 0},
		`called {"seat":0}`:                                                          sitting.Called{Seat: 0},
		`lost {"for":90000}`:                                                         sitting.TimeLost{For: 90 * time.Second},
		`away {"seat":2}`:                                                            sitting.WentAway{Seat: 2},
		`back {"seat":2}`:                                                            sitting.CameBack{Seat: 2},
		`endasked {"person":"ann"}`:                                                  sitting.EndAsked{By: "ann"},
		`endasked {"person":"ann","close":true}`:                                     sitting.EndAsked{By: "ann", Close: true},
		`endanswered {"seat":1,"yes":true}`:                                          sitting.EndAnswered{Seat: 1, Yes: true},
		`endanswered {"seat":0}`:                                                     sitting.EndAnswered{Seat: 0},
		`abandoned {"person":"ann"}`:                                                 sitting.Abandoned{By: "ann"},
		`invited {"person":"dee","seat":1}`:                                          sitting.Invited{Person: "dee", Seat: 1},
		`declined {"person":"dee"}`:                                                  sitting.Declined{Person: "dee"},
		`called {"seat":-1,"ask":"seat"}`:                                            sitting.Called{Seat: engine.Nobody, Ask: sitting.AsksSeat},
		`closed {"person":"ann"}`:                                                    sitting.Closed{By: "ann"},
		`closed {"for":86400000}`:                                                    sitting.Closed{Idle: 24 * time.Hour},
	}
}

func TestEventsAreStoredInThisForm(t *testing.T) {
	for want, e := range eventsOfEveryKind() {
		kind, body, text := sitting.EncodeEvent(e)
		equal(t, kind+" "+string(body), want)
		back, err := sitting.DecodeEvent(kind, body, text)
		equal(t, err, nil)
		equal(t, back, e)
	}
}

func TestAnErasedWordReadsAsNone(t *testing.T) {
	kind, body, text := sitting.EncodeEvent(sitting.CutGiven{By: "ann", Word: "gale"})
	equal(t, text, "gale")
	back, err := sitting.DecodeEvent(kind, body, "")
	equal(t, err, nil)
	equal(t, back, sitting.Event(sitting.CutGiven{By: "ann"}))
}

// Computers were stored by their level before they were characters: a table with three
// easy ones has the first of these three times, told apart.
func TestAComputerStoredByItsLevelIsTheFirstOfIt(t *testing.T) {
	events := []sitting.Event{sitting.Opened{Server: "s", Channel: "c", Host: "ann", Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 6, Lang: "en"}}}
	at := []time.Time{{}}
	for _, level := range []string{"easy", "normal", "hard", "easy", "easy"} {
		e, err := sitting.DecodeEvent("computer", []byte(`{"level":"`+level+`"}`), "")
		equal(t, err, nil)
		events, at = append(events, e), append(at, time.Time{})
	}
	s := sitting.Watch(sitting.Replay("evening1", events, at), nil)
	equal(t, s.Seats, []sitting.Sitter{
		{Person: "ann"}, {Computer: opponent.Moby}, {Computer: opponent.Nemo}, {Computer: opponent.Triton},
		{Computer: opponent.Moby, Twin: 1}, {Computer: opponent.Moby, Twin: 2},
	})
	for _, body := range []string{`{"level":"random"}`, `{"who":"ann"}`, `{}`} {
		if e, err := sitting.DecodeEvent("computer", []byte(body), ""); err == nil {
			t.Errorf("%s is taken for %v", body, e)
		}
	}
}

// TestOfALevelWhoIsNotSeatedYetComesFirst asks for more computers of a level than it has
// characters, and for one that sits already; a number that is free is given again.
func TestOfALevelWhoIsNotSeatedYetComesFirst(t *testing.T) {
	e := newEvening(t, 1)
	e.does("ann", sitting.Open{Server: "s", Channel: "c", Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 6, Lang: "en"}})
	e.does("ann", sitting.AddComputer{Character: opponent.Vela})
	for range 2 {
		e.does("ann", sitting.AddComputer{Level: opponent.Normal})
	}
	e.does("ann", sitting.AddComputer{Character: opponent.Vela})
	seats := func() []sitting.Sitter { return sitting.Watch(e.state, nil).Seats }
	equal(t, seats(), []sitting.Sitter{
		{Person: "ann"}, {Computer: opponent.Vela}, {Computer: opponent.Nemo}, {Computer: opponent.Nemo, Twin: 1}, {Computer: opponent.Vela, Twin: 1},
	})
	e.does("ann", sitting.Remove{Seat: 2})
	e.does("ann", sitting.AddComputer{Level: opponent.Normal})
	equal(t, seats()[4], sitting.Sitter{Computer: opponent.Nemo})
	if err := e.asks("ann", sitting.AddComputer{Character: 99}); err == nil {
		t.Error("a character that is none has a seat")
	}
}

// Tables were stored before there was a choice of who plays for the absent, before
// there were paces, and before the language was one of the settings.
func TestSettingsOfAnOlderTableReadAsTheyWere(t *testing.T) {
	const body = `"settings":{"rules":{"preset":"boathouse"},"seats":4,"turn":60000}}`
	set := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Turn: time.Minute, Level: opponent.Easy}
	changed, err := sitting.DecodeEvent("rules", []byte("{"+body), "")
	equal(t, err, nil)
	equal(t, changed, sitting.Event(sitting.RulesSet{Settings: set}))
	equal(t, set.Limit(6), time.Minute)

	opened, err := sitting.DecodeEvent("opened", []byte(`{"server":"s","channel":"c","lang":"fr","person":"ann",`+body), "")
	equal(t, err, nil)
	set.Lang = "fr"
	equal(t, opened, sitting.Event(sitting.Opened{Server: "s", Channel: "c", Host: "ann", Settings: set}))
	s := sitting.Replay("evening1", []sitting.Event{opened, changed}, []time.Time{{}, {}})
	equal(t, sitting.Watch(s, nil).Settings, set)
}

// A table was opened when four rounds blocked a hand: it goes on by the rules in
// its events, whatever its preset has become.
func TestATableKeepsTheRulesInItsEvents(t *testing.T) {
	const stored = `"blocked_after":"4","blocked":"lowest","draw":"pair","exhausted_draw":"1","final_discard":"optional",` +
		`"melding":"open","pay":"unmatched","preset":"boathouse","rummy_multiplier":"2"`
	want, err := engine.Boathouse.Rules().Set("blocked_after", "4")
	equal(t, err, nil)
	e, err := sitting.DecodeEvent("rules", []byte(`{"settings":{"rules":{`+stored+`},"seats":4,"turn":0,"level":"easy"}}`), "")
	equal(t, err, nil)
	equal(t, e, sitting.Event(sitting.RulesSet{Settings: sitting.Settings{Rules: want, Seats: 4}}))
	dealt := engine.Dealt{Rules: want, Players: 2}
	for i := range dealt.Deck {
		dealt.Deck[i] = engine.Card(i)
	}
	again, err := sitting.DecodeEvent("played", []byte(`{"event":"`+dealt.String()+`"}`), "")
	equal(t, err, nil)
	equal(t, again, sitting.Event(sitting.Played{Event: dealt}))
}

func TestWhatIsNoEventIsNotRead(t *testing.T) {
	for _, c := range [][2]string{
		{"danced", `{}`},
		{"joined", `{"person":"bob","hat":"red"}`},
		{"joined", `{} {}`},
		{"joined", `{`},
		{"left", `{"person":"bob"}`},
		{"away", `{}`},
		{"asked", `{}`},
		{"tookback", `{"for":1}`},
		{"endanswered", `{"yes":true}`},
		{"rules", `{"settings":{"rules":{"preset":"brisk"},"seats":2,"level":"melds"}}`},
		{"rules", `{"settings":{"rules":{"preset":"brisk"},"seats":2,"pace":"warp"}}`},
		{"rules", `{"settings":{"rules":{"preset":"brisk"},"seats":2,"pace":" "}}`},
		{"opened", `{}`},
		{"rules", `{"settings":{"rules":{"preset":"none"},"seats":2}}`},
		{"rules", `{"settings":{"rules":{"preset":"brisk","draw":"none"},"seats":2}}`},
		{"committed", `{"hand":1,"seed":"AQ=="}`},
		{"computer", `{"level":"divine"}`},
		{"played", `{"event":"sneezed"}`},
	} {
		if e, err := sitting.DecodeEvent(c[0], []byte(c[1]), ""); err == nil {
			t.Errorf("%s %s is read as %#v", c[0], c[1], e)
		}
	}
}

func FuzzDecodeEvent(f *testing.F) {
	for _, e := range eventsOfEveryKind() {
		kind, body, text := sitting.EncodeEvent(e)
		f.Add(kind, body, text)
	}
	f.Fuzz(func(t *testing.T, kind string, body []byte, text string) {
		e, err := sitting.DecodeEvent(kind, body, text)
		// A body with a space before it is read the long way, and as the same.
		long, longErr := sitting.DecodeEvent(kind, append([]byte(" "), body...), text)
		equal(t, longErr == nil, err == nil)
		equal(t, long, e)
		if err != nil {
			return
		}
		kind, body, text = sitting.EncodeEvent(e)
		back, err := sitting.DecodeEvent(kind, body, text)
		equal(t, err, nil)
		equal(t, back, e)
	})
}
