package render_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

const proposalID = "9k3mxq2ab"

var played3 = tab.Hand{Table: tableID, Number: 3}

// proposal is what Ann proposes to Bob, who owes her 24 pips, and what that does.
func proposal(c tab.Change, after int64, note string) render.ProposalModel {
	everybody := reader().People
	return render.ProposalModel{
		ID: proposalID, Note: note, People: everybody, Calls: []tab.Person{"bob"},
		State: tab.Proposal{Stage: tab.Open, Tab: "1", Where: "2", Change: c, By: "ann", With: "bob", Owed: 24, Until: deadline().UnixMilli()},
		Moves: []render.Move{{Person: everybody["ann"], Other: everybody["bob"], Before: 24, After: after}},
	}
}

// ended is a proposal that is over, of which nobody is called.
func ended(m render.ProposalModel, how tab.Stage) render.ProposalModel {
	m.State.Stage, m.Calls = how, nil
	return m
}

const wicked = "@everyone <@1200000000000000001> **x**\n# h [y](https://z.example) `c` ||s||"

func proposals() map[string]render.ProposalModel {
	even := proposal(tab.Settle{Pips: 24, All: true}, 0, "")
	anew, gone := even, ended(proposal(tab.LetGo{}, 0, ""), tab.Confirmed)
	anew.Anew = true
	gone.State.With, gone.Moves[0].Other, gone.Calls = "dee", render.Player{}, []tab.Person{"dee"} // whom nobody calls
	forgiven := proposal(tab.Forgive{Pips: 4}, 20, "")
	forgiven.State.Stage = tab.Confirmed
	undo := proposal(tab.Undo{From: played3}, -10, "misdealt")
	settled := proposal(tab.Undo{From: tab.Settlement{Proposal: "9x"}}, 30, "ten")
	undo.Since, settled.Since, settled.Noted = deadline().UnixMilli(), deadline().UnixMilli(), wicked
	release := released()
	reclaimed := proposal(tab.Reclaim{From: tab.WriteOff{ID: "9x"}}, 48, "I’m back")
	reclaimed.State.Stage = tab.Confirmed
	erased := ended(release, tab.Lapsed)
	erased.People = map[tab.Person]render.Player{"bob": release.People["bob"]}
	return map[string]render.ProposalModel{
		"settle, a part, with a note": proposal(tab.Settle{Pips: 1}, 23, wicked), "settle, all": even, "settle, anew": anew,
		"settled": ended(even, tab.Confirmed), "settle, declined": ended(even, tab.Declined), "settle, withdrawn": ended(even, tab.Withdrawn),
		"settle, expired": ended(even, tab.Expired), "settle, lapsed": ended(even, tab.Lapsed), "forgiven": forgiven, "written off": gone,
		"reverse a hand": undo, "reverse a settlement": settled,
		"reverse a gift": proposal(tab.Undo{From: tab.Forgiveness{Proposal: "9x"}}, 30, "ten"), "reverse a write-off": proposal(tab.Undo{From: tab.WriteOff{ID: "9x"}}, 30, "ten"),
		"write-off": release, "write-off, done": ended(release, tab.Confirmed), "write-off, declined": ended(release, tab.Declined),
		"write-off, withdrawn": ended(release, tab.Withdrawn), "write-off, expired": ended(release, tab.Expired),
		"write-off, lapsed": ended(release, tab.Lapsed), "write-off, erased": erased, "write-off, reversed": reclaimed,
		"reversed": ended(undo, tab.Confirmed), "reverse, declined": ended(undo, tab.Declined), "void": voided(),
	}
}

// released is Bob's ask of the managers to write off what he owes Ann, who has left.
func released() render.ProposalModel {
	m := proposal(tab.Release{Left: deadline().AddDate(0, -2, 0).UnixMilli()}, 0, "we haven’t heard from Ann since summer")
	m.State.By, m.State.With, m.State.Owed = "bob", "ann", -24
	m.Answered, m.Calls = "cy", nil
	return m
}

