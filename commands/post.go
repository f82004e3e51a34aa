package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// codeUnknownServer is Discord's code for a server that isn't there, or that the bot isn't in.
const codeUnknownServer = 10004

// oldMessage is the age from which Discord lets a message be edited only now
// and then, less a little.
const oldMessage = 55 * time.Minute

// BoardOptions are what a noticeboard is made of; all but Servers, Artist and what
// follows are needed.
type BoardOptions struct {
	Discord
	People Registry
	// Shared: other processes work on the same tables. They may erase people, of which
	// [Noticeboard.Forget] is told, and answer what comes here too.
	Shared bool
	Words  *lang.Catalogue
	Codec  render.Codec
	// Servers tell which language a server's managers want; nil: they have no say.
	Servers Servers
	// Departures keep who has left a server; nil: nobody does.
	Departures table.Departures
	Artist     render.Artist    // nil: there are no pictures
	Now        func() time.Time // time.Now when nil

	Rest time.Duration // of each view of who looks on, from one change to the next; 4 s when zero
	// Uploads is how long a message waits for its pictures before it goes without; 3 s when zero.
	Uploads time.Duration

	Late time.Duration // after which no try that got no answer arrives any more; 10 s when zero
	Past time.Duration // after which a private hand that nobody touched says how old it is; 14 min when zero
	Lend time.Duration // for which a click's token changes the public message that was its answer; 14.5 min when zero, none when negative

	Commands map[string]string // what [Register] gave; nil: commands are named as people type them

	Playouts int // of a thought about somebody's move; 0 is the level's own number
	// Advise thinks of hints and tips; opponent.Advise when nil.
	Advise Thinker
}

// A Noticeboard makes the posts that tables owe their channels, and brings the
// private hand of who is to play up to the present. It implements [table.Poster] and [table.TabPoster].
// Make it with [NewNoticeboard].
type Noticeboard struct {
	line       *line
	lend       time.Duration
	people     *people
	words      *lang.Catalogue
	servers    Servers
	departures table.Departures
	ink        *ink
	now        func() time.Time
	boards     boards
	places     places
	hands      *hands
	hints      *hints
	looks      *lookers
	seals      seals

	presences presences
}

// NewNoticeboard returns an empty noticeboard.
func NewNoticeboard(o BoardOptions) *Noticeboard {
	if o.Now == nil {
		o.Now = time.Now
	}
	l := newLine(o.Discord, o.Now, cmp.Or(o.Late, lateTry))
	l.uploads, l.shared = cmp.Or(o.Uploads, uploadWithin), o.Shared
	b := &Noticeboard{
		line: l, lend: cmp.Or(o.Lend, tokenLife), people: newPeople(o.People, o.Shared), words: o.Words, servers: o.Servers, departures: o.Departures, ink: newInk(o.Codec, o.Commands, o.Artist, l.undrawn), now: o.Now,
		boards: newBoards(), places: newPlaces(), seals: newSeals(), hints: newHints(o.Advise, o.Playouts),
		presences: newPresences(),
	}
	sends := newAllowances()
	b.hands = newHands(b.line, b.people, b.ink, b.hints, b.now, sends, cmp.Or(o.Past, handPast))
	b.looks = newLookers(b.line, b.people, b.ink, b.now, sends, cmp.Or(o.Rest, lookRest))
	return b
}

// ShowEmojis has all that is drawn from now on, at the door too, show cards by the application's emojis of these ids, by
// the names that render gives them.
func (b *Noticeboard) ShowEmojis(ids map[string]string) { b.ink.emojis.Store(render.NewEmojis(ids)) }

// Leave has what everybody was called in a server, and who is in it, forgotten, where that was
// erased.
func (b *Noticeboard) Leave(s sitting.Server) {
	b.people.leave(s)
	b.presences.leave(s)
}

// Forget has forgotten who everybody is and what they are called, where another process may have erased somebody.
func (b *Noticeboard) Forget() { b.people.forget() }

