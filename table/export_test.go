package table

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// StateOf returns the whole folded state of a table, for comparing.
func StateOf(tb interface{ Fatal(...any) }, h *House, id sitting.ID) any {
	s, err := ask(context.Background(), h, id, "test", "", func(ctx context.Context, v *evening) (sitting.State, error) {
		err := v.load(ctx)
		return v.state, err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// ReplayOf returns the state that a stored table folds to, for comparing.
func ReplayOf(id sitting.ID, log Log) any {
	log.Head.Table = id
	return log.sitting(len(log.Events))
}

// Minds returns how many computers think at once.
func Minds() int { return cap(New(Options{}).minds) }

// PostGrace is how long a post under way has when the house closes.
const PostGrace = postGrace

// Over lists the seasons that have ended.
func Over(c Calendar, last Span, now time.Time) []Span {
	over, _ := c.over(last, now)
	return over
}
