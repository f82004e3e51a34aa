package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v3"
)

// release names the build where whoever makes it says so: -ldflags '-X main.release=…'.
//
//nolint:gochecknoglobals // set by the linker
var release string

// buildVersion names the build: as it was told, else by the module's version with the
// commit that it was made from; empty where neither is known.
func buildVersion() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" {
		return ""
	}
	return info.Main.Version
}

// shortCommit is how many digits of a commit tell it from others.
const shortCommit = 12

// buildCommit is the commit of the build, marked where the sources had changed since; "unknown"
// where nobody noted it.
func buildCommit() string {
	commit, changed := "unknown", ""
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return commit
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			commit = s.Value[:min(shortCommit, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				changed = "+changes"
			}
		}
	}
	return commit + changed
}

// buildFacts say which build this is.
func buildFacts() []fact {
	return []fact{{"version", cmp.Or(buildVersion(), "unknown")}, {"go", runtime.Version()}, {"commit", buildCommit()}}
}

// buildText is the same in a line.
func buildText() string {
	text := ""
	for i, f := range buildFacts() {
		if i > 0 {
			text += ", " + f.name + " "
		}
		text += f.value
	}
	return text
}

// version prints which build this is, as --version does.
func (p *process) version(_ context.Context, c *cli.Command) error {
	_, err := fmt.Fprintf(p.stdout, "%s version %s\n", c.Root().Name, buildText())
	return err
}
