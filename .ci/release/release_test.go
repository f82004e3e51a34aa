package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// checkout makes one with what a release takes from it, all committed.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range []string{"LICENSE", "README.md", ".env.example", "cmd/bot/notices.txt", "deploy/boathouse.service"} {
		put(t, root, name, "the "+name+"\n")
	}
	put(t, root, ".gitignore", "/dist/\n/bot\n")
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-q", "-m", "all"}} {
		if _, err := git(t.Context(), root, args...); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func put(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// fake builds nothing: its program says what it would be, and of which files.
func fake(_ context.Context, root, version string, p platform) ([]byte, error) {
	files, err := fs.Glob(os.DirFS(root), "[!.]*")
	return fmt.Appendf(nil, "%s for %v from %v", version, p, files), err
}

// TestADirtyTreeReleasesNothing and no more does a version that is none, an old tag or a build that fails.
func TestADirtyTreeReleasesNothing(t *testing.T) {
	broken := func(context.Context, string, string, platform) ([]byte, error) { return nil, errors.New("no compiler") }
	for name, c := range map[string]struct {
		spoil func(root string)
		args  []string
		build builder
		says  string
	}{
		"a changed file":   {func(root string) { put(t, root, "README.md", "changed") }, []string{"v1.0.0"}, fake, "the checkout has changes; commit or remove them first:\n M README.md\n"},
		"a new file":       {func(root string) { put(t, root, "deploy/new", "") }, []string{"v1.0.0"}, fake, "first:\n?? deploy/new\n"},
		"no version":       {nil, nil, fake, "must be like v1.0.0"},
		"an empty version": {nil, []string{""}, fake, "must be like v1.0.0"},
		"without v":        {nil, []string{"1.0.0"}, fake, `VERSION is "1.0.0" and must be like v1.0.0`},
		"two numbers":      {nil, []string{"v1.0"}, fake, "must be like"},
		"a leading zero":   {nil, []string{"v1.02.0"}, fake, "must be like"},
		"a suffix":         {nil, []string{"v1.0.0-rc1"}, fake, "must be like"},
		"a second line":    {nil, []string{"v1.0.0\n"}, fake, "must be like"},
		"a tag elsewhere": {func(root string) {
			for _, args := range [][]string{{"tag", "v1.0.0"}, {"-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-q", "--allow-empty", "-m", "more"}} {
				if _, err := git(t.Context(), root, args...); err != nil {
					t.Fatal(err)
				}
			}
		}, []string{"v1.0.0"}, fake, "the tag v1.0.0 is on "},
		"a build that fails": {nil, []string{"v1.0.0"}, broken, "no compiler"},
	} {
		root := checkout(t)
		put(t, root, "dist/old", "an old release\n")
		if c.spoil != nil {
			c.spoil(root)
		}
		before := tree(t, root)
		var out, errs bytes.Buffer
		code := run(t.Context(), root, c.args, c.build, &out, &errs)
		if code != 1 || out.Len() > 0 || !strings.HasPrefix(errs.String(), "release: ") || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%s: code %d, %q, %q", name, code, out.String(), errs.String())
		}
		if after := tree(t, root); !slices.Equal(before, after) {
			t.Errorf("%s: it wrote: %q before, %q after", name, before, after)
		}
	}
}

// TestNoCheckoutNoRelease: outside of one nothing says what the files are.
func TestNoCheckoutNoRelease(t *testing.T) {
	root := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(root))
	var out, errs bytes.Buffer
	if code := run(t.Context(), root, []string{"v1.0.0"}, fake, &out, &errs); code != 1 || !strings.Contains(errs.String(), "git status") || len(tree(t, root)) > 0 {
		t.Errorf("code %d, %q", code, errs.String())
	}
}

