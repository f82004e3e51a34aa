package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
)

// TestTheSameSeedPlaysTheHandsItAlwaysDid holds the records to the bytes that they had when this was written. Another
// sum is right only where computers were meant to play otherwise, or a record to be written otherwise.
func TestTheSameSeedPlaysTheHandsItAlwaysDid(t *testing.T) {
	for call, want := range map[string]string{
		"-hands 60": "04542f5a78b129cb",
		"-hands 60 -seed 2 -players 3 -seats easy,holds,random -rules concealed":        "dfd71c173d54b9c8",
		"-hands 60 -seed 3 -players 4 -seats normal,melds -rules mixed":                 "fb9d9fd2fe6113c3",
		"-hands 60 -seed 4 -players 6 -seats normal,holds -rules brisk":                 "5fdfab4a1c91b8e1",
		"-hands 6 -seed 18446744073709551615 -seats hard,holds -playouts 40":            "599dc47d055ccca5",
		"-hands 6 -seed 6 -players 5 -seats hard,normal -rules mixed -playouts 20":      "90572d889cd28ca4",
		"-hands 60 -seed 7 -seats normal,easy -rules boathouse;blocked=void -workers 3": "9830dc769d6326fa",
	} {
		args := []string{"simulate", "-records", "-"}
		for _, word := range strings.Fields(call) {
			args = append(args, strings.ReplaceAll(word, ";", " "))
		}
		got := typed(t, nil, "", args...)
		sum := sha256.Sum256([]byte(got.out))
		if is := hex.EncodeToString(sum[:8]); got.code != 0 || is != want {
			t.Errorf("%s: code %d, %d bytes, %q, want %q", call, got.code, len(got.out), is, want)
		}
	}
}

func TestSimulateStopsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := process{stdout: io.Discard}
	if err := p.simulateCommand().Run(ctx, []string{"simulate"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestRowNamesTheCommandThatMakesIt(t *testing.T) {
	got := typed(t, nil, "", "simulate", "-row", "-workers", "2", "-seats", "easy,random", "-rules", "brisk blocked=void", "-hands", "40")
	const command = "| `bot simulate -seats easy,random -rules \"brisk blocked=void\" -hands 40` | "
	if got.code != 0 || !strings.HasPrefix(got.out, command) || !strings.HasSuffix(got.out, " | 20 |\n") {
		t.Errorf("%+v", got)
	}
}
