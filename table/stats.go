package table

import "sync/atomic"

// counters are what a house has done since it was made.
type counters struct {
	commands, refusals, conflicts, batches, computerMoves atomic.Uint64
	posts, postFaults, faults, panics                     atomic.Uint64
	resumed                                               atomic.Bool
}

// Stats are the figures of a house: counts since it was made, and what is there now.
type Stats struct {
	Commands      uint64 // taken up, whatever became of them
	Refusals      uint64 // commands refused
	Conflicts     uint64 // batches that another writer forestalled
	Batches       uint64 // stored
	ComputerMoves uint64
	Posts         uint64 // made or no longer needed
	PostFaults    uint64 // tries that failed
	Faults        uint64 // jobs that failed for no fault of their caller
	Panics        uint64

	Tables  int  // in memory
	Queued  int  // jobs waiting or under way
	Owed    int  // posts not yet made
	Resumed bool // the house knows when each table next has something to do, and sees to it
}

// Stats returns the figures of now.
func (h *House) Stats() Stats {
	c := &h.count
	s := Stats{
		Commands: c.commands.Load(), Refusals: c.refusals.Load(), Conflicts: c.conflicts.Load(),
		Batches: c.batches.Load(), ComputerMoves: c.computerMoves.Load(),
		Posts: c.posts.Load(), PostFaults: c.postFaults.Load(), Faults: c.faults.Load(), Panics: c.panics.Load(),
		Resumed: c.resumed.Load(),
	}
	s.Tables, s.Queued, s.Owed = h.runner.sizes()
	return s
}
