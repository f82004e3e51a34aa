package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// ruleValue says what a house rule is set to; both as records write them.
func ruleValue(l lang.Lang, field, value string) string {
	if n, err := strconv.Atoi(value); err == nil {
		return l.Count(lang.RuleValue(field, ""), n)
	}
	return l.Say(lang.RuleValue(field, value))
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

// presets lists them in the order of the rule book.
func presets() []engine.Preset {
	return []engine.Preset{engine.Boathouse, engine.Concealed, engine.Mixed, engine.Brisk}
}

// differing lists the house rules that are not as the preset has them, a line each.
func differing(l lang.Lang, r engine.Rules) []string {
	var lines []string
	standard := r.Preset.Rules()
	for _, field := range engine.HouseRules() {
		if value := r.Get(field); value != standard.Get(field) {
			lines = append(lines, named(l, field, ruleValue(l, field, value)))
		}
	}
	return lines
}
