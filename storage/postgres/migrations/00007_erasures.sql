-- +goose Up
-- How often somebody was erased, or what people are called somewhere: who remembers some of that asks for it.
CREATE TABLE erasures (
    one   bigint PRIMARY KEY CHECK (one = 1),
    count bigint NOT NULL
);
INSERT INTO erasures (one, count) VALUES (1, 0);

-- +goose StatementBegin
CREATE FUNCTION count_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE erasures SET count = count + 1;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER people_erased AFTER DELETE ON people FOR EACH STATEMENT EXECUTE FUNCTION count_erasure();
CREATE TRIGGER names_erased AFTER DELETE ON names FOR EACH STATEMENT EXECUTE FUNCTION count_erasure();
