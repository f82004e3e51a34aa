-- +goose Up
-- Public messages that are still to be drawn again, since somebody whom they show was erased. No row
-- says who.
CREATE TABLE redraws (
    id      INTEGER PRIMARY KEY, -- number of the post
    server  TEXT    NOT NULL,    -- Discord id, as those of the channel and the message
    channel TEXT    NOT NULL,
    message TEXT    NOT NULL,
    owner   TEXT    NOT NULL,    -- the table, proposal or server's seasons that it is of; '' if somebody shared it
    kind    INTEGER NOT NULL,    -- table.PostKind of what it shows; 0 if somebody shared it
    hand    INTEGER NOT NULL,    -- that it is of; 0: of none
    start   INTEGER NOT NULL,    -- of a season: when it began, unix ms
    seq     INTEGER NOT NULL,    -- events of the table that it knows; of a season when it ended, of what was shared when that was, unix ms
    lang    TEXT    NOT NULL,    -- tag of the language in which it was shared; '' for all else
    since   INTEGER NOT NULL,    -- unix ms: when the person was erased
    UNIQUE (channel, message)
) STRICT;

-- Messages in which people shared something, and whom each shows.
CREATE TABLE shares (
    person  TEXT    NOT NULL, -- pseudonym
    server  TEXT    NOT NULL, -- Discord id, as those of the channel and the message
    channel TEXT    NOT NULL,
    message TEXT    NOT NULL,
    lang    TEXT    NOT NULL, -- tag of its language
    at      INTEGER NOT NULL, -- unix ms
    PRIMARY KEY (person, message)
) STRICT, WITHOUT ROWID;
CREATE INDEX shares_of_message ON shares (message);
CREATE INDEX shares_of_server ON shares (server);
