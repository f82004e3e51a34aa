package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// An EntryModel is what one source brought to the tab of a server.
type EntryModel struct {
	Table  string // whose menu leads here; may be empty
	Server string
	Me     tab.Person
	From   tab.Source
	Lines  []tab.Posting         // that it brought; the reader's own are told
	People map[tab.Person]Player // who is named
	Reader Reader
	Ended  *sitting.HandResult // of a hand: how it ended; nil: it isn't shown, as its deal lies on the table again
}

// An entryScene is a source with what it brought.
type entryScene struct {
	title    told
	outcome  sentence   // of a hand
	payments []sentence // of a hand
	entries  []posted
	buttons  []press
	reverse  []press // one for each other of whom something still stands
}

// Entry draws it: of a hand what each pays with the arithmetic, and the ways to its result,
// replay and proof.
func Entry(p Pen, m EntryModel) Message { return sceneOfEntry(m).message(p) }

func sceneOfEntry(m EntryModel) entryScene {
	s := entryScene{title: nameOf(m.From)}
	for _, p := range m.Lines {
		s.title = broughtBy(p, m.Server)
		if p.Person == m.Me { // the other side says the same
			s.entries = append(s.entries, postedOf(p, m.Server, m.Me, m.People, wholeNote))
			s.reverse = append(s.reverse, reversing(p, m.People[p.Other])...)
		}
	}
	if hand, is := m.From.(tab.Hand); is && m.Ended != nil {
		s.ended(m.Ended, m.Reader.sitters(m.Ended.Seats))
		of, key := origin{table: hand.Table}, sitting.HandKey{Hand: hand.Number, Again: hand.Again}
		s.buttons = append(s.buttons, of.secondary(lang.ButtonReplay, VerbReplay, key.String()), of.secondary(lang.ButtonProof, VerbProof, strconv.Itoa(hand.Number)))
	}
	s.buttons = append(s.buttons, origin{table: m.Table}.secondary(lang.ButtonHistory, VerbHistory, ""))
	return s
}

// reversing is the way to have an entry reversed that stands, with somebody who can still be asked.
func reversing(p tab.Posting, with Player) []press {
	if _, reverses := p.Line.From.(tab.Reversal); reverses || p.Undone > 0 || with.UserID == "" {
		return nil
	}
	return []press{origin{}.press(StyleSecondary, sentence{key: lang.ButtonReverseWith, name: brief{with.who()}}, VerbReverse, Reversing(p.Other, p.Line.From))}
}

// ended tells how a hand ended and what each pays.
func (s *entryScene) ended(last *sitting.HandResult, players []who) {
	s.outcome = outcome(last, players)
	if last.Abandoned {
		return
	}
	winner := sits(players, last.Result.Winner)
	for i, player := range players {
		if pays := payment(last, engine.Seat(i)); pays.key != "" {
			pays.name, pays.other = player, winner
			s.payments = append(s.payments, pays)
		}
	}
}

func (s entryScene) message(p Pen) Message {
	l := p.Lang
	entries := make([]string, len(s.entries))
	for i, e := range s.entries {
		entries[i] = e.tell(l)
	}
	paid := ""
	if len(s.payments) > 0 {
		paid = lines("**"+l.Say(lang.ResultPayments)+"**", paragraph(l, s.payments...))
	}
	return private(text(lines("### "+s.title.tell(l, false), s.outcome.say(l))), text(paid), text(lines(entries...)), p.row(s.buttons), p.row(s.reverse))
}
