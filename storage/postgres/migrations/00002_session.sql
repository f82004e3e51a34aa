-- +goose Up
-- The session at Discord's gateway with which the next start goes on: how the gateway writes it down. A secret.
CREATE TABLE session (
    one  bigint PRIMARY KEY CHECK (one = 1),
    body text   NOT NULL
);
