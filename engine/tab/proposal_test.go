package tab_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

const day = 24 * 60 * 60 * 1000

// decide returns what a request comes to, which must not be refused.
func decide(tb testing.TB, p tab.Proposal, by tab.Person, do tab.Request, b tab.Books, now int64) []tab.Event {
	tb.Helper()
	events, err := tab.Decide(p, by, do, b, now)
	if err != nil {
		tb.Fatal(err)
	}
	return events
}

func fold(p tab.Proposal, events []tab.Event) tab.Proposal {
	for _, e := range events {
		p = tab.Apply(p, e)
	}
	return p
}

func refusal(tb testing.TB, p tab.Proposal, by tab.Person, do tab.Request, b tab.Books, now int64) tab.Refusal {
	tb.Helper()
	events, err := tab.Decide(p, by, do, b, now)
	var no *tab.Refusal
	if !errors.As(err, &no) || events != nil {
		tb.Fatalf("%v, %v: not refused", events, err)
	}
	return *no
}

// asked is Ann asking Bob, who owes her 50, for a change.
func asked(tb testing.TB, c tab.Change) tab.Proposal {
	tb.Helper()
	b := tab.Books{Owed: 50, Brought: brought()}
	return fold(tab.Proposal{}, decide(tb, tab.Proposal{}, "ann", tab.Propose{Change: c, With: "bob"}, b, 1000))
}

var hand = tab.Hand{Table: "t", Number: 3}

func brought() []tab.Line {
	return []tab.Line{
		{Entry: tab.Entry{Person: "bob", Other: "ann", Pips: -50}, Seq: 7, From: hand},
		{Entry: tab.Entry{Person: "ann", Other: "bob", Pips: 50}, Seq: 8, From: hand},
	}
}

func TestNothingChangesBeforeTheOtherSaysYes(t *testing.T) {
	p := asked(t, tab.Settle{Pips: 20})
	equal(t, p, tab.Proposal{Stage: tab.Open, Change: tab.Settle{Pips: 20}, By: "ann", With: "bob", Owed: 50, Until: 1000 + 7*day})
	events := decide(t, p, "bob", tab.Confirm{}, tab.Books{Owed: -50}, 2000)
	equal(t, events, []tab.Event{tab.Agreed{By: "bob"}})
	p = fold(p, events)
	equal(t, p.Stage, tab.Confirmed)
	equal(t, p.Lines("x", nil), []tab.Line{
		{Entry: tab.Entry{Person: "ann", Other: "bob", Pips: -20}, From: tab.Settlement{Proposal: "x"}},
		{Entry: tab.Entry{Person: "bob", Other: "ann", Pips: 20}, From: tab.Settlement{Proposal: "x"}},
	})
	equal(t, refusal(t, p, "bob", tab.Confirm{}, tab.Books{Owed: -30}, 2001), tab.Refusal{Code: tab.IsOver, Stage: tab.Confirmed})
}

func TestTheOneWhoOwesMayProposeToo(t *testing.T) {
	events := decide(t, tab.Proposal{}, "bob", tab.Propose{Change: tab.Settle{All: true}, With: "ann", Note: "coffee"}, tab.Books{Owed: -50}, 0)
	equal(t, events, []tab.Event{tab.Proposed{Change: tab.Settle{Pips: 50, All: true}, By: "bob", With: "ann", Owed: -50, Until: 7 * day, Note: "coffee"}})
	p := fold(tab.Proposal{}, events)
	p = fold(p, decide(t, p, "ann", tab.Confirm{}, tab.Books{Owed: 50}, 1))
	equal(t, p.Lines("x", nil)[1].Entry, tab.Entry{Person: "bob", Other: "ann", Pips: 50})
}

