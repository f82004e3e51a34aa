package commands

import (
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// refused is what a table would refuse too, where the door can tell.
func refused(code sitting.Code) error { return &sitting.Refusal{Code: code} }

// errAnswered is that what should be said first comes too late.
var errAnswered = errors.New("commands: the interaction is answered already")

// errPanicked is what a panic becomes.
var errPanicked = errors.New("commands: an interaction panicked")

// isNoTable says whether an error is that there is no such table.
func isNoTable(err error) bool {
	var no *sitting.Refusal
	return errors.As(err, &no) && no.Code == sitting.NoTable
}

// isNoneHere says whether an error is that a channel has no table, even if the channel that it
// hangs on has one.
func isNoneHere(err error) bool {
	var door *render.DoorRefusal
	return isNoTable(err) || errors.As(err, &door) && door.Code == render.TableAbove
}

// forgiveNoTable makes no error of a channel without a table.
func forgiveNoTable(err error) error {
	if isNoneHere(err) {
		return nil
	}
	return err
}
