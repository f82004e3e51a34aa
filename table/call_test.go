package table_test

import (
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// calls lists when calls of a kind were posted, from a moment on.
func (h *hall) calls(kind table.PostKind, from time.Time) []time.Duration {
	h.tb.Helper()
	var at []time.Duration
	for _, p := range h.wall.list(kind) {
		at = append(at, p.At.Sub(from))
	}
	return at
}

// TestWhoHasJustActedIsCalledAllTheSame holds for every pace: whoever acted as their
// turn came is called a minute later, or after half of their time where that is less,
// once; and a reminder comes at half time, but a minute after the call at the soonest.
func TestWhoHasJustActedIsCalledAllTheSame(t *testing.T) {
	t.Parallel()
	const s, m, hour = time.Second, time.Minute, time.Hour
	for _, c := range []struct {
		limit        time.Duration
		call, remind []time.Duration
	}{
		{m, []time.Duration{30 * s}, nil},
		{90 * s, []time.Duration{45 * s}, nil},
		{2 * m, []time.Duration{m}, nil},
		{3 * m, []time.Duration{m}, []time.Duration{2 * m}},
		{10 * m, []time.Duration{m}, []time.Duration{5 * m}},
		{4 * hour, []time.Duration{m}, []time.Duration{2 * hour}},
		{8 * hour, []time.Duration{m}, []time.Duration{4 * hour}},
		{24 * hour, []time.Duration{m}, []time.Duration{12 * hour}},
		{0, []time.Duration{m}, nil},
	} {
		t.Run(c.limit.String(), func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.dealsWithin(c.limit, "ann", "bob")
				begun := time.Now()
				pass(max(c.limit, hour) - time.Millisecond)
				if c.limit == 0 || c.limit >= hour {
					equal(t, h.calls(table.PostPing, begun), c.call)
					equal(t, h.calls(table.PostReminder, begun), c.remind)
					return
				}
				equal(t, h.calls(table.PostPing, begun)[:1], c.call)
				equal(t, append([]time.Duration(nil), h.calls(table.PostReminder, begun)[:len(c.remind)]...), c.remind)
			})
		})
	}
}

// dealsAt is deals at a pace.
func (h *hall) dealsAt(pace sitting.Pace, people ...sitting.Person) {
	h.tb.Helper()
	do := openIn("channel")
	do.Settings.Pace = pace
	h.opens(people[0], do, people[1:]...)
	h.does(people[0], sitting.Start{})
}

