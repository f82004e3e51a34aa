-- +goose Up
-- Where a post goes; both '' is the channel of the table that owes it.
ALTER TABLE outbox ADD COLUMN to_channel TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN to_person  TEXT NOT NULL DEFAULT ''; -- pseudonym of the one who is told alone
