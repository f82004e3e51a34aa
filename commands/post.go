package commands

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
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

// BoardOptions are what a noticeboard is made of; all but Now and Commands are needed.
type BoardOptions struct {
	Discord
	People Registry
	Words  *lang.Catalogue
	Codec  render.Codec
	Now    func() time.Time // time.Now when nil

	Commands map[string]string // what [Register] gave; nil: commands are named as people type them
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
	seals  seals
}

// NewNoticeboard returns an empty noticeboard.
func NewNoticeboard(o BoardOptions) *Noticeboard {
	if o.Now == nil {
		o.Now = time.Now
	}
	b := &Noticeboard{
		line: &line{o.Discord, new(counters)}, people: newPeople(o.People), words: o.Words, ink: newInk(o.Codec, o.Commands), now: o.Now,
		boards: newBoards(), places: newPlaces(), seals: newSeals(),
	}
	b.hands = newHands(b.line, b.people, b.ink, b.now)
	return b
}

// Post implements [table.Poster].
func (b *Noticeboard) Post(ctx context.Context, from table.Peeker, p table.Post, s sitting.Sight, refs table.Refs) (table.Refs, error) {
	if p.To != (table.Address{}) { // no screen of a table is another's
		return refs, fmt.Errorf("%w: a table's post with an address", table.ErrGone)
	}
	who, err := b.people.reader(ctx, &s, p.Calls...)
	if err != nil {
		return refs, err
	}
	at := screen{ink: b.ink, words: b.words.For(s.Settings.Lang), snap: &s, reader: who, refs: refs}
	switch p.Kind {
	case table.PostCommitment:
		refs, err = b.postSeal(ctx, p, at)
	case table.PostResult:
		refs.ResultHand = p.Hand
		refs.Result, err = b.create(ctx, &s, p, at.result())
	case table.PostEvening:
		_, err = b.create(ctx, &s, p, at.evening())
	case table.PostPing, table.PostReminder, table.PostNudge, table.PostWish, table.PostVote, table.PostInvite, table.PostOpening:
		before := refs.Table
		if refs, err = b.postCall(ctx, p, at); err == nil && refs.Table != before {
			b.hands.follow(ctx, from, &s, before, refs.Table)
		}
	case table.PostTable:
		before := refs.Table
		if refs, err = b.postTable(ctx, p, at); err == nil {
			b.hands.follow(ctx, from, &s, before, refs.Table)
		}
	}
	return refs, err
}

// create posts a new message. The nonce is the post's, so a post that is made
// again after a lost answer stands once.
func (b *Noticeboard) create(ctx context.Context, s *sitting.Sight, p table.Post, m render.Message) (string, error) {
	made, err := b.line.REST.CreateMessage(ctx, string(s.Channel), nonceOf(s.ID, p), payload(m))
	if err != nil {
		return "", gone(err)
	}
	if !p.Kind.IsCall() { // which may become the table, or will be deleted
		b.places.noted(s.Channel, made.ID)
	}
	return made.ID, nil
}

// nonceOf keeps a post that is made again from standing twice.
func nonceOf(id sitting.ID, p table.Post) string { return string(id) + strconv.FormatInt(p.ID, 36) }

// gone marks an error of Discord's that no trying again will mend.
func gone(err error) error {
	if rest.HasCode(err, codeUnknownChannel, rest.CodeMissingAccess, rest.CodeMissingPermissions, rest.CodeThreadLocked, rest.CodeInvalidForm) {
		return fmt.Errorf("%w: %w", table.ErrGone, err)
	}
	return err
}

// postTable writes the table message: by the answer to a click on it where one
// waits, else by an edit, else, where that wouldn't be seen, anew.
func (b *Noticeboard) postTable(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	refs := b.withoutCalls(ctx, at, func(sitting.Ask) bool { return false })
	if p.Late && !p.Again && b.boards.mayLeave(at.snap.ID, p.ID) {
		return refs, nil // the next shows the turn that has begun meanwhile, or a call does
	}
	if p.ID > 0 && !p.Again && b.boards.shows(at.snap, refs.Table) {
		b.carry(ctx, b.boards.take(at.snap.ID, at.snap.Seq, refs.Table), render.Message{}, func(*answer) bool { return false })
		return refs, nil // a call has become the table
	}
	refs, err := b.writeTable(ctx, p, at, refs)
	if err == nil {
		b.boards.wrote(at.snap, refs.Table)
	}
	return refs, err
}

func (b *Noticeboard) writeTable(ctx context.Context, p table.Post, at screen, refs table.Refs) (table.Refs, error) {
	s, m := at.snap, at.board()
	anew := p.Again || p.Turns && b.hidden(s, refs)
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
	_, err := b.line.REST.EditMessage(ctx, string(s.Channel), refs.Table, payload(m.Edit()))
	switch {
	case rest.HasCode(err, rest.CodeUnknownMessage):
		refs.Table = "" // somebody deleted it
		return b.tableAnew(ctx, p, at, refs, m)
	case rest.HasCode(err, rest.CodeOldMessageEdits, rest.CodeThreadArchived):
		return b.tableAnew(ctx, p, at, refs, m)
	}
	return refs, gone(err)
}

// hidden says whether a table message edited in place wouldn't show that a turn
// begins: other messages stand below it, or Discord has begun to hold back its edits.
// Where a call stands below it for that turn, it is the one new message; and where one
// may follow, age alone is no reason to bring another.
func (b *Noticeboard) hidden(s *sitting.Sight, refs table.Refs) bool {
	called := refs.Ping != "" && refs.PingIn == "" && refs.PingSeq == s.Version
	if refs.Table == "" || called || s.Phase != sitting.Playing {
		return false
	}
	return b.places.below(s.Channel, refs.Table) || b.now().Sub(refs.TablePosted) > oldMessage && !waitsOnPerson(s)
}

// movesFor says whether the table message, as far as is known where it stands, is
// about to be posted anew for a state.
func (b *Noticeboard) movesFor(s *sitting.Sight) bool {
	stands := b.boards.at(s.ID)
	return stands != "" && s.Phase == sitting.Playing && b.boards.turned(s.ID, turnOf(s)) && b.places.below(s.Channel, stands)
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
		if _, err := b.line.REST.EditMessage(ctx, string(at.snap.Channel), id, payload(m.Edit())); err != nil {
			return refs, gone(err)
		}
	}
	before := refs.Table
	refs.Table, refs.TablePosted = id, b.now()
	b.boards.came(at.snap.ID, id, turnOf(at.snap))
	if before != "" && before != id {
		if err := b.remove(ctx, at.snap.Channel, before); err != nil {
			b.line.Log.Warn("old table message not deleted", "table", at.snap.ID, "error", err)
		}
	}
	return refs, nil
}
