package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// calling is whom the newest message notified.
func (b *board) calling() []sitting.Person {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls
}

// TestAQuestionWaitsForTheEndOfQuietHours asks somebody at night, and tells them of something.
func TestAQuestionWaitsForTheEndOfQuietHours(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(*hall){
		"one house": func(*hall) {},
		"a restart": (*hall).restart,
	} {
		t.Run(name, func(t *testing.T) {
			inLedger(t, func(t *testing.T, l *ledger) {
				now := time.Now().UTC()
				minute := now.Hour()*60 + now.Minute()
				l.quiet(l.bob, sitting.Quiet{From: minute, To: (minute + 120) % 1440, Zone: "UTC"})
				asked := l.must(l.ann, "", even(l.bob))
				pass(time.Hour)
				cut(l.hall)
				pass(59 * time.Minute)
				_, messages := l.board.newest()
				equal(t, messages, 0)
				pass(time.Minute)
				told, messages := l.board.newest()
				equal(t, messages, 1)
				equal(t, told.Stage, tab.Open)
				equal(t, l.board.calling(), []sitting.Person{l.bob})
				l.must(l.bob, asked.ID, tab.Decline{})
				pass(0)
				equal(t, l.board.calling(), []sitting.Person{l.ann})
			})
		})
	}
}

func TestWhatOnlyIsToldIsToldAtOnceAndDisturbsNobody(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		now := time.Now().UTC()
		minute := now.Hour()*60 + now.Minute()
		l.quiet(l.ann, sitting.Quiet{From: minute, To: (minute + 120) % 1440, Zone: "UTC"})
		reply, err := l.house.Tab(t.Context(), table.TabCommand{Key: l.key(), By: "mae", Manager: true, Do: tab.Propose{Tab: "server", Where: "channel", Change: tab.Void{Hand: l.hand}, Note: "why"}})
		equal(t, err, nil)
		pass(0)
		_, messages := l.board.newest()
		equal(t, messages, 1)
		equal(t, l.board.calling(), []sitting.Person{l.bob})
		equal(t, len(reply.Moves), 1)
		equal(t, reply.Moves[0].After, int64(0))
		if reply.Moves[0].Before == 0 {
			t.Error("nothing lay between them")
		}
		again, err := l.house.LookTab(t.Context(), reply.ID)
		equal(t, err, nil)
		equal(t, again.Moves, reply.Moves)
	})
}
