package picture

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// golden are the samples that are kept.
func golden() []string {
	return []string{
		"table-2", "table-4", "table-5", "table-6", "replay-3", "result-2-match", "result-3", "result-3-nobody", "evening", "record", "tab",
		"hand-10", "hand-10-suits", "hand-10-german", "lesson", "hand-52", "standings", "chart", "year",
	}
}

// TestPicturesLookAsTheyDid compares pictures byte by byte, in turns in one style and
// the other, and draws every sample twice, by two artists.
func TestPicturesLookAsTheyDid(t *testing.T) {
	a, other := New(), New()
	sum := 0
	for i, s := range samples(t) {
		l := s.look(Look{Style: Style(i) % styles})
		got := a.draw(l, s.of)
		if !bytes.Equal(got, a.draw(l, s.of)) || !bytes.Equal(got, other.draw(l, s.of)) {
			t.Errorf("%s: drawn again it has other bytes", s.name)
		}
		if bytes.Equal(got, a.draw(Look{Style: Style(i+1) % styles}, s.of)) && len(told(s.of)) > 0 {
			t.Errorf("%s: both styles look the same", s.name)
		}
		if !slices.Contains(golden(), s.name) {
			continue
		}
		sum += len(got)
		asBefore(t, s.name, got)
	}
	for style, name := range [styles]string{"classic", "four-colour"} {
		for _, c := range cards(t, "QS 10H 7C") {
			asBefore(t, "emoji-"+name+"-"+c.String(), a.Card(Style(style), c))
		}
		asBefore(t, "emoji-"+name+"-back", a.Card(Style(style), engine.NoCard))
	}
	if sum > 700_000 {
		t.Errorf("%d bytes of golden pictures", sum)
	}
}

// asBefore compares a picture with the one that is kept.
func asBefore(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s looks otherwise: write it anew with -update, and look at it", name)
	}
}
