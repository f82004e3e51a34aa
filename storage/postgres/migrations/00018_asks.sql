-- +goose Up
-- What people have asked each other of late, so that nobody is asked too often.
CREATE TABLE asks (
    owner  bigint NOT NULL REFERENCES tables (id),
    seq    bigint NOT NULL, -- of the event that asked
    asked  word   NOT NULL, -- pseudonym
    asker  word   NOT NULL, -- pseudonym
    kind   bigint NOT NULL, -- table.AskKind
    at     bigint NOT NULL, -- unix ms
    answer bigint NOT NULL DEFAULT 0, -- 0: open; 1: it ended without one; 2: no; 3: yes
    ended  bigint NOT NULL DEFAULT 0, -- unix ms; 0: open
    PRIMARY KEY (owner, seq, asked)
);
CREATE INDEX asks_of_asker ON asks (asker, asked);
CREATE INDEX asks_of_asked ON asks (asked);
CREATE INDEX asks_by_age ON asks (at);
