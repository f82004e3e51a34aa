package table

import (
	"context"
	"runtime/debug"
	"time"
)

// contain does something and turns a panic of it into ErrPanicked, so that one bad row or table
// costs that table only. The log gets the stack, and in about what it happened to.
func (h *runner) contain(what string, do func() error, about ...any) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			h.count.panics.Add(1)
			about = append(about, "panic", caught, "stack", string(debug.Stack()))
			h.log.Error(what, about...)
			err = ErrPanicked
		}
	}()
	return do()
}

// repeat runs a loop that all owners depend on until ctx is done. After a panic it runs it again,
// later each time.
func (h *runner) repeat(ctx context.Context, what string, loop func(context.Context)) {
	run := func() error { loop(ctx); return nil }
	for n := 1; h.contain(what+" panicked", run) != nil; n++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(restAfter(n)):
		}
	}
}
