package commands

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// A gallery is a table with people who look on, at a Discord that takes what it is told to.
type gallery struct {
	*evening
	looks *lookers
	now   time.Time
	words lang.Lang

	mu     sync.Mutex
	edits  []string // tokens, in order
	status int      // of the answers
	code   int
}

func newGallery(t *testing.T, people int) *gallery {
	t.Helper()
	g := &gallery{evening: newEvening(t), now: time.Unix(1_800_000_000, 0), status: http.StatusOK}
	g.show(g.stages()[2])
	discord := httptest.NewServer(g)
	t.Cleanup(discord.Close)
	client := rest.New(rest.Options{API: discord.URL, Token: "t"})
	t.Cleanup(client.Close)
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	g.words = words.For("en-US")
	l := newLine(Discord{REST: client, Application: "1", Log: slog.New(slog.DiscardHandler)}, func() time.Time { return g.now }, lateTry)
	g.looks = newLookers(l, newPeople(g, false), newInk(render.NewCodec([]byte("key")), nil, nil, l.undrawn), func() time.Time { return g.now }, newAllowances(), time.Millisecond)
	for i := range people {
		g.looksOn(i)
	}
	return g
}

func (g *gallery) key(i int) holder {
	return holder{g.sees("").ID, sitting.Person(fmt.Sprint("user", i))}
}

func (g *gallery) looksOn(i int) {
	s := g.sees("")
	g.looks.begin(g.key(i))
	g.looks.views.keep(g.key(i), liveHand{
		asked: fmt.Sprint(i), own: true, id: fmt.Sprint(100 + i), token: fmt.Sprint("token", i), message: original,
		until: g.now.Add(tokenLife), drawn: s.Seq, shows: s.Seq, words: g.words,
	})
}

// ServeHTTP takes edits of private messages.
func (g *gallery) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.ReadAll(r.Body) // what can't be read is no edit
	g.mu.Lock()
	defer g.mu.Unlock()
	parts := strings.Split(r.URL.Path, "/")
	if r.Method == http.MethodPatch && len(parts) > 4 {
		g.edits = append(g.edits, parts[len(parts)-3])
	}
	w.Header().Set("Content-Type", "application/json")
	if g.status == http.StatusTooManyRequests {
		w.Header().Set("X-RateLimit-Scope", "shared")
		w.Header().Set("Retry-After", "2")
	}
	w.WriteHeader(g.status)
	_, _ = fmt.Fprintf(w, `{"id":"900","code":%d,"retry_after":2,"global":false}`, g.code) // the client notices
}

// happens has something happen at the table, and brings it once; it says how many were
// written and how long the rest has to wait.
func (g *gallery) happens(change bool) (written int, wait time.Duration) {
	if change {
		if _, err := g.Do(context.Background(), sitting.Command{Key: "k", By: person(ada), Do: sitting.Away{}}); err != nil {
			g.t.Fatal(err)
		}
		if _, err := g.Do(context.Background(), sitting.Command{Key: "k", By: person(ada), Do: sitting.Back{}}); err != nil {
			g.t.Fatal(err)
		}
	}
	g.mu.Lock()
	before := len(g.edits)
	g.mu.Unlock()
	id := g.sees("").ID
	wait = g.looks.bring(context.Background(), g, id, g.looks.all(id))
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.edits) - before, wait
}

// TestViewsAreRefreshedWithinTheAllowanceOfTheirChannel has more people look on than a minute has
// edits for: who waits is shown the newest state when there is one again, and players have theirs.
func TestViewsAreRefreshedWithinTheAllowanceOfTheirChannel(t *testing.T) {
	g := newGallery(t, 8)
	if n, wait := g.happens(true); n != 8 || wait != 0 {
		t.Fatalf("%d written, %v to wait", n, wait)
	}
	n, wait := g.happens(true)
	if n != sendsPerMinute-leftToPlayers-8 || wait != sendsWithin {
		t.Errorf("%d written of 8, %v to wait", n, wait)
	}
	for range leftToPlayers {
		if !g.looks.views.sends.take("3", g.now) {
			t.Error("nothing is left for who plays")
		}
	}
	if again, _ := g.happens(true); again != 0 {
		t.Errorf("%d written with nothing left", again)
	}
	g.now = g.now.Add(wait)
	if n, wait = g.happens(false); n != 8 || wait != 0 {
		t.Errorf("%d written a minute later, %v to wait", n, wait)
	}
	if n, _ = g.happens(false); n != 0 {
		t.Errorf("%d written though nothing has happened", n)
	}
}