// TestAYesToOldFiguresAsksTheOtherForTheNewOnes has the balance move between question and answer.
func TestAYesToOldFiguresAsksTheOtherForTheNewOnes(t *testing.T) {
	for _, c := range []struct {
		asked tab.Settle
		now   int64 // what Bob owes Ann when he says yes
		want  tab.Settle
	}{
		{tab.Settle{All: true}, 62, tab.Settle{Pips: 62, All: true}},
		{tab.Settle{All: true}, -5, tab.Settle{Pips: 5, All: true}},
		{tab.Settle{Pips: 20}, 62, tab.Settle{Pips: 20}},
		{tab.Settle{Pips: 20}, 12, tab.Settle{Pips: 12}},
	} {
		p := asked(t, c.asked)
		p = fold(p, decide(t, p, "bob", tab.Confirm{}, tab.Books{Owed: -c.now}, 3000))
		equal(t, p, tab.Proposal{Stage: tab.Open, Change: c.want, By: "bob", With: "ann", Owed: -c.now, Until: 3000 + 7*day})
		equal(t, refusal(t, p, "bob", tab.Confirm{}, tab.Books{Owed: -c.now}, 3001).Code, tab.YourOwn)
		p = fold(p, decide(t, p, "ann", tab.Confirm{}, tab.Books{Owed: c.now}, 3001))
		equal(t, p.Stage, tab.Confirmed)
	}
	p := asked(t, tab.Settle{Pips: 20})
	for _, now := range []int64{0, -5} { // nothing is left of what was to be paid
		equal(t, refusal(t, p, "bob", tab.Confirm{}, tab.Books{Owed: -now}, 3000).Code, tab.NothingOwed)
	}
}

func TestOnlyTheOtherAnswersAndOnlyInTime(t *testing.T) {
	p := asked(t, tab.Settle{All: true})
	equal(t, refusal(t, p, "cy", tab.Confirm{}, tab.Books{}, 2000).Code, tab.NotYours)
	equal(t, refusal(t, p, "", tab.Decline{}, tab.Books{}, 2000).Code, tab.NotYours)
	equal(t, refusal(t, p, "ann", tab.Confirm{}, tab.Books{Owed: 50}, 2000).Code, tab.YourOwn)
	equal(t, decide(t, p, "ann", tab.Decline{}, tab.Books{}, 2000), []tab.Event{tab.TakenBack{By: "ann"}})
	equal(t, decide(t, p, "bob", tab.Decline{}, tab.Books{}, 2000), []tab.Event{tab.Refused{By: "bob"}})
	equal(t, decide(t, p, "", tab.Expire{}, tab.Books{}, p.Until-1), []tab.Event(nil))
	equal(t, decide(t, p, "", tab.Expire{}, tab.Books{}, p.Until), []tab.Event{tab.RanOut{}})
	equal(t, refusal(t, p, "bob", tab.Confirm{}, tab.Books{Owed: -50}, p.Until), tab.Refusal{Code: tab.IsOver, Stage: tab.Expired})
	gone := fold(p, decide(t, p, "", tab.Drop{}, tab.Books{}, 2000))
	equal(t, gone.Stage, tab.Lapsed)
	for _, do := range []tab.Request{tab.Expire{}, tab.Drop{}} {
		equal(t, decide(t, gone, "", do, tab.Books{}, p.Until), []tab.Event(nil))
	}
	equal(t, refusal(t, tab.Proposal{}, "ann", tab.Confirm{}, tab.Books{}, 0).Code, tab.NoProposal)
}

