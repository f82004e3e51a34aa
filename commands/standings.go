package commands

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// Scores tell what hands brought the people of a server.
type Scores interface {
	// Scores returns what those brought that ended from one time up to another, the most pips
	// first; the zero time is the beginning or the end. Times are on a quarter of an hour.
	Scores(ctx context.Context, s sitting.Server, from, to time.Time) ([]tab.Scored, error)
	// Lines returns what hands had brought each of some people by each of some times, on a quarter
	// of an hour, counted from the beginning.
	Lines(ctx context.Context, s sitting.Server, people []tab.Person, at []time.Time) ([][]int64, error)
	// Year returns what the tab came to for a person from one time up to another, as Scores has
	// it, and what stands out.
	Year(ctx context.Context, s sitting.Server, p tab.Person, from, to time.Time) (tab.Year, error)
	// Begins is when the first entry was made; the zero time where there is none.
	Begins(ctx context.Context, s sitting.Server) (time.Time, error)
	// Calendar is what its managers have settled for the tab; the zero value where they have
	// nothing.
	Calendar(ctx context.Context, s sitting.Server) (table.Calendar, error)
	// LastSeason returns the last season that has ended; false where none has.
	LastSeason(ctx context.Context, s sitting.Server) (table.Span, bool, error)
}

// standingsRows are those of who leads.
func standingsRows() []row {
	return []row{
		{by: takes(typed("tab standings"), button(render.VerbStandings), choice(render.VerbStandings)), do: showStandings},
		{by: takes(button(render.VerbShareStandings)), posts: true, do: shareStandings},
	}
}

// showStandings shows a page of them: of the season by default, or of all time where there is none.
func showStandings(ctx context.Context, v *visit) error {
	of, err := v.period(ctx)
	if err != nil {
		return err
	}
	m, err := v.standings(ctx, of)
	if err != nil {
		return err
	}
	v.page(ctx, render.Standings(v.hall.ink.pen(v.words), m))
	return nil
}

// period reads of what the caller asks for standings.
func (v *visit) period(ctx context.Context) (render.Sheaf, error) {
	word, named := v.word("period")
	if v.handle.kind == byButton {
		of, ok := render.ReadStandings(word)
		if !ok {
			return of, render.ErrForged
		}
		return of, nil
	}
	period, known := render.ParsePeriod(word)
	if named && !known {
		return render.Sheaf{}, &render.DoorRefusal{Code: render.NoPeriod, Word: word}
	}
	if named {
		return render.Sheaf{Period: period}, nil
	}
	c, err := v.hall.scores.Calendar(ctx, v.in.Server)
	if _, runs := c.SeasonAt(v.hall.now()); runs {
		return render.Sheaf{Period: render.ThisSeason}, err
	}
	return render.Sheaf{}, err
}

// shareStandings posts the first page in the channel, once for a period and private message, and
// says where. What is empty isn't shown to anybody.
func shareStandings(ctx context.Context, v *visit) error {
	period, known := render.ParsePeriod(v.key.Arg)
	if !known {
		return render.ErrForged
	}
	m, err := v.standings(ctx, render.Sheaf{Period: period})
	if err != nil {
		return err
	}
	if len(m.Ranks) == 0 {
		v.page(ctx, render.Standings(v.hall.ink.pen(v.words), m))
		return nil
	}
	var shows []sitting.Person
	for _, one := range m.Ranks {
		shows = append(shows, one.Person)
	}
	words := v.hall.words.For(v.in.spokenHere())
	return v.publish(ctx, "st"+period.String()[:1], words, render.StandingsOf(v.hall.ink.pen(words), m), render.StandingsShared, shows)
}

// publish posts a message for everybody, one of its kind for a private message, keeps whom it
// shows, and says where.
func (v *visit) publish(ctx context.Context, kind string, in lang.Lang, m render.Message, news render.News, shows []sitting.Person) error {
	made, _, err := v.hall.show(ctx, draft{Message: m, in: v.in.ChannelID}, func(ctx context.Context, p rest.Payload) (*rest.Message, error) {
		return v.hall.REST.CreateMessage(ctx, string(v.in.ChannelID), kind+v.in.Message.ID, p)
	})
	if err != nil {
		return err
	}
	v.hall.board.places.noted(v.in.ChannelID, made.ID)
	v.shared(ctx, made.ID, in, shows)
	v.tell(ctx, render.NoticeModel{News: news, URL: linkTo(&sitting.Sight{Server: v.in.Server, Channel: v.in.ChannelID}, made.ID)})
	return nil
}

