package render

import (
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// The fields of the forms of a table's settings that aren't named after one.
const (
	fieldTwists = "twists"
	fieldExtras = "extras"
	extraHints  = "hints"
	extraSays   = "remarks"
	extraFour   = "colours"
)

// HouseForm draws the modal of a table's house rules: those with two values as boxes
// to tick. [ReadHouse] reads the answers.
func HouseForm(p Pen, s *sitting.Sight) Modal { return sceneOfHouseForm(s).modal(p) }

func sceneOfHouseForm(s *sitting.Sight) formScene {
	form := formScene{title: sentence{key: lang.ModalHouse}, submit: from(s, Prefs{}).click(VerbHouse, "")}
	twists := question{ask: lang.ModalTwists, id: fieldTwists, by: ticks}
	var others []question
	for _, field := range engine.HouseRules() {
		now := s.Settings.Rules.Get(field)
		if other, two := twist(field); two {
			twists.options = append(twists.options, option{label: sentence{key: lang.Twist(field)}, value: field, chosen: now == other})
			continue
		}
		q := question{ask: lang.Rule(field), id: field}
		for _, value := range ruleValues(field) {
			q.options = append(q.options, option{label: ruleIn(s.Settings.Rules, field, value), value: value, chosen: value == now})
		}
		if len(q.options) <= fewOptions {
			q.by = oneOfFew
		}
		others = append(others, q)
	}
	form.questions = append([]question{twists}, others...)
	return form
}

// fewOptions is how many are listed in sight.
const fewOptions = 3

// twist gives the second value of a house rule that has two; false for another.
func twist(field string) (string, bool) {
	values := ruleValues(field)
	return values[len(values)-1], len(values) == 2
}

// ReadHouse reads the modal's answers, the values by the ids of its fields, as
// house rules in place of others. Its error is ErrForged, for what are no answers to
// this modal.
func ReadHouse(answers map[string][]string, now engine.Rules) (engine.Rules, error) {
	ticked, answered := answers[fieldTwists]
	if !answered {
		return now, ErrForged
	}
	rules := now
	for _, field := range engine.HouseRules() {
		value := ""
		if values := ruleValues(field); len(values) == 2 {
			value = values[0]
			if slices.Contains(ticked, field) {
				value = values[1]
			}
		} else if len(answers[field]) == 1 {
			value = answers[field][0]
		}
		var err error
		if rules, err = rules.Set(field, value); err != nil {
			return now, ErrForged
		}
	}
	return rules, nil
}

// TableForm draws the modal of what else a table is set to. [ReadTable] reads the
// answers.
func TableForm(p Pen, s *sitting.Sight) Modal { return sceneOfTableForm(s).modal(p) }

func sceneOfTableForm(s *sitting.Sight) formScene {
	set := s.Settings
	form := formScene{title: sentence{key: lang.ModalTable}, submit: from(s, Prefs{}).click(VerbTable, "")}
	seats := question{ask: lang.Rule("seats"), id: "seats"}
	for n := max(sitting.MinSeats, len(s.Staying())); n <= sitting.MaxSeats; n++ {
		seats.options = append(seats.options, option{label: sentence{key: lang.SettingsSeats, n: n}, value: strconv.Itoa(n), chosen: n == set.Seats})
	}
	standin := question{ask: lang.Rule("level"), id: "level", options: levelOptions()}
	for i := range standin.options {
		standin.options[i].chosen = standin.options[i].value == set.Level.String()
	}
	tongue := question{ask: lang.Rule("language"), id: "language"}
	for _, tag := range lang.Spoken() {
		tongue.options = append(tongue.options, option{label: literal(lang.Own(tag)), value: tag, chosen: tag == set.Lang})
	}
	match := question{ask: lang.Rule("match"), id: "match", options: matchOptions(set.Match)}
	extras := question{ask: lang.ModalExtras, id: fieldExtras, by: ticks, options: []option{
		{label: sentence{key: lang.Twist(extraHints)}, value: extraHints, chosen: !set.NoHints},
		{label: sentence{key: lang.Twist(extraSays)}, value: extraSays, chosen: !set.NoRemarks},
		{label: sentence{key: lang.Twist(extraFour)}, value: extraFour, chosen: set.FourColours},
	}}
	form.questions = []question{seats, standin, tongue, match, extras}
	return form
}

// ReadTable reads the modal's answers, the values by the ids of its fields, into the
// settings of a table. Its error is ErrForged, for what are no answers to this modal.
func ReadTable(answers map[string][]string, set sitting.Settings) (sitting.Settings, error) {
	extras, answered := answers[fieldExtras]
	for _, id := range []string{"seats", "level", "language"} {
		answered = answered && len(answers[id]) == 1
	}
	if !answered || !slices.Contains(lang.Spoken(), answers["language"][0]) {
		return set, ErrForged
	}
	seats, err := strconv.Atoi(answers["seats"][0])
	if err != nil {
		return set, ErrForged
	}
	level, err := opponent.ParseLevel(answers["level"][0])
	if err != nil {
		return set, ErrForged
	}
	if words := answers["match"]; len(words) > 0 { // a form drawn before there were matches asks for none
		var known bool
		if set.Match, known = sitting.ParseMatch(words[0]); !known {
			return set, ErrForged
		}
	}
	set.Seats, set.Level, set.Lang = seats, level, answers["language"][0]
	set.NoHints, set.NoRemarks = !slices.Contains(extras, extraHints), !slices.Contains(extras, extraSays)
	set.FourColours = slices.Contains(extras, extraFour)
	return set, nil
}
