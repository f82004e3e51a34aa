package commands

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/bwmarrin/discordgo"
)

// A manner is how an answer is meant to reach the one who acted. It is known
// before anything is asked of a table, because a deferral decides it for good.
type manner uint8

const (
	fresh   manner = iota // by a private message of its own
	over                  // by the private message that was clicked
	posting               // by a new message in the channel: the lobby that /rum new opens
	silent                // by the public message that was clicked
	anew                  // of a row: fresh, whatever was clicked
)

// personal says whether the message that the interaction's token changes is its
// reader's alone, however the answer comes.
func (m manner) personal() bool { return m == fresh || m == over }

// deferWithin is when Discord no longer takes a first answer.
const deferWithin = 3 * time.Second

// An answer is what has been said to Discord about one interaction. Discord
// takes one first answer; what follows goes through the token.
type answer struct {
	line   *line
	in     *interaction
	words  lang.Lang // the reader's own
	manner manner
	stands string // the message that give was seen by, as the token's routes name it
	own    bool   // that is a message of its own, which no other interaction made
	id     string // of that message; empty where Discord didn't say
	begun  string // the message that begin sent, as the token's routes name it; empty: it sent none
	late   bool   // an older edit of the message may arrive after the answer

	until time.Time // when a first answer must have its pictures, or do without

	mu       sync.Mutex // held while the first answer is chosen, never while it is sent
	said     said
	timer    *time.Timer
	sent     chan struct{} // closed when a deferral has been sent
	promised bool          // Discord took the deferral, or may have; read when sent is closed
	lost     atomic.Bool   // Discord may have taken a first answer that got no receipt
}

// said is how far an answer has come.
type said uint8

const (
	nothing  said = iota
	deferred      // Discord knows that the answer is on its way
	answered
)

// hurry sees that Discord hears something within the patience.
func (a *answer) hurry(patience time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sent, a.until = make(chan struct{}), time.Now().Add(patience*6/5)
	if a.in.promised {
		a.said, a.promised = deferred, true
		close(a.sent)
		return
	}
	a.timer = time.AfterFunc(patience, a.deferIt)
}

// claim takes the answer, and says how far it had come before.
func (a *answer) claim() (before said) {
	a.mu.Lock()
	defer a.mu.Unlock()
	before, a.said = a.said, answered
	if a.timer != nil {
		a.timer.Stop()
	}
	return before
}

// claimFirst takes the answer if nothing has been said yet.
func (a *answer) claimFirst() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.said != nothing {
		return false
	}
	a.said = answered
	if a.timer != nil {
		a.timer.Stop()
	}
	return true
}

// unclaim gives an answer back that came to nothing, so that another can be given.
func (a *answer) unclaim(before said) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.said = before
}

func (a *answer) deferIt() {
	a.mu.Lock()
	first := a.said == nothing
	if first {
		a.said = deferred
	}
	a.mu.Unlock()
	if !first {
		return
	}
	defer close(a.sent)
	defer a.line.survived("answer not deferred", func() {}, "interaction", a.in.ID)
	a.line.count.deferred.Add(1)
	ctx, cancel := context.WithTimeout(context.Background(), deferWithin)
	defer cancel()
	_, err := a.first(ctx, deferral(a.manner), false)
	a.promised = err == nil || rest.Acted(err)
	a.tellAnotherWay(err)
}

// deferral is the callback that says an answer of this manner is on its way.
func deferral(m manner) callback {
	switch m {
	case over, silent:
		return callback{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	case posting:
		return callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource, Data: flags{render.FlagSilent}}
	case fresh, anew:
	}
	return callback{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource, Data: flags{render.FlagEphemeral}}
}

// A callback is the body of a first answer.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// flags is the data of a deferral: who will see the answer, and who is notified.
type flags struct {
	Flags int `json:"flags"`
}

// A way is one by which a private message can reach its reader.
type way uint8

const (
	byUpdate   way = iota // first answer: in place of the message that was clicked
	byMessage             // first answer: a message of its own
	byEdit                // through the token: in place of what the first answer promised, or made
	byFollowUp            // through the token: one more message
)

// sends bounds how often an answer is sent. What ends most of them sooner is
// Discord: it takes no first answer after 3 s, and nothing after 15 min.
const sends = 4

// give answers with a private message, by another way where one fails. False:
// there was none by which Discord took the message. The person then sees that nothing came,
// clicks again and is shown the present state, so nothing is lost.
func (a *answer) give(ctx context.Context, m render.Message) bool {
	by, err := a.way(ctx)
	if err == nil {
		err = a.send(ctx, by, m)
	}
	var unwanted error // what Discord said of a body that it didn't want
	id := faultID()
	for range sends - 1 {
		next, ok := a.after(by, err)
		switch {
		case ok:
			by = next
		case badBody(err) && unwanted == nil:
			// Whatever was wrong with it, a line without buttons isn't that.
			unwanted = err
			m = render.Line(render.Fault(a.words, id))
		default:
			return a.taken(err) && unwanted == nil
		}
		a.tellAnotherWay(err)
		if err = a.send(ctx, by, m); err == nil && unwanted != nil {
			a.line.report(id, a.in, unwanted) // it was the body indeed
		}
	}
	return a.taken(err) && unwanted == nil
}

