package commands

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/ledger"
)

// exportRows are those of what the caller can take along.
func exportRows() []row {
	return []row{{by: takes(typed("tab export")), do: exportTab}}
}

// exportTab gives the caller their side of the tab of the server.
func exportTab(ctx context.Context, v *visit) error {
	return v.export(ctx, func() (m render.Message, given bool, err error) {
		own, err := v.ownTab(ctx, v.in.Server)
		if err != nil {
			return m, false, err
		}
		if len(own.Entries) == 0 {
			return render.NoExport(v.words), false, nil
		}
		v.answer.deferIt() // a first answer that takes long is refused
		return render.TabExport(v.words, len(own.Entries), own.CSV(v.separator()), own.JSON()), true, nil
	})
}

// export makes a file for the caller. What comes to no file doesn't count.
func (v *visit) export(ctx context.Context, write func() (m render.Message, given bool, err error)) error {
	back, err := v.hall.exports.take(v.in.User.ID, v.hall.now())
	if err != nil {
		return err
	}
	var m render.Message
	given := false
	err = v.readAll(ctx, func() (err error) {
		m, given, err = write()
		return err
	})
	if !given {
		back()
	}
	if err != nil {
		return err
	}
	v.say(ctx, m)
	return nil
}

// readAll does what reads all that the caller has played, when nobody else's is being read: a
// player is kept waiting by one such reading at most. A person has one under way or in line.
func (v *visit) readAll(ctx context.Context, read func() error) error {
	back, err := v.hall.readings.take(v.in.User.ID, v.hall.now())
	if err != nil {
		return err
	}
	defer back()
	select {
	case v.hall.reading <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-v.hall.reading }()
	return read()
}

// separator is what the caller asks to stand between the cells of a CSV; if they don't, it is what
// spreadsheets in their language expect.
func (v *visit) separator() ledger.Separator {
	word := v.call.text("separator")
	if word == render.SeparatorSemicolon || word == "" && v.words.HasDecimalComma() {
		return ledger.Semicolon
	}
	return ledger.Comma
}

// ownTab is the caller's side of the tab of a server, as the names of that server tell it.
func (v *visit) ownTab(ctx context.Context, s sitting.Server) (ledger.Own, error) {
	own := ledger.Own{Server: string(s), In: time.UTC, Made: v.hall.now()}
	calendar, err := v.hall.scores.Calendar(ctx, s)
	if err != nil {
		return own, err
	}
	own.In = calendar.In()
	entries, err := v.hall.books.OwnEntries(ctx, s, v.me)
	if err != nil {
		return own, err
	}
	var friends []sitting.Person
	for _, e := range entries {
		friends = append(friends, e.Other)
	}
	known, err := v.hall.people.all(ctx, s, friends)
	if err != nil {
		return own, err
	}
	for _, e := range entries {
		own.Entries = append(own.Entries, ledger.Line{Booked: e, Friend: known[e.Other].Name})
	}
	return own, nil
}
