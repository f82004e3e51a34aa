-- +goose Up
-- What ties an event to rows beside it, so that these can't be changed without
-- changing the chain: parts of a letter and a hash each, in this order.
--   p, 32 bytes: who the person is whom the event names, salted; in the first event that names them
--   k, 16 bytes: the receipt of the batch that ends with the event
--   t, 32 bytes: the head of the server's tab after that batch; in a batch with debts
ALTER TABLE events ADD COLUMN ties BLOB; -- NULL without one

-- Salt of the hash that ties a person to their user; NULL until an event names them.
ALTER TABLE people ADD COLUMN salt BLOB;

-- Receipts older than ties are in no event.
ALTER TABLE keys ADD COLUMN tied INTEGER NOT NULL DEFAULT 0;

-- Posts that were owed in all, and those done: the difference is in the outbox.
ALTER TABLE tables ADD COLUMN posts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE refs ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET posts = (SELECT count(*) FROM outbox WHERE table_id = tables.id);

-- Hash of what stays from one opening to the next: this row, the versions of the
-- file, the secrets.
ALTER TABLE openings ADD COLUMN sum BLOB;
