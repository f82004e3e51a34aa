package sqlstore

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// Scores returns what hands brought the people of a server that ended from one time up to
// another, the most pips first, those left out whom no hand brought anything; the zero time is the
// beginning or the end. Times are on a quarter of an hour.
func (r *Reader) Scores(ctx context.Context, s sitting.Server, from, to time.Time) ([]tab.Scored, error) {
	rows, err := r.asked.Scores.QueryContext(ctx, string(s), since(from), until(to))
	var scores []tab.Scored
	err = Each(rows, err, func() error {
		var one tab.Scored
		err := rows.Scan(&one.Person, &one.Pips, &one.Hands, &one.Wins, &one.Rummies)
		if one.Pips != 0 || one.Hands != 0 {
			scores = append(scores, one)
		}
		return err
	})
	slices.SortFunc(scores, tab.CompareScores)
	return scores, err
}

// Lines returns what hands had brought each of some people by each of some times, on
// a quarter of an hour, counted from the beginning.
func (r *Reader) Lines(ctx context.Context, s sitting.Server, people []tab.Person, at []time.Time) ([][]int64, error) {
	courses := make([][]int64, len(people))
	if len(at) == 0 {
		return courses, nil
	}
	moments := make([]string, len(at))
	for i, t := range at {
		moments[i] = fmt.Sprintf("(%d, %d)", i, t.UnixMilli())
	}
	query := `SELECT coalesce((SELECT all_pips FROM quarters WHERE server = ?1 AND person = ?2 AND start < moments.column2 ORDER BY start DESC LIMIT 1), 0)
		FROM (VALUES ` + strings.Join(moments, ", ") + `) moments ORDER BY moments.column1`
	for i, p := range people {
		courses[i] = make([]int64, 0, len(at))
		rows, err := r.db.QueryContext(ctx, query, string(s), string(p))
		err = Each(rows, err, func() error {
			var pips int64
			err := rows.Scan(&pips)
			courses[i] = append(courses[i], pips)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return courses, nil
}

// Begins returns when the first entry of a server was made; the zero time where there is none.
func (r *Reader) Begins(ctx context.Context, s sitting.Server) (time.Time, error) {
	var at int64
	err := r.asked.Begins.QueryRowContext(ctx, string(s)).Scan(&at)
	return storage.Stamp(at), Found(err, nil)
}

// since and until are the ends of a time in unix ms, open where they are zero.
func since(t time.Time) int64 {
	if t.IsZero() {
		return math.MinInt64
	}
	return t.UnixMilli()
}

func until(t time.Time) int64 {
	if t.IsZero() {
		return math.MaxInt64
	}
	return t.UnixMilli()
}
