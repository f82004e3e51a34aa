package commands

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// dayTimes are times of day as people write them, in minutes after midnight, that mean one time
// only where times are written by 24 hours.
func dayTimes() map[string]int {
	const ten, half = 22 * 60, 22*60 + 30
	return map[string]int{
		"22": ten, "22:00": ten, "2200": ten, " 22 ": ten, "22h": ten, "22 h": ten, "22 h.": ten, "22u": ten, "22 u.": ten, "22 uur": ten, "22 Uhr": ten, "22 UHR": ten,
		"22 heures": ten, "22 heure": ten, "22 hs": ten, "22hs": ten, "22 hs.": ten, "22 hrs": ten, "22 horas": ten, "22\u00a0heures": ten, "22\u202fh": ten,
		"10pm": ten, "10 pm": ten, "10 PM": ten, "10 p.m.": ten, "10 p. m.": ten, "10 P. M.": ten, "10\u00a0p.\u00a0m.": ten, "10:00 p m": ten,
		"22:30": half, "22.30": half, "22 30": half, "2230": half, "22u30": half, "22h30": half, "22 h 30": half, "22h30min": half, "22 Uhr 30": half, "22.30 Uhr": half,
		"22.30 uur": half, "22:30 h": half, "22:30 hs": half, "22 heures 30": half, "22:30 horas": half, "22h 30": half, "10:30 p. m.": half, "10.30pm": half, "1030 pm": half,
		"7h": 7 * 60, "7:05": 7*60 + 5, "07:05": 7*60 + 5, "705": 7*60 + 5, "7u05": 7*60 + 5, "7 a. m.": 7 * 60, "1 hora": 60, "07": 7 * 60, "7 Uhr": 7 * 60,
		"12am": 0, "12:30 am": 30, "12pm": 12 * 60, "0": 0, "24": 0, "24:00": 0, "24 Uhr": 0, "00:00": 0, "12:00": 12 * 60, "12 Uhr": 12 * 60,
		"midnight": 0, "Mitternacht": 0, "middernacht": 0, "minuit": 0, "Medianoche": 0, "meia-noite": 0, "noon": 12 * 60, "midi": 12 * 60, "mediodía": 12 * 60,
		"２２": ten, "22\u200b": ten, "\u200e22:30": half, "\ufeff22": ten,
	}
}

