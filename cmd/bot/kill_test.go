package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/google/go-cmp/cmp"
)

// TestKilledBotLosesNothingAndDoesNothingTwice kills the real bot with signal 9 at random moments while people play at
// five tables, and one of them alone, starts it again on the same file, and goes on. Everything sent to the killed bot that nobody saw answered
// is sent to the next one: by Discord, the same bytes again, with some that were answered among them; and by the people,
// who press the same old button again.
func TestKilledBotLosesNothingAndDoesNothingTwice(t *testing.T) {
	t.Parallel()
	rounds := 15
	if os.Getenv("BOATHOUSE_LONG") != "" {
		rounds = 300
	}
	k := newKilling(t)
	k.seatEverybody(t)
	hands := 0
	for round := 0; round < rounds || hands < fewestAlone && round < 3*rounds; round++ {
		if round == rounds/2 {
			k.copyStore(t, "earlier.db")
		}
		atLeast := time.Duration(0)
		if round%10 == 9 {
			atLeast = keptWithin
		}
		k.round(t, 100+k.dice.IntN(260), atLeast)
		k.sound(t, round)
		hands = k.handsAlone(t)
	}
	acked, sent := k.book.counts()
	t.Logf("%d commands acknowledged of %d sent; %d were under way when the bot was killed and pressed again; "+
		"%d interactions delivered again; %d hands were played alone", acked, sent, k.unsure, k.relay.again.Load(), hands)
	if acked < fewest*rounds || k.unsure < rounds || hands < fewestAlone {
		t.Error("so few: the test shows little")
	}
	k.settle(t)

	// The control: a store that forgot what it had acknowledged is found out.
	wrong, err := k.book.check(t.Context(), file(filepath.Join(k.dir, "earlier.db")))
	if err != nil {
		t.Fatal(err)
	}
	if len(wrong) < rounds {
		t.Errorf("a store of long ago passes: %v", wrong)
	}
}

// TestACommandDoneTwiceIsNoticed is the other control: a Discord that delivers old interactions again under new ids has
// the bot do them twice, and the book tells.
func TestACommandDoneTwiceIsNoticed(t *testing.T) {
	t.Parallel()
	k := newKilling(t)
	ada, ben := newClicker(k.sim, "Ada", k.sim.Handshake().Channel), newClicker(k.sim, "Ben", k.sim.Handshake().Channel)
	k.start(t)
	p := &party{clickers: []*clicker{ada, ben}, book: k.book, dice: k.dice}
	if err := openTable(t.Context(), nil, 0, ada, ben); err != nil {
		t.Fatal(err)
	}
	if taken, err := p.cut(t.Context(), ada); err != nil || !taken {
		t.Fatalf("taken: %t, %v", taken, err)
	}
	k.kill(t)
	k.sound(t, 0)
	k.relay.forge = true
	k.relay.oftener = 1
	k.start(t)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		wrong, err := k.book.check(t.Context(), file(k.db))
		if err != nil {
			t.Fatal(err)
		}
		if len(wrong) == 1 && strings.Contains(wrong[0], "2 times") {
			break
		}
		select {
		case <-tick.C:
		case <-time.After(answerWithin):
			t.Fatalf("not noticed: %v", wrong)
		}
	}
	k.kill(t)
}

// A killing is a bot that is killed again and again, with those who play on it.
type killing struct {
	dir, db, program string
	sim              *discordsim.Server
	relay            *relay
	dice             *rand.Rand
	book             *book
	parties          []*party
	unsure           int // presses whose answer the killed bots kept

	bot  *exec.Cmd
	logs *bytes.Buffer // what the bot that runs now has logged
}

// newKilling builds the bot and starts a Discord for it, with limits that don't slow a test down.
func newKilling(t *testing.T) *killing {
	t.Helper()
	seed := rand.Uint64()
	if text := os.Getenv("BOATHOUSE_SEED"); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("BOATHOUSE_SEED=%d", seed)
	k := &killing{dir: t.TempDir(), dice: rand.New(rand.NewPCG(seed, 0))}
	k.db, k.program = filepath.Join(k.dir, "boathouse.db"), buildBot(t)
	var err error
	k.sim, err = discordsim.Start(t.Context(), discordsim.Options{Limits: unhurried()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if k.bot != nil {
			_ = k.bot.Process.Kill() // a test that failed half way leaves it
			_ = k.bot.Wait()
		}
		if err := k.sim.Close(); err != nil {
			t.Error(err)
		}
	})
	k.relay = newRelay(t, k.sim.Handshake(), rand.New(rand.NewPCG(seed, 1)))
	k.book = newBook(k.sim.Handshake(), k.relay.isNext)
	return k
}

