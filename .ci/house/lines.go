package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"path"
	"strings"
	"text/tabwriter"
)

// Moves are the lines between two commits that moved, came and went. A line moved
// when its file was renamed around it, or when git finds it, in a block of others,
// among the lines that went elsewhere, however it is indented.
type moves struct{ moved, came, went int }

// kinds are what lines are counted by, in the order in which they are told.
func kinds() []string { return []string{"code", "tests", "texts and data"} }

// kind is one of kinds.
func kind(file string) string {
	switch {
	case strings.HasSuffix(file, "_test.go"):
		return "tests"
	case path.Ext(file) == ".go" && !strings.Contains(file, "testdata/"):
		return "code"
	}
	return "texts and data"
}

// The colours that git is asked to mark lines with, so that they can be told apart.
const (
	wentAway = "\x1b[31m"
	cameNew  = "\x1b[32m"
	movedTo  = "\x1b[34m"
)

// moved counts the lines between a commit and the working tree by kind.
func moved(ctx context.Context, dir, base string) (map[string]*moves, error) {
	all := make(map[string]*moves)
	for _, k := range kinds() {
		all[k] = &moves{}
	}
	if err := renamed(ctx, dir, base, all); err != nil {
		return nil, err
	}
	args := []string{"-C", dir}
	for slot, colour := range map[string]string{
		"old": "red", "new": "green",
		"oldMoved": "yellow", "oldMovedAlternative": "yellow", "newMoved": "blue", "newMovedAlternative": "blue",
	} {
		args = append(args, "-c", "color.diff."+slot+"="+colour)
	}
	args = append(args, "diff", "--color=always", "--no-ext-diff", "-M", "-U0",
		"--color-moved=zebra", "--color-moved-ws=ignore-all-space", "--src-prefix=a/", "--dst-prefix=b/", base)
	text, err := exec.CommandContext(ctx, "git", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("git diff: %w", err)
	}
	var m *moves
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		line := lines.Text()
		colour, rest, _ := strings.Cut(line, "m")
		colour += "m"
		if header := strings.TrimPrefix(line, "\x1b[1m"); strings.HasPrefix(header, "diff --git ") {
			_, file, _ := strings.Cut(strings.TrimSuffix(header, "\x1b[m"), " b/")
			m = all[kind(file)]
			continue
		}
		switch {
		case m == nil:
		case colour == movedTo && strings.HasPrefix(rest, "+"):
			m.moved++
		case colour == cameNew && strings.HasPrefix(rest, "+"):
			m.came++
		case colour == wentAway && strings.HasPrefix(rest, "-"):
			m.went++
		}
	}
	return all, lines.Err()
}

// renamed counts the lines that stayed the same in files that have another name
// now.
func renamed(ctx context.Context, dir, base string, all map[string]*moves) error {
	text, err := exec.CommandContext(ctx, "git", "-C", dir, "diff", "--no-ext-diff", "-M", "--diff-filter=R", "--numstat", "-z", base).Output()
	if err != nil {
		return fmt.Errorf("git diff: %w", err)
	}
	fields := strings.Split(string(text), "\x00")
	for i := 0; i+2 < len(fields); i += 3 { // "came\twent\t", the old name, the new one
		var came, went int
		if _, err := fmt.Sscanf(fields[i], "%d\t%d", &came, &went); err != nil {
			continue // a file that isn't text
		}
		old, err := exec.CommandContext(ctx, "git", "-C", dir, "show", base+":"+fields[i+1]).Output()
		if err != nil {
			return fmt.Errorf("git show: %w", err)
		}
		all[kind(fields[i+2])].moved += bytes.Count(old, []byte("\n")) - went
	}
	return nil
}

// tellMoves writes what became of the lines.
func tellMoves(out io.Writer, base string, all map[string]*moves) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	_, _ = fmt.Fprintf(w, "lines since %s\tmoved\tnew\tgone\t\n", base)
	for _, k := range kinds() {
		_, _ = fmt.Fprintf(w, "%s\t%d\t%d\t%d\t\n", k, all[k].moved, all[k].came, all[k].went)
	}
	return w.Flush()
}
