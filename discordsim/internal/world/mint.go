package world

import (
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
)

// mint makes ids that only grow. It follows the clock and steps past its own last id, so a clock that stands still or
// goes back yields no id twice; high is kept with the state so that this holds over restarts too.
type mint struct {
	clock func() time.Time
	high  discord.ID
}

func (m *mint) next() discord.ID {
	id := discord.IDAt(m.clock())
	if id <= m.high {
		id = m.high + 1
	}
	m.high = id
	return id
}
