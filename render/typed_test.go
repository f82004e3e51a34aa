package render_test

import (
	"math"
	"strconv"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
)

func TestPipsAreReadAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]int64{
		"24": 24, " 24 ": 24, "024": 24, "+5": 5, "-5": -5, "−5": -5, "２４": 24, "24\u200b": 24, "99999999999999999999": math.MaxInt64,
	} {
		if got, err := render.ReadPips(text); err != nil || got != want {
			t.Errorf("%q is read as %d, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"", "1.000", "1,000", "1 000", "1\u202f000", "1’000", "1_000", "5.0", "12.30", "1,5", "5 pips", "5pips", "1e3", "0x10", "O", "1O", "l0", "2²", "½", "٢٤", "--5", "all",
	} {
		if got, err := render.ReadPips(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

// FuzzReadPips: a number that is read is written so that it is read as the same.
func FuzzReadPips(f *testing.F) {
	for _, text := range []string{"24", "-5", "1.000", "２４", "9223372036854775808"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := render.ReadPips(text)
		if err != nil {
			return
		}
		if again, err := render.ReadPips(strconv.FormatInt(n, 10)); err != nil || again != n {
			t.Fatalf("%q is read as %d, which is read as %d, %v", text, n, again, err)
		}
	})
}

func TestAnEntryIsReadAsPeopleNameIt(t *testing.T) {
	for text, want := range map[string]int64{
		"12": 12, "#12": 12, " 12 ": 12, "#12 · hand 3 (table abc) · +34": 12, "#12; hand 3": 12, "#12\u202f; manche 3": 12, "１２": 12, "12\u200b": 12,
	} {
		if got, from, ok := render.ReadEntryName(text); !ok || from != nil || got != want {
			t.Errorf("%q is read as %d, %v, %v", text, got, from, ok)
		}
	}
	for _, text := range []string{
		"", "#", "0", "-1", "+1", "#+1", "1 234", "1.234", "1,234", "12 13", "hand 3", "##12", "#hand:1:0:k3mxq2ab", "1O", "2²", "99999999999999999999",
	} {
		if got, from, ok := render.ReadEntryName(text); ok {
			t.Errorf("%q is read as %d, %v", text, got, from)
		}
	}
	if _, from, ok := render.ReadEntryName("hand:1:0:k3mxq2ab"); !ok || from != (tab.Hand{Table: "k3mxq2ab", Number: 1}) {
		t.Errorf("a source is read as %v", from)
	}
}

// FuzzReadEntryName: what is read is written so that it is read as the same.
func FuzzReadEntryName(f *testing.F) {
	for _, text := range []string{"12", "#12 · hand", "hand:1:0:k3mxq2ab", "1 234", "settlement:aBc", "# 1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		seq, from, ok := render.ReadEntryName(text)
		if !ok {
			return
		}
		name := "#" + strconv.FormatInt(seq, 10)
		if from != nil {
			name = from.String()
		}
		if again, other, ok := render.ReadEntryName(name); !ok || again != seq || other != from {
			t.Fatalf("%q is read as %q, which is read as %d, %v, %v", text, name, again, other, ok)
		}
	})
}
