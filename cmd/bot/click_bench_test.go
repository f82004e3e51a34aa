package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/bwmarrin/discordgo"
)

// benchSeats click at once, two at each table. Few people have all those seats, since everybody's client hears of every
// table, and it is not the clients that are measured.
const benchSeats, benchPeople = 64, 8

// BenchmarkClick has 64 seats click as fast as they are answered: on the whole bot, with its file, and in the same run
// on a bare discordgo bot that does nothing but write "ok" over the message that was clicked. Both bots, their Discord
// and the people share the machine, so what counts is the ratio.
func BenchmarkClick(b *testing.B) {
	b.Run("sort", func(b *testing.B) {
		benchBoth(b, func(ctx context.Context, pair []*clicker, more func() bool) error {
			return each(pair, func(c *clicker) error {
				hand, _ := c.hand()
				sort, _ := component(hand, "so")
				return clicking(ctx, c, hand.ID, sort.CustomID, more)
			})
		})
	})
	b.Run("play", func(b *testing.B) {
		benchBoth(b, func(ctx context.Context, pair []*clicker, more func() bool) error {
			for {
				_, err := goRound(ctx, pair, func(ctx context.Context, c *clicker, p press) error {
					if !more() {
						return errEnough
					}
					return c.use(ctx, p)
				})
				if err != nil {
					return err
				}
			}
		})
	})
}

// errEnough ends a run that has had all its clicks.
var errEnough = errors.New("enough")

// benchSlices is into how many parts a run is cut: the bots take turns, so that what else the machine does meanwhile
// strikes both.
const benchSlices = 20

// A turn has a bot's people click n times, and says how long that took.
type turn func(n int) time.Duration

// benchBoth runs the bare bot and ours, b.N clicks each, and reports what each of them did in a second.
func benchBoth(b *testing.B, play player) {
	b.Helper()
	bare, ours := benchBare(b), benchOurs(b, play)
	var bareTook, oursTook time.Duration
	b.ResetTimer()
	for i := range benchSlices {
		n := b.N*(i+1)/benchSlices - b.N*i/benchSlices
		bareTook += bare(n)
		oursTook += ours(n)
	}
	b.StopTimer()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.N)/oursTook.Seconds(), "clicks/s")
	b.ReportMetric(float64(b.N)/bareTook.Seconds(), "bare-clicks/s")
	b.ReportMetric(bareTook.Seconds()/oursTook.Seconds(), "ratio")
}

// A player has two at a table click until there are no more clicks to make, and then returns errEnough.
type player func(ctx context.Context, pair []*clicker, more func() bool) error

// clicking presses one button again and again.
func clicking(ctx context.Context, c *clicker, message discordsim.ID, customID string, more func() bool) error {
	for more() {
		if err := heard(c.Click(ctx, message, customID)); err != nil {
			return err
		}
	}
	return errEnough
}

// each does something for all of a pair at once and gives the first error.
func each(pair []*clicker, do func(*clicker) error) error {
	faults := make(chan error, len(pair))
	for _, c := range pair {
		go func() { faults <- do(c) }()
	}
	err := <-faults
	for range len(pair) - 1 {
		if other := <-faults; other != errEnough { //nolint:errorlint // our own value
			err = other
		}
	}
	return err
}

// timed counts down n clicks among all pairs and says how long they took.
func timed(b *testing.B, pairs [][]*clicker, n int, play player) time.Duration {
	b.Helper()
	var left atomic.Int64
	left.Store(int64(n))
	more := func() bool { return left.Add(-1) >= 0 }
	var all sync.WaitGroup
	begun := time.Now()
	for _, pair := range pairs {
		all.Go(func() {
			if err := play(b.Context(), pair, more); err != errEnough { //nolint:errorlint // our own value
				b.Error(err)
			}
		})
	}
	all.Wait()
	return time.Since(begun)
}

