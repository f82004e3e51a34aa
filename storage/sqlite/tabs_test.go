package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

const pub = "1001" // the server of most tests

// A pact is a proposal as it is read, decided on and stored.
type pact struct {
	id  table.ProposalID
	log table.ProposalLog
	now tab.Proposal
}

func (p *party) reads(id table.ProposalID) pact {
	p.Helper()
	log, err := p.db.Proposal(p.Context(), id)
	if !errors.Is(err, table.ErrNotFound) {
		is(p, err, nil)
	}
	at := pact{id: id, log: log}
	for _, e := range log.Events {
		at.now = tab.Apply(at.now, e)
	}
	return at
}

// decides returns what would be stored of a request, or how it is refused.
func (p *party) decides(id table.ProposalID, who string, do tab.Request, was tab.Outcome) (table.Deed, error) {
	p.Helper()
	at, by := p.reads(id), p.who[who]
	change, with := at.now.Change, at.now.With
	if propose, ok := do.(tab.Propose); ok {
		change, with = propose.Change, propose.With
	}
	if with == by {
		with = at.now.By
	}
	read, err := p.db.Books(p.Context(), pub, by, with, change)
	is(p, err, nil)
	read.Books.Was, read.Books.Manager = was, true
	read.Books.Pending = read.Books.Pending && at.now.Stage != tab.Open
	now := time.Now()
	events, err := tab.Decide(at.now, by, do, read.Books, now.UnixMilli())
	if err != nil {
		return table.Deed{}, err
	}
	p.keys++
	d := table.Deed{
		Proposal: id, Server: pub, Key: fmt.Sprint(firstKey + p.keys), At: now, From: int64(len(at.log.Events)), Events: events, After: at.now, Read: read.Tab, By: by,
	}
	for _, e := range events {
		d.After = tab.Apply(d.After, e)
	}
	if d.After.Stage == tab.Confirmed {
		d.Lines = d.After.Lines(string(id), read.Books.Brought)
	}
	if d.After.Stage == tab.Open {
		d.Wake = time.UnixMilli(d.After.Until)
	}
	return d, nil
}

// agrees stores what a request comes to.
func (p *party) agrees(id table.ProposalID, who string, do tab.Request) tab.Proposal {
	p.Helper()
	d, err := p.decides(id, who, do, tab.Outcome{})
	is(p, err, nil)
	_, err = p.db.Agree(p.Context(), d)
	is(p, err, nil)
	return p.reads(id).now
}

func (p *party) proposes(id table.ProposalID, who, with string, c tab.Change, note string) tab.Proposal {
	p.Helper()
	return p.agrees(id, who, tab.Propose{Tab: pub, Change: c, With: p.who[with], Note: note})
}

// owes says what one owes another.
func (p *party) owes(who, whom string) int64 {
	p.Helper()
	read, err := p.db.Books(p.Context(), pub, p.who[whom], p.who[who], nil)
	is(p, err, nil)
	return read.Books.Owed
}

// settles has people do all that they can do to a tab on which two of them owe each other something.
func (p *party) settles() {
	p.Helper()
	p.proposes("9a", "ann", "bob", tab.Settle{All: true}, "for the coffee")
	p.agrees("9a", "bob", tab.Confirm{})
	p.proposes("9b", "ann", "bob", tab.Undo{From: tab.Settlement{Proposal: "9a"}}, "never paid")
	p.agrees("9b", "bob", tab.Confirm{})
	debtor, creditor := "ann", "bob"
	if p.owes("bob", "ann") > 0 {
		debtor, creditor = creditor, debtor
	}
	p.proposes("9c", creditor, debtor, tab.Forgive{Pips: 1}, "")
	p.proposes("9d", debtor, creditor, tab.Settle{Pips: 1}, "no")
	p.agrees("9d", creditor, tab.Decline{})
	p.proposes("9e", creditor, debtor, tab.Settle{Pips: 1}, "still open")
}

// won is a party at whose one table a hand was won.
func won(t *testing.T, path string) *party {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	is(t, err, nil)
	t.Cleanup(func() { _ = db.Close() })
	p := newParty(t, db)
	id := p.opens(pub, "2001", "ann", "bob")
	p.does(id, "ann", sitting.Start{})
	p.plays(id, -1)
	if p.owes("ann", "bob") == 0 {
		t.Fatal("nobody owes anything: the test shows nothing")
	}
	return p
}