// TestALimitOfDiscordsHoldsViewsBack has Discord refuse one for its place.
func TestALimitOfDiscordsHoldsViewsBack(t *testing.T) {
	g := newGallery(t, 3)
	g.status = http.StatusTooManyRequests
	n, wait := g.happens(true)
	if n != 1 || wait < 2*time.Second || wait > 3*time.Second {
		t.Errorf("%d written to a closed place, %v to wait", n, wait)
	}
	g.status, g.now = http.StatusOK, g.now.Add(wait)
	if n, wait := g.happens(false); n != 3 || wait != 0 {
		t.Errorf("%d written then, %v to wait", n, wait)
	}
}

// TestWhatIsGoneIsNotWrittenTo has one dismissed, and one whose token is over.
func TestWhatIsGoneIsNotWrittenTo(t *testing.T) {
	g := newGallery(t, 2)
	g.status, g.code = http.StatusNotFound, rest.CodeUnknownMessage
	if n, wait := g.happens(true); n != 2 || wait != 0 {
		t.Errorf("%d written, %v to wait", n, wait)
	}
	g.status, g.code = http.StatusOK, 0
	if n, _ := g.happens(true); n != 0 {
		t.Errorf("%d written of those dismissed", n)
	}
	g.looksOn(0)
	g.now = g.now.Add(tokenLife)
	if n, wait := g.happens(true); n != 0 || wait != 0 {
		t.Errorf("%d written by tokens that are over, %v to wait", n, wait)
	}
}

// TestThoseWhoLookOnAreBounded has more look on than are kept.
func TestThoseWhoLookOnAreBounded(t *testing.T) {
	g := newGallery(t, mostLookers+3)
	on := func() []holder { return slices.DeleteFunc(g.looks.all(g.sees("").ID), g.looks.hasGone) }
	if all := on(); len(all) != mostLookers || all[0] != g.key(3) {
		t.Errorf("%d look on, the first %v", len(all), all[0])
	}
	g.looksOn(3) // who asks again is the newest
	g.looksOn(99)
	if all := on(); len(all) != mostLookers || all[0] != g.key(5) {
		t.Errorf("%d look on, the first %v", len(all), all[0])
	}
	for i := range 2 * mostLookers {
		g.looksOn(100 + i)
	}
	if n := len(g.looks.all(g.sees("").ID)); n != 2*mostLookers {
		t.Errorf("%d are written to", n)
	}
	for i := range mostLooked {
		g.looks.begin(holder{sitting.ID(fmt.Sprintf("x%07d", i)), "one"})
	}
	if n := len(g.looks.all(g.sees("").ID)); n != 0 || g.looks.at.Len() != mostLooked {
		t.Errorf("%d tables are looked on at, %d at the first", g.looks.at.Len(), n)
	}
	one := holder{"x0000001", "one"}
	g.looks.end(context.Background(), one)
	if g.looks.at.Len() != mostLooked-1 {
		t.Error("a table is kept that nobody looks on at")
	}
}

// TestOneBringsTheViewsOfATable has a table change while its views are brought: they end with
// the newest state, and nobody is left busy.
func TestOneBringsTheViewsOfATable(t *testing.T) {
	g := newGallery(t, 1)
	for range 5 {
		g.looks.follow(t.Context(), g, g.sees("").ID)
	}
	wait := time.After(10 * time.Second)
	for g.looks.isBusy() {
		select {
		case <-wait:
			t.Fatal("it never ends")
		case <-time.After(time.Millisecond):
		}
	}
	g.looks.views.draw = nil // a fault of ours, which ends nothing else
	if _, err := g.Do(t.Context(), sitting.Command{Key: "k", By: person(ada), Do: sitting.Away{}}); err != nil {
		t.Fatal(err)
	}
	g.looks.follow(t.Context(), g, g.sees("").ID)
	for g.looks.isBusy() {
		select {
		case <-wait:
			t.Fatal("it never ends")
		case <-time.After(time.Millisecond):
		}
	}
	if n := g.looks.views.line.count.panics.Load(); n != 1 {
		t.Errorf("%d panics", n)
	}
}

