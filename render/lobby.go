package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A lobbyScene is what there is to say of a table that waits for players.
type lobbyScene struct {
	host    who
	tongue  setting
	unusual []setting // what isn't as the preset or the house has it
	seats   []seat
	most    int      // seats that there are
	state   lang.Key // whether they are enough
	picks   []pick
	join    []press // what brings the game about
	table   []press // what the table is
	cuts    sentence
	lacks   sentence // why there will be no pictures; may be empty
}

func sceneOfLobby(r Reader, s *sitting.Sight) lobbyScene {
	o := from(s, Prefs{})
	set := s.Settings
	t := lobbyScene{
		host: r.person(s.Host), tongue: setting{"language", literal(lang.Own(set.Lang))}, unusual: unusual(set),
		most: set.Seats, state: lang.LobbyFew, cuts: r.cutsOf(s.Deal.Cuts),
		picks: []pick{o.presets(s), o.paces(s)},
		join:  []press{o.primary(lang.ButtonJoin, VerbJoin, "")},
		table: append(o.forms(), o.secondary(lang.ButtonLeave, VerbLeave, ""), o.secondary(lang.ButtonMore, VerbMore, "")),
	}
	if set.Match != sitting.NoMatch {
		t.unusual = append(t.unusual, setting{"match", matchOf(set, len(s.Staying()))})
	}
	if r.Pictureless {
		t.lacks = sentence{key: lang.LobbyNoPictures, list: lacking(attach)}
	}
	for i, w := range r.sitters(s.Seats) {
		t.seats = append(t.seats, seatOf(w, s.Seats[i]))
	}
	if len(s.Seats) >= sitting.MinSeats {
		t.state = lang.LobbyReady
		t.join = []press{o.secondary(lang.ButtonJoin, VerbJoin, ""), o.primary(lang.ButtonStart, VerbStart, "")}
	}
	if len(s.Seats) < set.Seats {
		t.join = append(t.join, o.secondary(lang.ButtonInvite, VerbInvite, ""))
		t.picks = append(t.picks, o.pick(lang.SelectComputer, characterOptions(s), VerbAddComputer, ""))
	} else {
		t.join = t.join[1:] // nobody can
	}
	t.join = append(t.join, o.secondary(lang.ButtonHow, VerbHow, ""))
	return t
}

func (s lobbyScene) message(p Pen) Message {
	l := p.Lang
	parts := []Component{text("## " + l.Say(lang.Title) + "\n" + l.Say(lang.LobbyOpen)), text(s.people(l))}
	for _, pick := range s.picks {
		parts = append(parts, p.selectRow(pick))
	}
	return public(append(parts, p.row(s.join), p.row(s.table), text(lines(small(s.lacks.say(l)), small(s.cuts.say(l)))))...)
}

func (s lobbyScene) people(l lang.Lang) string {
	all := []string{l.Say(lang.LobbyHost, lang.Name(s.host.tell(l, false))) + " · " + s.tongue.label(l)}
	for _, line := range s.unusual {
		all = append(all, "- "+line.label(l))
	}
	all = append(all, "", l.Say(lang.LobbySeats, lang.N(len(s.seats)), lang.Total(s.most)), seatLines(l, s.seats), l.Say(s.state))
	return strings.Join(all, "\n")
}

// cutsOf tells the words given so far for the next deal, with their givers, or
// how to give one.
func (r Reader) cutsOf(cuts []sitting.GivenCut) sentence {
	if len(cuts) == 0 {
		return sentence{key: lang.LobbyNocuts, word: mention{"cut", r.Commands["cut"]}}
	}
	given := make([]cutWord, len(cuts))
	for i, c := range cuts {
		given[i] = cutWord{c.Word, r.person(c.By)}
	}
	return sentence{key: lang.LobbyCuts, list: listOf(given)}
}

// A cutWord is a word for a deal, and who gave it.
type cutWord struct {
	word string // not made safe yet; empty once it was erased
	by   who
}

func (c cutWord) tell(l lang.Lang, plain bool) string {
	return SafeWord(c.word) + " (" + c.by.tell(l, plain) + ")"
}
