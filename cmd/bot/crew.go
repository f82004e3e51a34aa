package main

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
)

// A crew is work done side by side until one part fails or the caller's context
// is done; then all are asked to stop and waited for.
type crew struct {
	ctx    context.Context
	cancel context.CancelFunc
	group  sync.WaitGroup
	once   sync.Once
	err    error // of the first part that failed
}

func newCrew(ctx context.Context) *crew {
	c := &crew{}
	c.ctx, c.cancel = context.WithCancel(ctx)
	return c
}

// run starts a part; it should return nil once its context is done. One that panics has failed, so
// that the others finish what they have begun.
func (c *crew) run(part func(context.Context) error) {
	c.group.Go(func() {
		if err := contained(func() error { return part(c.ctx) }); err != nil {
			c.once.Do(func() { c.err = err })
			c.cancel()
		}
	})
}

// contained does something and makes an error of a panic in it.
func contained(do func() error) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			value := discreet(nil, slog.Any("panic", caught)).Value
			stack := discreet(nil, slog.String("stack", string(debug.Stack()))).Value
			err = &coded{exitRetry, fmt.Errorf("panic: %v\n%s", value, stack)}
		}
	}()
	return do()
}

// wait returns the first failure, or nil when the caller's context ended it all.
func (c *crew) wait() error {
	<-c.ctx.Done()
	c.group.Wait()
	return c.err
}
