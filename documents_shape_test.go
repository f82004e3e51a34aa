package boathouse_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// limits are how many lines a document may have. One that isn't here has no limit, but every
// document keeps to its width.
var limits = map[string]int{
	"README.md": 130, "CONTRIBUTING.md": 80, "SECURITY.md": 80, "CHANGELOG.md": 80,
	"docs/PLAY.md": 200, "docs/OPERATE.md": 250, "docs/SCALE.md": 350, "docs/EXPORT.md": 60, "docs/FIGURES.md": 150,
}

// Every decision has at most so many lines, and a line so many columns.
const (
	mostOfADecision = 30
	mostColumns     = 100
)

// later are the documents that are written anew with the code they describe.
var later = map[string]bool{"ARCHITECTURE.md": true, "TESTING.md": true}

// documents are the paths of all documents.
func documents(t *testing.T) []string {
	t.Helper()
	var paths []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/decisions/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		paths = append(paths, found...)
	}
	return paths
}

// TestDocumentsAreShort holds each document to its length and width.
func TestDocumentsAreShort(t *testing.T) {
	there := map[string]bool{}
	for _, path := range documents(t) {
		there[path] = true
		most := limits[path]
		if filepath.Dir(path) == "docs/decisions" && filepath.Base(path) != "README.md" {
			most = mostOfADecision
		}
		text := read(t, path)
		if n := strings.Count(text, "\n"); most > 0 && n > most {
			t.Errorf("%s has %d lines, at most %d", path, n, most)
		}
		if later[path] {
			continue
		}
		for _, line := range tooWide(text) {
			t.Errorf("%s is wider than %d columns: %s", path, mostColumns, line)
		}
	}
	for path := range limits {
		if !there[path] {
			t.Errorf("there is no %s", path)
		}
	}
}

// tooWide are the lines of a text that are too wide. Rows of tables and lines with a link may be.
func tooWide(text string) (lines []string) {
	link := regexp.MustCompile(`https?://|\]\([^)]+\)|<img `)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		row := strings.HasPrefix(strings.TrimSpace(line), "|")
		if utf8.RuneCountInString(line) > mostColumns && !row && !link.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestALineThatIsTooWideIsFound is the control.
func TestALineThatIsTooWideIsFound(t *testing.T) {
	wide := strings.Repeat("é", mostColumns+1)
	text := wide + "\n" + wide[2:] + "\n| " + wide + " |\n[link](" + wide + ")\n"
	if got := tooWide(text); len(got) != 1 || got[0] != wide {
		t.Errorf("found %q", got)
	}
}

// TestDecisionsAreInTheIndex: each once, and each says whether it holds.
func TestDecisionsAreInTheIndex(t *testing.T) {
	index := read(t, "docs/decisions/README.md")
	for _, path := range documents(t) {
		name := filepath.Base(path)
		if filepath.Dir(path) != "docs/decisions" || name == "README.md" {
			continue
		}
		if n := strings.Count(index, "]("+name+")"); n != 1 {
			t.Errorf("the index of decisions has %s %d times", name, n)
		}
		if !strings.Contains(read(t, path), "\nStatus: accepted\n") {
			t.Errorf("%s has no status line", path)
		}
	}
}

// TestLinksLeadSomewhere: each link within the project names a file that is there, and a heading
// that the file has.
func TestLinksLeadSomewhere(t *testing.T) {
	for _, path := range documents(t) {
		for _, link := range dead(t, path, read(t, path)) {
			t.Errorf("%s links to %s, which isn't there", path, link)
		}
	}
}

// TestADeadLinkIsFound is the control.
func TestADeadLinkIsFound(t *testing.T) {
	const text = "[a](README.md) [b](nowhere.md) [c](README.md#nowhere) [d](#nowhere) " +
		`<img src="docs/nowhere.png"> [e](https://example.com/nowhere)`
	if got := dead(t, "README.md", text); len(got) != 4 {
		t.Errorf("found %q", got)
	}
}

// dead are the links of a document within the project that lead nowhere.
func dead(t *testing.T, path, text string) (links []string) {
	t.Helper()
	found := regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"`)
	for _, groups := range found.FindAllStringSubmatch(text, -1) {
		link := groups[1] + groups[2]
		if strings.Contains(link, "://") {
			continue
		}
		file, heading, _ := strings.Cut(link, "#")
		target := path
		if file != "" {
			target = filepath.Join(filepath.Dir(path), file)
		}
		if _, err := os.Stat(target); err != nil || heading != "" && !anchors(read(t, target))[heading] {
			links = append(links, link)
		}
	}
	return links
}

// anchors are what the headings of a document are linked by.
func anchors(text string) map[string]bool {
	there := map[string]bool{}
	for line := range strings.Lines(text) {
		if title, ok := strings.CutPrefix(strings.TrimLeft(line, "#"), " "); ok && strings.HasPrefix(line, "#") {
			there[anchor(strings.TrimSpace(title))] = true
		}
	}
	return there
}

// anchor is a heading in small letters, with dashes for spaces and without punctuation.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
