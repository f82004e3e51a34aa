package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

func TestWhatIsWrongWithALineIsLegible(t *testing.T) {
	for line, says := range map[string]string{
		`[]`:                             "line 1: a JSON array, not an object",
		`{"cards":[1]}`:                  "line 1: cards can't be a JSON number",
		`{"cards":7}`:                    "line 1: cards can't be a JSON number",
		`{"card":["9S"]}`:                "line 1: no cards",
		`null`:                           "line 1: no cards",
		"\n \t\r\n{":                     "line 3: ",
		strings.Repeat(" ", maxLine+1):   fmt.Sprintf("line 1: longer than %d bytes", maxLine),
		`{"cards":["9S"]} {"cards":[""]`: "line 1: ",
	} {
		got := typed(t, nil, line, "deadwood")
		if got.code != 1 || got.out != "" || !strings.Contains(got.err, says) || strings.Contains(got.err, "struct") {
			t.Errorf("%.40s: %+v", line, got)
		}
	}
	for _, args := range []string{"referee", "verify"} {
		got := typed(t, nil, "[]\n", args)
		if got.code != 1 || !strings.Contains(got.out, "line 1: a JSON array, not an object") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// asked is `bot deadwood` with its standard input and output at hand, one line at a time.
func asked(ctx context.Context, t *testing.T) (in *io.PipeWriter, out *bufio.Reader, done <-chan error) {
	t.Helper()
	stdin, in := io.Pipe()
	answers, stdout := io.Pipe()
	t.Cleanup(func() { _, _ = in.Close(), answers.Close() })
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"bot", "deadwood"}, nil, stdin, stdout, io.Discard)
	}()
	return in, bufio.NewReader(answers), ended
}

func TestEachLineIsAnsweredBeforeTheNextIsRead(t *testing.T) {
	in, out, done := asked(t.Context(), t)
	for range 3 {
		if _, err := io.WriteString(in, `{"cards":["9S"]}`+"\n"); err != nil {
			t.Fatal(err)
		}
		answer := make(chan string, 1)
		go func() {
			line, _ := out.ReadString('\n')
			answer <- line
		}()
		select {
		case line := <-answer:
			if line != `{"deadwood":9,"melds":[]}`+"\n" {
				t.Errorf("%q", line)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("no answer while more may come")
		}
	}
	_ = in.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestWaitingForALineEndsWhenTold(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	_, _, done := asked(ctx, t)
	stop()
	select {
	case err := <-done:
		if exitCode(err, io.Discard) != 1 || errors.Is(err, errNotOK) {
			t.Error("told to stop before the end:", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it waits on")
	}
}

// A fullDisk takes nothing.
type fullDisk struct{ why error }

func (d fullDisk) Write([]byte) (int, error) { return 0, d.why }

func TestAnOutputThatTakesNothingIsToldOnce(t *testing.T) {
	broken := errors.New("no room")
	for _, lines := range []int{1, 2000} { // in the last flush, and before
		err := run(t.Context(), []string{"bot", "deadwood"}, nil,
			strings.NewReader(strings.Repeat(`{"cards":["9S"]}`+"\n", lines)), fullDisk{broken}, io.Discard)
		if err == nil || strings.Count(err.Error(), "no room") != 1 {
			t.Errorf("%d lines: %v", lines, err)
		}
	}
}
