package sitting_test

import (
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
	set := sitting.Settings{Rules: rules, Seats: 4, Turn: 90 * time.Second, Level: opponent.Hard, NoHints: true}
	const rulesText = `"settings":{"rules":{"blocked":"void","blocked_after":"4","draw":"mixed","exhausted_draw":"1",` +
		`"final_discard":"optional","melding":"open","pay":"unmatched","preset":"mixed","rummy_multiplier":"2"},"seats":4,"turn":90000,"level":"hard","nohints":true}`
	return map[string]sitting.Event{
		`opened {"server":"s","channel":"c","lang":"pt-BR","person":"ann",` + rulesText + `}`: sitting.Opened{Server: "s", Channel: "c", Lang: "pt-BR", Host: "ann", Settings: set},
		`joined {"person":"bob"}`:        sitting.Joined{Person: "bob"},
		`computer {"level":"easy"}`:      sitting.ComputerSat{Level: opponent.Easy},
		`left {"person":"ann","seat":0}`: sitting.Left{Seat: 0, By: "ann"},
		`rules {` + rulesText + `}`:      sitting.RulesSet{Settings: set},
		`host {"person":"bob"}`:          sitting.HostPassed{To: "bob"},
		`committed {"hand":3,"seed":"AQIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}`: sitting.Committed{Hand: 3, Seed: deal.Seed{1, 2}},
		`cut {"person":"ann"}`:             sitting.CutGiven{By: "ann", Word: "gale"},
		`started {"hand":3,"start":"123"}`: sitting.HandStarted{Hand: 3, Interaction: "123"},
		`played {"event":"` + engine.Discarded{Seat: 1, Card: 5}.String() + `"}`: sitting.Played{Event: engine.Discarded{Seat: 1, Card: 5}},
		`started {"hand":3,"start":"124","again":1,"tab":true}`:                  sitting.HandStarted{Hand: 3, Interaction: "124", Again: 1, Tab: true},
		`asked {"seat":1}`:                  sitting.TakebackAsked{Seat: 1},
		`answered {"seat":0,"yes":true}`:    sitting.TakebackAnswered{Seat: 0, Yes: true},
		`answered {"seat":2}`:               sitting.TakebackAnswered{Seat: 2},
		`lapsed {"seat":1}`:                 sitting.TakebackLapsed{Seat: 1},
		`tookback {"seat":1,"for":3600001}`: sitting.TookBack{Seat: 1, Left: time.Hour + time.Millisecond},
		`reminded {"seat":0}`:               sitting.Reminded{Seat: 0},
		`called {"seat":0}`:                 sitting.Called{Seat: 0},
		`lost {"for":90000}`:                sitting.TimeLost{For: 90 * time.Second},
		`away {"seat":2}`:                   sitting.WentAway{Seat: 2},
		`back {"seat":2}`:                   sitting.CameBack{Seat: 2},
		`closed {"person":"ann"}`:           sitting.Closed{By: "ann"},
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

// Tables were stored before there was a choice of who plays for the absent.
func TestSettingsOfAnOlderTableReadAsTheyWere(t *testing.T) {
	body := `{"settings":{"rules":{"preset":"boathouse"},"seats":4,"turn":60000}}`
	e, err := sitting.DecodeEvent("rules", []byte(body), "")
	equal(t, err, nil)
	set := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Turn: time.Minute, Level: opponent.Easy}
	equal(t, e, sitting.Event(sitting.RulesSet{Settings: set}))
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
		{"rules", `{"settings":{"rules":{"preset":"brisk"},"seats":2,"level":"melds"}}`},
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
