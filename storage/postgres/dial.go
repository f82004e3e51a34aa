package postgres

import (
	"net"
	"time"
)

// deaf is how long a server may leave unanswered what only asks whether it is there.
const deaf = 10 * time.Second

// dialer makes connections that end when there is no machine at the other end any more: one that loses its current doesn't
// say so, and whoever waits for its answer would wait for as long as TCP does, a quarter of an hour or hours.
func dialer() *net.Dialer {
	return &net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: deaf / 2, Interval: deaf / 5, Count: 3},
		Control:         impatient,
	}
}
