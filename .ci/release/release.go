package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A platform is one that there is an archive for.
type platform struct{ system, processor string }

func platforms() []platform {
	return []platform{
		{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
	}
}

// A builder builds the program of the checkout at root, for a platform, and gives its bytes.
type builder func(ctx context.Context, root, version string, p platform) ([]byte, error)

// sums is the file that lists the archives' hashes, as sha256sum does.
const sums = "SHA256SUMS"

// release makes all archives in memory, then writes them into dist/ in place of what is there,
// and returns the names of the files.
func release(ctx context.Context, root, version string, build builder) (names []string, err error) {
	commit, made, err := releasable(ctx, root, version)
	if err != nil {
		return nil, err
	}
	tree, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tree)) }()
	if err := clone(ctx, root, tree, commit, version); err != nil {
		return nil, err
	}
	files, list := map[string][]byte{}, ""
	for _, p := range platforms() {
		program, err := build(ctx, tree, version, p)
		if err != nil {
			return nil, err
		}
		name, archive, err := pack(tree, version, p, program, made)
		if err != nil {
			return nil, err
		}
		files[name], names = archive, append(names, name)
		list += fmt.Sprintf("%x  %s\n", sha256.Sum256(archive), name)
	}
	files[sums], names = []byte(list), append(names, sums)
	return names, write(filepath.Join(root, "dist"), files)
}

// releasable says whether version may be made of the checkout, and of which commit and time.
func releasable(ctx context.Context, root, version string) (commit string, made time.Time, err error) {
	if !regexp.MustCompile(`^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$`).MatchString(version) {
		return "", made, fmt.Errorf("VERSION is %q and must be like v1.0.0: make release VERSION=v1.0.0", version)
	}
	changes, err := git(ctx, root, "status", "--porcelain", "--untracked-files=all")
	if err != nil {
		return "", made, err
	}
	if changes != "" {
		return "", made, fmt.Errorf("the checkout has changes; commit or remove them first:\n%s", changes)
	}
	if commit, err = git(ctx, root, "rev-parse", "HEAD"); err != nil {
		return "", made, err
	}
	if tagged, err := git(ctx, root, "rev-parse", "-q", "--verify", "refs/tags/"+version+"^{commit}"); err == nil && tagged != commit {
		return "", made, fmt.Errorf("the tag %s is on %.12s, and the checkout is at %.12s", version, tagged, commit)
	}
	at, err := git(ctx, root, "show", "-s", "--format=%ct", commit)
	if err != nil {
		return "", made, err
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	return commit, time.Unix(seconds, 0).UTC(), err
}

// clone puts the commit into an empty folder, with the version's tag as the only one: Go stamps
// what it builds there by the tags it finds, and files that git ignores stay out of it.
func clone(ctx context.Context, root, tree, commit, version string) error {
	from, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	for _, args := range [][]string{
		{"clone", "-q", "--no-tags", "--no-checkout", from, "."}, {"checkout", "-q", "--detach", commit}, {"tag", version},
	} {
		if _, err := git(ctx, tree, args...); err != nil {
			return err
		}
	}
	return nil
}

// git runs it in a folder and gives what it prints, without the last line break.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, "git", args...)
	c.Dir = dir
	var said bytes.Buffer
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w\n%s", args[0], err, said.Bytes())
	}
	return strings.TrimRight(string(out), "\n"), nil
}

// build is the real builder. What the environment says of Go is left out where it changes bytes.
func build(ctx context.Context, root, version string, p platform) ([]byte, error) {
	dir, err := os.MkdirTemp("", "release")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // what stays is the system's to clear
	program := filepath.Join(dir, "bot")
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=true", "-ldflags", "-s -w -X main.release="+version, "-o", program, "./cmd/bot")
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS="+p.system, "GOARCH="+p.processor, "GOAMD64=v1", "GOARM64=v8.0", "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off", "GOEXPERIMENT=", "GOFIPS140=off")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build for %s/%s: %w\n%s", p.system, p.processor, err, out)
	}
	return os.ReadFile(program)
}

// write puts the files into dir, which has nothing else then.
func write(dir string, files map[string][]byte) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
