package render

import (
	"slices"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Own is what the menu asks of its reader that a sight can't tell.
type Own struct {
	Seated  bool // has a seat, or will have one with the next hand
	Away    bool // a computer plays in their place
	Host    bool // may do what the host may
	Manager bool // may do so without asking anybody
	Now     time.Time

	Pictureless bool // the bot may send no pictures to the table's channel
}

// More draws the menu behind the button of that name.
func More(p Pen, s *sitting.Sight, own Own) Message {
	return moreMessage(p, lackOf(own), sceneOfMore(s, own))
}

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
		rows[1] = append(rows[1], o.replayOfLast(s)...)
		add(1, true, o.secondary(lang.ButtonRules, VerbRules, ""))
		add(1, s.Phase == sitting.Between, o.remarks(s))
		add(2, open, o.danger(lang.ButtonClose, VerbClose, ""))
		return rows
	}
	add(0, mayWatch(s), o.secondary(lang.ButtonWatch, VerbWatch, ""))
	add(0, open && s.View.PileSize > 0, o.secondary(lang.ButtonPile, VerbPile, ""))
	add(0, open && own.Seated && mayNudge(s, own.Now), o.secondary(lang.ButtonNudge, VerbNudge, ""))
	add(0, open && s.MayTakeBack, o.secondary(lang.ButtonTakeback, VerbTakeback, ""))
	add(0, open && own.Seated && !own.Away, o.secondary(lang.ButtonAway, VerbAway, ""))
	add(1, true, o.secondary(lang.ButtonProof, VerbProof, ""))
	rows[1] = append(rows[1], o.replayOfLast(s)...)
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
	add(2, open && own.Host || s.Phase == sitting.Lobby && own.Seated, o.danger(lang.ButtonClose, VerbClose, ""))
	return rows
}

// MoreOfResult draws the menu behind the button of that name on the result of a hand:
// what can still be done with that hand, and with the table as it is now.
func MoreOfResult(p Pen, s *sitting.Sight, own Own, hand sitting.HandKey) Message {
	return sceneOfResultMenu(s, own, hand).message(p)
}

// A resultMenu is what can still be done with a hand that is over.
type resultMenu struct {
	title   sentence
	buttons []press
}

func sceneOfResultMenu(s *sitting.Sight, own Own, hand sitting.HandKey) resultMenu {
	o := from(s, Prefs{})
	buttons := append([]press{o.secondary(lang.ButtonProof, VerbProof, strconv.Itoa(hand.Hand))}, o.replay(s, hand)...)
	switch {
	case s.Alone && s.Phase == sitting.Ended:
	case s.Alone:
		buttons = append([]press{o.primary(lang.ButtonHand, VerbHand, "")}, append(buttons, o.secondary(lang.ButtonRules, VerbRules, ""))...)
		if s.Phase == sitting.Between {
			buttons = append(buttons, o.remarks(s))
		}
		buttons = append(buttons, o.danger(lang.ButtonClose, VerbClose, ""))
	case !own.Seated:
	case s.Phase == sitting.Ended:
		if !s.Replaced {
			buttons = append(buttons, o.secondary(lang.ButtonRematch, VerbRematch, ""))
		}
	default:
		if s.Repeatable && s.Last != nil && s.Last.Key() == hand {
			buttons = append(buttons, o.secondary(lang.ButtonAgain, VerbAgain, ""))
		}
		buttons = append(buttons, o.secondary(lang.ButtonLeave, VerbLeave, ""))
	}
	return resultMenu{sentence{key: lang.TableHand, hand: hand.Hand}, buttons}
}

// remarks has computers say nothing more at the end of a hand, or something again.
func (o origin) remarks(s *sitting.Sight) press {
	if s.Settings.NoRemarks {
		return o.secondary(lang.ButtonRemarksOn, VerbRemarks, HintsOn)
	}
	return o.secondary(lang.ButtonRemarksOff, VerbRemarks, HintsOff)
}

func (m resultMenu) message(p Pen) Message {
	parts := []Component{text("### " + m.title.say(p.Lang))}
	for row := range slices.Chunk(m.buttons, maxRow) {
		parts = append(parts, p.row(row))
	}
	return private(parts...)
}

// mayWatch says whether there is anything to look on at.
func mayWatch(s *sitting.Sight) bool { return s.Phase != sitting.Ended && s.Hand > 0 && !s.Alone }

// replayOfLast leads to the replay of the newest hand that is over; nothing without one.
func (o origin) replayOfLast(s *sitting.Sight) []press {
	if s.Last == nil {
		return nil
	}
	return o.replay(s, s.Last.Key())
}

// replay leads to that of a hand; nothing while its deal lies on the table once more.
func (o origin) replay(s *sitting.Sight, hand sitting.HandKey) []press {
	if s.Phase == sitting.Playing && s.Hand == hand.Hand {
		return nil
	}
	return []press{o.secondary(lang.ButtonReplay, VerbReplay, hand.String())}
}

// mayNudge says whether the hand waits for another person.
func mayNudge(s *sitting.Sight, now time.Time) bool {
	if now.Before(s.NudgeFrom) || s.Phase != sitting.Playing || s.View.Turn < 0 || int(s.View.Turn) >= len(s.Seats) || s.View.Turn == s.Me {
		return false
	}
	t := s.Seats[s.View.Turn]
	return t.Person != "" && !t.Away && !t.Leaving
}

// lackOf tells who has the host's rights why there are no pictures.
func lackOf(own Own) sentence {
	if !own.Pictureless || !own.Host {
		return sentence{}
	}
	return sentence{key: lang.LobbyNoPictures, list: lacking(attach)}
}

func moreMessage(p Pen, lack sentence, rows [3][]press) Message {
	l := p.Lang
	parts := []Component{text(lines("### "+l.Say(lang.MoreTitle), small(lack.say(l))))}
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
		return append(buttons, from(s, Prefs{}).replayOfLast(s)...)
	}
	return []press{from(s, Prefs{}).secondary(lang.ButtonMenu, VerbMore, of)}
}

func menuMessage(p Pen, buttons []press, m Message) Message { return m.beside(p.row(buttons)) }
