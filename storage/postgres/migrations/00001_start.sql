-- +goose Up
-- Words are compared byte by byte, whatever language the server speaks.
CREATE DOMAIN word AS text COLLATE "C";

-- +goose StatementBegin
-- Where a text stands in bytes; 0: nowhere.
CREATE FUNCTION instr(body bytea, part text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN position(convert_to(part, 'UTF8') IN body);
-- +goose StatementEnd

-- What is changed by one at a time: an owner, the tab of a server, the list of tables. Who changes it
-- locks its row first. The epoch is that of the newest claim to an owner; 0: nobody ever claimed it.
CREATE TABLE heads (
    owner  word   PRIMARY KEY,
    epoch  bigint NOT NULL DEFAULT 0,
    worker word   NOT NULL DEFAULT ''
);

-- One row a table or proposal. Rows name it by its id here; everyone else knows it by its name.
CREATE TABLE tables (
    id      bigint PRIMARY KEY, -- in the order of opening, numbered through
    name    word   NOT NULL UNIQUE,
    server  word   NOT NULL,
    channel word   NOT NULL,
    open    bigint NOT NULL CHECK (open IN (0, 1)),
    seq     bigint NOT NULL,    -- events stored
    wake    bigint NOT NULL,    -- when it next has something to do, unix ms; 0 for nothing
    posts   bigint NOT NULL DEFAULT 0, -- that were owed in all
    moved   bigint NOT NULL DEFAULT 0, -- when its newest event was stored, unix ms
    waits   word,               -- the person whose turn it is; '' for nobody, NULL where it was never noted
    opener  word   NOT NULL DEFAULT '',
    sort    bigint NOT NULL DEFAULT 0 CHECK (sort IN (0, 1)), -- 0: a table, 1: a proposal
    low     word   NOT NULL DEFAULT '', -- of a proposal: between whom it is, by name;
    high    word   NOT NULL DEFAULT ''  -- empty where it is between no two
);
CREATE INDEX tables_of_channel ON tables (channel);
CREATE INDEX tables_open_of_person ON tables (opener) WHERE open = 1;
CREATE INDEX tables_open_of_server ON tables (server) WHERE open = 1;
CREATE UNIQUE INDEX tables_one_open ON tables (channel) WHERE open = 1 AND channel <> '';
CREATE INDEX tables_alone ON tables (opener) WHERE channel = '';
CREATE INDEX tables_of_server ON tables (server, id);
CREATE UNIQUE INDEX tables_one_alone ON tables (opener) WHERE open = 1 AND channel = '' AND sort = 0;
CREATE UNIQUE INDEX tables_one_between ON tables (server, low, high) WHERE open = 1 AND sort = 1;
CREATE INDEX tables_agreed ON tables (server, moved) WHERE sort = 1;

-- What happened, for ever. Ids rise with each table's events, each tab's entries and each person's names;
-- between them are gaps, where a transaction was undone.
CREATE SEQUENCE event_ids AS bigint;
CREATE TABLE events (
    id        bigint PRIMARY KEY,
    table_id  bigint NOT NULL REFERENCES tables (id),
    seq       bigint NOT NULL, -- from 1
    at        bigint NOT NULL, -- unix ms
    kind      word   NOT NULL,
    body      bytea  NOT NULL,
    text_hash bytea,           -- of the row in texts; NULL without one
    prev      bytea  NOT NULL, -- hash of the table's event before
    hash      bytea  NOT NULL,
    ties      bytea,           -- to rows beside the event; NULL without any
    UNIQUE (table_id, seq)
);

-- Free text of events, salted so that its hash tells nothing once it is erased.
CREATE TABLE texts (
    table_id bigint NOT NULL,
    seq      bigint NOT NULL,
    author   word   NOT NULL, -- pseudonym
    salt     bytea  NOT NULL,
    body     word   NOT NULL,
    PRIMARY KEY (table_id, seq),
    FOREIGN KEY (table_id, seq) REFERENCES events (table_id, seq)
);
CREATE INDEX texts_of_author ON texts (author);

-- Idempotency keys with the receipt of the batch that they stored.
CREATE TABLE keys (
    key        word   PRIMARY KEY,
    table_name word   NOT NULL,
    from_seq   bigint NOT NULL, -- the batch's events are from_seq + 1 to to_seq
    to_seq     bigint NOT NULL,
    owed       bytea,           -- the posts, packed
    tab_head   word   NOT NULL,
    tied       bigint NOT NULL DEFAULT 0
);

-- Posts that channels are owed; a row goes when its post is made.
CREATE TABLE outbox (
    id         bigint PRIMARY KEY,
    table_id   bigint NOT NULL,
    kind       bigint NOT NULL,
    hand       bigint NOT NULL,
    seq        bigint NOT NULL,
    to_channel word   NOT NULL DEFAULT '', -- where a post goes; both '' is the channel of the table that owes it
    to_person  word   NOT NULL DEFAULT ''
);
CREATE INDEX outbox_of_table ON outbox (table_id);

-- Where a table's messages stand, as JSON.
CREATE TABLE refs (
    table_id bigint PRIMARY KEY REFERENCES tables (id),
    body     word   NOT NULL,
    done     bigint NOT NULL DEFAULT 0 -- posts
);

-- The only place that knows who a pseudonym is.
CREATE TABLE people (
    person word  PRIMARY KEY,
    "user" word  NOT NULL UNIQUE,
    salt   bytea,                    -- of the hash that ties a person to their user; NULL until an event names them
    lang   word  NOT NULL DEFAULT '', -- tag of the language that they acted in last; '' for not known
    prefs  word  NOT NULL DEFAULT ''  -- their settings for what they are shown; '' for none
);

-- What people are called, by server: a name of one server is never shown in another.
CREATE TABLE names (
    person word NOT NULL REFERENCES people (person),
    server word NOT NULL,
    name   word NOT NULL,
    PRIMARY KEY (person, server)
);

-- The tab: two rows a debt, that sum to zero.
CREATE TABLE entries (
    server   word   NOT NULL,
    seq      bigint NOT NULL, -- from 1 in each server
    at       bigint NOT NULL, -- unix ms
    layout   bigint NOT NULL CHECK (layout IN (1, 2)), -- of what is hashed: 1 knows hands alone
    kind     word   NOT NULL CHECK (kind IN ('hand', 'settlement', 'forgiveness', 'reversal', 'write-off')),
    table_id bigint REFERENCES tables (id), -- of a hand; NULL of any other
    hand     bigint NOT NULL, -- of a hand, from 1; 0 of any other
    again    bigint NOT NULL, -- of a hand: 0 when dealt fresh, k for the k-th turning
    ref      word   NOT NULL, -- what any other belongs to: an id, or the number of the entry undone; '' of a hand
    person   word   NOT NULL,
    other    word   NOT NULL CHECK (other <> person),
    pips     bigint NOT NULL CHECK (pips <> 0), -- above 0: other owes person
    prev     bytea  NOT NULL, -- hash of the server's entry before
    hash     bytea  NOT NULL,
    PRIMARY KEY (server, seq),
    CHECK ((kind = 'hand') = (table_id IS NOT NULL)),
    CHECK ((kind = 'hand') = (ref = '')),
    CHECK (layout = 2 OR kind = 'hand')
);
CREATE INDEX entries_of_person ON entries (server, person, seq);
CREATE INDEX entries_of_pair ON entries (server, person, other, seq);
CREATE INDEX entries_of_hand ON entries (table_id, hand, again);
CREATE INDEX entries_of_ref ON entries (server, ref) WHERE ref <> '';

-- One row a server with a tab: its head, by which a tab that was cut short is known.
CREATE TABLE tabs (
    server  word   PRIMARY KEY,
    entries bigint NOT NULL -- stored
);

-- What lies between two people: the sum of the entries of the one with the other.
CREATE TABLE balances (
    server word   NOT NULL,
    person word   NOT NULL,
    other  word   NOT NULL,
    pips   bigint NOT NULL, -- above 0: other owes person; 0: they are even again
    hands  bigint NOT NULL DEFAULT 0, -- on the tab, that both sat in, less those that were voided
    PRIMARY KEY (server, person, other)
);

-- What hands brought a person by the end of a quarter of an hour, from the beginning on.
CREATE TABLE quarters (
    server      word   NOT NULL,
    person      word   NOT NULL,
    start       bigint NOT NULL CHECK (start % 900000 = 0), -- unix ms
    pips        bigint NOT NULL, -- that hands brought which ended then
    hands       bigint NOT NULL, -- on the tab, that ended then and the person sat in
    wins        bigint NOT NULL, -- of these, that the person collected for
    rummies     bigint NOT NULL, -- of these, that were won all at once
    all_pips    bigint NOT NULL, -- the sum of pips up to this row, and so on
    all_hands   bigint NOT NULL,
    all_wins    bigint NOT NULL,
    all_rummies bigint NOT NULL,
    PRIMARY KEY (server, person, start)
);

-- What a hand was to somebody who ended it themselves.
CREATE TABLE plays (
    person  word   NOT NULL REFERENCES people (person),
    event   bigint NOT NULL, -- that ended the hand
    server  word   NOT NULL,
    alone   bigint NOT NULL CHECK (alone IN (0, 1)), -- with computers only
    won     bigint NOT NULL CHECK (won IN (0, 1)),
    rummy   bigint NOT NULL CHECK (rummy IN (0, won)), -- won all at once
    pips    bigint NOT NULL, -- collected; below 0: paid
    against word   NOT NULL, -- words of the computers that sat, each once, in order, with a space between
    PRIMARY KEY (person, event)
);

CREATE TABLE secrets (
    name  word  PRIMARY KEY,
    value bytea NOT NULL
);

-- How often the store was opened for writing; the numbers of posts start with it.
CREATE TABLE openings (
    one   bigint PRIMARY KEY CHECK (one = 1),
    count bigint NOT NULL,
    sum   bytea -- hash of what stays from one opening to the next: this row and the secrets
);
INSERT INTO openings (one, count) VALUES (1, 0);

-- Quiet hours of people, by the clock on the wall of a zone.
CREATE TABLE quiet (
    person word   PRIMARY KEY,
    start  bigint NOT NULL, -- minutes after midnight
    stop   bigint NOT NULL,
    zone   word   NOT NULL
);

-- The time up to which the bot was there, unix ms; and when nobody could play, until no table needs it any more.
CREATE TABLE pulse (
    one bigint PRIMARY KEY CHECK (one = 1),
    at  bigint NOT NULL
);
CREATE TABLE outages (
    start bigint PRIMARY KEY, -- unix ms
    stop  bigint NOT NULL
);

-- Who is told when a table opens in a server, and when they were told last.
CREATE TABLE watches (
    server word   NOT NULL,
    person word   NOT NULL REFERENCES people (person),
    told   bigint NOT NULL DEFAULT 0, -- unix ms; 0: never
    PRIMARY KEY (server, person)
);
CREATE INDEX watches_of_person ON watches (person);

-- What the managers of a server have settled for its tables, as JSON.
CREATE TABLE servers (
    server word PRIMARY KEY,
    body   word NOT NULL
);

-- What they have settled for its tab, and when its season ends.
CREATE TABLE calendars (
    server word   PRIMARY KEY,
    body   word   NOT NULL, -- JSON
    wake   bigint NOT NULL  -- unix ms; 0: no season ends
);

-- Seasons that have ended, and where that was told.
CREATE TABLE seasons (
    server  word   NOT NULL,
    start   bigint NOT NULL CHECK (start % 900000 = 0), -- unix ms
    stop    bigint NOT NULL CHECK (stop % 900000 = 0 AND stop > start),
    channel word   NOT NULL, -- '' where it is told nowhere
    post    bigint NOT NULL, -- number of the post that is owed; 0: none, or it is made
    message word   NOT NULL, -- that tells of it; '' while there is none
    PRIMARY KEY (server, stop)
);

-- Servers to which posts have been refused since a moment, or that removed the bot.
CREATE TABLE absences (
    server word   PRIMARY KEY,
    since  bigint NOT NULL, -- unix ms
    gone   bigint NOT NULL CHECK (gone IN (0, 1)) -- 1: what is erased then, is
);

-- How far idempotency keys have been let go: those of all events up to one.
CREATE TABLE letgo (
    one   bigint PRIMARY KEY CHECK (one = 1),
    event bigint NOT NULL
);
INSERT INTO letgo (one, event) VALUES (1, 0);

-- +goose StatementBegin
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%: append only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION next_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq = 1 AND NEW.prev = decode(repeat('00', 32), 'hex') AND NOT EXISTS (SELECT 1 FROM events WHERE table_id = NEW.table_id)
        OR (NEW.seq - 1, NEW.prev) = (SELECT seq, hash FROM events WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'events: not the next event' USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION next_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.seq = 1 AND NEW.prev = decode(repeat('00', 32), 'hex') AND NOT EXISTS (SELECT 1 FROM entries WHERE server = NEW.server)
        OR (NEW.seq - 1, NEW.prev) = (SELECT seq, hash FROM entries WHERE server = NEW.server ORDER BY seq DESC LIMIT 1) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'entries: not the next entry' USING ERRCODE = 'integrity_constraint_violation';
END $$;
-- +goose StatementEnd
CREATE TRIGGER events_in_order BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION next_event();
CREATE TRIGGER events_stay BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER events_remain BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER entries_in_order BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION next_entry();
CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER entries_remain BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- The mark by which a database is known to be ours.
COMMENT ON TABLE openings IS 'boathouse';