// voided is the largest message there is: a hand of six, with the longest names and note.
func voided() render.ProposalModel {
	m := render.ProposalModel{
		ID: proposalID, Note: strings.Repeat("~_", render.MaxNote/2), People: map[tab.Person]render.Player{}, State: tab.Proposal{Stage: tab.Confirmed, Change: tab.Void{Hand: played3}, By: "p0"},
	}
	for _, id := range []tab.Person{"p0", "p1", "p2", "p3", "p4", "p5"} {
		who := render.Player{Name: strings.Repeat("*"+string(id[1]), 16), UserID: "120000000000000000" + string(id[1])}
		m.People[id] = who
		if id != "p0" {
			m.Calls = append(m.Calls, id)
			m.Moves = append(m.Moves, render.Move{Person: m.People["p0"], Other: who, Before: 1_000_000, After: -1_000_000})
		}
	}
	return m
}

// proposalScreens are what the channel and those who act are shown of what is proposed.
func proposalScreens() []screen {
	var all []screen
	for _, name := range slices.Sorted(maps.Keys(proposals())) {
		m := proposals()[name]
		all = append(all, screen{"proposal, " + name, true, func(l lang.Lang) render.Message { return render.Proposal(pen(l), m) }},
			screen{"answer to who proposed, " + name, false, func(l lang.Lang) render.Message { return render.Proposed(pen(l), m, "ann") }})
	}
	owes := proposals()["settle, all"].Moves[0]
	why := &tab.Refusal{Code: tab.TooMany, Most: 24}
	return append(all,
		screen{"forgive, the question", false, func(l lang.Lang) render.Message { return render.AskForgive(pen(l), "pabcdefghijklmnop", owes, 24) }},
		screen{"write off, the question", false, func(l lang.Lang) render.Message { return render.AskLetGo(pen(l), "pabcdefghijklmnop", owes) }},
		screen{"settle, too many", false, func(l lang.Lang) render.Message {
			return render.Unsettled(pen(l), render.Refusal(l, reader(), &sitting.Sight{}, why), "pabcdefghijklmnop", why)
		}},
		screen{"settle, with a creditor who left", false, creditorLeft(time.Time{})},
		screen{"settle, with a creditor who left lately", false, creditorLeft(deadline())},
		screen{"back, all of it", false, func(l lang.Lang) render.Message {
			one := render.Released{Debtor: reader().People["bob"], Manager: reader().People["cy"], Pips: 24}
			return render.Line(render.ReleasedMeanwhile(l, []render.Released{one, one, one, one, one}))
		}},
		screen{"settle, with nobody who was here", false, func(l lang.Lang) render.Message {
			even := &tab.Refusal{Code: tab.NothingOwed}
			return render.Refused(pen(l), &sitting.Sight{}, render.Refusal(l, reader(), &sitting.Sight{}, even), even)
		}},
	)
}

// creditorLeft is a refusal to settle with somebody who left, and may be let go of at a time.
func creditorLeft(until time.Time) func(l lang.Lang) render.Message {
	why := &render.DoorRefusal{Code: render.CreditorLeft, Word: "Ann", Since: deadline().AddDate(0, -2, 0), Until: until}
	return func(l lang.Lang) render.Message {
		return render.Unsettled(pen(l), render.Refusal(l, reader(), &sitting.Sight{}, why), "pabcdefghijklmnop", why)
	}
}

// TestARefusalAboutTheTabLeadsOn: whoever is told that nothing was done can tap what comes next, but where nothing does.
func TestARefusalAboutTheTabLeadsOn(t *testing.T) {
	l := words(t).For("en")
	for code := tab.Yourself; code <= tab.IsParty; code++ {
		why := &tab.Refusal{Code: code, Stage: tab.Expired}
		for name, m := range map[string]render.Message{
			"with a friend": render.Unsettled(pen(l), "no", "pabcdefghijklmnop", why), "alone": render.Refused(pen(l), &sitting.Sight{}, "no", why),
		} {
			leadsOn := len(m.Components) == 2
			inTheirHands := name == "alone" && slices.Contains([]tab.Code{tab.TooFew, tab.TooMany, tab.NotOwed, tab.NotGone, tab.IsGone, tab.NotManager, tab.OpenAlready, tab.UnderLeast, tab.NotDebtor, tab.NotLongGone}, code)
			if leadsOn == inTheirHands {
				t.Errorf("%s, %s: %d parts", code, name, len(m.Components))
			}
		}
	}
}

