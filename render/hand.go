package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A handScene is what there is to say of a hand, to its player alone.
type handScene struct {
	hand    int      // its number
	turned  lang.Key // that its deal was dealt before; "": it is fresh
	away    sentence // that a computer plays; may be empty
	state   sentence // what is to be done
	ends    sentence // how long the turn lasts; may be empty
	end     end      // how the hand ended; empty before
	wish    sentence // somebody's, to take something back; may be empty
	since   sentence // what the others did; may be empty
	drew    sentence // what was drawn in this turn; may be empty
	barred  sentence // what may not be discarded; may be empty
	pile    *pile    // nil: the hand is over
	hint    *hintScene
	cards   held
	after   sentence // who plays after the viewer; empty when the hand is over
	melds   melds
	picks   []pick     // of moves
	buttons [2][]press // of moves, then those that have nothing to do with the cards in hand
	asOf    sentence   // since when all this holds; may be empty
	picture depiction
}

// An end is how a hand ended.
type end struct {
	outcome  sentence
	payments []sentence
}

// Hand draws the private, playable hand of the sight's viewer: before the draw,
// after it, or waiting; with a hint, if one was asked for.
func Hand(p Pen, r Reader, s *sitting.Sight, hint *Hint) Message {
	return sceneOfOwn(r, s, hint).message(p.as(heardIn(r.Prefs.View, s), r.Prefs.Cards))
}

// Past draws the hand of the sight's viewer when its message can't be changed any more: the cards
// as they were. False: it says nothing that can become untrue.
func Past(p Pen, r Reader, s *sitting.Sight) (Message, bool) {
	scene, is := sceneOfPast(r, s)
	return scene.message(p.as(heardIn(r.Prefs.View, s), r.Prefs.Cards)), is
}

func sceneOfPast(r Reader, s *sitting.Sight) (handScene, bool) {
	if s.Alone || s.Phase != sitting.Playing || s.View.Phase == engine.Over {
		return handScene{}, false
	}
	h := sceneOfHand(r, s, nil)
	h.state, h.picks = waiting(s), nil
	h.ends, h.after, h.since = sentence{}, sentence{}, sentence{}
	h.wish, h.barred = sentence{}, sentence{}
	h.buttons = [2][]press{{from(s, r.Prefs).secondary(lang.ButtonRefresh, VerbRefresh, "")}}
	h.picture = depictHand(s, r.sitters(s.Seats), h)
	return h, true
}

// waiting says where to look for whose turn it is: the bot may not be able to change a hand when
// the turn passes on. Who plays alone has no table to look at.
func waiting(s *sitting.Sight) sentence {
	if s.Alone {
		return sentence{}
	}
	return sentence{key: lang.HandWait}
}

// mostNamed is how many cards, in hand and on the pile, are said by their names: of more, as in a
// hand of a whole pack, the names are too long for a message.
const mostNamed = 40

// heardIn is the view in which a hand is shown to who wants to have it in one.
func heardIn(wanted View, s *sitting.Sight) View {
	if wanted == ViewWords && s.View.Hand.Len()+len(pileOf(s.View).top) > mostNamed {
		return ViewSymbols
	}
	return wanted
}

func sceneOfOwn(r Reader, s *sitting.Sight, hint *Hint) scene {
	if s.Alone && s.Phase != sitting.Playing && s.Last != nil {
		return sceneOfAloneResult(r, s)
	}
	h := sceneOfHand(r, s, hint)
	if s.Alone && s.Phase == sitting.Playing {
		h.alone(from(s, r.Prefs), s)
	}
	return h
}

