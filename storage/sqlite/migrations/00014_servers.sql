-- +goose Up
-- Who is told when a table opens in a server, and when they were told last.
CREATE TABLE watches (
    server TEXT NOT NULL,
    person TEXT NOT NULL REFERENCES people (person),
    told   INTEGER NOT NULL DEFAULT 0, -- milliseconds since 1970; 0: never
    PRIMARY KEY (server, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX watches_of_person ON watches (person);

-- What the managers of a server have settled for its tables.
CREATE TABLE servers (
    server TEXT PRIMARY KEY,
    body   TEXT NOT NULL -- as table.Manners is written in JSON
) STRICT, WITHOUT ROWID;

-- The newest table of a server, by whose settings the next is opened.
CREATE INDEX tables_of_server ON tables (server, id);
