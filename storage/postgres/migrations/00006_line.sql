-- +goose Up
-- Who has the line to Discord's gateway: one process at a time, and the others stand by.
CREATE TABLE line (
    one    bigint PRIMARY KEY CHECK (one = 1),
    worker word   NOT NULL,
    until  bigint NOT NULL -- unix ms, by this server's clock
);
