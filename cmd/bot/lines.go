package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v3"
)

// maxLine is the longest line of input: a record with every move of the
// longest hand has about 20 kB.
const maxLine = 4 << 20

// A source is a named input of lines.
type source struct {
	name string
	r    io.ReadCloser
}

// openSource opens the file of a subcommand: "-" or nothing is standard input.
func openSource(args []string, stdin io.Reader) (source, error) {
	switch {
	case len(args) > 1:
		return source{}, usagef("one FILE, not %d", len(args))
	case len(args) == 0 || args[0] == "-":
		return source{"standard input", io.NopCloser(stdin)}, nil
	}
	f, err := os.Open(args[0])
	if err != nil {
		return source{}, err
	}
	return source{args[0], f}, nil
}

// A prompt reader writes out what is answered before it waits for more, so that
// whoever asks line by line is answered line by line.
type prompt struct {
	io.Reader
	answers *bufio.Writer
}

func (p prompt) Read(b []byte) (int, error) {
	if p.answers.Flush() != nil {
		return 0, io.EOF // the last Flush says why
	}
	return p.Reader.Read(b)
}

// eachLine calls do with every line that isn't blank, numbered from 1, and
// writes what it returns as a line of compact JSON. It stops at the first fault.
func eachLine(src source, out io.Writer, do func(n int, line []byte) (any, error)) (err error) {
	defer func() { err = errors.Join(err, src.r.Close()) }()
	w := bufio.NewWriter(out)
	defer func() {
		if unwritten := w.Flush(); !errors.Is(err, unwritten) { // a fault of the output stays, and is told once
			err = errors.Join(err, unwritten)
		}
	}()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	sc := bufio.NewScanner(prompt{src.r, w})
	sc.Buffer(make([]byte, 64<<10), maxLine)
	n := 0
	for sc.Scan() {
		n++
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		answer, err := do(n, sc.Bytes())
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", src.name, n, legible(err))
		}
		if err := enc.Encode(answer); err != nil {
			return err
		}
	}
	if err := sc.Err(); errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("%s, line %d: longer than %d bytes", src.name, n+1, maxLine)
	} else if err != nil {
		return fmt.Errorf("%s, line %d: %w", src.name, n+1, err)
	}
	return nil
}

// lines runs a subcommand that answers each line of its FILE with one; n is the
// line's number from 1. ok says whether an answer is good; the run ends with code 1 when one isn't.
func (p *process) lines(ctx context.Context, c *cli.Command, do func(n int, line []byte) (answer any, ok bool, err error)) error {
	src, err := openSource(c.Args().Slice(), p.stdin)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		allOK := true
		err := eachLine(src, p.stdout, func(n int, line []byte) (any, error) {
			answer, ok, err := do(n, line)
			allOK = allOK && ok
			return answer, err
		})
		if err == nil && !allOK {
			err = errNotOK
		}
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done(): // a read of standard input can't be called off; it ends with the process
		return fmt.Errorf("%s: told to stop before the end", src.name)
	}
}

// legible takes our own types out of what encoding/json says of a line.
func legible(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Field == "":
		return fmt.Errorf("a JSON %s, not an object", wrong.Value)
	}
	return fmt.Errorf("%s can't be a JSON %s", wrong.Field, wrong.Value)
}
