package commands

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// Calendars change what the managers of a server have settled for its tab; *table.House does it.
type Calendars interface {
	SetCalendar(ctx context.Context, s sitting.Server, change func(table.Calendar) (table.Calendar, error)) (table.Calendar, error)
}

// seasonRows are those of what the managers of a server settle for its tab.
func seasonRows() []row {
	return []row{{
		by: takes(typed("settings tab")), who: keeper, do: settleTab,
		completes: map[string]completion{"zone": completeZone, "first": completeDay},
	}}
}

// settleTab changes what the caller names of it, and tells all.
func settleTab(ctx context.Context, v *visit) error {
	c, err := v.hall.scores.Calendar(ctx, v.in.Server)
	if err == nil && len(v.call.options) > 0 {
		c, err = v.hall.calendars.SetCalendar(ctx, v.in.Server, v.settledTab)
	}
	if err != nil {
		return err
	}
	m := render.BooksModel{Season: c.Season.String(), Zone: c.In().String(), Channel: c.Channel, Least: int(c.Least), Bare: c.Bare}
	season, runs := c.SeasonAt(v.hall.now())
	switch {
	case runs:
		m.Next = at(season.To, c)
	case c.Season != table.NoSeason:
		m.Next, m.Begins = at(c.Begins(), c), true
	}
	v.say(ctx, render.Books(v.words, m))
	return nil
}

// settledTab is what is settled, with what the caller names otherwise. A command that comes twice has settled it.
func (v *visit) settledTab(c table.Calendar) (table.Calendar, error) {
	if c.By == v.in.ID {
		return c, nil
	}
	c.By = v.in.ID
	c.Lang = v.hall.words.For(v.in.spokenHere()).Tag()
	if word := v.call.text("season"); v.call.has("season") {
		season, known := table.ParseSeason(word)
		if !known {
			return c, &render.DoorRefusal{Code: render.NoSeason, Word: word}
		}
		c.Season = season
	}
	if word := v.call.text("first"); v.call.has("first") {
		switch days := readDay(v.words, word); len(days) {
		case 0:
			return c, &render.DoorRefusal{Code: render.NoDay, Word: word}
		case 1:
			c.First = days[0]
		default:
			return c, &render.DoorRefusal{Code: render.Several, Word: word, Meanings: textsOf(days)}
		}
	}
	if v.call.has("zone") {
		zone, err := findZone(v.hall.zones, v.call.text("zone"))
		if err != nil {
			return c, err
		}
		c.Zone = zone.String()
	}
	if v.call.has("least") {
		if c.Least = int64(v.call.number("least")); c.Least < 1 || c.Least > render.MostLeast {
			return c, refused(sitting.BadSettings)
		}
	}
	if v.call.has("computers") {
		c.Bare = v.call.text("computers") != "true"
	}
	if !v.call.has("channel") {
		return c, nil
	}
	channel := sitting.Channel(v.call.text("channel"))
	if _, known := v.in.resolved().Channels[string(channel)]; !known {
		return c, render.ErrForged
	}
	if channel == c.Channel { // named again
		channel = ""
	}
	c.Channel = channel
	return c, nil
}

// PostSeason implements [table.SeasonPoster].
func (b *Noticeboard) PostSeason(ctx context.Context, p table.Post, s table.SeasonSight) (string, error) {
	ctx = rest.From(ctx, placeOf(s.Server, p.To.Channel))
	ctx = retrying(rest.For(ctx, kindOf(p.Kind)), p)
	m, words, err := b.seasonOf(ctx, &s)
	if err != nil {
		return "", err
	}
	made, err := b.postSeason(ctx, p, render.Season(b.ink.pen(words), m))
	if isFiltered(err) {
		b.line.Log.Info("post goes without people's words", "server", s.Server, "error", err)
		made, err = b.postSeason(ctx, p, render.Season(b.ink.pen(words), namelessly(m)))
	}
	return made, err
}

// seasonOf is what is told of a season, and in which language.
func (b *Noticeboard) seasonOf(ctx context.Context, s *table.SeasonSight) (m render.SeasonModel, words lang.Lang, err error) {
	m = render.SeasonModel{From: at(s.Span.From, s.Calendar), To: at(s.Span.To, s.Calendar)}
	if m.Ranks, err = b.people.ranks(ctx, s.Server, s.Scores, 0, render.RanksAPage); err != nil {
		return m, words, err
	}
	tag := s.Calendar.Lang
	if b.servers != nil {
		manners, err := b.servers.Manners(ctx, s.Server)
		if err != nil {
			return m, words, err
		}
		tag = cmp.Or(manners.Lang, tag) // what its managers have chosen for all that is public
	}
	return m, b.words.For(tag), nil
}

// namelessly is a season without people's names.
func namelessly(m render.SeasonModel) render.SeasonModel {
	m.Ranks = slices.Clone(m.Ranks)
	for i := range m.Ranks {
		m.Ranks[i].Player.Name = ""
	}
	return m
}

func (b *Noticeboard) postSeason(ctx context.Context, p table.Post, m render.Message) (string, error) {
	to := p.To.Channel
	made, _, err := b.line.show(ctx, draft{Message: m, in: to}, func(ctx context.Context, body rest.Payload) (*rest.Message, error) {
		return b.line.REST.CreateMessage(ctx, string(to), fmt.Sprint("s", strconv.FormatInt(p.ID, 36)), body)
	})
	if err != nil {
		return "", refusal(err)
	}
	b.places.noted(to, made.ID)
	return made.ID, nil
}
