package commands

import (
	"context"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// lateTry is after which time no try that got no answer arrives any more.
const lateTry = 10 * time.Second

// doubts are the messages whose edit got no answer: Discord may carry it out yet, after what was written since. What is
// written meanwhile is written once more when that can't be any more, unless something newer was by then, which is
// written once more itself. They are lost with the process.
type doubts struct {
	within time.Duration

	mu sync.Mutex
	of *simplelru.LRU[string, doubt] // by message
}

type doubt struct {
	until  time.Time
	writes int // how often it was begun to write the message since
}

// maxDoubts bounds what is remembered.
const maxDoubts = 4096

func newDoubts(within time.Duration) *doubts {
	return &doubts{within: within, of: newest[string, doubt](maxDoubts)}
}

// arises learns that an edit of a message may arrive yet.
func (d *doubts) arises(message string) {
	if message == "" {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	now, _ := d.of.Get(message)
	now.until = time.Now().Add(d.within)
	d.of.Add(message, now)
}

// holds says whether an older edit of a message may arrive yet.
func (d *doubts) holds(message string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, has := d.of.Get(message)
	return has && time.Now().Before(now.until)
}

// writes learns that a message is about to be written, or was, and gives the number of that.
func (d *doubts) writes(message string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, has := d.of.Get(message)
	if !has {
		return 0
	}
	now.writes++
	d.of.Add(message, now)
	return now.writes
}

// isNewest says whether nothing was written to a message since.
func (d *doubts) isNewest(message string, writes int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now, has := d.of.Get(message)
	return has && now.writes == writes
}

// onceMore writes a draft again when no older edit of its message can arrive any more.
func (l *line) onceMore(d draft, writes int) {
	time.AfterFunc(l.doubts.within, func() {
		defer l.survived("message not written once more", func() {}, "message", d.over)
		if !l.doubts.isNewest(d.over, writes) {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), patient)
		defer cancel()
		l.doubts.arises(d.over) // this one may cross another
		again := d.again
		d.again = nil
		if _, _, err := l.show(ctx, d, again); err != nil {
			l.Log.Debug("message not written once more", "message", d.over, "error", err)
		}
	})
}
