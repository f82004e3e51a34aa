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
		"-hands 60": "48dac1f8fa9d8221",
		"-hands 60 -seed 2 -players 3 -seats easy,holds,random -rules concealed":        "1d21690713db2236",
		"-hands 60 -seed 3 -players 4 -seats normal,melds -rules mixed":                 "616d2cc7ac8d292f",
		"-hands 60 -seed 4 -players 6 -seats normal,holds -rules brisk":                 "5fdfab4a1c91b8e1",
		"-hands 6 -seed 18446744073709551615 -seats hard,holds -playouts 40":            "e69cad68c4a1e8de",
		"-hands 6 -seed 6 -players 5 -seats hard,normal -rules mixed -playouts 20":      "dd606c8a198ab0b1",
		"-hands 60 -seed 7 -seats normal,easy -rules boathouse;blocked=void -workers 3": "f6f885afa3ea3a3f",
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
