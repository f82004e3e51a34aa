package commands

import (
	"context"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// notes are the private messages that tell people what was not done, as long as they
// can be deleted, so that the same one again doesn't pile up below itself. They are
// lost with the process, and nothing with them.
type notes struct {
	mu   sync.Mutex
	live *simplelru.LRU[noted, liveNote]
}

// A noted is what somebody was told in a channel.
type noted struct {
	user    string
	channel sitting.Channel
	words   string
}

// A liveNote is a message with it, as the routes of its token name it.
type liveNote struct {
	asked, token, message string
	until                 time.Time
}

// maxNotes bounds what is remembered. What is forgotten stays where it is until its
// reader dismisses it.
const maxNotes = 4096

func newNotes() notes { return notes{live: newest[noted, liveNote](maxNotes)} }

// keep remembers a message and gives the one that has to go for it. Of two the one
// that was asked for later stays.
func (n *notes) keep(what noted, note liveNote) (gone liveNote, has bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	before, had := n.live.Get(what)
	if had && later(before.asked, note.asked) {
		return note, true
	}
	n.live.Add(what, note)
	return before, had
}

// refuse tells why something was not done, in a message that says it. One of its own
// takes the place of an earlier one that said the same.
func (v *visit) refuse(ctx context.Context, words string, m render.Message) {
	if v.answer.manner == over {
		v.page(ctx, m)
		return
	}
	now := v.hall.now()
	if !v.say(ctx, m) || !v.answer.own || v.answer.stands == "" {
		return
	}
	gone, has := v.hall.notes.keep(noted{v.in.User.ID, v.in.ChannelID, words}, liveNote{v.in.ID, v.in.Token, v.answer.stands, now.Add(tokenLife)})
	if has && now.Before(gone.until) {
		v.hall.remove(ctx, gone.token, gone.message)
	}
}

// remove deletes a private message. Its reader may have dismissed it: then there is
// nothing to delete.
func (l *line) remove(ctx context.Context, token, message string) {
	if err := l.REST.DeleteFollowUp(ctx, l.Application, token, message); err != nil {
		l.Log.Debug("private message not deleted", "error", err)
	}
}
