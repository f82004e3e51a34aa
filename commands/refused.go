package commands

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// retryEvery is the least time between two messages that repeat what Discord has refused, wherever
// they go.
const retryEvery = time.Second

type retryKey struct{}

// lacking remembers which permissions the bot lacked in channels, from what people did there last.
type lacking struct {
	mu sync.Mutex
	by *simplelru.LRU[sitting.Channel, int64]
}

// maxLacking bounds what is remembered; of what is forgotten no permission is named.
const maxLacking = 4096

func newLacking() *lacking { return &lacking{by: newest[sitting.Channel, int64](maxLacking)} }

// note learns which of the needed permissions the bot lacks in a channel. True: it lacked some and
// lacks none now.
func (l *lacking) note(c sitting.Channel, missing int64) (regained bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if missing == 0 {
		return l.by.Remove(c)
	}
	l.by.Add(c, missing)
	return false
}

// in gives what is known to be missing in a channel.
func (l *lacking) in(c sitting.Channel) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	missing, _ := l.by.Get(c)
	return missing
}

// shut says in a refusal's words why a table isn't shown in its channel.
func (l *lacking) shut(r table.Refusal) *render.DoorRefusal {
	missing := l.in(r.Channel)
	switch {
	case r.Content:
		return &render.DoorRefusal{Code: render.Filtered}
	case r.Code == rest.CodeThreadLocked:
		return &render.DoorRefusal{Code: render.Locked}
	case missing != 0:
		return &render.DoorRefusal{Code: render.LacksPermission, Permissions: missing}
	}
	return &render.DoorRefusal{Code: render.Shut}
}

// shut says why the table can't be shown where it stands; nil: it can, as far as is known.
func (v *visit) shut() error {
	if v.snap.ID == "" || v.snap.Alone {
		return nil
	}
	r, refused := v.hall.tables.Refusal(v.snap.ID)
	here := v.snap.Channel == v.in.ChannelID
	if here {
		lacks := v.in.missing(render.NeededToPost())
		if refused && !r.Content || lacks&^render.ReadHistory != 0 || v.in.locked() {
			if err := v.mayPost(); err != nil {
				return err
			}
		}
	}
	if !refused || here && !r.Content && (v.regained || v.hall.now().Sub(r.Tried) > newlyTried) {
		return nil // it is just being tried again
	}
	return v.hall.lacking.shut(r)
}

// newlyTried is how long a refused try tells how things are, where the bot seems to have what it
// needs.
const newlyTried = time.Minute

// unshown is a line that says so to who has a private message of the table; "" where it is shown.
func (v *visit) unshown() string {
	why := v.shut()
	if why == nil {
		return ""
	}
	return render.Unshown(v.words, v.reader, &v.snap, why)
}

// retrying has the messages sent with the context that it returns wait for one another, if they
// repeat a post that was refused.
func retrying(ctx context.Context, p table.Post) context.Context {
	if p.Tries == 0 {
		return ctx
	}
	return context.WithValue(ctx, retryKey{}, struct{}{})
}

// pass waits until a message may be sent, if it repeats what was refused.
func (l *line) pass(ctx context.Context) error {
	if ctx.Value(retryKey{}) == nil {
		return nil
	}
	return l.retries.Wait(ctx)
}

// IsGone says whether a channel was deleted, as far as Discord tells.
func (b *Noticeboard) IsGone(ctx context.Context, c sitting.Channel) (bool, error) {
	if err := b.line.retries.Wait(ctx); err != nil {
		return false, err
	}
	return b.line.REST.IsGone(ctx, string(c))
}

// refusal sorts what Discord said of a post: what it refuses now it may take later. Only a server
// that isn't there is final.
func refusal(err error) error {
	var no *rest.Error
	switch {
	case rest.HasCode(err, codeUnknownServer):
		return fmt.Errorf("%w: %w: %w", table.ErrGone, table.ErrAbsent, err)
	case !isRefused(err) || !errors.As(err, &no) || isRefusedNow(err):
		return err
	case no.Code == rest.CodeMissingAccess:
		err = fmt.Errorf("%w: %w", table.ErrAbsent, err)
	}
	return &table.RefusedError{Code: no.Code, Content: isContent(no), Err: err}
}

// isRefusedNow says whether Discord refuses a post for now, as far as that is sorted.
func isRefusedNow(err error) bool {
	var refused *table.RefusedError
	return errors.As(err, &refused)
}

// isContent says whether Discord refuses a message for what is in it.
func isContent(no *rest.Error) bool {
	switch no.Code {
	case rest.CodeBlockedByFilter, rest.CodeHarmfulLink, rest.CodeInvalidForm:
		return true
	}
	return no.Code == 0 && no.Status == http.StatusBadRequest
}

// wordless is a screen without what people have written: their words are left out, and they are
// mentioned in the place of their names, which notifies nobody.
func (s screen) wordless() screen {
	bare := *s.snap
	bare.Deal.Cuts = make([]sitting.GivenCut, len(s.snap.Deal.Cuts))
	for i, c := range s.snap.Deal.Cuts {
		bare.Deal.Cuts[i] = sitting.GivenCut{By: c.By}
	}
	s.snap = &bare
	s.reader.People = nameless(s.reader.People)
	return s
}

// nameless are people without their names.
func nameless[P comparable](all map[P]render.Player) map[P]render.Player {
	bare := make(map[P]render.Player, len(all))
	for id, one := range all {
		bare[id] = render.Player{UserID: one.UserID}
	}
	return bare
}

// isFiltered says whether a post was refused for what it says, so that the same without people's
// words may be taken.
func isFiltered(err error) bool {
	var refused *table.RefusedError
	return errors.As(err, &refused) && refused.Content
}
