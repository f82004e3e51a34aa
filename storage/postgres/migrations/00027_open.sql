-- +goose Up
-- Open tables by the person whose turn it is, and open proposals by those whom they are between: what one
-- person is asked for now, among all tables that ever were.
CREATE INDEX tables_waits ON tables (waits) WHERE open = 1;
CREATE INDEX tables_low ON tables (low) WHERE open = 1 AND sort = 1;
CREATE INDEX tables_high ON tables (high) WHERE open = 1 AND sort = 1;
-- What people are called in a server that removed the bot.
CREATE INDEX names_of_server ON names (server);
