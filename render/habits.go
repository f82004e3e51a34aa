package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// A HabitsModel is what the reader has said of themselves: quiet hours, and how news comes.
type HabitsModel struct {
	From, To int           // minutes after midnight
	Zone     string        // IANA name; empty: no quiet hours
	Now      time.Time     // as clocks of the zone show it
	Announce bool          // as of [Prefs]
	Calls    Calls         // the same
	Tips     Tips          // likewise
	Cards    picture.Style // likewise
	View     View          // likewise
	Off      Asks          // likewise
	Opens    bool          // they are told when a table opens in this server
	Direct   bool          // it is read in direct messages, which are in no server
}

// Habits draws the reader's settings, one below the other: where they are told of their
// turns and of new tables, quiet hours with what they do and the time there, so that a
// wrong zone is noticed; then what they see.
func Habits(p Pen, m HabitsModel) Message {
	l := p.Lang
	var all []string
	for _, habit := range [][]sentence{
		{{key: callsHabit(m.Calls)}}, opensHabit(m), {asksHabit(m.Off)}, sceneOfQuiet(m), {{key: tipsKey(m.Tips.Are())}}, {{key: announceOf(m.Announce)}}, {{key: lang.HabitCards, cards: faces()}},
		{{key: lang.HabitStyle, word: styleName(m.Cards)}}, {{key: lang.HabitView, word: viewName(m.View)}},
	} {
		if said := strings.ReplaceAll(paragraph(l, habit...), "\n", " "); said != "" {
			all = append(all, "- "+said)
		}
	}
	return private(text(lines(all...)), p.row(habitButtons(m)))
}

// habitButtons change what is changed most: the way that the reader is told things, and by what.
func habitButtons(m HabitsModel) []press {
	o := origin{}
	change := func(to lang.Key, arg string) press { return o.secondary(to, VerbHabit, arg) }
	buttons := []press{change(lang.ButtonTipsOn, "tips on"), change(lang.ButtonAnnounceOn, "announce on"), change(lang.ButtonCallsDm, "calls dm")}
	if m.Tips.Are() {
		buttons[0] = change(lang.ButtonTipsOff, "tips off")
	}
	if m.Announce {
		buttons[1] = change(lang.ButtonAnnounceOff, "announce off")
	}
	if m.Calls == CallsDirect {
		buttons[2] = change(lang.ButtonCallsHere, "calls here")
	}
	for view, label := range [...]lang.Key{ViewPictures: lang.ButtonViewPictures, ViewSymbols: lang.ButtonViewSymbols, ViewWords: lang.ButtonViewWords} {
		if v := View(view); v != m.View {
			buttons = append(buttons, change(label, "view "+v.String()))
		}
	}
	return buttons
}

func tipsKey(on bool) lang.Key {
	if on {
		return lang.HabitTipsOn
	}
	return lang.HabitTipsOff
}

func announceOf(on bool) lang.Key {
	if on {
		return lang.HabitAnnounceOn
	}
	return lang.HabitAnnounceOff
}

// opensHabit says whether the reader is told of new tables, where that is of a server.
func opensHabit(m HabitsModel) []sentence {
	switch {
	case m.Direct:
		return nil
	case m.Opens:
		return []sentence{{key: lang.HabitOpensOn}}
	}
	return []sentence{{key: lang.HabitOpensOff}}
}

// asksHabit says what the reader doesn't want to be asked.
func asksHabit(off Asks) sentence {
	if off == 0 {
		return sentence{key: lang.HabitAsksAll}
	}
	return sentence{key: lang.HabitAsksSome, list: listOf(off.names())}
}

func callsHabit(c Calls) lang.Key {
	return [...]lang.Key{CallsHere: lang.HabitCallsHere, CallsDirect: lang.HabitCallsDm}[c]
}

// faces are the cards that have letters of their own in some packs.
func faces() []engine.Card {
	const spades = engine.Card(engine.Spades) * engine.Ranks
	return []engine.Card{spades + engine.Card(engine.Jack), spades + engine.Card(engine.Queen), spades + engine.Card(engine.King)}
}

func sceneOfQuiet(m HabitsModel) []sentence {
	if m.Zone == "" {
		return []sentence{{key: lang.QuietNone}}
	}
	return []sentence{
		{key: lang.QuietHours, when: literal(clock(m.From) + "–" + clock(m.To)), word: literal(PlainName(m.Zone))},
		{key: lang.QuietDoes},
		{key: lang.QuietNow, when: literal(m.Now.Format("15:04"))},
	}
}

// clock writes a time of day, in minutes after midnight, as all six languages do.
func clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }
