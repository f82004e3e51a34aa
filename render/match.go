package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
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
	name, score := brief{p.who}, strconv.Itoa(p.collected)
	if p.gone && !plain {
		return "~~" + name.tell(l, false) + " " + score + "~~"
	}
	return cameTo(l, name, literal(score), plain)
}

// leaderOf is who leads of those who sit somewhere: in a match by what it has brought them.
func leaderOf(m *sitting.MatchFacts, seats []sitting.Sitter, scores []sitting.Score) engine.Seat {
	if m == nil || m.Over {
		return sitting.Leads(scores)
	}
	collected := make([]sitting.Score, len(seats))
	for i, t := range seats {
		collected[i].Net = -1
		if at := m.Of(t); at >= 0 {
			collected[i].Net = m.Players[at].Collected
		}
	}
	return sitting.Leads(collected)
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
