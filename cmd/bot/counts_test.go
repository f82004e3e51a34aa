package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A course is how a hand is played whose messages and requests are counted.
type course struct {
	name      string
	pace      string
	people    int
	computers int
	between   time.Duration // before each turn of a person
	requests  float64       // with the bot's token: at most so many a turn
	taps      bool          // whoever is to play opens their hand by a tap on the table
	calls     bool          // whoever is to play has been idle, and is called
}

// TestWhatAHandCosts plays whole hands through the real binary, at several paces, and counts what Discord was asked for
// and what people got of it: a table of it is what "make counts" prints. It holds the limits too. Nobody writes but the
// bot. Whoever answers soon plays on the hand that stands open; whoever comes after long, by the newest message that
// leads to it, as from a push.
func TestWhatAHandCosts(t *testing.T) {
	t.Parallel()
	program := scriptedBot(t)
	courses := []course{
		{name: "live, 3 people, 10 s before each turn", pace: "live", people: 3, between: 10 * time.Second, requests: 1.1},
		{name: "live, 2 people who tap the table, 10 s", pace: "live", people: 2, between: 10 * time.Second, requests: 0.2, taps: true},
		{name: "live, 1 person and 2 computers, 10 s", pace: "live", people: 1, computers: 2, between: 10 * time.Second, requests: 1},
		{name: "slow, 2 people, 10 minutes", pace: "slow", people: 2, between: 10 * time.Minute, requests: 3.1, calls: true},
		{name: "slow, 3 people, 3 hours", pace: "slow", people: 3, between: 3 * time.Hour, requests: 3.1, calls: true},
	}
	counted := make([]tally, len(courses))
	t.Run("play", func(t *testing.T) {
		for i, c := range courses {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				n, err := newCount(t, program, c).run()
				if err != nil {
					t.Fatal(err)
				}
				counted[i] = n
				for _, wrong := range n.wrong(c) {
					t.Error(wrong)
				}
			})
		}
	})
	t.Log("| who plays | turns | new messages | calls | edits seen | pushes | requests a turn |")
	t.Log("|---|---|---|---|---|---|---|")
	for i, c := range courses {
		t.Log(counted[i].row(c))
	}
	t.Log("| who plays | clicks: answers | tables | deletions | bot: result | calls | tables | deletions |")
	t.Log("|---|---|---|---|---|---|---|---|")
	for i, c := range courses {
		t.Log(counted[i].kindRow(c))
	}
	// The control: what costs more than it may, or shows less than it must, is noticed.
	c, dear := courses[3], tally{turns: 40, shown: 41, kept: messages + 1, calls: 40, pushes: 41, others: 1, requests: 130, played: 38}
	if wrong := dear.wrong(c); len(wrong) != 4 {
		t.Errorf("of a hand that costs too much is said: %q", wrong)
	}
	if wrong := (tally{turns: 40, played: 38}).wrong(c); len(wrong) != 3 {
		t.Errorf("of a hand that nobody sees is said: %q", wrong)
	}
}

// A tally is what a hand cost.
type tally struct {
	turns    int            // of the hand
	kept     int            // new messages that are no calls
	calls    int            // new messages that call
	shown    int            // edits that people saw, of any message for all
	pushes   int            // on the phone of one who has notifications for all messages, and doesn't play
	others   int            // pushes of other messages than calls
	requests int            // with the bot's token, between the first turn and the last
	played   int            // the turns between these
	kinds    map[string]int // all requests of the hand, by what the bot says they were for and by which token
}

func (n tally) each() float64 { return float64(n.requests) / float64(max(n.played, 1)) }

// row is a line of docs/FIGURES.md's table of what a hand costs.
func (n tally) row(c course) string {
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %.2f |", c.name, n.turns, n.kept, n.calls, n.shown, n.pushes, n.each())
}

// kindRow is a line of docs/FIGURES.md's table of what requests are for.
func (n tally) kindRow(c course) string {
	row := "| " + c.name
	for _, kind := range countedKinds {
		row += fmt.Sprintf(" | %d", n.kinds[kind])
	}
	return row + " |"
}

// countedKinds are the columns of that table: what a hand has none of is left out.
var countedKinds = []string{"interaction answer", "interaction table", "interaction tidy", "bot result", "bot call", "bot table", "bot tidy"}

// messages are those that a hand may bring where nobody writes, calls left out: the result, which seals the next deal, and
// the table below it.
const messages = 2

