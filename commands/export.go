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

// export makes a file for the caller, when no other is being made: whoever plays meanwhile isn't
// kept waiting by more than one who reads a whole tab. What comes to no file doesn't count.
func (v *visit) export(ctx context.Context, write func() (m render.Message, given bool, err error)) error {
	back, err := v.hall.exports.take(v.in.User.ID, v.hall.now())
	if err != nil {
		return err
	}
	select {
	case v.hall.exporting <- struct{}{}:
	case <-ctx.Done():
		back()
		return ctx.Err()
	}
	m, given, err := func() (render.Message, bool, error) {
		defer func() { <-v.hall.exporting }()
		return write()
	}()
	if !given {
		back()
	}
	if err != nil {
		return err
	}
	v.say(ctx, m)
	return nil
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
