-- +goose Up
-- What is proposed between two people is an owner as tables are, with events, keys and
-- posts in the same rows: so the order of all events is the order of the tab's entries.
ALTER TABLE tables ADD COLUMN sort INTEGER NOT NULL DEFAULT 0 CHECK (sort IN (0, 1)); -- 0: a table, 1: a proposal
ALTER TABLE tables ADD COLUMN low  TEXT NOT NULL DEFAULT ''; -- of a proposal: between whom it is, by name;
ALTER TABLE tables ADD COLUMN high TEXT NOT NULL DEFAULT ''; -- empty where it is between no two
-- +goose StatementBegin
DROP INDEX tables_one_alone;
-- +goose StatementEnd
CREATE UNIQUE INDEX tables_one_alone ON tables (opener) WHERE open = 1 AND channel = '' AND sort = 0;
CREATE UNIQUE INDEX tables_one_between ON tables (server, low, high) WHERE open = 1 AND sort = 1;
-- Entries by whose they are, in order.
CREATE INDEX entries_of_person ON entries (server, person, seq);
-- Entries by what they belong to: those of a proposal, and what undid an entry.
CREATE INDEX entries_of_ref ON entries (server, ref) WHERE ref <> '';
