package postgres

import (
	"crypto/x509"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// errAddress doesn't quote the address, which has a password in it.
var errAddress = errors.New("storage: that is no address of a PostgreSQL database")

// A ForeignError says that a database has something in it that isn't of this project.
// It is left as it was.
type ForeignError struct{ Place string }

// Error implements error, for logs.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("storage: in %s is another program's data", e.Place)
}

// A ReadOnlyError says that a database takes no changes, as a standby doesn't.
type ReadOnlyError struct{ Place string }

// Error implements error, for logs.
func (e *ReadOnlyError) Error() string { return fmt.Sprintf("storage: %s is read-only", e.Place) }

// A RefusedError says that the server lets nobody of that name and password in, has
// no such database, or isn't the one that the address wants: another try changes nothing.
type RefusedError struct{ Place, Why string }

// Error implements error, for logs.
func (e *RefusedError) Error() string { return fmt.Sprintf("storage: %s: %s", e.Place, e.Why) }

// An UnreachableError says that there is no server, or it doesn't answer.
type UnreachableError struct{ Place, Why string }

// Error implements error, for logs.
func (e *UnreachableError) Error() string {
	return fmt.Sprintf("storage: there is no server for %s, or it doesn't answer: %s", e.Place, e.Why)
}

// PostgreSQL's codes for what a person must mend.
// Source: its documentation, appendix A.
const (
	invalidAuthorization = "28000"
	invalidPassword      = "28P01" // a code
	invalidCatalog       = "3D000"
	insufficientRights   = "42501"
	readOnlyTransaction  = "25006"
)

// sorted gives an error the type that callers tell apart. What pgx says of a connection that it couldn't make isn't passed on, since it
// quotes where it tried to: user, host and database. Of changes it is, in the log alone; the password is in neither.
func sorted(place string, err error) error {
	code, _ := sqlstore.ServerCode(err)
	switch code {
	case invalidAuthorization, invalidPassword:
		return &RefusedError{place, "the server refuses that user or password"}
	case invalidCatalog:
		return &RefusedError{place, "there is no such database"}
	case insufficientRights:
		return &RefusedError{place, "that user may not do it"}
	case readOnlyTransaction:
		return &ReadOnlyError{place}
	}
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) && code == "" {
		switch why := innermost(err).(type) { //nolint:errorlint // there is nothing in it
		case x509.UnknownAuthorityError, x509.HostnameError:
			return &RefusedError{place, "by its certificate it isn't the server that the address wants: " + why.Error()}
		default:
			return &UnreachableError{place, why.Error()}
		}
	}
	return sqlstore.Sorted(err)
}

// innermost is what an error began with; of several, the last.
func innermost(err error) error {
	for {
		var next error
		switch e := err.(type) { //nolint:errorlint // it goes down by itself
		case interface{ Unwrap() error }:
			next = e.Unwrap()
		case interface{ Unwrap() []error }:
			if all := e.Unwrap(); len(all) > 0 {
				next = all[len(all)-1]
			}
		}
		if next == nil {
			return err
		}
		err = next
	}
}