// TestNewsThatComesDuringAnAnswerIsShownAfterIt has somebody be answered with their view for the first time, or once more, while
// the table goes on: the answer was drawn before that.
func TestNewsThatComesDuringAnAnswerIsShownAfterIt(t *testing.T) {
	for name, people := range map[string]int{"the first": 0, "once more": 1} {
		t.Run(name, func(t *testing.T) {
			g := newGallery(t, people)
			views, key := g.looks.views, g.key(0)
			g.looks.begin(key)
			views.showing(t.Context(), key)
			drawn := g.sees("").Seq
			if n, _ := g.happens(true); n != 0 {
				t.Fatalf("%d written while an answer is under way", n)
			}
			views.keep(key, liveHand{
				asked: "9", own: true, id: "200", token: "new", message: original, until: g.now.Add(tokenLife), drawn: drawn, shows: drawn, words: g.words,
			})
			views.shown(context.Background(), g, key)
			if want := []string{"new"}; !slices.Equal(g.edits, want) || views.isBehind(key) {
				t.Errorf("written are %q, want %q; behind: %v", g.edits, want, views.isBehind(key))
			}
		})
	}
}

// TestAPanicInADrawingFreezesNothing has a view break once: the next is written all the same, and so is what comes after.
func TestAPanicInADrawingFreezesNothing(t *testing.T) {
	g := newGallery(t, 2)
	draws, panics := g.looks.views.draw, 1
	g.looks.views.draw = func(ctx context.Context, from table.Peeker, key holder, view liveHand) (render.Message, sitting.Channel, int64, error) {
		if panics--; panics >= 0 {
			panic("a view that breaks")
		}
		return draws(ctx, from, key, view)
	}
	if n, wait := g.happens(true); n != 1 || wait != 0 {
		t.Errorf("%d written of two, one of which breaks; %v to wait", n, wait)
	}
	if n, _ := g.happens(true); n != 2 {
		t.Errorf("%d written of two after that", n)
	}
}

// TestAViewFollowsWhoWantsItOtherwise has one of two who look on want to see cards otherwise.
func TestAViewFollowsWhoWantsItOtherwise(t *testing.T) {
	g := newGallery(t, 2)
	g.looks.views.restyle(t.Context(), g, g.key(1).person)
	if want := []string{"token1"}; !slices.Equal(g.edits, want) {
		t.Errorf("written are %q, want %q", g.edits, want)
	}
}

// TestWhoHasToGoIsToldSo has one more look on than are kept: the view of who asked longest ago is written once more, when there
// is room for it, and never again. Who comes back before that is told nothing, and goes on.
func TestWhoHasToGoIsToldSo(t *testing.T) {
	g := newGallery(t, mostLookers)
	stopped := map[bool]int{}
	draws := g.looks.views.draw
	g.looks.views.draw = func(ctx context.Context, from table.Peeker, key holder, view liveHand) (render.Message, sitting.Channel, int64, error) {
		stopped[view.ends().IsZero()]++
		return draws(ctx, from, key, view)
	}
	for range sendsPerMinute {
		g.looks.views.sends.take("3", g.now)
	}
	g.looksOn(mostLookers)
	if n, wait := g.happens(false); n != 0 || wait == 0 {
		t.Fatalf("%d written with nothing left, %v to wait", n, wait)
	}
	g.now, stopped = g.now.Add(sendsWithin), map[bool]int{}
	if n, wait := g.happens(false); n != 1 || wait != 0 || g.edits[0] != "token0" || stopped[true] != 1 {
		t.Errorf("%q are written, %v to wait, %v say that they stand still", g.edits, wait, stopped)
	}
	g.now = g.now.Add(sendsWithin)
	if n, _ := g.happens(true); n != mostLookers || slices.Contains(g.edits[1:], "token0") {
		t.Errorf("%q are written", g.edits)
	}
	g.looksOn(mostLookers + 1) // the second has to go
	g.looksOn(1)               // and is back before anybody told them
	g.now, stopped = g.now.Add(sendsWithin), map[bool]int{}
	g.happens(true)
	if stopped[true] != 1 || g.looks.hasGone(g.key(1)) || g.looks.hasGone(g.key(2)) || !slices.Contains(g.looks.all(g.sees("").ID), g.key(1)) {
		t.Errorf("views that say that they stand still: %v", stopped)
	}
}
