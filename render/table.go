package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A tableScene is what there is to say of a table, to everybody.
type tableScene struct {
	hand    int      // its number; 0: none was dealt yet
	turned  lang.Key // that its deal was dealt before; "": it is fresh
	state   sentence // what is going on
	ends    sentence // when the turn ends; may be empty
	more    sentence // what follows from the state; may be empty
	match   sentence // how it stands; may be empty
	cuts    sentence // those for the next deal; may be empty
	seal    seal
	seats   []seat
	waiting []sentence
	pile    *pile // nil: no hand was dealt yet
	melds   melds
	plays   []sentence
	wish    sentence // somebody's, to take something back; may be empty
	answers []press  // to the wish
	ending  sentence // somebody's wish to end the hand; may be empty
	verdict []press  // to that wish
	buttons []press
	picture depiction
}

// Table draws the message that is edited in place while a table lives, as
// everybody sees it: the lobby before the first hand.
func Table(p Pen, r Reader, s *sitting.Sight) Message {
	return sceneOfBoard(r, s).message(p.as(ViewPictures, tableStyle(s)))
}

// A scene is what there is to say on one screen, in no language yet.
type scene interface{ message(p Pen) Message }

func sceneOfBoard(r Reader, s *sitting.Sight) scene {
	if s.Phase == sitting.Lobby {
		return sceneOfLobby(r, s)
	}
	return sceneOfTable(r, s)
}

func sceneOfTable(r Reader, s *sitting.Sight) tableScene {
	players := r.sitters(s.Seats)
	closed := s.Phase == sitting.Ended
	over := s.Phase == sitting.Between || s.View.Phase == engine.Over
	t := tableScene{
		hand: s.Hand, turned: counts(s, s.Again, s.OnTab, false), seal: r.seal(s.Deal.Hand), plays: playsOf(players, newsOf(s.View, s.Log)),
		match: matchLine(r, s.Match), wish: wishOf(s.Takeback, players), buttons: tableButtons(from(s, Prefs{}), s, over),
		ending: endingOf(r, s.Ending, players), verdict: from(s, Prefs{}).verdicts(s.Ending),
		picture: depictTable(r, s, s.Still.Seats, s.Still.View, s.Still.Log),
	}
	switch {
	case s.Phase == sitting.Dealing:
		t.hand, t.turned, t.state, t.picture = s.Deal.Hand, "", sceneOfDealing(DealtOf(s.Deal)), depiction{}
	case closed:
		t.state = closedOf(s)
		if !s.Replaced {
			t.more = sentence{key: lang.TableRematch}
		}
	case over:
		t.state, t.more = sentence{key: lang.TableOver, hand: s.Hand}, nextOf(s)
	default:
		t.state, t.ends = turnOf(s.View, players), until(s.Deadline)
		if s.Paused {
			t.more = sentence{key: lang.TablePaused}
		}
	}
	if s.Phase == sitting.Between {
		t.cuts = r.cutsOf(s.Deal.Cuts)
	}
	t.seats = tableSeats(players, s, !closed && !over && s.View.Phase != engine.NotDealt)
	if !closed {
		t.waiting = waitingOf(s.Match, r.sitters(s.Seats, s.Waiting)[len(s.Seats):])
	}
	if s.View.Phase != engine.NotDealt {
		middle := pileOf(s.View)
		t.pile, t.melds = &middle, meldsOf(s.View, players)
	}
	if s.Takeback != nil {
		t.answers = from(s, Prefs{}).answers()
	}
	return t
}

// closedOf says that the table is closed, and why if nobody closed it.
func closedOf(s *sitting.Sight) sentence {
	if s.Idle > 0 {
		return sentence{key: lang.TableClosedIdle, word: limitOf(s.Idle)}
	}
	return sentence{key: lang.TableClosed}
}

// nextOf says when the next hand is dealt, or who has to ask for it.
func nextOf(s *sitting.Sight) sentence {
	if s.Next.IsZero() {
		return sentence{key: lang.TableAgain}
	}
	return sentence{key: lang.TableNext, when: in(s.Next)}
}

func turnOf(v engine.View, players []who) sentence {
	if v.Phase == engine.ToPlay {
		return sentence{key: lang.TablePlays, name: sits(players, v.Turn)}
	}
	return sentence{key: lang.TableDraws, name: sits(players, v.Turn)}
}

func tableSeats(players []who, s *sitting.Sight, playing bool) []seat {
	var seats []seat
	for i, t := range s.Seats {
		at := seatOf(players[i], t)
		if playing {
			at.cards = sentence{key: lang.CountCards, n: s.View.Counts[i]}
			at.marks = seatMarks(s.View, t, engine.Seat(i))
		} else if s.Phase == sitting.Ended {
			at.marks = nil
		}
		if hasScore(s.Scores) {
			at.score = figureOf(s.Match, t, s.Scores[i]).sentence()
			at.leads = leaderOf(s.Match, s.Seats, s.Scores) == engine.Seat(i)
		}
		seats = append(seats, at)
	}
	return seats
}

