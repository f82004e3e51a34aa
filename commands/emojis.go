package commands

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// An EmojiSet is pictures of which all are shown or none: in a line of cards of which some are
// drawn and some are written, nobody finds anything.
type EmojiSet struct {
	Name     string // names its mark: letters, at most 12
	Pictures []EmojiPicture
}

// An EmojiPicture is what an emoji is to be. There is at least one in a set.
type EmojiPicture struct {
	Name string // letters, digits and underscores, 2 to 32; no other of any set has it
	PNG  []byte // at most 256 KiB
}

// mark is the name of the emoji that stands before a set's own. It follows from all that is in
// the set, so a set that was drawn anew has another.
func (s EmojiSet) mark() string {
	sum := sha256.New()
	for _, p := range s.Pictures {
		_, _ = fmt.Fprintf(sum, "%s %d ", p.Name, len(p.PNG)) // never fails, like the next
		_, _ = sum.Write(p.PNG)
	}
	return s.markPrefix() + hex.EncodeToString(sum.Sum(nil)[:4])
}

func (s EmojiSet) markPrefix() string { return "boathouse_" + s.Name + "_" }

// EmojiOptions are what emojis are made of; all but Pace are needed.
type EmojiOptions struct {
	Discord
	Sets []EmojiSet
	// Show is told the ids of the emojis of all sets that are whole, by their names, whenever
	// those change.
	Show func(ids map[string]string)
	// Pace is the time between two changes, 250 ms when zero. How long Emojis waits for anything
	// else follows from it.
	Pace time.Duration
}

// What Emojis waits for, in paces: a second is four.
const (
	emojisAgain  = 60 * 60 * 4 // after which it is looked whether all are still there
	emojisMissed = 60 * 4      // sooner than which a missed one has nobody look again
	emojisRetry  = 10 * 4      // after a failure, twice as long after the next
)

// Emojis sees that the application has the emojis that it should have. What Discord has is all
// that it goes by, so it needs no memory: before a set comes its mark, an emoji whose name follows
// from the pictures. What the bot uploaded under a set's names after the mark is as it should be,
// and what is older is replaced. An emoji of another name, or that somebody else uploaded,
// is never touched. Make it with [NewEmojis].
type Emojis struct {
	o     EmojiOptions
	self  string // id of the bot's user
	shown map[string]map[string]string
	told  map[string]bool // what the log has said
}

// NewEmojis returns emojis that nobody has looked for yet.
func NewEmojis(o EmojiOptions) *Emojis {
	o.Pace = cmp.Or(o.Pace, 250*time.Millisecond)
	return &Emojis{o: o, shown: make(map[string]map[string]string), told: make(map[string]bool)}
}

// Run keeps the emojis as they should be until ctx is done, or Discord refuses the bot's token. Nothing that
// happens to it is an error of the bot's; where this Discord knows no emojis, it is asked ever less often.
func (e *Emojis) Run(ctx context.Context) error {
	retry := emojisRetry
	for {
		switch err := e.safeRound(ctx); {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			retry = emojisRetry
			if !e.wait(ctx, emojisMissed, nil) || !e.wait(ctx, emojisAgain-emojisMissed, e.o.REST.Missed()) {
				return nil
			}
		case errors.Is(err, rest.ErrTokenRefused):
			e.tell("no emojis here", "error", err)
			return nil
		default:
			if rest.NoSuchCall(err) {
				e.tell("no emojis here yet", "error", err)
			}
			e.o.Log.Info("emojis put off", "error", err)
			if !e.wait(ctx, retry, nil) {
				return nil
			}
			retry = min(2*retry, emojisAgain)
		}
	}
}

// safeRound is a round whose panic is an error as any other: nobody waits for emojis.
func (e *Emojis) safeRound(ctx context.Context) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = errPanicked
			e.o.Log.Error("emojis panicked", "panic", caught, "stack", string(debug.Stack()))
		}
	}()
	return e.round(ctx)
}

// wait waits so many paces, or until one was missed. False: ctx is done.
func (e *Emojis) wait(ctx context.Context, paces int, missed <-chan struct{}) bool {
	timer := time.NewTimer(time.Duration(paces) * e.o.Pace)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-missed:
	case <-ctx.Done():
		return false
	}
	return true
}

// tell logs once what stays so.
func (e *Emojis) tell(what string, more ...any) {
	text := fmt.Sprint(append([]any{what}, more...)...)
	if !e.told[text] {
		e.told[text] = true
		e.o.Log.Warn(what, more...)
	}
}

