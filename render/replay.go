package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Step names a moment of a hand that is over.
type Step struct {
	Hand sitting.HandKey
	At   int // index of the moment; 0 is the deal
}

// String gives "3/12", or "3+1/12" of the first turning of hand 3: what [ReadStep] reads.
func (s Step) String() string { return s.Hand.String() + "/" + strconv.Itoa(s.At) }

// ReadStep reads what a button of [VerbReplay] or [VerbMoment] says. What stands for a
// hand alone means its deal. Its error is [ErrForged].
func ReadStep(arg string) (Step, error) {
	hand, at, named := strings.Cut(strings.TrimRight(arg, backMark+nextMark+firstMark+lastMark), "/")
	var s Step
	var err error
	if named {
		s.At, err = strconv.Atoi(at)
	}
	var ok bool
	if s.Hand, ok = sitting.ParseHandKey(hand); !ok || err != nil {
		return Step{}, ErrForged
	}
	return s, nil
}

// What tells the buttons of a replay apart that lead to one moment.
const (
	firstMark = "f"
	backMark  = "b"
	nextMark  = "n"
	lastMark  = "l"
)

// A replayScene is what there is to say of a moment of a hand that is over, all hands open.
type replayScene struct {
	own     bool // it is told to one reader alone
	picture depiction
	title   sentence // of which hand
	turned  lang.Key // that its deal was dealt before; "": it was fresh
	turn    sentence // which turn has been played; empty of the deal
	did     sentence // what was done in it, or that the cards are dealt
	outcome sentence // how the hand ended, of its last moment; else empty
	hands   []openHand
	pile    pile
	melds   melds
	turns   pick
	steps   []press
	buttons []press
}

// An openHand is what somebody held.
type openHand struct {
	shownHand
	marks []lang.Key
}

// Replay draws a moment of a hand that is over for one reader, with the ways to the
// others; at is one of the course's. Who may share it has a button for that.
func Replay(p Pen, r Reader, table sitting.ID, c sitting.Course, at int, mayShare bool) Message {
	return sceneOfReplay(r, origin{table: string(table)}, c, at, mayShare).message(p.as(r.Prefs.View, r.Prefs.Cards))
}

// SharedMoment draws the same for everybody, as somebody shares it. Who reads it can look
// at the rest, unless the hand was played alone. The sight is of the table where it was played.
func SharedMoment(p Pen, r Reader, s *sitting.Sight, c sitting.Course, at int, by sitting.Person) Message {
	return sceneOfSharedMoment(r, from(s, Prefs{}), c, at, by).message(p.as(ViewPictures, tableStyle(s)))
}

func sceneOfReplay(r Reader, o origin, c sitting.Course, at int, mayShare bool) replayScene {
	t := sceneOfMoment(r, c, at)
	t.own, t.turns, t.steps = true, o.turnsOf(c, at, r.sitters(c.Result.Seats)), o.steps(c, at)
	if mayShare {
		t.buttons = []press{o.secondary(lang.ButtonShareMoment, VerbMoment, Step{c.Result.Key(), at}.String())}
	}
	return t
}

func sceneOfSharedMoment(r Reader, o origin, c sitting.Course, at int, by sitting.Person) replayScene {
	t := sceneOfMoment(r, c, at)
	t.title.key, t.title.name = lang.ReplayShared, r.person(by)
	if !c.Result.Alone {
		t.buttons = []press{o.secondary(lang.ButtonReplay, VerbReplay, Step{c.Result.Key(), at}.String())}
	}
	return t
}

func sceneOfMoment(r Reader, c sitting.Course, at int) replayScene {
	now, players := c.Moments[at], r.sitters(c.Result.Seats)
	t := replayScene{
		title: sentence{key: lang.ReplayTitle, hand: c.Result.Hand}, turned: turned(c.Result.Again, c.Result.OnTab),
		did: doneIn(now, players), pile: pileOf(now.View), melds: meldsOf(now.View, players),
	}
	if at > 0 {
		t.turn = sentence{key: lang.ReplayTurn, n: at, total: len(c.Moments) - 1}
	}
	if at == len(c.Moments)-1 {
		t.outcome = outcome(c.Result, players)
	}
	for i, player := range players {
		marks := seatMarks(now.View, sitting.Sitter{}, engine.Seat(i))
		held := shownHandOf(player, now.Hands[i], c.Result.Rules)
		t.hands = append(t.hands, openHand{held, marks})
	}
	t.picture = depictMoment(now, players, t)
	return t
}

// doneIn tells what was done in the turn before a moment, all cards named.
func doneIn(m sitting.Moment, players []who) sentence {
	if len(m.Did) == 0 {
		return sentence{key: lang.ReplayDeal, name: sits(players, m.View.Turn)}
	}
	var deeds company
	for _, e := range oneByOne(m.Did) {
		deeds = append(deeds, openDeeds(e)...)
	}
	return sentence{key: lang.DidTurn, name: sits(players, m.Did[0].Seat), list: deeds}
}

// openDeeds tells an event whose cards are all named, without who did it.
func openDeeds(e engine.PublicEvent) []told {
	did := deedOf(e)
	if e.Kind == engine.SawDraw {
		switch e.Source {
		case engine.FromStock:
			did.key = lang.DidDrew
		case engine.FromTurnover:
			did.key = lang.DidTurned
		case engine.FromDiscard, engine.FromMixed:
		}
	}
	if did.key == "" {
		return nil
	}
	return []told{did}
}

