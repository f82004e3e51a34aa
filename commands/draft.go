package commands

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

const (
	// uploadWithin is how long a message waits for its pictures, and a first answer
	// less, for which Discord doesn't wait so long.
	uploadWithin = 3 * time.Second
	// picturesRest is how long no pictures are sent after some got no answer in longUpload at least: else
	// each message would wait for its own.
	picturesRest = 30 * time.Second
	longUpload   = time.Second
)

// A draft is a message on its way to Discord.
type draft struct {
	render.Message
	in    sitting.Channel // where it goes; empty: a direct message, or nobody knows
	edits bool            // it takes the place of one
	over  string          // that one's id; empty where nobody knows it
	call  bool            // which is a call
	once  bool            // nobody waits for it: it isn't sent again where a limit of the place is reached
	until time.Time       // when its pictures must have been taken; zero: [BoardOptions].Uploads from now
	alone bool            // it must not stand twice: it isn't sent again where it may have arrived
	// Patient says that it is sent again later where its pictures can't go for now, instead of
	// without.
	patient bool
	lost    func() // hears that Discord may carry out an attempt yet that got no good answer, though another did
	again   sender // by which it is written once more where an older edit may arrive after it; nil: whoever sends it sees to that
}

// errPicturesRest has a patient message wait.
var errPicturesRest = errors.New("commands: no pictures are sent for now")

// A sender makes the call that brings a message.
type sender func(ctx context.Context, p rest.Payload) (*rest.Message, error)

// An edited message lists the pictures that stay; what it doesn't list goes.
type edited struct {
	render.Message
	Attachments []kept `json:"attachments"`
}

type kept struct {
	ID string `json:"id"`
}

// inPlace is a message that takes the place of a call, whose words go.
type inPlace struct {
	edited
	Content *string `json:"content"` // null
}

// payload is what is sent of a draft: its words, the pictures that stay, and new ones
// beside them.
func (d draft) payload(stay []rest.Attachment) rest.Payload {
	p := rest.Payload{Body: d.Message, Once: d.once, Lost: d.lost}
	if d.edits {
		m := edited{Message: d.Edit(), Attachments: []kept{}}
		for _, a := range stay {
			m.Attachments = append(m.Attachments, kept{a.ID})
		}
		if p.Body = m; d.call {
			p.Body = inPlace{edited: m}
		}
	}
	files := d.Papers
	if stay == nil {
		files = slices.Concat(d.Files, files)
	}
	for _, f := range files {
		p.Files = append(p.Files, rest.File{Name: f.Name, Description: f.Alt, ContentType: f.Type, Data: f.Data})
	}
	return p
}

// bare is the draft without its pictures.
func (d draft) bare() draft {
	d.Message = d.Bare()
	return d
}

// show brings a message to Discord, with its pictures if that can be. late: it is an edit, and an older
// one that got no answer, of this message by whomever, may arrive after it.
func (l *line) show(ctx context.Context, d draft, send sender) (made *rest.Message, late bool, err error) {
	writes := l.doubts.writes(d.over)
	struck := false
	d.lost = func() { struck = true }
	made, lost, err := l.bring(ctx, d, send)
	if !d.edits {
		if struck && err != nil && !rest.Acted(err) { // an earlier try may stand
			err = &rest.LostError{Route: "an earlier try", Sent: true, Err: err}
		}
		return made, false, err
	}
	if d.over == "" && made != nil {
		d.over = made.ID
	}
	if lost || rest.Acted(err) {
		l.doubts.arises(d.over)
	}
	if late = l.doubts.holds(d.over); late && err == nil && d.again != nil {
		l.onceMore(d, writes)
	}
	if struck { // that says the same, which may stand in the way of what is written next alone
		l.doubts.arises(d.over)
	}
	return made, late, err
}

