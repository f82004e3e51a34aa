package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/lesson"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// What a button of a lesson asks for, if it isn't a move.
const (
	LessonLook  = ""      // show where the learner stands
	LessonShow  = "show"  // do the step for them
	LessonNext  = "next"  // go on to the next lesson
	LessonAgain = "again" // begin this one anew
	LessonFirst = "first" // begin the first one anew
	LessonHow   = "how"   // show how the game is played
)

// A LessonModel is who learns, and what they did just now. Where they stand is in
// the reader's [Prefs].
type LessonModel struct {
	User string // Discord id; their buttons are nobody else's
	Name string // as their server shows it
	News LessonNews

	Before lesson.Place // where they stood when they did it
	Tried  engine.Move  // of LessonTried
	No     error        // of LessonTried: why the rules refuse it; nil: they don't
}

// LessonNews is what a learner did just now.
type LessonNews uint8

// The news. In brackets: which fields of [LessonModel] it uses.
const (
	LessonQuiet LessonNews = iota // nothing
	LessonStale                   // they clicked a button of a step that is done
	LessonTried                   // (Before, Tried, No) they made a move
	LessonShown                   // (Before) they had the step done for them
)

// lessonsSay are the words of the lessons: what each is called, what its steps ask
// and what it teaches. What fills them is the move that is asked.
//
//nolint:gochecknoglobals // constant table
var lessonsSay = [...]struct {
	name, learnt lang.Key
	asks         [4]lang.Key
}{
	{lang.LessonTurn, lang.LessonTurnLearnt, [4]lang.Key{lang.LessonTurnDraw, lang.LessonTurnDiscard, lang.LessonTurnTake, lang.LessonTurnLoose}},
	{lang.LessonMelds, lang.LessonMeldsLearnt, [4]lang.Key{lang.LessonMeldsTake, lang.LessonMeldsSet, lang.LessonMeldsLayoff, lang.LessonMeldsBarred}},
	{lang.LessonOut, lang.LessonOutLearnt, [4]lang.Key{lang.LessonOutDraw, lang.LessonOutKeep, lang.LessonOutTake, lang.LessonOutRummy}},
}

// A lessonScene is what there is to say at one place of a lesson.
type lessonScene struct {
	title   sentence
	news    []sentence // what came of what was done just now, one after the other
	step    sentence   // which it is; empty when the lesson is over
	asks    []sentence // what is asked; then what was learnt
	end     end        // how the hand ended; empty where it didn't
	hand    *handScene // of a step; nil at the end
	buttons []press    // at the end
}

// Lesson draws where a learner stands: the real hand with its real buttons, under
// what is asked of them; at the end of a lesson what they have learnt.
func Lesson(p Pen, r Reader, m LessonModel) Message {
	return sceneOfLesson(r, m).message(p.as(r.Prefs.View, r.Prefs.Cards))
}

func sceneOfLesson(r Reader, m LessonModel) lessonScene {
	at := r.Prefs.Lesson
	says, s := lessonsSay[at.Lesson], lessonSight(at)
	r.People = map[sitting.Person]Player{learner: {Name: m.Name, UserID: m.User}}
	l := lessonScene{title: sentence{key: lang.LessonTitle, n: at.Lesson + 1, total: lesson.Count(), word: sentence{key: says.name}}, news: lessonNews(r, m)}
	o := origin{prefs: r.Prefs}
	if at.Over() {
		praise := lang.LessonHelped
		if at.Passed() {
			praise = lang.LessonPassed
		}
		l.asks, l.end, l.buttons = []sentence{{key: says.learnt}, {key: praise}}, endOf(s, r), o.lessonEnd(m.User, at)
		if s.Last != nil { // which ends with a rummy, and is no hand of any table
			l.end.outcome.key = lang.LessonOutWon
		}
		return l
	}
	l.step = sentence{key: lang.LessonStep, n: at.Step + 1, total: at.Steps()}
	l.asks = []sentence{asked(says.asks[at.Step], s.View, at.Look().Asks)}
	h := sceneOfHand(r, s, nil)
	h.light(at.Look().Asks)
	h = h.learnt(o, m.User)
	l.hand = &h
	return l
}

// learner is who learns, in a hand in which nobody else is a person.
const learner sitting.Person = "learner"

// lessonSight is the hand of a lesson as a table would show it.
func lessonSight(at lesson.Place) *sitting.Sight {
	look := at.Look()
	s := &sitting.Sight{
		Phase: sitting.Playing, Hand: at.Lesson + 1, Me: lesson.Learner, View: look.View, Log: look.Log,
		Seats:    []sitting.Sitter{{Person: learner}, {Computer: opponent.Moby}, {Computer: opponent.Vela}},
		Settings: sitting.Settings{Rules: look.View.Rules, NoHints: true},
	}
	if look.Over != nil {
		s.Last = &sitting.HandResult{Hand: s.Hand, Seats: s.Seats, Dealer: look.View.Dealer, Rules: look.View.Rules, Result: *look.Over}
	}
	return s
}

// asked fills what a step asks: {cards} and {card} are what its move is about,
// {list} what belongs with them, {meld} where they go, {word} the button that goes out.
func asked(key lang.Key, v engine.View, m engine.Move) sentence {
	s := sentence{key: key}
	switch m := m.(type) {
	case engine.Draw:
		s.cards = pileTop(v, 2)
		s.list = sentence{cards: wanting(v)}
	case engine.Meld:
		s.cards = inOrder(m.Cards)
	case engine.LayOff:
		s.cards, s.meld = m.Cards.Cards(), m.Meld+1
	case engine.Discard:
		s.cards, s.list = []engine.Card{m.Card}, sentence{cards: v.Barred.Cards()}
		if melds := bestMelds(engine.LegalView(v).Melds, 1); v.Barred.Empty() && len(melds) > 0 {
			s.list = sentence{cards: inOrder(melds[0])}
		}
	case engine.GoOut:
		s.cards, s.word = []engine.Card{m.Discard}, goOutOf(m.Discard)
	}
	return s
}