// oneByOne takes going out apart into the plays that it is made of, the last of which is that
// nothing is left.
func oneByOne(did []engine.PublicEvent) []engine.PublicEvent {
	var all []engine.PublicEvent
	for _, e := range did {
		if e.Kind != engine.SawGoOut {
			all = append(all, e)
			continue
		}
		play := func(kind engine.PublicKind, cards []engine.Card, meld int) {
			all = append(all, engine.PublicEvent{Kind: kind, Seat: e.Seat, Cards: cards, Meld: meld, Discard: engine.NoCard})
		}
		for i, meld := range e.Melds {
			play(engine.SawMeld, meld.Cards(), e.Meld+i)
		}
		for _, l := range e.LayOffs {
			play(engine.SawLayOff, l.Cards.Cards(), l.Meld)
		}
		if e.Discard != engine.NoCard {
			play(engine.SawDiscard, []engine.Card{e.Discard}, 0)
		}
		play(engine.SawGoOut, nil, 0)
	}
	return all
}

// steps are the ways from a moment to those beside it and at the ends.
func (o origin) steps(c sitting.Course, at int) []press {
	to := func(style int, says lang.Key, at int, mark string) press {
		return o.press(style, sentence{key: says}, VerbReplay, Step{c.Result.Key(), at}.String()+mark)
	}
	var ways []press
	if at > 0 {
		ways = append(ways, to(StyleSecondary, lang.ButtonReplayFirst, 0, firstMark), to(StyleSecondary, lang.ButtonReplayBack, at-1, backMark))
	}
	if last := len(c.Moments) - 1; at < last {
		ways = append(ways, to(StylePrimary, lang.ButtonReplayNext, at+1, nextMark), to(StyleSecondary, lang.ButtonReplayLast, last, lastMark))
	}
	return ways
}

// A stretch is as many turns as a select lists where it has no room for all, beside a
// way to those before them and one to those after.
const stretch = maxOptions - 2

// turnsOf lists the turns to go to: all, or those of the stretch that the moment lies in.
func (o origin) turnsOf(c sitting.Course, at int, players []who) pick {
	from, to := 0, len(c.Moments)
	if to == 1 {
		return pick{} // there is nowhere to go
	}
	if to > maxOptions {
		from = at / stretch * stretch
		to = min(from+stretch, to)
	}
	var options []option
	if from > 0 {
		options = append(options, option{label: sentence{key: lang.ReplayTurns, n: max(1, from-stretch), total: from - 1}, value: strconv.Itoa(from - 1)})
	}
	for i, m := range c.Moments[from:to] {
		label := notable(m, players)
		if from+i > 0 {
			label = numbered{from + i, ". ", label}
		}
		options = append(options, option{label: label, value: strconv.Itoa(from + i), chosen: from+i == at})
	}
	if to < len(c.Moments) {
		options = append(options, option{label: sentence{key: lang.ReplayTurns, n: to, total: min(to+stretch, len(c.Moments)) - 1}, value: strconv.Itoa(to)})
	}
	return o.pick(lang.SelectTurn, options, VerbReplay, c.Result.Key().String())
}

// notable is what a turn is found by: of what was done in it one thing, the rarest.
func notable(m sitting.Moment, players []who) told {
	if len(m.Did) == 0 {
		return sentence{key: lang.ReplayDealt}
	}
	var best told
	rank := 0
	for _, e := range m.Did {
		if r := rarity[e.Kind]; r > rank || best == nil {
			for _, did := range openDeeds(e) {
				best, rank = did, r
			}
		}
	}
	return sentence{key: lang.DidTurn, name: brief{sits(players, m.Did[0].Seat)}, list: company{best}}
}

// rarity orders what is done in a turn; how the hand ended is told apart.
//
//nolint:gochecknoglobals // constant table
var rarity = [...]int{
	engine.SawDraw: 1, engine.SawDiscard: 2, engine.SawLayOff: 3, engine.SawMeld: 4, engine.SawGoOut: 5, engine.SawTakeback: 0, engine.SawWin: 0, engine.SawBlock: 0,
}

func (s replayScene) message(p Pen) Message {
	l := p.Lang
	wrap := public
	if s.own {
		wrap = private
	}
	return wrap(
		text(lines("### "+s.title.say(l), italic(l, s.turned), s.played(l), s.outcome.say(l))), p.show(s.picture), text(s.handLines(l)),
		text(s.pile.text(l)), text(s.melds.text(l)), p.selectRow(s.turns), p.row(s.steps), p.row(s.buttons))
}

// played tells which turn was played, and what was done in it.
func (s replayScene) played(l lang.Lang) string {
	if turn := s.turn.say(l); turn != "" {
		return lines("**"+turn+"**", s.did.say(l))
	}
	return s.did.say(l)
}

func (s replayScene) handLines(l lang.Lang) string {
	all := []string{"**" + l.Say(lang.ReplayHands) + "**"}
	for _, h := range s.hands {
		name := fmt.Sprintf("%d\\. %s", h.number, h.who.tell(l, false))
		if level := levelOf(h.level).say(l); level != "" {
			name += l.Apart() + level
		}
		for _, mark := range h.marks {
			name += l.Apart() + l.Say(mark)
		}
		all = append(all, l.Say(lang.ResultHand, lang.Name(name), lang.Cards(h.cards(l))))
	}
	return lines(all...)
}
