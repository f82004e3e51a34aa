package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Rules draws what a table plays, or the rule book where there is no table, in short.
func Rules(l lang.Lang, r engine.Rules) Message { return ruleMessage(l, sceneOfRules(r)) }

// sceneOfRules gives the paragraphs after the title, each of some sentences.
func sceneOfRules(r engine.Rules) [][]sentence {
	draw, meld, out := lang.RulesDrawPair, lang.RulesMeldOpen, lang.RulesOutOptional
	if r.Draw == engine.DrawMixed {
		draw = lang.RulesDrawMixed
	}
	if r.Melding == engine.MeldConcealed {
		meld = lang.RulesMeldConcealed
	}
	if r.FinalDiscard == engine.FinalRequired {
		out = lang.RulesOutRequired
	}
	all := [][]sentence{
		{{key: lang.RulesPreset, name: presetOf(r.Preset), word: feelOf(r.Preset)}}, {{key: lang.RulesGoal}}, {{key: lang.RulesCards}}, {{key: lang.RulesDeal}}, {{key: draw}},
		{{key: meld}}, {{key: lang.RulesDiscard}}, {{key: out}},
	}
	if r.RummyMultiplier > 1 {
		all = append(all, []sentence{{key: lang.RulesRummy, n: int(r.RummyMultiplier)}})
	}
	return append(all, payRule(r), []sentence{{key: lang.RulesExhausted, n: int(r.ExhaustedDraw)}}, blockedRule(r), []sentence{{key: lang.RulesEnded}})
}

// payRule says what losers pay for.
func payRule(r engine.Rules) []sentence {
	all := []sentence{{key: lang.RulesPayUnmatched}}
	if r.Pay == engine.PayHand {
		all[0].key = lang.RulesPayHand
	}
	if r.Melding == engine.MeldOpen {
		all = append(all, sentence{key: lang.RulesPayMissed})
	}
	return append(all, sentence{key: lang.RulesPayTab})
}

// blockedRule says when a hand is blocked, and who pays then.
func blockedRule(r engine.Rules) []sentence {
	s := sentence{key: lang.RulesBlockedOpen, n: int(r.BlockedAfter), word: sentence{key: lang.RulesBlockedLowest}}
	if r.Melding == engine.MeldConcealed {
		s.key = lang.RulesBlockedConcealed
	}
	switch {
	case r.Blocked == engine.BlockedVoid:
		s.word = sentence{key: lang.RulesBlockedVoid}
		return []sentence{s}
	case r.Pay == engine.PayHand:
		s.word = sentence{key: lang.RulesBlockedHand}
	}
	if r.RummyMultiplier > 1 {
		return []sentence{s, {key: lang.RulesBlockedTimes, n: int(r.RummyMultiplier)}}
	}
	return []sentence{s}
}

func ruleMessage(l lang.Lang, all [][]sentence) Message {
	said := []string{"### " + l.Say(lang.RulesTitle)}
	for _, paragraph := range all {
		var words []string
		for _, s := range paragraph {
			words = append(words, s.say(l))
		}
		said = append(said, strings.Join(words, " "))
	}
	return private(text(strings.Join(said, "\n\n")))
}