// wrong says what of a tally is more than it may be, or less than it must.
func (n tally) wrong(c course) (found []string) {
	says := func(wrong bool, format string, args ...any) {
		if wrong {
			found = append(found, fmt.Sprintf(format, args...))
		}
	}
	says(n.kept > messages, "%d new messages a hand", n.kept)
	says(n.others > 0, "%d pushes of what is no call", n.others)
	says(n.pushes != n.calls, "%d pushes of %d calls", n.pushes, n.calls)
	says(n.each() > c.requests, "%.3f requests a turn", n.each())
	says(n.kept == 0, "no new message")
	says(n.shown < n.turns, "%d edits in %d turns: somebody played unseen", n.shown, n.turns)
	says(c.calls && n.calls < n.turns-c.people, "%d calls in %d turns", n.calls, n.turns)
	return found
}

// A count is a hand under way that is counted.
type count struct {
	stage
	course
	players []*clicker
	ops     string
	watcher *clicker // whose phone tells of all messages
}

func newCount(t *testing.T, program string, c course) *count {
	t.Helper()
	n := &count{stage: stage{program: program, dir: t.TempDir(), env: []string{
		"BOATHOUSE_GATHER=20s", "BOATHOUSE_DICE=counts", "BOATHOUSE_COMPUTER_DELAY=400ms", // so that no turn is over before the last is shown
	}}, course: c, ops: freePort(t)}
	n.env = append(n.env, "BOATHOUSE_OPS="+n.ops)
	o := discordsim.Options{Limits: unhurried(), Clock: n.now, People: []string{"Ada", "Ben", "Cleo", "Dov"}}
	var err error
	if n.sim, err = discordsim.Start(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("the bot's log ends:\n" + n.tail())
		}
		_ = n.stop(context.Background(), syscall.SIGKILL) // only after a failure is it still there
		if err := n.sim.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, name := range o.People[:c.people] {
		c := newClicker(n.sim, name, n.sim.Handshake().Channel)
		c.dice = rand.New(rand.NewPCG(1, uint64(len(n.players)))) // they play the same hand each time
		n.players = append(n.players, c)
	}
	if err := os.WriteFile(n.decks(), []byte(shuffled()), 0o600); err != nil {
		t.Fatal(err)
	}
	n.watcher = newClicker(n.sim, "Dov", n.sim.Handshake().Channel)
	return n
}

// shuffled is a deck as the bot reads it, the same each time.
func shuffled() string {
	deck := []string{"0"} // who deals first
	for _, card := range rand.New(rand.NewPCG(5, 0)).Perm(engine.PackSize) {
		deck = append(deck, engine.Card(card).String())
	}
	return strings.Join(deck, " ")
}

// run plays two hands and counts the second: before the first there is the lobby.
func (n *count) run() (tally, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	defer cancel()
	if err := n.start(ctx); err != nil {
		return tally{}, err
	}
	if err := openTable(ctx, map[string]any{"pace": n.pace, "level": "easy"}, n.computers, n.players...); err != nil {
		return tally{}, err
	}
	if err := n.players[0].tap(ctx, "st"); err != nil {
		return tally{}, err
	}
	if _, err := n.hand(ctx, n.newest()); err != nil {
		return tally{}, err
	}
	before, err := n.kinds(ctx)
	if err != nil {
		return tally{}, err
	}
	since, pushes := n.newest(), len(n.watcher.Pushes(n.watcher.channel))
	if err := n.players[0].tap(ctx, "nx"); err != nil {
		return tally{}, err
	}
	found, err := n.hand(ctx, since)
	if err != nil {
		return tally{}, err
	}
	for _, m := range n.watcher.Pushes(n.watcher.channel)[pushes:] {
		found.pushes++
		if m.Content == "" || len(m.Mentions) != 1 {
			found.others++
		}
	}
	if found.kinds, err = n.kinds(ctx); err != nil {
		return tally{}, err
	}
	for kind := range found.kinds {
		found.kinds[kind] -= before[kind]
	}
	if err := n.stop(ctx, syscall.SIGTERM); err != nil {
		return tally{}, err
	}
	return found, n.check(ctx, []int{unknownMessage}) // a call may be deleted under a finger
}

// kinds reads from /metrics what the bot's requests were for.
func (n *count) kinds(ctx context.Context) (map[string]int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.ops+"/metrics", nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	found := make(map[string]int)
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		var by, kind string
		var requests int
		if _, err := fmt.Sscanf(lines.Text(), "boathouse_discord_kind_requests_total{by=%q,kind=%q} %d", &by, &kind, &requests); err == nil {
			found[by+" "+kind] = requests
		}
	}
	return found, nil
}

