// Command house measures how the code hangs together, so that a rebuilding can be
// compared with what was there before: for every package how many of the calls
// between its files run back up, and which type has the most methods; between two
// commits how many lines moved, came and went.
//
// A call is in a circle when the file that is called calls its caller, directly or
// through others. Files in a circle have no order, so the one is taken in which
// the fewest calls run from a later file to an earlier one: those run back up, and
// are the least that would have to be turned round for the circles to end.
//
//	go run ./.ci/house                 this tree
//	go run ./.ci/house -base COMMIT    that commit and this tree, side by side, and the lines between them
//	go run ./.ci/house -pairs table    every pair of files of a package between which calls run back up, and their order
//
// Nothing but the standard library and the commands go and git are needed, so it
// measures commits from before it too. Tests aren't measured, generated files are.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		_, _ = fmt.Fprintln(os.Stderr, "house:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("house", flag.ContinueOnError)
	dir := flags.String("dir", ".", "the checkout to measure")
	base := flags.String("base", "", "a commit to compare it with")
	pairs := flags.String("pairs", "", "a package, such as table: tell all that runs back up in it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	head, err := measure(ctx, *dir)
	if err != nil {
		return err
	}
	if *pairs != "" {
		i := slices.IndexFunc(head, func(p *pkg) bool { return p.name == *pairs })
		if i < 0 {
			return fmt.Errorf("there is no package %s", *pairs)
		}
		tellPairs(out, head[i], len(head[i].calls))
		_, _ = fmt.Fprintf(out, "\nfiles, callers first: %s\n", strings.Join(head[i].order, " "))
		return nil
	}
	if *base == "" {
		tellPackages(out, nil, head)
	} else {
		before, err := measureCommit(ctx, *dir, *base)
		if err != nil {
			return err
		}
		tellPackages(out, before, head)
	}
	for _, p := range head {
		if p.up() > 0 {
			_, _ = fmt.Fprintf(out, "\n%s, what runs back up most:\n", p.name)
			tellPairs(out, p, 5)
		}
	}
	if *base == "" {
		return nil
	}
	moves, err := moved(ctx, *dir, *base)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintln(out)
	return tellMoves(out, *base, moves)
}

// measureCommit measures a commit as it is, in a folder of its own.
func measureCommit(ctx context.Context, dir, commit string) (_ []*pkg, err error) {
	tree, err := os.MkdirTemp("", "house")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tree)) }()
	archive := exec.CommandContext(ctx, "git", "-C", dir, "archive", commit)
	unpack := exec.CommandContext(ctx, "tar", "-x", "-C", tree)
	if unpack.Stdin, err = archive.StdoutPipe(); err != nil {
		return nil, err
	}
	unpack.Stderr, archive.Stderr = os.Stderr, os.Stderr
	if err := unpack.Start(); err != nil {
		return nil, err
	}
	if err := errors.Join(archive.Run(), unpack.Wait()); err != nil {
		return nil, fmt.Errorf("git archive %s: %w", commit, err)
	}
	return measure(ctx, tree)
}

// tellPackages writes a line a package: before, where it is asked for, and now.
func tellPackages(out io.Writer, before, now []*pkg) {
	names := make(map[string]bool)
	for _, p := range slices.Concat(before, now) {
		names[p.name] = true
	}
	const cells = "%6s %11s %8s %7s  %-16s"
	header := fmt.Sprintf(cells, "calls", "in circles", "back up", "share", "most methods")
	widest := 0
	for name := range names {
		widest = max(widest, len(name))
	}
	line := func(name string, cells ...string) {
		_, _ = fmt.Fprintln(out, strings.TrimRight(fmt.Sprintf("%-*s  ", widest, name)+strings.Join(cells, "  "), " "))
	}
	of := func(all []*pkg, name string) string {
		i := slices.IndexFunc(all, func(p *pkg) bool { return p.name == name })
		if i < 0 {
			return fmt.Sprintf(cells, "–", "", "", "", "")
		}
		p := all[i]
		return fmt.Sprintf(cells, fmt.Sprint(p.between()), fmt.Sprint(p.circling), fmt.Sprint(p.up()), percent(p.up(), p.between()), p.receiver)
	}
	if before == nil {
		line("package", header)
	} else {
		line("", fmt.Sprintf("%-53s", "before"), "now")
		line("package", header, header)
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if before == nil {
			line(name, of(now, name))
		} else {
			line(name, of(before, name), of(now, name))
		}
	}
}

// tellPairs writes the pairs of files with the most calls against the order of the
// package's files, at most n of them.
func tellPairs(out io.Writer, p *pkg, n int) {
	all := p.backUp()
	slices.SortFunc(all, func(a, b pair) int {
		return cmp.Or(cmp.Compare(p.calls[b].count(), p.calls[a].count()), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for _, edge := range all[:min(n, len(all))] {
		c := p.calls[edge]
		_, _ = fmt.Fprintf(out, "%5d  %s → %s: %s\n", c.count(), edge.from, edge.to, c.names())
	}
}

func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}
