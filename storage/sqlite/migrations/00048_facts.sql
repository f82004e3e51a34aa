-- +goose Up
-- What stands out in a year of a person in a server, by pieces: the days that lie in that year by
-- every clock are one, and in the two days around a New Year each quarter of an hour is one.
CREATE TABLE facts (
    person TEXT    NOT NULL REFERENCES people (person),
    server TEXT    NOT NULL,
    start  INTEGER NOT NULL, -- of the piece, unix ms
    kind   INTEGER NOT NULL CHECK (kind IN (0, 1, 2)), -- of its hands one by one, with another person, at a table
    about  TEXT    NOT NULL, -- the other person's pseudonym or the table's name; '' of kind 0
    weight INTEGER NOT NULL, -- pips that the other took, or that the table brought; 0 of kind 0
    since  INTEGER NOT NULL, -- tells which of two began first
    body   TEXT    NOT NULL, -- JSON
    PRIMARY KEY (person, server, kind, about, start)
) STRICT, WITHOUT ROWID;
CREATE INDEX facts_of_most ON facts (person, server, kind, start, weight DESC, since);
