package commands

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// Codes of Discord's that mean a post can never be made, beside those that rest names.
const codeUnknownChannel = 10003

// oldMessage is the age from which Discord lets a message be edited only now
// and then, less a little.
const oldMessage = 55 * time.Minute

// Post implements [table.Poster].
func (h *Hall) Post(ctx context.Context, p table.Post, s sitting.Sight, refs table.Refs) (table.Refs, error) {
	who, err := h.people.cast(ctx, &s)
	if err != nil {
		return refs, err
	}
	at := screen{hall: h, words: h.opt.Words.For(s.Lang), snap: &s, cast: who, refs: refs}
	switch p.Kind {
	case table.PostCommitment:
		refs.Commitments = maps.Clone(refs.Commitments)
		if refs.Commitments == nil {
			refs.Commitments = make(map[int]string)
		}
		// Older ones are linked from nowhere any more.
		maps.DeleteFunc(refs.Commitments, func(hand int, _ string) bool { return hand < p.Hand-1 })
		refs.Commitments[p.Hand], err = h.create(ctx, &s, p, at.seal())
	case table.PostResult:
		refs.ResultHand = p.Hand
		refs.Result, err = h.create(ctx, &s, p, at.result())
	case table.PostPing, table.PostReminder:
		refs, err = h.postPing(ctx, p, at)
	case table.PostTable:
		refs, err = h.postTable(ctx, p, at)
		if err == nil {
			h.refresh(ctx, &s)
		}
	}
	return refs, err
}

// create posts a new message. The nonce is the post's, so a post that is made
// again after a lost answer stands once.
func (h *Hall) create(ctx context.Context, s *sitting.Sight, p table.Post, m render.Message) (string, error) {
	nonce := string(s.ID) + strconv.FormatInt(p.ID, 36)
	made, err := h.opt.REST.CreateMessage(ctx, string(s.Channel), nonce, rest.Payload{Body: m})
	if err != nil {
		return "", gone(err)
	}
	if p.Kind == table.PostPing || p.Kind == table.PostReminder {
		h.places.pinged(s.Channel, made.ID)
	} else {
		h.places.noted(s.Channel, made.ID)
	}
	return made.ID, nil
}

// gone marks an error of Discord's that no trying again will mend.
func gone(err error) error {
	if rest.HasCode(err, codeUnknownChannel, rest.CodeMissingAccess, rest.CodeMissingPermissions, rest.CodeThreadLocked, rest.CodeInvalidForm) {
		return fmt.Errorf("%w: %w", table.ErrGone, err)
	}
	return err
}

// errPingStands asks for another try: the ping that a reminder replaces could not be deleted.
var errPingStands = errors.New("commands: the old ping still stands")

// postPing calls the one to play. A reminder takes the place of the ping.
func (h *Hall) postPing(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	half := p.Kind == table.PostReminder
	refs := h.withoutPing(ctx, at, half)
	if half && refs.Ping != "" {
		return refs, errPingStands
	}
	if at.snap.View.Turn == engine.Nobody {
		return refs, nil
	}
	id, err := h.create(ctx, at.snap, p, at.ping(half))
	if err != nil {
		return refs, err
	}
	refs.Ping, refs.PingSeq = id, p.Seq
	return refs, nil
}

// withoutPing deletes the ping of an earlier turn, or that of this one too. Where
// that fails it is tried again with the next change, since the post that is to be
// made matters more.
func (h *Hall) withoutPing(ctx context.Context, at screen, present bool) table.Refs {
	refs := at.refs
	h.places.pinged(at.snap.Channel, refs.Ping)
	if refs.Ping == "" || refs.PingSeq == at.snap.Version && !present {
		return refs
	}
	if err := h.opt.REST.DeleteMessage(ctx, string(at.snap.Channel), refs.Ping); err != nil {
		h.opt.Log.Warn("old ping not deleted", "table", at.snap.ID, "error", err)
		return refs
	}
	refs.Ping = ""
	return refs
}

// postTable writes the table message: by the answer to a click on it where one
// waits, else by an edit, else, where that wouldn't be seen, anew.
func (h *Hall) postTable(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	refs, err := h.writeTable(ctx, p, at, h.withoutPing(ctx, at, false))
	if err == nil {
		h.boards.wrote(at.snap.ID, refs.Table, turnOf(at.snap))
	}
	return refs, err
}

func (h *Hall) writeTable(ctx context.Context, p table.Post, at screen, refs table.Refs) (table.Refs, error) {
	s, m := at.snap, at.board()
	anew := p.Again || h.hidden(s, refs)
	made := h.carry(ctx, h.boards.take(s.ID, s.Seq, refs.Table), m, func(v *visit) bool {
		if refs.Table == "" {
			return v.answer.manner == posting
		}
		return !anew && v.answer.manner == silent && v.in.Message.ID == refs.Table
	})
	switch {
	case made != nil && refs.Table == "":
		refs.Table, refs.TablePosted = made.ID, h.opt.Now()
		h.places.noted(s.Channel, made.ID)
		return refs, nil
	case made != nil:
		return refs, nil
	case anew || refs.Table == "":
		return h.tableAnew(ctx, p, at, refs, m)
	}
	_, err := h.opt.REST.EditMessage(ctx, string(s.Channel), refs.Table, rest.Payload{Body: m})
	switch {
	case rest.HasCode(err, rest.CodeUnknownMessage):
		refs.Table = "" // somebody deleted it
		return h.tableAnew(ctx, p, at, refs, m)
	case rest.HasCode(err, rest.CodeOldMessageEdits, rest.CodeThreadArchived):
		return h.tableAnew(ctx, p, at, refs, m)
	}
	return refs, gone(err)
}

// hidden says whether a turn begins that a table message edited in place wouldn't
// show: other messages stand below it, or Discord has begun to hold back its edits.
func (h *Hall) hidden(s *sitting.Sight, refs table.Refs) bool {
	if refs.Table == "" || s.Phase != sitting.Playing || !h.boards.turned(s.ID, turnOf(s)) {
		return false
	}
	return h.places.below(s.Channel, refs.Table) || h.opt.Now().Sub(refs.TablePosted) > oldMessage
}

// carry answers the first rider that fits by the table message, and lets go of
// all. Nil: the message is still to be written.
func (h *Hall) carry(ctx context.Context, riders []*rider, m render.Message, fits func(*visit) bool) *rest.Message {
	var made *rest.Message
	for _, r := range riders {
		carried := false
		if made == nil && fits(r.visit) {
			made = r.visit.answer.carry(ctx, m)
			carried = made != nil
		}
		r.carried <- carried
	}
	return made
}

// tableAnew posts the table message below all else and deletes the earlier one.
func (h *Hall) tableAnew(ctx context.Context, p table.Post, at screen, refs table.Refs, m render.Message) (table.Refs, error) {
	again := h.boards.trying(at.snap.ID, p.ID)
	id, err := h.create(ctx, at.snap, p, m)
	if err != nil {
		return refs, err
	}
	if again {
		// The message may be one that an earlier try made, and show what was so then.
		if _, err := h.opt.REST.EditMessage(ctx, string(at.snap.Channel), id, rest.Payload{Body: m}); err != nil {
			return refs, gone(err)
		}
	}
	before := refs.Table
	refs.Table, refs.TablePosted = id, h.opt.Now()
	if before != "" && before != id {
		if err := h.opt.REST.DeleteMessage(ctx, string(at.snap.Channel), before); err != nil {
			h.opt.Log.Warn("old table message not deleted", "table", at.snap.ID, "error", err)
		}
	}
	return refs, nil
}