// way takes the answer and says how a private message is sent first.
func (a *answer) way(ctx context.Context) (way, error) {
	switch a.claim() {
	case answered:
		return byFollowUp, nil
	case deferred:
		if err := a.afterDeferral(ctx); err != nil {
			return 0, err
		}
		if !a.promised {
			break
		}
		if a.manner != posting {
			return a.promise(), nil
		}
		// Everybody sees that promise, and it can't become private any more.
		return byFollowUp, a.line.REST.DeleteOriginal(ctx, a.line.Application, a.in.Token)
	case nothing:
	}
	return a.opening(), nil
}

// opening is the way of a private first answer.
func (a *answer) opening() way {
	if a.manner == over {
		return byUpdate
	}
	return byMessage
}

// promise is the way to keep what a first answer promised.
func (a *answer) promise() way {
	if a.manner.personal() {
		return byEdit
	}
	return byFollowUp
}

// after is the way in place of one that failed. False: there is none, since the
// interaction is over, nobody knows what became of the answer, or it would fail
// by every way. Nor is there one where Discord has an answer that isn't ours: the
// process before us gave it, and the reader may have gone on from there.
func (a *answer) after(by way, err error) (way, bool) {
	switch {
	case rest.HasCode(err, rest.CodeUnknownWebhook) && (by == byEdit || by == byFollowUp):
		return a.opening(), true // the promise never arrived
	case rest.HasCode(err, rest.CodeUnknownMessage) && by == byUpdate:
		return byMessage, true // the message that was clicked has just been deleted
	case rest.HasCode(err, rest.CodeUnknownMessage) && by == byEdit:
		return byFollowUp, true
	}
	return by, false
}

// badBody says whether Discord found fault with what it was to show.
func badBody(err error) bool {
	var refused *rest.Error
	return errors.As(err, &refused) && (refused.Status == http.StatusBadRequest || refused.Status == http.StatusRequestEntityTooLarge) &&
		refused.Code != rest.CodeAlreadyAnswered
}

// send sends a private message, and notes where it stands then.
func (a *answer) send(ctx context.Context, by way, m render.Message) error {
	if a.stands = original; by == byEdit && a.begun != "" {
		a.stands = a.begun
	}
	a.own, a.id = by != byUpdate && (by != byEdit || a.manner != over), ""
	var made *rest.Message
	var err error
	switch by {
	case byUpdate:
		_, err = a.first(ctx, callback{Type: discordgo.InteractionResponseUpdateMessage, Data: m}, false)
	case byMessage:
		made, err = a.first(ctx, callback{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: m}, true)
	case byEdit:
		made, err = a.edit(ctx, m, a.stands)
	case byFollowUp:
		made, _, err = a.line.show(ctx, draft{Message: m, in: a.in.ChannelID}, func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
			return a.line.REST.FollowUp(ctx, a.line.Application, a.in.Token, p)
		})
		if err == nil {
			a.stands = made.ID
		}
	}
	switch {
	case !a.own:
		a.id = a.in.Message.ID
	case made != nil:
		a.id = made.ID
	}
	return err
}

// acknowledge says that there is nothing to say, or that it will be said beside. False:
// it was too late for that, or Discord didn't take it.
func (a *answer) acknowledge(ctx context.Context) bool {
	if !a.claimFirst() {
		return false
	}
	_, err := a.first(ctx, deferral(silent), false)
	if err != nil && !rest.Acted(err) {
		a.unclaim(nothing) // else what follows would be a follow-up to what another process may have said
	}
	return a.taken(err)
}

// raw sends a first answer that is no message: a form or a list of choices.
// False: it is too late for one, or Discord didn't take it.
func (a *answer) raw(ctx context.Context, c callback) bool {
	if !a.claimFirst() {
		return false
	}
	_, err := a.first(ctx, c, false)
	if !a.taken(err) {
		a.unclaim(nothing)
	}
	return err == nil
}

// afterDeferral waits until Discord has been told that the answer is on its way.
func (a *answer) afterDeferral(ctx context.Context) error {
	select {
	case <-a.sent:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// isOurs tells Discord that the answer is on its way, unless that was told, and says whether it took that from us. Else another
// process has the interaction too, or it is over: what can't be done twice is then left to the other.
func (a *answer) isOurs(ctx context.Context) (bool, error) {
	a.deferIt()
	err := a.afterDeferral(ctx)
	return err == nil && a.promised, err
}

// tellAnotherWay logs a failure that isn't the last word.
func (a *answer) tellAnotherWay(err error) {
	if err != nil {
		a.line.Log.Info("answer goes another way", "interaction", a.in.ID, "type", a.in.Type, "error", err)
	}
}

// taken says whether Discord took an answer, and logs one that it didn't.
func (a *answer) taken(err error) bool {
	if err == nil {
		return true
	}
	a.line.count.late.Add(1)
	a.line.Log.Warn("answer not taken", "interaction", a.in.ID, "type", a.in.Type, "error", err)
	return false
}
