-- +goose Up
-- People who were known to have left a server, until they are seen there again.
CREATE TABLE departures (
    server TEXT    NOT NULL, -- Discord id
    person TEXT    NOT NULL, -- pseudonym
    since  INTEGER NOT NULL, -- unix ms: when it was first known; 0: they are back
    untold INTEGER NOT NULL, -- unix ms: of write-offs from then on they haven't been told
    PRIMARY KEY (server, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX departures_of_person ON departures (person);
