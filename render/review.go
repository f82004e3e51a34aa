package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A ReviewModel is what somebody missed in a hand that is over.
type ReviewModel struct {
	Hand   sitting.HandKey
	By     sitting.Person // whose turns they are
	Turns  int            // how many there are
	Misses []opponent.Miss
	Whole  bool // every turn was looked at
	Shared bool // it was posted for everybody before
}

// A reviewScene is what there is to say of that.
type reviewScene struct {
	title sentence
	found []missScene
	none  sentence // that nothing was found; empty where something was
	how   sentence
	cut   sentence // that there was no time for the rest; may be empty
	share []press
}

// A missScene is one turn of it. Its sentences speak to nobody, so that all can read them.
type missScene struct {
	head   sentence
	held   sentence // may be empty
	played sentence
	better sentence
	why    sentence // may be empty
	gain   sentence // may be empty
}

// misses are the sentences of what can be missed.
//
//nolint:gochecknoglobals // constant table
var misses = [...]lang.Key{
	opponent.MissedOut: lang.ReviewOut, opponent.MissedMeld: lang.ReviewMeld, opponent.MissedLayOff: lang.ReviewLayoff,
	opponent.MissedHold: lang.ReviewHold, opponent.MissedDraw: lang.ReviewDraw, opponent.MissedDiscard: lang.ReviewDiscard,
}

// mostShown is how many cards of a hand are shown at most: a larger one is left out.
const mostShown = 16

// Review draws what the reader missed, with a button that shows it to everybody.
func Review(p Pen, s *sitting.Sight, m ReviewModel) Message { return sceneOfReview(s, m).message(p) }

// SharedReview draws for everybody what somebody missed.
func SharedReview(l lang.Lang, r Reader, m ReviewModel) Message {
	return sceneOfSharedReview(r, m).public(l)
}

func sceneOfReview(s *sitting.Sight, m ReviewModel) reviewScene {
	scene := reviewScene{title: sentence{key: lang.ReviewTitle, hand: m.Hand.Hand}}
	switch {
	case m.Turns == 0:
		scene.none = sentence{key: lang.ReviewNoTurns}
		return scene
	case len(m.Misses) == 0:
		scene.none = sentence{key: lang.ReviewNone, n: m.Turns}
	}
	for _, miss := range m.Misses {
		scene.found = append(scene.found, missOf(miss))
	}
	scene.how = sentence{key: lang.ReviewHow}
	if !m.Whole {
		scene.cut = sentence{key: lang.ReviewCut}
	}
	if !m.Shared {
		scene.share = []press{from(s, Prefs{}).secondary(lang.ButtonShare, VerbShareReview, m.Hand.String())}
	}
	return scene
}

func sceneOfSharedReview(r Reader, m ReviewModel) reviewScene {
	m.Shared = true
	scene := sceneOfReview(nil, m)
	scene.title = sentence{key: lang.ReviewOf, name: r.person(m.By), hand: m.Hand.Hand}
	return scene
}

// review finds what was missed in a hand; nothing for one that was called off.
func (o origin) review(last *sitting.HandResult) []press {
	if last.Abandoned {
		return nil
	}
	return []press{o.secondary(lang.ButtonReview, VerbReview, last.Key().String())}
}

func missOf(m opponent.Miss) missScene {
	s := missScene{
		head:   sentence{key: lang.ReviewTurn, n: m.View.Turns + 1, word: sentence{key: misses[m.What]}},
		played: sentence{key: lang.ReviewPlayed, list: made(m.View, m.Played)},
		better: sentence{key: lang.ReviewBetter, list: made(m.View, m.Better)},
		why:    because(m.View, m.Why),
	}
	if m.View.Hand.Len() <= mostShown {
		s.held = sentence{key: lang.ReviewHeld, cards: m.View.Hand.Cards()}
	}
	switch {
	case m.Pips > 0:
		s.gain = sentence{key: lang.ReviewGain, n: m.Pips, total: m.Within}
	case m.Known:
		s.gain = sentence{key: lang.ReviewEven}
	}
	return s
}

// made lists moves as labels name them. A way out has its cards with it, as they go.
func made(v engine.View, moves []engine.Move) list {
	var all list
	for _, m := range moves {
		all = append(all, moveOf(v, m))
		out, ok := m.(engine.GoOut)
		if !ok || v.Hand.Len() > mostShown {
			continue
		}
		for _, cards := range out.Melds {
			all = append(all, sentence{cards: inOrder(cards)})
		}
		for _, l := range out.LayOffs {
			all = append(all, sentence{cards: l.Cards.Cards()})
		}
	}
	return all
}

func (s reviewScene) message(p Pen) Message {
	return private(append(s.parts(p.Lang), p.row(s.share))...)
}

func (s reviewScene) public(l lang.Lang) Message { return public(s.parts(l)...) }

// parts are the title, each turn by itself, and how it was judged.
func (s reviewScene) parts(l lang.Lang) []Component {
	parts := []Component{text(lines("### "+s.title.say(l), s.none.say(l)))}
	for _, m := range s.found {
		parts = append(parts, text(paragraph(l, m.head, m.held, m.played, m.better, m.why, m.gain)))
	}
	return append(parts, text(small(beside(l, s.how, s.cut))))
}