// Post implements [table.Poster].
func (b *Noticeboard) Post(ctx context.Context, from table.Peeker, p table.Post, s sitting.Sight, refs table.Refs) (table.Refs, error) {
	ctx = rest.From(ctx, placeOf(s.Server, s.Channel))
	if p.To != (table.Address{}) { // no screen of a table is another's
		return refs, fmt.Errorf("%w: a table's post with an address", table.ErrGone)
	}
	who, err := b.people.reader(ctx, &s, p.Calls...)
	if err != nil {
		return refs, orNotSent(err)
	}
	if p.Kind.IsCall() {
		if p.Calls = b.present(ctx, s.Server, who.People, p.Calls); len(p.Calls) == 0 {
			return refs, fmt.Errorf("%w: nobody whom it calls is in the server", table.ErrGone)
		}
	}
	at := screen{ink: b.ink, words: b.words.For(s.Settings.Lang), snap: &s, reader: who, refs: refs, bare: b.bare(s.Channel)}
	b.recall(refs)
	if refs.Seal != "" {
		b.places.sealed(s.Channel, refs.Seal)
	}
	private := ctx // what follows the table is nobody's but its reader's
	ctx = retrying(rest.For(ctx, kindOf(p.Kind)), p)
	refs, err = b.post(ctx, private, from, p, at)
	if isFiltered(err) {
		b.line.Log.Info("post goes without people's words", "table", s.ID, "kind", p.Kind, "error", err)
		at.refs = refs
		refs, err = b.post(ctx, private, from, p, at.wordless())
	}
	refs.Pictures = b.standing(refs.Table)
	if errors.Is(err, rest.ErrGaveWay) && !rest.Acted(err) {
		err = table.ErrGaveWay
	}
	return refs, err
}

// post makes a post as a screen shows it; private is the context for what is nobody's but its
// reader's.
func (b *Noticeboard) post(ctx, private context.Context, from table.Peeker, p table.Post, at screen) (refs table.Refs, err error) {
	refs, s := at.refs, at.snap
	switch p.Kind {
	case table.PostCommitment:
		refs, err = b.postSeal(ctx, p, at)
	case table.PostResult:
		refs, err = b.postResult(ctx, p, at)
	case table.PostDeal:
		refs, err = b.postDeal(ctx, p, at)
	case table.PostEvening:
		refs.Evening, err = b.create(ctx, s, p, at.evening())
	case table.PostPing, table.PostReminder, table.PostNudge, table.PostWish, table.PostVote, table.PostInvite, table.PostOpening, table.PostSought:
		before := refs.Table
		if refs, err = b.postCall(ctx, p, at); err == nil && refs.Table != before {
			b.hands.follow(private, from, s, before, refs.Table)
			b.looks.follow(private, from, s.ID)
		}
	case table.PostHands:
		b.hands.follow(private, from, s, refs.Table, refs.Table)
		b.looks.follow(private, from, s.ID)
	case table.PostTable:
		if s.Replaced {
			if refs, err = b.withdrawRematch(ctx, at); err == nil {
				b.hands.anew(private, from, func(key holder) bool { return key.table == s.ID })
			}
			return refs, err
		}
		before := cmp.Or(refs.Before.Message, refs.Table) // the message of a hand that was dealt moved it
		if refs, err = b.postTable(ctx, p, at); err == nil || isRefusedNow(err) {
			b.hands.follow(private, from, s, before, refs.Table)
			b.looks.follow(private, from, s.ID)
		}
	case table.PostProposal, table.PostSeason, table.PostRedraw: // of no table
	}
	return refs, err
}

// fixed are Discord's codes for a message that can't be changed, now or at all.
//
//nolint:gochecknoglobals // constant table
var fixed = []int{
	rest.CodeUnknownMessage, rest.CodeOldMessageEdits, rest.CodeThreadArchived, rest.CodeNotAuthor,
}

// withdrawRematch takes the way to another table off what stands of a closed one. A message that
// can't be changed any more stays as it is; where Discord takes no edit for now, it is tried again.
func (b *Noticeboard) withdrawRematch(ctx context.Context, at screen) (table.Refs, error) {
	refs := b.withoutCalls(ctx, at, func(sitting.Ask) bool { return false })
	refs.Replaced = true
	shown := map[string]render.Message{refs.Table: at.board()}
	if at.snap.Evening != nil {
		shown[refs.Evening] = at.evening()
	}
	delete(shown, "")
	for id, m := range shown {
		err := b.edit(ctx, draft{Message: m, in: at.snap.Channel, over: id}, &refs)
		isFixed := rest.HasCode(err, fixed...) && !rest.HasCode(err, rest.CodeOldMessageEdits)
		if err != nil && !isFixed {
			return refs, refusal(err)
		}
	}
	return b.clear(ctx, at, refs), nil
}

