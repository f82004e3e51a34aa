package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// WhomToAsk draws the list of people to ask to a table. It comes back as VerbInvite.
func WhomToAsk(p Pen, s *sitting.Sight) Message {
	return whomMessage(p, from(s, Prefs{}).click(VerbInvite, ""))
}

func whomMessage(p Pen, ask Click) Message {
	list := PeopleSelect{Type: typePeople, CustomID: p.id(ask), Placeholder: p.Lang.Say(lang.SelectPeople), MinValues: 1, MaxValues: sitting.MostInvited}
	return private(text(p.Lang.Say(lang.InviteText)), Row{Type: typeRow, Components: []Component{list}})
}

// maySit says whether the table has a seat for somebody who is asked.
func maySit(s *sitting.Sight) bool {
	return s.Phase != sitting.Ended && hasPlace(s)
}

// awaited lists who was asked to a table and hasn't answered, and who asked last.
func awaited(r Reader, s *sitting.Sight) (asked []told, by who) {
	for _, i := range s.Invited {
		if i.Open && i.Call > 0 {
			asked, by = append(asked, called{r.person(i.Person)}), r.person(i.By)
		}
	}
	return asked, by
}
