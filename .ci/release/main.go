// Release makes the archives of a version into dist/, from a clean checkout alone:
//
//	make release VERSION=v1.0.0
//
// Each archive has the program for one platform, the licence, the notices, the README and the
// example of settings; those for Linux have systemd's unit, too. The same commit and the same Go
// give the same bytes. A fault ends it with exit code 1, and then nothing is written.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(run(context.Background(), ".", os.Args[1:], build, os.Stdout, os.Stderr))
}

// run is the program, in the checkout at root. It returns the exit code.
func run(ctx context.Context, root string, args []string, build builder, stdout, stderr io.Writer) int {
	version := ""
	if len(args) == 1 {
		version = args[0]
	}
	names, err := release(ctx, root, version, build)
	for _, name := range names {
		if err == nil {
			_, err = fmt.Fprintln(stdout, "dist/"+name)
		}
	}
	if err != nil {
		_, _ = fmt.Fprintln(stderr, "release:", err) // the exit code says it, too
		return 1
	}
	return 0
}
