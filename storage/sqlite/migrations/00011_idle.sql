-- +goose Up
-- Tables that wait for people close by themselves some day. Those that were left
-- without a time look at their clocks once: too early does no harm.
UPDATE tables SET wake = 1 WHERE open = 1 AND wake = 0;
