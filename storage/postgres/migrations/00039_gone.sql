-- +goose Up
-- A table whose channel was deleted: nothing links to a message there.
ALTER TABLE tables ADD COLUMN channel_gone bigint NOT NULL DEFAULT 0 CHECK (channel_gone IN (0, 1));
UPDATE tables SET channel_gone = 1
    WHERE channel IN (SELECT channel FROM tables JOIN losses ON table_id = id);
