package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A lobbyScene is what there is to say of a table that waits for players.
type lobbyScene struct {
	host    who
	preset  lang.Key
	unusual []setting // what isn't as the preset or the house has it
	limit   sentence  // of a turn
	seats   []seat
	most    int      // seats that there are
	state   lang.Key // whether they are enough
	cuts    sentence
	seal    seal
	buttons []press
	add     pick
}

func sceneOfLobby(r Reader, s *sitting.Sight) lobbyScene {
	o := from(s, Prefs{})
	set := s.Settings
	t := lobbyScene{
		host: r.person(s.Host), preset: lang.Preset(set.Rules.Preset.String()), unusual: unusual(set),
		limit: limitOf(set.Turn), most: set.Seats, state: lang.LobbyFew, cuts: r.cutsOf(s.Deal.Cuts), seal: r.seal(s.Deal.Hand),
		buttons: []press{o.primary(lang.ButtonJoin, VerbJoin, ""), o.secondary(lang.ButtonLeave, VerbLeave, "")},
	}
	for i, w := range r.sitters(s.Seats) {
		t.seats = append(t.seats, seatOf(w, s.Seats[i]))
	}
	if len(s.Seats) > 1 {
		t.state = lang.LobbyReady
		t.buttons = append(t.buttons, o.secondary(lang.ButtonStart, VerbStart, ""))
	}
	t.buttons = append(t.buttons, o.secondary(lang.ButtonSettings, VerbSettings, ""))
	if len(s.Seats) < set.Seats {
		t.add = o.pick(lang.SelectComputer, levelOptions(), VerbAddComputer, "")
	}
	return t
}

func (s lobbyScene) message(p Pen) Message {
	l := p.Lang
	return public(text(s.top(l)), text(s.people(l)), p.row(s.buttons), p.selectRow(s.add), text(lines(s.cuts.say(l), s.seal.text(l))))
}

func (s lobbyScene) top(l lang.Lang) string {
	all := []string{
		"## " + l.Say(lang.Title),
		l.Say(lang.LobbyOpen),
		l.Say(lang.LobbyHost, lang.Name(s.host.tell(l, false))),
		l.Say(lang.LobbyRules, lang.Name(l.Say(s.preset))),
	}
	for _, line := range s.unusual {
		all = append(all, "- "+line.label(l))
	}
	return strings.Join(append(all, l.Say(lang.TurnLimit, lang.When(s.limit.say(l)))), "\n")
}

func (s lobbyScene) people(l lang.Lang) string {
	return lines(l.Say(lang.LobbySeats, lang.N(len(s.seats)), lang.Total(s.most)), seatLines(l, s.seats), l.Say(s.state))
}

// cutsOf tells the words given so far for the next deal, with their givers, or
// how to give one.
func (r Reader) cutsOf(cuts []sitting.GivenCut) sentence {
	if len(cuts) == 0 {
		return sentence{key: lang.LobbyNocuts}
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