// TestWhoseTurnItIsIsToldAtEveryPace says of each pace when the one to play is called
// and reminded, reckoned from the begin of their turn, to the end of its time or, where
// there is none, for two days.
func TestWhoseTurnItIsIsToldAtEveryPace(t *testing.T) {
	t.Parallel()
	const never = -1
	type pace struct {
		sitting.Pace
		limit, wait time.Duration
	}
	paces := map[string]pace{
		"live": {sitting.Live, 90 * time.Second, 45 * time.Second}, "today": {sitting.Today, 4 * time.Hour, time.Minute},
		"slow": {sitting.Slow, 24 * time.Hour, time.Minute}, "none": {sitting.None, 0, time.Minute},
	}
	// Each leads to the begin of a turn and, from there, says when the call comes.
	stories := map[string]func(h *hall, p pace) (begun time.Time, call, half time.Duration){
		"who has just acted": func(h *hall, p pace) (time.Time, time.Duration, time.Duration) {
			h.dealsAt(p.Pace, "ann", "bob")
			return time.Now(), p.wait, p.limit / 2
		},
		"who has been idle": func(h *hall, p pace) (time.Time, time.Duration, time.Duration) {
			h.dealsAt(p.Pace, "ann", "bob")
			pass(time.Minute + time.Second)
			h.passes()
			return time.Now(), 0, p.limit / 2
		},
		"who has clicked since": func(h *hall, p pace) (time.Time, time.Duration, time.Duration) {
			h.dealsAt(p.Pace, "ann", "bob")
			begun := time.Now()
			pass(p.wait - time.Millisecond)
			h.looks(h.onTurn())
			return begun, never, max(p.limit/2, p.wait-time.Millisecond+time.Minute)
		},
		"a restart while the call is held back": func(h *hall, p pace) (time.Time, time.Duration, time.Duration) {
			h.dealsAt(p.Pace, "ann", "bob")
			begun := time.Now()
			pass(p.wait - time.Millisecond)
			h.restart()
			return begun, 2*p.wait - time.Millisecond, p.limit / 2
		},
		"a restart after the call": func(h *hall, p pace) (time.Time, time.Duration, time.Duration) {
			h.dealsAt(p.Pace, "ann", "bob")
			begun := time.Now()
			pass(p.wait)
			h.restart()
			return begun, p.wait, p.limit / 2
		},
		"a turn right after a restart": func(h *hall, p pace) (time.Time, time.Duration, time.Duration) {
			h.dealsAt(p.Pace, "ann", "bob")
			pass(time.Minute + time.Second)
			h.restart()
			h.passes()
			return time.Now(), p.wait, p.limit / 2
		},
		"a turn that comes back": func(h *hall, p pace) (time.Time, time.Duration, time.Duration) {
			h.dealsAt(p.Pace, "ann", "bob")
			pass(p.wait) // when they are called
			first := h.onTurn()
			h.passes()
			pass(time.Second)
			h.does(first, sitting.TakeBack{})
			h.does(h.onTurn(), sitting.Agree{Yes: true})
			equal(h.tb, h.onTurn(), first)
			return time.Now(), p.wait, max(p.limit-p.wait, time.Minute) - p.limit/2 // of the rest of the time
		},
		"quiet hours": func(h *hall, p pace) (time.Time, time.Duration, time.Duration) {
			end := time.Minute
			if p.Pace != sitting.Live {
				end = time.Hour
			}
			half := p.limit / 2
			if p.Pace == sitting.Slow { // its clock stands still meanwhile
				half += end
			}
			for _, of := range []sitting.Person{"ann", "bob"} {
				h.quiet(of, sitting.Quiet{From: 23 * 60, To: int(end / time.Minute), Zone: "UTC"})
			}
			h.dealsAt(p.Pace, "ann", "bob")
			return time.Now(), end, half
		},
	}
	for name, p := range paces {
		for told, story := range stories {
			t.Run(name+", "+told, func(t *testing.T) {
				inHall(t, func(t *testing.T, h *hall) {
					begun, call, remind := story(h, p)
					var calls, reminders []time.Duration
					if call != never {
						calls, remind = []time.Duration{call}, max(remind, call+time.Minute)
					}
					if remind < p.limit {
						reminders = []time.Duration{remind}
					}
					end := 48 * time.Hour
					if s := h.looks(""); !s.Deadline.IsZero() {
						end = s.Deadline.Sub(begun)
					}
					pass(end - time.Millisecond - time.Since(begun))
					isEarlier := func(at time.Duration) bool { return at < 0 }
					equal(t, slices.DeleteFunc(h.calls(table.PostPing, begun), isEarlier), calls)
					equal(t, slices.DeleteFunc(h.calls(table.PostReminder, begun), isEarlier), reminders)
				})
			})
		}
	}
}

func TestAWishCallsThoseWhomItAsks(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob", "cy")
		pass(5 * time.Minute)
		first := h.onTurn()
		h.passes()
		next := h.onTurn()
		others := slices.DeleteFunc([]sitting.Person{"ann", "bob", "cy"}, func(p sitting.Person) bool { return p == first })
		h.does(first, sitting.TakeBack{})
		pass(0)
		wishes := h.wall.list(table.PostWish)
		equal(t, len(wishes), 1)
		whom := wishes[0].Post.Calls
		slices.Sort(whom)
		equal(t, whom, others)
		equal(t, wishes[0].Post.Seq, wishes[0].Seen.Takeback.Asked)
		h.does(next, sitting.Agree{Yes: false})
		pass(5 * time.Minute)
		equal(t, len(h.wall.list(table.PostWish)), 1)
	})
}

// TestAWishWaitsForWhoHasJustActed asks people who were about: they see it at the
// table, and are called when they have done nothing for a minute.
func TestAWishWaitsForWhoHasJustActed(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(5 * time.Minute)
		first := h.onTurn()
		h.passes()
		other := h.onTurn()
		h.looks(other)
		pass(time.Second)
		h.does(first, sitting.TakeBack{})
		asked := time.Now()
		pass(time.Minute - time.Millisecond)
		equal(t, len(h.wall.list(table.PostWish)), 0)
		h.restart()
		pass(time.Minute)
		equal(t, h.calls(table.PostWish, asked), []time.Duration{2*time.Minute - time.Millisecond})
		h.does(other, sitting.Agree{Yes: true})
		equal(t, h.onTurn(), first)
	})
}

