package storagetest

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// whatIsToBeDrawnAgainIsOwedWithTheErasure erases somebody with messages that show them, and has
// these be drawn again, be owed twice, be given up, or go with their server.
func whatIsToBeDrawnAgainIsOwedWithTheErasure(t *testing.T, at Place) {
	db := at(t)
	ann, bob := person(t, db, "1001", "Ann"), person(t, db, "1002", "Bob")
	erased := time.UnixMilli(1_700_000_000_000).UTC()
	messages := func(c sitting.Channel) (all []string) {
		t.Helper()
		owed, err := db.OwedRedraws(t.Context(), c)
		Is(t, err, nil)
		for _, p := range owed {
			all = append(all, p.Shown.Message)
		}
		return all
	}
	due := func() (n int) {
		t.Helper()
		all, err := db.Due(t.Context())
		Is(t, err, nil)
		for _, d := range all {
			if d.Owner[0] == table.RedrawMark {
				n++
			}
		}
		return n
	}
	shares := func(p sitting.Person, want ...table.Shown) {
		t.Helper()
		got, err := db.Shares(t.Context(), p)
		Is(t, err, nil)
		Equal(t, got, want)
	}
	alone := table.Shown{Server: club, Channel: "7", Message: "71", Lang: "nl", Seq: 5}
	both := table.Shown{Server: club, Channel: "8", Message: "81", Lang: "de", Seq: 6}
	Is(t, db.Shared(t.Context(), alone, []sitting.Person{ann, "", "pnobody"}), nil)
	Is(t, db.Shared(t.Context(), both, []sitting.Person{bob, ann, ann}), nil)
	shares(ann, alone, both)
	shares(bob, both)
	shares("pnobody")
	held, err := db.Holdings(t.Context(), bob)
	Is(t, err, nil)
	Equal(t, held.Shared, []table.Shown{both})

	result := table.Shown{Server: club, Channel: "7", Message: "72", Of: "aaaa", Kind: table.PostResult, Hand: 3, Seq: 44, Since: erased}
	both.Since = erased
	Equal(t, due(), 0)
	Is(t, db.Erase(t.Context(), ann, result, both, result), nil)
	Is(t, db.Close(), nil)
	db = at(t)
	shares(ann) // who keeps what they shared has it forgotten all the same
	shares(bob) // the message shows nobody any more
	Equal(t, due(), 2)
	Equal(t, messages("7"), []string{"72"})
	owed, err := db.OwedRedraws(t.Context(), "8")
	Is(t, err, nil)
	Equal(t, len(owed), 1)
	Equal(t, owed[0], table.Post{ID: owed[0].ID, Kind: table.PostRedraw, To: table.Address{Channel: "8"}, Shown: both})
	Is(t, db.Redrawn(t.Context(), []int64{owed[0].ID, 1 << 60}), nil)
	Equal(t, messages("8"), nil)

	// Somebody else whom a message shows is erased while it is being drawn again.
	owed, err = db.OwedRedraws(t.Context(), "7")
	Is(t, err, nil)
	later := result
	later.Since = erased.Add(30 * time.Second)
	elsewhere := table.Shown{
		Server: "elsewhere", Channel: "7", Message: "73", Since: erased.Add(time.Hour),
	}
	Is(t, db.OweRedraws(t.Context(), []table.Shown{later, elsewhere}), nil)
	Is(t, db.Redrawn(t.Context(), []int64{owed[0].ID}), nil)
	Equal(t, messages("7"), []string{"72", "73"})
	owed, err = db.OwedRedraws(t.Context(), "7")
	Is(t, err, nil)
	Equal(t, owed[0].Shown, later)
	Is(t, db.DropRedraws(t.Context(), erased.Add(time.Second)), nil)
	Equal(t, messages("7"), []string{"72", "73"})
	Is(t, db.DropRedraws(t.Context(), erased.Add(time.Minute)), nil)
	Equal(t, messages("7"), []string{"73"})
	Sound(t, db)
}
