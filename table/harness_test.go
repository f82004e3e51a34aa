package table_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/google/go-cmp/cmp"
)

// delay is the computers' delay in these tests.
const delay = 1200 * time.Millisecond

// A hall is a running house on a real file, with the newest table that was
// opened in it.
type hall struct {
	tb    testing.TB
	path  string
	keeps bool // the house is kept: what has been there long enough is erased
	opt   table.Options
	store *sqlite.DB
	wall  *wall
	pulse *heldPulse
	beats bool // the pulse is the file's
	crowd bool // several play at once, so nobody waits for all others
	house *table.House
	id    sitting.ID
	keys  int
	dice  *rand.Rand
	quit  context.CancelFunc
	ended chan error
}

// seeds is a repeatable source of seeds.
type seeds struct {
	mu  sync.Mutex
	src *rand.ChaCha8
}

func newSeeds(n byte) *seeds { return &seeds{src: rand.NewChaCha8([32]byte{n})} }

func (s *seeds) Read(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.src.Read(p)
}

// A heldPulse outlives the house as a file does. Beats on a real one for days of
// steered time would take minutes.
type heldPulse struct {
	mu   sync.Mutex
	last time.Time
	lost []table.Stretch
	deaf bool          // it hears no more beats
	full bool          // it takes none
	wait time.Duration // before it takes one, or tells the last
}

func (p *heldPulse) Beat(_ context.Context, at time.Time, lost []table.Stretch) error {
	p.rests()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.full {
		return errors.New("disk full")
	}
	if !p.deaf {
		p.last, p.lost = at, append(p.lost, lost...)
	}
	return nil
}

func (p *heldPulse) rests() {
	p.mu.Lock()
	wait := p.wait
	p.mu.Unlock()
	time.Sleep(wait)
}

func (p *heldPulse) takes(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.full = !on
}

func (p *heldPulse) waits(before time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wait = before
}

// by is a beat of another house.
func (p *heldPulse) by(at time.Time, lost ...table.Stretch) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last, p.lost = at, append(p.lost, lost...)
}

func (p *heldPulse) Outages(context.Context) ([]table.Stretch, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.lost), nil
}

func (p *heldPulse) LastBeat(context.Context) (time.Time, error) {
	p.rests()
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.last, nil
}

// inHall runs a test in a hall whose time is steered: once where tables stay in
// memory, and once where a table is forgotten between any two jobs.
func inHall(t *testing.T, test func(*testing.T, *hall)) {
	t.Helper()
	t.Run("kept", func(t *testing.T) { inKeptHall(t, test) })
	t.Run("forgotten", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) { test(t, newHall(t, table.Options{Keep: -1})) })
	})
}

// inHallOf is inHall with options of its own.
func inHallOf(t *testing.T, opt table.Options, test func(*testing.T, *hall)) {
	t.Helper()
	for name, keep := range map[string]int{"kept": 0, "forgotten": -1} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				opt := opt
				opt.Keep = keep
				test(t, newHall(t, opt))
			})
		})
	}
}

// inKeptHall runs a test in a hall whose tables stay in memory.
func inKeptHall(t *testing.T, test func(*testing.T, *hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newHall(t, table.Options{})) })
}

func newHall(tb testing.TB, opt table.Options) *hall {
	tb.Helper()
	h := &hall{tb: tb, path: filepath.Join(tb.TempDir(), "boathouse.db"), opt: opt, wall: &wall{}, pulse: &heldPulse{}, dice: rand.New(rand.NewPCG(1, 2))}
	if h.opt.Seeds == nil {
		h.opt.Seeds = newSeeds(7)
	}
	if h.opt.ComputerDelay == 0 {
		h.opt.ComputerDelay = delay
	}
	if h.opt.Gather == 0 {
		h.opt.Gather = -1
	}
	if h.opt.Poster == nil {
		h.opt.Poster = h.wall
	}
	newFile.Copy(tb, filepath.Dir(h.path))
	h.start()
	tb.Cleanup(h.kill)
	return h
}

