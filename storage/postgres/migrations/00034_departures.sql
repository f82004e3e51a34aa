-- +goose Up
-- People who were known to have left a server, until they are seen there again.
CREATE TABLE departures (
    server word   NOT NULL, -- Discord id
    person word   NOT NULL, -- pseudonym
    since  bigint NOT NULL, -- unix ms: when it was first known; 0: they are back
    untold bigint NOT NULL, -- unix ms: of write-offs from then on they haven't been told
    PRIMARY KEY (server, person)
);
CREATE INDEX departures_of_person ON departures (person);
