package commands

import (
	"context"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
)

// yearRows are those of what somebody's year was.
func yearRows() []row {
	return []row{
		{by: takes(typed("tab year")), do: showYear},
		{by: takes(button(render.VerbShareYear)), posts: true, do: shareYear},
	}
}

// showYear shows the caller's own, of this year by default.
func showYear(ctx context.Context, v *visit) error {
	word, _ := v.word("year")
	m, err := v.year(ctx, word)
	if err != nil {
		return err
	}
	v.page(ctx, render.Year(v.hall.ink.pen(v.words), m))
	return nil
}

// shareYear posts the caller's in the channel, once for a private message, and says where. What
// is empty isn't shown to anybody.
func shareYear(ctx context.Context, v *visit) error {
	m, err := v.year(ctx, v.key.Arg)
	if err != nil {
		return err
	}
	if m.Of.Hands == 0 {
		v.page(ctx, render.Year(v.hall.ink.pen(v.words), m))
		return nil
	}
	me := render.Player{Name: v.in.name(), UserID: v.in.User.ID}
	words := v.hall.words.For(v.in.spokenHere())
	return v.publish(ctx, "yr", words, render.YearOf(v.hall.ink.pen(words), m, me), render.YearShared, []sitting.Person{v.me, m.Of.Nemesis.Other})
}

// year is what the hands of the caller came to in a year by the server's clock; of an empty word this one.
func (v *visit) year(ctx context.Context, word string) (render.YearModel, error) {
	c, err := v.hall.scores.Calendar(ctx, v.in.Server)
	if err != nil {
		return render.YearModel{}, err
	}
	now := v.hall.now().In(c.In()).Year()
	m := render.YearModel{Server: string(v.in.Server), Number: now, Zone: c.In().String(), Prefs: v.liked}
	if word != "" {
		m.Number, err = strconv.Atoi(word)
		if err != nil || m.Number < render.FirstYear || m.Number > now {
			return m, &render.DoorRefusal{Code: render.NoYear, Word: word, Most: now}
		}
	}
	span := c.Year(m.Number)
	if m.Of, err = v.hall.scores.Year(ctx, v.in.Server, v.me, span.From, span.To); err != nil {
		return m, err
	}
	known, err := v.hall.people.all(ctx, v.in.Server, []tab.Person{m.Of.Nemesis.Other})
	if err != nil {
		return m, err
	}
	m.Nemesis, m.Told = known[m.Of.Nemesis.Other], make(map[tab.Hand]tab.Posting)
	for _, f := range m.Of.All() {
		if !f.There() {
			continue
		}
		lines, err := v.hall.books.From(ctx, v.in.Server, f.From)
		if err != nil {
			return m, err
		}
		for _, l := range lines {
			m.Told[f.From] = l // all of a hand are told in one place
		}
	}
	return m, nil
}
