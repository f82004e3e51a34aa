package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// TestABotWhoseFileIsRemovedEnds and says where the books are, and is not to be started again: the next start would begin
// with empty ones.
func TestABotWhoseFileIsRemovedEnds(t *testing.T) {
	t.Chdir(t.TempDir())
	env := served(t)
	path := env["BOATHOUSE_DB"]
	env["BOATHOUSE_OPS"] = freePort(t)
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	defer stop()
	ended := make(chan printed, 1)
	go func() { ended <- typedUntil(ctx, env, "", "serve") }()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for status := 0; status != http.StatusOK; status, _ = fetch(t, "http://"+env["BOATHOUSE_OPS"]+"/readyz") {
		select {
		case <-tick.C:
		case got := <-ended:
			t.Fatalf("%+v", got)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	got := <-ended
	rescued, err := filepath.Glob(path + ".rescued-*.db")
	if err != nil || len(rescued) != 1 {
		t.Fatalf("%v (%v), want one file; %+v", rescued, err, got)
	}
	if got.code != exitConfig || !strings.Contains(endOf(t, got.err), rescued[0]) {
		t.Errorf("%+v", got)
	}
	r, err := sqlite.OpenReadOnly(t.Context(), rescued[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
