package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// told is the cause of the end of a context that a signal ended.
type told struct{ signal string }

func (t *told) Error() string { return "told to stop by " + t.signal }

// untilTold gives a context that ends when the process is told to stop; stop
// gives the signals back. A terminal that is closed tells so too, unless whoever
// started the process had it ignored, as nohup does.
func untilTold(ctx context.Context) (_ context.Context, stop func()) {
	ctx, end := context.WithCancelCause(ctx)
	names := map[os.Signal]string{os.Interrupt: "SIGINT", syscall.SIGTERM: "SIGTERM"}
	if !signal.Ignored(syscall.SIGHUP) {
		names[syscall.SIGHUP] = "SIGHUP"
	}
	heard := make(chan os.Signal, 1)
	for s := range names {
		signal.Notify(heard, s)
	}
	go func() {
		select {
		case s := <-heard:
			end(&told{names[s]})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(heard); end(nil) }
}

// outliveReader has the process go on when nobody reads its log any more: without it Go ends a
// process that writes to a pipe without a reader.
func outliveReader() { signal.Ignore(syscall.SIGPIPE) }
