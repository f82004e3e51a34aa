package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// Patience of a step, and of one that must fail. A step that waits is woken by
// what happens; these only bound it.
const (
	patience = 90 * time.Second // longer than a refused post waits for its first retry
	doubt    = 250 * time.Millisecond
)

// A game is a script under way.
type game struct {
	stage
	words   *lang.Catalogue
	options discordsim.Options
	room    map[string]discord.ID // channels by name
	where   map[string]discord.ID // the channel that a person looks at; the first one when absent
	speaks  map[string]string     // locales of people, and under "" of the server, when not English
	acted   sync.Mutex            // held while did changes
	did     map[string]deed       // by person, the latest
	kept    map[string]keepsake
	drawn   map[string]drawing // pictures by name
	struck  <-chan struct{}    // closed when the last fault of a route has struck
	filters []discordsim.Filter
	may     []int // codes that Discord may refuse with
	late    bool  // what is done next is answered late
	noted   map[sitting.ID]table.Log
	marked  uint64 // number of the wire's newest entry when that was noted
}

// play plays a script to its end. Its error begins with the line that failed.
func (g *game) play(ctx context.Context, steps []step) (err error) {
	defer func() {
		if g.sim != nil {
			_ = g.stop(context.WithoutCancel(ctx), syscall.SIGKILL) // only after a failure is it still there
			err = errors.Join(err, g.sim.Close())
		}
	}()
	for _, s := range steps {
		if err := g.step(ctx, s); err != nil {
			return err
		}
	}
	if g.sim == nil {
		return errors.New("the script does nothing")
	}
	if err := g.stop(ctx, syscall.SIGTERM); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	if err := g.check(ctx, g.may); err != nil {
		return fmt.Errorf("at the end: %w", err)
	}
	return nil
}

// step plays a line; one that must fail is given little time to, unless Discord tells that it failed: then it must be done.
func (g *game) step(ctx context.Context, s step) error {
	opened, err := g.settle(s)
	if opened && err == nil {
		err = g.open(ctx)
		if err == nil {
			bound := patience
			if s.fails && !g.late {
				bound = doubt
			} else if _, repeats := is(s.words, "repeat"); repeats {
				bound = 3 * patience // each line in it has its own
			} else if length, waits := is(s.words, "really"); waits {
				more, err := time.ParseDuration(joined(length))
				if err != nil {
					return err
				}
				bound += more
			}
			within, cancel := context.WithTimeout(ctx, bound)
			g.late = false
			err = g.carryOut(within, s)
			cancel()
		}
	}
	switch {
	case s.fails && err == nil:
		return fmt.Errorf("%s: this should have failed", s.at)
	case s.fails || err == nil:
		return nil
	case strings.HasPrefix(err.Error(), strings.SplitN(s.at, ":", 2)[0]+":"):
		return err // of a line under it
	}
	return fmt.Errorf("%s: %w", s.at, err)
}

// settle takes the lines that must come before the game opens; true for others.
func (g *game) settle(s step) (opens bool, err error) {
	if rest, ok := is(s.words, "server speaks"); ok && len(rest) == 1 {
		g.options.GuildLocale, g.speaks[""] = rest[0].text, rest[0].text
	} else if rest, ok := is(s.words, "people"); ok {
		g.options.People = texts(rest)
	} else if rest, ok := is(s.words, "limits on"); ok && len(rest) == 0 {
		g.options.Limits = discordsim.Limits{}
	} else if rest, ok := is(s.words, "commands everywhere"); ok && len(rest) == 0 {
		g.env = append(g.env, "BOATHOUSE_GUILD=")
	} else if _, ok := is(s.words, "languages"); ok {
		return false, nil // which TestScripts has read
	} else if rest, ok := is(s.words, "discord may refuse"); ok {
		for _, w := range rest {
			code, err := strconv.Atoi(w.text)
			if err != nil {
				return false, err
			}
			g.may = append(g.may, code)
		}
		return false, nil
	} else if rest, ok := is(s.words, "emojis every"); ok && len(rest) == 1 {
		g.env = append(g.env, "BOATHOUSE_EMOJIS="+rest[0].text)
	} else if rest, ok := is(s.words, "room for emojis"); ok && len(rest) == 1 {
		n, err := strconv.Atoi(rest[0].text)
		g.options.Limits.Emojis = n
		return false, err
	} else if rest, ok := is(s.words, "computers wait"); ok && len(rest) == 1 {
		g.env = append(g.env, "BOATHOUSE_COMPUTER_DELAY="+rest[0].text)
	} else {
		return true, nil
	}
	if g.sim != nil {
		return false, errors.New("too late: the game has begun")
	}
	return false, nil
}

