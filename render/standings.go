package render

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A StandingsModel is a page of what hands brought the people of a server in some time.
type StandingsModel struct {
	Period   Period
	From, To time.Time // by the server's clock; zero: open
	Now      time.Time
	Zone     string   // IANA
	Ranks    []Ranked // of the page
	Page     int      // from 0
	Pages    int
	Seasons  bool // there are seasons
	Last     *SeasonModel
	Prefs    Prefs // of who reads it alone
}

// A Ranked is somebody's place, and what it is made of.
type Ranked struct {
	Place   int // from 1
	Person  sitting.Person
	Player  Player
	Pips    int64
	Hands   int64
	Wins    int64
	Rummies int64
	First   bool // nobody has more, and it is more than nothing
}

// A SeasonModel is one that is over: its first places, the first of which are the champions'.
type SeasonModel struct {
	From, To time.Time // by the server's clock
	Ranks    []Ranked
}

// RanksAPage is how many places a page of standings shows.
const RanksAPage = 10

// A Sheaf is a page of standings, as a custom_id has it.
type Sheaf struct {
	Period Period
	Page   int // from 0
}

// String writes what [ReadStandings] reads.
func (s Sheaf) String() string { return s.Period.String() + "/" + strconv.Itoa(s.Page) }

// ReadStandings reads it; false for another text.
func ReadStandings(text string) (Sheaf, bool) {
	word, page, _ := strings.Cut(text, "/")
	period, known := ParsePeriod(word)
	n, err := strconv.Atoi(page)
	return Sheaf{period, max(n, 0)}, known && err == nil
}

// A standingsScene is a page with what it is of.
type standingsScene struct {
	title, span sentence
	none        bool
	ranks       []rank
	last        sentence
	note, page  sentence
	periods     pick
	buttons     []press
	picture     depiction
}

// A rank is a line of standings.
type rank struct {
	place int
	who
	pips  int64
	made  list
	first bool
}

// Standings draws a page for its reader.
func Standings(p Pen, m StandingsModel) Message {
	scene := sceneOfStandings(m)
	return scene.message(p.as(m.Prefs.View, picture.Classic), private)
}

// StandingsOf draws the first page as everybody may read it.
func StandingsOf(p Pen, m StandingsModel) Message {
	m.Prefs = Prefs{}
	scene := sceneOfStandings(m)
	scene.periods, scene.last = pick{}, sentence{}
	scene.buttons = []press{origin{}.secondary(lang.ButtonStandings, VerbStandings, Sheaf{Period: m.Period}.String())}
	return scene.message(p.as(ViewPictures, picture.Classic), public)
}

func sceneOfStandings(m StandingsModel) standingsScene {
	o := origin{prefs: m.Prefs}
	s := standingsScene{
		title: sentence{key: lang.StandingsTitle, word: m.Period.name()}, span: spanOf(m.From, m.To, m.Now), none: len(m.Ranks) == 0,
		note: sentence{key: lang.StandingsCounts, word: literal(PlainName(m.Zone))},
	}
	if m.Pages > 1 {
		s.page = sentence{key: lang.TabPage, n: m.Page + 1, total: m.Pages}
	}
	for _, r := range m.Ranks {
		s.ranks = append(s.ranks, rankOf(r))
	}
	if m.Last != nil && m.Period != LastSeason {
		s.last = m.Last.sentence()
	}
	s.periods = o.pick(lang.SelectPeriod, m.periods(), VerbStandings, "")
	at := func(page int) string { return Sheaf{m.Period, page}.String() }
	if m.Page > 0 {
		s.buttons = append(s.buttons, o.secondary(lang.ButtonBack, VerbStandings, at(m.Page-1)))
	}
	if m.Page < m.Pages-1 {
		s.buttons = append(s.buttons, o.secondary(lang.ButtonForward, VerbStandings, at(m.Page+1)))
	}
	if !s.none {
		s.buttons = append(s.buttons, o.secondary(lang.ButtonChart, VerbChart, Drawing{Period: m.Period}.String()))
		s.buttons = append(s.buttons, o.secondary(lang.ButtonShareRecord, VerbShareStandings, m.Period.String()))
		s.picture = depictStandings(m, s)
	}
	return s
}

// periods are those to choose from.
func (m StandingsModel) periods() []option {
	var all []option
	for _, p := range append(Periods(), LastSeason) {
		switch {
		case p == ThisSeason && !m.Seasons, p == LastSeason && m.Last == nil:
			continue
		}
		all = append(all, option{label: p.name(), value: p.String(), chosen: p == m.Period})
	}
	return all
}

// sentence tells how the season came out, in a line.
func (m *SeasonModel) sentence() sentence {
	var first list
	for _, r := range m.Ranks[:min(3, len(m.Ranks))] {
		first = append(first, sentence{key: lang.StandingsPlace, n: r.Place, name: r.Player.who(), sum: netPips(r.Pips)})
	}
	return sentence{key: lang.StandingsLast, when: spanOf(m.From, m.To, m.To), list: first}
}

func rankOf(r Ranked) rank {
	made := list{sentence{key: lang.StandingsHands, n: int(r.Hands)}, sentence{key: lang.StandingsWon, n: int(r.Wins)}}
	if r.Rummies > 0 {
		made = append(made, sentence{key: lang.StandingsRummies, n: int(r.Rummies)})
	}
	if r.Hands > 0 {
		made = append(made, sentence{key: lang.StandingsAverage, sum: averageOf(r.Pips, r.Hands)})
	}
	return rank{place: r.Place, who: r.Player.who(), pips: r.Pips, made: made, first: r.First}
}

// An average is told with one place after the point.
type average struct {
	sign         string
	whole, tenth int
}

// averageOf is pips by hands, to the nearest tenth.
func averageOf(pips, hands int64) average {
	tenths := (2*10*max(pips, -pips) + hands) / (2 * hands)
	switch {
	case tenths == 0:
		return average{}
	case pips < 0:
		return average{"−", int(tenths / 10), int(tenths % 10)}
	}
	return average{"+", int(tenths / 10), int(tenths % 10)}
}

func (a average) tell(l lang.Lang, _ bool) string {
	return a.sign + sentence{key: lang.NumberTenths, n: a.whole, total: a.tenth}.say(l)
}

func (s standingsScene) message(p Pen, to func(...Component) Message) Message {
	l := p.Lang
	head := "### " + s.title.say(l)
	if s.span.key != "" {
		head = lines(head, small(s.span.say(l)))
	}
	body := s.places(l)
	if s.none {
		body = l.Say(lang.StandingsNone)
	}
	return to(text(head), p.show(s.picture), text(body), text(s.last.say(l)), text(small(s.page.say(l))), text(small(s.note.say(l))), p.selectRow(s.periods), p.row(s.buttons))
}

func (s standingsScene) places(l lang.Lang) string {
	var all []string
	for _, r := range s.ranks {
		all = append(all, fmt.Sprintf("`%3d` ", r.place)+r.say(l, false))
	}
	return strings.Join(all, "\n")
}

// say tells a line but for the place.
func (r rank) say(l lang.Lang, plain bool) string {
	return strings.Join([]string{r.who.tell(l, plain), "**" + signed(l, r.pips) + "**", r.made.tell(l, plain)}, l.Apart())
}

// tell says the line whole, for who doesn't see where it stands.
func (r rank) tell(l lang.Lang, plain bool) string {
	return sentence{key: lang.StandingsPlace, n: r.place, name: r.who, sum: netPips(r.pips)}.tell(l, plain) + l.Apart() + r.made.tell(l, plain)
}
