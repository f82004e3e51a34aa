package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// depictEvening shows what a closed table has come to, as its scene tells it.
func depictEvening(r Reader, e *sitting.Evening, t eveningScene) depiction {
	of := picture.Evening{Hands: e.Hands}
	seatOf := func(s sitting.Sitter, number int) picture.Seat {
		w := r.sitter(s, 0)
		return picture.Seat{Number: number, Name: w.drawnName(), Twin: w.twin, Computer: w.level != "", Cards: -1}
	}
	numbers := map[sitting.Sitter]int{}
	for i, one := range e.Standings {
		seat := seatOf(one.Sitter, i+1)
		seat.Leads = i == 0 && t.ahead.key != ""
		if numbers[one.Sitter] = i + 1; i < mostStandings {
			of.Standings = append(of.Standings, picture.Standing{Seat: seat, Net: one.Net})
		}
	}
	featOf := func(f sitting.Feat) picture.Feat {
		if f.Hand == 0 {
			return picture.Feat{}
		}
		return picture.Feat{Seat: seatOf(f.By, numbers[f.By]), Hand: f.Hand, Pips: f.Pips}
	}
	of.Rummy, of.Closest = featOf(e.Rummy), featOf(e.Closest)
	d := depiction{of: of, tells: []told{t.hands, t.net, t.ahead}}
	for _, feat := range t.feats {
		d.tells = append(d.tells, feat)
	}
	return d
}

// depictRecord shows the parts of a record that there are, as its scene tells them.
func depictRecord(m RecordModel, t recordScene) depiction {
	var of picture.Record
	for _, part := range []struct {
		tab.Record
		computers bool
	}{{m.Computers, true}, {m.People, false}} {
		if part.Hands > 0 && (part.computers || !m.Direct) {
			of.Blocks = append(of.Blocks, blockOf(part.Record, part.computers))
		}
	}
	if len(of.Blocks) == 0 {
		return depiction{}
	}
	d := depiction{of: of, tells: []told{t.title}}
	for _, part := range t.parts {
		if part.title.key == "" {
			continue // there is nothing of it to see
		}
		d.tells = append(d.tells, part.title)
		for _, line := range part.lines {
			d.tells = append(d.tells, line)
		}
	}
	return d
}

// blockOf has of a record what happened at all.
func blockOf(r tab.Record, computers bool) picture.Block {
	b := picture.Block{Computers: computers, Hands: int(r.Hands), Won: int(r.Won), Rummies: int(r.Rummies), Pips: int(r.Pips), Best: int(max(r.Best, 0))}
	if r.Longest > 1 {
		b.Streak, b.Longest = int(r.Streak), int(r.Longest)
	}
	if !computers {
		return b
	}
	for _, against := range byComputer(r.Against) {
		score := against.(sentence)
		b.Against = append(b.Against, picture.Against{Name: score.word.(who).drawnName(), Hands: score.n, Won: score.total})
	}
	return b
}
