package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A letter is an owner that is no table: somebody adds lines to it, an hour later
// it adds one by itself, and it owes what it says to a person.
type letter struct {
	desk  *desk
	place *place
	id    OwnerID
	read  *paper // nil: not in memory
}

// A paper is what is stored of a letter.
type paper struct {
	lines []string
	wake  time.Time
	owed  []Post
}

// A desk is where letters are stored, which outlives who runs them, and where the
// people are to whom they go.
type desk struct {
	mu     sync.Mutex
	papers map[OwnerID]paper
	posts  int64
	loads  int
	told   []string // person, kind, number and what was said, as each was told
	deaf   bool     // nobody can be told anything
	breaks int      // how often ringing a letter panics
}

const (
	toldOnce   = 100 // a message of its own
	toldNewest = 101 // one message, edited in place
)

var errDeaf = errors.New("nobody hears")

func (l *letter) load() {
	if l.read != nil {
		return
	}
	l.desk.mu.Lock()
	p := l.desk.papers[l.id]
	l.desk.loads++
	l.desk.mu.Unlock()
	l.read = &p
	l.place.owed(p.owed)
}

// add stores a line, and what is owed for it.
func (l *letter) add(line string, wake time.Time) {
	l.load()
	l.desk.mu.Lock()
	p := *l.read
	p.lines, p.wake = append(slices.Clip(p.lines), line), wake
	owes := []Post{
		{Kind: toldOnce, To: Address{Person: "ann"}, Seq: int64(len(p.lines))},
		{Kind: toldNewest, To: Address{Person: "ann"}, Seq: int64(len(p.lines))},
		{Kind: toldNewest, To: Address{Channel: "hall"}, Seq: int64(len(p.lines))},
	}
	for i := range owes {
		l.desk.posts++
		owes[i].ID = l.desk.posts
	}
	p.owed = append(slices.Clip(l.desk.papers[l.id].owed), owes...)
	l.desk.papers[l.id] = p
	l.desk.mu.Unlock()
	l.read = &p
	l.place.owes(owes)
}

func (l *letter) ring(context.Context) error {
	l.load()
	l.desk.mu.Lock()
	broken := l.desk.breaks > 0 && !time.Now().Before(l.read.wake)
	if broken {
		l.desk.breaks--
	}
	l.desk.mu.Unlock()
	if broken {
		panic("broken")
	}
	if wake := l.read.wake; !wake.IsZero() && !time.Now().Before(wake) {
		l.add("an hour has passed", time.Time{})
	}
	return nil
}

func (l *letter) stand() stand {
	if l.read == nil {
		return stand{unread: true}
	}
	return stand{wake: l.read.wake, keep: true}
}

func (l *letter) forget() { l.read = nil }

func (l *letter) part() { l.forget() }

func (l *letter) redo(_ context.Context, p Post) error {
	l.load()
	l.place.owesToo(Post{Kind: p.Kind, To: p.To, Seq: int64(len(l.read.lines))})
	return nil
}

func (l *letter) delivery(k PostKind) delivery {
	return delivery{rank: int(k), newest: k == toldNewest}
}

func (l *letter) deliver(_ context.Context, p Post) error {
	l.desk.mu.Lock()
	defer l.desk.mu.Unlock()
	if l.desk.deaf {
		return errDeaf
	}
	lines := l.desk.papers[l.id].lines
	l.desk.told = append(l.desk.told, fmt.Sprintf("%s%s %d %d %s", p.To.Person, p.To.Channel, p.Kind, p.ID, lines[p.Seq-1]))
	return nil
}

func (l *letter) delivered(_ context.Context, _ Fence, done []int64, _ Refusals) error {
	l.desk.mu.Lock()
	defer l.desk.mu.Unlock()
	p := l.desk.papers[l.id]
	p.owed = slices.DeleteFunc(slices.Clone(p.owed), func(p Post) bool { return slices.Contains(done, p.ID) })
	l.desk.papers[l.id] = p
	return nil
}