// open starts Discord and the bot, once.
func (g *game) open(ctx context.Context) error {
	if g.sim != nil {
		return nil
	}
	g.options.Clock = g.now
	var err error
	if g.sim, err = startChecked(ctx, g.options); err != nil {
		return err
	}
	g.room = map[string]discord.ID{"main": g.sim.Handshake().Channel}
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return g.start(within)
}

// carryOut does what a line says.
func (g *game) carryOut(ctx context.Context, s step) error {
	first, rest := s.words[0].text, s.words[1:]
	if name, acts := strings.CutSuffix(first, ":"); acts {
		return g.acts(ctx, name, rest)
	}
	switch first {
	case "deck":
		return g.deck(rest, s.under)
	case "repeat":
		return g.repeat(ctx, rest, s.under)
	case "at":
		return g.atOnce(ctx, rest, s.under)
	case "restart":
		return errors.Join(g.stop(ctx, syscall.SIGTERM), g.start(ctx))
	case "later":
		return g.later(ctx, joined(rest), true)
	case "gone":
		return g.later(ctx, joined(rest), false)
	case "really":
		return really(ctx, rest)
	case "kill":
		// What was replaced just before isn't known to be gone: it is changed once more, and then made anew by its nonce.
		g.may = append(g.may, unknownMessage)
		return errors.Join(g.stop(ctx, syscall.SIGKILL), g.start(ctx))
	case "channel":
		if len(rest) == 3 && rest[1].text == "is" && rest[2].text == "deleted" {
			return g.dropRoom(ctx, rest[0].text)
		}
		return g.addRoom(ctx, joined(rest))
	case "bot":
		return g.botLine(ctx, rest)
	case "server":
		return g.serverLine(rest)
	case "announcement", "category", "forum", "stage", "voice":
		return g.addKind(ctx, first, joined(rest))
	case "post":
		return g.forumPost(ctx, rest)
	case "slowmode":
		return g.slowmode(ctx, rest)
	case "another":
		return g.another(ctx, rest)
	case "fault":
		return g.fault(ctx, rest)
	case "mark":
		err := g.settled(ctx)
		if err == nil {
			g.noted, err = g.tables(ctx)
		}
		g.marked = g.newest()
		return err
	case "posted":
		return g.posted(ctx, joined(rest))
	case "costs":
		return g.costs(ctx, joined(rest))
	case "brought":
		return g.brought(ctx, joined(rest))
	case "picture":
		return g.picture(ctx, rest)
	case "thread":
		return g.thread(ctx, rest)
	case "archived":
		return g.changeThread(ctx, joined(rest), `{"archived":true}`)
	case "locked":
		return g.changeThread(ctx, joined(rest), `{"locked":true}`)
	case "unlocked":
		return g.changeThread(ctx, joined(rest), `{"locked":false}`)
	case "nothing":
		return g.nothingChanged(ctx)
	case "tab":
		return g.tab(ctx, rest)
	case "file":
		return g.file(ctx, rest)
	case "channels":
		return g.channels(ctx, rest)
	case "files":
		if name, ok := is(rest, "of"); ok && len(name) == 2 && name[1].text == "agree" {
			return g.agree(ctx, name[0].text)
		}
	case "emoji":
		return g.emoji(ctx, rest)
	case "everyone", "nobody":
		return g.all(ctx, first, rest)
	}
	return g.expects(ctx, first, rest)
}

// deck says what is dealt from now on: the lines under it, or "deck fair".
func (g *game) deck(rest []word, under []step) error {
	text := ""
	if _, fair := is(rest, "fair"); !fair {
		if len(rest) != 2 || rest[1].text != "deals" {
			return errors.New(`say "deck NAME deals" or "deck fair"`)
		}
		var err error
		if text, err = readDeck(rest[0].text, under); err != nil {
			return err
		}
	}
	return os.WriteFile(g.decks(), []byte(text), 0o600)
}

