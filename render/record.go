package render

import (
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A RecordModel is what somebody has played to the end, in two parts that are never
// added up.
type RecordModel struct {
	Computers tab.Record // hands with computers alone, wherever they were
	People    tab.Record // hands with other people, in this server
	Direct    bool       // there is no server where it is read
	View      View       // of who reads their own
}

// A recordScene is a record with its parts in order.
type recordScene struct {
	title   sentence
	parts   []recordPart
	note    sentence // what counts
	share   []press
	picture depiction
}

// A recordPart is one of a record: how often, how many pips, and against whom.
type recordPart struct {
	title sentence
	lines []list
}

// Record draws the reader's own, with a button that shows it to everybody where there is
// a server and something to show.
func Record(p Pen, m RecordModel) Message {
	scene := sceneOfRecord(m)
	scene.picture = depictRecord(m, scene)
	return scene.message(p.as(m.View, picture.Classic))
}

// RecordOf draws a player's record as everybody may read it; parts that are empty are left out.
func RecordOf(p Pen, m RecordModel, of Player) Message {
	scene := sceneOfSharedRecord(m, of)
	scene.picture = depictRecord(m, scene)
	return scene.public(p.as(ViewPictures, picture.Classic))
}

// IsEmpty says whether there is nothing to show.
func (m RecordModel) IsEmpty() bool { return m.Computers.Hands == 0 && m.People.Hands == 0 }

func sceneOfRecord(m RecordModel) recordScene {
	s := recordScene{title: sentence{key: lang.RecordTitle}, note: sentence{key: lang.RecordCounts}}
	if m.IsEmpty() && !m.Direct {
		s.parts, s.note = []recordPart{says(lang.RecordNone)}, sentence{}
		return s
	}
	s.parts = append(s.parts, orElse(partOf(lang.RecordComputers, m.Computers), lang.RecordNoComputers))
	if m.Direct {
		s.parts = append(s.parts, says(lang.RecordDirect))
		return s
	}
	s.parts = append(s.parts, orElse(partOf(lang.RecordPeople, m.People), lang.RecordNoPeople))
	s.share = []press{origin{}.secondary(lang.ButtonShareRecord, VerbShareRecord, "")}
	return s
}

func sceneOfSharedRecord(m RecordModel, of Player) recordScene {
	return recordScene{
		title: sentence{key: lang.RecordTitleOf, name: of.who()},
		parts: []recordPart{partOf(lang.RecordComputers, m.Computers), partOf(lang.RecordPeople, m.People)},
	}
}

// says is a part that is one sentence.
func says(k lang.Key) recordPart { return recordPart{lines: []list{{sentence{key: k}}}} }

// orElse is a part, or a sentence where it is empty.
func orElse(p recordPart, k lang.Key) recordPart {
	if len(p.lines) == 0 {
		return says(k)
	}
	return p
}

// partOf tells a record. What never happened isn't told.
func partOf(title lang.Key, r tab.Record) recordPart {
	if r.Hands == 0 {
		return recordPart{}
	}
	hands := list{sentence{key: lang.RecordHands, n: int(r.Hands), total: int(r.Won)}}
	pips := list{netOf(title, r)}
	part := recordPart{title: sentence{key: title}}
	if r.Rummies > 0 {
		hands = append(hands, sentence{key: lang.RecordRummies, n: int(r.Rummies)})
	}
	if r.Apart > 0 {
		hands = append(hands, sentence{key: lang.RecordApart, n: int(r.Apart)})
	}
	if r.Best > 0 {
		pips = append(pips, sentence{key: lang.RecordBest, n: int(r.Best)})
	}
	part.lines = []list{hands, pips}
	if r.Longest > 1 {
		part.lines = append(part.lines, list{sentence{key: lang.RecordStreak, n: int(r.Streak), total: int(r.Longest)}})
	}
	if title == lang.RecordComputers {
		part.lines = append(part.lines, list{sentence{key: lang.RecordAgainst, list: byComputer(r.Against)}})
	}
	return part
}

// netOf is all that was collected less all that was paid. Among people that is more than the tab
// has where computers sat too, and it says so.
func netOf(title lang.Key, r tab.Record) sentence {
	net := sentence{key: lang.RecordPips, sum: netPips(r.Pips)}
	if title == lang.RecordPeople && len(r.Against) > 0 {
		net.key = lang.RecordPipsAll
	}
	return net
}

// byComputer lists how somebody does against each computer, from the weakest up.
func byComputer(all []tab.Score) list {
	var told list
	for _, c := range opponent.Characters() {
		for _, s := range all {
			if s.Computer == c.String() {
				told = append(told, sentence{key: lang.RecordScore, word: who{name: c.Name(), level: c.Level().String()}, n: int(s.Hands), total: int(s.Won)})
			}
		}
	}
	return told
}

func (s recordScene) message(p Pen) Message {
	return private(p.show(s.picture), text(s.words(p.Lang)), text(small(s.note.say(p.Lang))), p.row(s.share))
}

func (s recordScene) public(p Pen) Message { return public(p.show(s.picture), text(s.words(p.Lang))) }

func (s recordScene) words(l lang.Lang) string {
	words := "### " + s.title.say(l)
	for _, p := range s.parts {
		words = lines(words, p.words(l))
	}
	return words
}

func (p recordPart) words(l lang.Lang) string {
	words := ""
	if p.title.key != "" {
		words = "**" + p.title.say(l) + "**"
	}
	for _, line := range p.lines {
		words = lines(words, line.tell(l, false))
	}
	return words
}
