package engine_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

func TestPresetsAreThoseOfTheRuleBook(t *testing.T) {
	for preset, want := range map[engine.Preset]string{
		engine.Boathouse: "preset=boathouse draw=pair melding=open exhausted_draw=1 blocked_after=12 blocked=lowest final_discard=optional rummy_multiplier=2 pay=unmatched",
		engine.Concealed: "preset=concealed draw=pair melding=concealed exhausted_draw=1 blocked_after=12 blocked=lowest final_discard=optional rummy_multiplier=1 pay=unmatched",
		engine.Mixed:     "preset=mixed draw=mixed melding=open exhausted_draw=1 blocked_after=12 blocked=lowest final_discard=optional rummy_multiplier=2 pay=unmatched",
		engine.Brisk:     "preset=brisk draw=pair melding=open exhausted_draw=1 blocked_after=4 blocked=lowest final_discard=optional rummy_multiplier=2 pay=hand",
	} {
		rules := preset.Rules()
		if rules.String() != want || rules.Check() != nil {
			t.Errorf("%v: %v (%v)", preset, rules, rules.Check())
		}
		if again, err := engine.ParseRules(want); err != nil || again != rules {
			t.Errorf("%q is read as %v (%v)", want, again, err)
		}
	}
}

func TestEveryValueOfEveryHouseRuleCanBeSet(t *testing.T) {
	counts := func(most int) (values []string) {
		for i := range most {
			values = append(values, string(json.RawMessage(jsonOf(t, i+1))))
		}
		return values
	}
	values := map[string][]string{
		"draw": {"pair", "mixed"}, "melding": {"open", "concealed"}, "exhausted_draw": counts(2), "blocked_after": counts(20),
		"blocked": {"lowest", "void"}, "final_discard": {"optional", "required"}, "rummy_multiplier": counts(3), "pay": {"unmatched", "hand"},
	}
	if len(values) != len(engine.HouseRules()) {
		t.Fatalf("house rules %v", engine.HouseRules())
	}
	for _, field := range engine.HouseRules() {
		for _, value := range values[field] {
			rules, err := engine.Boathouse.Rules().Set(field, value)
			if err != nil || rules.Get(field) != value {
				t.Errorf("%s=%s gives %q (%v)", field, value, rules.Get(field), err)
			}
			var again engine.Rules
			if err := json.Unmarshal(jsonOf(t, rules), &again); err != nil || again != rules {
				t.Errorf("%s comes back as %v (%v)", jsonOf(t, rules), again, err)
			}
		}
		for _, value := range []string{"", "0", "21", "+1", "01", "Pair", "pair "} {
			if slices.Contains(values[field], value) {
				continue
			}
			was := engine.Brisk.Rules()
			rules, err := was.Set(field, value)
			var no *engine.RuleError
			if !errors.As(err, &no) || *no != (engine.RuleError{Field: field, Value: value}) || rules != was {
				t.Errorf("%s=%q gives %v (%v)", field, value, rules, err)
			}
		}
	}
}

// TestARecordMeansTheSameWhenAPresetChanges reads the rules of a record under the name of each other preset, as if the one
// that it names had become that: every house rule stays as it was written.
func TestARecordMeansTheSameWhenAPresetChanges(t *testing.T) {
	for _, preset := range engine.Presets() {
		written := jsonOf(t, engine.Record{Rules: preset.Rules()})
		for _, other := range engine.Presets() {
			renamed := strings.Replace(string(written), `"`+preset.String()+`"`, `"`+other.String()+`"`, 1)
			read, err := engine.ParseRecord([]byte(renamed))
			if err != nil {
				t.Fatal(err)
			}
			want := preset.Rules()
			want.Preset = other
			if read.Rules != want {
				t.Errorf("%s is read as %v", renamed, read.Rules)
			}
		}
	}
}

func jsonOf(t testing.TB, value any) []byte {
	t.Helper()
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRulesAreReadFromRecords(t *testing.T) {
	void, err := engine.Boathouse.Rules().Set("blocked", "void")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]engine.Rules{
		`"brisk"`: engine.Brisk.Rules(),
		`{}`:      engine.Boathouse.Rules(),
		`{"preset":"boathouse","blocked":"void"}`:                void,
		`{"blocked":"void","draw":"pair","blocked_after":12}`:    void,
		`{"preset":"mixed","draw":"mixed","people":["ignored"]}`: engine.Mixed.Rules(),
	} {
		var got engine.Rules
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is read as %v (%v)", text, got, err)
		}
	}
	for text, want := range map[string]engine.RuleError{
		`"swift"`:                  {Field: "preset", Value: "swift"},
		`{"preset":"swift"}`:       {Field: "preset", Value: "swift"},
		`{"draw":"three"}`:         {Field: "draw", Value: "three"},
		`{"draw":1}`:               {Field: "draw", Value: "1"},
		`{"blocked_after":"4"}`:    {Field: "blocked_after", Value: `"4"`},
		`{"blocked_after":21}`:     {Field: "blocked_after", Value: "21"},
		`{"rummy_multiplier":1.5}`: {Field: "rummy_multiplier", Value: "1.5"},
	} {
		var got engine.Rules
		var no *engine.RuleError
		if err := json.Unmarshal([]byte(text), &got); !errors.As(err, &no) || !reflect.DeepEqual(*no, want) {
			t.Errorf("%s: %v, want %v", text, err, &want)
		}
	}
}
