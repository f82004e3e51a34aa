package tab

import "fmt"

// A Person is the pseudonym of a person, never a Discord id. The empty one is
// nobody.
type Person string

// A Debt says that From owes To a number of pips.
type Debt struct {
	From, To Person
	Pips     int64 // from 0; a debt of 0 leaves no rows
}

// An Entry is one row of the books: one person's side of something that
// happened between two. Pips above 0 are owed to Person by Other, pips below 0
// are owed by Person to Other.
//
// Rows come in twos: each row has one that mirrors it (Person and Other
// changed over, Pips negated), so that any number of whole double entries sums
// to zero. Rows are never changed; [Reverse] undoes them with rows of their own.
type Entry struct {
	Person Person
	Other  Person
	Pips   int64 // not 0 in a stored row
}

// A FaultCode names what is wrong with a debt or with the books.
type FaultCode uint8

// The codes.
const (
	NoPerson   FaultCode = iota + 1 // a debt or row without a name
	WithItself                      // a person who owes himself
	Negative                        // a debt below 0
	Unbalanced                      // the rows between two people don't sum to zero
	Overflow                        // what a row adds to doesn't fit in 64 bits
)

// String returns the code as a word for logs.
func (c FaultCode) String() string {
	switch c {
	case NoPerson:
		return "no-person"
	case WithItself:
		return "with-itself"
	case Negative:
		return "negative"
	case Unbalanced:
		return "unbalanced"
	case Overflow:
		return "overflow"
	}
	return fmt.Sprintf("fault-%d", uint8(c))
}

// A Fault is the only error of this package.
type Fault struct {
	Code FaultCode
	A, B Person // between whom, as the debt or row names them
	Pips int64  // of the debt; of Unbalanced the sum that should be 0
}

// Error implements error, for logs.
func (f *Fault) Error() string {
	return fmt.Sprintf("tab: %s between %q and %q: %d pips", f.Code, f.A, f.B, f.Pips)
}

// Entries returns the double entries of some debts: two rows a debt in the
// order given, first the debtor's (pips below 0), then the creditor's. Its error
// is a [*Fault] about the first debt that is none; then there are no rows.
func Entries(debts []Debt) ([]Entry, error) {
	rows := make([]Entry, 0, 2*len(debts))
	for _, d := range debts {
		if err := checkPair(d.From, d.To, d.Pips); err != nil {
			return nil, err
		}
		if d.Pips < 0 {
			return nil, &Fault{Negative, d.From, d.To, d.Pips}
		}
		if d.Pips == 0 {
			continue
		}
		rows = append(rows, Entry{d.From, d.To, -d.Pips}, Entry{d.To, d.From, d.Pips})
	}
	return rows, nil
}

// Reverse returns the rows that undo the given ones, in the same order.
func Reverse(rows []Entry) []Entry {
	back := make([]Entry, len(rows))
	for i, r := range rows {
		back[i] = Entry{r.Person, r.Other, -r.Pips}
	}
	return back
}

// Check returns nil when the books balance: every row is between two people,
// the rows between any two sum to zero, and on the way no sum of a pair or person left 64
// bits. Otherwise it returns a [*Fault]: about the first row that names no pair or adds
// too much, or else about the first pair, by name, that is out of balance.
func Check(rows []Entry) error {
	sums, all := make(map[pair]int64), make(map[Person]int64)
	for _, r := range rows {
		if err := checkPair(r.Person, r.Other, r.Pips); err != nil {
			return err
		}
		if !add(sums, pair{r.Person, r.Other}, r.Pips) || !add(all, r.Person, r.Pips) {
			return &Fault{Overflow, r.Person, r.Other, r.Pips}
		}
	}
	for _, b := range Balances(rows) {
		mirror := sums[pair{b.Other, b.Person}]
		if b.Pips+mirror != 0 {
			return &Fault{Unbalanced, b.Person, b.Other, b.Pips + mirror}
		}
	}
	return nil
}

// checkPair returns a *Fault unless a and b are two people.
func checkPair(a, b Person, pips int64) error {
	switch {
	case a == "" || b == "":
		return &Fault{NoPerson, a, b, pips}
	case a == b:
		return &Fault{WithItself, a, b, pips}
	}
	return nil
}

// add adds to a sum and says whether it fits.
func add[K comparable](sums map[K]int64, k K, pips int64) bool {
	before := sums[k]
	sums[k] += pips
	return (sums[k] > before) == (pips > 0)
}
