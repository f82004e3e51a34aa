package render_test

import (
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// year is one of many hands, of which the result of one is known.
func year(change func(*render.YearModel)) render.YearModel {
	at := func(number int) tab.Hand { return tab.Hand{Table: tableID, Number: number} }
	m := render.YearModel{
		Server: "1100000000000000001", Number: 2026, Zone: "Europe/Berlin", Nemesis: reader().People["bob"],
		Of: tab.Year{
			Pips: -61, Tally: tab.Tally{Hands: 212, Wins: 81, Rummies: 3}, Facts: tab.Facts{
				Rummy:   tab.Fact{Pips: 134, Hands: 1, From: at(3), At: 1_764_000_000_000},
				Evening: tab.Fact{Pips: 57, Hands: 9, From: at(9), At: 1_764_100_000_000},
				Closest: tab.Fact{Pips: -1, Hands: 1, From: at(5), At: 1_764_050_000_000},
				Drought: tab.Fact{Pips: -70, Hands: 14, From: at(4), At: 1_764_040_000_000},
				Nemesis: tab.Fact{Pips: -92, Hands: 40, Other: "bob", From: at(6), At: 1_764_060_000_000},
			}},
	}
	m.Told = map[tab.Hand]tab.Posting{at(3): {Line: tab.Line{From: at(3)}, Channel: "1100000000000000002", Result: "1100000000000000003"}}
	change(&m)
	return m
}

func yearScreens() []screen {
	drawn := func(name string, change func(*render.YearModel)) screen {
		return screen{name, false, func(l lang.Lang) render.Message { return render.Year(pen(l), year(change)) }}
	}
	return []screen{
		drawn("year", func(*render.YearModel) {}),
		drawn("year of one hand, in words", func(m *render.YearModel) {
			won := tab.Fact{Pips: 1, Hands: 1, From: m.Of.Rummy.From, At: m.Of.Rummy.At}
			m.Of = tab.Year{Pips: 1, Tally: tab.Tally{Hands: 1, Wins: 1, Rummies: 1}, Facts: tab.Facts{Rummy: won, Closest: won, Evening: won}}
			m.Prefs.View = render.ViewWords
		}),
		drawn("year of nothing", func(m *render.YearModel) { m.Of = tab.Year{} }),
		{"year for all", true, func(l lang.Lang) render.Message {
			return render.YearOf(pen(l), year(func(*render.YearModel) {}), reader().People["ann"])
		}},
	}
}
