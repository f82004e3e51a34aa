package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

func matchName(m sitting.Match) sentence { return sentence{key: lang.Match(m.String())} }

// matchFeel says in a line how long a match is.
func matchFeel(m sitting.Match) sentence { return sentence{key: lang.About(lang.Match(m.String()))} }

func matchNames() []sentence {
	var all []sentence
	for _, m := range sitting.Matches() {
		all = append(all, matchName(m))
	}
	return all
}

// matchOptions lists the matches, with a line each about how long they are.
func matchOptions(now sitting.Match) []option {
	var options []option
	for _, m := range sitting.Matches() {
		options = append(options, option{label: matchName(m), about: matchFeel(m), value: m.String(), chosen: m == now})
	}
	return options
}

// matchOf says which match is set, and what wins it with so many players if they are enough.
func matchOf(set sitting.Settings, players int) told {
	if pips := set.Match.Pips(set.Rules.Preset, players); pips > 0 {
		return sentence{key: lang.MatchFirst, word: matchName(set.Match), n: pips}
	}
	return matchName(set.Match)
}

// matchLine tells how a match stands, or how it ended; empty where there is none.
func matchLine(r Reader, m *sitting.MatchFacts) sentence {
	switch {
	case m == nil:
		return sentence{}
	case m.Over && m.Winner < 0:
		return sentence{key: lang.MatchOver}
	case m.Over:
		winner := m.Players[m.Winner]
		return sentence{key: lang.MatchWon, name: r.sitter(winner.Sitter, 0), n: winner.Collected}
	}
	return matchScore(r, m)
}

// matchScore tells what each has collected in a match.
func matchScore(r Reader, m *sitting.MatchFacts) sentence {
	players := make([]matchPlayer, len(m.Players))
	for i, p := range m.Players {
		players[i] = matchPlayer{r.sitter(p.Sitter, 0), p.Collected, p.Gone}
	}
	return sentence{key: lang.MatchLine, n: m.Pips, list: listOf(players)}
}

// A matchPlayer is somebody with what they have collected in a match, struck out if they left.
type matchPlayer struct {
	who
	collected int
	gone      bool
}

func (p matchPlayer) tell(l lang.Lang, plain bool) string {
	name, score := brief{p.who}, l.Number(int64(p.collected))
	if p.gone && !plain {
		return "~~" + name.tell(l, false) + " " + score + "~~"
	}
	return cameTo(l, name, literal(score), plain)
}

// A figure is what somebody has come to in the currency by which one leads: net pips at the
// table, or pips collected in a match that is on or was just won.
type figure struct {
	pips    int
	ofMatch bool
}

// figureOf is the figure of one who sits somewhere; who isn't in the match has less than all who
// are.
func figureOf(m *sitting.MatchFacts, who sitting.Sitter, score sitting.Score) figure {
	if m == nil || m.Over && !isWon(m) {
		return figure{pips: score.Net}
	}
	if at := m.Of(who); at >= 0 {
		return figure{m.Players[at].Collected, true}
	}
	return figure{-1, true}
}

// isTold says whether there is one.
func (f figure) isTold() bool { return !f.ofMatch || f.pips >= 0 }

// sentence says a figure, and of what it is.
func (f figure) sentence() sentence {
	switch {
	case !f.isTold():
		return sentence{}
	case f.ofMatch:
		return sentence{key: lang.TableScoreMatch, n: f.pips}
	}
	return sentence{key: lang.TableScore, sum: netPips(f.pips)}
}

// on is a seat of a picture with the figure.
func (f figure) on(seat picture.Seat) picture.Seat {
	if f.isTold() {
		seat.Scored, seat.Score, seat.InMatch = true, f.pips, f.ofMatch
	}
	return seat
}

// leaderOf is who leads of those who sit somewhere, by their figures.
func leaderOf(m *sitting.MatchFacts, seats []sitting.Sitter, scores []sitting.Score) engine.Seat {
	if !hasScore(scores) {
		return engine.Nobody
	}
	figures := make([]sitting.Score, len(seats))
	for i, t := range seats {
		figures[i].Net = figureOf(m, t, scores[i]).pips
	}
	return sitting.Leads(figures)
}

// isWon says whether a match is over, and somebody has won it.
func isWon(m *sitting.MatchFacts) bool { return m != nil && m.Over && m.Winner >= 0 }

// isMatchOver says whether a match is over since the last hand at a table that is open.
func isMatchOver(s *sitting.Sight) bool {
	return s.Match != nil && s.Match.Over && s.Phase == sitting.Between
}

// withRematch adds the way to another match to the ways on at a table where one is over:
// whoever has just seen somebody win it wants that first.
func (o origin) withRematch(s *sitting.Sight, buttons []press) []press {
	switch {
	case !isMatchOver(s):
		return buttons
	case !isWon(s.Match):
		return append(buttons, o.secondary(lang.ButtonRematch, VerbMatch, ""))
	}
	buttons[0].style = StyleSecondary
	return append([]press{o.primary(lang.ButtonRematch, VerbMatch, "")}, buttons...)
}
