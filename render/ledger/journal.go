package ledger

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A Journal writes entries as a journal of hledger, one transaction for each few that sum to zero. What the other owes a person
// stands in the account tab:SERVER:PERSON:OTHER, so each account is a balance, and the accounts of a person are their standing. The
// journal ends with a transaction that moves nothing and asserts them all: who checks it checks the sums.
type Journal struct {
	to     io.Writer
	open   []row // that don't sum to zero yet
	sums   map[string]int64
	newest time.Time
	err    error
}

type row struct {
	server string
	in     *time.Location
	tab.Booked
}

// NewJournal returns a journal without entries.
func NewJournal(to io.Writer) *Journal {
	j := &Journal{to: to, sums: make(map[string]int64)}
	j.printf("; The tab as double entries: pips are points, not money.\ncommodity 1. pips\n")
	return j
}

func (j *Journal) printf(format string, values ...any) {
	if j.err == nil {
		_, j.err = fmt.Fprintf(j.to, format, values...)
	}
}

func (r *row) account() string {
	return "tab:" + r.server + ":" + string(r.Person) + ":" + string(r.Other)
}

// Add writes the next entry of a server, whose clock is given. The entries of a server come
// together, in their order.
func (j *Journal) Add(server string, in *time.Location, p tab.Booked) error {
	if len(j.open) > 0 && j.open[0].server != server {
		return j.unbalanced()
	}
	j.open = append(j.open, row{server, in, p})
	sum := int64(0)
	for _, r := range j.open {
		sum += r.Pips
	}
	if sum == 0 {
		j.transaction()
	}
	return j.err
}

// transaction writes what sums to zero.
func (j *Journal) transaction() {
	first := &j.open[0]
	at := time.UnixMilli(first.At).UTC()
	if at.After(j.newest) {
		j.newest = at
	}
	j.printf("\n%s (%d) %s  ; at:%s, server-date:%s, source:%s\n",
		at.Format(time.DateOnly), first.Seq, first.From.Kind(), at.Format(instant), at.In(first.in).Format(time.DateOnly), first.From)
	for _, r := range j.open {
		j.printf("    %s  %d pips\n", r.account(), r.Pips)
		j.sums[r.account()] += r.Pips
	}
	j.open = j.open[:0]
}

// Close writes the end.
func (j *Journal) Close() error {
	if len(j.open) > 0 {
		return j.unbalanced()
	}
	var accounts []string
	for a := range j.sums {
		accounts = append(accounts, a)
	}
	slices.Sort(accounts)
	j.printf("\n")
	for _, a := range accounts {
		j.printf("account %s\n", a)
	}
	if len(accounts) > 0 {
		j.printf("\n%s balances\n", j.newest.Format(time.DateOnly))
		for _, a := range accounts {
			j.printf("    %s  0 pips = %d pips\n", a, j.sums[a])
		}
	}
	return j.err
}

func (j *Journal) unbalanced() error {
	var seqs []string
	for _, r := range j.open {
		seqs = append(seqs, fmt.Sprint(r.Seq))
	}
	return fmt.Errorf("ledger: server %s: the entries %s don't sum to zero", j.open[0].server, strings.Join(seqs, ", "))
}