// benchSim is a Discord with its people, two in a channel.
func benchSim(b *testing.B) (*discordsim.Server, [][]*clicker) {
	b.Helper()
	o := discordsim.Options{Limits: roomy()}
	o.Limits.Acknowledge = answerWithin
	for i := range benchPeople {
		o.People = append(o.People, fmt.Sprintf("Person%d", i))
	}
	sim, err := discordsim.Start(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := sim.Close(); err != nil {
			b.Error(err)
		}
	})
	var pairs [][]*clicker
	for i := range benchSeats / 2 {
		channel, first := addChannel(b, sim, fmt.Sprintf("table-%d", i)), 2*i%benchPeople
		pairs = append(pairs, []*clicker{newClicker(sim, o.People[first], channel), newClicker(sim, o.People[first+1], channel)})
	}
	return sim, pairs
}

// benchBare starts a bare discordgo bot.
func benchBare(b *testing.B) turn {
	b.Helper()
	sim, pairs := benchSim(b)
	hello := sim.Handshake()
	session, err := discordgo.New("Bot " + hello.Token)
	if err != nil {
		b.Fatal(err)
	}
	session.Client = &http.Client{Transport: elsewhere(hello.REST)}
	ok := &discordgo.InteractionResponseData{Content: "ok", Flags: discordgo.MessageFlagsEphemeral, Components: []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "ok", CustomID: "ok"}}},
	}}
	session.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		kind := discordgo.InteractionResponseUpdateMessage
		if i.Type == discordgo.InteractionApplicationCommand {
			kind = discordgo.InteractionResponseChannelMessageWithSource
		}
		if err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: ok}); err != nil {
			b.Error(err)
		}
	})
	if err := session.Open(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = session.CloseWithCode(1000) })
	command := []*discordgo.ApplicationCommand{{Name: "ok", Description: "Say ok"}}
	if _, err := session.ApplicationCommandBulkOverwrite(hello.Application.String(), "", command); err != nil {
		b.Fatal(err)
	}
	for _, pair := range pairs {
		for _, c := range pair {
			if err := heard(c.Slash(b.Context(), c.channel, "ok", nil)); err != nil {
				b.Fatal(err)
			}
		}
	}
	return func(n int) time.Duration {
		return timed(b, pairs, n, func(ctx context.Context, pair []*clicker, more func() bool) error {
			return each(pair, func(c *clicker) error {
				all := c.Sees(c.channel)
				return clicking(ctx, c, all[len(all)-1].ID, "ok", more)
			})
		})
	}
}

// elsewhere sends the requests for Discord to an address on this machine.
type elsewhere string

func (e elsewhere) RoundTrip(request *http.Request) (*http.Response, error) {
	to, err := url.Parse(string(e))
	if err != nil {
		return nil, err
	}
	request = request.Clone(request.Context())
	request.URL.Scheme, request.URL.Host = to.Scheme, to.Host
	return http.DefaultTransport.RoundTrip(request)
}

