package render

import (
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// depictTab shows what lies between the reader and others, as its scene tells it; nothing
// where there is nothing.
func depictTab(all tab.Accounts, t tabScene) depiction {
	if len(t.owed) == 0 {
		return depiction{}
	}
	of := picture.Tab{Friends: all.Others, Net: int(all.Net)}
	d := depiction{tells: []told{t.title, t.net}}
	for _, o := range t.owed {
		seat := picture.Seat{Number: max(o.number, 1), Name: o.drawnName(), Twin: o.twin, Computer: o.level != "", Cards: -1}
		of.Owed = append(of.Owed, picture.Owed{Seat: seat, Pips: int(o.pips), Hands: o.together})
		d.tells = append(d.tells, o)
	}
	d.of = of
	return d
}
