package postgres_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// A torture is what workers and their server go through while people play.
type torture struct {
	*play
	t       *testing.T
	server  *pgtest.Server // the one that is the primary
	dice    *rand.Rand
	stopped sync.WaitGroup // workers that are paused

	mu      sync.Mutex
	paused  map[*mate]bool
	amid    int           // pauses in the midst of an append
	fenced  uint64        // by workers that were killed later
	slowest time.Duration // until a dead worker's tables went on
	adopted int           // such tables
}

const (
	pauseFor = 9 * time.Second // three leases
	takeOver = 5 * time.Second // at most, from the death of a worker
	aimFor   = 300             // tries to stop a worker in the midst of an append
)

// TestTorture has people play with workers that are killed and paused and with a server that is killed, and in the end
// replaced by its synchronous standby: nothing acknowledged is lost, nothing is done twice, and nobody is told less than
// somebody was before. BOATHOUSE_LONG doubles the faults; BOATHOUSE_TORTURE is how many commands
// `make torture` wants, at twenty times the faults.
func TestTorture(t *testing.T) {
	t.Parallel()
	channels, commands, kills, deaths, pauses := 48, int64(800), 1, 1, 3
	if os.Getenv("BOATHOUSE_LONG") != "" {
		commands, kills, deaths, pauses = 1500, 2, 2, 5
	}
	full, err := strconv.ParseInt(os.Getenv("BOATHOUSE_TORTURE"), 10, 64)
	if err == nil {
		channels, commands, kills, deaths, pauses = 64, full, 20, 20, 50
	}
	p, primary := mortalPlay(t, 4, channels)
	p.think = 300 * time.Millisecond // as other tests want the processor
	if full > 0 {
		p.think = 0
		p.echo, p.stray = 64, 64 // of so many, enough: whoever takes a table over reads all of it
		for n, g := range p.games {
			g.computers = n % 2 // at which a worker has to do something by itself
		}
	}
	x := &torture{play: p, t: t, server: primary, dice: rand.New(rand.NewPCG(11, 1)), paused: make(map[*mate]bool)}
	faults := slices.Concat(slices.Repeat([]string{"kill"}, kills), slices.Repeat([]string{"die"}, deaths), slices.Repeat([]string{"pause"}, pauses))
	x.dice.Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
	faults = slices.Insert(faults, len(faults)/2, "promote")
	begun := time.Now()
	p.begin()
	for i, fault := range faults {
		p.until(t, commands*int64(i+1)/int64(len(faults)+2))
		at := time.Since(begun)
		map[string]func(){"kill": x.kill, "die": x.die, "pause": x.pause, "promote": x.promote}[fault]()
		if full > 0 {
			t.Logf("%d of %d, %s: after %d commands and %s, for %s", i+1, len(faults), fault, p.taken.Load(), at.Round(time.Second), (time.Since(begun) - at).Round(10*time.Millisecond))
		}
	}
	x.stopped.Wait()
	p.until(t, max(commands, p.taken.Load()+int64(channels))) // and after the last one all goes on
	took := time.Since(begun)
	for _, m := range p.crew.all {
		x.fenced += m.fenced()
	}
	p.end()
	wrong := p.account(t)
	storagetest.Equal(t, wrong, map[string]int{})
	t.Logf("%d commands in %s, %.0f a second; %d of %d pauses amid an append; %d times a worker was kept from storing what it had decided on what was older; %d tables of dead workers went on by themselves, the last after %s",
		p.taken.Load(), took.Round(time.Second), float64(p.taken.Load())/took.Seconds(), x.amid, pauses, x.fenced, x.adopted, x.slowest.Round(time.Millisecond))
	if x.fenced == 0 || x.amid == 0 || p.twice.Load() == 0 {
		t.Error("hardly anything happened")
	}
	if full > 0 && (x.slowest > takeOver || x.adopted < kills || x.amid < pauses*9/10) {
		t.Errorf("%d tables went on by themselves, the last after %s; %d of %d pauses amid an append", x.adopted, x.slowest, x.amid, pauses)
	}
}

// TestTortureFindsWhatAStoreLeavesOut is the control: workers whose store leaves out one of its checks, at which nothing
// is killed or paused.
func TestTortureFindsWhatAStoreLeavesOut(t *testing.T) {
	t.Parallel()
	for fault, finds := range map[string]string{"no head": "stale", "no head, epoch or number": "unsound", "no key": "doubled"} {
		t.Run(fault, func(t *testing.T) {
			address := database(t)
			db := open(t, address)
			p := newPlay(t, newCrew(t, address, fault, 2), db, 16).watched(db)
			p.echo = 2
			p.begin()
			p.until(t, 250)
			p.end()
			if wrong := p.account(t); wrong[finds] == 0 {
				t.Errorf("nothing %s was found: %v", finds, wrong)
			}
		})
	}
}