func TestWhatIsAgreedIsInTheBooks(t *testing.T) {
	path := t.TempDir() + "/tab.db"
	p := won(t, path)
	owed := p.owes("ann", "bob")
	asked := p.proposes("9a", "ann", "bob", tab.Settle{All: true}, "coffee")
	equal(t, asked.Stage, tab.Open)
	equal(t, p.owes("ann", "bob"), owed)
	pending, err := p.db.Pending(t.Context(), p.who["bob"])
	is(t, err, nil)
	equal(t, pending, []table.ProposalID{"9a"})
	equal(t, p.reads("9a").log.Events[0].(tab.Proposed).Note, "coffee")

	yes, err := p.decides("9a", "bob", tab.Confirm{}, tab.Outcome{})
	is(t, err, nil)
	first, err := p.db.Agree(t.Context(), yes)
	is(t, err, nil)
	again, err := p.db.Agree(t.Context(), yes)
	is(t, err, nil)
	first.Repeated = true
	equal(t, again, first)
	equal(t, p.owes("ann", "bob"), 0)
	equal(t, p.reads("9a").now.Stage, tab.Confirmed)

	p.agrees("9b", "ann", tab.Propose{Tab: pub, Change: tab.Undo{From: tab.Settlement{Proposal: "9a"}}, With: p.who["bob"]})
	p.agrees("9b", "bob", tab.Confirm{})
	equal(t, p.owes("ann", "bob"), owed)
	_, err = p.decides("9c", "ann", tab.Propose{Tab: pub, Change: tab.Undo{From: tab.Settlement{Proposal: "9a"}}, With: p.who["bob"]}, tab.Outcome{})
	var no *tab.Refusal
	if !errors.As(err, &no) || no.Code != tab.UndoneNow {
		t.Errorf("undone twice: %v", err)
	}
	is(t, p.db.Close(), nil)
	mustBeWhole(t, path)
}

// TestOneThingIsProposedBetweenTwo has two ask each other at once, and a hand end between reading and storing.
func TestOneThingIsProposedBetweenTwo(t *testing.T) {
	path := t.TempDir() + "/tab.db"
	p := won(t, path)
	one, err := p.decides("9a", "ann", tab.Propose{Tab: pub, Change: tab.Settle{All: true}, With: p.who["bob"]}, tab.Outcome{})
	is(t, err, nil)
	other, err := p.decides("9b", "bob", tab.Propose{Tab: pub, Change: tab.Settle{All: true}, With: p.who["ann"]}, tab.Outcome{})
	is(t, err, nil)
	_, err = p.db.Agree(t.Context(), one)
	is(t, err, nil)
	_, err = p.db.Agree(t.Context(), other)
	is(t, err, table.ErrConflict)
	yes, err := p.decides("9a", "bob", tab.Confirm{}, tab.Outcome{})
	is(t, err, nil)
	id := p.opens(pub, "2002", "ann", "bob")
	p.does(id, "ann", sitting.Start{})
	p.plays(id, -1)
	_, err = p.db.Agree(t.Context(), yes)
	is(t, err, table.ErrConflict)
	equal(t, p.reads("9a").now.Stage, tab.Open)
	_, err = p.db.Proposal(t.Context(), "9b")
	is(t, err, table.ErrNotFound)
	p.agrees("9a", "ann", tab.Decline{})
	p.proposes("9b", "bob", "ann", tab.Forgive{Pips: 1}, "")
	is(t, p.db.Close(), nil)
	mustBeWhole(t, path)
}

// TestManyAgreeAtOnce has each two of many people agree at one moment, in one server.
func TestManyAgreeAtOnce(t *testing.T) {
	db, _ := fresh(t)
	p := newParty(t, db)
	r := openRooms(t, db, 1)[0]
	var who []sitting.Person
	for n := range 40 {
		who = append(who, person(t, db, fmt.Sprint(800+n), "x"))
	}
	var ids []table.ProposalID
	for i := 0; i < len(who); i += 2 {
		add(t, db, r.Hand(i/2+1, who[i], who[i+1], 10))
	}
	house := table.New(table.Options{Store: db, Poster: noPosts{}, Seeds: p.seeds, Habits: db, Tabs: db})
	for i := 0; i < len(who); i += 2 {
		reply, err := house.Tab(t.Context(), table.TabCommand{Key: fmt.Sprint("p", i), By: who[i], Do: tab.Propose{Tab: string(r.Head.Server), Change: tab.Settle{All: true}, With: who[i+1]}})
		is(t, err, nil)
		ids = append(ids, reply.ID)
	}
	var all sync.WaitGroup
	for i, id := range ids {
		all.Go(func() {
			_, err := house.Tab(context.Background(), table.TabCommand{Key: fmt.Sprint("c", i), Proposal: id, By: who[2*i+1], Do: tab.Confirm{}})
			is(t, err, nil)
		})
	}
	all.Wait()
	if n := house.Stats().Conflicts; n > 0 {
		t.Errorf("%d were decided anew, for what others agreed to", n)
	}
}

