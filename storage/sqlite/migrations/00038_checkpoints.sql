-- +goose Up
-- From where a table is read, instead of from its first event: its state when a hand had just ended,
-- without free text. A row may be dropped at any time.
CREATE TABLE checkpoints (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    seq      INTEGER NOT NULL, -- of the newest event in it
    hand     INTEGER NOT NULL, -- that ended last
    texts    INTEGER NOT NULL, -- number of the first event whose free text it leaves out
    body     BLOB    NOT NULL, -- the state, as the program's format has it
    sum      BLOB    NOT NULL  -- hash of this row and of the newest event's
) STRICT;
