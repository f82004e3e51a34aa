package main

import (
	"context"
	"strings"
	"testing"
)

// TestAPartThatPanicsHasFailed has one part of the bot break: the others finish, and the bot ends
// with an error that says where.
func TestAPartThatPanicsHasFailed(t *testing.T) {
	t.Parallel()
	c := newCrew(t.Context())
	finished := false
	c.run(func(ctx context.Context) error {
		<-ctx.Done()
		finished = true
		return nil
	})
	c.run(func(context.Context) error { panic("9♣") })
	err := c.wait()
	if !finished || err == nil || codeOf(err) != exitRetry || strings.Contains(err.Error(), "9♣") || !strings.Contains(err.Error(), "crew_test.go") {
		t.Errorf("finished: %v; %v", finished, err)
	}
}
