package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// fault orders trouble for the next request of a route, "fault 429/2s PATCH
// /channels/…", or for the gateway: "fault socket drops", "fault op7", "fault op9",
// "fault op9 resumable", "fault event twice", "fault event slow" over HTTP. One "with files" befalls no request without. "fault strikes" waits for the last one of a route.
func (g *game) fault(ctx context.Context, rest []word) error {
	say := joined(rest)
	if say == "strikes" {
		select {
		case <-g.struck:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if kind, ok := map[string]discordsim.GatewayFault{
		"socket drops":  {Kind: discordsim.DropSocket},
		"op7":           {Kind: discordsim.Op7},
		"op9":           {Kind: discordsim.Op9},
		"op9 resumable": {Kind: discordsim.Op9, Resumable: true},
		"event twice":   {Kind: discordsim.DuplicateDispatch},
		"event slow":    {Kind: discordsim.SlowDispatch},
	}[say]; ok {
		g.seen = g.newest()
		g.sim.Faults().Gateway(kind)
		return nil
	}
	var what, method, route string
	if n, _ := fmt.Sscan(say, &what, &method, &route); n != 3 {
		return fmt.Errorf("%q is no fault", say)
	}
	fault, err := restFault(what)
	if err != nil {
		return err
	}
	fault.Files = strings.HasSuffix(say, " with files")
	g.struck = g.sim.Faults().Next(method, route, fault)
	return nil
}

// restFault reads what befalls a request: "drop", "drop-after", "slow/2s", "late/20s" for one that
// arrives after the next, but before so long,
// "429/2s", "shared/2s" for a 429 of the place's limit, or a status such as "503".
func restFault(what string) (discordsim.Fault, error) {
	kind, length, _ := strings.Cut(what, "/")
	var wait time.Duration
	var err error
	if length != "" {
		if wait, err = time.ParseDuration(length); err != nil {
			return discordsim.Fault{}, err
		}
	}
	switch kind {
	case "drop":
		return discordsim.Fault{Kind: discordsim.Drop}, nil
	case "drop-after":
		return discordsim.Fault{Kind: discordsim.DropAfterEffect}, nil
	case "late":
		return discordsim.Fault{Kind: discordsim.Reorder, Delay: wait}, nil
	case "slow":
		return discordsim.Fault{Kind: discordsim.Slow, Delay: wait}, nil
	case "shared":
		return discordsim.Fault{Kind: discordsim.Status429, RetryAfter: wait, Shared: true}, nil
	case "429":
		return discordsim.Fault{Kind: discordsim.Status429, RetryAfter: wait}, nil
	}
	status, err := strconv.Atoi(kind)
	return discordsim.Fault{Kind: discordsim.StatusBefore, Status: status}, err
}
