-- +goose Up
-- A table without a channel is its opener's alone: one open one a person, where the
-- others are one a channel.
DROP INDEX tables_one_open;
CREATE UNIQUE INDEX tables_one_open ON tables (channel) WHERE open = 1 AND channel <> '';
CREATE UNIQUE INDEX tables_one_alone ON tables (opener) WHERE open = 1 AND channel = '';
CREATE INDEX tables_alone ON tables (opener) WHERE channel = '';
