package render

import (
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Own is what the menu asks of its reader that a sight can't tell.
type Own struct {
	Seated  bool // has a seat, or will have one with the next hand
	Away    bool // a computer plays in their place
	Host    bool // may do what the host may
	Manager bool // may do so without asking anybody
}

// More draws the menu behind the button of that name.
func More(p Pen, s *sitting.Sight, own Own) Message { return moreMessage(p, sceneOfMore(s, own)) }

// sceneOfMore gives the rows of buttons: what concerns the hand, what can be read,
// the table. What can't be used isn't there.
func sceneOfMore(s *sitting.Sight, own Own) [3][]press {
	o := from(s, Prefs{})
	var rows [3][]press
	add := func(row int, may bool, p press) {
		if may {
			rows[row] = append(rows[row], p)
		}
	}
	open := s.Phase != sitting.Ended
	if s.Alone { // where there is nobody to leave, nor anything to agree on
		if !open {
			rows[0] = o.overButtons(s)
		}
		add(0, open, o.primary(lang.ButtonHand, VerbHand, ""))
		add(0, open && s.View.PileSize > 0, o.secondary(lang.ButtonPile, VerbPile, ""))
		add(1, true, o.secondary(lang.ButtonProof, VerbProof, ""))
		add(1, true, o.secondary(lang.ButtonRules, VerbRules, ""))
		add(2, open, o.danger(lang.ButtonClose, VerbClose, ""))
		return rows
	}
	add(0, open && s.View.PileSize > 0, o.secondary(lang.ButtonPile, VerbPile, ""))
	add(0, open && own.Seated && mayNudge(s), o.secondary(lang.ButtonNudge, VerbNudge, ""))
	add(0, open && s.MayTakeBack, o.secondary(lang.ButtonTakeback, VerbTakeback, ""))
	add(0, open && own.Seated && !own.Away, o.secondary(lang.ButtonAway, VerbAway, ""))
	add(1, true, o.secondary(lang.ButtonProof, VerbProof, ""))
	add(1, true, o.secondary(lang.ButtonHow, VerbHow, ""))
	add(1, true, o.secondary(lang.ButtonTab, VerbTab, ""))
	add(1, true, o.secondary(lang.ButtonHelp, VerbHelp, ""))
	add(2, open, o.secondary(lang.ButtonSettings, VerbSettings, ""))
	add(2, open && own.Seated, o.secondary(lang.ButtonLeave, VerbLeave, ""))
	add(2, own.Seated && maySit(s), o.secondary(lang.ButtonInvite, VerbInvite, ""))
	add(2, open && !own.Seated && hasPlace(s), o.secondary(lang.ButtonJoin, VerbJoin, ""))
	end := lang.ButtonEnd
	if s.Others && !own.Manager {
		end = lang.ButtonAskEnd
	}
	add(2, own.Host && s.Phase == sitting.Playing && (s.MayEnd || own.Manager), o.danger(end, VerbEnd, ""))
	add(2, open && own.Host, o.danger(lang.ButtonClose, VerbClose, ""))
	return rows
}

// MoreOfResult draws the menu behind the button of that name on the result of a hand:
// what can still be done with that hand, and with the table as it is now.
func MoreOfResult(p Pen, s *sitting.Sight, own Own, hand int) Message {
	return resultMenuMessage(p, hand, sceneOfResultMenu(s, own, hand))
}

func sceneOfResultMenu(s *sitting.Sight, own Own, hand int) []press {
	o := from(s, Prefs{})
	buttons := []press{o.secondary(lang.ButtonProof, VerbProof, strconv.Itoa(hand))}
	switch {
	case s.Alone && s.Phase == sitting.Ended:
	case s.Alone:
		back := o.primary(lang.ButtonHand, VerbHand, "")
		buttons = append([]press{back}, append(buttons, o.secondary(lang.ButtonRules, VerbRules, ""), o.danger(lang.ButtonClose, VerbClose, ""))...)
	case !own.Seated:
	case s.Phase == sitting.Ended:
		buttons = append(buttons, o.secondary(lang.ButtonRematch, VerbRematch, ""))
	default:
		if s.Repeatable && s.Last != nil && s.Last.Hand == hand {
			buttons = append(buttons, o.secondary(lang.ButtonAgain, VerbAgain, ""))
		}
		buttons = append(buttons, o.secondary(lang.ButtonLeave, VerbLeave, ""))
	}
	return buttons
}

func resultMenuMessage(p Pen, hand int, buttons []press) Message {
	return private(text("### "+p.Lang.Say(lang.TableHand, lang.Hand(hand))), p.row(buttons))
}

// mayNudge says whether the hand waits for another person.
func mayNudge(s *sitting.Sight) bool {
	if s.Phase != sitting.Playing || s.View.Turn < 0 || int(s.View.Turn) >= len(s.Seats) || s.View.Turn == s.Me {
		return false
	}
	t := s.Seats[s.View.Turn]
	return t.Person != "" && !t.Away && !t.Leaving
}

func moreMessage(p Pen, rows [3][]press) Message {
	l := p.Lang
	parts := []Component{text("### " + l.Say(lang.MoreTitle))}
	for _, row := range rows {
		parts = append(parts, p.row(row))
	}
	return private(parts...)
}

// WithMenu puts the way back to the menu below a message that took its place; of is
// the Arg that the menu was opened with.
func WithMenu(p Pen, s *sitting.Sight, of string, m Message) Message {
	return menuMessage(p, sceneOfMenu(s, of), m)
}

func sceneOfMenu(s *sitting.Sight, of string) []press {
	if s.Alone && s.Phase == sitting.Ended {
		buttons := from(s, Prefs{}).overButtons(s)
		if s.Last != nil {
			buttons = append(buttons, from(s, Prefs{}).secondary(lang.ButtonProof, VerbProof, strconv.Itoa(s.Last.Hand)))
		}
		return buttons
	}
	return []press{from(s, Prefs{}).secondary(lang.ButtonMenu, VerbMore, of)}
}

func menuMessage(p Pen, buttons []press, m Message) Message {
	m.Components = slices.Concat(m.Components, []Component{p.row(buttons)})
	return m
}
