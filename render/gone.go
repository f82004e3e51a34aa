package render

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// LostKey is the line for a player who lost a table with its channel.
const LostKey = lang.LostLine

// A LostTable is a table whose channel was deleted.
type LostTable struct {
	At      time.Time // of the deletion
	Reader  Reader
	Seats   []sitting.Sitter
	Results []LostResult // that the channel never showed
}

// A LostResult is the end of a hand that no channel showed.
type LostResult struct {
	Reader Reader
	Hand   *sitting.HandResult
}

// Lost tables share the lines of a list: so many at most, and each takes as much room as so many.
const (
	mostLost   = 15
	lostRoom   = 3
	resultRoom = 4
)

// A lostLine is what there is to say of one: that it closed, and each result.
type lostLine struct {
	head    sentence
	results [][]sentence
}

// sceneOfLost tells of as many as there is room for, and for how many there is none.
func sceneOfLost(all []LostTable) (scene []lostLine, room, more int) {
	room = mostLost
	takes := func(lines int) bool {
		if room < lines {
			room, more = 0, more+1
			return false
		}
		room -= lines
		return true
	}
	for _, t := range all {
		line := lostLine{head: sentence{key: lang.LostTable, when: in(t.At)}}
		if !takes(lostRoom) {
			continue
		}
		line.head.list = company(listOf(briefly(t.Reader.sitters(t.Seats))))
		for _, r := range t.Results {
			if takes(resultRoom) {
				line.results = append(line.results, r.scene())
			}
		}
		scene = append(scene, line)
	}
	return scene, mostLost - room, more
}

// scene is the outcome, and what each pays.
func (r LostResult) scene() []sentence {
	players := r.Reader.sitters(r.Hand.Seats)
	said := []sentence{outcome(r.Hand, players)}
	for i, player := range players {
		if pays := payment(r.Hand, engine.Seat(i)); pays.key != "" {
			pays.name, pays.other = brief{player}, brief{sits(players, r.Hand.Result.Winner)}
			said = append(said, pays)
		}
	}
	return said
}

func briefly(all []who) []brief {
	named := make([]brief, len(all))
	for i, one := range all {
		named[i] = brief{one}
	}
	return named
}

func (s lostLine) lines(l lang.Lang) []string {
	all := []string{"- " + s.head.say(l)}
	for _, result := range s.results {
		all = append(all, "  - "+beside(l, result...))
	}
	return all
}

// Unset is what a server had settled for a channel that is deleted, and hasn't any more.
type Unset struct {
	Tables   bool // where tables may be opened
	Anywhere bool // which they may in every channel then
	Seasons  bool // where the end of a season is announced
}

// Say tells a manager; "" where there is nothing to tell.
func (u Unset) Say(l lang.Lang) string { return paragraph(l, u.scene()...) }

func (u Unset) scene() (all []sentence) {
	if u.Tables {
		tables := sentence{key: lang.UnsetTables}
		if u.Anywhere {
			tables.key = lang.UnsetAnywhere
		}
		all = append(all, tables)
	}
	if u.Seasons {
		all = append(all, sentence{key: lang.UnsetSeasons})
	}
	return all
}

// mostElsewhere is how many tables of other channels are offered to be closed: a row of buttons.
const mostElsewhere = maxRow

// Elsewhere says why no table here is closed, and offers to close the reader's own in other
// channels.
func Elsewhere(p Pen, words string, all []sitting.Sight) Message {
	return sceneOfElsewhere(all).message(p, words)
}

// An elsewhereScene lists them by number, with a button each.
type elsewhereScene struct {
	tables  []numbered
	buttons []press
}

func sceneOfElsewhere(all []sitting.Sight) elsewhereScene {
	var scene elsewhereScene
	for i, s := range all[:min(len(all), mostElsewhere)] {
		channel := literal("<#" + string(s.Channel) + ">")
		scene.tables = append(scene.tables, numbered{number: i + 1, mark: "\\. ", thing: channel})
		button := from(&s, Prefs{}).danger(lang.ButtonCloseOne, VerbClose, "")
		button.label.n = i + 1
		scene.buttons = append(scene.buttons, button)
	}
	return scene
}

func (s elsewhereScene) message(p Pen, words string) Message {
	said := []string{words, p.Lang.Say(lang.CloseElsewhere)}
	for _, one := range s.tables {
		said = append(said, one.tell(p.Lang, false))
	}
	return private(text(lines(said...)), p.row(s.buttons))
}
