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
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/bwmarrin/discordgo"
)

// Codes of Discord's that mean a post can never be made, beside those that rest names.
const codeUnknownChannel = 10003

// oldMessage is the age from which Discord lets a message be edited only now
// and then, less a little.
const oldMessage = 55 * time.Minute

// Post implements [table.Poster].
func (h *Hall) Post(ctx context.Context, p table.Post, s table.Snapshot, refs table.Refs) (table.Refs, error) {
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
	case table.PostPing:
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
func (h *Hall) create(ctx context.Context, s *table.Snapshot, p table.Post, m render.Message) (string, error) {
	nonce := string(s.ID) + strconv.FormatInt(p.ID, 36)
	made, err := h.opt.REST.CreateMessage(ctx, string(s.Channel), nonce, rest.Payload{Body: m})
	if err != nil {
		return "", gone(err)
	}
	if p.Kind == table.PostPing {
		h.boards.pinged(s.Channel, made.ID)
	} else {
		h.boards.noted(s.Channel, made.ID)
	}
	return made.ID, nil
}

// gone marks an error of Discord's that no trying again will mend.
func gone(err error) error {
	if rest.HasCode(err, codeUnknownChannel, rest.CodeMissingAccess, rest.CodeMissingPermissions, rest.CodeThreadLocked) {
		return fmt.Errorf("%w: %w", table.ErrGone, err)
	}
	return err
}

func (h *Hall) postPing(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	refs, err := h.withoutPing(ctx, at)
	if err != nil || at.snap.View.Turn == engine.Nobody {
		return refs, err
	}
	refs.Ping, err = h.create(ctx, at.snap, p, at.ping())
	refs.PingSeq = p.Seq
	return refs, err
}

// withoutPing deletes the ping of an earlier turn.
func (h *Hall) withoutPing(ctx context.Context, at screen) (table.Refs, error) {
	refs := at.refs
	if refs.Ping == "" || refs.PingSeq == at.snap.Version {
		return refs, nil
	}
	if err := h.opt.REST.DeleteMessage(ctx, string(at.snap.Channel), refs.Ping); err != nil {
		return refs, gone(err)
	}
	refs.Ping = ""
	return refs, nil
}

// postTable writes the table message: by the answer to a click on it where one
// waits, else by an edit, else, where that wouldn't be seen, anew.
func (h *Hall) postTable(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	refs, err := h.withoutPing(ctx, at)
	if err != nil {
		return refs, err
	}
	waiting := h.boards.take(at.snap.Channel, at.snap.Seq)
	defer func() {
		for _, v := range waiting {
			v.answer.acknowledge(ctx)
		}
	}()
	m := at.board()
	if refs.Table == "" {
		if id := h.postLobby(ctx, waiting, m); id != "" {
			refs.Table, refs.TablePosted = id, h.opt.Now()
			h.boards.noted(at.snap.Channel, id)
			return refs, nil
		}
		return h.tableAnew(ctx, p, at, refs, m)
	}
	below := h.boards.turned(at.snap, refs.Table)
	if p.Again || below || at.snap.Phase == table.Playing && h.opt.Now().Sub(refs.TablePosted) > oldMessage {
		return h.tableAnew(ctx, p, at, refs, m)
	}
	for _, v := range waiting {
		if v.in.Message.ID == refs.Table && v.answer.give(ctx, m, over, true) != nil {
			return refs, nil
		}
	}
	_, err = h.opt.REST.EditMessage(ctx, string(at.snap.Channel), refs.Table, rest.Payload{Body: m})
	if rest.HasCode(err, rest.CodeUnknownMessage, rest.CodeOldMessageEdits, rest.CodeThreadArchived) {
		return h.tableAnew(ctx, p, at, refs, m)
	}
	return refs, gone(err)
}

// postLobby answers /rum new with the lobby, which is the table message from
// then on. Empty: nobody waits for it, or Discord didn't take the answer.
func (h *Hall) postLobby(ctx context.Context, waiting []*visit, m render.Message) string {
	for _, v := range waiting {
		if v.in.Type != discordgo.InteractionApplicationCommand {
			continue
		}
		if made := v.answer.give(ctx, m, posting, true); made != nil {
			return made.ID
		}
		v.answer.drop(ctx)
	}
	return ""
}

// tableAnew posts the table message below all else and deletes the earlier one.
func (h *Hall) tableAnew(ctx context.Context, p table.Post, at screen, refs table.Refs, m render.Message) (table.Refs, error) {
	id, err := h.create(ctx, at.snap, p, m)
	if err != nil {
		return refs, err
	}
	before := refs.Table
	refs.Table, refs.TablePosted = id, h.opt.Now()
	if before != "" && before != id {
		if err := h.opt.REST.DeleteMessage(ctx, string(at.snap.Channel), before); err != nil && !errors.Is(gone(err), table.ErrGone) {
			h.opt.Log.Warn("old table message not deleted", "table", at.snap.ID, "error", err)
		}
	}
	return refs, nil
}
