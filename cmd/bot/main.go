package main

import (
	"context"
	"os"
)

func main() {
	ctx, stop := untilTold(context.Background())
	err := run(ctx, os.Args, environmentOf(os.Environ()), os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(exitCode(err, os.Stderr))
}
