package commands

import (
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
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

// forgiveNoTable makes no error of there being no table.
func forgiveNoTable(err error) error {
	if isNoTable(err) {
		return nil
	}
	return err
}
