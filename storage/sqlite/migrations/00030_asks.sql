-- +goose Up
-- What people have asked each other of late, so that nobody is asked too often.
CREATE TABLE asks (
    owner  INTEGER NOT NULL REFERENCES tables (id),
    seq    INTEGER NOT NULL, -- of the event that asked
    asked  TEXT    NOT NULL, -- pseudonym
    asker  TEXT    NOT NULL, -- pseudonym
    kind   INTEGER NOT NULL, -- table.AskKind
    at     INTEGER NOT NULL, -- unix ms
    answer INTEGER NOT NULL DEFAULT 0, -- 0: open; 1: it ended without one; 2: no; 3: yes
    ended  INTEGER NOT NULL DEFAULT 0, -- unix ms; 0: open
    PRIMARY KEY (owner, seq, asked)
) STRICT, WITHOUT ROWID;
CREATE INDEX asks_of_asker ON asks (asker, asked);
CREATE INDEX asks_of_asked ON asks (asked);
CREATE INDEX asks_by_age ON asks (at);
