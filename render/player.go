package render

import (
	"slices"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Reader is for whom a sight is drawn: all that goes on a screen and that the
// sight can't tell.
type Reader struct {
	People map[sitting.Person]Player // who is who where the reader is
	Seals  map[int]string            // URL of the message that holds the sealed deal of a hand, by its number
	Tables map[int]string            // URL of a hand's own message, where its id is a cut, by its number
	Prefs  Prefs
	Now    time.Time // when the screen is drawn; zero: not told

	Pictureless bool // the bot may send no pictures where the message goes, which whoever has the table is told

	Commands map[string]string // ids of the registered commands, by name; may lack any
}

// A Player is who a person is in the reader's server.
type Player struct {
	Name   string // as this server shows it, not made safe yet; empty when they never showed one here, or were erased
	UserID string // Discord id; empty for a person who was erased
	Twin   int    // from 2: of those at the table whose names look alike, the one of this number; 0: there is none, or the first
}

// A who is somebody whom a scene names.
type who struct {
	name   string // as this server shows it, not made safe yet; may be empty
	user   string // Discord id; empty for a computer or a person who was erased
	level  string // of a computer, as "easy"; empty for a person
	number int    // of the seat, from 1
	twin   int    // as a [Player] has it
}

// who names a person.
func (p Player) who() who { return who{name: p.Name, user: p.UserID, twin: p.Twin} }

func (r Reader) person(id sitting.Person) who { return r.People[id].who() }

// sitter names who has a seat, by its number from 1.
func (r Reader) sitter(t sitting.Sitter, number int) who {
	w := character(t)
	if t.Person != "" {
		w = r.person(t.Person)
	}
	w.number = number
	return w
}

// character names a computer; who shares their name has a number from 2 on.
func character(t sitting.Sitter) who {
	w := who{name: t.Computer.Name(), level: t.Computer.Level().String()}
	if t.Twin > 0 {
		w.name += " " + strconv.Itoa(t.Twin+1)
	}
	return w
}

// ComputerName is what the newest computer at a table is called; "" where none sits.
func ComputerName(s *sitting.Sight) string {
	all := slices.Concat(s.Seats, s.Waiting)
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Computer != 0 {
			return robot + " " + character(all[i]).name
		}
	}
	return ""
}

// sitters names who sits where; those who wait for the next hand are numbered on
// after the seats.
func (r Reader) sitters(lists ...[]sitting.Sitter) []who {
	var all []who
	for _, list := range lists {
		for _, t := range list {
			all = append(all, r.sitter(t, len(all)+1))
		}
	}
	return all
}

// sits gives who has a seat of a list; the list may be too short.
func sits(all []who, seat engine.Seat) who {
	if seat < 0 || int(seat) >= len(all) {
		return who{number: int(seat) + 1}
	}
	return all[seat]
}

// robot marks a computer wherever one is named. No person's name begins with it.
const robot = "🤖"

// tell says the name, in markdown or plain.
func (w who) tell(l lang.Lang, plain bool) string { return w.within(l, plain, maxName) }

// within says the name with at most so many characters, and what tells it from others.
func (w who) within(l lang.Lang, plain bool, most int) string {
	before, after := "", ""
	if w.level != "" {
		before = robot + " "
	}
	if w.twin > 1 {
		after = " (" + strconv.Itoa(w.twin) + ")"
	}
	name := w.drawnName()
	if most < maxName {
		most -= len(after)
		name = cut(name, most)
	}
	switch {
	case name != "" && plain:
		return before + name + after
	case name != "":
		return before + escape(name) + after
	case w.user == "":
		return l.Say(lang.PlayerUnknown) + after
	case plain:
		return l.Say(lang.PlayerNameless) + after
	}
	return "<@" + w.user + ">" + after // shown by the name that they have in this server, and notifies nobody
}

// short says the name in markdown with at most 16 characters, for lines of which
// there are many.
func (w who) short(l lang.Lang) string { return w.within(l, false, maxName/2) }

// brief is somebody named in few letters, where there are many lines.
type brief struct{ who }

// tell says the name with at most 16 characters, in markdown or plain.
func (w brief) tell(l lang.Lang, plain bool) string { return w.within(l, plain, maxName/2) }

// called is somebody who is to be notified.
type called struct{ who }

// tell says what calls the person, or the name where there is no person.
func (w called) tell(l lang.Lang, plain bool) string {
	if w.user == "" || w.level != "" {
		return w.who.tell(l, plain)
	}
	return "<@" + w.user + ">"
}

// levelOf says how well a computer plays; nothing for "".
func levelOf(level string) sentence {
	if level == "" {
		return sentence{}
	}
	return sentence{key: lang.Level(level)}
}

// characterOptions lists those who can be seated beside who sits, with their level and
// a line each about how they play.
func characterOptions(s *sitting.Sight) []option {
	var options []option
	for _, c := range opponent.Characters() {
		w := character(sitting.Cast(c, s.Seats, s.Waiting))
		key := lang.Level(w.level)
		options = append(options, option{label: w, about: list{sentence{key: key}, sentence{key: lang.About(key)}}, value: c.String()})
	}
	return options
}

// levelOptions lists the levels to pick from, with a line each about how such a
// computer plays.
func levelOptions() []option {
	var options []option
	for _, level := range opponent.Levels() {
		key := lang.Level(level.String())
		options = append(options, option{label: sentence{key: key}, about: sentence{key: lang.About(key)}, value: level.String()})
	}
	return options
}
