-- +goose Up
-- Tables whose channel was deleted.
CREATE TABLE losses (
    table_id bigint PRIMARY KEY REFERENCES tables (id),
    at       bigint NOT NULL, -- unix ms
    body     word   NOT NULL  -- who is to be told of it and has been, and results never shown, as JSON
);
