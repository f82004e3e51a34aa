package table

import (
	"context"
	"slices"
)

// like completes a wish for a table like a closed one, from what is stored of that.
func (h *House) like(ctx context.Context, c Command, do Open) (Open, error) {
	log, err := h.stored(ctx, do.Like)
	if err != nil {
		return do, err
	}
	old := replay(do.Like, log)
	sat := func(t seat) bool { return t.Person == c.By }
	switch {
	case old.channel != do.Channel:
		return do, &Refusal{Code: NoTable}
	case old.phase != Ended:
		return do, &Refusal{Code: ChannelTaken}
	case !slices.ContainsFunc(old.seats, sat) && !slices.ContainsFunc(old.waiting, sat):
		return do, &Refusal{Code: NotSeated}
	}
	do.Settings, do.sitters = old.settings, nil
	stayed := old.staying()
	me := max(slices.IndexFunc(stayed, sat), 0)
	for _, t := range slices.Concat(stayed[me:], stayed[:me]) {
		if t.Person != c.By {
			do.sitters = append(do.sitters, Sitter{Person: t.Person, Computer: t.Computer})
		}
	}
	// Who left and comes back may find their seat given to another.
	do.sitters = do.sitters[:min(len(do.sitters), do.Settings.Seats-1)]
	return do, nil
}
