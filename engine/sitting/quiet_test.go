package sitting

import (
	"math/rand/v2"
	"testing"
	"time"
	_ "time/tzdata" // the zones of this test, wherever it runs
)

func ready(t *testing.T, from, to int, zone string) *Hours {
	t.Helper()
	place, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	h, ok := Quiet{From: from, To: to, Zone: zone}.In(place)
	if !ok {
		t.Fatalf("%d to %d in %s are none", from, to, zone)
	}
	return h
}

func moment(t *testing.T, h *Hours, text string) time.Time {
	t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, h.zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestQuietHoursGoByTheClockOnTheWall(t *testing.T) {
	night, noon := ready(t, 22*60, 7*60, "Europe/Amsterdam"), ready(t, 12*60, 13*60, "Europe/Amsterdam")
	for _, c := range []struct {
		h         *Hours
		at, until string
	}{
		{night, "2026-06-10 21:59", "2026-06-10 21:59"},
		{night, "2026-06-10 22:00", "2026-06-11 07:00"},
		{night, "2026-06-11 03:00", "2026-06-11 07:00"},
		{night, "2026-06-11 07:00", "2026-06-11 07:00"},
		{noon, "2026-06-11 12:30", "2026-06-11 13:00"},
		{noon, "2026-06-11 13:00", "2026-06-11 13:00"},
		{night, "2026-03-28 23:00", "2026-03-29 07:00"},                                  // the clock is put forward
		{night, "2026-10-24 23:00", "2026-10-25 07:00"},                                  // and back
		{ready(t, 150, 180, "Europe/Amsterdam"), "2026-03-29 01:30", "2026-03-29 01:30"}, // the hour that is left out
	} {
		if got, want := c.h.Until(moment(t, c.h, c.at)), moment(t, c.h, c.until); !got.Equal(want) {
			t.Errorf("%s is quiet until %s, want %s", c.at, got.In(c.h.zone), want)
		}
	}
}

func TestAClockStandsStillInQuietHours(t *testing.T) {
	night := ready(t, 22*60, 7*60, "Europe/Amsterdam")
	for _, c := range []struct {
		at   string
		span time.Duration
		end  string
	}{
		{"2026-06-10 20:00", time.Hour, "2026-06-10 21:00"},
		{"2026-06-10 20:00", 3 * time.Hour, "2026-06-11 08:00"},
		{"2026-06-10 23:00", time.Hour, "2026-06-11 08:00"},
		{"2026-06-10 20:00", 24 * time.Hour, "2026-06-12 14:00"},
		{"2026-03-28 21:00", 2 * time.Hour, "2026-03-29 08:00"},
		{"2026-06-10 20:00", -time.Hour, "2026-06-10 20:00"},
	} {
		at, end := moment(t, night, c.at), moment(t, night, c.end)
		if got := night.after(at, c.span); !got.Equal(end) {
			t.Errorf("%v from %s is over at %s, want %s", c.span, c.at, got.In(night.zone), end)
		}
	}
}

// TestTimeThatCountsAddsUp checks that what a clock is given and what it counts
// are the same, for any hours, over the days when clocks are changed.
func TestTimeThatCountsAddsUp(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	for _, zone := range []string{"Europe/Amsterdam", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"} {
		for range 500 {
			from := dice.IntN(minutesOfDay)
			h := ready(t, from, (from+1+dice.IntN(minutesOfDay-1))%minutesOfDay, zone)
			at := time.Date(2026, 3, 1, 0, dice.IntN(400*minutesOfDay), 0, 0, time.UTC)
			span := time.Duration(1+dice.IntN(7*minutesOfDay)) * time.Minute
			end := h.after(at, span)
			if got := h.between(at, end); got != span {
				t.Fatalf("%+v: %v from %v ends at %v, which counts as %v", h.Quiet, span, at, end, got)
			}
			if end.Sub(at) < span {
				t.Fatalf("%+v: %v from %v ends early, at %v", h.Quiet, span, at, end)
			}
		}
	}
}

func TestHoursThatAreNoneAreNotTaken(t *testing.T) {
	for _, q := range []Quiet{{From: 1, To: 1}, {From: -1, To: 5}, {From: 0, To: minutesOfDay}, {From: minutesOfDay, To: 0}} {
		if _, ok := q.In(time.UTC); ok {
			t.Errorf("%+v is taken", q)
		}
	}
}
