package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// What the bot is at before its parts are at work, and at the end.
const (
	stepFile     = "opening the file"
	stepDatabase = "opening the database"
	stepWho      = "asking Discord who the bot is"
	stepRegister = "registering the commands"
	stepStop     = "finishing what has begun"
)

const (
	lookEvery = time.Second // at how the bot is
	tellEvery = time.Minute // in the log, while it doesn't play

	tellFor = time.Second     // for systemd to read
	askFor  = 2 * time.Second // is it waited for that the store answers
	goodFor = 3 * time.Second // is the last answer; it is asked each second
)

// errNoAnswer is what the bot lacks whose store doesn't even refuse.
var errNoAnswer = errors.New("BOATHOUSE_DB doesn't answer")

// A desk tells how the bot is, from before its file is opened until that is given back: on /healthz, /readyz and
// /metrics, in the log, and to systemd where that started the bot. All hear the same words.
type desk struct {
	ops     string // the address of BOATHOUSE_OPS; empty: none
	afar    bool   // everything is kept at a server, which no new start of the bot mends
	log     *slog.Logger
	metrics *metrics
	crew    *crew           // the bot, and who is at the desk
	here    context.Context // ends when the desk is left
	away    context.CancelFunc
	serving sync.WaitGroup
	listens bool        // at ops; the bot's own
	untold  atomic.Bool // systemd didn't read the last time
	unready atomic.Bool // nor when the file was opened: it must hear of that, or it ends the bot

	mu    sync.Mutex
	step  string       // what the bot is at, while there are no parts
	waits bool         // for as long as another process plays
	held  time.Time    // Discord's limit holds it back until then
	asks  bool         // whether anything can be stored
	good  time.Time    // when that was last so
	why   error        // it wasn't the last time; nil: it was, or there was no answer
	parts func() error // says what the parts lack to play
	done  func() []any // what they did, as the log's attributes
}

// attended runs the bot with somebody at the desk. The log's last line says why it ended.
func attended(ctx context.Context, s settings, stderr io.Writer, log *slog.Logger, bot func(context.Context, *desk) error) error {
	outliveReader()
	d := &desk{ops: s.Ops, log: log, metrics: newMetrics(), crew: newCrew(ctx), step: stepFile, done: func() []any { return nil }}
	if _, d.afar = s.DB.(database); d.afar {
		d.step = stepDatabase
	}
	d.here, d.away = context.WithCancel(context.WithoutCancel(ctx)) // what has begun is finished with somebody to ask
	// A taken address is no fault yet: the bot that has it may be about to end. Once the file is open none has it.
	_ = d.listen(ctx)
	d.crew.run(func(context.Context) error { d.tell(); return nil })
	d.crew.run(func(ctx context.Context) error {
		<-ctx.Done()
		d.notify(daemon.SdNotifyStopping)
		return nil
	})
	d.crew.run(func(ctx context.Context) error {
		defer d.crew.cancel()
		defer d.leave()
		return bot(ctx, d)
	})
	err := d.crew.wait()
	return logged(ctx, stderr, log, err, d.done()...)
}

// listen answers at the address of BOATHOUSE_OPS from now on, unless it does already.
func (d *desk) listen(ctx context.Context) error {
	if d.ops == "" || d.listens {
		return nil
	}
	l, err := listenOps(ctx, d.ops)
	if err != nil {
		return err
	}
	d.listens = true
	d.serving.Add(1)
	d.crew.run(func(context.Context) error {
		defer d.serving.Done()
		return serveOps(d.here, l, d.metrics.registry, d.log, d.ready)
	})
	return nil
}

// leave gives the address back, and then nothing more is told. It comes before the file is given back, so that whoever
// opens that next finds the address free.
func (d *desk) leave() {
	d.away()
	d.serving.Wait()
}

// opened says that the file is this bot's: systemd takes the bot as started, and ends it from now on when alive, which
// should ask the parts that all depends on, doesn't return. With an error the bot isn't ready.
func (d *desk) opened(ctx context.Context, alive func(context.Context) error) error {
	if err := d.listen(ctx); err != nil {
		return err
	}
	d.unready.Store(!d.notify(daemon.SdNotifyReady))
	d.mu.Lock()
	d.asks, d.good = true, time.Now()
	d.mu.Unlock()
	d.crew.run(func(context.Context) error { d.feed(alive); return nil })
	d.crew.run(func(context.Context) error { d.ask(alive); return nil })
	return nil
}