// tree lists the files of a checkout with what is in them, but for git's own.
func tree(t *testing.T, root string) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		if path == ".git" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		files = append(files, fmt.Sprintf("%s: %x", path, sha256.Sum256(text)))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestAReleaseIsAllArchivesAndTheirSums makes one twice, at two places, with other ignored files and tags.
func TestAReleaseIsAllArchivesAndTheirSums(t *testing.T) {
	root := checkout(t)
	put(t, root, "dist/boathouse_v0.9.0_linux_amd64.tar.gz", "an old one")
	put(t, root, "bot", "a program that was built here")
	var out, errs bytes.Buffer
	if code := run(t.Context(), root, []string{"v1.2.3"}, fake, &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("code %d, %s", code, errs.String())
	}
	want := []string{
		"boathouse_v1.2.3_darwin_amd64.tar.gz", "boathouse_v1.2.3_darwin_arm64.tar.gz", "boathouse_v1.2.3_linux_amd64.tar.gz",
		"boathouse_v1.2.3_linux_arm64.tar.gz", "boathouse_v1.2.3_windows_amd64.zip", "boathouse_v1.2.3_windows_arm64.zip",
	}
	dist := filepath.Join(root, "dist")
	list := map[string]bool{}
	for line := range strings.Lines(get(t, filepath.Join(dist, sums))) {
		list[line] = true
	}
	for _, name := range want {
		line := fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(get(t, filepath.Join(dist, name)))), name)
		if !list[line] || !strings.Contains(out.String(), "dist/"+name+"\n") {
			t.Errorf("%s isn't listed", name)
		}
	}
	first := tree(t, dist)
	if len(list) != len(want) || len(first) != len(want)+1 {
		t.Errorf("there is more: %v, %q", list, first)
	}
	other := filepath.Join(t.TempDir(), "elsewhere")
	for _, args := range [][]string{{"clone", "-q", root, other}, {"-C", other, "tag", "v1.2.3"}, {"-C", other, "tag", "v7.0.0"}} {
		if _, err := git(t.Context(), ".", args...); err != nil {
			t.Fatal(err)
		}
	}
	if code := run(t.Context(), other, []string{"v1.2.3"}, fake, &out, &errs); code != 0 {
		t.Fatalf("code %d, %s", code, errs.String())
	}
	if second := tree(t, filepath.Join(other, "dist")); !slices.Equal(first, second) {
		t.Errorf("the second has other bytes: %q, %q", first, second)
	}
}

func get(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAnArchiveHasWhatARunNeeds opens a tar and a zip.
func TestAnArchiveHasWhatARunNeeds(t *testing.T) {
	root, made := checkout(t), time.Date(2026, 11, 29, 12, 30, 0, 0, time.UTC)
	common := []string{".env.example 644 the .env.example", "LICENSE 644 the LICENSE", "NOTICES.txt 644 the cmd/bot/notices.txt", "README.md 644 the README.md"}
	for p, want := range map[platform][]string{
		{"linux", "arm64"}:   append([]string{"bot 755 a program", "deploy/boathouse.service 644 the deploy/boathouse.service"}, common...),
		{"darwin", "amd64"}:  append([]string{"bot 755 a program"}, common...),
		{"windows", "amd64"}: append([]string{"bot.exe 755 a program"}, common...),
	} {
		name, archive, err := pack(root, "v1.0.0", p, []byte("a program"), made)
		if err != nil {
			t.Fatal(err)
		}
		folder := "boathouse_v1.0.0_" + p.system + "_" + p.processor
		read, ending := readTar, ".tar.gz"
		if p.system == "windows" {
			read, ending = readZip, ".zip"
		}
		got := read(t, archive, folder+"/", made)
		if name != folder+ending || !slices.IsSorted(got) {
			t.Errorf("%s: %q", name, got)
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", name, got, want)
		}
	}
}

// readTar lists name, mode and first line of each file; all must be of user 0 and of one time.
func readTar(t *testing.T, archive []byte, folder string, made time.Time) (files []string) {
	t.Helper()
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	if !unzipped.ModTime.IsZero() || unzipped.Name != "" {
		t.Errorf("gzip says %v", unzipped.Header)
	}
	for r := tar.NewReader(unzipped); ; {
		head, err := r.Next()
		if errors.Is(err, io.EOF) {
			return files
		} else if err != nil {
			t.Fatal(err)
		}
		if head.Uid != 0 || head.Gid != 0 || head.Uname != "" || head.Gname != "" || !head.ModTime.Equal(made) {
			t.Errorf("%+v", head)
		}
		files = append(files, line(t, strings.TrimPrefix(head.Name, folder), head.Mode, r))
	}
}

// readZip is readTar for a zip.
func readZip(t *testing.T, archive []byte, folder string, made time.Time) (files []string) {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if !f.Modified.Equal(made) {
			t.Errorf("%s is of %v", f.Name, f.Modified)
		}
		files = append(files, line(t, strings.TrimPrefix(f.Name, folder), int64(f.Mode().Perm()), in))
	}
	return files
}

func line(t *testing.T, name string, mode int64, in io.Reader) string {
	t.Helper()
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s %o %s", name, mode, strings.TrimSpace(string(text)))
}
