package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/google/go-cmp/cmp"
)

const runbook = "../../docs/SCALE.md"

// TestTheRunbookIsRun reads docs/SCALE.md and runs each block of commands in it, in order, on two
// machines: the real program, with which two people play meanwhile, PostgreSQL, nginx and their
// tools. A stand-in does what systemd would, by the units.
func TestTheRunbookIsRun(t *testing.T) {
	t.Parallel()
	b := newBookRun(t)
	text, err := os.ReadFile(runbook)
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := readRunbook(string(text))
	if err != nil {
		t.Fatal(err)
	}
	around := b.around(string(text), blocks)
	b.begins()
	for _, block := range blocks {
		do := around[block.name]
		delete(around, block.name)
		if do == nil {
			do = func(run func()) { run() }
		}
		do(func() {
			for _, on := range block.on {
				if err := b.all[on].run(b.ctx, block.text); err != nil {
					t.Fatalf("line %d, %q: %v", block.line, block.name, err)
				}
			}
		})
	}
	for name := range around {
		t.Errorf("there is no block %q", name)
	}
	b.ends()
}

// TestAWrongCommandOfTheRunbookIsNoticed is the control: commands that fail, first, in the midst or in a pipe, what looks whether all is well where
// nothing is, and blocks that nobody would run.
func TestAWrongCommandOfTheRunbookIsNoticed(t *testing.T) {
	t.Parallel()
	b := newBookRun(t)
	for _, text := range []string{
		"false\ntrue", "false | true", "nosuchcommand", "systemctl start nothing", "systemctl restrat postgresql", "echo $UNSET",
		"curl -fsS http://127.0.0.1:9461/readyz", "test \"$(curl -s -o /dev/null -w '%{http_code}' https://rum.example/peers)\" = 404",
		"runuser -u postgres -- psql -d nothing -c 'SELECT 1'", "boathouse doctor", "nginx -t -c nothing",
	} {
		if err := b.all[0].run(b.ctx, text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
	if err := b.all[0].run(b.ctx, "test -d /etc/postgresql/15/main"); err != nil {
		t.Error(err)
	}
	for _, text := range []string{"## A\n```\ntrue\n```\n", "## A\n```sh third\ntrue\n```\n", "## A\n```sh\ntrue\n", "## A\n```bash\ntrue\n```\n"} {
		if _, err := readRunbook(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// A block is commands of the runbook.
type block struct {
	name string // the heading that it stands below, and its number there, from 1
	on   []int  // numbers of the machines
	text string
	line int
}

// readRunbook gives all blocks. Each must say where it is run.
func readRunbook(page string) (all []block, err error) {
	heading, n := "", 0
	var open *block
	for i, line := range strings.Split(page, "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open != nil && info == "":
			all, open = append(all, *open), nil
		case fence && open == nil:
			n++
			on, known := map[string][]int{"sh": {0}, "sh second": {1}, "sh both": {0, 1}}[info]
			if !known {
				return nil, fmt.Errorf("line %d: where is that run: %q", i+1, line)
			}
			open = &block{name: fmt.Sprintf("%s %d", heading, n), on: on, line: i + 1}
		case open != nil:
			open.text += line + "\n"
		case strings.HasPrefix(line, "#"):
			heading, n = strings.TrimLeft(line, "# "), 0
		}
	}
	if open != nil {
		return nil, fmt.Errorf("line %d: the block has no end", open.line)
	}
	return all, nil
}

// A bookRun is two machines, a Discord, and two people who play.
type bookRun struct {
	t       *testing.T
	ctx     context.Context
	sim     *discordsim.Server
	all     []*machine
	players []*clicker
	failed  atomic.Int64     // clicks of theirs
	book    storage.Findings // as it was last
}

func newBookRun(t *testing.T) *bookRun {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 12*time.Minute)
	t.Cleanup(cancel)
	sim, err := startChecked(t.Context(), discordsim.Options{Limits: unhurried(), People: []string{"Ada", "Ben"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sim.Close() })
	b := &bookRun{t: t, ctx: ctx, sim: sim}
	for _, name := range []string{"Ada", "Ben"} {
		c := newClicker(sim, name, sim.Handshake().Channel)
		c.clocked = func(_ time.Duration, failed bool) {
			if failed {
				b.failed.Add(1)
			}
		}
		b.players = append(b.players, c)
	}
	b.all = newMachines(t, sim)
	return b
}

// around are what happens beside some of the blocks.
func (b *bookRun) around(page string, blocks []block) map[string]func(run func()) {
	first, second := b.all[0], b.all[1]
	after := func(do ...func()) func(func()) {
		return func(run func()) {
			run()
			for _, one := range do {
				one()
			}
		}
	}
	// does has a machine do what a block says.
	does := func(m *machine, name string, changes ...string) func() {
		return func() {
			b.t.Helper()
			i := slices.IndexFunc(blocks, func(one block) bool { return one.name == name })
			if err := m.run(b.ctx, strings.NewReplacer(changes...).Replace(blocks[i].text)); err != nil {
				b.t.Fatalf("%q: %v", name, err)
			}
		}
	}
	kept, same := func() { b.book = first.books(b.ctx) }, func() { b.same(first) }
	return map[string]func(func()){
		"Install 1":          after(func() { b.startedAgain(first) }),
		"Set up the proxy 1": after(func() { b.sendsTo(first) }),
		"Set up the proxy 2": after(b.plays),
		"Watch 1":            after(func() { b.names(page) }),
		"Update 2":           after(does(first, "Start 1")),
		"Update 4":           b.unfelt,
		"Update 6":           b.unfelt,
		"Change the token 2": b.unfelt,
		"Back up 1":          func(run func()) { kept(); run() },
		"Restore 1":          after(same, b.plays, kept),
		"Restore 2": func(run func()) {
			b.toAMoment(first, func(at string) {
				does(first, "Restore 2", "\nCONF\n", "\nrecovery_target_time = '"+at+"'\nCONF\n")()
			})
			b.plays()
			kept()
			run()
			same()
			b.plays()
		},
		"Set up a standby 4": after(b.plays, func() { b.countsNoCopy(first) }),
		"When a machine dies 1": func(run func()) {
			second.dies()
			b.acknowledgesNothing(first)
			run()
			b.plays()
		},
		"When a machine dies 2": after(
			does(second, "Set up a standby 3"), does(first, "Set up a standby 4"),
			does(second, "Set up a standby 1", "reload", "start"), b.plays, kept, first.dies,
		),
		"When a machine dies 3": after(func() { b.sendsTo(second); b.same(second); b.plays() }),
		"When a machine dies 6": after(b.plays),
	}
}

// toAMoment has a database be brought to one between what was done last and a mistake.
func (b *bookRun) toAMoment(m *machine, restore func(at string)) {
	b.t.Helper()
	at := time.Now().UTC().Format("2006-01-02 15:04:05.000000+00")
	time.Sleep(10 * time.Millisecond)
	if err := m.run(b.ctx, "runuser -u postgres -- psql -c 'CREATE TABLE mistake ()'"); err != nil {
		b.t.Fatal(err)
	}
	restore(at)
	if err := m.run(b.ctx, `test -z "$(runuser -u postgres -- psql -Atc "SELECT to_regclass('mistake')")"`); err != nil {
		b.t.Errorf("the mistake is still there: %v", err)
	}
	b.same(m)
}

// acknowledgesNothing says that a server waits for its standby with each change, and its workers tell that.
func (b *bookRun) acknowledgesNothing(m *machine) {
	b.t.Helper()
	if err := m.run(b.ctx, `until runuser -u postgres -- psql -Atc "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'" | grep -qvx 0; do sleep 0.1; done
		for i in 1 2; do until test "$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:946$i/readyz)" = 503; do sleep 0.2; done; done`); err != nil {
		b.t.Errorf("the server doesn't wait for its standby: %v", err)
	}
}

// begins has the two play with a bot on a file, as docs/OPERATE.md says, before the page is opened.
func (b *bookRun) begins() {
	b.t.Helper()
	first, hello := b.all[0], b.sim.Handshake()
	first.write("etc/boathouse.env", fmt.Sprintf("DISCORD_TOKEN=%s\nDISCORD_API=%s\nBOATHOUSE_GUILD=%s\nBOATHOUSE_PACE=0\nBOATHOUSE_OPS=%s:9464\n", hello.Token, hello.REST, hello.Guild, first.ip), 0o600)
	err := first.run(b.ctx, "cp bot /usr/local/bin/boathouse\ncp deploy/boathouse.service /etc/systemd/system/\nsystemctl enable --now boathouse\n"+
		"curl -fsS --retry 60 --retry-delay 1 --retry-connrefused http://127.0.0.1:9464/readyz")
	if err := errors.Join(err, openTable(b.ctx, nil, 0, b.players...), b.players[0].tap(b.ctx, "st")); err != nil {
		b.t.Fatal(err)
	}
	b.plays()
}

// turns has each of the two play a turn.
func (b *bookRun) turns() error {
	for range 2 {
		if _, err := goRound(b.ctx, b.players, func(ctx context.Context, c *clicker, p press) error { return c.useThere(ctx, p) }); err != nil {
			return err
		}
	}
	if failed := b.failed.Load(); failed > 0 {
		return fmt.Errorf("%d clicks failed", failed)
	}
	return nil
}

func (b *bookRun) plays() {
	b.t.Helper()
	if err := b.turns(); err != nil {
		b.t.Fatal(err)
	}
}

// unfelt runs a block while people play, who notice nothing.
func (b *bookRun) unfelt(run func()) {
	b.t.Helper()
	enough, played := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			err := b.turns()
			select {
			case <-enough:
				played <- err
				return
			default:
			}
			if err != nil {
				played <- err
				return
			}
		}
	}()
	run()
	close(enough)
	if err := <-played; err != nil {
		b.t.Fatal(err)
	}
	b.plays()
}

// sendsTo has Discord send to what is before a machine's workers, as somebody enters in the developer portal, or with whoever has the name.
func (b *bookRun) sendsTo(m *machine) {
	b.t.Helper()
	if err := enter(b.ctx, b.sim, "http://"+m.ip+":"+plainPort); err != nil {
		b.t.Fatal(err)
	}
}

// same holds the books against what they were.
func (b *bookRun) same(m *machine) {
	b.t.Helper()
	if diff := cmp.Diff(b.book, m.books(b.ctx)); diff != "" {
		b.t.Errorf("something is missing or other: %s", diff)
	}
}

// startedAgain has systemd read what is installed for PostgreSQL, and as a control what is misspelt there.
func (b *bookRun) startedAgain(m *machine) {
	b.t.Helper()
	debians, err := os.ReadFile("/lib/systemd/system/postgresql@.service")
	if err != nil {
		b.t.Fatal(err)
	}
	m.write("etc/systemd/system/postgresql@.service", string(debians), 0o644) // where the folder alone is read
	unit := filepath.Join(m.dir, "etc/systemd/system/postgresql@15-main.service")
	for _, more := range []string{"", "[Service]\nRestrat=on-failure\n"} {
		if m.write("etc/systemd/system/postgresql@15-main.service.d/more.conf", more, 0o644); more != "" {
			more = "Restrat"
		}
		said, err := exec.CommandContext(b.ctx, "systemd-analyze", "verify", unit).CombinedOutput()
		if err != nil || (len(said) > 0) != (more != "") || !strings.Contains(string(said), more) {
			b.t.Errorf("systemd reads %v: %s", err, said)
		}
	}
	dropIn, err := os.ReadFile(filepath.Join(unit+".d", "boathouse.conf"))
	if err != nil || !strings.Contains(string(dropIn), "\nRestart=on-failure\n") {
		b.t.Errorf("it says %v: %s", err, dropIn)
	}
}

// countsNoCopy has a base be made beside the standby, slowly: nothing is acknowledged for that.
func (b *bookRun) countsNoCopy(m *machine) {
	b.t.Helper()
	if err := m.run(b.ctx, `runuser -u postgres -- pg_basebackup -D /var/backups/boathouse/slow -X stream -c fast -r 32 &>/dev/null &
		trap 'kill %1; wait' EXIT
		how() { runuser -u postgres -- psql -Atc "SELECT sync_state FROM pg_stat_replication WHERE application_name = '$1' AND flush_lsn IS NOT NULL"; }
		until how pg_basebackup | grep -q .; do sleep 0.1; done
		test "$(how second) $(how pg_basebackup)" = "sync async"`); err != nil {
		b.t.Errorf("what counts as a standby: %v", err)
	}
}

// names holds the figures that the page names against those that a worker tells.
func (b *bookRun) names(page string) {
	b.t.Helper()
	_, told := fetch(b.t, "http://"+b.all[0].ip+":9461/metrics")
	found := regexp.MustCompile(`\b(?:boathouse|process)_[a-z_]+`).FindAllString(page, -1)
	if len(found) < 10 {
		b.t.Errorf("the page names %q", found)
	}
	for _, name := range found {
		if !strings.HasPrefix(name, "boathouse_before") && !strings.Contains(told, "\n"+name) {
			b.t.Errorf("no worker tells %s", name)
		}
	}
	for _, line := range strings.Split(told, "\n") {
		if strings.HasPrefix(line, "process_resident_memory_bytes") {
			b.t.Log(line)
		}
	}
}

// fullMost is how often a channel may be full.
const fullMost = 20

// ends has all workers bring what they owe and tells them to stop.
func (b *bookRun) ends() {
	b.t.Helper()
	second := b.all[1]
	second.books(b.ctx)
	if err := second.run(b.ctx, "systemctl stop boathouse@1 boathouse@2"); err != nil {
		b.t.Error(err)
	}
	second.whole(b.ctx)
	full := 0
	for _, v := range b.sim.Violations() {
		// Both workers bring the application's emojis at their first start, and the second of them is refused.
		twice := v.Method == http.MethodPost && strings.HasSuffix(v.Path, "/emojis") && strings.Contains(v.Detail, "NAME_ALREADY_TAKEN")
		// A picture that another worker has replaced is looked for, and brought anew.
		replaced := strings.Contains(v.Detail, "ATTACHMENT_NOT_FOUND")
		// A process that has just begun doesn't know how many hands those before it sent into the channel, to two who play thirty turns a minute.
		if v.Method == http.MethodPost && strings.HasPrefix(v.Path, "/webhooks/") && v.Status == http.StatusTooManyRequests && full < fullMost {
			full++
			continue
		}
		if v.Code != unknownMessage && v.Code != alreadyAnswered && !twice && !replaced {
			b.t.Errorf("Discord objects: %+v", v)
		}
	}
}
