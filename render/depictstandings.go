package render

import "github.com/boathouse-rum/boathouse/render/picture"

// depictStandings shows a page of standings, as its scene tells it.
func depictStandings(m StandingsModel, t standingsScene) depiction {
	var of picture.Standings
	d := depiction{tells: []told{t.title, t.span}}
	for i, r := range m.Ranks {
		of.Ranks = append(of.Ranks, picture.Rank{
			Seat: picture.Seat{Number: r.Place, Name: t.ranks[i].drawnName(), Twin: t.ranks[i].twin, Cards: -1},
			Net:  int(r.Pips), Hands: int(r.Hands), Wins: int(r.Wins), Rummies: int(r.Rummies), First: r.First,
		})
		d.tells = append(d.tells, t.ranks[i])
	}
	d.of = of
	return d
}
