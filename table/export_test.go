package table

import "context"

// StateOf returns the whole folded state of a table, for comparing.
func StateOf(tb interface{ Fatal(...any) }, h *House, id ID) any {
	var s state
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
func ReplayOf(id ID, log Log) any { return replay(id, log) }

// Minds returns how many computers think at once.
func Minds() int { return cap(New(Options{}).minds) }