// some is a worker that isn't paused, while few are.
func (x *torture) some() *mate {
	x.t.Helper()
	var m *mate
	until(x.t, "a worker that isn't paused", func() bool {
		m = x.crew.all[x.dice.IntN(len(x.crew.all))]
		x.mu.Lock()
		defer x.mu.Unlock()
		_, desk := m.is()
		return desk != nil && !x.paused[m] && len(x.paused) < 2
	})
	return m
}

// kill kills a worker, and measures how soon the tables go on at which it had to do something by itself. Nobody is paused
// then, since whoever is has some of them locked.
func (x *torture) kill() {
	x.stopped.Wait()
	m := x.some()
	x.fenced += m.fenced()
	died := time.Now()
	name := m.signal(syscall.SIGKILL)
	left, err := x.db.Words(x.t.Context(), "SELECT t.name || ' ' || t.seq FROM heads JOIN tables t ON t.name = owner WHERE worker LIKE '"+name+".%' AND open = 1 AND wake <> 0 AND wake <= now_ms() + 250")
	if name == "" || err != nil {
		x.t.Errorf("%q isn't killed, or nobody knows what it had: %v", name, err)
	}
	of := len(left)
	x.adopted += of
	until(x.t, "the tables of a dead worker go on", func() bool {
		still, err := x.db.Words(x.t.Context(), "SELECT name || ' ' || seq FROM tables WHERE open = 1")
		left = slices.DeleteFunc(left, func(row string) bool { return err == nil && !slices.Contains(still, row) })
		return len(left) == 0
	})
	took := time.Since(died)
	x.slowest = max(x.slowest, took)
	x.t.Logf("%s is dead: %d tables went on by themselves, the last after %s", name, of, took.Round(10*time.Millisecond))
}

// die kills the server and starts it again.
func (x *torture) die() {
	storagetest.Is(x.t, x.server.Kill(), nil)
	storagetest.Is(x.t, x.server.Launch(), nil)
}

// pause stops a worker for three leases, in the midst of an append if that can be had, and has it go on beside what follows.
func (x *torture) pause() {
	m := x.some()
	if m.stopAmid(x.t, x.db) {
		x.amid++
	}
	x.mu.Lock()
	x.paused[m] = true
	x.mu.Unlock()
	x.stopped.Go(func() {
		<-time.After(pauseFor)
		m.signal(syscall.SIGCONT)
		x.mu.Lock()
		defer x.mu.Unlock()
		delete(x.paused, m)
	})
}

// stopAmid stops a worker, in the midst of an append if that can be had, and says whether it is.
func (m *mate) stopAmid(t *testing.T, db *postgres.DB) bool {
	for range aimFor {
		if name := m.signal(syscall.SIGSTOP); isAmid(t, db, name) {
			return true
		}
		m.signal(syscall.SIGCONT)
		<-time.After(breath)
	}
	m.signal(syscall.SIGSTOP)
	return false
}

// isAmid says whether a worker is in the midst of an append.
func isAmid(t *testing.T, db *postgres.DB, name string) bool {
	open, err := db.Words(t.Context(), "SELECT state FROM pg_stat_activity WHERE application_name = '"+name+"' AND state = 'idle in transaction' AND backend_xid IS NOT NULL")
	return err == nil && len(open) > 0
}

// TestAMachineThatDiesInMidChangeHoldsNobodyUp stops a worker in the midst of an append for good, as a machine does that loses its current: nobody hears
// that it is gone. The server lets go of what it had locked, the others play on, and it finds nothing spoilt when it does after all.
func TestAMachineThatDiesInMidChangeHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	address := database(t)
	db := open(t, address)
	p := newPlay(t, newCrew(t, address, "", 2), db, 16).watched(db)
	p.begin()
	p.until(t, 50)
	dead := p.crew.all[0]
	if !dead.stopAmid(t, db) {
		t.Fatal("it is never in the midst of an append")
	}
	name, _ := dead.is()
	until(t, "what it had locked is let go, and nobody waits for it", func() bool {
		waits, err := db.Words(t.Context(), "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
		return err == nil && len(waits) == 0 && !isAmid(t, db, name)
	})
	dead.signal(syscall.SIGCONT)
	p.until(t, p.taken.Load()+200)
	p.end()
	storagetest.Equal(t, p.account(t), map[string]int{})
}

// promote gives the server a synchronous standby, ends it for good, and has the standby take over.
func (x *torture) promote() {
	standby, err := x.server.Standby(x.t.Context(), true)
	if err != nil {
		x.t.Fatal(err)
	}
	x.t.Cleanup(func() { storagetest.Is(x.t, standby.Stop(), nil) })
	x.until(x.t, x.taken.Load()+int64(len(x.games)))
	storagetest.Is(x.t, x.server.Lose(), nil)
	storagetest.Is(x.t, standby.Promote(), nil)
	x.server = standby
}