// placeOf is for what calls to Discord are shared fairly: a server, or outside of any a channel.
func placeOf(server sitting.Server, channel sitting.Channel) string {
	return cmp.Or(string(server), string(channel))
}

// kindOf is what the calls of a post are for.
func kindOf(k table.PostKind) rest.Kind {
	switch k {
	case table.PostResult, table.PostEvening, table.PostSeason:
		return rest.KindResult
	case table.PostCommitment, table.PostDeal:
		return rest.KindSeal
	case table.PostPing, table.PostReminder, table.PostNudge, table.PostWish, table.PostVote, table.PostInvite, table.PostOpening, table.PostSought, table.PostProposal:
		return rest.KindCall
	case table.PostRedraw:
		return rest.KindLast
	case table.PostTable, table.PostHands:
	}
	return rest.KindTable
}

// bare says whether there would be pictures in a channel, if the bot might send any.
func (b *Noticeboard) bare(c sitting.Channel) bool {
	return b.ink.artist != nil && !b.line.pictures.allowed(c)
}

// recall learns which pictures stand in the table message, of which a house before this one
// has told the store.
func (b *Noticeboard) recall(refs table.Refs) {
	var all []rest.Attachment
	for _, p := range refs.Pictures {
		all = append(all, rest.Attachment(p))
	}
	b.line.pictures.seen(refs.Table, all)
}

// standing gives the pictures of a message, as far as is known.
func (b *Noticeboard) standing(message string) []table.Picture {
	var all []table.Picture
	for _, a := range b.line.pictures.of(message) {
		all = append(all, table.Picture(a))
	}
	return all
}

// create posts a new message. The nonce is the post's, so a post that is made
// again after a lost answer stands once.
func (b *Noticeboard) create(ctx context.Context, s *sitting.Sight, p table.Post, m render.Message) (string, error) {
	return b.createBy(ctx, s, p, nonceOf(s.ID, p), m)
}

func (b *Noticeboard) createBy(
	ctx context.Context, s *sitting.Sight, p table.Post, nonce string, m render.Message,
) (string, error) {
	ctx = rest.GivingWay(ctx, p.Urgent)
	made, _, err := b.line.show(ctx, draft{Message: m, in: s.Channel}, func(ctx context.Context, body rest.Payload) (*rest.Message, error) {
		return b.line.REST.CreateMessage(ctx, string(s.Channel), nonce, body)
	})
	if err != nil {
		return "", refusal(err)
	}
	if !p.Kind.IsCall() { // which may become the table, or will be deleted
		b.places.noted(s.Channel, made.ID)
	}
	return made.ID, nil
}

// edit changes a message of a channel, by a click whose answer it was where there is one,
// and notes where an older try may arrive yet.
func (b *Noticeboard) edit(ctx context.Context, d draft, refs *table.Refs) error {
	d.edits = true
	_, late, err := b.line.show(ctx, d, func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
		if token := b.boards.lent(d.over, b.now()); token != "" {
			made, err := b.editByClick(ctx, d.over, token, p)
			if err == nil || !isSpent(err) && !isHeld(err) {
				return made, err
			}
			b.line.Log.Debug("not edited by a click", "error", err)
		}
		return b.line.REST.EditMessage(ctx, string(d.in), d.over, p)
	})
	refs.Unsure = refs.Unsure || late
	return err
}

// editByClick changes a message by the token of a click. Discord wants none used again that it doesn't know any more.
func (b *Noticeboard) editByClick(ctx context.Context, message, token string, p rest.Payload) (*rest.Message, error) {
	p.Once, p.Spare = true, true // where there is no room for it now, or no luck, the bot's own token is another way
	made, err := b.line.REST.EditOriginal(ctx, b.line.Application, token, p)
	if isSpent(err) {
		b.boards.spent(message, token)
	}
	return made, err
}

