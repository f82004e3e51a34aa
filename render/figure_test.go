package render_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// TestWhoLeadsHasTheHighestFigureShown draws the result after a hand of no match, in one, and after
// the hand that won one: who leads has the highest figure of the picture, which in a match is what
// the match counts. The hand that wins a match marks its winner otherwise.
func TestWhoLeadsHasTheHighestFigureShown(t *testing.T) {
	running := match(func(*sitting.MatchFacts) {})
	won := match(func(m *sitting.MatchFacts) { m.Over, m.Winner, m.Players[0].Collected = true, 0, 460 })
	over := match(func(m *sitting.MatchFacts) { m.Over, m.Winner = true, -1 })
	for name, m := range map[string]*sitting.MatchFacts{"no match": nil, "match": running, "match won": won, "match that nobody won": over} {
		s := rummy()
		s.Match, s.Last.Match = m, m
		s.Scores = s.Last.Scores
		counts, leads := m == running || m == won, 0
		switch m {
		case running:
			leads = 2
		case won:
			leads = -1
		}
		for i, row := range render.OfResult(reader(), s).(picture.Result).Rows {
			want := s.Last.Scores[i].Net
			if counts {
				want = m.Players[i].Collected
			}
			if seat := row.Seat; seat.Score != want || seat.InMatch != counts || seat.Leads != (i == leads) {
				t.Errorf("%s: seat %d shows %+v, want %d", name, i+1, seat, want)
			}
		}
	}
}

// TestEachFigureSaysWhatItIs reads the sums of every screen in every language: net at a table is
// told as such by the result and the evening, a record says where computers are in it, and what
// people see of standings and years says that it is on the tab, those they share too.
func TestEachFigureSaysWhatItIs(t *testing.T) {
	closed := rummy()
	closed.Phase = sitting.Ended
	closed.Evening = &sitting.Evening{Hands: 2, Standings: []sitting.Standing{
		{Sitter: people()[0], Score: sitting.Score{Net: 61}}, {Sitter: people()[2], Score: sitting.Score{Net: -61}},
	}}
	record := played()
	record.People.Against = []tab.Score{{Computer: "moby", Hands: 1}}
	all := standings(func(*render.StandingsModel) {})
	of := year(func(*render.YearModel) {})
	for _, tag := range lang.Tags() {
		l := words(t).For(tag)
		p := pen(l)
		before := func(k lang.Key, args ...lang.Arg) string {
			text, _, _ := strings.Cut(l.Say(k, append(args, lang.Sum("|"), lang.List("|"), lang.Word("|"))...), "|")
			return text
		}
		for _, screen := range []struct {
			name string
			m    render.Message
			says string
		}{
			{"result", render.Result(p, reader(), rummy()), before(lang.ResultScore)},
			{"evening", render.Evening(p, reader(), closed), before(lang.ResultScore)},
			{"evening with a computer", render.Evening(p, reader(), closed), l.Say(lang.ResultComputers)},
			{"record", render.Record(p, record), before(lang.RecordPipsAll)},
			{"standings", render.Standings(p, all), before(lang.StandingsCounts)},
			{"shared standings", render.StandingsOf(p, all), before(lang.StandingsCounts)},
			{"year", render.Year(p, of), before(lang.YearPips)},
			{"shared year", render.YearOf(p, of, reader().People["ann"]), before(lang.YearPips)},
			{"shared year", render.YearOf(p, of, reader().People["ann"]), before(lang.YearCounts)},
		} {
			if said := strings.Join(hear(l, screen.m).lines, "\n"); screen.says == "" || !strings.Contains(said, screen.says) {
				t.Errorf("%s: the %s doesn't say %q:\n%s", l.Tag(), screen.name, screen.says, said)
			}
		}
	}
}