// seatEverybody opens the tables and deals.
func (k *killing) seatEverybody(t *testing.T) {
	t.Helper()
	k.start(t)
	for i, p := range []struct {
		people    []string
		rules     string
		computers int
	}{
		{people: []string{"Ada", "Ben", "Cleo"}, rules: "boathouse"},
		{people: []string{"Ada", "Dov"}, rules: "brisk"},
		{people: []string{"Eva", "Finn", "Gus"}, rules: "boathouse"},
		{people: []string{"Ben", "Finn"}, rules: "boathouse", computers: 1},
		{people: []string{"Cleo", "Gus"}, rules: "brisk", computers: 2},
	} {
		channel := k.sim.Handshake().Channel
		if i > 0 {
			channel = addChannel(t, k.sim, fmt.Sprintf("table-%d", i))
			k.book.channels = append(k.book.channels, channel)
		}
		one := &party{book: k.book, dice: rand.New(rand.NewPCG(k.dice.Uint64(), 0))}
		for _, name := range p.people {
			c := newClicker(k.sim, name, channel)
			c.dice = rand.New(rand.NewPCG(k.dice.Uint64(), 0))
			one.clickers = append(one.clickers, c)
		}
		if err := openTable(t.Context(), map[string]any{"rules": p.rules}, p.computers, one.clickers...); err != nil {
			t.Fatalf("table %d: %v\n%s", i, err, k.logs)
		}
		if err := one.clickers[0].tap(t.Context(), "st"); err != nil {
			t.Fatal(err)
		}
		k.parties = append(k.parties, one)
	}
	k.seatAlone(t, "Eva")
	k.kill(t)
}

// seatAlone deals somebody cards whom nobody plays with.
func (k *killing) seatAlone(t *testing.T, name string) {
	t.Helper()
	c := newClicker(k.sim, name, addChannel(t, k.sim, "alone"))
	c.dice = rand.New(rand.NewPCG(k.dice.Uint64(), 0))
	if err := heard(c.Slash(t.Context(), c.channel, "play", map[string]any{"players": 3})); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(t.Context(), func([]discord.Message) bool { _, ok := c.hand(); return ok }); err != nil {
		t.Fatal(err)
	}
	k.book.alone = append(k.book.alone, c.ID().String())
	k.parties = append(k.parties, &party{book: k.book, dice: rand.New(rand.NewPCG(k.dice.Uint64(), 0)), clickers: []*clicker{c}})
}

// start starts the bot and returns when Discord has accepted it.
func (k *killing) start(t *testing.T) {
	t.Helper()
	ready := k.relay.expect()
	hello := k.sim.Handshake()
	k.logs = new(bytes.Buffer)
	k.bot = exec.CommandContext(t.Context(), k.program, "serve")
	k.bot.Dir, k.bot.Stderr = k.dir, k.logs
	k.bot.Env = append(environ(), "DISCORD_TOKEN="+hello.Token, "DISCORD_API="+k.relay.URL+"/api", "BOATHOUSE_DB="+k.db,
		"BOATHOUSE_OPS=off", "BOATHOUSE_PACE=0", "BOATHOUSE_MAX_TABLES_PERSON=0", "BOATHOUSE_MAX_TABLES_SERVER=0", "BOATHOUSE_GUILD="+hello.Guild.String())
	if err := k.bot.Start(); err != nil {
		t.Fatal(err)
	}
	select {
	case <-ready:
	case <-time.After(answerWithin):
		_ = k.bot.Process.Kill()
		_ = k.bot.Wait()
		t.Fatalf("the bot didn't start:\n%s", k.logs)
	}
}

// kill ends the bot without a warning.
func (k *killing) kill(t *testing.T) {
	t.Helper()
	if err := k.bot.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	k.ended(t)
}

// ended waits for the end of the bot and reads its log.
func (k *killing) ended(t *testing.T) {
	t.Helper()
	_ = k.bot.Wait()
	for line := range strings.Lines(k.logs.String()) {
		if strings.Contains(line, `"level":"ERROR"`) {
			t.Errorf("logged: %s", line)
		}
	}
	k.bot = nil
}

// quit ends the bot, and gives what it has logged and what it was doing.
func (k *killing) quit() string {
	_ = k.bot.Process.Signal(syscall.SIGQUIT)
	_ = k.bot.Wait()
	k.bot = nil
	return k.logs.String()
}

const (
	// roundLasts is the longest that a round of play lasts, on a machine with much else to do, once
	// so many commands are acknowledged.
	roundLasts = 1500 * time.Millisecond
	fewest     = 30

	// fewestAlone is how many hands whoever plays alone must be dealt: rounds go on until then, so
	// that kills meet the end of a hand and the next deal.
	fewestAlone = 3

	// keptWithin is how long a bot runs at most until it has kept that it goes on with its session. One that is killed before gets all that
	// the one before it got, and what came since: by chance no bot of hundreds runs so long.
	keptWithin = 2500 * time.Millisecond
)