// runs runs letters until quit is called; keep is how many stay in memory.
func (d *desk) runs(keep int) (h *runner, quit func()) {
	h = newRunner(time.Now, slog.New(slog.DiscardHandler), &counters{}, keep)
	h.open = func(id OwnerID, at *place) owner { return &letter{desk: d, place: at, id: id} }
	return h, d.runsOn(h)
}

// runsOn has a runner run what is due of the desk, until quit is called.
func (d *desk) runsOn(h *runner) (quit func()) {
	ctx, cancel := context.WithCancel(context.Background())
	h.start(ctx)
	var due []Due
	d.mu.Lock()
	for id, p := range d.papers {
		if len(p.owed) > 0 {
			due = append(due, Due{Owner: id, At: time.Unix(1, 0)})
		}
		if !p.wake.IsZero() {
			due = append(due, Due{Owner: id, At: p.wake})
		}
	}
	d.mu.Unlock()
	h.setAlarm(due)
	h.work.Go(func() { h.keepTime(ctx) })
	return func() {
		cancel()
		h.close()
		h.work.Wait()
	}
}

// with does something at the desk while nobody else does.
func (d *desk) with(do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	do()
}

// paper is what is stored of a letter by now.
func (d *desk) paper(id OwnerID) (p paper) {
	d.with(func() { p = d.papers[id] })
	return p
}

func (d *desk) writes(t *testing.T, h *runner, id OwnerID, line string) {
	t.Helper()
	err := h.ask(t.Context(), id, job{verb: "write", do: func(_ context.Context, r *place) error {
		r.owner.(*letter).add(line, time.Now().Add(time.Hour))
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// heard checks what people were told since the last time.
func (d *desk) heard(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Equal(d.told, want) {
		t.Errorf("told %q, want %q", d.told, want)
	}
	d.told = nil
}

// TestWhatIsNoTableHasAQueueAClockAndAnOutbox runs letters: in their turn, by the
// clock, with the newest told for all, over a restart.
func TestWhatIsNoTableHasAQueueAClockAndAnOutbox(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{papers: make(map[OwnerID]paper)}
		h, quit := d.runs(8)
		d.writes(t, h, "one", "hello")
		d.heard(t, "ann 100 1 hello", "ann 101 2 hello", "hall 101 3 hello")
		time.Sleep(time.Hour)
		d.heard(t, "ann 100 4 an hour has passed", "ann 101 5 an hour has passed", "hall 101 6 an hour has passed")
		d.with(func() {
			if d.loads != 1 {
				t.Errorf("it was read %d times", d.loads)
			}
		})

		// Nobody hears: all of it stays owed, also over a restart.
		d.with(func() { d.deaf = true })
		for _, line := range []string{"a", "b", "c"} {
			d.writes(t, h, "two", line)
		}
		time.Sleep(10 * time.Second)
		d.heard(t)
		quit()
		d.with(func() { d.deaf = false })
		_, quit = d.runs(8)
		d.heard(t,
			"ann 100 7 a", "ann 100 10 b", "ann 100 13 c",
			// The first may have been told before: alone, by its number. Then the newest, for all.
			"ann 101 8 a", "hall 101 9 a", "ann 101 11 c", "hall 101 12 c")
		if owed := d.paper("two").owed; len(owed) != 0 {
			t.Errorf("still owed: %v", owed)
		}
		// A try of the first may arrive late, so the newest is written once more.
		time.Sleep(lateTry)
		synctest.Wait()
		d.with(func() {
			slices.Sort(d.told) // posts that aren't stored have numbers below 0
			if ok, err := regexp.MatchString(`^ann 101 -\d+ c\nhall 101 -\d+ c$`, strings.Join(d.told, "\n")); !ok || err != nil {
				t.Errorf("told %q", d.told)
			}
			d.told = nil
		})
		// The clock was stored too.
		time.Sleep(time.Hour)
		d.heard(t, "ann 100 16 an hour has passed", "ann 101 17 an hour has passed", "hall 101 18 an hour has passed")
		quit()
	})
}

// TestWhatPanicsIsReadAgainAndTheRestGoesOn has a job go wrong.
func TestWhatPanicsIsReadAgainAndTheRestGoesOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{papers: make(map[OwnerID]paper)}
		h, quit := d.runs(-1)
		defer quit()
		d.writes(t, h, "one", "hello")
		err := h.ask(t.Context(), "one", job{verb: "break", do: func(context.Context, *place) error { panic("broken") }})
		if !errors.Is(err, ErrPanicked) {
			t.Error(err)
		}
		d.writes(t, h, "one", "again")
		time.Sleep(time.Hour)
		synctest.Wait()
		if got := d.paper("one").lines; !slices.Equal(got, []string{"hello", "again", "an hour has passed"}) {
			t.Errorf("%q", got)
		}
		if owners, queued, owed := h.sizes(); owners+queued+owed != 0 {
			t.Errorf("%d in memory, %d waiting, %d owed: nothing is to be kept", owners, queued, owed)
		}
	})
}

