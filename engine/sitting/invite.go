package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

const (
	// MostInvited is how many people may be asked to a table at the same time.
	MostInvited = 5
	// mostEverInvited is how many a table may ask in all: those who took a seat aren't counted.
	mostEverInvited = 20
)

// An invite is somebody who was asked to take a seat. It is kept as long as they have
// none, because nobody is asked twice.
type invite struct {
	person Person
	by     Person
	number int64 // of the event that asked them
	at     time.Time
	call   int64 // number of the event that called them; 0: none yet
	open   bool  // they may still be waited for
}

// An Invitee is somebody who was asked to take a seat and has none.
type Invitee struct {
	Person Person
	By     Person
	Call   int64 // number of the event that called them; 0: none yet
	Open   bool  // their answer is waited for
}

// MayInvite says why a person may not ask others to the table, as a [*Refusal]; nil if they may. Whoever
// is empty among them has never been heard of, and so has no seat and wasn't asked.
func (s *Sight) MayInvite(by Person, people []Person) error {
	sits := func(p Person) bool {
		return p != "" && slices.ContainsFunc(s.Staying(), func(t Sitter) bool { return t.Person == p })
	}
	open := 0
	for _, i := range s.Invited {
		if i.Open {
			open++
		}
	}
	for n, whom := range people {
		code := Code(0)
		switch {
		case !sits(by):
			code = NotSeated
		case by == whom:
			code = InvitesSelf
		case sits(whom):
			code = InvitesSeated
		case whom != "" && (s.isInvited(whom) || slices.Contains(people[:n], whom)):
			code = InvitedBefore
		case len(s.Staying()) >= s.Settings.Seats:
			code = InvitesFull
		case open+n >= MostInvited:
			code = InvitesMany
		case len(s.Invited)+n >= mostEverInvited:
			code = Restless
		default:
			continue
		}
		return &Refusal{Code: code, Person: whom, Most: MostInvited}
	}
	return nil
}

// Staying lists who sits, now or from the next hand on, and hasn't left: those whom a hand that was
// dealt now would have.
func (s *Sight) Staying() []Sitter {
	return slices.DeleteFunc(slices.Concat(s.Seats, s.Waiting), func(t Sitter) bool { return t.Leaving })
}

func (s *Sight) isInvited(p Person) bool {
	return slices.ContainsFunc(s.Invited, func(i Invitee) bool { return i.Person == p })
}

func (h *hearing) invite(do Invite) ([]Event, error) {
	at := Watch(*h.s, nil)
	if err := at.MayInvite(h.c.By, do.People); err != nil {
		return nil, err
	}
	var events []Event
	for _, p := range do.People {
		events = append(events, Invited{Person: p, Seat: h.s.seats.place(h.c.By)})
	}
	return events, nil
}

func (h *hearing) respond(do Respond) ([]Event, error) {
	at := h.s.invitation(h.c.By)
	switch {
	case h.sits():
		return nil, &Refusal{Code: Seated}
	case at < 0:
		return nil, &Refusal{Code: NotInvited}
	case do.Yes:
		return h.join()
	case !h.s.invites[at].open:
		return nil, nil
	}
	return []Event{Declined{Person: h.c.By}}, nil
}

// invitation returns where a person is among those who were asked; -1 if they weren't.
func (s *State) invitation(p Person) int {
	return slices.IndexFunc(s.invites, func(i invite) bool { return p != "" && i.person == p })
}

// invited notes that somebody is asked to the table.
func (s *State) invited(e Invited, at time.Time) {
	s.invites = append(slices.Clip(s.invites), invite{person: e.Person, by: s.seats.at(e.Seat).Person, number: s.seq, at: at, open: true})
}

// seated forgets that somebody was asked, who has taken a seat.
func (s *State) seated(p Person) {
	if at := s.invitation(p); at >= 0 {
		s.invites = slices.Delete(slices.Clone(s.invites), at, at+1)
	}
}

// uninvite has nobody wait any more for the answers of those of whom something holds.
func (s *State) uninvite(of func(invite) bool) {
	if !slices.ContainsFunc(s.invites, func(i invite) bool { return i.open && of(i) }) {
		return
	}
	s.invites = slices.Clone(s.invites)
	for i := range s.invites {
		s.invites[i].open = s.invites[i].open && !of(s.invites[i])
	}
}

// callInvited notes that those were called who are asked to the table and weren't yet.
func (s *State) callInvited() {
	s.invites = slices.Clone(s.invites)
	for i := range s.invites {
		if s.invites[i].open && s.invites[i].call == 0 {
			s.invites[i].call = s.seq
		}
	}
}

// uncalled is what those are asked who weren't called to the table yet.
func (s *State) uncalled() (ask, bool) {
	a := ask{kind: AsksSeat, seat: engine.Nobody}
	for _, i := range s.invites {
		if i.open && i.call == 0 {
			a.of, a.number, a.since = append(a.of, i.person), i.number, i.at
		}
	}
	return a, len(a.of) > 0
}

// calledTo lists those who were called to the table by one event, and are waited for.
func (s *State) calledTo(by int64) []Person {
	var of []Person
	for _, i := range s.invites {
		if i.open && i.call == by {
			of = append(of, i.person)
		}
	}
	return of
}

// invitees lists who was asked to the table.
func (s *State) invitees() []Invitee {
	var all []Invitee
	for _, i := range s.invites {
		all = append(all, Invitee{Person: i.person, By: i.by, Call: i.call, Open: i.open})
	}
	return all
}

// Asked lists the persons whose answer to an invitation is waited for.
func (s *State) Asked() []Person {
	var of []Person
	for _, i := range s.invites {
		if i.open {
			of = append(of, i.person)
		}
	}
	return of
}