// benchOurs starts our bot, and has a hand dealt at every table.
func benchOurs(b *testing.B, play player) turn {
	b.Helper()
	sim, pairs := benchSim(b)
	hello := sim.Handshake()
	db, err := openStore(b.Context(), filepath.Join(b.TempDir(), "boathouse.db"))
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background()) // b.Context has ended when the bot is stopped
	ended := make(chan error, 1)
	opened := make(chan struct{})
	s := settings{Token: hello.Token, API: hello.REST, Guild: hello.Guild.String()}
	go func() {
		ended <- serveBot(ctx, s, db, slog.New(slog.DiscardHandler), func() error { close(opened); return nil })
	}()
	b.Cleanup(func() {
		stop()
		if err := errors.Join(<-ended, db.Close()); err != nil {
			b.Error(err)
		}
	})
	<-opened
	if err := (&stage{sim: sim}).connected(b.Context()); err != nil {
		b.Fatal(err)
	}
	for _, pair := range pairs {
		if err := openTable(b.Context(), nil, 0, pair...); err != nil {
			b.Fatal(err)
		}
		if err := pair[0].tap(b.Context(), "st"); err != nil {
			b.Fatal(err)
		}
		for _, c := range pair {
			if err := c.show(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	}
	return func(n int) time.Duration { return timed(b, pairs, n, play) }
}

// benchTables is how many tables are open at once when their memory is measured.
const benchTables = 1000

// BenchmarkClickTableMemory measures what a table in mid-hand takes in memory, of a thousand that have each been played
// at for six turns. It measures once, whatever b.N is.
func BenchmarkClickTableMemory(b *testing.B) {
	b.ReportMetric(tableMemory(b), "B/table")
	b.ReportMetric(0, "ns/op")
}

func tableMemory(b *testing.B) float64 {
	b.Helper()
	db, err := storage.Open(b.Context(), filepath.Join(b.TempDir(), "boathouse.db"), storage.Options{})
	if err != nil {
		b.Fatal(err)
	}
	house := table.New(table.Options{Store: db, Poster: quietPoster{}, Seeds: rand.Reader})
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- house.Run(ctx) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	}()
	if err := playTables(b.Context(), house, db, -1); err != nil { // what is made once is made
		b.Fatal(err)
	}
	before := heap()
	var all sync.WaitGroup
	for lane := range benchSeats {
		all.Go(func() {
			for n := lane; n < benchTables; n += benchSeats {
				if err := playTables(b.Context(), house, db, n); err != nil {
					b.Error(err)
				}
			}
		})
	}
	all.Wait()
	for house.Stats().Owed > 0 {
		runtime.Gosched()
	}
	after := heap()
	if got := house.Stats().Tables; got != benchTables+1 {
		b.Fatalf("%d tables", got)
	}
	return (after - before) / benchTables
}

// heap is what is in use once the garbage is gone, that of earlier benchmarks too, whose connections end by and by.
func heap() float64 {
	var m runtime.MemStats
	for before := uint64(math.MaxUint64); ; before = m.HeapAlloc {
		runtime.GC()
		runtime.ReadMemStats(&m)
		if m.HeapAlloc+heapBlur > before {
			return float64(m.HeapAlloc)
		}
	}
}

// heapBlur is by how many bytes a heap may shrink from one collection to the next and be the same: ten a table.
const heapBlur = 10 * benchTables

// playTables opens table n and plays six turns at it.
func playTables(ctx context.Context, house *table.House, db *storage.DB, n int) error {
	var people [2]table.Person
	for i := range people {
		var err error
		if people[i], err = db.Person(ctx, fmt.Sprintf("%d-%d", n, i), "Somebody"); err != nil {
			return err
		}
	}
	key := 0
	do := func(id table.ID, by table.Person, a table.Action) (table.Snapshot, error) {
		key++
		reply, err := house.Do(ctx, table.Command{Key: fmt.Sprintf("%d/%d", n, key), Table: id, By: by, Do: a})
		return reply.Snapshot, err
	}
	set := table.Settings{Rules: engine.Boathouse.Rules(), Seats: 2}
	s, err := do("", people[0], table.Open{Server: "1", Channel: table.Channel(strconv.Itoa(n)), Lang: "en", Settings: set})
	if err == nil {
		_, err = do(s.ID, people[1], table.Join{})
	}
	if err == nil {
		s, err = do(s.ID, people[0], table.Start{})
	}
	for err == nil && s.View.Turns < 6 {
		by := people[s.View.Turn]
		if s, err = do(s.ID, by, table.Play{Moves: []engine.Move{engine.Draw{}}}); err == nil {
			last := engine.LegalView(s.View).Discards[0]
			s, err = do(s.ID, by, table.Play{Moves: []engine.Move{engine.Discard{Card: last}}})
		}
	}
	return err
}

// A quietPoster makes posts that nobody sees.
type quietPoster struct{}

func (quietPoster) Post(_ context.Context, p table.Post, _ table.Snapshot, refs table.Refs) (table.Refs, error) {
	if p.Kind == table.PostTable {
		refs.Table = "1000000000000000000"
	}
	return refs, nil
}
