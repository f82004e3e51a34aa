package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// FirstYear and LastYear are what the option of a year lets through.
const (
	FirstYear = 2000
	LastYear  = 2999
)

// A YearModel is what the tab of a server came to for somebody in a year.
type YearModel struct {
	Server  string
	Number  int    // of the year, from [FirstYear]
	Zone    string // IANA: by whose clock the year runs
	Of      tab.Year
	Nemesis Player                   // of Of.Nemesis
	Told    map[tab.Hand]tab.Posting // of hands that facts lead to, where they are known: an entry each
	Prefs   Prefs                    // of who reads it alone
}

// A yearScene is a year with its facts in order.
type yearScene struct {
	title   sentence
	none    sentence
	sums    list
	facts   []yearFact
	note    sentence
	share   []press
	picture depiction
}

// A yearFact is one that stands out, and where it is seen.
type yearFact struct {
	says  list
	where told
	at    int64 // unix ms
}

// Year draws the reader's own, with a button that shows it to everybody where there is something to show.
func Year(p Pen, m YearModel) Message {
	scene := sceneOfYear(m, sentence{key: lang.YearTitle, word: numeral(m.Number)})
	return scene.message(p.as(m.Prefs.View, picture.Classic), private)
}

// YearOf draws somebody's year as everybody may read it.
func YearOf(p Pen, m YearModel, of Player) Message {
	scene := sceneOfYear(m, sentence{key: lang.YearTitleOf, name: of.who(), word: numeral(m.Number)})
	scene.share = nil
	return scene.message(p.as(ViewPictures, picture.Classic), public)
}

func numeral(n int) literal { return literal(strconv.Itoa(n)) }

func sceneOfYear(m YearModel, title sentence) yearScene {
	s := yearScene{title: title}
	y := m.Of
	if y.Hands == 0 {
		s.none = sentence{key: lang.YearNone, word: numeral(m.Number)}
		s.share = []press{origin{prefs: m.Prefs}.secondary(lang.ButtonStandings, VerbStandings, Sheaf{}.String())}
		return s
	}
	s.note = sentence{key: lang.YearCounts, word: literal(PlainName(m.Zone))}
	s.sums = list{sentence{key: lang.YearPips, sum: netPips(y.Pips)}, hands(y.Hands), sentence{key: lang.StandingsWon, n: int(y.Wins)}}
	at := func(f tab.Fact) told { return m.link(f.From) }
	s.add(y.Rummy, at(y.Rummy), sentence{key: lang.YearRummy, n: int(y.Rummy.Pips)})
	s.add(y.Evening, sentence{key: lang.YearLast, word: at(y.Evening)}, sentence{key: lang.YearEvening, n: int(y.Evening.Pips)})
	if closest := (sentence{key: lang.YearClosestWon, n: int(y.Closest.Pips)}); y.Closest.Pips > 0 {
		s.add(y.Closest, at(y.Closest), closest)
	} else {
		s.add(y.Closest, at(y.Closest), sentence{key: lang.YearClosestLost, n: int(-y.Closest.Pips)})
	}
	s.add(y.Drought, sentence{key: lang.YearFirst, word: at(y.Drought)}, sentence{key: lang.YearDrought, n: int(y.Drought.Hands)})
	s.add(y.Nemesis, sentence{key: lang.YearWorst, word: at(y.Nemesis)}, sentence{key: lang.YearNemesis, name: m.Nemesis.who(), n: int(-y.Nemesis.Pips)})
	s.share = []press{origin{prefs: m.Prefs}.secondary(lang.ButtonShareRecord, VerbShareYear, strconv.Itoa(m.Number))}
	s.picture = depictYear(m, s)
	return s
}

func hands(n int64) sentence { return sentence{key: lang.StandingsHands, n: int(n)} }

// add tells a fact, if there is one.
func (s *yearScene) add(f tab.Fact, where told, says ...told) {
	if f.There() {
		s.facts = append(s.facts, yearFact{says, where, f.At})
	}
}

// link names a hand, with the way to where it was told.
func (m YearModel) link(hand tab.Hand) told {
	if p, known := m.Told[hand]; known {
		return broughtBy(p, m.Server)
	}
	return nameOf(hand)
}

func (s yearScene) message(p Pen, to func(...Component) Message) Message {
	l := p.Lang
	facts := ""
	for _, f := range s.facts {
		facts = lines(facts, list{f.says, f.where, dated(f.at)}.tell(l, false))
	}
	return to(text(lines("### "+s.title.say(l), s.none.say(l), s.sums.tell(l, false))), p.show(s.picture), text(facts), text(small(s.note.say(l))), p.row(s.share))
}

// depictYear shows a year as its scene tells it.
func depictYear(m YearModel, s yearScene) depiction {
	y := m.Of
	of := picture.Year{
		Hands: int(y.Hands), Won: int(y.Wins), Net: int(y.Pips), Rummy: int(y.Rummy.Pips), Evening: int(y.Evening.Pips),
		Closest: int(y.Closest.Pips), Drought: int(y.Drought.Hands), Taken: int(y.Nemesis.Pips),
	}
	if y.Nemesis.There() {
		of.Nemesis = m.Nemesis.who().drawnName()
	}
	d := depiction{of: of, tells: []told{s.title, s.sums}}
	for _, f := range s.facts {
		d.tells = append(d.tells, f.says)
	}
	return d
}
