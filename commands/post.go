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
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// Codes of Discord's that mean a post can never be made, beside those that rest names.
const codeUnknownChannel = 10003

// oldMessage is the age from which Discord lets a message be edited only now
// and then, less a little.
const oldMessage = 55 * time.Minute

// BoardOptions are what a noticeboard is made of; all but Now are needed.
type BoardOptions struct {
	Discord
	People Registry
	Words  *lang.Catalogue
	Codec  render.Codec
	Now    func() time.Time // time.Now when nil
}

// A Noticeboard makes the posts that tables owe their channels, and brings the
// private hand of who is to play up to the present. It implements [table.Poster].
// Make it with [NewNoticeboard].
type Noticeboard struct {
	line   *line
	people *people
	words  *lang.Catalogue
	ink    *ink
	now    func() time.Time
	boards boards
	places places
	hands  *hands
}

// NewNoticeboard returns an empty noticeboard.
func NewNoticeboard(o BoardOptions) *Noticeboard {
	if o.Now == nil {
		o.Now = time.Now
	}
	b := &Noticeboard{
		line: &line{o.Discord, new(counters)}, people: newPeople(o.People), words: o.Words, ink: newInk(o.Codec), now: o.Now,
		boards: newBoards(), places: newPlaces(),
	}
	b.hands = newHands(b.line, b.people, b.ink)
	return b
}

// Post implements [table.Poster].
func (b *Noticeboard) Post(ctx context.Context, from table.Peeker, p table.Post, s sitting.Sight, refs table.Refs) (table.Refs, error) {
	if p.To != (table.Address{}) { // no screen of a table is another's
		return refs, fmt.Errorf("%w: a table's post with an address", table.ErrGone)
	}
	who, err := b.people.reader(ctx, &s)
	if err != nil {
		return refs, err
	}
	at := screen{ink: b.ink, words: b.words.For(s.Lang), snap: &s, reader: who, refs: refs}
	switch p.Kind {
	case table.PostCommitment:
		refs.Commitments = maps.Clone(refs.Commitments)
		if refs.Commitments == nil {
			refs.Commitments = make(map[int]string)
		}
		// Older ones are linked from nowhere any more.
		maps.DeleteFunc(refs.Commitments, func(hand int, _ string) bool { return hand < p.Hand-1 })
		refs.Commitments[p.Hand], err = b.create(ctx, &s, p, at.seal())
	case table.PostResult:
		refs.ResultHand = p.Hand
		refs.Result, err = b.create(ctx, &s, p, at.result())
	case table.PostPing, table.PostReminder:
		refs, err = b.postPing(ctx, p, at)
	case table.PostTable:
		refs, err = b.postTable(ctx, p, at)
		if err == nil {
			b.hands.refresh(ctx, from, &s, b.now())
		}
	}
	return refs, err
}