func sceneOfHand(r Reader, s *sitting.Sight, hint *Hint) handScene {
	o, v, players := from(s, r.Prefs), s.View, r.sitters(s.Seats)
	h := handScene{
		hand: s.Hand, turned: counts(s, s.Again, s.OnTab, s.Retaken), hint: o.hint(hint, v),
		cards: heldOf(v.Hand, v.Rules, r.Prefs.Sort), wish: wishOf(s.Takeback, players),
		asOf: asOf(r.Now),
	}
	if isAway(s) {
		h.away = awayOf(s)
	}
	if v.MeldCount > 0 && v.Phase != engine.Over {
		h.melds = meldsOf(v, players)
	}
	h.buttons[1] = o.besides(s)
	if s.Phase == sitting.Dealing {
		h.hand, h.turned, h.state, h.buttons[0] = s.Deal.Hand, "", sceneOfDealing(DealtOf(s.Deal)), o.overButtons(s)
		return h
	}
	if v.Phase == engine.Over || v.Phase == engine.NotDealt || s.Phase != sitting.Playing {
		h.state, h.end, h.buttons[0] = sentence{key: lang.HandOver}, endOf(s, r), o.overButtons(s)
		return h
	}
	middle := pileOf(v)
	h.pile = &middle
	if hint == nil || hint.Tip { // a hint is asked for by who has read these
		h.after = afterOf(v, players)
		if v.Turn != v.Seat || v.Phase == engine.ToDraw {
			h.since = sinceOf(s, players)
		}
	}
	switch {
	case v.Turn != v.Seat:
		h.state = waiting(s)
		h.buttons[0] = o.waitButtons()
	case v.Phase == engine.ToDraw:
		h.state, h.ends = sentence{key: lang.HandDraw}, left(s.Deadline)
		h.buttons[0] = o.beforeDraw(s)
	default:
		h.ends, h.drew, h.barred = left(s.Deadline), drewOf(s.Log, v), barredOf(v)
		h.toPlay(o, players, s)
	}
	if h.hint != nil {
		h.hinted(o)
	}
	h.picture = depictHand(s, players, h)
	return h
}

// hinted has the button of the advised move be the only one that is lit; a tip has a way to be
// told no more.
func (h *handScene) hinted(o origin) {
	for i := range h.buttons[0] {
		if len(h.hint.buttons) > 0 {
			h.buttons[0][i].style = StyleSecondary
		}
	}
	if h.hint.tip {
		h.buttons[1] = append(h.buttons[1], o.secondary(lang.ButtonTips, VerbTips, ""))
	}
}

// light has the button of a draw that is spoken of be the one that is lit.
func (h *handScene) light(m engine.Move) {
	draw, draws := m.(engine.Draw)
	for i, b := range h.buttons[0] {
		switch {
		case !draws || b.click.Verb != VerbPlay:
		case b.click.Arg == draw.String():
			h.buttons[0][i].style = StylePrimary
		default:
			h.buttons[0][i].style = StyleSecondary
		}
	}
}

// isAway says whether a computer plays for the viewer.
func isAway(s *sitting.Sight) bool {
	at := s.View.Seat
	return at >= 0 && int(at) < len(s.Seats) && s.Seats[at].Away
}

// drewOf says what was drawn in this turn. Cards that are all barred are named as
// such instead.
func drewOf(log []engine.PublicEvent, v engine.View) sentence {
	cards := drawn(log, v.Seat)
	if engine.HandOf(cards...)&^v.Barred == 0 {
		return sentence{}
	}
	return sentence{key: lang.HandDrew, cards: cards}
}

// drawn gives the cards of a seat's newest draw, when nothing came after its turn.
func drawn(log []engine.PublicEvent, seat engine.Seat) []engine.Card {
	for i := len(log) - 1; i >= 0 && log[i].Seat == seat; i-- {
		if log[i].Kind == engine.SawDraw {
			return log[i].Cards
		}
	}
	return nil
}

func barredOf(v engine.View) sentence {
	if v.Barred.Empty() {
		return sentence{}
	}
	return sentence{key: lang.HandBarred, cards: v.Barred.Cards()}
}

// besides are the buttons that have nothing to do with the cards in hand.
func (o origin) besides(s *sitting.Sight) []press {
	if asks(s.Takeback, s.View.Seat) {
		return o.answers()
	}
	if s.MayTakeBack {
		return []press{o.secondary(lang.ButtonTakeback, VerbTakeback, "")}
	}
	return nil
}

