-- +goose Up
-- How often anything was kept of a table that was lost: who remembers that asks for it.
ALTER TABLE erasures ADD COLUMN losses bigint NOT NULL DEFAULT 0;

-- +goose StatementBegin
CREATE FUNCTION count_loss() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE erasures SET losses = losses + 1;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER losses_counted AFTER INSERT OR UPDATE ON losses FOR EACH STATEMENT EXECUTE FUNCTION count_loss();
