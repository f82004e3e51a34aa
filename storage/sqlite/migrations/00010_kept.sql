-- +goose Up
-- What is kept of people for every server, beside their quiet hours.
ALTER TABLE people ADD COLUMN lang  TEXT NOT NULL DEFAULT ''; -- tag of the language that they acted in last; '' for not known
ALTER TABLE people ADD COLUMN prefs TEXT NOT NULL DEFAULT ''; -- their settings for what they are shown; '' for none