// ask looks again and again whether anything can be stored, once at a time, whoever wants to know it.
func (d *desk) ask(alive func(context.Context) error) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		ctx, cancel := context.WithTimeout(d.here, askFor)
		err := alive(ctx)
		cancel()
		d.mu.Lock()
		if d.why = err; err == nil {
			d.good = time.Now()
		}
		d.mu.Unlock()
		select {
		case <-tick.C:
		case <-d.here.Done():
			return
		}
	}
}

// stores says why nothing can be stored; nil when it can, or nobody has asked yet.
func (d *desk) stores() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.asks || time.Since(d.good) < goodFor {
		return nil
	}
	return cmp.Or(d.why, errNoAnswer)
}

// at says what the bot is at before its parts are at work.
func (d *desk) at(step string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.step, d.waits = step, false
}

// standBy says that another process plays, and this one waits for its turn; the log has heard of it.
func (d *desk) standBy(step string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.step, d.waits = step, true
}

func (d *desk) standsBy() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.waits
}

// hold says that what the bot is at waits for a limit of Discord's.
func (d *desk) hold(_ string, until time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.held = until
}

// work says that the parts are at work: missing returns what they lack to play, or nil, and done what they did.
func (d *desk) work(missing func() error, done func() []any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.parts, d.done = missing, done
}

// ready says what is missing before the bot can play; nil when it can.
func (d *desk) ready() error {
	d.mu.Lock()
	step, held, parts := d.step, d.held, d.parts
	d.mu.Unlock()
	away := d.stores()
	switch {
	case d.crew.ctx.Err() != nil:
		return errors.New(stepStop)
	case away != nil:
		return away
	case parts != nil:
		return parts()
	case time.Now().Before(held):
		return fmt.Errorf("%s: Discord's limit holds it back until %s", step, held.UTC().Format(time.RFC3339))
	}
	return errors.New(step)
}

// tell tells systemd how the bot is whenever that changes, and the log each minute in which it doesn't play.
func (d *desk) tell() {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	said, quiet := "", time.Now()
	for {
		words, err := "playing", d.ready()
		if err != nil {
			words = err.Error()
		}
		if words != said && d.notify("STATUS="+words) {
			said = words
		}
		if d.unready.Load() {
			d.unready.Store(!d.notify(daemon.SdNotifyReady))
		}
		switch {
		case err == nil || d.standsBy():
			quiet = time.Now()
		case time.Since(quiet) >= tellEvery:
			d.log.Warn("not playing", "waits_for", words)
			quiet = time.Now()
		}
		select {
		case <-tick.C:
		case <-d.here.Done():
			return
		}
	}
}

// feed tells systemd's watchdog, where there is one, that the bot is alive: twice in the time after which that ends it,
// and only when the parts have just answered. An error is an answer, since a restart wouldn't mend it, and so is none from a
// server: then it is the bot that must come back from asking.
func (d *desk) feed(alive func(context.Context) error) {
	within, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		d.log.Warn("systemd's watchdog isn't told", "error", err)
	}
	if within == 0 {
		return
	}
	patience := within // more than there is: a file has all of the time
	if d.afar {
		patience = min(askFor, within/4)
	}
	tick := time.NewTicker(within / 2)
	defer tick.Stop()
	for {
		ctx, cancel := context.WithTimeout(d.here, within/2)
		soon, stop := context.WithTimeout(ctx, patience)
		_, _ = alive(soon), d.ready() // the house hangs here if it does
		late := ctx.Err() != nil
		stop()
		cancel()
		switch {
		case d.here.Err() != nil:
			return
		case late:
			d.log.Error("the bot hangs; systemd's watchdog isn't told that it is alive")
		default:
			d.notify(daemon.SdNotifyWatchdog)
		}
		select {
		case <-tick.C:
		case <-d.here.Done():
			return
		}
	}
}

// notify tells systemd something, if it started the bot. The log says once that systemd doesn't
// read, until it reads again.
func (d *desk) notify(state string) (told bool) {
	err := tellSystemd(os.Getenv("NOTIFY_SOCKET"), state)
	if !d.untold.Swap(err != nil) && err != nil {
		d.log.Warn("systemd isn't told", "what", state, "error", err)
	}
	return err == nil
}

// tellSystemd writes to systemd's socket, if there is one. daemon.SdNotify has no limit: it would
// wait for as long as nobody reads.
func tellSystemd(socket, state string) error {
	if socket == "" {
		return nil
	}
	c, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Net: "unixgram", Name: socket})
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }() // what was written is there
	if err := c.SetWriteDeadline(time.Now().Add(tellFor)); err != nil {
		return err
	}
	_, err = c.Write([]byte(state))
	return err
}