// beforeDraw are the buttons of who is to draw.
func (o origin) beforeDraw(s *sitting.Sight) []press {
	var buttons []press
	for i, way := range drawings(s.View) {
		style := StyleSecondary
		if i == 0 {
			style = StylePrimary
		}
		buttons = append(buttons, o.press(style, way.label, VerbPlay, engine.Draw{Source: way.source}.String()))
	}
	return append(append(buttons, o.sort()), o.hints(s)...)
}

// waitButtons are those of who waits.
func (o origin) waitButtons() []press {
	return []press{o.secondary(lang.ButtonRefresh, VerbRefresh, ""), o.sort()}
}

// overButtons are those of a hand that is over: the way on.
func (o origin) overButtons(s *sitting.Sight) []press {
	if s.Alone {
		return []press{o.primary(lang.ButtonNext, VerbPlayOn, "")}
	}
	switch {
	case s.Replaced:
		return nil
	case s.Phase == sitting.Ended:
		return []press{o.primary(lang.ButtonRematch, VerbRematch, "")}
	}
	return []press{o.primary(lang.ButtonNext, VerbNext, "")}
}

// endOf tells how the hand ended that the viewer held; nothing where that isn't known.
func endOf(s *sitting.Sight, r Reader) end {
	if s.Last == nil || s.Last.Hand != s.Hand {
		return end{}
	}
	players := r.sitters(s.Last.Seats)
	e := end{outcome: outcome(s.Last, players)}
	if s.Last.Abandoned {
		return e
	}
	for i, player := range players {
		if pays := payment(s.Last, engine.Seat(i)); pays.key != "" {
			pays.name, pays.other = player, sits(players, s.Last.Result.Winner)
			e.payments = append(e.payments, pays)
		}
	}
	return e
}

// hints asks for one, where there are any.
func (o origin) hints(s *sitting.Sight) []press {
	if s.Settings.NoHints {
		return nil
	}
	return []press{o.secondary(lang.ButtonHint, VerbHint, "")}
}

// sort asks for the next order; the click carries it.
func (o origin) sort() press {
	o.prefs.Sort = o.prefs.Sort.next()
	return o.secondary(o.prefs.Sort.label(), VerbSort, "")
}

func (h handScene) message(p Pen) Message {
	title := p.Lang.Say(lang.HandTitle, lang.Hand(h.hand))
	parts := h.parts(p)
	parts[0] = text(lines("### "+title, h.top(p.Lang)))
	return private(append(parts, text(small(h.asOf.say(p.Lang))))...)
}

// parts are what a hand shows, but for its title.
func (h handScene) parts(p Pen) []Component {
	l := p.Lang
	parts := []Component{text(h.top(l)), p.show(h.picture)}
	if h.hint != nil {
		parts = append(parts, text(h.hint.text(l)), p.row(h.hint.buttons))
	}
	parts = append(parts, text(lines(h.middle(l), h.cards.text(l, p.shows()), h.after.say(l))), text(h.melds.text(l)))
	for _, pick := range h.picks {
		parts = append(parts, p.selectRow(pick))
	}
	for _, buttons := range h.buttons {
		parts = append(parts, p.row(buttons))
	}
	return parts
}

// top says what is to be done, or how it ended; then what the others did, what was
// drawn and what may not be discarded.
func (h handScene) top(l lang.Lang) string {
	return lines(
		italic(l, h.turned), h.away.say(l), beside(l, h.state, h.ends),
		paragraph(l, h.end.outcome), paragraph(l, h.end.payments...), paragraph(l, h.since, h.wish, h.drew, h.barred))
}

// middle tells what lies on the table, while the hand is played.
func (h handScene) middle(l lang.Lang) string {
	if h.pile == nil {
		return ""
	}
	return h.pile.text(l)
}
