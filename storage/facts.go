package storage

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A FactRow is a part of a [tab.Piece] as it is stored: what somebody's hands came to one by one,
// with one other person, or at one table.
type FactRow struct {
	Kind   int64
	About  string // the other person or the table's id; of FactHands ''
	Weight int64  // the greatest of a kind is a nemesis or the best evening
	Since  int64  // of equal ones the least is
	Body   string // JSON
}

// The kinds of facts. Their numbers are stored.
const (
	FactHands  = iota // a [tab.Course]
	FactPerson        // a [tab.Sum]; its weight is what the other took
	FactTable         // a [tab.Sum]; its weight is what the table brought
)

// PieceOf returns the piece of a year, from its beginning up to its end, in which a hand ended, all
// in unix ms. By every clock a year begins within a day of UTC's. What lies between is one piece;
// before and after that each quarter of an hour is, so that a year by any clock has whole pieces.
func PieceOf(at int64) (from, to int64) {
	year := time.UnixMilli(at).UTC().Year()
	from = time.Date(year, time.January, 2, 0, 0, 0, 0, time.UTC).UnixMilli()
	to = time.Date(year, time.December, 31, 0, 0, 0, 0, time.UTC).UnixMilli()
	if at < from || at >= to {
		from = tab.QuarterOf(at)
		to = from + tab.QuarterHour
	}
	return from, to
}

// PiecesOf sorts sides of one person by the beginning of the piece in which each hand ended.
func PiecesOf(sides []tab.Side) map[int64]*tab.Piece {
	all := make(map[int64]*tab.Piece)
	for _, s := range sides {
		from, _ := PieceOf(s.At)
		if all[from] == nil {
			all[from] = new(tab.Piece)
		}
		all[from].Add(tab.PieceOf(s))
	}
	return all
}

// YearOf tells what stands out among sides of one person in a year, as its pieces do. Where clocks
// went back, hands follow each other by the pieces in which they ended.
func YearOf(sides []tab.Side) tab.Facts {
	pieces := PiecesOf(sides)
	var all tab.Piece
	for _, start := range slices.Sorted(maps.Keys(pieces)) {
		all.Add(*pieces[start])
	}
	return all.Facts()
}

// FactsOf returns the rows of a piece, in order.
func FactsOf(p *tab.Piece) []FactRow {
	rows := []FactRow{{Kind: FactHands, Body: bodyOf(p.Course)}}
	for other, sum := range p.Others {
		rows = append(rows, FactRow{FactPerson, string(other), -sum.Pips, sum.Since, bodyOf(sum)})
	}
	for table, sum := range p.Tables {
		rows = append(rows, FactRow{FactTable, table, sum.Pips, sum.Since, bodyOf(sum)})
	}
	slices.SortFunc(rows, CompareFacts)
	return rows
}

// CompareFacts orders the rows of a piece.
func CompareFacts(a, b FactRow) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.About, b.About))
}

// ErrFact says that a fact can't be read. The entries tell the same.
var ErrFact = errors.New("storage: a fact can't be read")

// AddTo has what the row tells follow the hands of a piece. Its error is ErrFact.
func (r *FactRow) AddTo(p *tab.Piece) error {
	var next tab.Piece
	var sum tab.Sum
	var err error
	switch r.Kind {
	case FactHands:
		err = json.Unmarshal([]byte(r.Body), &next.Course)
	case FactPerson:
		err = json.Unmarshal([]byte(r.Body), &sum)
		next.Others = map[tab.Person]tab.Sum{tab.Person(r.About): sum}
	case FactTable:
		err = json.Unmarshal([]byte(r.Body), &sum)
		next.Tables = map[string]tab.Sum{r.About: sum}
	default:
		err = ErrFact
	}
	if err != nil {
		return ErrFact
	}
	p.Add(next)
	return nil
}

// bodyOf writes numbers and words, which never fails.
func bodyOf(v any) string {
	body, _ := json.Marshal(v)
	return string(body)
}
