package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Player is who sits in a seat, as data for drawing.
type Player struct {
	Name     string // as this server shows it, not made safe yet; empty when they never showed one here, or were erased
	UserID   string // Discord id; empty for a computer or a person who was erased
	Computer string // the level of a computer, as "easy"; empty for a person
	Away     bool   // a computer plays for the person until they come back
	Leaving  bool   // a computer plays the hand out
}

// safe gives the name in markdown; seat counts from 0 and names computers.
func (p Player) safe(l lang.Lang, seat int) string {
	if name := SafeName(p.Name); name != "" && p.Computer == "" {
		return name
	}
	if p.Computer == "" && p.UserID != "" {
		return "<@" + p.UserID + ">" // shown by the name that they have in this server, and notifies nobody
	}
	return p.nameless(l, seat)
}

// plain gives the name for labels.
func (p Player) plain(l lang.Lang, seat int) string {
	if name := PlainName(p.Name); name != "" && p.Computer == "" {
		return name
	}
	return p.nameless(l, seat)
}

func (p Player) nameless(l lang.Lang, seat int) string {
	switch {
	case p.Computer != "":
		return l.Say(lang.PlayerComputer, lang.Seat(seat+1))
	case p.UserID != "":
		return l.Say(lang.PlayerNameless)
	}
	return l.Say(lang.PlayerUnknown)
}

// level says how well a computer plays; "" for a person.
func (p Player) level(l lang.Lang) string { return levelName(l, p.Computer) }

// usualLevel is that of a computer when nobody chose one.
const usualLevel = "normal"

// levelName gives the word for how well a computer plays; "" for "".
func levelName(l lang.Lang, level string) string {
	if key := lang.Level(level); level != "" && l.Has(key) {
		return l.Say(key)
	}
	return PlainName(level)
}

// levelAbout says in a line how such a computer plays; "" where nothing is said.
func levelAbout(l lang.Lang, level string) string {
	if key := lang.About(lang.Level(level)); l.Has(key) {
		return l.Say(key)
	}
	return ""
}

// mention gives what calls the person, or the name where there is no person.
func (p Player) mention(l lang.Lang, seat int) string {
	if p.UserID == "" || p.Computer != "" {
		return p.safe(l, seat)
	}
	return "<@" + p.UserID + ">"
}

// seated gives the safe name of a seat of a list; the list may be too short.
func seated(l lang.Lang, players []Player, seat engine.Seat) string {
	return sitter(players, seat).safe(l, int(seat))
}

// seatedShort gives it with at most 16 characters, for lines of which there are
// many.
func seatedShort(l lang.Lang, players []Player, seat engine.Seat) string {
	return escape(cut(sitter(players, seat).plain(l, int(seat)), maxName/2))
}

// seatedPlain gives it for labels.
func seatedPlain(l lang.Lang, players []Player, seat engine.Seat) string {
	return sitter(players, seat).plain(l, int(seat))
}

func sitter(players []Player, seat engine.Seat) Player {
	if seat < 0 || int(seat) >= len(players) {
		return Player{}
	}
	return players[seat]
}
