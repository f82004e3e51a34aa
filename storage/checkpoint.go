package storage

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A CheckpointRow is the row of a checkpoint: with a hash that binds it to the event that it was
// taken after, and so to the chain of its table.
type CheckpointRow struct {
	sitting.Checkpoint
	Sum []byte
}

// Checkpoint returns the hash of a checkpoint that was taken after an event.
func (h *Hasher) Checkpoint(link Digest, id sitting.ID, c *sitting.Checkpoint) Digest {
	h.start(checkpointTag)
	h.bytes(link[:])
	h.string(string(id))
	h.number(c.Seq)
	h.number(int64(c.Hand))
	h.number(c.Texts)
	h.bytes(c.Body)
	return h.sum()
}

// Follows says whether a row is as it was stored, after an event with that hash.
func (c *CheckpointRow) Follows(h *Hasher, link Digest, id sitting.ID) bool {
	sum := h.Checkpoint(link, id, &c.Checkpoint)
	return string(sum[:]) == string(c.Sum)
}

// checkpoint looks, once an event was followed, whether the table's checkpoint was taken after it.
func (r *replay) checkpoint(e *EventRow) {
	if c := r.row.Checkpoint; c != nil && c.Seq == e.Seq {
		r.follows = c.Follows(&r.hash, r.link, r.row.Head.Table)
	}
}

// endCheckpoint finds a checkpoint that doesn't say what the events say.
func (r *replay) endCheckpoint() {
	if c := r.row.Checkpoint; c != nil && (!r.follows || r.audit == nil || !r.audit.Holds()) {
		r.find(CheckpointChanged, c.Seq, "")
	}
}
