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
// gives the signals back.
func untilTold(ctx context.Context) (_ context.Context, stop func()) {
	ctx, end := context.WithCancelCause(ctx)
	names := map[os.Signal]string{os.Interrupt: "SIGINT", syscall.SIGTERM: "SIGTERM"}
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-heard:
			end(&told{names[s]})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(heard); end(nil) }
}
