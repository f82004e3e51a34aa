-- +goose Up
-- An entry comes from a hand, or from something else between two people. Entries
-- from before keep the layout in which they were hashed.
CREATE TABLE entries_new (
    server   TEXT    NOT NULL,
    seq      INTEGER NOT NULL, -- from 1 in each server
    at       INTEGER NOT NULL, -- unix ms
    layout   INTEGER NOT NULL CHECK (layout IN (1, 2)), -- of what is hashed: 1 knows hands alone
    kind     TEXT    NOT NULL CHECK (kind IN ('hand', 'settlement', 'forgiveness', 'reversal', 'write-off')),
    table_id INTEGER REFERENCES tables (id), -- of a hand; NULL of any other
    hand     INTEGER NOT NULL, -- of a hand, from 1; 0 of any other
    again    INTEGER NOT NULL, -- of a hand: 0 when dealt fresh, k for the k-th turning
    ref      TEXT    NOT NULL, -- what any other belongs to: an id, or the number of the entry undone; '' of a hand
    person   TEXT    NOT NULL,
    other    TEXT    NOT NULL CHECK (other <> person),
    pips     INTEGER NOT NULL CHECK (pips <> 0), -- above 0: other owes person
    prev     BLOB    NOT NULL, -- hash of the server's entry before
    hash     BLOB    NOT NULL,
    PRIMARY KEY (server, seq),
    CHECK ((kind = 'hand') = (table_id IS NOT NULL)),
    CHECK ((kind = 'hand') = (ref = '')),
    CHECK (layout = 2 OR kind = 'hand')
) STRICT, WITHOUT ROWID;
INSERT INTO entries_new SELECT server, seq, at, 1, 'hand', table_id, hand, again, '', person, other, pips, prev, hash FROM entries ORDER BY server, seq;
DROP TABLE entries;
ALTER TABLE entries_new RENAME TO entries;
CREATE INDEX entries_of_table ON entries (table_id);

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

-- What lies between two people: the sum of the entries of the one with the other.
CREATE TABLE balances (
    server TEXT    NOT NULL,
    person TEXT    NOT NULL,
    other  TEXT    NOT NULL,
    pips   INTEGER NOT NULL, -- above 0: other owes person; 0: they are even again
    PRIMARY KEY (server, person, other)
) STRICT, WITHOUT ROWID;
INSERT INTO balances SELECT server, person, other, sum(pips) FROM entries GROUP BY server, person, other;

-- What a quarter of an hour brought a person. A day begins on one in every time
-- zone, so that what a day anywhere brought is a sum of these.
CREATE TABLE quarters (
    server  TEXT    NOT NULL,
    person  TEXT    NOT NULL,
    start   INTEGER NOT NULL CHECK (start % 900000 = 0), -- unix ms
    pips    INTEGER NOT NULL, -- the sum of the person's entries
    hands   INTEGER NOT NULL, -- on the tab, that ended then and the person sat in
    wins    INTEGER NOT NULL, -- of these, that the person collected for
    rummies INTEGER NOT NULL, -- of these, that were won all at once
    PRIMARY KEY (server, person, start)
) STRICT, WITHOUT ROWID;
INSERT INTO quarters SELECT server, person, at - at % 900000, sum(pips), 0, 0, 0 FROM entries GROUP BY 1, 2, 3;
