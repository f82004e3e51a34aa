-- +goose Up
-- Servers to which posts have been refused since a moment, or that removed the bot.
CREATE TABLE absences (
    server TEXT    PRIMARY KEY,
    since  INTEGER NOT NULL, -- unix ms
    gone   INTEGER NOT NULL CHECK (gone IN (0, 1)) -- 1: what is erased then, is
) STRICT, WITHOUT ROWID;

-- How far idempotency keys have been let go: those of all events up to one.
CREATE TABLE letgo (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    event INTEGER NOT NULL
) STRICT;
INSERT INTO letgo (one, event) VALUES (1, 0);
