-- +goose Up
-- Tables whose channel was deleted.
CREATE TABLE losses (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    at       INTEGER NOT NULL, -- unix ms
    body     TEXT    NOT NULL  -- who is to be told of it and has been, and results never shown, as JSON
) STRICT;
