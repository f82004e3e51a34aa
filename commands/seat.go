package commands

import (
	"context"
	"math"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// seatRows are those of who sits where.
func seatRows() []row {
	return []row{
		{by: takes(typed("rum join"), button(render.VerbJoin)), who: newcomer, needs: openTable, manner: silent, ask: asks(sitting.Join{}), then: tellOnTable(joined)},
		{
			by: takes(typed("rum leave"), button(render.VerbLeave), button(render.VerbLeaveSure)), who: seated, needs: openTable, manner: silent,
			ask: askLeave, then: tellOnTable(left), sure: about(render.LeaveNow),
		},
		{by: takes(typed("rum away"), button(render.VerbAway)), who: seated, needs: openTable, stands: onHand, ask: asks(sitting.Away{}), then: goneAway},
		{by: takes(typed("rum add"), choice(render.VerbAddComputer)), who: host, needs: openTable, manner: silent, ask: askComputer, then: tellOnTable(added)},
		{
			by: takes(typed("rum remove"), button(render.VerbRemoveSure)), who: host, needs: openTable, counts: countedAtRest,
			ask: askRemove, then: tell(removed), sure: removeNow, completes: map[string]completion{"seat": completeSeat},
		},
		{
			by: takes(choice(render.VerbRemove)), who: host, needs: openTable, counts: countedAtRest, stands: onSettings,
			ask: askRemove, then: showSaved, sure: removeNow,
		},
	}
}

func joined(v *visit) render.NoticeModel {
	if v.snap.Me == engine.Nobody {
		if m := v.snap.Match; m != nil && !m.Over {
			return render.NoticeModel{News: render.After}
		}
		return render.NoticeModel{News: render.Later}
	}
	return render.NoticeModel{News: render.Joined}
}

func askLeave(v *visit) (sitting.Action, error) {
	return sitting.Leave{Sure: v.key.Verb == render.VerbLeaveSure}, nil
}

func left(v *visit) render.NoticeModel {
	for _, t := range v.snap.Seats {
		if v.midHand() && t.Person == v.me && t.Leaving {
			return render.NoticeModel{News: render.Leaves}
		}
	}
	return render.NoticeModel{News: render.Left}
}

// goneAway tells what happens while the caller is away. Who asked by a
// private click sees their hand there, if they have one.
func goneAway(ctx context.Context, v *visit) {
	v.welcome = ""
	if v.answer.manner == over && v.mayPlay() == nil {
		v.showHand(ctx, "")
		return
	}
	v.say(ctx, render.Gone(v.words, &v.snap))
}

// added tells which computer has sat down.
func added(v *visit) render.NoticeModel {
	return render.NoticeModel{News: render.Added, Word: render.ComputerName(&v.snap)}
}

func askComputer(v *visit) (sitting.Action, error) {
	word, given := v.word("level")
	if !given {
		return sitting.AddComputer{Level: defaultLevel}, nil
	}
	if who, err := opponent.ParseCharacter(word); err == nil && v.handle.isClick() {
		return sitting.AddComputer{Character: who}, nil
	}
	level, err := opponent.ParseLevel(word) // what tables drawn before there were characters list
	switch {
	case err != nil && v.handle.isClick():
		return nil, render.ErrForged
	case err != nil:
		return nil, refused(sitting.BadSettings)
	}
	return sitting.AddComputer{Level: level}, nil
}

// askRemove reads a seat, whose number is from 1 where it is typed.
func askRemove(v *visit) (sitting.Action, error) {
	if !v.handle.isClick() {
		return sitting.Remove{Seat: seatNumber(v.call.number("seat") - 1)}, nil
	}
	word, _ := v.word("seat")
	seat, err := strconv.Atoi(word)
	if err != nil {
		return nil, render.ErrForged
	}
	return sitting.Remove{Seat: seatNumber(seat), Sure: v.key.Verb == render.VerbRemoveSure}, nil
}

// seatNumber is the seat of a number from 0, or one that nobody has for a number
// that no seat can have.
func seatNumber(n int) engine.Seat {
	return engine.Seat(min(max(n, -1), math.MaxInt8))
}

// removeNow asks whether the reader is sure of whom to remove.
func removeNow(v *visit) (render.Question, engine.Seat) {
	asked, _ := v.asked.(sitting.Remove)
	return render.RemoveNow, asked.Seat
}

func removed(v *visit) render.NoticeModel {
	asked, _ := v.asked.(sitting.Remove)
	if v.midHand() && int(asked.Seat) < len(v.snap.Seats) {
		return render.NoticeModel{News: render.Removing}
	}
	return render.NoticeModel{News: render.Removed}
}

// completeSeat offers the seats to who may empty one.
func completeSeat(_ context.Context, v *visit) ([]render.Choice, error) {
	if !v.mayChange() {
		return nil, nil
	}
	return render.CompleteSeat(v.words, v.completing()), nil
}
