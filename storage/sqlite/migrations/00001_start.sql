-- +goose Up
-- The mark by which a file is known to be ours: "BHRm" as a number.
PRAGMA application_id = 1112035949;

-- One row a table: its head, which is all that is needed without its events.
-- Rows name a table by its id here; everyone else knows it by its name.
CREATE TABLE tables (
    id      INTEGER PRIMARY KEY, -- in the order of opening
    name    TEXT    NOT NULL UNIQUE,
    server  TEXT    NOT NULL,
    channel TEXT    NOT NULL,
    open    INTEGER NOT NULL CHECK (open IN (0, 1)),
    seq     INTEGER NOT NULL,    -- events stored
    wake    INTEGER NOT NULL     -- when it next has something to do, unix ms; 0 for nothing
) STRICT;
CREATE UNIQUE INDEX tables_one_open ON tables (channel) WHERE open = 1;
CREATE INDEX tables_of_channel ON tables (channel);

-- What happened, for ever. The pair (table_id, seq) is the lock between writers.
-- id counts all events; because a row must name it, and name the next one, no
-- insert can take the place of another row.
CREATE TABLE events (
    id        INTEGER PRIMARY KEY,
    table_id  INTEGER NOT NULL REFERENCES tables (id),
    seq       INTEGER NOT NULL, -- from 1
    at        INTEGER NOT NULL, -- unix ms
    kind      TEXT    NOT NULL,
    body      BLOB    NOT NULL,
    text_hash BLOB,             -- of the row in texts; NULL without one
    prev      BLOB    NOT NULL, -- hash of the table's event before
    hash      BLOB    NOT NULL,
    UNIQUE (table_id, seq)
) STRICT;

-- Free text of events, salted so that its hash tells nothing once it is erased.
CREATE TABLE texts (
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    author   TEXT    NOT NULL, -- pseudonym
    salt     BLOB    NOT NULL,
    body     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq),
    FOREIGN KEY (table_id, seq) REFERENCES events (table_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX texts_of_author ON texts (author);

-- Idempotency keys with the receipt of the batch that they stored.
CREATE TABLE keys (
    key        TEXT    PRIMARY KEY,
    table_name TEXT    NOT NULL,
    from_seq   INTEGER NOT NULL, -- the batch's events are from_seq + 1 to to_seq
    to_seq     INTEGER NOT NULL,
    owed       BLOB,             -- the posts, packed
    tab_head   TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

-- Posts that channels are owed; a row goes when its post is made.
-- Few at a time, so an index by table would cost each move more than it saves.
CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    kind     INTEGER NOT NULL,
    hand     INTEGER NOT NULL,
    seq      INTEGER NOT NULL
) STRICT;

-- Where a table's messages stand, as JSON.
CREATE TABLE refs (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id),
    body     TEXT    NOT NULL
) STRICT;

-- The only place that knows who a pseudonym is.
CREATE TABLE people (
    person TEXT PRIMARY KEY,
    user   TEXT NOT NULL UNIQUE,
    name   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The tab: two rows a debt, that sum to zero.
CREATE TABLE entries (
    server   TEXT    NOT NULL,
    seq      INTEGER NOT NULL, -- from 1 in each server
    at       INTEGER NOT NULL, -- unix ms
    table_id INTEGER NOT NULL REFERENCES tables (id),
    hand     INTEGER NOT NULL, -- from 1
    person   TEXT    NOT NULL,
    other    TEXT    NOT NULL CHECK (other <> person),
    pips     INTEGER NOT NULL CHECK (pips <> 0), -- above 0: other owes person
    prev     BLOB    NOT NULL, -- hash of the server's entry before
    hash     BLOB    NOT NULL,
    PRIMARY KEY (server, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_of_person ON entries (server, person, other, pips);
CREATE INDEX entries_of_table ON entries (table_id);

-- One row a server with a tab: its head, by which a tab that was cut short is known.
CREATE TABLE tabs (
    server  TEXT    PRIMARY KEY,
    entries INTEGER NOT NULL -- stored
) STRICT, WITHOUT ROWID;

CREATE TABLE secrets (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- How often the file was opened for writing; the numbers of posts start with it.
CREATE TABLE openings (
    one   INTEGER PRIMARY KEY CHECK (one = 1),
    count INTEGER NOT NULL
) STRICT;
INSERT INTO openings (one, count) VALUES (1, 0);

-- +goose StatementBegin
CREATE TRIGGER events_in_order BEFORE INSERT ON events
WHEN NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM events)
  OR (NEW.seq - 1, NEW.prev) IS NOT
         (SELECT seq, hash FROM events WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1)
     AND NOT (NEW.seq IS 1 AND NEW.prev IS zeroblob(32)
         AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = NEW.table_id))
BEGIN
    SELECT RAISE(ABORT, 'events: not the next event');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'events: append only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER events_remain BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'events: append only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER entries_in_order BEFORE INSERT ON entries
WHEN (NEW.seq - 1, NEW.prev) IS NOT
         (SELECT seq, hash FROM entries WHERE server = NEW.server ORDER BY seq DESC LIMIT 1)
     AND NOT (NEW.seq IS 1 AND NEW.prev IS zeroblob(32)
         AND NOT EXISTS (SELECT 1 FROM entries WHERE server = NEW.server))
BEGIN
    SELECT RAISE(ABORT, 'entries: not the next entry');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
BEGIN
    SELECT RAISE(ABORT, 'entries: append only');
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER entries_remain BEFORE DELETE ON entries
BEGIN
    SELECT RAISE(ABORT, 'entries: append only');
END;
-- +goose StatementEnd
