-- +goose Up
-- Public messages that are still to be drawn again, since somebody whom they show was erased. No row
-- says who.
CREATE TABLE redraws (
    id      bigint  PRIMARY KEY, -- number of the post
    server  word    NOT NULL,    -- Discord id, as those of the channel and the message
    channel word    NOT NULL,
    message word    NOT NULL,
    owner   word    NOT NULL,    -- the table, proposal or server's seasons that it is of; '' if somebody shared it
    kind    bigint  NOT NULL,    -- table.PostKind of what it shows; 0 if somebody shared it
    hand    bigint  NOT NULL,    -- that it is of; 0: of none
    start   bigint  NOT NULL,    -- of a season: when it began, unix ms
    seq     bigint  NOT NULL,    -- events of the table that it knows; of a season when it ended, of what was shared when that was, unix ms
    lang    word    NOT NULL,    -- tag of the language in which it was shared; '' for all else
    since   bigint  NOT NULL,    -- unix ms: when the person was erased
    UNIQUE (channel, message)
);

-- Messages in which people shared something, and whom each shows.
CREATE TABLE shares (
    person  word    NOT NULL, -- pseudonym
    server  word    NOT NULL, -- Discord id, as those of the channel and the message
    channel word    NOT NULL,
    message word    NOT NULL,
    lang    word    NOT NULL, -- tag of its language
    at      bigint  NOT NULL, -- unix ms
    PRIMARY KEY (person, message)
);
CREATE INDEX shares_of_message ON shares (message);
CREATE INDEX shares_of_server ON shares (server);
