// Notices writes the licences and notices of everything that the bot's binary contains: the Go
// modules that are linked into it on any platform of a release, Go itself, and embedded data.
//
//	make notices
//
// It reads the module cache and Go's own folder, and fails where a component has no licence file
// or one that it doesn't know.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	text, err := notices(context.Background(), ".")
	if err == nil {
		_, err = os.Stdout.WriteString(text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

// notices is the text for the checkout at root.
func notices(ctx context.Context, root string) (string, error) {
	licence, err := os.ReadFile(filepath.Join(root, "LICENSE"))
	if err != nil {
		return "", err
	}
	all, err := linked(ctx, root)
	if err != nil {
		return "", err
	}
	return compose(string(licence), all)
}
