-- +goose Up
-- Who opened a table, since one person may have so many open at once; the first
-- event of it says the same.
ALTER TABLE tables ADD COLUMN opener TEXT NOT NULL DEFAULT ''; -- pseudonym
UPDATE tables SET opener = coalesce((SELECT json_extract(CAST(body AS TEXT), '$.person')
    FROM events WHERE table_id = tables.id AND seq = 1 AND json_valid(CAST(body AS TEXT))), ''); -- an event that can't be read names nobody
CREATE INDEX tables_open_of_person ON tables (opener) WHERE open = 1;
CREATE INDEX tables_open_of_server ON tables (server) WHERE open = 1;
