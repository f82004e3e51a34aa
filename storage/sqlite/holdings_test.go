package sqlite_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestWhatIsHeldOfSomebodyIsTold has somebody do one of each thing that is stored of a person.
func TestWhatIsHeldOfSomebodyIsTold(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	ann, bob := person(t, db, "1001", "Ann"), person(t, db, "1002", "Bob")
	none, err := db.Holdings(t.Context(), "pnobody")
	is(t, err, nil)
	equal(t, none, table.Holdings{})
	_, err = db.Register(t.Context(), "1001", "elsewhere", "Annie")
	is(t, err, nil)
	b := r.Batch("", sitting.Joined{Person: ann}, sitting.CutGiven{By: ann, Word: "ahoy"}, sitting.CutGiven{By: bob, Word: "not hers"})
	b.By, b.Lang = ann, "nl"
	add(t, db, b)
	_, err = db.SetPrefs(t.Context(), ann, "", table.Kept{Prefs: "1x"})
	is(t, err, nil)
	_, err = db.SetQuiet(t.Context(), ann, sitting.Quiet{From: 1380, To: 420, Zone: "UTC"})
	is(t, err, nil)
	is(t, db.SetWatch(t.Context(), "third", ann, true), nil)
	asked := r.Batch("", sitting.CutGiven{By: bob, Word: "asks"})
	asked.Asks = []table.Ask{{By: ann, Of: bob, Kind: table.AskSeat, Number: asked.From + 1}, {By: bob, Of: ann, Kind: table.AskEnd, Number: asked.From + 1}}
	add(t, db, asked)
	said := r.Batch("", sitting.CutGiven{By: bob, Word: "says no"})
	said.Answers = []table.Answer{{Of: bob, Number: asked.From + 1, Verdict: sitting.SaidNo}}
	add(t, db, said)
	left := time.UnixMilli(1_700_000_000_000).UTC()
	is(t, db.Departed(t.Context(), "fourth", ann, left), nil)
	add(t, db, r.Hand(1, ann, bob, 86))
	loss := table.Loss{At: time.Now(), People: []sitting.Person{ann, bob}}
	is(t, db.AddLoss(t.Context(), r.Head.Table, 0, loss), nil)
	got, err := db.Holdings(t.Context(), ann)
	is(t, err, nil)
	want := table.Holdings{
		User: "1001", Kept: table.Kept{Lang: "nl", Prefs: "1x"}, Quiet: sitting.Quiet{From: 1380, To: 420, Zone: "UTC"},
		Servers: []table.Holding{
			{Server: club, Name: "Ann", Hands: got.Servers[0].Hands, Entries: 1}, {Server: "elsewhere", Name: "Annie"}, {Server: "fourth", Left: left}, {Server: "third", Watches: true},
		},
		Writings: []table.Writing{{Of: table.OwnerID(r.Head.Table), At: got.Writings[0].At, Kind: "cut", Text: "ahoy"}},
		Seats:    []sitting.ID{r.Head.Table},
		Lost:     []sitting.ID{r.Head.Table},
		Asks: []table.HeldAsk{
			{Of: table.OwnerID(r.Head.Table), At: asked.At, Kind: table.AskEnd, Asked: true, Answer: "open"},
			{Of: table.OwnerID(r.Head.Table), At: asked.At, Kind: table.AskSeat, Answer: "no"},
		},
	}
	equal(t, got, want)
	sat, err := db.Sat(t.Context(), ann)
	is(t, err, nil)
	equal(t, sat, []sitting.ID{r.Head.Table})
	is(t, db.Erase(t.Context(), ann), nil)
	got, err = db.Holdings(t.Context(), ann)
	is(t, err, nil)
	equal(t, got, table.Holdings{})
}
