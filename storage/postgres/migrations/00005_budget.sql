-- +goose Up
-- Who makes how many calls to Discord, as they write it down who share that.
CREATE TABLE budget (
    one  bigint PRIMARY KEY CHECK (one = 1),
    body text   NOT NULL
);
INSERT INTO budget (one, body) VALUES (1, '');
