package main

import (
	"context"
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

// run starts a part; it should return nil once its context is done.
func (c *crew) run(part func(context.Context) error) {
	c.group.Go(func() {
		if err := part(c.ctx); err != nil {
			c.once.Do(func() { c.err = err })
			c.cancel()
		}
	})
}

// wait returns the first failure, or nil when the caller's context ended it all.
func (c *crew) wait() error {
	<-c.ctx.Done()
	c.group.Wait()
	return c.err
}
