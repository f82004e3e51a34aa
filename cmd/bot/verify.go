package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/urfave/cli/v3"
)

// verify recomputes each fair deal.
func (p *process) verify(ctx context.Context, c *cli.Command) error {
	type answer struct {
		OK  bool   `json:"ok"`
		Why string `json:"why,omitempty"`
	}
	return p.lines(ctx, c, func(n int, line []byte) (any, bool, error) {
		var proof deal.Proof
		if err := json.Unmarshal(line, &proof); err != nil {
			return answer{Why: fmt.Sprintf("line %d: %v", n, legible(err))}, false, nil
		}
		if err := deal.Verify(proof); err != nil {
			return answer{Why: err.Error()}, false, nil
		}
		return answer{OK: true}, true, nil
	})
}