// hasScore says whether anybody has won anything at this table.
func hasScore(scores []sitting.Score) bool {
	return slices.ContainsFunc(scores, func(s sitting.Score) bool { return s != sitting.Score{} })
}

// seatMarks says who dealt, who is to play, and for whom a computer plays.
func seatMarks(v engine.View, t sitting.Sitter, seat engine.Seat) []lang.Key {
	var marks []lang.Key
	if seat == v.Dealer {
		marks = append(marks, lang.PlayerDeals)
	}
	if seat == v.Turn {
		marks = append(marks, lang.PlayerTurn)
	}
	if t.Leaving {
		marks = append(marks, lang.PlayerLeaving)
	} else if t.Away {
		marks = append(marks, lang.PlayerAway)
	}
	return marks
}

func tableButtons(o origin, s *sitting.Sight, over bool) []press {
	more := o.secondary(lang.ButtonMore, VerbMore, "")
	if s.Phase == sitting.Ended {
		return append(o.overButtons(s), more)
	}
	if over || s.View.Phase == engine.NotDealt {
		buttons := []press{o.primary(lang.ButtonNext, VerbNext, "")}
		if s.Repeatable {
			buttons = append(buttons, o.secondary(lang.ButtonAgain, VerbAgain, ""))
		}
		if hasPlace(s) {
			buttons = append(buttons, o.secondary(lang.ButtonJoin, VerbJoin, ""))
		}
		return append(o.withRematch(s, buttons), more)
	}
	if byPerson(s) {
		return append(o.drawButtons(s.View), more)
	}
	return []press{o.primary(lang.ButtonHand, VerbHand, ""), more}
}

// byPerson says whether the one to play is a person who is about.
func byPerson(s *sitting.Sight) bool {
	at := s.View.Turn
	if at < 0 || int(at) >= len(s.Seats) {
		return false
	}
	t := s.Seats[at]
	return t.Person != "" && !t.Away && !t.Leaving
}

// hasPlace says whether somebody can still join.
func hasPlace(s *sitting.Sight) bool { return len(s.Staying()) < s.Settings.Seats }

func (s tableScene) message(p Pen) Message {
	l := p.Lang
	parts := []Component{p.show(s.picture), text(s.top(l)), text(s.people(l))}
	if s.pile != nil {
		parts = append(parts, text(s.pile.text(l)), text(s.melds.text(l)))
	}
	if len(s.plays) > 0 {
		parts = append(parts, separator(), text(smallPlays(l, s.plays)))
	}
	return public(append(parts,
		text(s.wish.say(l)), p.row(s.answers), text(s.ending.say(l)), p.row(s.verdict), p.row(s.buttons))...)
}

func (s tableScene) top(l lang.Lang) string {
	title := "## " + l.Say(lang.Title)
	if s.hand > 0 {
		title += " · " + l.Say(lang.TableHand, lang.Hand(s.hand))
	}
	return lines(title, italic(l, s.turned), beside(l, s.state, s.ends), s.more.say(l), s.match.say(l), s.cuts.say(l), s.seal.text(l))
}

func (s tableScene) people(l lang.Lang) string {
	return lines(seatLines(l, s.seats), paragraph(l, s.waiting...))
}

// lines puts texts one under another; the empty ones are left out.
func lines(all ...string) string {
	kept := make([]string, 0, len(all))
	for _, line := range all {
		if line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// A seat is who sits where, with what everybody may know of it.
type seat struct {
	who
	cards sentence // how many are held, while a hand is played; may be empty
	score sentence // the figure that decides who leads; may be empty
	leads bool     // nobody's score is as high
	marks []lang.Key
}

// seatOf is a seat while no hand is played.
func seatOf(w who, t sitting.Sitter) seat {
	s := seat{who: w}
	if t.Away {
		s.marks = []lang.Key{lang.PlayerAway}
	}
	return s
}

func seatLines(l lang.Lang, seats []seat) string {
	all := make([]string, len(seats))
	for i, s := range seats {
		words := []string{fmt.Sprintf("%d\\. %s", s.number, s.tell(l, false))}
		for _, word := range []sentence{levelOf(s.level), s.cards, s.score} {
			if word := word.say(l); word != "" {
				words = append(words, word)
			}
		}
		if s.leads {
			words = append(words, l.Say(lang.PlayerLeads))
		}
		for _, mark := range s.marks {
			words = append(words, l.Say(mark))
		}
		all[i] = strings.Join(words, l.Apart())
	}
	return strings.Join(all, "\n")
}

// waitingOf names who join with the next hand.
func waitingOf(match *sitting.MatchFacts, waiting []who) []sentence {
	key := lang.PlayerLater
	if match != nil && !match.Over {
		key = lang.PlayerAfter
	}
	var all []sentence
	for _, w := range waiting {
		all = append(all, sentence{key: key, name: brief{w}})
	}
	return all
}