// TestWhoPanicsWhenRungIsRungAgain has the job of the clock itself go wrong, longer
// and longer apart.
func TestWhoPanicsWhenRungIsRungAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{papers: make(map[OwnerID]paper)}
		h, quit := d.runs(8)
		defer quit()
		d.writes(t, h, "one", "hello")
		d.with(func() { d.breaks = 3 })
		time.Sleep(time.Hour + 2*firstRest)
		synctest.Wait()
		d.with(func() {
			if d.breaks != 1 {
				t.Errorf("%d are left", d.breaks)
			}
		})
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := d.paper("one").lines; !slices.Equal(got, []string{"hello", "an hour has passed"}) {
			t.Errorf("%q", got)
		}
	})
}

// TestPostsOfOneMomentAreTwo adds posts that aren't stored, to two people at once.
func TestPostsOfOneMomentAreTwo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{papers: map[OwnerID]paper{"one": {lines: []string{"hello"}}}}
		h, quit := d.runs(8)
		defer quit()
		err := h.ask(t.Context(), "one", job{verb: "tell", do: func(_ context.Context, r *place) error {
			for _, p := range []sitting.Person{"ann", "bob"} {
				r.owesToo(Post{Kind: toldOnce, To: Address{Person: p}, Seq: 1})
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		at := -time.Now().UnixMilli()
		d.heard(t, fmt.Sprintf("ann 100 %d hello", at), fmt.Sprintf("bob 100 %d hello", at-1))
	})
}

// TestALetterAndATableLiveInOneHouse gives a house another kind of owner beside its
// tables: one alarm rings both, and neither hears of the other.
func TestALetterAndATableLiveInOneHouse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{papers: make(map[OwnerID]paper)}
		h := New(Options{Store: emptyStore{}})
		tables := h.runner.open
		h.runner.open = func(id OwnerID, at *place) owner {
			if id == "letter" {
				return &letter{desk: d, place: at, id: id}
			}
			return tables(id, at)
		}
		ctx, quit := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- h.Run(ctx) }()
		synctest.Wait()
		d.writes(t, h.runner, "letter", "hello")
		var no *sitting.Refusal
		if _, err := h.Look(ctx, "nowhere", ""); !errors.As(err, &no) || no.Code != sitting.NoTable {
			t.Error(err)
		}
		time.Sleep(time.Hour)
		d.heard(t, "ann 100 1 hello", "ann 101 2 hello", "hall 101 3 hello",
			"ann 100 4 an hour has passed", "ann 101 5 an hour has passed", "hall 101 6 an hour has passed")
		quit()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// An emptyStore has no tables.
type emptyStore struct{ Store }

func (emptyStore) Claim(context.Context, OwnerID, bool) (c Claim, err error) { return c, nil }

func (emptyStore) Due(context.Context) ([]Due, error) { return nil, nil }

func (emptyStore) Losses(context.Context, time.Time) (map[sitting.ID]Loss, error) {
	return nil, nil
}

func (emptyStore) Resume(context.Context, sitting.ID) (Log, error) {
	return Log{}, ErrNotFound
}