// round looks what there is and makes what is missing. A set that fails doesn't keep the next one back.
func (e *Emojis) round(ctx context.Context) error {
	if e.self == "" {
		me, err := e.o.REST.Me(ctx)
		if err != nil {
			return err
		}
		e.self = me.ID
	}
	all, err := e.o.REST.Emojis(ctx, e.o.Application)
	if err != nil {
		return err
	}
	slices.SortFunc(all, func(a, b rest.Emoji) int { return cmp.Or(cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID)) })
	var failed error
	for _, set := range e.o.Sets {
		made := 0
		ids, err := e.bring(ctx, set, all, &made)
		if made > 0 {
			e.o.Log.Info("emojis uploaded", "set", set.Name, "count", made)
		}
		switch {
		case rest.HasCode(err, rest.CodeTooManyEmojis):
			e.tell("no room for emojis: symbols stay", "set", set.Name)
		case err != nil:
			failed = errors.Join(failed, fmt.Errorf("set %s: %w", set.Name, err))
		case ids != nil:
			e.show(set, ids)
		}
	}
	return failed
}

// show tells which emojis of a set are there; nil: not all are.
func (e *Emojis) show(set EmojiSet, ids map[string]string) {
	if maps.Equal(e.shown[set.Name], ids) {
		return
	}
	e.shown[set.Name] = ids
	together := make(map[string]string)
	for _, whole := range e.shown {
		maps.Copy(together, whole)
	}
	e.o.Show(together)
}

// A stock is what there is of a set.
type stock struct {
	mark  string   // id of the newest mark, if that is as it should be
	marks []string // ids of all others, oldest first
	ids   map[string]string
	stale map[string]string // ids of those to be replaced
	taken []string          // names that emojis of somebody else's have
}

// take stock of a set among all emojis, oldest first.
func (e *Emojis) take(set EmojiSet, all []rest.Emoji) stock {
	s := stock{ids: make(map[string]string), stale: make(map[string]string)}
	newest := ""
	for _, one := range all {
		if one.By == e.self && strings.HasPrefix(one.Name, set.markPrefix()) {
			s.marks, newest = append(s.marks, one.ID), one.Name
		}
	}
	if newest == set.mark() {
		last := len(s.marks) - 1
		s.mark, s.marks = s.marks[last], s.marks[:last]
	}
	names := make(map[string]bool)
	for _, p := range set.Pictures {
		names[p.Name] = true
	}
	for _, one := range all {
		switch {
		case !names[one.Name]:
		case one.By != e.self:
			s.taken = append(s.taken, one.Name)
		case s.mark != "" && later(one.ID, s.mark):
			s.ids[one.Name] = one.ID
		default:
			s.stale[one.Name] = one.ID
		}
	}
	return s
}

// bring makes a set whole and gives its ids by their names; nil: it can't be made whole. made
// counts what was uploaded. It can be broken off anywhere: what it left is taken stock of like
// anything else.
func (e *Emojis) bring(ctx context.Context, set EmojiSet, all []rest.Emoji, made *int) (map[string]string, error) {
	s := e.take(set, all)
	if len(s.ids) < len(set.Pictures) {
		e.show(set, nil)
	}
	if len(s.taken) > 0 {
		e.tell("emojis of somebody else's have the names of cards: symbols stay", "set", set.Name, "names", s.taken)
		return nil, nil
	}
	// The oldest mark goes first, and the right one comes when there is none left: so what the newest
	// says is true at any moment.
	for _, id := range s.marks {
		if err := e.drop(ctx, id); err != nil {
			return nil, err
		}
	}
	if s.mark == "" {
		if _, err := e.upload(ctx, EmojiPicture{set.mark(), set.Pictures[0].PNG}, made); err != nil {
			return nil, err
		}
	}
	for _, p := range set.Pictures {
		if s.ids[p.Name] != "" {
			continue
		}
		if old := s.stale[p.Name]; old != "" {
			if err := e.drop(ctx, old); err != nil {
				return nil, err
			}
		}
		id, err := e.upload(ctx, p, made)
		if err != nil {
			return nil, err
		}
		s.ids[p.Name] = id
	}
	return s.ids, nil
}

// upload makes an emoji and gives its id.
func (e *Emojis) upload(ctx context.Context, p EmojiPicture, made *int) (string, error) {
	if !e.wait(ctx, 1, nil) {
		return "", ctx.Err()
	}
	one, err := e.o.REST.CreateEmoji(ctx, e.o.Application, p.Name, p.PNG)
	if err == nil {
		*made++
	}
	return one.ID, err
}

// drop deletes an emoji.
func (e *Emojis) drop(ctx context.Context, id string) error {
	if !e.wait(ctx, 1, nil) {
		return ctx.Err()
	}
	return e.o.REST.DeleteEmoji(ctx, e.o.Application, id)
}