func TestWhatCantBeProposed(t *testing.T) {
	settle := func(pips int64) tab.Propose { return tab.Propose{Change: tab.Settle{Pips: pips}, With: "bob"} }
	forgive := tab.Propose{Change: tab.Forgive{Pips: 10}, With: "bob"}
	undo := tab.Propose{Change: tab.Undo{From: hand}, With: "bob"}
	void := tab.Propose{Change: tab.Void{Hand: hand}}
	for _, c := range []struct {
		do   tab.Propose
		b    tab.Books
		want tab.Refusal
	}{
		{tab.Propose{Change: tab.Settle{All: true}, With: "ann"}, tab.Books{Owed: 5}, tab.Refusal{Code: tab.Yourself}},
		{tab.Propose{Change: tab.Settle{All: true}, With: "bob"}, tab.Books{}, tab.Refusal{Code: tab.NothingOwed}},
		{settle(4), tab.Books{Owed: -9, Least: 5}, tab.Refusal{Code: tab.UnderLeast, Least: 5}},
		{settle(0), tab.Books{Owed: -5}, tab.Refusal{Code: tab.TooFew, Most: 5}},
		{settle(-3), tab.Books{Owed: 5}, tab.Refusal{Code: tab.TooFew, Most: 5}},
		{settle(6), tab.Books{Owed: -5}, tab.Refusal{Code: tab.TooMany, Most: 5}},
		{settle(5), tab.Books{Owed: 5, Pending: true}, tab.Refusal{Code: tab.OpenAlready}},
		{settle(5), tab.Books{Owed: 5, Gone: true}, tab.Refusal{Code: tab.IsGone}},
		{forgive, tab.Books{Owed: -10}, tab.Refusal{Code: tab.NotOwed}},
		{forgive, tab.Books{Owed: 9}, tab.Refusal{Code: tab.TooMany, Most: 9}},
		{forgive, tab.Books{Owed: 90, Pending: true}, tab.Refusal{Code: tab.OpenAlready}},
		{tab.Propose{Change: tab.LetGo{}, With: "bob"}, tab.Books{Owed: 9}, tab.Refusal{Code: tab.NotGone}},
		{tab.Propose{Change: tab.LetGo{}, With: "bob"}, tab.Books{Gone: true}, tab.Refusal{Code: tab.NothingOwed}},
		{undo, tab.Books{}, tab.Refusal{Code: tab.NoEntry}},
		{undo, tab.Books{Undone: true}, tab.Refusal{Code: tab.UndoneNow}},
		{tab.Propose{Change: tab.Undo{From: tab.Reversal{Seq: 3}}, With: "bob"}, tab.Books{Brought: brought()}, tab.Refusal{Code: tab.IsReversal}},
		{tab.Propose{Change: tab.Undo{From: hand}}, tab.Books{Brought: brought()}, tab.Refusal{Code: tab.NoEntry}},
		{tab.Propose{Change: void.Change, With: "bob"}, tab.Books{Brought: brought(), Manager: true}, tab.Refusal{Code: tab.NoEntry}},
		{void, tab.Books{Brought: brought()}, tab.Refusal{Code: tab.NotManager}},
		{void, tab.Books{Brought: brought(), Manager: true, Pending: true}, tab.Refusal{Code: tab.OpenAlready}},
		{void, tab.Books{Manager: true, Undone: true}, tab.Refusal{Code: tab.UndoneNow}},
		{void, tab.Books{Manager: true}, tab.Refusal{Code: tab.NoEntry}},
	} {
		equal(t, refusal(t, tab.Proposal{}, "ann", c.do, c.b, 0), c.want)
	}
}

func TestWhatNobodyNeedConfirmIsDoneAtOnce(t *testing.T) {
	for _, c := range []struct {
		do   tab.Propose
		b    tab.Books
		want []tab.Line
	}{
		{tab.Propose{Change: tab.Forgive{Pips: 10}, With: "bob"}, tab.Books{Owed: 50}, []tab.Line{
			{Entry: tab.Entry{Person: "ann", Other: "bob", Pips: -10}, From: tab.Forgiveness{Proposal: "x"}},
			{Entry: tab.Entry{Person: "bob", Other: "ann", Pips: 10}, From: tab.Forgiveness{Proposal: "x"}},
		}},
		{tab.Propose{Change: tab.LetGo{}, With: "bob"}, tab.Books{Owed: -50, Gone: true}, []tab.Line{
			{Entry: tab.Entry{Person: "bob", Other: "ann", Pips: -50}, From: tab.WriteOff{ID: "x"}},
			{Entry: tab.Entry{Person: "ann", Other: "bob", Pips: 50}, From: tab.WriteOff{ID: "x"}},
		}},
		{tab.Propose{Change: tab.Void{Hand: hand}}, tab.Books{Manager: true, Brought: brought()}, []tab.Line{
			{Entry: tab.Entry{Person: "bob", Other: "ann", Pips: 50}, From: tab.Reversal{Seq: 7}},
			{Entry: tab.Entry{Person: "ann", Other: "bob", Pips: -50}, From: tab.Reversal{Seq: 8}},
		}},
	} {
		events := decide(t, tab.Proposal{}, "ann", c.do, c.b, 0)
		p := fold(tab.Proposal{}, events)
		equal(t, p.Stage, tab.Confirmed)
		equal(t, p.Lines("x", c.b.Brought), c.want)
	}
}