// TestNothingIsOpenWithWhoWasErased has somebody erased between reading and storing.
func TestNothingIsOpenWithWhoWasErased(t *testing.T) {
	p := won(t, t.TempDir()+"/tab.db")
	asked, err := p.decides("9a", "ann", tab.Propose{Tab: pub, Change: tab.Settle{All: true}, With: p.who["bob"]}, tab.Outcome{})
	is(t, err, nil)
	is(t, p.db.Erase(t.Context(), p.who["bob"]), nil)
	_, err = p.db.Agree(t.Context(), asked)
	var no *tab.Refusal
	if !errors.As(err, &no) || no.Code != tab.IsGone {
		t.Errorf("stored with %v", err)
	}
	_, err = p.db.Proposal(t.Context(), "9a")
	is(t, err, table.ErrNotFound)
	p.proposes("9b", "ann", "bob", tab.LetGo{}, "")
	equal(t, p.owes("ann", "bob"), 0)
}

// TestAVoidedHandCountsNowhere has a manager void the only hand.
func TestAVoidedHandCountsNowhere(t *testing.T) {
	path := t.TempDir() + "/tab.db"
	p := won(t, path)
	var hand tab.Hand
	for e, err := range p.db.Entries(t.Context()) {
		is(t, err, nil)
		hand = e.Source.(tab.Hand)
	}
	winner := "bob"
	if p.owes("ann", "bob") < 0 {
		winner = "ann"
	}
	was := tab.Outcome{People: []sitting.Person{p.who["ann"], p.who["bob"]}, Winner: p.who[winner]}
	p.proposes("9a", "ann", "bob", tab.Settle{All: true}, "")
	_, err := p.decides("9b", "dee", tab.Propose{Tab: pub, Change: tab.Void{Hand: hand}}, was)
	var no *tab.Refusal
	if !errors.As(err, &no) || no.Code != tab.OpenAlready {
		t.Errorf("voided while something is proposed: %v", err)
	}
	owed := p.owes("ann", "bob")
	p.agrees("9a", "bob", tab.Confirm{})
	void, err := p.decides("9b", "dee", tab.Propose{Tab: pub, Change: tab.Void{Hand: hand}, Note: "wrong rules"}, was)
	is(t, err, nil)
	_, err = p.db.Agree(t.Context(), void)
	is(t, err, nil)
	equal(t, p.owes("ann", "bob"), -owed) // it was settled before
	_, err = p.decides("9c", "dee", tab.Propose{Tab: pub, Change: tab.Void{Hand: hand}}, was)
	if !errors.As(err, &no) || no.Code != tab.UndoneNow {
		t.Errorf("voided twice: %v", err)
	}
	is(t, p.db.Close(), nil)
	mustBeWhole(t, path)
	kept, err := column(t, raw(t, path), "SELECT person FROM quarters")
	is(t, err, nil)
	equal(t, len(kept), 0)
}