// bring sends a message: with the pictures that stand there already, or with new ones, or
// where that fails without any, since no words wait for a picture. lost: one with pictures
// may have arrived, or arrive yet.
func (l *line) bring(ctx context.Context, d draft, send sender) (made *rest.Message, lost bool, err error) {
	if err := l.pass(ctx); err != nil {
		return nil, false, err
	}
	if stay := l.pictures.kept(d.over, d.Files); len(stay) > 0 {
		made, err = send(ctx, d.payload(stay))
		if !d.spoilt(err) || !badBody(err) {
			l.hung(d, stay, made, err)
			return made, false, err
		}
		l.Log.Info("picture isn't where it was", "message", d.over, "error", err)
		l.pictures.hang(d.over, nil)
	}
	if d.patient && len(d.Files) > 0 && l.pictures.allowed(d.in) && !l.pictures.haveRested(l.now()) {
		return nil, false, errPicturesRest
	}
	if len(d.Files) > 0 && l.pictures.mayGo(d.in, l.now()) {
		made, err = l.upload(ctx, d, send)
		if !d.spoilt(err) {
			l.hung(d, nil, made, err)
			return made, false, err
		}
		if lost = rest.Acted(err); lost && d.alone {
			return nil, true, err
		}
		if waited := l.pass(ctx); waited != nil {
			return nil, lost, waited
		}
	}
	spoilt := err
	d = d.bare()
	made, bare := send(ctx, d.payload(nil))
	l.hung(d, nil, made, bare)
	if spoilt != nil && bare == nil {
		l.goesBare(d, spoilt)
	}
	if lost && errors.Is(bare, rest.ErrGaveWay) {
		return nil, true, err // what is known of the one with pictures is more
	}
	return made, lost, bare
}

// goesBare counts a message that was taken without its picture, and learns whether pictures are
// barred.
func (l *line) goesBare(d draft, why error) {
	l.count.bare.Add(1)
	l.bare.note(l.Log, d.in, why)
	if rest.HasCode(why, rest.CodeMissingPermissions) {
		l.pictures.allow(d.in, false)
	}
}

// upload tries to bring a message with new pictures, once and not for long. Of a new message
// that breaks something at Discord the descriptions are what may be too much.
func (l *line) upload(ctx context.Context, d draft, send sender) (*rest.Message, error) {
	if d.until.IsZero() {
		d.until = time.Now().Add(l.uploads)
	}
	patient := time.Until(d.until) >= longUpload
	ctx, cancel := context.WithDeadline(ctx, d.until)
	defer cancel()
	p := d.payload(nil)
	p.Spare = !d.patient
	made, err := send(ctx, p)
	var refused *rest.Error
	if !d.edits && !d.alone && errors.As(err, &refused) && refused.Status >= http.StatusInternalServerError {
		d.Message = d.Untold()
		p = d.payload(nil)
		p.Spare = true
		if other, failed := send(ctx, p); failed == nil || rest.Acted(failed) { // else what is known of the first is more
			made, err = other, failed
		}
	}
	switch {
	case err == nil:
		l.count.uploaded.Add(uint64(len(d.Files)))
	case patient && rest.Acted(err):
		l.pictures.rest(l.now().Add(picturesRest))
	}
	return made, err
}

// hung learns which pictures stand in a message that was sent.
func (l *line) hung(d draft, stay []rest.Attachment, made *rest.Message, err error) {
	if err != nil {
		return
	}
	message, all := d.over, stay
	if made != nil && made.ID != "" {
		message = made.ID
		if len(made.Attachments) > 0 {
			all = made.Attachments
		}
	}
	l.pictures.hang(message, all)
}

// spoilt says whether a message that failed may fare better with other pictures or none.
func (d draft) spoilt(err error) bool {
	var refused *rest.Error
	if !errors.As(err, &refused) {
		return err != nil && !errors.Is(err, rest.ErrGaveWay) && !d.patient
	}
	if d.patient && (refused.Status == http.StatusTooManyRequests || refused.Status >= http.StatusInternalServerError) {
		return false
	}
	switch refused.Status {
	case http.StatusBadRequest:
		return !rest.HasCode(err, rest.CodeAlreadyAnswered, rest.CodeThreadArchived, rest.CodeThreadLocked, rest.CodeBlockedByFilter, rest.CodeHarmfulLink)
	case http.StatusForbidden: // for the files, or for anything else
		return refused.Code == 0 || rest.HasCode(err, rest.CodeMissingPermissions)
	case http.StatusTooManyRequests:
		return refused.Code != rest.CodeOldMessageEdits && !(d.once && refused.Shared)
	}
	return refused.Status == http.StatusRequestEntityTooLarge || refused.Status >= http.StatusInternalServerError
}