// round starts the bot, has everybody play, and kills it after so many acknowledged commands and so long, but not before each
// table has answered a click.
func (k *killing) round(t *testing.T, commands int, atLeast time.Duration) {
	t.Helper()
	k.start(t)
	started := time.Now()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	acked := make(chan struct{}, 1024)
	var first, all sync.WaitGroup
	first.Add(len(k.parties))
	faults := make(chan error, len(k.parties))
	for _, p := range k.parties {
		all.Go(func() {
			answered := sync.OnceFunc(first.Done)
			defer answered()
			err := p.play(ctx, func() {
				answered()
				select {
				case acked <- struct{}{}:
				case <-ctx.Done():
				}
			})
			if err != nil && p.unsure != nil {
				err = fmt.Errorf("%w\n%s", err, about(k.sim, p.unsure.message))
			}
			faults <- err
		})
	}
	begun := make(chan struct{})
	go func() {
		first.Wait()
		close(begun)
	}()
	select {
	case <-begun:
	case <-time.After(2 * answerWithin):
		t.Fatalf("at some table nothing is acknowledged:\n%s", k.quit())
	}
	enough := time.After(roundLasts)
	for n := 0; (n < commands || time.Since(started) < atLeast) && len(faults) == 0; {
		select {
		case <-acked:
			n++
		case <-enough:
			if n < fewest {
				enough = time.After(roundLasts)
				continue
			}
			n = commands
		case err := <-faults:
			t.Fatalf("%v\n%s", err, k.quit())
		case <-time.After(answerWithin):
			t.Fatalf("play has stopped:\n%s", k.quit())
		}
	}
	<-time.After(time.Duration(k.dice.IntN(4000)) * time.Microsecond) // not just after an answer
	k.kill(t)
	stop()
	all.Wait()
	for _, p := range k.parties {
		if err := <-faults; err != nil {
			t.Errorf("%v\n%s", err, k.logs)
		}
		if p.unsure != nil && p.unsure.acts() {
			k.unsure++
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

// sound checks the store that the killed bot left.
func (k *killing) sound(t *testing.T, round int) {
	t.Helper()
	wrong, err := k.book.check(t.Context(), file(k.db))
	if err != nil {
		t.Fatalf("round %d: %v", round, err)
	}
	for _, w := range wrong {
		t.Errorf("round %d: %s", round, w)
	}
	if t.Failed() {
		t.FailNow()
	}
}

// handsAlone counts the hands dealt to who plays alone.
func (k *killing) handsAlone(t *testing.T) int {
	t.Helper()
	logs, err := k.book.load(t.Context(), file(k.db))
	if err != nil {
		t.Fatal(err)
	}
	hands := 0
	for _, l := range logs {
		if l.Head.Channel == "" {
			hands += len(handsOf(l.Events))
		}
	}
	return hands
}

// copyStore puts the file as it is now aside.
func (k *killing) copyStore(t *testing.T, name string) {
	t.Helper()
	for _, more := range []string{"", "-wal"} {
		content, err := os.ReadFile(k.db + more)
		if more != "" && errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(k.dir, name+more), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// settle has a last bot make the posts that are owed, ends it as a person would, and compares its tables with what the
// events say, and the channels with what was owed to them.
func (k *killing) settle(t *testing.T) {
	t.Helper()
	k.start(t)
	logs, err := k.book.load(t.Context(), file(k.db))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*answerWithin)
	defer cancel()
	for _, l := range logs {
		if l.Head.Channel == "" { // who plays alone is answered with the seal, marked where it was shown before
			continue
		}
		times := shown(l)
		var count map[string]int
		err := k.parties[0].clickers[0].Wait(ctx, func(all []discord.Message) bool {
			count = map[string]int{}
			for _, m := range all {
				for text := range times {
					if !m.Ephemeral() && strings.Contains(m.Text(), text) {
						count[text]++
					}
				}
			}
			return len(count) == len(times)
		})
		if diff := cmp.Diff(times, count); diff != "" {
			t.Errorf("table %s: commitments in the channel (%v): %s", l.Head.Table, err, diff)
		}
	}
	if err := k.bot.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	k.ended(t)
	db, err := sqlite.Open(t.Context(), k.db, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	house := table.New(table.Options{Store: db})
	for _, l := range logs {
		again, err := db.Load(t.Context(), l.Head.Table)
		if err != nil {
			t.Fatal(err)
		}
		game := foldHand(again.Events)
		for seat, person := range seatsOf(again.Events) {
			if person == "" {
				continue
			}
			s, err := house.Look(t.Context(), l.Head.Table, person)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(engine.See(game, engine.Seat(seat)), s.View); diff != "" {
				t.Errorf("table %s, seat %d: %s", l.Head.Table, seat, diff)
			}
		}
	}
}