// isSpent says whether Discord doesn't know a click's token any more, or the message that was its answer.
func isSpent(err error) bool {
	var refused *rest.Error
	return errors.As(err, &refused) && (refused.Status == http.StatusUnauthorized || refused.Status == http.StatusNotFound || refused.Code == rest.CodeInvalidWebhookToken)
}

// isHeld says whether Discord takes no more by the tokens of clicks for now.
func isHeld(err error) bool {
	var refused *rest.Error
	return errors.Is(err, rest.ErrNoRoom) || errors.As(err, &refused) && refused.Code != rest.CodeOldMessageEdits &&
		(refused.Status == http.StatusTooManyRequests || refused.Status >= http.StatusInternalServerError)
}

// nonceOf keeps a post that is made again from standing twice.
func nonceOf(id sitting.ID, p table.Post) string { return string(id) + strconv.FormatInt(p.ID, 36) }

// postTable writes the table message: by the answer to a click on it where one
// waits, else by an edit, else, where that wouldn't be seen, anew.
func (b *Noticeboard) postTable(ctx context.Context, p table.Post, at screen) (table.Refs, error) {
	refs := b.withoutCalls(rest.GivingWay(ctx, p.Urgent), at, func(sitting.Ask) bool { return false })
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
		refs = b.clear(ctx, at, refs)
	}
	return refs, err
}

func (b *Noticeboard) writeTable(ctx context.Context, p table.Post, at screen, refs table.Refs) (table.Refs, error) {
	s, m := at.snap, at.board()
	if refs.Table == "" {
		b.boards.awaitOpened(ctx, s.Channel)
	}
	anew := p.Again || p.Turns && b.hidden(s, refs)
	made, late := b.carry(ctx, b.boards.take(s.ID, s.Seq, refs.Table), m, func(a *answer) bool {
		if refs.Table == "" {
			return a.manner == posting
		}
		return !anew && a.manner == silent && a.in.Message.ID == refs.Table
	})
	switch {
	case made != nil && refs.Table == "":
		refs = refs.Shows(made.ID, b.now())
		b.places.noted(s.Channel, made.ID)
		return refs, nil
	case made != nil:
		refs.Unsure = late
		return refs, nil
	case anew || refs.Table == "":
		return b.tableAnew(ctx, p, at, refs, m)
	}
	err := b.edit(rest.GivingWay(ctx, p.Urgent), draft{Message: m, in: s.Channel, over: refs.Table}, &refs)
	switch {
	case rest.HasCode(err, rest.CodeUnknownMessage):
		refs = refs.Shows("", b.now()) // somebody deleted it
		return b.tableAnew(ctx, p, at, refs, m)
	case rest.HasCode(err, fixed...):
		return b.tableAnew(ctx, p, at, refs, m)
	}
	return refs, refusal(err)
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
// all. Nil: the message is still to be written. late: an older edit may arrive after this one.
func (b *Noticeboard) carry(ctx context.Context, riders []*rider, m render.Message, fits func(*answer) bool) (made *rest.Message, late bool) {
	for _, r := range riders {
		carried := false
		if made == nil && fits(r.answer) {
			made = r.answer.carry(rest.For(ctx, rest.KindAnswer), m)
			if carried = made != nil; carried {
				b.boards.lend(made.ID, r.answer.in.Token, b.now().Add(b.lend))
			}
			late = late || r.answer.late
		}
		r.carried <- carried
	}
	return made, late
}

// tableAnew posts the table message below all else; the earlier one is cleared away then.
func (b *Noticeboard) tableAnew(ctx context.Context, p table.Post, at screen, refs table.Refs, m render.Message) (table.Refs, error) {
	again := b.boards.trying(at.snap.ID, p.ID)
	id, err := b.create(ctx, at.snap, p, m)
	if err != nil {
		if !again && errors.Is(err, rest.ErrGaveWay) && !rest.Acted(err) {
			b.boards.notTried(at.snap.ID)
		}
		return refs, err
	}
	if again {
		// The message may be one that an earlier try made, and show what was so then.
		if err := b.edit(ctx, draft{Message: m, in: at.snap.Channel, over: id}, &refs); err != nil {
			return refs, refusal(err)
		}
	}
	refs = b.clear(ctx, at, refs) // one that is left from before
	refs = refs.Moves(id, b.now())
	b.boards.came(at.snap.ID, id, turnOf(at.snap))
	return refs, nil
}
