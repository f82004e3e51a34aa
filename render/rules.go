package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A RulesModel is what a table plays, or the rule book where there is no table.
type RulesModel struct {
	Rules engine.Rules
}

// Rules draws the rules as they are played, in short.
func Rules(l lang.Lang, m RulesModel) Message {
	r := m.Rules
	lines := []string{"### " + l.Say(lang.RulesTitle), l.Say(lang.Preset(r.Preset.String())), l.Say(lang.RulesGoal), l.Say(lang.RulesCards)}
	if r.Draw == engine.DrawMixed {
		lines = append(lines, l.Say(lang.RulesDrawMixed))
	} else {
		lines = append(lines, l.Say(lang.RulesDrawPair))
	}
	lines = append(lines, l.Count(lang.RulesExhausted, int(r.ExhaustedDraw)))
	if r.Melding == engine.MeldConcealed {
		lines = append(lines, l.Say(lang.RulesMeldConcealed))
	} else {
		lines = append(lines, l.Say(lang.RulesMeldOpen))
	}
	lines = append(lines, l.Say(lang.RulesDiscard))
	if r.FinalDiscard == engine.FinalRequired {
		lines = append(lines, l.Say(lang.RulesOutRequired))
	} else {
		lines = append(lines, l.Say(lang.RulesOutOptional))
	}
	if r.RummyMultiplier > 1 {
		lines = append(lines, l.Say(lang.RulesRummy, lang.N(int(r.RummyMultiplier))))
	}
	if r.Pay == engine.PayHand {
		lines = append(lines, l.Say(lang.RulesPayHand))
	} else {
		lines = append(lines, l.Say(lang.RulesPayUnmatched))
	}
	blocked := lang.RulesBlockedLowest
	if r.Blocked == engine.BlockedVoid {
		blocked = lang.RulesBlockedVoid
	}
	lines = append(lines, l.Count(blocked, int(r.BlockedAfter)))
	return private(text(strings.Join(lines, "\n\n")))
}
