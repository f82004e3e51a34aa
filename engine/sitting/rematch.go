package sitting

import (
	"cmp"
	"slices"
)

// Rematch completes a wish for a table like a closed one that the caller sat at:
// with its settings, the match that it played last, and whoever stayed there to the end, computers too, seated in
// their order from the left of the caller on.
func Rematch(old State, by Person, do Open) (Open, error) {
	sat := func(t seat) bool { return t.Person == by }
	switch {
	case old.channel != do.Channel:
		return do, &Refusal{Code: NoTable}
	case old.phase != Ended:
		return do, &Refusal{Code: ChannelTaken}
	case !slices.ContainsFunc(old.seats.hand, sat) && !slices.ContainsFunc(old.seats.wait, sat):
		return do, &Refusal{Code: NeverSat}
	}
	do.Settings, do.sitters = old.settings, nil
	do.Settings.Match = cmp.Or(do.Settings.Match, old.played)
	stayed := old.seats.staying()
	me := max(slices.IndexFunc(stayed, sat), 0)
	for _, t := range slices.Concat(stayed[me:], stayed[:me]) {
		if t.Person != by && (t.Person == "" || !slices.Contains(do.Gone, t.Person)) {
			do.sitters = append(do.sitters, Sitter{Person: t.Person, Computer: t.Computer})
		}
	}
	// Who left and comes back may find their seat given to another.
	do.sitters = do.sitters[:min(len(do.sitters), do.Settings.Seats-1)]
	return do, nil
}
