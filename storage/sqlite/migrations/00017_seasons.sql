-- +goose Up
-- What hands brought a person by the end of a quarter of an hour, from the beginning on: so that
-- any time's standing is the difference of two rows a person.
CREATE TABLE quarters_new (
    server      TEXT    NOT NULL,
    person      TEXT    NOT NULL,
    start       INTEGER NOT NULL CHECK (start % 900000 = 0), -- unix ms
    pips        INTEGER NOT NULL, -- that hands brought which ended then
    hands       INTEGER NOT NULL, -- on the tab, that ended then and the person sat in
    wins        INTEGER NOT NULL, -- of these, that the person collected for
    rummies     INTEGER NOT NULL, -- of these, that were won all at once
    all_pips    INTEGER NOT NULL, -- the sum of pips up to this row, and so on
    all_hands   INTEGER NOT NULL,
    all_wins    INTEGER NOT NULL,
    all_rummies INTEGER NOT NULL,
    PRIMARY KEY (server, person, start)
) STRICT, WITHOUT ROWID;
INSERT INTO quarters_new SELECT server, person, start, pips, hands, wins, rummies,
        sum(pips) OVER so_far, sum(hands) OVER so_far, sum(wins) OVER so_far, sum(rummies) OVER so_far
    FROM quarters WINDOW so_far AS (PARTITION BY server, person ORDER BY start);
DROP TABLE quarters;
ALTER TABLE quarters_new RENAME TO quarters;

-- What the managers of a server have settled for its tab, and when its season ends.
CREATE TABLE calendars (
    server TEXT PRIMARY KEY,
    body   TEXT    NOT NULL, -- as table.Calendar is written in JSON
    wake   INTEGER NOT NULL  -- unix ms; 0: no season ends
) STRICT, WITHOUT ROWID;

-- Seasons that have ended, and where that was told.
CREATE TABLE seasons (
    server  TEXT    NOT NULL,
    start   INTEGER NOT NULL CHECK (start % 900000 = 0), -- unix ms
    stop    INTEGER NOT NULL CHECK (stop % 900000 = 0 AND stop > start),
    channel TEXT    NOT NULL, -- '' where it is told nowhere
    post    INTEGER NOT NULL, -- number of the post that is owed; 0: none, or it is made
    message TEXT    NOT NULL, -- that tells of it; '' while there is none
    PRIMARY KEY (server, stop)
) STRICT, WITHOUT ROWID;