// create posts a new message. The nonce is the post's, so a post that is made
// again after a lost answer stands once.
func (b *Noticeboard) create(ctx context.Context, s *sitting.Sight, p table.Post, m render.Message) (string, error) {
	nonce := string(s.ID) + strconv.FormatInt(p.ID, 36)
	made, err := b.line.REST.CreateMessage(ctx, string(s.Channel), nonce, payload(m))
	if err != nil {
		return "", gone(err)
	}
	if p.Kind == table.PostPing || p.Kind == table.PostReminder {
		b.places.pinged(s.Channel, made.ID)
	} else {
		b.places.noted(s.Channel, made.ID)
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
func (b *Noticeboard) postPing(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	half := p.Kind == table.PostReminder
	refs := b.withoutPing(ctx, at, half)
	if half && refs.Ping != "" {
		return refs, errPingStands
	}
	if at.snap.View.Turn == engine.Nobody {
		return refs, nil
	}
	id, err := b.create(ctx, at.snap, p, at.ping(half))
	if err != nil {
		return refs, err
	}
	refs.Ping, refs.PingSeq = id, p.Seq
	return refs, nil
}

// withoutPing deletes the ping of an earlier turn, or that of this one too. Where
// that fails it is tried again with the next change, since the post that is to be
// made matters more.
func (b *Noticeboard) withoutPing(ctx context.Context, at screen, present bool) table.Refs {
	refs := at.refs
	b.places.pinged(at.snap.Channel, refs.Ping)
	if refs.Ping == "" || refs.PingSeq == at.snap.Version && !present {
		return refs
	}
	if err := b.line.REST.DeleteMessage(ctx, string(at.snap.Channel), refs.Ping); err != nil {
		b.line.Log.Warn("old ping not deleted", "table", at.snap.ID, "error", err)
		return refs
	}
	refs.Ping = ""
	return refs
}

// postTable writes the table message: by the answer to a click on it where one
// waits, else by an edit, else, where that wouldn't be seen, anew.
func (b *Noticeboard) postTable(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	refs, err := b.writeTable(ctx, p, at, b.withoutPing(ctx, at, false))
	if err == nil {
		b.boards.wrote(at.snap.ID, refs.Table, turnOf(at.snap))
	}
	return refs, err
}

func (b *Noticeboard) writeTable(ctx context.Context, p table.Post, at screen, refs table.Refs) (table.Refs, error) {
	s, m := at.snap, at.board()
	anew := p.Again || b.hidden(s, refs)
	made := b.carry(ctx, b.boards.take(s.ID, s.Seq, refs.Table), m, func(a *answer) bool {
		if refs.Table == "" {
			return a.manner == posting
		}
		return !anew && a.manner == silent && a.in.Message.ID == refs.Table
	})
	switch {
	case made != nil && refs.Table == "":
		refs.Table, refs.TablePosted = made.ID, b.now()
		b.places.noted(s.Channel, made.ID)
		return refs, nil
	case made != nil:
		return refs, nil
	case anew || refs.Table == "":
		return b.tableAnew(ctx, p, at, refs, m)
	}
	_, err := b.line.REST.EditMessage(ctx, string(s.Channel), refs.Table, payload(m))
	switch {
	case rest.HasCode(err, rest.CodeUnknownMessage):
		refs.Table = "" // somebody deleted it
		return b.tableAnew(ctx, p, at, refs, m)
	case rest.HasCode(err, rest.CodeOldMessageEdits, rest.CodeThreadArchived):
		return b.tableAnew(ctx, p, at, refs, m)
	}
	return refs, gone(err)
}

// hidden says whether a turn begins that a table message edited in place wouldn't
// show: other messages stand below it, or Discord has begun to hold back its edits.
func (b *Noticeboard) hidden(s *sitting.Sight, refs table.Refs) bool {
	if refs.Table == "" || s.Phase != sitting.Playing || !b.boards.turned(s.ID, turnOf(s)) {
		return false
	}
	return b.places.below(s.Channel, refs.Table) || b.now().Sub(refs.TablePosted) > oldMessage
}

// carry answers the first rider that fits by the table message, and lets go of
// all. Nil: the message is still to be written.
func (b *Noticeboard) carry(ctx context.Context, riders []*rider, m render.Message, fits func(*answer) bool) *rest.Message {
	var made *rest.Message
	for _, r := range riders {
		carried := false
		if made == nil && fits(r.answer) {
			made = r.answer.carry(ctx, m)
			carried = made != nil
		}
		r.carried <- carried
	}
	return made
}

// tableAnew posts the table message below all else and deletes the earlier one.
func (b *Noticeboard) tableAnew(ctx context.Context, p table.Post, at screen, refs table.Refs, m render.Message) (table.Refs, error) {
	again := b.boards.trying(at.snap.ID, p.ID)
	id, err := b.create(ctx, at.snap, p, m)
	if err != nil {
		return refs, err
	}
	if again {
		// The message may be one that an earlier try made, and show what was so then.
		if _, err := b.line.REST.EditMessage(ctx, string(at.snap.Channel), id, payload(m)); err != nil {
			return refs, gone(err)
		}
	}
	before := refs.Table
	refs.Table, refs.TablePosted = id, b.now()
	if before != "" && before != id {
		if err := b.line.REST.DeleteMessage(ctx, string(at.snap.Channel), before); err != nil {
			b.line.Log.Warn("old table message not deleted", "table", at.snap.ID, "error", err)
		}
	}
	return refs, nil
}