// standings are a page of what hands brought in a period, as the server's clock has it.
func (v *visit) standings(ctx context.Context, of render.Sheaf) (render.StandingsModel, error) {
	c, err := v.hall.scores.Calendar(ctx, v.in.Server)
	if err != nil {
		return render.StandingsModel{}, err
	}
	now := v.hall.now()
	_, runs := c.SeasonAt(now)
	m := render.StandingsModel{Period: of.Period, Now: now.In(c.In()), Zone: c.In().String(), Seasons: runs, Prefs: v.liked}
	span, err := v.hall.span(ctx, v.in.Server, c, of.Period, now)
	if err != nil {
		return m, err
	}
	m.From, m.To = at(span.From, c), at(span.To, c)
	scores, err := v.hall.scores.Scores(ctx, v.in.Server, span.From, span.To)
	if err != nil {
		return m, err
	}
	m.Pages = max(1, (len(scores)+render.RanksAPage-1)/render.RanksAPage)
	m.Page = min(of.Page, m.Pages-1)
	if m.Ranks, err = v.hall.people.ranks(ctx, v.in.Server, scores, m.Page*render.RanksAPage, render.RanksAPage); err != nil {
		return m, err
	}
	m.Last, err = v.hall.lastSeason(ctx, v.in.Server, c)
	return m, err
}

// at is a moment by a server's clock; the zero time stays it.
func at(t time.Time, c table.Calendar) time.Time {
	if t.IsZero() {
		return t
	}
	return t.In(c.In())
}

// span is the time that a period is now.
func (h *hall) span(ctx context.Context, s sitting.Server, c table.Calendar, p render.Period, now time.Time) (table.Span, error) {
	switch p {
	case render.ThisSeason:
		season, runs := c.SeasonAt(now)
		if !runs {
			return season, &render.DoorRefusal{Code: render.NoSeasonOn}
		}
		return season, nil
	case render.ThisMonth:
		return c.Month(now), nil
	case render.ThisWeek:
		return c.Week(now), nil
	case render.LastSeason:
		last, ended, err := h.scores.LastSeason(ctx, s)
		if err == nil && !ended {
			err = &render.DoorRefusal{Code: render.NoSeasonOn}
		}
		return last, err
	case render.AllTime:
	}
	return table.Span{}, nil
}

// ranks names those of a list of scores from one on, so many at most.
func (p *people) ranks(ctx context.Context, s sitting.Server, scores []tab.Scored, from, most int) ([]render.Ranked, error) {
	places, champions := tab.Places(scores), tab.Champions(scores)
	to := min(from+most, len(scores))
	var persons []sitting.Person
	for _, one := range scores[from:to] {
		persons = append(persons, one.Person)
	}
	known, err := p.all(ctx, s, persons)
	if err != nil {
		return nil, err
	}
	var ranks []render.Ranked
	for i := from; i < to; i++ {
		one := scores[i]
		ranks = append(ranks, render.Ranked{
			Place: places[i], Person: one.Person, Player: known[one.Person], Pips: one.Pips, Hands: one.Hands, Wins: one.Wins, Rummies: one.Rummies, First: i < champions,
		})
	}
	return ranks, nil
}

// lastSeason tells how the last season came out; nil where none has ended, or nobody played.
func (h *hall) lastSeason(ctx context.Context, s sitting.Server, c table.Calendar) (*render.SeasonModel, error) {
	span, ended, err := h.scores.LastSeason(ctx, s)
	if err != nil || !ended {
		return nil, err
	}
	scores, err := h.scores.Scores(ctx, s, span.From, span.To)
	if err != nil || len(scores) == 0 {
		return nil, err
	}
	ranks, err := h.people.ranks(ctx, s, scores, 0, render.RanksAPage)
	return &render.SeasonModel{From: at(span.From, c), To: at(span.To, c), Ranks: ranks}, err
}
