package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// above sees the table of the channel that a thread without a table of its own hangs on, where the
// thread hangs on a message of that table. Elsewhere the refusal tells where that table is.
func (v *visit) above(ctx context.Context, none error) error {
	parent := v.in.Channel.Parent
	if parent == "" || !v.in.thread() {
		return none
	}
	id, err := v.hall.tables.Before(ctx, parent, "")
	if isNoTable(err) {
		return none
	}
	if err != nil {
		return err
	}
	messages, err := v.hall.tables.Messages(ctx, id)
	if err != nil {
		return err
	}
	if slices.Contains(messages, string(v.in.ChannelID)) {
		return v.look(ctx, id)
	}
	s, err := v.hall.tables.Peek(ctx, id, v.me)
	if err != nil {
		return err
	}
	if s.Phase == sitting.Ended || s.Server != v.in.Server || len(messages) == 0 {
		return none
	}
	return &render.DoorRefusal{Code: render.TableAbove, Link: strings.TrimSuffix(linkTo(&s, messages[0]), "/")}
}

// inThreadOf says whether the visit is in a thread that hangs on a message of the table that is
// seen.
func (v *visit) inThreadOf(ctx context.Context) (bool, error) {
	if !v.in.thread() || v.in.Channel.Parent != v.snap.Channel {
		return false, nil
	}
	messages, err := v.hall.tables.Messages(ctx, v.snap.ID)
	return slices.Contains(messages, string(v.in.ChannelID)), err
}
