package render

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A seasonScene is the end of a season: who has won it, and the standings.
type seasonScene struct {
	standingsScene
	champion, next sentence
}

// Season draws what is told when a season is over.
func Season(p Pen, m SeasonModel) Message {
	return sceneOfSeason(m).message(p.as(ViewPictures, picture.Classic))
}

func sceneOfSeason(m SeasonModel) seasonScene {
	of := StandingsModel{Period: LastSeason, From: m.From, To: m.To, Now: m.To, Ranks: m.Ranks, Pages: 1}
	s := seasonScene{standingsScene: sceneOfStandings(of), champion: sentence{key: lang.SeasonNobody}, next: sentence{key: lang.SeasonNext}}
	s.title = sentence{key: lang.SeasonTitle}
	var champions company
	for _, r := range m.Ranks {
		if r.First {
			champions = append(champions, r.Player.who())
			s.champion = sentence{key: lang.SeasonChampion, name: champions, n: int(r.Pips)}
		}
	}
	if len(champions) > 1 {
		s.champion.key = lang.SeasonChampions
	}
	s.picture.tells = append([]told{s.title, s.champion}, s.picture.tells[1:]...)
	s.buttons = []press{origin{}.secondary(lang.ButtonStandings, VerbStandings, Sheaf{Period: LastSeason}.String())}
	return s
}

func (s seasonScene) message(p Pen) Message {
	l := p.Lang
	return public(text(lines("## "+s.title.say(l), small(s.span.say(l)), s.champion.say(l))), p.show(s.picture), text(s.places(l)), text(small(s.next.say(l))), p.row(s.buttons))
}

// SeasonLengths are the values of the option "season", none first.
func SeasonLengths() []string { return []string{"none", "quarter", "half", "year"} }

// A BooksModel is what the managers of a server have settled for its tab.
type BooksModel struct {
	Season  string    // one of [SeasonLengths]
	Next    time.Time // when a season ends or the first begins, by the server's clock; zero: there are none
	Begins  bool      // Next is when the first begins
	Zone    string    // IANA
	Channel sitting.Channel
	Least   int // pips
	Bare    bool
}

// Books draws it.
func Books(l lang.Lang, m BooksModel) Message {
	settled, said := sceneOfBooks(m)
	return booksMessage(l, settled, said)
}

func sceneOfBooks(m BooksModel) (settled []setting, said []sentence) {
	settled = []setting{{"season", seasonName(m.Season)}, {"zone", literal(PlainName(m.Zone))}, {"computers", onOff("computers", m.Bare)}}
	if !m.Next.IsZero() {
		ends := sentence{key: lang.BooksEnds, when: dayOf{m.Next.Add(-time.Minute), true}}
		if m.Begins {
			ends = sentence{key: lang.BooksBegins, when: dayOf{m.Next, true}}
		}
		told := sentence{key: lang.BooksUntold}
		if m.Channel != "" {
			told = sentence{key: lang.BooksTold, word: channels([]sitting.Channel{m.Channel})[0]}
		}
		said = append(said, ends, told)
	}
	return settled, append(said, sentence{key: lang.BooksLeast, n: max(m.Least, 1)}, sentence{key: lang.BooksText})
}

func booksMessage(l lang.Lang, settled []setting, said []sentence) Message {
	all := []string{"### " + l.Say(lang.BooksTitle)}
	for _, line := range settled {
		all = append(all, "- "+line.label(l))
	}
	return private(text(lines(all...)), text(paragraph(l, said...)))
}

func seasonName(word string) sentence { return sentence{key: lang.RuleValue("season", word)} }

func seasonNames() []sentence {
	var all []sentence
	for _, word := range SeasonLengths() {
		all = append(all, seasonName(word))
	}
	return all
}
