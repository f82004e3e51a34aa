-- +goose Up
-- A hand that was dealt again with the seats turned may have debts of its own.
ALTER TABLE entries ADD COLUMN again INTEGER NOT NULL DEFAULT 0; -- 0: dealt fresh; k: the k-th turning

-- Quiet hours of people, by the clock on the wall of a zone.
CREATE TABLE quiet (
    person TEXT    PRIMARY KEY,
    start  INTEGER NOT NULL, -- minutes after midnight
    stop   INTEGER NOT NULL,
    zone   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- The time up to which the bot was there, unix ms.
CREATE TABLE pulse (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;