// wanting are the cards in hand that make a meld with the top of the discard pile.
func wanting(v engine.View) []engine.Card {
	taken := engine.HandOf(pileTop(v, 2)...)
	a := engine.Arrange(v.Hand | taken)
	for _, meld := range a.Melds[:a.Count] {
		if meld&taken != 0 {
			return inOrder(meld &^ taken)
		}
	}
	return nil
}

// lessonNews tells what came of what a learner did just now.
func lessonNews(r Reader, m LessonModel) []sentence {
	switch before := lessonSight(m.Before); {
	case m.News == LessonStale:
		return []sentence{{key: lang.TroubleStale}}
	case m.News == LessonShown:
		return []sentence{{key: lang.LessonShown, word: moveOf(before.View, m.Before.Look().Asks)}}
	case m.News != LessonTried:
		return nil
	case m.No != nil:
		why, instead := refusalOf(asking{r, before}, m.No)
		return []sentence{why, instead, {key: lang.LessonAgain}}
	case !r.Prefs.Lesson.Same(m.Before):
		return []sentence{{key: lang.LessonRight}}
	}
	return []sentence{{key: insteadAsked(m.Before.Look().Asks, m.Tried)}}
}

// insteadAsked says why a legal move isn't what is asked.
func insteadAsked(asks, tried engine.Move) lang.Key {
	_, toDiscard := asks.(engine.Discard)
	switch tried.(type) {
	case engine.Draw:
		return lang.LessonOtherDraw
	case engine.Discard:
		if toDiscard {
			return lang.LessonOtherDiscard
		}
		return lang.LessonOtherEarly
	case engine.Meld, engine.LayOff, engine.GoOut:
	}
	return lang.LessonOtherLay
}

// learnt has what makes a move in a hand make it in a lesson, and leaves out what
// isn't one; beside it stands a way for who doesn't get on.
func (h handScene) learnt(o origin, user string) handScene {
	for i, pick := range h.picks {
		h.picks[i].click = o.lessonClick(user, pick.click.Arg)
		var moves []option
		for _, option := range pick.options {
			if option.value != ChooseValue {
				moves = append(moves, option)
			}
		}
		h.picks[i].options = moves
	}
	var buttons []press
	for _, b := range h.buttons[0] {
		switch b.click.Verb { //nolint:exhaustive // the others make no move
		case VerbPlay:
			b.click = o.lessonClick(user, b.click.Arg)
		case VerbGoOut:
			b.click = o.lessonClick(user, strings.TrimSuffix("goout ; "+b.click.Arg, " ; "))
		default:
			continue
		}
		buttons = append(buttons, b)
	}
	h.state = sentence{} // what is asked stands above
	h.buttons = [2][]press{buttons, {o.lessonButton(StyleSecondary, lang.ButtonShow, user, LessonShow)}}
	return h
}

// lessonEnd are the ways on from the end of a lesson.
func (o origin) lessonEnd(user string, at lesson.Place) []press {
	on := o.lessonButton(StylePrimary, lang.ButtonLesson, user, LessonNext)
	if at.Last() {
		on = o.primary(lang.ButtonPlay, VerbAlone, "")
	}
	buttons := []press{on, o.lessonButton(StyleSecondary, lang.ButtonOncemore, user, LessonAgain)}
	if at.Last() {
		buttons = append(buttons, o.lessonButton(StyleSecondary, lang.ButtonFirst, user, LessonFirst))
	}
	return append(buttons, o.lessonButton(StyleSecondary, lang.ButtonHow, user, LessonHow))
}

func (o origin) lessonButton(style int, says lang.Key, user, what string) press {
	return press{style: style, label: sentence{key: says}, click: o.lessonClick(user, what)}
}

// lessonClick is a click on a lesson, whose Arg names the learner.
func (o origin) lessonClick(user, what string) Click { return o.click(VerbLesson, user+" "+what) }

// ReadLesson says whose lesson a click is on and what it asks: one of the words
// above, else a move as [engine.ParseMove] reads it or the name of a select.
func ReadLesson(k Click) (user, what string) {
	user, what, _ = strings.Cut(k.Arg, " ")
	return user, what
}

func (s lessonScene) message(p Pen) Message {
	l := p.Lang
	top := lines("### "+s.title.say(l), small(s.step.say(l)), s.said(l), paragraph(l, s.end.outcome), paragraph(l, s.end.payments...), paragraph(l, s.asks...))
	parts := []Component{text(top)}
	if s.hand != nil {
		parts = append(parts, s.hand.parts(p)...)
	}
	return private(append(parts, p.row(s.buttons))...)
}

// said puts the news into one line.
func (s lessonScene) said(l lang.Lang) string {
	var words []string
	for _, news := range s.news {
		if line := news.say(l); line != "" {
			words = append(words, line)
		}
	}
	return strings.Join(words, " ")
}

// WithLesson puts the way back to a learner's lesson below what they read instead.
func WithLesson(p Pen, r Reader, user string, m Message) Message {
	back := origin{prefs: r.Prefs}.lessonButton(StyleSecondary, lang.ButtonLessonBack, user, LessonLook)
	return m.with(append(m.Components, p.row([]press{back})))
}
