package sqlite

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Calendar returns what the managers of a server have settled for its tab; the zero
// Calendar where they have settled nothing.
func (r *Reader) Calendar(ctx context.Context, s sitting.Server) (table.Calendar, error) {
	var c table.Calendar
	var body []byte
	if err := found(r.asked.Calendar.QueryRowContext(ctx, string(s)).Scan(&body), nil); err != nil || body == nil {
		return c, err
	}
	if err := json.Unmarshal(body, &c); err != nil {
		return c, fmt.Errorf("storage: the calendar of %s: %w", s, err)
	}
	return c, nil
}

// LastSeason returns the last season of a server that has ended; false where none has.
func (r *Reader) LastSeason(ctx context.Context, s sitting.Server) (table.Span, bool, error) {
	var start, stop int64
	err := found(r.asked.LastSeason.QueryRowContext(ctx, string(s)).Scan(&start, &stop), nil)
	if err != nil || stop == 0 {
		return table.Span{}, false, err
	}
	return table.Span{From: storage.Stamp(start), To: storage.Stamp(stop)}, true, nil
}