func TestANoteNotifiesNobodyAndIsShownAsWritten(t *testing.T) {
	inAll(t, func(l lang.Lang) {
		m := render.Proposal(pen(l), proposal(tab.Settle{Pips: 1}, 23, wicked))
		if want := `> \@everyone \<\@1200000000000000001\> \*\*x\*\* \# h \[y\](https\://z.example) \` + "`c\\` " + `\|\|s\|\|`; !strings.Contains(m.Content, want) {
			t.Errorf("%q isn't in %q", want, m.Content)
		}
		if len(m.AllowedMentions.Parse) != 0 || len(m.AllowedMentions.Users) != 1 || m.AllowedMentions.Users[0] != "1200000000000000002" {
			t.Errorf("notifies %+v", m.AllowedMentions)
		}
	})
}

func TestANoteIsAsLongAsItMayBe(t *testing.T) {
	for _, x := range []struct {
		text, want string
		ok         bool
	}{
		{"", "", true}, {"  oars ", "oars", true}, {strings.Repeat("é", render.MaxNote), strings.Repeat("é", render.MaxNote), true},
		{strings.Repeat("é", render.MaxNote+1), "", false}, {strings.Repeat("x", 3000), "", false},
	} {
		if got, err := render.ReadNote(x.text); got != x.want || (err == nil) != x.ok {
			t.Errorf("%.10q… becomes %.10q…, %v", x.text, got, err)
		}
	}
	for _, none := range []string{"", " \n", "\u200b\u2800"} {
		if _, err := render.ReadReason(none); err == nil {
			t.Errorf("%q is a reason", none)
		}
	}
}

func TestPipsAreReadAsTheyAreTyped(t *testing.T) {
	for text, want := range map[string]int64{" 24 ": 24, "0": 0, "-3": -3, "−3": -3, "99999999999999999999": 1<<63 - 1, "-99999999999999999999": -1 << 63} {
		if got, err := render.ReadPips(text); err != nil || got != want {
			t.Errorf("%q is read as %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "12.5", "1,5", "many", "24 pips", "0x10", "1e3"} {
		if got, err := render.ReadPips(text); err == nil {
			t.Errorf("%q is read as %d", text, got)
		}
	}
}

func TestWhatAButtonAboutTheTabNamesIsReadBack(t *testing.T) {
	const other = tab.Person("pabcdefghijklmnop")
	long := tab.Hand{Table: tableID, Number: 99_999, Again: 9}
	for _, from := range []tab.Source{long, tab.Settlement{Proposal: proposalID}, tab.Forgiveness{Proposal: proposalID}, tab.WriteOff{ID: proposalID}, tab.Reversal{Seq: 1 << 40}} {
		arg := render.Reversing(other, from)
		who, what, err := render.ReadReversing(arg)
		if err != nil || who != other || what != from || len(arg) > render.MaxArg {
			t.Errorf("%q is read as %v of %v, %v", arg, what, who, err)
		}
	}
	if who, pips, err := render.ReadOwing(render.Owing(other, 1<<40)); who != other || pips != 1<<40 || err != nil {
		t.Errorf("%v owes %d, %v", who, pips, err)
	}
	for _, forged := range []string{"", "p", "p/", "p/hand:1", "p/x"} {
		if _, _, err := render.ReadReversing(forged); err == nil {
			t.Errorf("%q is read as a source", forged)
		}
		if _, _, err := render.ReadOwing(forged); err == nil {
			t.Errorf("%q is read as pips", forged)
		}
	}
}
