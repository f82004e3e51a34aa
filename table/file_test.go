package table_test

import (
	"context"
	"path/filepath"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// newFile is a file in which nothing has happened, with what lies beside it.
var newFile = storagetest.NewFolder(func(dir string) error {
	db, err := sqlite.Open(context.Background(), filepath.Join(dir, "boathouse.db"), sqlite.Options{})
	if err != nil {
		return err
	}
	return db.Close()
})