func (g *game) repeat(ctx context.Context, rest []word, under []step) error {
	n, err := strconv.Atoi(joined(rest))
	if err != nil || len(under) == 0 {
		return errors.New(`say "repeat N", with lines under it`)
	}
	for range n {
		for _, s := range under {
			if err := g.step(ctx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// atOnce plays the lines under "at once" side by side; each is another person's. Nobody acts before all who use something that
// is there have found it.
func (g *game) atOnce(ctx context.Context, rest []word, under []step) error {
	if _, ok := is(rest, "once"); !ok || len(under) == 0 {
		return errors.New(`say "at once", with lines under it`)
	}
	errs := make([]error, len(under))
	var all, looking sync.WaitGroup
	looking.Add(len(under))
	for i, s := range under {
		all.Go(func() {
			found := sync.OnceFunc(looking.Done)
			defer found()
			errs[i] = g.step(context.WithValue(ctx, together{}, func() { found(); looking.Wait() }), s)
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

// together is the key of what those wait with for each other who act at once.
type together struct{}

// allReady is called by who is about to act.
func allReady(ctx context.Context) {
	if wait, atOnce := ctx.Value(together{}).(func()); atOnce {
		wait()
	}
}

// botLine is "bot is back", after its connection was lost; "bot is removed" from the server by
// its owner, or "bot is added" to it again; "bot stops" and "bot starts", for what happens meanwhile; "bot server is unavailable", or "available" again, for Discord's own reasons; "bot misses the server", once it
// has noted that it may be in it no more, and "bot left the server", once it has erased what it kept for it, and no byte of these texts is left; or what it may, which
// lacks and silence tell.
func (g *game) botLine(ctx context.Context, rest []word) error {
	if _, ok := is(rest, "is back"); ok {
		return g.connected(ctx)
	}
	if _, ok := is(rest, "is removed"); ok {
		return g.owner().Kick(ctx, g.sim.Handshake().Application)
	}
	if _, ok := is(rest, "is added"); ok {
		return g.owner().AddBot(ctx, discordsim.DefaultPermissions)
	}
	if state, ok := is(rest, "server is"); ok && len(state) == 1 {
		g.sim.Fail(state[0].text == "unavailable")
		return nil
	}
	if _, ok := is(rest, "stops"); ok {
		return g.stopLong(ctx)
	}
	if _, ok := is(rest, "starts"); ok {
		return g.start(ctx)
	}
	if _, ok := is(rest, "misses the server"); ok {
		return g.once(ctx, missed)
	}
	if words, ok := is(rest, "left the server"); ok {
		return g.once(ctx, func(ctx context.Context, at place, server string) ([]string, error) {
			kept, err := keptFor(ctx, at, server)
			if err == nil && len(kept) == 0 {
				return g.bytesOf(ctx, texts(words))
			}
			return kept, err
		})
	}
	if names, ok := is(rest, "lacks"); ok {
		return g.lacks(ctx, names, false)
	}
	if names, ok := is(rest, "role lacks"); ok {
		return g.lacks(ctx, names, true)
	}
	if length, ok := is(rest, "is timed out"); ok {
		return g.silence(ctx, g.sim.Handshake().Application, length)
	}
	if _, ok := is(rest, "may speak again"); ok {
		return g.owner().TimeOut(ctx, g.sim.Handshake().Application, time.Time{})
	}
	return errors.New(`say "bot is back", "bot is removed", "bot is added" or "bot lacks …"`)
}

// tab is "tab READER FRIEND PIPS": what /tab show tells the reader, above zero
// when the friend owes.
func (g *game) tab(ctx context.Context, rest []word) error {
	if len(rest) != 3 {
		return errors.New(`say "tab READER FRIEND PIPS"`)
	}
	pips, err := strconv.Atoi(rest[2].text)
	if err != nil {
		return err
	}
	reader, friend := rest[0].text, rest[1].text
	if err := g.acts(ctx, reader, []word{{text: "/tab"}, {text: "show"}}); err != nil {
		return err
	}
	l := g.words.For(g.speaks[reader])
	name := lang.Name(render.SafeName(friend))
	want := []string{l.Count(lang.TabOwes, pips, name)}
	switch {
	case pips < 0:
		want = []string{l.Count(lang.TabOwe, -pips, name)}
	case pips == 0:
		for _, key := range []lang.Key{lang.TabOwes, lang.TabOwe} {
			some, _, _ := strings.Cut(l.Count(key, 7, name), "7")
			if err := g.untold(reader, []string{some}); err != nil {
				return err
			}
		}
		return nil
	}
	return g.told(ctx, reader, want)
}
