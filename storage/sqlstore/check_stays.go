package sqlstore

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/storage"
)

// Stays compares what stays from one opening of the database to the next with its hash.
func (c *Checking) Stays(ctx context.Context) error {
	var rows, one, count int64
	var sum []byte
	err := c.Tx.QueryRowContext(ctx, `SELECT (SELECT count(*) FROM openings), coalesce(min(one), 0), coalesce(min(count), 0), (SELECT sum FROM openings ORDER BY one LIMIT 1)
		FROM openings`).Scan(&rows, &one, &count, &sum)
	if err != nil {
		return Sorted(err)
	}
	stays := fmt.Sprintf("%d %d", one, count)
	secrets, err := c.Tx.QueryContext(ctx, "SELECT name, value FROM secrets ORDER BY name") //nolint:rowserrcheck // Each looks
	err = Each(secrets, err, func() error {
		var name string
		var value []byte
		err := ScanSecret(secrets, &name, &value)
		stays += staySecret(name, value)
		return err
	})
	if err != nil {
		return err
	}
	var h storage.Hasher
	if want := h.Stays(stays); rows != 1 || string(sum) != string(want[:]) {
		c.Add(storage.Finding{Code: storage.StaysChanged, Detail: "openings or secrets"})
	}
	return nil
}

// Schema compares the parts of a schema, by their names, with those that the migrations make.
func (c *Checking) Schema(want, has map[string]string) {
	names := maps.Clone(want)
	maps.Copy(names, has)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		text, isThere := has[name]
		_, belongs := want[name]
		switch {
		case !isThere:
			c.Add(storage.Finding{Code: storage.SchemaChanged, Detail: name + " is missing"})
		case !belongs:
			c.Add(storage.Finding{Code: storage.SchemaChanged, Detail: name + " is not the program's"})
		case text != want[name]:
			c.Add(storage.Finding{Code: storage.SchemaChanged, Detail: name + " was changed"})
		}
	}
}
