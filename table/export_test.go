package table

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// StateOf returns the whole folded state of a table, for comparing.
func StateOf(tb interface{ Fatal(...any) }, h *House, id sitting.ID) any {
	var s sitting.State
	_, err := h.ask(context.Background(), id, "test", "", func(ctx context.Context, r *room) (Reply, error) {
		err := r.load(ctx)
		s = r.state
		return Reply{}, err
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
