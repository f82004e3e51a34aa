package world

import (
	"slices"
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

// inOrder lists the ids of things, oldest first.
func inOrder[T any](things map[discord.ID]*T) []discord.ID {
	ids := make([]discord.ID, 0, len(things))
	for id := range things {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
