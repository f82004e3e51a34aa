-- +goose Up
-- A table that nobody has in memory is known by its head alone.
ALTER TABLE tables ADD COLUMN moved INTEGER NOT NULL DEFAULT 0; -- when its newest event was stored, unix ms
ALTER TABLE tables ADD COLUMN waits TEXT; -- the person whose turn it is; '' for nobody, NULL where it was never noted

-- wake was written and not read. It may be too late where quiet hours have
-- changed since, so whatever waits for a time is woken once: too early does no harm.
UPDATE tables SET
    moved = coalesce((SELECT e.at FROM events e WHERE e.table_id = tables.id AND e.seq = tables.seq), 0),
    waits = CASE wake WHEN 0 THEN '' END,
    wake  = min(wake, 1);

-- When nobody could play, until no table needs it any more.
CREATE TABLE outages (
    start INTEGER PRIMARY KEY, -- unix ms
    stop  INTEGER NOT NULL
) STRICT;
