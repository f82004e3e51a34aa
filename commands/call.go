package commands

import (
	"cmp"
	"context"
	"errors"
	"maps"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// errCallStands asks for another try: the call that another replaces could not be deleted.
var errCallStands = errors.New("commands: the old call still stands")

// reasons are those of the kinds of calls.
//
//nolint:gochecknoglobals // constant table
var reasons = map[table.PostKind]render.Reason{
	table.PostPing: render.YourTurn, table.PostReminder: render.HalfTime, table.PostNudge: render.Nudged, table.PostWish: render.Wished,
	table.PostVote: render.Voted, table.PostInvite: render.Invited, table.PostOpening: render.TableOpens,
	table.PostSought: render.HostWanted,
}

// postCall calls those who are asked something. Of the calls of a turn one stands; and
// where the table isn't to be seen, the call becomes the table, so that a turn never
// brings two messages.
func (b *Noticeboard) postCall(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	asks := p.Kind.Asks()
	if p.Calls = b.wanting(ctx, offOf(p.Kind), p.Calls); len(p.Calls) == 0 {
		return at.refs, nil // it stands at the table
	}
	refs := b.withoutCalls(ctx, at, func(of sitting.Ask) bool { return of == asks })
	if _, stands := callsOf(refs)[asks]; stands {
		return refs, errCallStands
	}
	lost := asks == sitting.AsksTurn && b.isLost(at.snap, refs) // before the call itself stands below
	at.words = b.wordsOf(ctx, at, p.Calls)
	call, refused, err := b.callDirectly(ctx, p, at)
	switch {
	case err != nil:
		return refs, err
	case call.Message != "":
		return withCall(refs, asks, call), nil
	}
	draw := render.Call
	if refused {
		draw = render.CallBack
	}
	id, err := b.create(ctx, at.snap, p, draw(at.pen(), at.reader, at.snap, reasons[p.Kind], p.Calls))
	if err != nil {
		return refs, err
	}
	if refused {
		b.callHere(ctx, p.Calls[0])
	}
	b.boards.called(at.snap.ID, id)
	if lost {
		return b.becomeTable(ctx, id, p, at, refs)
	}
	b.places.called(at.snap.Channel, id)
	return withCall(refs, asks, table.Asked{Message: id, Seq: p.Seq}), nil
}

// isLost says whether the table message stands above others, or came with this turn.
func (b *Noticeboard) isLost(s *sitting.Sight, refs table.Refs) bool {
	return refs.Table == "" || b.places.below(s.Channel, refs.Table) || b.boards.cameWith(s.ID, turnOf(s))
}

// becomeTable turns a call, whose push has gone out, into the table message, in place
// of the one before.
func (b *Noticeboard) becomeTable(ctx context.Context, id string, p table.Post, at screen, refs table.Refs) (table.Refs, error) {
	s := at.snap
	at.words, at.refs = b.words.For(s.Settings.Lang), refs
	m := at.board()
	if err := b.edit(ctx, draft{Message: m, in: s.Channel, over: id, call: true}, &refs); err != nil {
		return refs, refusal(err)
	}
	refs = b.clear(ctx, at, refs) // one that is left from before
	refs = refs.Moves(id, b.now())
	refs.PingSeq, refs.PingIn = p.Seq, ""
	b.places.noted(s.Channel, id)
	b.boards.came(s.ID, id, turnOf(s))
	b.boards.wrote(s, id)
	return b.clear(ctx, at, refs), nil
}

// wordsOf gives the language that those speak who are called, as far as they were seen
// to; the table's where that isn't one.
func (b *Noticeboard) wordsOf(ctx context.Context, at screen, of []sitting.Person) lang.Lang {
	shared := ""
	for i, p := range of {
		kept, err := b.people.registry.Kept(ctx, p)
		if err != nil {
			b.line.Log.Warn("language not read", "table", at.snap.ID, "by", p, "error", err)
		}
		if err != nil || kept.Lang == "" || i > 0 && kept.Lang != shared {
			return b.words.For(at.snap.Settings.Lang)
		}
		shared = kept.Lang
	}
	return b.words.For(shared)
}

// withoutCalls deletes the calls that are over, and those that are unwanted. Where
// that fails it is tried again with the next change, since the post that is to be
// made matters more. A direct message that Discord doesn't let go stays, or the
// calls of all others would wait for it.
func (b *Noticeboard) withoutCalls(ctx context.Context, at screen, unwanted func(sitting.Ask) bool) table.Refs {
	refs := at.refs
	for asks, call := range callsOf(refs) {
		if call.In == "" {
			b.places.called(at.snap.Channel, call.Message)
		}
		if !isOver(asks, call, at.snap) && !unwanted(asks) {
			continue
		}
		switch err := b.remove(ctx, cmp.Or(call.In, at.snap.Channel), call.Message); {
		case errors.Is(err, rest.ErrGaveWay):
			continue
		case err != nil:
			b.line.Log.Warn("old call not deleted", "table", at.snap.ID, "error", err)
			if call.In == "" || !isRefused(err) {
				continue
			}
		}
		refs = withCall(refs, asks, table.Asked{Seq: call.Seq})
	}
	return refs
}

func isOver(asks sitting.Ask, call table.Asked, s *sitting.Sight) bool {
	for kind := range reasons {
		if kind.Asks() == asks {
			return table.Post{Kind: kind, Seq: call.Seq}.IsOver(*s)
		}
	}
	return true
}

// callsOf lists the calls that stand.
func callsOf(refs table.Refs) map[sitting.Ask]table.Asked {
	calls := maps.Clone(refs.Asked)
	if refs.Ping != "" {
		if calls == nil {
			calls = make(map[sitting.Ask]table.Asked)
		}
		calls[sitting.AsksTurn] = table.Asked{Message: refs.Ping, Seq: refs.PingSeq, In: refs.PingIn}
	}
	return calls
}

// withCall notes a call; one without a message stands no more.
func withCall(refs table.Refs, asks sitting.Ask, call table.Asked) table.Refs {
	if asks == sitting.AsksTurn {
		refs.Ping, refs.PingSeq, refs.PingIn = call.Message, call.Seq, call.In
		return refs
	}
	refs.Asked = maps.Clone(refs.Asked)
	if refs.Asked == nil {
		refs.Asked = make(map[sitting.Ask]table.Asked)
	}
	refs.Asked[asks] = call
	if call.Message == "" {
		delete(refs.Asked, asks)
	}
	return refs
}

// remove deletes a public message, through a click on it where there was one lately:
// that costs none of what the bot may do in a second. Where that isn't done at once the bot's own token is another way.
func (b *Noticeboard) remove(ctx context.Context, c sitting.Channel, message string) error {
	if token := b.boards.lent(message, b.now()); token != "" {
		b.boards.spent(message, token)
		err := b.line.REST.SpareOriginal(ctx, b.line.Application, token)
		if err == nil {
			return nil
		}
		b.line.Log.Debug("not deleted by a click", "error", err)
	}
	return b.line.REST.DeleteMessage(ctx, string(c), message)
}

// waitsOnPerson says whether a person is to play, who is called or has just acted.
func waitsOnPerson(s *sitting.Sight) bool {
	if s.View.Turn == engine.Nobody || int(s.View.Turn) >= len(s.Seats) {
		return false
	}
	t := s.Seats[s.View.Turn]
	return t.Person != "" && !t.Away && !t.Leaving
}