// hand plays a hand to its end and counts what was sent since an exchange.
func (n *count) hand(ctx context.Context, since uint64) (tally, error) {
	var found tally
	first, before := 0, uint64(0) // the turn from which on requests are counted
	for {
		state, game, err := n.settled(ctx)
		switch {
		case err != nil:
			return found, err
		case state.Phase() != sitting.Playing:
			return n.counted(found, since)
		}
		if err := n.shows(ctx, state.Version()); err != nil {
			return found, fmt.Errorf("turn %d: %w", game.Turns, err)
		}
		if found.turns = int(game.Turns); before == 0 && game.Turns > 1 {
			first, before = found.turns, n.newest()
		} else if before > 0 {
			found.requests, found.played = n.requests(before), found.turns-first
		}
		n.ahead.Add(int64(n.between))
		if err := n.setClock(); err != nil {
			return found, err
		}
		if err := n.turn(ctx, n.players[game.Turn]); err != nil {
			return found, err
		}
	}
}

// shows waits until all see the table as it is now.
func (n *count) shows(ctx context.Context, now int64) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	return n.watcher.Wait(ctx, func([]discord.Message) bool { board, _ := n.watcher.shown(false, "mo"); return version(board) == now })
}

// settled waits until a person is to play or the hand is over, and all is posted that this brings.
func (n *count) settled(ctx context.Context) (sitting.State, engine.State, error) {
	db, err := n.read(ctx)
	if err != nil {
		return sitting.State{}, engine.State{}, err
	}
	defer func() { _ = db.Close() }() // it has read only
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		head, err := db.Find(ctx, sitting.Channel(n.watcher.channel.String()), "")
		var log table.Log
		if err == nil {
			log, err = db.Load(ctx, head.Table)
		}
		if err != nil {
			return sitting.State{}, engine.State{}, err
		}
		state := sitting.Replay(head.Table, log.Events, log.At)
		if over := state.Phase() == sitting.Between; len(log.Owed) == 0 && (over || state.WaitsOn() != "") {
			return state, foldHand(log.Events), nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return state, engine.State{}, fmt.Errorf("in phase %d, with %d posts owed: %w", state.Phase(), len(log.Owed), ctx.Err())
		}
	}
}

// turn has a person find their turn and play it.
func (n *count) turn(ctx context.Context, c *clicker) error {
	if _, open := c.hand(); !open || n.taps || n.between > time.Minute {
		before := newestPrivate(c)
		if err := c.tap(ctx, "ha"); err != nil {
			return err
		}
		if err := c.Wait(ctx, func([]discord.Message) bool { return newestPrivate(c) > before }); err != nil {
			return err
		}
	}
	err := c.Wait(ctx, func([]discord.Message) bool { hand, _ := c.hand(); return needOf(hand) == toDraw })
	for err == nil {
		hand, _ := c.hand()
		if need := needOf(hand); need == toWait || need == toDeal {
			return nil
		}
		if err = c.use(ctx, c.choose(hand)); errors.Is(err, errGone) {
			err = nil
		}
	}
	return fmt.Errorf("%s: %w", c.Name(), err)
}

func newestPrivate(c *clicker) discord.ID {
	m, _ := c.shown(true, "so", "rf", "nx")
	return m.ID
}

// requests counts those with the bot's token after an exchange. Answers to interactions and what goes by their tokens
// are outside of what Discord allows a bot in a second.
func (n *count) requests(after uint64) (sent int) {
	for _, e := range n.sim.Wire().SentByBot() {
		byToken := strings.HasPrefix(e.Path, "/interactions/") || strings.HasPrefix(e.Path, "/webhooks/")
		if e.N > after && e.Kind == "rest" && !byToken {
			sent++
		}
	}
	return sent
}

// counted adds what the one who watches was told since an exchange.
func (n *count) counted(found tally, since uint64) (tally, error) {
	all := n.sim.Wire().After(since)
	if len(all) == 0 || all[0].N != since+1 {
		return found, errors.New("the wire's log is too short for a hand")
	}
	for _, e := range all {
		var frame struct {
			Name string          `json:"t"`
			Data discord.Message `json:"d"`
		}
		if e.Account != n.watcher.ID() || e.Kind != "gateway" || json.Unmarshal(e.Body, &frame) != nil {
			continue
		}
		switch m := frame.Data; frame.Name {
		case "MESSAGE_CREATE":
			if len(m.Mentions) > 0 {
				found.calls++
			} else {
				found.kept++
			}
		case "MESSAGE_UPDATE":
			found.shown++
		}
	}
	return found, nil
}
