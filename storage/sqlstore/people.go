package sqlstore

import (
	"context"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"encoding/base32"
	"errors"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// Person returns the pseudonym of a user; "" for one who never acted.
func (r *Reader) Person(ctx context.Context, user string) (sitting.Person, error) {
	var p sitting.Person
	err := r.asked.PersonOf.QueryRowContext(ctx, user).Scan(&p)
	return p, Found(err, nil)
}

// Register returns the pseudonym of who acts, made on first need, and keeps what
// they are called in a server; with an empty name none. It writes only when the user
// is new, or is called otherwise than before.
func (d *Store) Register(ctx context.Context, user string, s sitting.Server, name string) (sitting.Person, error) {
	var p sitting.Person
	var last string
	err := d.read.asked.Named.QueryRowContext(ctx, string(s), user).Scan(&p, &last)
	if err == nil && (name == "" || last == name) {
		return p, nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", Sorted(err)
	}
	fresh := newPerson()
	err = d.change(ctx, func(w *Tx) error {
		var dest [1]driver.Value
		if _, err := w.said.SetPerson.Row(dest[:], string(fresh), user); err != nil {
			return err
		}
		p = sitting.Person(dest[0].(string))
		if name == "" {
			return nil
		}
		err := w.said.SetName.Tell(string(p), string(s), name)
		return err
	})
	if err != nil {
		return "", err
	}
	return p, nil
}

// newPerson makes up a pseudonym: "p" and 80 random bits.
func newPerson() sitting.Person {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails
	return sitting.Person("p" + strings.ToLower(base32.StdEncoding.EncodeToString(b[:])))
}

// Known returns who people are in a server, in the order asked; an erased or unknown
// one has an empty User.
func (r *Reader) Known(ctx context.Context, s sitting.Server, people []sitting.Person) ([]table.Known, error) {
	known := make([]table.Known, len(people))
	for i, p := range people {
		known[i].Person = p
		err := r.asked.Known.QueryRowContext(ctx, string(s), string(p)).Scan(&known[i].User, &known[i].Name)
		if err := Found(err, nil); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// Kept returns what is kept of a person, as [table.Kept] says; the zero Kept of one
// who is erased or unknown.
func (r *Reader) Kept(ctx context.Context, p sitting.Person) (table.Kept, error) {
	var k table.Kept
	err := r.asked.Kept.QueryRowContext(ctx, string(p)).Scan(&k.Lang, &k.Prefs)
	return k, Found(err, nil)
}

// SetPrefs keeps a person's settings for what they are shown, in place of those
// before, and the language that they set them in; an empty text is no settings, an empty
// language the one that is kept. False: they are others meanwhile, or there is nobody of that name.
func (d *Store) SetPrefs(ctx context.Context, p sitting.Person, before string, now table.Kept) (bool, error) {
	var rows int64
	err := d.change(ctx, func(w *Tx) (err error) {
		rows, err = w.said.SetPrefs.Run(now.Prefs, now.Lang, string(p), before)
		return err
	})
	return rows > 0, err
}

// Seats lists the open tables at which a person may have a seat, as [table.Habits]
// says: those whose events once seated them, or asked them to sit.
func (r *Reader) Seats(ctx context.Context, p sitting.Person) ([]sitting.ID, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT name FROM tables t WHERE "+isOpen+" AND "+namedIn+" ORDER BY +id", string(p))
	return Column[sitting.ID](rows, err)
}

// Erase forgets who a person is, what they are called in each server, their
// language, settings and quiet hours, the words that they wrote and their record. Their pseudonym stays in events and entries,
// so games, hashes and sums stay as they were; a deal that their word went into
// can't be recomputed any more. If the user comes back, it is as somebody new.
// Nobody of that name is no error. Messages that show them are owed to be drawn again.
//
// What is erased is overwritten in the file before it returns, unless someone is just reading it as it was before, a backup
// for instance: then soon after that.
func (d *Store) Erase(ctx context.Context, p sitting.Person, shown ...table.Shown) error {
	return d.change(ctx, func(w *Tx) error {
		if err := w.oweRedraws(shown); err != nil {
			return err
		}
		for _, drop := range []*Statement{
			w.said.DropTexts, w.said.DropNames, w.said.DropWatches, w.said.DropAsks, w.said.DropPlays, w.said.DropFacts, w.said.DropDepartures,
			w.said.DropShares, w.said.DropPerson,
		} {
			if err := drop.Tell(string(p)); err != nil {
				return err
			}
		}
		if err := w.setQuiet(p, sitting.Quiet{}); err != nil {
			return err
		}
		w.keeper.Wipe()
		return nil
	})
}

// secretSize is the number of random bytes of a secret.
const secretSize = 32

// Secret returns the 32 random bytes of that name, made when they are first
// asked for and the same ever after.
func (d *Store) Secret(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, secretSize)
	_, _ = rand.Read(fresh) // never fails
	return d.once(ctx, name, fresh)
}

// once keeps a value by a name that nothing is kept by yet, and returns what is kept by it.
func (d *Store) once(ctx context.Context, name string, value []byte) ([]byte, error) {
	kept, err := d.read.kept(ctx, name)
	if kept != nil || err != nil {
		return kept, err
	}
	err = d.change(ctx, func(w *Tx) error {
		var dest [1]driver.Value
		if _, err := w.said.Secret.Row(dest[:], name, value); err != nil {
			return err
		}
		kept = dest[0].([]byte)
		return w.sumUp()
	})
	return kept, err
}

// kept is what once keeps by a name; nil: nothing.
func (r *Reader) kept(ctx context.Context, name string) ([]byte, error) {
	var value []byte
	err := r.asked.Secret.QueryRowContext(ctx, name).Scan(&value)
	return value, Found(err, nil)
}
