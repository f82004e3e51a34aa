package commands

import (
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// TestADayIsReadAsPeopleWriteIt: each text with all that it can mean.
func TestADayIsReadAsPeopleWriteIt(t *testing.T) {
	words := languages(t)
	for text, want := range map[string]string{
		"2026-01-31": "2026-01-31", "2026/1/31": "2026-01-31", "2026.01.31": "2026-01-31", "2026 1 31": "2026-01-31", " 2028-02-29 ": "2028-02-29",
		"31.1.2026": "2026-01-31", "31. 1. 2026": "2026-01-31", "31/1/2026": "2026-01-31", "31-1-2026": "2026-01-31", "3.3.2026": "2026-03-03", "２０２６-01-31": "2026-01-31",
		"": "", "2026-02-29": "", "31.4.2026": "", "2026-13-01": "", "2026-31-01": "", "26-01-31": "", "1.2.26": "", "2O26-01-31": "", "2026-O1-31": "", "1999-12-31": "", "2101-01-01": "",
		"2026": "", "2026-01": "", "today": "", "2026--1-5": "", "2026/+1/5": "", "2026-01-31-1": "", "2026-01-3²": "", "٢٠٢٦-01-31": "", "20260131": "",
	} {
		for _, tag := range lang.Tags() {
			if got := strings.Join(textsOf(readDay(words.For(tag), text)), ", "); got != want {
				t.Errorf("%s: %q is read as %q and not as %q", tag, text, got, want)
			}
		}
	}
	for text, want := range map[string][2]string{ // in German, and in English
		"3/4/2026": {"2026-04-03", "2026-04-03, 2026-03-04"}, "01.02.2026": {"2026-02-01", "2026-02-01, 2026-01-02"}, "1/31/2026": {"", "2026-01-31"},
	} {
		for i, tag := range []string{"de", "en"} {
			if got := strings.Join(textsOf(readDay(words.For(tag), text)), ", "); got != want[i] {
				t.Errorf("%s: %q is read as %q and not as %q", tag, text, got, want[i])
			}
		}
	}
}

// FuzzReadDay: whatever a text can mean is a day, written so that it means that alone.
func FuzzReadDay(f *testing.F) {
	for _, text := range []string{"2026-01-31", "3/4/2026", "31. 1. 2026", "2026-02-29", "١.2.2026"} {
		f.Add(text)
	}
	words := languages(f)
	f.Fuzz(func(t *testing.T, text string) {
		for _, tag := range lang.Tags() {
			days := readDay(words.For(tag), text)
			for _, day := range days {
				if again := readDay(words.For(tag), day.String()); !day.Exists() || len(days) > 2 || !slices.Equal(again, []table.Day{day}) {
					t.Fatalf("%s: %q is read as %v, which is read as %v", tag, text, day, again)
				}
			}
		}
	})
}
