package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// collected says what a winner gets from several.
func collected(last *sitting.HandResult, winner who, payments []sentence) sentence {
	if len(payments) < 2 {
		return sentence{}
	}
	return sentence{key: lang.ResultCollects, name: winner, n: sumOf(last)}
}

// sumOf is what the winner of a hand gets.
func sumOf(last *sitting.HandResult) int {
	sum := 0
	for _, pips := range last.Result.Payments {
		sum += int(pips)
	}
	return sum
}

// depictResult shows a hand that is over to everybody, as its scene tells it.
func depictResult(last *sitting.HandResult, players []who, t resultScene) depiction {
	r := last.Result
	of := picture.Result{Winner: seatNumber(r.Winner), Sum: sumOf(last), Match: t.won}
	if r.Winner == engine.Nobody {
		of.Winner, of.Sum = 0, 0
	}
	if t.outcome.key == lang.ResultRummy {
		of.Factor = t.outcome.n
	}
	leads := leaderOf(last.Match, last.Seats, last.Scores)
	d := depiction{tells: []told{t.outcome}}
	for i, player := range players {
		seat := engine.Seat(i)
		row := picture.Row{
			Seat: picture.Seat{Number: player.number, Name: player.drawnName(), Twin: player.twin, Computer: player.level != "", Cards: -1, Leads: t.leads.key != "" && leads == seat},
			Hand: picture.Fan{Melds: t.hands[i].melds, Loose: t.hands[i].loose},
			Laid: t.hands[i].laid, Count: t.hands[i].count,
		}
		if hasScore(last.Scores) {
			row.Seat = figureOf(last.Match, last.Seats[i], last.Scores[i]).on(row.Seat)
		}
		switch pays := payment(last, seat); {
		case seat == r.Winner:
			row.Pips = of.Sum
		case pays.key != "":
			row.Pips, row.Sum = -pays.n, arithmetic(last, seat)
		}
		of.Rows = append(of.Rows, row)
	}
	for _, pays := range t.payments {
		d.tells = append(d.tells, pays)
	}
	d.tells = append(d.tells, t.sum)
	for _, h := range t.hands {
		d.tells = append(d.tells, h)
	}
	d.tells = append(d.tells, t.match, t.final, t.score, t.leads)
	d.of = of
	return d
}
