package sqlstore

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Plays returns what goes into a person's record in a server, in the order in which
// the hands ended: those of the server, and wherever they were played those in which
// nobody else sat.
func (r *Reader) Plays(ctx context.Context, s sitting.Server, p sitting.Person) ([]tab.Play, error) {
	rows, err := r.asked.Plays.QueryContext(ctx, string(p), string(s))
	var plays []tab.Play
	err = Each(rows, err, func() error {
		play := tab.Play{Person: p}
		err := rows.Scan(&play.Alone, &play.Apart, &play.Won, &play.Rummy, &play.Pips, &play.Against)
		plays = append(plays, play)
		return err
	})
	return plays, err
}

// addPlays writes the hand that an event of a batch ended to the records of its people,
// those left out who are erased.
func (w *Tx) addPlays(p *parcel) error {
	if len(p.batch.Ended.Plays) == 0 {
		return nil
	}
	event := w.ids[p.batch.Ended.Seq-p.batch.From-1]
	for _, play := range p.batch.Ended.Plays {
		err := w.said.AddPlay.Tell(string(play.Person), event, string(p.batch.Head.Server), AsInt(play.Alone), AsInt(play.Won), AsInt(play.Rummy), play.Pips, play.Against, AsInt(play.Apart))
		if err != nil {
			return err
		}
	}
	return nil
}
