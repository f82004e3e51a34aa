package render_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestTheRulesSayWhatThisTablePlays looks at every table's rules in every language: each says
// what its own rules mean, nothing that they exclude, and fits in a message.
func TestTheRulesSayWhatThisTablePlays(t *testing.T) {
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		for _, r := range everyRules() {
			said := render.Rules(l, r).Components[0].(render.Text).Content
			if n := len(utf16.Encode([]rune(said))); n > 4000 {
				t.Errorf("%s: %+v takes %d characters", tag, r, n)
			}
			open, low := r.Melding == engine.MeldOpen, r.Blocked == engine.BlockedLowest
			for key, want := range map[lang.Key]bool{
				lang.RulesMeldOpen: open, lang.RulesMeldConcealed: !open, lang.RulesPayMissed: open, lang.RulesPayTab: true,
				lang.RulesPayUnmatched: r.Pay == engine.PayUnmatched, lang.RulesPayHand: r.Pay == engine.PayHand,
				lang.RulesBlockedLowest: low && r.Pay == engine.PayUnmatched, lang.RulesBlockedHand: low && r.Pay == engine.PayHand,
				lang.RulesBlockedVoid: !low, lang.RulesEnded: true,
			} {
				if strings.Contains(said, l.Say(key)) != want {
					t.Errorf("%s: %+v: %s is said: %t", tag, r, key, !want)
				}
			}
			if times := l.Say(lang.RulesBlockedTimes, lang.N(int(r.RummyMultiplier))); strings.Contains(said, times) != (low && r.RummyMultiplier > 1) {
				t.Errorf("%s: %+v: %q is said, or isn’t", tag, r, times)
			}
		}
	}
}

// everyRules lists rules that differ in all that the rules screen tells.
func everyRules() []engine.Rules {
	var all []engine.Rules
	for _, preset := range engine.Presets() {
		for bits := range 1 << 5 {
			r := preset.Rules()
			r.Melding, r.Pay, r.Blocked = engine.MeldingRule(bits&1), engine.PayRule(bits>>1&1), engine.BlockedRule(bits>>2&1)
			r.FinalDiscard, r.RummyMultiplier = engine.FinalDiscardRule(bits>>3&1), uint8(1+bits>>4&1)
			all = append(all, r)
		}
	}
	return all
}
