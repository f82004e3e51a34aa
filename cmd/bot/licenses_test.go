package main

import (
	"debug/buildinfo"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// TestLicensesNamesEveryModuleOfTheBinary asks the real binary for its notices, and the toolchain which modules it is linked from.
func TestLicensesNamesEveryModuleOfTheBinary(t *testing.T) {
	program := buildBot(t)
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "licenses").Output()
	if err != nil {
		t.Fatal(err)
	}
	if len(info.Deps) < 20 || string(out) != notices {
		t.Fatalf("%d modules, and notices of %d bytes", len(info.Deps), len(out))
	}
	for _, missing := range unnoticed(info.Deps, string(out)) {
		t.Errorf("%s has no notice: make notices", missing)
	}
	// The controls.
	more := append(slices.Clone(info.Deps), &debug.Module{Path: "example.org/new", Version: "v1.0.0"})
	if got := unnoticed(more, string(out)); !slices.Equal(got, []string{"example.org/new v1.0.0"}) {
		t.Errorf("with a new module: %q", got)
	}
	first := info.Deps[0].Path + " " + info.Deps[0].Version
	if got := unnoticed(info.Deps, strings.Replace(string(out), "\n"+first+"\n", "\n", 1)); !slices.Equal(got, []string{first}) {
		t.Errorf("without the notice of %s: %q", first, got)
	}
}

// unnoticed are the modules that have no entry in the notices.
func unnoticed(modules []*debug.Module, text string) (missing []string) {
	for _, m := range modules {
		if name := m.Path + " " + m.Version; !strings.Contains(text, "\n"+name+"\n    licence: ") {
			missing = append(missing, name)
		}
	}
	return missing
}

// TestLicensesAreWhole looks for what a program handed on alone has to say.
func TestLicensesAreWhole(t *testing.T) {
	got := typed(t, nil, "", "licenses")
	if got.code != 0 || got.err != "" {
		t.Fatalf("%d, %s", got.code, got.err)
	}
	for _, part := range []string{
		"Copyright (c) 2026 The Boathouse authors", "Copyright 2009 The Go Authors.", "Roboto Bold, Apache-2.0: Copyright 2011 Google Inc.",
		"Mozilla Public License, version 2.0", "SQLite Is Public Domain", "musl", "IANA's tz database",
	} {
		if !strings.Contains(got.out, part) {
			t.Errorf("nothing of %q", part)
		}
	}
}