// start opens the file and runs a house on it.
func (h *hall) start() {
	h.tb.Helper()
	db, err := sqlite.Open(context.Background(), h.path, sqlite.Options{})
	if err != nil {
		h.tb.Fatal(err)
	}
	h.store = db
	if h.opt.Log == nil {
		h.opt.Log = slog.New(slog.NewTextHandler(h.tb.Output(), nil))
	}
	opt := h.opt
	opt.Habits, opt.Servers, opt.Asks = db, db, db
	if away, ok := opt.Tabs.(*awayTabs); ok {
		away.Tabs = db
	} else {
		opt.Tabs = db
	}
	opt.Pulse = h.pulse
	if opt.Redrawer != nil {
		opt.Redraws, opt.Seasons = db, db
		if slow, ok := h.opt.Redraws.(*slowRedraws); ok {
			slow.Redraws, opt.Redraws = db, slow
		}
	}
	switch upkeep := opt.Upkeep.(type) {
	case *crossedUpkeep:
		upkeep.Upkeep = db
	case *countedUpkeep:
		upkeep.Upkeep = db
	default:
		if h.keeps {
			opt.Upkeep = db
		}
	}
	if h.beats {
		opt.Pulse = db
	}
	switch store := opt.Store.(type) {
	case *faultyStore:
		store.Store = db
	case *fencedStore:
		store.Store = db
	default:
		opt.Store = db
	}
	if crossed, ok := opt.Seasons.(*crossedSeasons); ok {
		crossed.Seasons = db
	}
	h.house = table.New(opt)
	ctx, quit := context.WithCancel(context.Background())
	h.quit, h.ended = quit, make(chan error, 1)
	house, ended := h.house, h.ended
	go func() { ended <- house.Run(ctx) }()
	if _, steered := h.tb.(*testing.T); steered {
		synctest.Wait() // who asks a house that doesn't run yet for a hand waits for nothing
	}
}

// kill ends the house and closes the file. Nothing of the house but the file is left.
func (h *hall) kill() {
	if h.quit == nil {
		return
	}
	h.quit()
	if err := <-h.ended; err != nil {
		h.tb.Error(err)
	}
	if err := h.store.Close(); err != nil {
		h.tb.Error(err)
	}
	h.quit = nil
}

// dies ends the house as a kill of the process does: it has no last word.
func (h *hall) dies() {
	h.pulse.hears(false)
	h.kill()
	h.pulse.hears(true)
}

func (p *heldPulse) hears(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = !on
}

func (h *hall) restart() {
	h.tb.Helper()
	h.kill()
	h.start()
}

// pass lets time go by, and everything that is due happen.
func pass(d time.Duration) {
	if d > 0 {
		<-time.After(d)
	}
	synctest.Wait()
}

func (h *hall) key() string {
	h.keys++
	return fmt.Sprintf("key-%d", h.keys)
}

func (h *hall) command(who sitting.Person, do sitting.Action) sitting.Command {
	return sitting.Command{Key: h.key(), Table: h.id, By: who, Do: do}
}

func (h *hall) send(c sitting.Command) (table.Reply, error) {
	return h.house.Do(context.Background(), c)
}

// does has a person do something that must be taken.
func (h *hall) does(who sitting.Person, do sitting.Action) table.Reply {
	h.tb.Helper()
	reply, err := h.send(h.command(who, do))
	if err != nil {
		h.tb.Fatalf("%s %#v: %v", who, do, err)
	}
	h.seals(reply)
	return reply
}

// seals has what seals the next deal posted after a command that leads to one.
func (h *hall) seals(after table.Reply) {
	if _, steered := h.tb.(*testing.T); steered && !h.crowd && !after.Sight.Deal.Ready {
		synctest.Wait()
	}
}