func TestEventsAreReadAsTheyWereWritten(t *testing.T) {
	var events []tab.Event
	for _, c := range []tab.Change{tab.Settle{Pips: 4}, tab.Settle{Pips: 4, All: true}, tab.Forgive{Pips: 9}, tab.LetGo{}, tab.Undo{From: hand},
		tab.Undo{From: tab.Settlement{Proposal: "x:y"}}, tab.Void{Hand: hand}} {
		events = append(events, tab.Proposed{Tab: "s", Where: "c", Change: c, By: "ann", With: "bob", Owed: -4, Until: 5, Note: "a \"note\""})
	}
	events = append(events, tab.Agreed{By: "bob", Undid: []int64{3, 4}}, tab.Agreed{By: "bob"},
		tab.Agreed{By: "mae", Undid: []int64{3}, Was: tab.Outcome{People: []tab.Person{"ann", "bob"}, Winner: "ann", Rummy: true}}, tab.Refused{By: "bob"}, tab.TakenBack{By: "ann"}, tab.RanOut{}, tab.Dropped{})
	for _, e := range events {
		kind, body, note := tab.EncodeEvent(e)
		again, err := tab.DecodeEvent(kind, body, note)
		equal(t, err, nil)
		equal(t, again, e)
	}
	for _, c := range [][2]string{{"proposed", `{}`}, {"proposed", `{"do":"void","from":"settlement:x"}`}, {"agreed", `{"by":"bob","x":1}`},
		{"agreed", `{"by":"bob" }`}, {"agreed", `{"by":"bob","pips":1}`}, {"gone", `{}`}, {"ranout", `null`}, {"ranout", ``}} {
		if e, err := tab.DecodeEvent(c[0], []byte(c[1]), ""); err == nil {
			t.Errorf("%v is read as %#v", c, e)
		}
	}
}

func TestCodesAreWords(t *testing.T) {
	for c := tab.Yourself; c <= tab.IsOver; c++ {
		if word := c.String(); word == "" || word == fmt.Sprintf("code-%d", c) {
			t.Errorf("code %d has no word", c)
		}
	}
	equal(t, tab.Code(200).String(), "code-200")
}

// TestAllThatIsOwedIsSettledHoweverLittleItIs: the smallest settlement binds parts of a debt alone.
func TestAllThatIsOwedIsSettledHoweverLittleItIs(t *testing.T) {
	for _, c := range []tab.Change{tab.Settle{All: true}, tab.Settle{Pips: 3}} {
		events, err := tab.Decide(tab.Proposal{}, "ann", tab.Propose{Tab: "1", Change: c, With: "bob"}, tab.Books{Owed: -3, Least: 5}, 1)
		if err != nil || len(events) != 1 {
			t.Errorf("%+v: %v, %v", c, events, err)
		}
	}
}

const month = tab.LongGone

// released is Bob, who owes Ann 50, asking for a release a month after Ann left.
func released(tb testing.TB) tab.Proposal {
	tb.Helper()
	ask := tab.Propose{Change: tab.Release{}, With: "ann"}
	p := fold(tab.Proposal{}, decide(tb, tab.Proposal{}, "bob", ask, tab.Books{Owed: -50, Left: 7}, 7+month))
	equal(tb, p.Stage, tab.Open)
	equal(tb, p.AsksManager(), true)
	equal(tb, p.Change, tab.Change(tab.Release{Left: 7}))
	return p
}

func TestAReleaseTakesAManagerWhoIsNoParty(t *testing.T) {
	p, now := released(t), int64(8+month)
	member := tab.Books{Owed: -50, Left: 7}
	manager := member
	manager.Manager = true
	for _, do := range []tab.Request{tab.Confirm{}, tab.Decline{}} {
		equal(t, refusal(t, p, "cy", do, member, now).Code, tab.NotManager)
		equal(t, refusal(t, p, "mae", do, manager, p.Until).Stage, tab.Expired)
	}
	for _, party := range []tab.Person{"ann", "bob"} {
		equal(t, refusal(t, p, party, tab.Confirm{}, manager, now).Code, tab.IsParty)
	}
	equal(t, decide(t, p, "mae", tab.Decline{}, manager, now), []tab.Event{tab.Refused{By: "mae"}})
	equal(t, decide(t, p, "ann", tab.Decline{}, member, now), []tab.Event{tab.Refused{By: "ann"}})
	equal(t, decide(t, p, "bob", tab.Decline{}, member, now), []tab.Event{tab.TakenBack{By: "bob"}})
	p = fold(p, decide(t, p, "mae", tab.Confirm{}, manager, now))
	equal(t, p.Stage, tab.Confirmed)
	equal(t, p.Lines("x", nil), []tab.Line{
		{Entry: tab.Entry{Person: "ann", Other: "bob", Pips: -50}, From: tab.WriteOff{ID: "x"}},
		{Entry: tab.Entry{Person: "bob", Other: "ann", Pips: 50}, From: tab.WriteOff{ID: "x"}},
	})
	equal(t, refusal(t, p, "mae", tab.Confirm{}, manager, now).Stage, tab.Confirmed)
}