func TestADayTimeIsReadAsPeopleWriteIt(t *testing.T) {
	german := languages(t).For("de")
	for text, want := range dayTimes() {
		if got, ok := readTime(text); !ok || !slices.Equal(got.meanings(german), []int{want}) {
			t.Errorf("%q is read as %v, %v and not as %d", text, got, ok, want)
		}
	}
	for _, text := range []string{
		"", "25", "24:01", "7:60", "13pm", "0am", "late", "7:5", "-1", "+1", "1e1", "22:00:00", "22.30 pm", "pm", "h", "22 x", "22::30", "99999", "22 dias",
		"2²", "①5", "7½", "1O:3O", "l0", "٢٢", "22.5", "7.3", "halb acht", "half eight", "22\u202e30", "kl. 19", "12.30.00",
	} {
		if got, ok := readTime(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// TestATimeThatMayBeInTheEveningIsAsked: from 10 to 7 is no day without pings.
func TestATimeThatMayBeInTheEveningIsAsked(t *testing.T) {
	for tag, texts := range map[string]map[string]string{
		"en": {
			"10": "10:00 am, 10:00 pm", "7": "7:00 am, 7:00 pm", "7:30": "7:30 am, 7:30 pm", "730": "7:30 am, 7:30 pm", "12": "00:00, 12:00 pm", "12:30": "00:30, 12:30 pm",
			"07:30": "7:30 am", "7 am": "7:00 am", "12 am": "00:00", "19": "7:00 pm", "7h": "7:00 am", "0:30": "00:30",
		},
		"es-419": {"10": "10:00 a. m., 10:00 p. m.", "7:30": "7:30 a. m., 7:30 p. m.", "7 horas": "7:00 a. m."},
		"de":     {"10": "10:00, 22:00", "12": "00:00, 12:00", "7:30": "07:30", "10 Uhr": "10:00"},
		"fr":     {"7": "07:00, 19:00", "7h": "07:00"}, "nl": {"7": "07:00, 19:00", "7.30": "07:30"}, "es-ES": {"7": "07:00, 19:00", "7:30": "07:30"}, "pt-BR": {"7": "07:00, 19:00"},
	} {
		l := languages(t).For(tag)
		for text, want := range texts {
			got, ok := readTime(text)
			if texts := strings.Join(timesOfDay(l, got.meanings(l)), ", "); !ok || texts != want {
				t.Errorf("%s: %q can mean %s and not %s", tag, text, texts, want)
			}
		}
	}
}

// TestTwoTimesSayHowTheyAreMeant: an hour that may be in the evening makes the quiet hours the
// shorter, beside one that is sure. Where one by 24 hours would make them the longer it is asked.
func TestTwoTimesSayHowTheyAreMeant(t *testing.T) {
	const asked = "10:00–07:00 10:00–19:00 22:00–07:00 22:00–19:00"
	for tag, pairs := range map[string]map[string]string{
		"en": {
			"22-7": "22:00–07:00", "07-12": "07:00–12:00", "23-8:30": "23:00–08:30",
			"10 pm-7": "22:00–07:00", "10-7 am": "22:00–07:00", "midnight-8": "00:00–08:00",
			"9-noon": "09:00–12:00", "7 pm-7": "19:00–07:00", "12-8 am": "00:00–08:00", "10-7": asked,
			"10:30-7:30": "10:30–07:30 10:30–19:30 22:30–07:30 22:30–19:30",
			"7-7":        "07:00–07:00 07:00–19:00 19:00–07:00 19:00–19:00",
			"10-07:00":   "10:00–07:00 22:00–07:00", "10:30-07": "10:30–07:00 22:30–07:00",
			"22-12": "22:00–00:00 22:00–12:00", "07-7": "07:00–07:00 07:00–19:00",
			"10:00-22": "10:00–22:00", "22-07:00": "22:00–07:00",
		},
		"de": {
			"22-7": "22:00–07:00", "10-7": asked, "22:30-7": "22:30–07:00", "23-8:30": "23:00–08:30",
			"10-07:00": "10:00–07:00 22:00–07:00", "10-7:30": "10:00–07:30 22:00–07:30",
			"10:30-7": "10:30–07:00 10:30–19:00", "10 Uhr-7": "10:00–07:00 10:00–19:00",
			"10:30-7:30": "10:30–07:30", "10 Uhr-7 Uhr": "10:00–07:00", "7:30-12": "07:30–12:00",
			"Mitternacht-8": "00:00–08:00", "10 pm-7": "22:00–07:00",
		},
	} {
		l := languages(t).For(tag)
		for pair, want := range pairs {
			first, second, _ := strings.Cut(pair, "-")
			from, _ := readTime(first)
			to, _ := readTime(second)
			var got []string
			for _, q := range quietSpans(l, from, to) {
				span := fmt.Sprintf("%02d:%02d–%02d:%02d", q.From/60, q.From%60, q.To/60, q.To%60)
				got = append(got, span)
			}
			slices.Sort(got)
			if strings.Join(got, " ") != want {
				t.Errorf("%s: %s can mean %v and not %s", tag, pair, got, want)
			}
		}
	}
}

// TestEveryMinuteIsReadInEveryWay writes each minute of the day in the ways of all six languages.
func TestEveryMinuteIsReadInEveryWay(t *testing.T) {
	for minute := range 24 * 60 {
		hour, rest := minute/60, minute%60
		twelve, half := (hour+11)%12+1, [...]string{"a", "p"}[hour/12]
		for _, text := range []string{
			fmt.Sprintf("%02d:%02d", hour, rest), fmt.Sprintf("%d.%02d uur", hour, rest), fmt.Sprintf("%du%02d", hour, rest), fmt.Sprintf("%dh%02d", hour, rest),
			fmt.Sprintf("%02d%02d", hour, rest), fmt.Sprintf("%d Uhr %02d", hour, rest), fmt.Sprintf("%d:%02d %s. m.", twelve, rest, half), fmt.Sprintf("%d:%02d %sM", twelve, rest, half),
		} {
			if got, ok := readTime(text); !ok || got.minutes != minute {
				t.Fatalf("%q is read as %d, %v and not as %d", text, got, ok, minute)
			}
		}
	}
}

// TestALengthOfTimeIsNoTimeOfDay: 22 minutes aren't ten at night.
func TestALengthOfTimeIsNoTimeOfDay(t *testing.T) {
	for _, text := range []string{"22min", "5 min", "22 min.", "130 min", "12m", "10 s", "1.5 h"} {
		if got, ok := readTime(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for _, text := range []string{"22h30min", "22 h 30 min", "22:30 Uhr", "2230 Uhr"} {
		if got, ok := readTime(text); !ok || got.minutes != 22*60+30 {
			t.Errorf("%q is read as %v, %t", text, got, ok)
		}
	}
}

// FuzzReadTime: what a text can mean is a time of day, each of them written so that it means that
// alone.
func FuzzReadTime(f *testing.F) {
	for text := range dayTimes() {
		f.Add(text)
	}
	words := languages(f)
	f.Fuzz(func(t *testing.T, text string) {
		written, ok := readTime(text)
		if !ok {
			return
		}
		for _, tag := range []string{"en", "nl", "de", "fr", "es-ES", "es-419", "pt-BR"} {
			l := words.For(tag)
			for _, minutes := range written.meanings(l) {
				if minutes < 0 || minutes >= 24*60 {
					t.Fatalf("%s: %q is read as %d", tag, text, minutes)
				}
				again, ok := readTime(l.TimeOfDay(minutes))
				if !ok || !slices.Equal(again.meanings(l), []int{minutes}) {
					t.Fatalf("%s: %q is read as %s, which is read as %v", tag, text, l.TimeOfDay(minutes), again)
				}
			}
		}
	})
}

func languages(t testing.TB) *lang.Catalogue {
	t.Helper()
	words, err := lang.Load()
	if err != nil {
		t.Fatal(err)
	}
	return words
}