// closes has a person close the table at once, as a manager may in mid-hand too.
func (h *hall) closes(who sitting.Person) table.Reply {
	h.tb.Helper()
	c := h.command(who, sitting.Close{Sure: true})
	c.Manager = true
	reply, err := h.send(c)
	if err != nil {
		h.tb.Fatalf("%s closes: %v", who, err)
	}
	return reply
}

// refused has a person do something that must be refused with a code.
func (h *hall) refused(who sitting.Person, do sitting.Action, code sitting.Code) table.Reply {
	h.tb.Helper()
	reply, err := h.send(h.command(who, do))
	wantCode(h.tb, err, code)
	return reply
}

func wantCode(tb testing.TB, err error, code sitting.Code) {
	tb.Helper()
	var no *sitting.Refusal
	if !errors.As(err, &no) || no.Code != code {
		tb.Fatalf("got %v, want refusal %v", err, code)
	}
}

func (h *hall) looks(who sitting.Person) sitting.Sight {
	h.tb.Helper()
	s, err := h.house.Look(context.Background(), h.id, who)
	if err != nil {
		h.tb.Fatal(err)
	}
	return s
}

func settings() sitting.Settings {
	return sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Lang: "en"}
}

func openIn(channel sitting.Channel) sitting.Open {
	return sitting.Open{Server: "server", Channel: channel, Settings: settings()}
}

// opens has a person open a table, and others join it.
func (h *hall) opens(host sitting.Person, do sitting.Open, others ...sitting.Person) {
	h.tb.Helper()
	h.id = h.does(host, do).Sight.ID
	for _, p := range others {
		h.does(p, sitting.Join{})
	}
}

// table opens a table in a channel of its own, people seated, a hand dealt.
func (h *hall) deals(people ...sitting.Person) {
	h.tb.Helper()
	h.opens(people[0], openIn("channel"), people[1:]...)
	h.does(people[0], sitting.Start{})
}

// choice is a move that a person may make now.
func (h *hall) choice(s sitting.Sight) engine.Move {
	return opponent.Choose(opponent.Easy, s.View, s.Log, h.dice, opponent.Budget{})
}

// onTurn returns whose turn it is; empty for a computer or when no hand is played.
func (h *hall) onTurn() sitting.Person {
	s := h.looks("")
	if s.Phase != sitting.Playing {
		return ""
	}
	if t := s.Seats[s.View.Turn]; !t.Away && !t.Leaving {
		return t.Person
	}
	return ""
}

// moves makes one move for the person whose turn it is.
func (h *hall) moves() {
	h.tb.Helper()
	who := h.onTurn()
	h.does(who, sitting.Play{Moves: []engine.Move{h.choice(h.looks(who))}})
}

// passes has the person whose turn it is play it to its end.
func (h *hall) passes() {
	h.tb.Helper()
	for turns := h.looks("").View.Turns; h.looks("").Phase == sitting.Playing && h.looks("").View.Turns == turns; {
		h.moves()
	}
}

// finishes plays the hand to its end, people and computers.
func (h *hall) finishes() *sitting.HandResult {
	h.tb.Helper()
	for range 5000 {
		s := h.looks("")
		switch {
		case s.Phase != sitting.Playing:
			return s.Last
		case h.onTurn() != "":
			h.moves()
		default:
			pass(delay)
		}
	}
	h.tb.Fatal("the hand doesn't end")
	return nil
}

func people(seats []sitting.Sitter) []sitting.Person {
	var names []sitting.Person
	for _, t := range seats {
		names = append(names, t.Person)
	}
	return names
}

func equal(tb testing.TB, got, want any) {
	tb.Helper()
	if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
		tb.Errorf("difference (- want, + got):\n%s", diff)
	}
}

// sound has the store compare everything in the file with what was played.
func (h *hall) sound() {
	h.tb.Helper()
	found, err := h.store.Check(context.Background())
	if err != nil {
		h.tb.Fatal(err)
	}
	for _, w := range found.Wrong {
		h.tb.Errorf("%s: %+v", w.Code, w)
	}
}