// TestAReleaseLapsesWhereItNoLongerHolds has the creditor be back, or have been, or the balance
// have moved.
func TestAReleaseLapsesWhereItNoLongerHolds(t *testing.T) {
	p := released(t)
	for _, now := range []tab.Books{{Owed: -50}, {Owed: -50, Left: 8}, {Owed: -40, Left: 7}, {Owed: 50, Left: 7}, {Left: 7}} {
		now.Manager = true
		equal(t, decide(t, p, "mae", tab.Confirm{}, now, 9+month), []tab.Event{tab.Dropped{}})
	}
}

func TestOnlyADebtorOfSomebodyLongGoneAsksForARelease(t *testing.T) {
	ask := tab.Propose{Change: tab.Release{}, With: "ann"}
	for code, b := range map[tab.Code]tab.Books{
		tab.NotGone: {Owed: -50}, tab.NotDebtor: {Owed: 50, Left: 1}, tab.NothingOwed: {Left: 1},
		tab.NotLongGone: {Owed: -50, Left: 2}, tab.IsGone: {Owed: -50, Gone: true},
		tab.OpenAlready: {Owed: -50, Left: 1, Pending: true},
	} {
		no := refusal(t, tab.Proposal{}, "bob", ask, b, 1+month)
		equal(t, no.Code, code)
		if code == tab.NotLongGone {
			equal(t, no.Until, int64(2+month))
		}
	}
}

// TestTheCreditorAloneReclaims what a manager released; the debtor doesn't, and nothing else is
// reclaimed.
func TestTheCreditorAloneReclaims(t *testing.T) {
	off := tab.WriteOff{ID: "x"}
	p := released(t)
	lines := p.Lines("x", nil)
	for i := range lines {
		lines[i].Seq = int64(9 + i)
	}
	ask := tab.Propose{Change: tab.Reclaim{From: off}, With: "bob"}
	b := tab.Books{Brought: lines, Release: true}
	back := fold(tab.Proposal{}, decide(t, tab.Proposal{}, "ann", ask, b, 3000))
	equal(t, back.Stage, tab.Confirmed)
	equal(t, back.Lines("y", lines)[0].Entry, tab.Entry{Person: "ann", Other: "bob", Pips: 50})
	ask.With = "ann"
	equal(t, refusal(t, tab.Proposal{}, "bob", ask, b, 3000).Code, tab.NotOwed)
	ask.With = "bob"
	equal(t, refusal(t, tab.Proposal{}, "ann", ask, tab.Books{Brought: lines}, 3000).Code, tab.NoEntry)
	equal(t, refusal(t, tab.Proposal{}, "ann", ask, tab.Books{Release: true, Undone: true}, 3000).Code, tab.UndoneNow)
}

// TestStoredReleasesAreAudited has each event of them be followed, and a yes of a party not.
func TestStoredReleasesAreAudited(t *testing.T) {
	asks := decide(t, tab.Proposal{}, "bob", tab.Propose{Change: tab.Release{}, With: "ann"},
		tab.Books{Owed: -50, Left: 7}, 7+month)[0]
	for by, taken := range map[tab.Person]bool{"mae": true, "ann": false, "bob": false, "": false} {
		var a tab.Audit
		equal(t, a.Next(asks, 7+month), nil)
		equal(t, a.Next(tab.Agreed{By: by}, 8+month) == nil, taken)
	}
	early := asks.(tab.Proposed)
	early.Change = tab.Release{Left: 8}
	equal(t, new(tab.Audit).Next(early, 7+month) != nil, true)
	reclaim := tab.Proposed{Change: tab.Reclaim{From: tab.WriteOff{ID: "x"}}, By: "ann", With: "bob", Until: 1}
	for _, e := range []tab.Event{asks, reclaim} {
		kind, body, note := tab.EncodeEvent(e)
		back, err := tab.DecodeEvent(kind, body, note)
		equal(t, err, nil)
		equal(t, back, e)
	}
}
