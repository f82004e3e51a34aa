package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// platforms are those of a release, as GOOS/GOARCH.
func platforms() []string {
	return []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}
}

// A component is something of others that the binary contains.
type component struct {
	name     string // a module's path, or goName
	version  string // empty for Go: the text must not change with the compiler's patches
	dir      string // where its files are
	packages []string
	folders  []string // of its packages
	files    []string // of its packages: Go, assembly and headers
}

// goName is the component of the runtime and the standard library.
const goName = "Go"

// A listed is what go list says of a package.
type listed struct {
	ImportPath, Dir string
	Standard        bool
	Module          *struct {
		Path, Version, Dir string
		Main               bool
	}
	GoFiles, SFiles, HFiles []string
}

// linked lists what cmd/bot of the checkout at root contains on any platform, sorted by name.
func linked(ctx context.Context, root string) ([]component, error) {
	goroot, err := command(ctx, root, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	found := map[string]*component{}
	for _, platform := range platforms() {
		system, processor, _ := strings.Cut(platform, "/")
		out, err := command(ctx, root, []string{"GOOS=" + system, "GOARCH=" + processor, "CGO_ENABLED=0"},
			"list", "-deps", "-json=ImportPath,Dir,Standard,Module,GoFiles,SFiles,HFiles", "./cmd/bot")
		if err != nil {
			return nil, err
		}
		for dec := json.NewDecoder(bytes.NewReader(out)); ; {
			var p listed
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			c := component{name: goName, dir: strings.TrimSpace(string(goroot))}
			if !p.Standard {
				if p.Module.Main {
					continue
				}
				c = component{name: p.Module.Path, version: p.Module.Version, dir: p.Module.Dir}
			}
			if found[c.name] == nil {
				found[c.name] = &c
			}
			found[c.name].add(p)
		}
	}
	var all []component
	for _, c := range found {
		for _, list := range []*[]string{&c.packages, &c.folders, &c.files} {
			slices.Sort(*list)
			*list = slices.Compact(*list)
		}
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b component) int { return cmp.Compare(a.name, b.name) })
	return all, nil
}

// add notes a package of the component.
func (c *component) add(p listed) {
	c.packages = append(c.packages, p.ImportPath)
	c.folders = append(c.folders, p.Dir)
	for _, file := range slices.Concat(p.GoFiles, p.SFiles, p.HFiles) {
		c.files = append(c.files, filepath.Join(p.Dir, file))
	}
}

// command runs go in a folder and gives what it prints.
func command(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	run := exec.CommandContext(ctx, "go", args...)
	run.Dir, run.Env = dir, append(os.Environ(), env...)
	var said bytes.Buffer
	run.Stderr = &said
	out, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", args[0], err, said.Bytes())
	}
	return out, nil
}

// papers are the licence files of a component, by their paths below its folder: those in the
// folder itself and in every folder on the way to a linked package.
func (c component) papers() ([]string, error) {
	folders := map[string]bool{".": true}
	if c.name != goName {
		for _, folder := range c.folders {
			for at, _ := filepath.Rel(c.dir, folder); at != "."; at = filepath.Dir(at) {
				folders[at] = true
			}
		}
	}
	var papers []string
	for folder := range maps.Keys(folders) {
		files, err := os.ReadDir(filepath.Join(c.dir, folder))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			path := filepath.ToSlash(filepath.Join(folder, file.Name()))
			if file.Type().IsRegular() && isPaper(file.Name()) && !leftOut(c, path) {
				papers = append(papers, path)
			}
		}
	}
	slices.Sort(papers)
	return papers, nil
}

// isPaper says whether a file is a licence or a notice, by its name.
func isPaper(name string) bool {
	name = strings.ToUpper(name)
	if strings.HasSuffix(name, ".GO") {
		return false
	}
	return slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "PATENTS"},
		func(stem string) bool { return strings.HasPrefix(name, stem) })
}

// leftOut says whether a file is about something that isn't in the binary.
func leftOut(c component, path string) bool {
	switch c.name + " " + path {
	case "modernc.org/sqlite LICENSE-SQLITE_VEC":
		return !slices.Contains(c.packages, "modernc.org/sqlite/vec")
	case "modernc.org/sqlite LICENSE-3RD-PARTY.md", // of its tests too; what is linked is a component here
		"modernc.org/memory LICENSE-LOGO": // a picture in its repository
		return true
	}
	return false
}
