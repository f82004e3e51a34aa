-- +goose Up
-- From where a table is read, instead of from its first event: its state when a hand had just ended,
-- without free text. A row may be dropped at any time.
CREATE TABLE checkpoints (
    table_id bigint PRIMARY KEY REFERENCES tables (id),
    seq      bigint NOT NULL, -- of the newest event in it
    hand     bigint NOT NULL, -- that ended last
    texts    bigint NOT NULL, -- number of the first event whose free text it leaves out
    body     bytea  NOT NULL, -- the state, as the program's format has it
    sum      bytea  NOT NULL  -- hash of this row and of the newest event's
);
