package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A RuleError names a house rule that doesn't exist, or that can't have a value.
type RuleError struct {
	Field string // "preset" or a name that may be one of [HouseRules]
	Value string // as it was written
}

// Error gives the field and the value, for logs.
func (e *RuleError) Error() string {
	return fmt.Sprintf("house rule %s: no value %q", e.Field, e.Value)
}

// HouseRules lists the names of the house rules in the order of the rule book.
func HouseRules() []string {
	return []string{"draw", "melding", "exhausted_draw", "blocked_after", "blocked", "final_discard", "rummy_multiplier", "pay"}
}

// Get gives the value of the house rule with that name as records write it; ""
// for a name that isn't there.
func (r Rules) Get(field string) string {
	switch field {
	case "draw":
		return r.Draw.String()
	case "melding":
		return r.Melding.String()
	case "exhausted_draw":
		return strconv.Itoa(int(r.ExhaustedDraw))
	case "blocked_after":
		return strconv.Itoa(int(r.BlockedAfter))
	case "blocked":
		return r.Blocked.String()
	case "final_discard":
		return r.FinalDiscard.String()
	case "rummy_multiplier":
		return strconv.Itoa(int(r.RummyMultiplier))
	case "pay":
		return r.Pay.String()
	}
	return ""
}

// Set gives the rules with one house rule changed. Its error is a [*RuleError],
// and the rules are then as they were.
func (r Rules) Set(field, value string) (Rules, error) {
	was, err := r, error(nil)
	switch field {
	case "draw":
		r.Draw, err = ParseDrawRule(value)
	case "melding":
		r.Melding, err = ParseMeldingRule(value)
	case "exhausted_draw":
		r.ExhaustedDraw, err = parseCount(value, 2)
	case "blocked_after":
		r.BlockedAfter, err = parseCount(value, MaxBlockedAfter)
	case "blocked":
		r.Blocked, err = ParseBlockedRule(value)
	case "final_discard":
		r.FinalDiscard, err = ParseFinalDiscardRule(value)
	case "rummy_multiplier":
		r.RummyMultiplier, err = parseCount(value, 3)
	case "pay":
		r.Pay, err = ParsePayRule(value)
	default:
		err = &ParseError{Word: field}
	}
	if err != nil {
		return was, &RuleError{Field: field, Value: value}
	}
	return r, nil
}

// parseCount reads a whole number from 1 to most, written the one usual way.
func parseCount(text string, most uint8) (uint8, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || n < 1 || n > uint64(most) || text != strconv.Itoa(int(n)) {
		return 0, &ParseError{Word: text}
	}
	return uint8(n), nil
}

func presetWords() []string       { return []string{"boathouse", "concealed", "mixed", "brisk"} }
func drawRuleWords() []string     { return []string{"pair", "mixed"} }
func meldingRuleWords() []string  { return []string{"open", "concealed"} }
func blockedRuleWords() []string  { return []string{"lowest", "void"} }
func finalDiscardWords() []string { return []string{"optional", "required"} }
func payRuleWords() []string      { return []string{"unmatched", "hand"} }
func sourceWords() []string       { return []string{"stock", "discard", "mixed", "turnover"} }

// enum is any of the small numbered types whose members have words.
type enum interface{ ~uint8 }

// wordOf gives the word of a member, or a mark for a number that is none.
func wordOf[E enum](words []string, member E) string {
	if int(member) >= len(words) {
		return unreadable
	}
	return words[member]
}

// parseWord finds the member with that word; its error is a [*ParseError].
func parseWord[E enum](words []string, text string) (E, error) {
	i := slices.Index(words, text)
	if i < 0 {
		return 0, &ParseError{Word: text}
	}
	return E(i), nil
}

// String gives the preset's name.
func (p Preset) String() string { return wordOf(presetWords(), p) }

// ParsePreset reads a preset's name; its error is a [*ParseError].
func ParsePreset(text string) (Preset, error) { return parseWord[Preset](presetWords(), text) }

// String gives "pair" or "mixed".
func (d DrawRule) String() string { return wordOf(drawRuleWords(), d) }

// ParseDrawRule reads what String gives; its error is a [*ParseError].
func ParseDrawRule(text string) (DrawRule, error) { return parseWord[DrawRule](drawRuleWords(), text) }

// String gives "open" or "concealed".
func (m MeldingRule) String() string { return wordOf(meldingRuleWords(), m) }

// ParseMeldingRule reads what String gives; its error is a [*ParseError].
func ParseMeldingRule(text string) (MeldingRule, error) {
	return parseWord[MeldingRule](meldingRuleWords(), text)
}

// String gives "lowest" or "void".
func (b BlockedRule) String() string { return wordOf(blockedRuleWords(), b) }

// ParseBlockedRule reads what String gives; its error is a [*ParseError].
func ParseBlockedRule(text string) (BlockedRule, error) {
	return parseWord[BlockedRule](blockedRuleWords(), text)
}

// String gives "optional" or "required".
func (f FinalDiscardRule) String() string { return wordOf(finalDiscardWords(), f) }

// ParseFinalDiscardRule reads what String gives; its error is a [*ParseError].
func ParseFinalDiscardRule(text string) (FinalDiscardRule, error) {
	return parseWord[FinalDiscardRule](finalDiscardWords(), text)
}

// String gives "unmatched" or "hand".
func (p PayRule) String() string { return wordOf(payRuleWords(), p) }

// ParsePayRule reads what String gives; its error is a [*ParseError].
func ParsePayRule(text string) (PayRule, error) { return parseWord[PayRule](payRuleWords(), text) }

// String gives "stock", "discard", "mixed" or "turnover".
func (s Source) String() string { return wordOf(sourceWords(), s) }

// ParseSource reads what String gives; its error is a [*ParseError].
func ParseSource(text string) (Source, error) { return parseWord[Source](sourceWords(), text) }

// String gives "preset=boathouse draw=pair …" with every house rule in order;
// [ParseRules] reads it.
func (r Rules) String() string {
	b := []byte("preset=" + r.Preset.String())
	for _, field := range HouseRules() {
		b = append(b, " "+field+"="+r.Get(field)...)
	}
	return string(b)
}

// ParseRules reads what String gives and nothing else. Its error is a [*RuleError].
func ParseRules(text string) (Rules, error) {
	words := strings.Split(text, " ")
	name := strings.TrimPrefix(words[0], "preset=")
	preset, err := ParsePreset(name)
	if err != nil {
		return Rules{}, &RuleError{Field: "preset", Value: name}
	}
	rules := preset.Rules()
	for _, word := range words[1:] {
		field, value, _ := strings.Cut(word, "=")
		if rules, err = rules.Set(field, value); err != nil {
			return Rules{}, err
		}
	}
	if rules.String() != text {
		return Rules{}, &RuleError{Field: "preset", Value: text}
	}
	return rules, nil
}
