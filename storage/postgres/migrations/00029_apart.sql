-- +goose Up
-- A hand at whose end a computer played for the person.
ALTER TABLE plays ADD COLUMN apart bigint NOT NULL DEFAULT 0 CHECK (apart IN (0, 1) AND apart + won < 2);
