package commands

import (
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// A trouble is why the door doesn't pass an interaction on.
type trouble struct{ render.TroubleModel }

// Error implements error, for logs.
func (t *trouble) Error() string { return "commands: refused at the door" }

func troubled(t render.Trouble) error { return &trouble{render.TroubleModel{Trouble: t}} }

// errPanicked is what a panic becomes.
var errPanicked = errors.New("commands: an interaction panicked")

// isNoTable says whether an error is that there is no such table.
func isNoTable(err error) bool {
	var no *sitting.Refusal
	return errors.As(err, &no) && no.Code == sitting.NoTable
}

// forgiveNoTable makes no error of there being no table.
func forgiveNoTable(err error) error {
	if isNoTable(err) {
		return nil
	}
	return err
}
