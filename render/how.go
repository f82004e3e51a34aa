package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A howScene is the least that one needs to know to play a first hand.
type howScene struct {
	steps []told // of a turn
	ends  []sentence
	rest  []sentence // in small print
	rules press      // leads to all the others
}

// How draws the rules that one needs to begin, as a table plays them, on one screen; table
// is its id, empty without one.
func How(p Pen, r engine.Rules, table string) Message { return sceneOfHow(r, table).message(p) }

// HowInLesson is How for who reads it in a lesson, and needn't be told of the lessons.
func HowInLesson(p Pen, r engine.Rules) Message {
	s := sceneOfHow(r, "")
	s.rest = s.rest[:1]
	return s.message(p)
}

func sceneOfHow(r engine.Rules, table string) howScene {
	draw, meld, out := lang.HowDrawPair, lang.HowMeldOpen, lang.HowOutUnmatched
	if r.Draw == engine.DrawMixed {
		draw = lang.HowDrawMixed
	}
	if r.Melding == engine.MeldConcealed {
		meld = lang.HowMeldConcealed
	}
	if r.Pay == engine.PayHand {
		out = lang.HowOutHand
	}
	s := howScene{
		ends:  []sentence{{key: out}},
		rest:  []sentence{{key: lang.HowRest}, {key: lang.HowLearn}},
		rules: origin{table: table}.secondary(lang.ButtonRules, VerbRules, ""),
	}
	for i, step := range []lang.Key{draw, meld, lang.HowDiscard} {
		s.steps = append(s.steps, numbered{i + 1, ". ", sentence{key: step}})
	}
	if r.RummyMultiplier > 1 {
		s.ends = append(s.ends, sentence{key: lang.HowRummy, n: int(r.RummyMultiplier)})
	}
	return s
}

func (s howScene) message(p Pen) Message {
	l := p.Lang
	said := []string{"### " + l.Say(lang.ButtonHow), l.Say(lang.HowTurn)}
	said = append(said, tellAll(l, s.steps, false)...)
	return private(text(lines(said...)), text(paragraph(l, s.ends...)), text(small(strings.ReplaceAll(paragraph(l, s.rest...), "\n", " "))), p.row([]press{s.rules}))
}
