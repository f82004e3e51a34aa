package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	root = "../.."
	file = root + "/cmd/bot/notices.txt"
)

// TestEveryComponentHasItsNotice holds the file against what go list finds in the binary, on all platforms.
func TestEveryComponentHasItsNotice(t *testing.T) {
	all, err := linked(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{goName, "github.com/hashicorp/golang-lru/v2", "eliasnaur.com/font", "modernc.org/sqlite"} {
		if !slices.ContainsFunc(all, func(c component) bool { return c.name == name }) {
			t.Errorf("go list finds no %s", name)
		}
	}
	text := read(t, file)
	for _, fault := range amiss(all, text) {
		t.Error(fault)
	}
	again, err := compose(read(t, root+"/LICENSE"), all)
	if err != nil {
		t.Fatal(err)
	}
	if !t.Failed() && again != text {
		t.Error("cmd/bot/notices.txt isn't what `make notices` writes")
	}
}

// TestAMissingNoticeIsNamed is the control.
func TestAMissingNoticeIsNamed(t *testing.T) {
	font := component{name: "example.org/font", version: "v1.2.0"}
	linked := []component{{name: goName}, font}
	const begin, entry = "Go\n    licence: BSD-3-Clause\n", "\nexample.org/font v1.2.0\n    licence: Apache-2.0\n"
	for name, c := range map[string]struct {
		linked []component
		text   string
		want   []string
	}{
		"all there":     {linked, begin + entry, nil},
		"no notice":     {linked, begin, []string{"example.org/font v1.2.0 has no notice: make notices"}},
		"nothing of Go": {linked, entry, []string{"Go has no notice: make notices"}},
		"not linked":    {linked[:1], begin + entry, []string{"example.org/font v1.2.0 has a notice and isn't linked: make notices"}},
		"an old version": {linked, begin + strings.ReplaceAll(entry, "1.2", "1.1"), []string{
			"example.org/font v1.2.0 has no notice: make notices", "example.org/font v1.1.0 has a notice and isn't linked: make notices"}},
	} {
		if got := amiss(c.linked, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// amiss are the components without a notice and the notices without a component.
func amiss(all []component, text string) (faults []string) {
	var have, want []string
	for _, entry := range regexp.MustCompile(`(?m)^(.+)\n    licence: `).FindAllStringSubmatch(text, -1) {
		have = append(have, entry[1])
	}
	for _, c := range all {
		want = append(want, strings.TrimSpace(c.name+" "+c.version))
	}
	for _, name := range want {
		if !slices.Contains(have, name) {
			faults = append(faults, name+" has no notice: make notices")
		}
	}
	for _, name := range have {
		if !slices.Contains(want, name) {
			faults = append(faults, name+" has a notice and isn't linked: make notices")
		}
	}
	return faults
}

// TestALicenceNobodyKnowsIsRefused tries a component without a licence, with one of a new kind, and a font without rights.
func TestALicenceNobodyKnowsIsRefused(t *testing.T) {
	dir := t.TempDir()
	c := component{name: "example.org/new", version: "v1.0.0", dir: dir, folders: []string{dir}}
	if _, err := compose("", []component{c}); err == nil || !strings.Contains(err.Error(), "example.org/new: no licence") {
		t.Error("no licence:", err)
	}
	write(t, dir, "LICENSE.md", "Do as we say.")
	if _, err := compose("", []component{c}); err == nil || !strings.Contains(err.Error(), "example.org/new: LICENSE.md") {
		t.Error("a new licence:", err)
	}
	c.packages = []string{"eliasnaur.com/font/noto/other"}
	if _, err := compose("", []component{c}); err == nil || !strings.Contains(err.Error(), "noto/other") {
		t.Error("a font without rights:", err)
	}
}

// TestNoticesAreGatheredFromFolderAndSource makes a module with a licence, a part of others, and a file with a notice.
func TestNoticesAreGatheredFromFolderAndSource(t *testing.T) {
	dir := t.TempDir()
	mit := "Copyright A\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of THE SOFTWARE.\n"
	bsd := "Copyright B\nRedistribution and use in source and binary forms\nSUCH DAMAGE.\n"
	write(t, dir, "LICENSE", mit)
	write(t, dir, "part/deep/LICENSE_list", bsd)
	write(t, dir, "part/deep/er/code.go", "package er")
	write(t, dir, "other/LICENSE", "Copyright C, not linked")
	write(t, dir, "math.go", "// Copyright A\n\npackage m\n\n// ====\n// Copyright D\n//\n// Permission to use, copy, and\n// keep: this notice\n// is preserved.\n// ====\n\nfunc f() {}\n")
	write(t, dir, "same.go", "/*\n * "+strings.ReplaceAll(strings.TrimSpace(mit), "\n", "\n * ")+"\n */\n\npackage m\n")
	c := component{name: "github.com/a/b/v2", version: "v2.0.0", dir: dir, folders: []string{dir, filepath.Join(dir, "part/deep/er")},
		files: []string{filepath.Join(dir, "math.go"), filepath.Join(dir, "same.go")}}
	got, err := compose("Ours.", []component{c})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"Ours.\n",
		"\ngithub.com/a/b/v2 v2.0.0\n    licence: BSD-2-Clause, MIT\n    source: https://github.com/a/b/tree/v2.0.0\n" +
			"    LICENSE: text 1\n    part/deep/LICENSE_list: text 2\n    math.go: text 3\n\n" + rule,
		"\nText 3, of\n    github.com/a/b/v2: math.go\n" + rule + "\n\nCopyright D\n\nPermission to use, copy, and\nkeep: this notice\nis preserved.\n",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("it lacks %q:\n%s", part, got)
		}
	}
	if strings.Contains(got, "Copyright C") || strings.Contains(got, "text 4") {
		t.Errorf("it has more:\n%s", got)
	}
	if _, err := marks().inside("// Permission to use, copy and so on without an end\n" + strings.Repeat("//\n", 2*endWithin)); err == nil {
		t.Error("a notice without an end is taken")
	}
}

// TestTheSourceOfMPLFilesIsTold: that licence asks for it.
func TestTheSourceOfMPLFilesIsTold(t *testing.T) {
	const want = "\ngithub.com/hashicorp/golang-lru/v2 v2.0.7\n    licence: BSD-3-Clause, MPL-2.0\n" +
		"    source: https://github.com/hashicorp/golang-lru/tree/v2.0.7\n    The bot contains its files unchanged; that address has their source under the MPL-2.0.\n"
	if !strings.Contains(read(t, file), want) {
		t.Errorf("cmd/bot/notices.txt lacks %q", want)
	}
}

// TestTheContainerHasTheNotices looks at the recipe alone.
func TestTheContainerHasTheNotices(t *testing.T) {
	recipe := read(t, root+"/deploy/Containerfile")
	_, last, _ := strings.Cut(recipe, "\nFROM scratch\n")
	for _, line := range []string{"COPY --from=build /src/LICENSE /licenses/LICENSE\n", "COPY --from=build /src/cmd/bot/notices.txt /licenses/NOTICES.txt\n"} {
		if !strings.Contains(last, line) {
			t.Errorf("deploy/Containerfile lacks %q", line)
		}
	}
	for line := range strings.Lines(read(t, root+"/.containerignore")) {
		if slices.Contains([]string{"LICENSE", "cmd", "*.txt", "notices.txt"}, strings.TrimSpace(line)) {
			t.Errorf(".containerignore leaves out %s", line)
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
