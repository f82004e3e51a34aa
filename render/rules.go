package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Rules draws what a table plays, or the rule book where there is no table, in short.
func Rules(l lang.Lang, r engine.Rules) Message { return ruleMessage(l, sceneOfRules(r)) }

// sceneOfRules gives the paragraphs after the title.
func sceneOfRules(r engine.Rules) []sentence {
	all := []sentence{felt(presetOf(r.Preset), feelOf(r.Preset)), {key: lang.RulesGoal}, {key: lang.RulesCards}, {key: lang.RulesDeal}, {key: lang.RulesDrawPair}}
	if r.Draw == engine.DrawMixed {
		all[len(all)-1].key = lang.RulesDrawMixed
	}
	all = append(all, sentence{key: lang.RulesMeldOpen})
	if r.Melding == engine.MeldConcealed {
		all[len(all)-1].key = lang.RulesMeldConcealed
	}
	all = append(all, sentence{key: lang.RulesDiscard}, sentence{key: lang.RulesOutOptional})
	if r.FinalDiscard == engine.FinalRequired {
		all[len(all)-1].key = lang.RulesOutRequired
	}
	if r.RummyMultiplier > 1 {
		all = append(all, sentence{key: lang.RulesRummy, n: int(r.RummyMultiplier)})
	}
	all = append(all, sentence{key: lang.RulesPayUnmatched})
	if r.Pay == engine.PayHand {
		all[len(all)-1].key = lang.RulesPayHand
	}
	return append(all, sentence{key: lang.RulesExhausted, n: int(r.ExhaustedDraw)}, blockedRule(r))
}

// blockedRule says when a hand is blocked, and who pays then.
func blockedRule(r engine.Rules) sentence {
	s := sentence{key: lang.RulesBlockedOpen, n: int(r.BlockedAfter), word: sentence{key: lang.RulesBlockedLowest}}
	if r.Melding == engine.MeldConcealed {
		s.key = lang.RulesBlockedConcealed
	}
	if r.Blocked == engine.BlockedVoid {
		s.word = sentence{key: lang.RulesBlockedVoid}
	}
	return s
}

func ruleMessage(l lang.Lang, all []sentence) Message {
	said := []string{"### " + l.Say(lang.RulesTitle)}
	for _, s := range all {
		said = append(said, s.say(l))
	}
	return private(text(strings.Join(said, "\n\n")))
}
