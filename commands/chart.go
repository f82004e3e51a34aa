package commands

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
)

// chartRows are those of how people came to what they have.
func chartRows() []row {
	return []row{
		{by: takes(typed("tab chart"), button(render.VerbChart), choice(render.VerbChart)), do: showChart},
		{by: takes(button(render.VerbShareChart)), posts: true, do: shareChart},
	}
}

// showChart shows one, of the season by default, or of all time where there is none.
func showChart(ctx context.Context, v *visit) error {
	of, err := v.drawing(ctx)
	if err != nil {
		return err
	}
	m, err := v.chart(ctx, of)
	if err != nil {
		return err
	}
	v.page(ctx, render.Chart(v.hall.ink.pen(v.words), m))
	return nil
}

// drawing reads which chart the caller asks for.
func (v *visit) drawing(ctx context.Context) (render.Drawing, error) {
	if !v.handle.isClick() {
		of, err := v.period(ctx)
		return render.Drawing{Period: of.Period}, err
	}
	arg := v.key.Arg
	if people, picks := strings.CutPrefix(arg, "period/"); picks && v.handle.kind == bySelect {
		arg = v.press.values[0] + "/" + people
	} else if v.handle.kind == bySelect {
		arg += "/" + strings.Join(v.press.values, "")
	}
	of, known := render.ReadDrawing(arg)
	if !known {
		return of, render.ErrForged
	}
	return of, nil
}

// shareChart posts the chart that the caller sees, and says where.
func shareChart(ctx context.Context, v *visit) error {
	of, known := render.ReadDrawing(v.key.Arg)
	if !known {
		return render.ErrForged
	}
	m, err := v.chart(ctx, of)
	if err != nil {
		return err
	}
	if len(m.Lines) == 0 {
		v.page(ctx, render.Chart(v.hall.ink.pen(v.words), m))
		return nil
	}
	var shows []sitting.Person
	for _, line := range m.Lines {
		shows = append(shows, line.Person)
	}
	words := v.hall.words.For(v.in.spokenHere())
	return v.publish(ctx, "ch"+of.Period.String()[:1], words, render.ChartOf(v.hall.ink.pen(words), m), render.ChartShared, shows)
}

// samples is of how many moments a line is made.
const samples = 161

// chart is how people came to what they have in a period.
func (v *visit) chart(ctx context.Context, of render.Drawing) (render.ChartModel, error) {
	m := render.ChartModel{Period: of.Period, Prefs: v.liked}
	c, err := v.hall.scores.Calendar(ctx, v.in.Server)
	if err != nil {
		return m, err
	}
	now := v.hall.now()
	_, m.Seasons = c.SeasonAt(now)
	if _, m.Last, err = v.hall.scores.LastSeason(ctx, v.in.Server); err != nil {
		return m, err
	}
	span, err := v.hall.span(ctx, v.in.Server, c, of.Period, now)
	if err != nil {
		return m, err
	}
	scores, err := v.hall.scores.Scores(ctx, v.in.Server, span.From, span.To)
	if err != nil || len(scores) == 0 {
		return m, err
	}
	first, err := v.hall.scores.Begins(ctx, v.in.Server)
	if err != nil {
		return m, err
	}
	if end := now.Truncate(quarter).Add(quarter); span.To.IsZero() || span.To.After(end) {
		span.To = end
	}
	if first.IsZero() { // hands were counted, and nobody has ever owed anything
		first = span.To.Add(-quarter)
	}
	if span.From.Before(first) {
		span.From = first.Truncate(quarter)
	}
	m.From, m.To = at(span.From, c), at(span.To, c)
	shown := chosen(scores, of.Tags, v.me)
	lines, err := v.hall.courses(ctx, v.in.Server, shown, moments(span.From, span.To))
	if err != nil {
		return m, err
	}
	m.Lines = lines
	return m, v.offer(ctx, &m, scores, shown)
}

const quarter = 15 * time.Minute

// moments are as far from each other as quarters of an hour let them be.
func moments(from, to time.Time) []time.Time {
	all := make([]time.Time, samples)
	for i := range all {
		all[i] = from.Add(to.Sub(from) * time.Duration(i) / (samples - 1)).Truncate(quarter)
	}
	return all
}

// chosen are the people whose tags are told, in the order of their scores; by default who leads, and
// the caller.
func chosen(scores []tab.Scored, tags []string, me sitting.Person) []tab.Scored {
	var some []tab.Scored
	for i, s := range scores {
		named := slices.Contains(tags, render.PersonTag(s.Person))
		leads := len(tags) == 0 && (i < render.MostLines-1 || s.Person == me)
		if (named || leads) && len(some) < render.MostLines {
			some = append(some, s)
		}
	}
	return some
}

// courses draws the lines of some people through some moments, from nothing at the first.
func (h *hall) courses(ctx context.Context, s sitting.Server, of []tab.Scored, at []time.Time) ([]render.Course, error) {
	persons := make([]tab.Person, len(of))
	for i, one := range of {
		persons[i] = one.Person
	}
	values, err := h.scores.Lines(ctx, s, persons, at)
	if err != nil {
		return nil, err
	}
	known, err := h.people.all(ctx, s, persons)
	if err != nil {
		return nil, err
	}
	lines := make([]render.Course, len(of))
	for i, one := range of {
		lines[i] = render.Course{Person: one.Person, Player: known[one.Person], Pips: one.Pips}
		for _, v := range values[i] {
			lines[i].Values = append(lines[i].Values, v-values[i][0])
		}
	}
	return lines, nil
}

// offer lists who can be chosen: the first of all, with those who are shown.
func (v *visit) offer(ctx context.Context, m *render.ChartModel, scores, shown []tab.Scored) error {
	some := slices.Clone(scores[:min(len(scores), mostOffered-len(shown))])
	for _, s := range shown {
		if !slices.Contains(some, s) {
			some = append(some, s)
		}
	}
	var persons []sitting.Person
	for _, s := range some {
		persons = append(persons, s.Person)
	}
	known, err := v.hall.people.all(ctx, v.in.Server, persons)
	for _, s := range some {
		m.Choice = append(m.Choice, render.Course{Person: s.Person, Player: known[s.Person], Pips: s.Pips})
	}
	return err
}

// mostOffered is how many options a select has room for.
const mostOffered = 25
