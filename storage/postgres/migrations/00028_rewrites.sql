-- +goose Up
-- Up to which erasure the tables were rewritten that hold ids, names and texts, and when a process last began to.
ALTER TABLE erasures ADD COLUMN rewritten bigint NOT NULL DEFAULT 0;
ALTER TABLE erasures ADD COLUMN tried bigint NOT NULL DEFAULT 0; -- unix ms, by this server's clock

-- The server keeps samples of columns for its planner, which would outlive what was erased. The first
-- statement of each pair drops those that it has.
ALTER TABLE people ALTER COLUMN "user" TYPE word;
ALTER TABLE people ALTER COLUMN "user" SET STATISTICS 0;
ALTER TABLE names ALTER COLUMN name TYPE word;
ALTER TABLE names ALTER COLUMN name SET STATISTICS 0;
ALTER TABLE texts ALTER COLUMN body TYPE word;
ALTER TABLE texts ALTER COLUMN body SET STATISTICS 0;
