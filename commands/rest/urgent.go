package rest

import (
	"context"
	"errors"
)

// ErrGaveWay says that a call wasn't sent, or not again, since something more urgent came while it waited for its turn.
var ErrGaveWay = errors.New("rest: a call gave way to another") //nolint:gochecknoglobals // an error value

type urgentKey struct{}

// GivingWay has the calls made with the context that it returns give way once urgent is closed: one that waits for its
// turn then isn't made, unless it posts what Discord may have taken already. Nil: they don't.
func GivingWay(ctx context.Context, urgent <-chan struct{}) context.Context {
	return context.WithValue(ctx, urgentKey{}, urgent)
}

// turning is the context in which a call waits for its turn. What ended it is its cause.
func turning(ctx context.Context) (context.Context, context.CancelFunc) {
	urgent, _ := ctx.Value(urgentKey{}).(<-chan struct{})
	if urgent == nil {
		return ctx, func() {}
	}
	ctx, end := context.WithCancelCause(ctx)
	select {
	case <-urgent:
		end(ErrGaveWay)
	default:
		go func() {
			select {
			case <-urgent:
				end(ErrGaveWay)
			case <-ctx.Done():
			}
		}()
	}
	return ctx, func() { end(nil) }
}
