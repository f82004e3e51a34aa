package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// ruleOf says what a house rule is set to; both as records write them.
func ruleOf(field, value string) sentence {
	if n, err := strconv.Atoi(value); err == nil {
		return sentence{key: lang.RuleValue(field, ""), n: n}
	}
	return sentence{key: lang.RuleValue(field, value)}
}

// ruleIn says what one of a table's house rules is set to, or would be to another value:
// what blocks a hand is something else where nothing is melded before the end.
func ruleIn(r engine.Rules, field, value string) sentence {
	s := ruleOf(field, value)
	if field == "blocked_after" && r.Melding == engine.MeldConcealed {
		s.key = lang.RuleValue(field, r.Melding.String())
	}
	return s
}

// ruleValues lists what a house rule may be set to, as records write it.
func ruleValues(field string) []string {
	switch field {
	case "draw":
		return []string{engine.DrawPair.String(), engine.DrawMixed.String()}
	case "melding":
		return []string{engine.MeldOpen.String(), engine.MeldConcealed.String()}
	case "exhausted_draw":
		return numbers(1, 2)
	case "blocked_after":
		return numbers(1, engine.MaxBlockedAfter)
	case "blocked":
		return []string{engine.BlockedLowest.String(), engine.BlockedVoid.String()}
	case "final_discard":
		return []string{engine.FinalOptional.String(), engine.FinalRequired.String()}
	case "rummy_multiplier":
		return numbers(1, 3)
	case "pay":
		return []string{engine.PayUnmatched.String(), engine.PayHand.String()}
	}
	return nil
}

func numbers(first, last int) []string {
	var all []string
	for n := first; n <= last; n++ {
		all = append(all, strconv.Itoa(n))
	}
	return all
}

// unusual lists the settings of a table that aren't as the preset or the house
// has them.
func unusual(set sitting.Settings) []setting {
	var all []setting
	standard := set.Rules.Preset.Rules()
	for _, field := range engine.HouseRules() {
		if value := set.Rules.Get(field); value != standard.Get(field) {
			all = append(all, setting{field, ruleIn(set.Rules, field, value)})
		}
	}
	if set.Level != opponent.Normal { // that of a computer when nobody chose one
		all = append(all, setting{"level", levelOf(set.Level.String())})
	}
	if set.NoHints {
		all = append(all, setting{"hints", hintsOf(true)})
	}
	if set.NoRemarks {
		all = append(all, setting{"remarks", remarksOf(true)})
	}
	if set.FourColours {
		all = append(all, setting{"colours", coloursOf(true)})
	}
	return all
}
