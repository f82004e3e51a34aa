package commands

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// pictures know which stand in which messages, so that an edit which shows the same
// brings none a second time, and where the bot may send none. A picture is named by what
// is in it. They are lost with the process: then one is sent again.
type pictures struct {
	mu     sync.Mutex
	hung   *simplelru.LRU[string, []rest.Attachment] // by message
	barred *simplelru.LRU[sitting.Channel, struct{}]
	until  time.Time // before which none are sent
}

// maxHung bounds what is remembered of messages, and of channels.
const maxHung = 20_000

func newPictures() *pictures {
	return &pictures{hung: newest[string, []rest.Attachment](maxHung), barred: newest[sitting.Channel, struct{}](maxHung)}
}

// hang learns which pictures stand in a message. That there are none is known too.
func (p *pictures) hang(message string, all []rest.Attachment) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if message != "" {
		p.hung.Add(message, all)
	}
}

// seen learns of somebody's click which pictures stood in its message: of one that was written since it tells nothing new,
// unless another process wrote it, which brought a picture that is newer than those known here.
func (p *pictures) seen(message string, all []rest.Attachment) {
	p.mu.Lock()
	defer p.mu.Unlock()
	known, is := p.hung.Peek(message)
	if message != "" && (!is || len(known) > 0 && newestOf(all) > newestOf(known)) {
		p.hung.Add(message, all)
	}
}

// newestOf is the number of the newest of some attachments, as Discord counts on; 0: there is none, or none has a number.
func newestOf(all []rest.Attachment) (newest uint64) {
	for _, a := range all {
		if id, err := strconv.ParseUint(a.ID, 10, 64); err == nil {
			newest = max(newest, id)
		}
	}
	return newest
}

// of gives the pictures that stand in a message, as far as is known.
func (p *pictures) of(message string) []rest.Attachment {
	p.mu.Lock()
	defer p.mu.Unlock()
	all, _ := p.hung.Get(message)
	return all
}

// kept gives those of a message that are the same as these files; nil where one isn't.
func (p *pictures) kept(message string, files []render.File) []rest.Attachment {
	var same []rest.Attachment
	stand := p.of(message)
	for _, f := range files {
		at := slices.IndexFunc(stand, func(a rest.Attachment) bool { return a.Name == f.Name })
		if at < 0 {
			return nil
		}
		same = append(same, stand[at])
	}
	return same
}

// allow learns whether the bot may send pictures to a channel.
func (p *pictures) allow(c sitting.Channel, may bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if may {
		p.barred.Remove(c)
		return
	}
	p.barred.Add(c, struct{}{})
}

// rest has no pictures be sent before a moment.
func (p *pictures) rest(until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until = until
}

// mayGo says whether pictures can be sent to a channel now, as far as is known.
func (p *pictures) mayGo(c sitting.Channel, now time.Time) bool {
	return p.allowed(c) && p.haveRested(now)
}

// allowed says whether the bot may send pictures to a channel.
func (p *pictures) allowed(c sitting.Channel) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.barred.Contains(c)
}

func (p *pictures) haveRested(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !now.Before(p.until)
}
