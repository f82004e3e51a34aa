package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// mostStandings is how many are named whose evening it was.
const mostStandings = 12

// An eveningScene is what a closed table has come to.
type eveningScene struct {
	broken  sentence // the hand that was under way; may be empty
	match   sentence // that was won last, of who played nothing since; may be empty
	hands   sentence
	ahead   sentence // who has most; empty where two have
	net     sentence
	feats   []sentence
	offTab  bool // a computer sat, whose pips aren't on the tab
	buttons []press
	picture depiction
}

// Evening draws what a closed table has come to, a message of its own that is edited only where
// somebody in it was erased. There is a [sitting.Evening].
func Evening(p Pen, r Reader, s *sitting.Sight) Message {
	return sceneOfEvening(r, s).message(p.as(ViewPictures, tableStyle(s)))
}

func sceneOfEvening(r Reader, s *sitting.Sight) eveningScene {
	e := s.Evening
	t := eveningScene{hands: sentence{key: lang.EveningHands, n: e.Hands}, buttons: resultButtons(from(s, Prefs{}), s)}
	if e.Broken {
		t.broken = outcome(s.Last, r.sitters(s.Last.Seats))
	}
	if isWon(s.Match) {
		t.match = matchLine(r, s.Match)
	}
	var scores []sitting.Score
	var named []told
	for i, one := range e.Standings {
		scores = append(scores, one.Score)
		t.offTab = t.offTab || one.Person == ""
		named = append(named, numbered{i + 1, ". ", winnings{r.sitter(one.Sitter, 0), netPips(one.Net)}})
	}
	if more := len(named) - mostStandings; more > 0 {
		named = append(named[:mostStandings], sentence{key: lang.EveningOthers, n: more})
	}
	t.net = sentence{key: lang.ResultScore, list: list(named)}
	if first := sitting.Leads(scores); first != engine.Nobody {
		t.ahead = sentence{key: lang.EveningAhead, name: r.sitter(e.Standings[first].Sitter, 0)}
	}
	for _, feat := range []struct {
		key lang.Key
		sitting.Feat
	}{{lang.EveningRummy, e.Rummy}, {lang.EveningClosest, e.Closest}} {
		if feat.Hand > 0 {
			t.feats = append(t.feats, sentence{key: feat.key, name: r.sitter(feat.By, 0), n: feat.Pips, hand: feat.Hand})
		}
	}
	t.picture = depictEvening(r, e, t)
	return t
}

func (s eveningScene) message(p Pen) Message {
	l := p.Lang
	computers := ""
	if s.offTab {
		computers = small(l.Say(lang.ResultComputers))
	}
	return public(
		text(lines("## "+l.Say(lang.EveningTitle), s.broken.say(l), s.match.say(l), s.hands.say(l))), p.show(s.picture),
		text(lines(beside(l, s.ahead, s.net), computers, paragraph(l, s.feats...))), p.row(s.buttons))
}
