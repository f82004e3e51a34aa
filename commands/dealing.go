package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// postDeal posts the message of a hand that is frozen, which is the table message from then on.
// The one before is cleared away later: the hand waits for this one.
func (b *Noticeboard) postDeal(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	d := render.DealtOf(at.snap.Deal)
	is := func(text string) bool { return isDealing(at, d, text) }
	first := render.Dealing(at.words, d)
	d.Again = true
	id, err := b.createOnce(ctx, at.snap, p, at.snap.Deal.Seal, is, first, render.Dealing(at.words, d))
	if err != nil {
		return at.refs, err
	}
	b.boards.came(at.snap.ID, id, turnOf(at.snap))
	return at.refs.Deals(p.Hand, id, b.now()), nil
}

// isDealing says whether a text is that of a hand's message, however it was told.
func isDealing(at screen, d render.Dealt, text string) bool {
	for _, mute := range []bool{false, true} {
		for _, again := range []bool{false, true} {
			d.Mute, d.Again = mute, again
			if text == render.DealingLine(at.words, d) {
				return true
			}
		}
	}
	return false
}

// clear takes away the table messages in whose place another stands. One whose id is a cut
// stays for whoever wants to see it, and shrinks to its line.
func (b *Noticeboard) clear(ctx context.Context, at screen, refs table.Refs) table.Refs {
	return b.tidy(ctx, at.snap.Channel, refs, func(ctx context.Context, old table.Before) error {
		if old.Hand > 0 {
			return b.shrink(ctx, at, old)
		}
		return b.remove(ctx, at.snap.Channel, old.Message)
	})
}

// mostLeft bounds how many messages wait to be cleared away.
const mostLeft = 20

// tidy clears away the messages in whose place another stands. What passing trouble keeps it from
// is left for later: the first time the post is made once more, which tries again; then the next
// change does.
func (b *Noticeboard) tidy(
	ctx context.Context, c sitting.Channel, refs table.Refs, away func(context.Context, table.Before) error,
) table.Refs {
	first, all := len(refs.Left) == 0, refs.Uncleared()
	refs.Left, refs.Before = nil, table.Before{}
	ctx = rest.For(ctx, rest.KindTidy)
	for i, old := range all {
		if old.Message == refs.Table {
			continue
		}
		err := away(ctx, old)
		if err != nil && !rest.HasCode(err, rest.CodeUnknownMessage) {
			b.line.Log.Warn("old message not cleared away", "channel", c, "message", old.Message, "error", err)
		}
		switch {
		case err == nil, isRefused(err):
			continue
		case rest.HasCode(err, rest.CodeOldMessageEdits): // it lasts: the table's next change tries again
			refs.Left = append(refs.Left, old)
			continue
		}
		refs.Left, refs.Unsure = append(refs.Left, all[i:]...), refs.Unsure || first
		break
	}
	refs.Left = refs.Left[max(len(refs.Left)-mostLeft, 0):]
	return refs
}

// shrink leaves of a table message the line that its id goes with.
func (b *Noticeboard) shrink(ctx context.Context, at screen, old table.Before) error {
	d := render.Dealt{Hand: old.Hand}
	switch last := at.snap.Last; {
	case at.snap.Phase != sitting.Dealing && at.snap.Deal.Hand == old.Hand:
		d = render.DealtOf(at.snap.Deal)
	case last != nil && last.Hand == old.Hand:
		d.Words = wordsOf(last)
	}
	var refs table.Refs // whether an older edit may arrive yet matters nothing: it is of what the message was
	edit := func() error {
		return b.edit(ctx, draft{Message: render.Dealing(at.words, d), in: at.snap.Channel, over: old.Message}, &refs)
	}
	err := edit()
	if isFiltered(refusal(err)) {
		d.Mute = true
		err = edit()
	}
	return err
}

// wordsOf are the words that were cut into a hand whose own message is the last cut.
func wordsOf(last *sitting.HandResult) []string {
	if last.Table == "" || len(last.Cuts) < 2 {
		return nil
	}
	return last.Cuts[1 : len(last.Cuts)-1]
}
