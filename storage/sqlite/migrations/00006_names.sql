-- +goose Up
-- What people are called, by server: a name of one server is never shown in another.
CREATE TABLE names (
    person TEXT NOT NULL REFERENCES people (person),
    server TEXT NOT NULL,
    name   TEXT NOT NULL,
    PRIMARY KEY (person, server)
) STRICT, WITHOUT ROWID;

-- Nobody knows which server these came from.
ALTER TABLE people DROP COLUMN name;
