package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/urfave/cli/v3"
)

// A verdict is the answer to one record.
type verdict struct {
	ID   string `json:"id"`
	OK   bool   `json:"ok"`
	At   *int   `json:"at,omitempty"` // index of the move at fault, -1 for the deal
	Code string `json:"code,omitempty"`
	Why  string `json:"why,omitempty"`
}

// referee answers each hand record with a verdict. A line that is no record has
// one too, so that answers and lines stay side by side.
func (p *process) referee(ctx context.Context, c *cli.Command) error {
	return p.lines(ctx, c, func(n int, line []byte) (any, bool, error) {
		record, err := engine.ParseRecord(line)
		if err != nil {
			return unreadable(n, record.ID, err), false, nil
		}
		v := engine.Referee(record)
		out := verdict{ID: record.ID, OK: v.OK}
		if !v.OK {
			out.At, out.Code, out.Why = &v.At, v.Code, v.Why
		}
		return out, v.OK, nil
	})
}

func unreadable(n int, id string, err error) verdict {
	at, code := -1, "unreadable"
	if rule := (*engine.RuleError)(nil); errors.As(err, &rule) {
		code = "bad_rules"
	}
	return verdict{ID: id, At: &at, Code: code, Why: fmt.Sprintf("line %d: %v", n, legible(err))}
}
