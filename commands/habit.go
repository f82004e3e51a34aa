package commands

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// habitRows are those of the caller's own settings, which are the same at every
// table.
func habitRows() []row {
	return []row{
		{by: takes(typed("settings show")), do: showHabits},
		{by: takes(typed("settings quiet")), signs: true, do: beQuiet, completes: map[string]completion{"zone": completeZone}},
		{by: takes(typed("settings loud")), signs: true, do: func(ctx context.Context, v *visit) error { return keepQuiet(ctx, v, sitting.Quiet{}) }},
	}
}

func beQuiet(ctx context.Context, v *visit) error {
	q, err := quietAsked(ctx, v)
	if err != nil {
		return err
	}
	return keepQuiet(ctx, v, q)
}

func completeZone(_ context.Context, v *visit) ([]render.Choice, error) {
	return zoneChoices(v.hall.zones, v.call.text("zone"), v.hall.now()), nil
}

// keepQuiet keeps the caller's quiet hours and tells them. Nobody is shown a name because of that.
func keepQuiet(ctx context.Context, v *visit, q sitting.Quiet) error {
	if err := v.register(ctx, ""); err != nil {
		return err
	}
	if err := v.hall.habits.SetQuiet(ctx, v.me, q); err != nil {
		return err
	}
	return showHabits(ctx, v)
}

// showHabits tells the caller's settings as they are kept.
func showHabits(ctx context.Context, v *visit) error {
	q, err := v.hall.habits.Quiet(ctx, v.me)
	if err != nil {
		return err
	}
	m := render.QuietModel{From: q.From, To: q.To}
	if at, err := time.LoadLocation(q.Zone); err == nil && q.Zone != "" {
		m.Zone, m.Now = q.Zone, v.hall.now().In(at)
	}
	v.say(ctx, render.Quiet(v.words, m))
	return nil
}

// quietAsked reads the quiet hours that the caller typed. Without a zone it is the
// one of the hours that they have.
func quietAsked(ctx context.Context, v *visit) (sitting.Quiet, error) {
	var q sitting.Quiet
	for _, edge := range []struct {
		option string
		into   *int
	}{{"from", &q.From}, {"to", &q.To}} {
		word := v.call.text(edge.option)
		minutes, ok := readTime(word)
		if !ok {
			return q, &render.DoorRefusal{Code: render.NoTime, Word: word}
		}
		*edge.into = minutes
	}
	if word := v.call.text("zone"); word != "" {
		at, ok := findZone(v.hall.zones, word)
		if !ok {
			return q, &render.DoorRefusal{Code: render.NoZone, Word: word}
		}
		q.Zone = at.String()
		return q, nil
	}
	before, err := v.hall.habits.Quiet(ctx, v.me)
	if err == nil && before.Zone == "" {
		err = &render.DoorRefusal{Code: render.ZoneNeeded}
	}
	q.Zone = before.Zone
	return q, err
}

// dayTime is a time of day as people write it: 22, 22:00, 22.00, 2200, 22h30, 10pm,
// 10:30 p.m., 22 Uhr.
//
//nolint:gochecknoglobals // constant pattern
var dayTime = regexp.MustCompile(`^(\d{1,2})(?:\s*[:.h]?\s*([0-5]\d))?\s*(h|u|uur|uhr|a\.?m\.?|p\.?m\.?)?$`)

// readTime reads a time of day as minutes after midnight.
func readTime(text string) (int, bool) {
	parts := dayTime.FindStringSubmatch(strings.ToLower(strings.TrimSpace(text)))
	if parts == nil {
		return 0, false
	}
	hour, _ := strconv.Atoi(parts[1])   // digits, as the pattern says
	minute, _ := strconv.Atoi(parts[2]) // digits, or 0 for none
	if half := strings.ReplaceAll(parts[3], ".", ""); half == "am" || half == "pm" {
		if hour < 1 || hour > 12 {
			return 0, false
		}
		hour %= 12
		if half == "pm" {
			hour += 12
		}
	}
	if hour == 24 && minute == 0 {
		hour = 0
	}
	return hour*60 + minute, hour < 24
}