func TestANudgeCallsTheOneToPlayOnceInFourHours(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsWithin(24*time.Hour, "ann", "bob", "cy")
		late := h.onTurn()
		others := slices.DeleteFunc([]sitting.Person{"ann", "bob", "cy"}, func(p sitting.Person) bool { return p == late })
		pass(time.Hour)
		h.does(others[0], sitting.Nudge{})
		pass(0)
		nudges := h.wall.list(table.PostNudge)
		equal(t, len(nudges), 1)
		equal(t, nudges[0].Post.Calls, []sitting.Person{late})
		equal(t, nudges[0].Seen.Nudger, others[0])
		pass(4*time.Hour - time.Millisecond)
		h.refused(others[1], sitting.Nudge{}, sitting.NudgedLately)
		h.restart()
		h.refused(others[0], sitting.Nudge{}, sitting.NudgedLately)
		pass(time.Millisecond)
		h.does(others[1], sitting.Nudge{})
		pass(0)
		equal(t, len(h.wall.list(table.PostNudge)), 2)
		h.sound()
	})
}

func TestWhomNobodyMayNudge(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.refused("ann", sitting.Nudge{}, sitting.NoHand)
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		for h.onTurn() == "" {
			pass(delay)
		}
		late := h.onTurn()
		h.refused("mae", sitting.Nudge{}, sitting.NotSeated)
		h.refused(late, sitting.Nudge{}, sitting.NudgesSelf)
		other := sitting.Person("ann")
		if late == other {
			other = "bob"
		}
		h.quiet(late, night())
		h.refused(other, sitting.Nudge{}, sitting.WantsQuiet)
		h.does(late, sitting.Away{})
		h.refused(other, sitting.Nudge{}, sitting.NudgesComputer)
		equal(t, len(h.wall.list(table.PostNudge)), 0)
	})
}

// TestADrawShowsWithTheTurnsEnd counts what is written to the table message: once a
// turn where it ends soon, and once more after twenty seconds where it doesn't.
func TestADrawShowsWithTheTurnsEnd(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(*hall){
		"one house": func(*hall) {},
		"a restart": (*hall).restart,
	} {
		t.Run(name, func(t *testing.T) {
			inHallOf(t, table.Options{Gather: 20 * time.Second}, func(t *testing.T, h *hall) {
				h.dealsTimed("ann", "bob")
				pass(0)
				before := len(h.wall.list(table.PostTable))
				h.moves()
				pass(15 * time.Second)
				equal(t, len(h.wall.list(table.PostTable)), before)
				h.passes()
				pass(0)
				equal(t, len(h.wall.list(table.PostTable)), before+1)
				turned := h.wall.list(table.PostTable)[before]
				equal(t, turned.Post.Late, false) // else it would be left to a post that doesn't come
				equal(t, turned.Post.Seq, h.looks("").Seq)
				h.moves()
				pass(20*time.Second - time.Millisecond)
				equal(t, len(h.wall.list(table.PostTable)), before+1)
				cut(h)
				pass(time.Millisecond)
				shown := h.wall.list(table.PostTable)
				equal(t, len(shown), before+2)
				equal(t, shown[before+1].Seen, h.looks(""))
				pass(0)
				equal(t, len(h.log().Owed), 0)
			})
		})
	}
}

// TestAComputersTurnIsOneEdit counts them over a hand.
func TestAComputersTurnIsOneEdit(t *testing.T) {
	t.Parallel()
	inHallOf(t, table.Options{Gather: 20 * time.Second}, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		pass(0)
		before := len(h.wall.list(table.PostTable))
		h.finishes()
		pass(0)
		turns := h.looks("").View.Turns
		if edits := len(h.wall.list(table.PostTable)) - before; edits > turns+1 {
			t.Errorf("%d edits in %d turns", edits, turns)
		}
	})
}

// TestAWishToEndCallsThoseWhomItAsks has one of those asked be about: the call waits
// for nobody if any of them is idle.
func TestAWishToEndCallsThoseWhomItAsks(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob", "cy")
		pass(5 * time.Minute)
		h.looks("bob")
		h.does("ann", sitting.End{Sure: true})
		pass(0)
		votes := h.wall.list(table.PostVote)
		equal(t, len(votes), 1)
		whom := votes[0].Post.Calls
		slices.Sort(whom)
		equal(t, whom, []sitting.Person{"bob", "cy"})
		equal(t, votes[0].Post.Seq, votes[0].Seen.Ending.Number)
		pass(10 * time.Minute)
		equal(t, len(h.wall.list(table.PostVote)), 1)
		h.sound()
	})
}
