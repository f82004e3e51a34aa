package commands

import (
	"testing"
	"time"
)

func TestADayTimeIsReadAsPeopleWriteIt(t *testing.T) {
	for text, want := range map[string]int{
		"22": 22 * 60, "22:00": 22 * 60, "22.30": 22*60 + 30, "2230": 22*60 + 30, "22h": 22 * 60, "22h30": 22*60 + 30, "22 Uhr": 22 * 60,
		"7": 7 * 60, "7:05": 7*60 + 5, "10pm": 22 * 60, "10:30 P.M.": 22*60 + 30, "12am": 0, "12pm": 12 * 60, "0": 0, "24:00": 0, " 8 ": 8 * 60,
	} {
		if got, ok := readTime(text); !ok || got != want {
			t.Errorf("%q is read as %d, %v and not as %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "25", "24:01", "7:60", "13pm", "0am", "noon", "7:5", "-1", "1e1", "22:00:00"} {
		if got, ok := readTime(text); ok {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

func TestZonesAreFoundByTheirCity(t *testing.T) {
	all, now := zones(), time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	if len(all) < 400 {
		t.Fatalf("only %d zones", len(all))
	}
	for _, z := range all {
		if _, err := time.LoadLocation(z.name); err != nil {
			t.Error(err)
		}
	}
	for typed, want := range map[string]string{
		"amster": "Europe/Amsterdam · 13:00", "SÃO PAULO": "America/Sao_Paulo · 09:00", "new_y": "America/New_York · 07:00",
		"york": "America/New_York · 07:00", "europe/berlin": "Europe/Berlin · 13:00", "utc": "UTC · 12:00", "paris": "Europe/Paris · 13:00",
	} {
		got := zoneChoices(all, typed, now)
		if len(got) == 0 || got[0].Name != want {
			t.Errorf("%q finds %v and not %q first", typed, got, want)
		}
	}
	if got := zoneChoices(all, "", now); len(got) != offered {
		t.Errorf("%d choices before anything is typed", len(got))
	}
	if got := zoneChoices(all, "atlantis", now); len(got) != 0 {
		t.Errorf("atlantis is found: %v", got)
	}
	for typed, want := range map[string]string{"amsterdam": "Europe/Amsterdam", "Europe/Paris": "Europe/Paris", "Asia/Calcutta": "Asia/Calcutta"} {
		if got, ok := findZone(all, typed); !ok || got.String() != want {
			t.Errorf("%q is read as %v", typed, got)
		}
	}
	for _, typed := range []string{"", "Local", "atlantis", "../etc/passwd"} {
		if got, ok := findZone(all, typed); ok {
			t.Errorf("%q is read as %v", typed, got)
		}
	}
}
