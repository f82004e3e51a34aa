package commands

import (
	"fmt"
	"testing"
)

// dayTimes are times of day as people write them, in minutes after midnight.
func dayTimes() map[string]int {
	const ten, half = 22 * 60, 22*60 + 30
	return map[string]int{
		"22": ten, "22:00": ten, "2200": ten, " 22 ": ten, "22h": ten, "22 h": ten, "22 h.": ten, "22u": ten, "22 u.": ten, "22 uur": ten, "22 Uhr": ten, "22 UHR": ten,
		"22 heures": ten, "22 heure": ten, "22 hs": ten, "22hs": ten, "22 hs.": ten, "22 hrs": ten, "22 horas": ten, "22\u00a0heures": ten, "22\u202fh": ten,
		"10pm": ten, "10 pm": ten, "10 PM": ten, "10 p.m.": ten, "10 p. m.": ten, "10 P. M.": ten, "10\u00a0p.\u00a0m.": ten, "10:00 p m": ten,
		"22:30": half, "22.30": half, "22 30": half, "2230": half, "22u30": half, "22h30": half, "22 h 30": half, "22h30min": half, "22 Uhr 30": half, "22.30 Uhr": half,
		"22.30 uur": half, "22:30 h": half, "22:30 hs": half, "22 heures 30": half, "22:30 horas": half, "22h 30": half, "10:30 p. m.": half, "10.30pm": half, "1030 pm": half,
		"7": 7 * 60, "7:05": 7*60 + 5, "07:05": 7*60 + 5, "705": 7*60 + 5, "7u05": 7*60 + 5, "7 a. m.": 7 * 60, "1 hora": 60,
		"12am": 0, "12:30 am": 30, "12pm": 12 * 60, "0": 0, "24": 0, "24:00": 0, "24 Uhr": 0, "00:00": 0,
		"midnight": 0, "Mitternacht": 0, "middernacht": 0, "minuit": 0, "Medianoche": 0, "meia-noite": 0, "noon": 12 * 60, "midi": 12 * 60, "mediodía": 12 * 60,
	}
}

func TestADayTimeIsReadAsPeopleWriteIt(t *testing.T) {
	for text, want := range dayTimes() {
		if got, ok := readTime(text); !ok || got != want {
			t.Errorf("%q is read as %d, %v and not as %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "25", "24:01", "7:60", "13pm", "0am", "late", "7:5", "-1", "1e1", "22:00:00", "22.30 pm", "pm", "h", "22 x", "22::30", "99999", "22 dias"} {
		if got, ok := readTime(text); ok {
			t.Errorf("%q is read as %d", text, got)
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
			if got, ok := readTime(text); !ok || got != minute {
				t.Fatalf("%q is read as %d, %v and not as %d", text, got, ok, minute)
			}
		}
	}
}

// TestALengthOfTimeIsNoTimeOfDay: 22 minutes aren't ten at night.
func TestALengthOfTimeIsNoTimeOfDay(t *testing.T) {
	for _, text := range []string{"22min", "5 min", "22 min.", "130 min", "12m", "10 s", "1.5 h"} {
		if got, ok := readTime(text); ok {
			t.Errorf("%q is read as %d", text, got)
		}
	}
	for _, text := range []string{"22h30min", "22 h 30 min", "22:30 Uhr", "2230 Uhr"} {
		if got, ok := readTime(text); !ok || got != 22*60+30 {
			t.Errorf("%q is read as %d, %t", text, got, ok)
		}
	}
}

func FuzzReadTime(f *testing.F) {
	for text := range dayTimes() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		minutes, ok := readTime(text)
		if !ok {
			return
		}
		if minutes < 0 || minutes >= 24*60 {
			t.Fatalf("%q is read as %d", text, minutes)
		}
		if again, ok := readTime(fmt.Sprintf("%02d:%02d", minutes/60, minutes%60)); !ok || again != minutes {
			t.Fatalf("%q is read as %d, which is read as %d, %v", text, minutes, again, ok)
		}
	})
}
