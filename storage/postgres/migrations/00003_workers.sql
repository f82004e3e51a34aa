-- +goose Up
-- Since which of its epochs an owner has had the same worker.
ALTER TABLE heads ADD COLUMN since bigint NOT NULL DEFAULT 0;

-- Who is there. A worker that doesn't say so again in time is taken to be dead.
CREATE TABLE workers (
    name    word   PRIMARY KEY,
    address word   NOT NULL, -- where the others reach it; '' for nowhere
    until   bigint NOT NULL  -- unix ms, by this server's clock
);

-- +goose StatementBegin
-- What this server's clock says when a statement begins, unix ms.
CREATE FUNCTION now_ms() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
    RETURN floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint;
-- +goose StatementEnd

-- By which those are found that are due.
CREATE INDEX tables_wake ON tables (wake) WHERE open = 1 AND wake <> 0;

-- Posts are numbered by all processes together, so many at once: a later one of an owner has a higher number.
CREATE SEQUENCE post_ids AS bigint INCREMENT BY 64;
SELECT setval('post_ids', (count + 1) * 1099511627776, false) FROM openings;