// TestEditsOfWhatWasAgreedAreFound changes the rows of proposals: each change is found.
func TestEditsOfWhatWasAgreedAreFound(t *testing.T) {
	path := t.TempDir() + "/tab.db"
	p := won(t, path)
	p.settles()
	is(t, p.db.Close(), nil)
	mustBeWhole(t, path)
	for name, change := range map[string]string{
		"who agreed":          `UPDATE events SET body = CAST(replace(body, '"by"', '"bY"') AS BLOB) WHERE kind = 'agreed'`,
		"a note":              "UPDATE texts SET body = 'never' WHERE body LIKE 'for%'",
		"whose note":          "UPDATE texts SET author = 'pzed' WHERE body LIKE 'for%'",
		"whose tab":           "UPDATE tables SET server = '1002' WHERE name = '9d'",
		"between whom":        "UPDATE tables SET low = 'pzed' WHERE name = '9e'",
		"between whom else":   "UPDATE tables SET high = 'pzed' WHERE name = '9d'",
		"until when":          "UPDATE tables SET wake = wake + 1 WHERE name = '9e'",
		"whether it is open":  "UPDATE tables SET open = 0 WHERE name = '9e'",
		"what it is":          "UPDATE tables SET sort = 0 WHERE name = '9d'",
		"what a table is":     "UPDATE tables SET sort = 1 WHERE id = 1",
		"pips that were paid": "UPDATE entries SET pips = pips + sign(pips) WHERE kind = 'settlement'",
		"what was undone":     "UPDATE entries SET ref = '1' WHERE kind = 'reversal'",
		"who forgave":         "UPDATE entries SET person = other, other = person WHERE kind = 'forgiveness'",
		"what it is from":     "UPDATE entries SET kind = 'write-off' WHERE kind = 'forgiveness'",
		"an entry too many":   "INSERT INTO entries SELECT server, seq + 100, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash FROM entries WHERE kind = 'settlement'",
		"the yes taken away":  "DELETE FROM events WHERE kind = 'refused'",
	} {
		t.Run(name, func(t *testing.T) {
			edited := copied(t, path)
			tamper(t, edited, change)
			db := open(t, edited)
			defer func() { is(t, db.Close(), nil) }()
			f, err := db.Check(t.Context())
			is(t, err, nil)
			if len(f.Wrong) == 0 {
				t.Error("nothing is found")
			}
		})
	}
}

// TestASettlementThatNobodyAgreedToIsFound is stored with every hash and sum as if
// somebody had.
func TestASettlementThatNobodyAgreedToIsFound(t *testing.T) {
	path := t.TempDir() + "/tab.db"
	p := won(t, path)
	d, err := p.decides("9a", "ann", tab.Propose{Tab: pub, Change: tab.Settle{All: true}, With: p.who["bob"]}, tab.Outcome{})
	is(t, err, nil)
	d.Lines = d.After.Lines("9a", nil) // before anybody has agreed
	_, err = p.db.Agree(t.Context(), d)
	is(t, err, nil)
	f, err := p.db.Check(t.Context())
	is(t, err, nil)
	if len(f.Wrong) == 0 {
		t.Error("nothing is found")
	}
}

// TestWhatWasUndoneIsToldByWhatItMoved reverses a settlement, and has the books go on.
func TestWhatWasUndoneIsToldByWhatItMoved(t *testing.T) {
	p := won(t, t.TempDir()+"/tab.db")
	owed := p.owes("ann", "bob")
	p.settles()
	agreed := p.reads("9b").log.Events[1].(tab.Agreed)
	moves, err := p.db.Moved(t.Context(), pub, agreed.Undid)
	is(t, err, nil)
	if len(moves) != 1 {
		t.Fatalf("%+v", moves)
	}
	m := moves[0]
	if m.Person == p.who["ann"] {
		m = table.Moved{Person: m.Other, Other: m.Person, Before: -m.Before, After: -m.After}
	}
	equal(t, m, table.Moved{Person: p.who["bob"], Other: p.who["ann"], Before: 0, After: owed})
	if _, err := p.db.Moved(t.Context(), pub, []int64{999}); err == nil {
		t.Error("what wasn't undone moved something")
	}
}

// TestHandsAreListedByWhoCollected lists the one of a party, until it is voided.
func TestHandsAreListedByWhoCollected(t *testing.T) {
	p := won(t, t.TempDir()+"/tab.db")
	by, from, owed := "bob", "ann", p.owes("ann", "bob")
	if owed < 0 {
		by, from, owed = from, by, -owed
	}
	hands, err := p.db.Collected(t.Context(), pub, 5)
	is(t, err, nil)
	if len(hands) != 1 {
		t.Fatalf("%+v", hands)
	}
	equal(t, hands[0], tab.Collected{By: p.who[by], Brought: tab.Brought{From: hands[0].From, With: []tab.Person{p.who[from]}, Pips: owed}})
	p.agrees("9a", by, tab.Propose{Tab: pub, Change: tab.Undo{From: hands[0].From}, With: p.who[from]})
	p.agrees("9a", from, tab.Confirm{})
	hands, err = p.db.Collected(t.Context(), pub, 5)
	is(t, err, nil)
	equal(t, len(hands), 0)
}
