package sqlstore

import (
	"context"
	"database/sql/driver"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// What asks.answer says.
const (
	askOpen int64 = iota
	askUnanswered
	askRefused
	askAgreed
)

// mayAsk returns a *sitting.Refusal where somebody asks too much of others. It is asked in the
// transaction that asks, so two tables can't ask at once what each of them may.
func (w *Tx) mayAsk(p *parcel) error {
	limited := slices.DeleteFunc(slices.Clone(p.batch.Asks), func(a table.Ask) bool { return !a.Kind.IsLimited() || a.Turned })
	if len(limited) == 0 {
		return nil
	}
	if err := w.keeper.HoldAsks(); err != nil {
		return err
	}
	at := storage.Stamp(p.at)
	for i, a := range limited {
		var last [2]driver.Value
		if _, err := w.said.AskedLast.Row(last[:], string(a.By), string(a.Of), int64(a.Kind)); err != nil {
			return err
		}
		again, noHolds := storage.Stamp(last[0].(int64)).Add(table.AskEvery), storage.Stamp(last[1].(int64)).Add(table.NoHolds)
		switch {
		case noHolds.After(at):
			return &sitting.Refusal{Code: sitting.ToldNo, Person: answerer(a), Until: noHolds}
		case again.After(at):
			return &sitting.Refusal{Code: sitting.AskedLately, Person: answerer(a), Until: again}
		}
		var open [2]driver.Value
		if _, err := w.said.OpenAsks.Row(open[:], string(a.By), string(a.Of), at.Add(-table.AskExpires).UnixMilli()); err != nil {
			return err
		}
		switch {
		case open[0].(int64)+int64(i) >= table.MostAsks:
			return &sitting.Refusal{Code: sitting.AsksMany, Most: table.MostAsks}
		case open[1].(int64) >= table.MostAsks && a.Kind != table.AskManager:
			return &sitting.Refusal{Code: sitting.AskedMany, Person: a.Of, Most: table.MostAsks}
		}
	}
	return nil
}

// answerer is who answers; empty: a manager, whoever it will be.
func answerer(a table.Ask) sitting.Person {
	if a.Kind == table.AskManager {
		return ""
	}
	return a.Of
}

// addAsks writes what a batch asks and answers.
func (w *Tx) addAsks(p *parcel, owner int64) error {
	for _, a := range p.batch.Answers {
		answer := [...]int64{sitting.Unanswered: askUnanswered, sitting.SaidNo: askRefused, sitting.SaidYes: askAgreed}[a.Verdict]
		if err := w.said.EndAsk.Tell(answer, p.at, owner, a.Number, string(a.Of)); err != nil {
			return err
		}
	}
	for _, a := range p.batch.Asks {
		answer, ended := askOpen, int64(0)
		if a.Kind == table.AskNews {
			answer, ended = askUnanswered, p.at
		}
		if err := w.said.AddAsk.Tell(owner, a.Number, string(a.Of), string(a.By), int64(a.Kind), p.at, answer, ended); err != nil {
			return err
		}
	}
	return nil
}

// DropAsks lets go of what was asked before a moment, as [table.Upkeep] says.
func (d *Store) DropAsks(ctx context.Context, before time.Time) error {
	return d.change(ctx, func(w *Tx) error { return w.said.DropOldAsks.Tell(before.UnixMilli()) })
}

// Spared lists whom the question of an event doesn't notify, as [table.Asks] says.
func (r *Reader) Spared(ctx context.Context, owner table.OwnerID, number int64) ([]sitting.Person, error) {
	rows, err := r.asked.Spared.QueryContext(ctx, string(owner), number, table.AskEvery.Milliseconds(), table.NoHolds.Milliseconds())
	return Column[sitting.Person](rows, err)
}
