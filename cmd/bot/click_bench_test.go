package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/bwmarrin/discordgo"
)

// benchSeats click at once, two at each table. Few people have all those seats, since everybody's client hears of every
// table, and it is not the clients that are measured.
const benchSeats, benchPeople = 64, 8

// BenchmarkClick has 64 seats click as fast as they are answered: on the whole bot, with its file,
// and in the same run on a bare discordgo bot that does nothing but write "ok" over the message
// that was clicked. Both bots, their Discord and the people share the machine, so what counts is
// the ratio. Pictures are drawn and sent, and the limit of what one person may do in a second is
// off (BOATHOUSE_PACE=0). BenchmarkMove has what the bot alone takes.
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
					return c.useThere(ctx, p) // a hand that is sent again below is no error
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
func clicking(ctx context.Context, c *clicker, message discord.ID, customID string, more func() bool) error {
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
	o := discordsim.Options{Limits: unhurried()}
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
	session, err := openBare(hello.Token, hello.REST, hello.Application.String())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = session.CloseWithCode(1000) })
	askOK(b, pairs)
	return func(n int) time.Duration { return timed(b, pairs, n, pressOK) }
}

// bareSettings is what the environment tells a bare bot that is a process of its own.
const bareSettings = "BARE_BOT"

// benchBareProcess starts a bare bot in a process of its own.
func benchBareProcess(b *testing.B) (*benched, [][]*clicker) {
	b.Helper()
	sim, pairs := benchSim(b)
	hello := sim.Handshake()
	bot := exec.Command(os.Args[0])
	bot.Env = append(os.Environ(), bareSettings+"="+strings.Join([]string{hello.Token, hello.REST, hello.Application.String()}, " "))
	bare := new(benched).start(b, bot, &stage{sim: sim})
	askOK(b, pairs)
	return bare, pairs
}

// bareMain is a bare bot, until the process is told to stop.
func bareMain(settings string) int {
	s := strings.Fields(settings)
	session, err := openBare(s[0], s[1], s[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	<-stop
	_ = session.CloseWithCode(1000)
	return 0
}

// openBare connects a bare bot.
func openBare(token, rest, application string) (*discordgo.Session, error) {
	session, err := discordgo.New("Bot " + token)
	if err != nil {
		return nil, err
	}
	session.Client = &http.Client{Transport: elsewhere(rest)}
	ok := &discordgo.InteractionResponseData{Content: "ok", Flags: discordgo.MessageFlagsEphemeral, Components: []discordgo.MessageComponent{
		discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "ok", CustomID: "ok"}}},
	}}
	session.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		kind := discordgo.InteractionResponseUpdateMessage
		if i.Type == discordgo.InteractionApplicationCommand {
			kind = discordgo.InteractionResponseChannelMessageWithSource
		}
		if err := s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: ok}); err != nil {
			fmt.Fprintln(os.Stderr, "the bare bot:", err)
		}
	})
	command := []*discordgo.ApplicationCommand{{Name: "ok", Description: "Say ok"}}
	if _, err := session.ApplicationCommandBulkOverwrite(application, "", command); err != nil {
		return nil, err
	}
	return session, session.Open()
}

// askOK has everybody ask a bare bot for the message that they press on.
func askOK(b *testing.B, pairs [][]*clicker) {
	b.Helper()
	for _, pair := range pairs {
		for _, c := range pair {
			if err := heard(c.Slash(b.Context(), c.channel, "ok", nil)); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// pressOK presses on it.
func pressOK(ctx context.Context, pair []*clicker, more func() bool) error {
	return each(pair, func(c *clicker) error {
		all := c.Sees(c.channel)
		return clicking(ctx, c, all[len(all)-1].ID, "ok", more)
	})
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

// benchOurs starts our bot.
func benchOurs(b *testing.B, play player) turn {
	b.Helper()
	pairs := benchTables(b, "")
	return func(n int) time.Duration { return timed(b, pairs, n, play) }
}

// benchTables starts our bot, which takes interactions over HTTP at an address, or over the gateway, and has a hand dealt at every table.
func benchTables(b *testing.B, at string) [][]*clicker {
	b.Helper()
	sim, pairs := benchSim(b)
	hello := sim.Handshake()
	ctx, stop := context.WithCancel(context.Background()) // b.Context has ended when the bot is stopped
	ended := make(chan error, 1)
	opened := make(chan struct{})
	s := settings{Token: hello.Token, API: hello.REST, Guild: hello.Guild.String(), DB: file(filepath.Join(b.TempDir(), "boathouse.db")), Interactions: at, Pictures: true}
	if at != "" {
		key, err := hex.DecodeString(sim.VerifyKey())
		if err != nil {
			b.Fatal(err)
		}
		s.PublicKey = key
	}
	go func() {
		ended <- attended(ctx, s, io.Discard, slog.New(slog.DiscardHandler), func(ctx context.Context, d *desk) error {
			db, err := s.DB.open(ctx, "", d.log)
			if err != nil {
				return err
			}
			return errors.Join(serveBot(ctx, s, db, d, func() error { close(opened); return nil }), db.Close())
		})
	}()
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	<-opened
	if err := (&stage{sim: sim, web: at}).connected(b.Context()); err != nil {
		b.Fatal(err)
	}
	seatAll(b, pairs)
	return pairs
}

// seatAll has a hand dealt at every table.
func seatAll(b *testing.B, pairs [][]*clicker) {
	b.Helper()
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
}
