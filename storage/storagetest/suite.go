package storagetest

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// A Store is all that a bot asks of one.
type Store interface {
	table.Store
	table.Habits
	table.Pulse
	table.Servers
	table.Asks
	table.Departures
	table.Tabs
	DropAsks(ctx context.Context, before time.Time) error
	DropRedraws(ctx context.Context, before time.Time) error
	DropLosses(ctx context.Context, before time.Time) error
	table.Seasons
	table.Redraws
	Watches(ctx context.Context, s sitting.Server, p sitting.Person) (bool, error)
	Manners(ctx context.Context, s sitting.Server) (table.Manners, error)
	ChangeManners(ctx context.Context, s sitting.Server, change func(table.Manners) (table.Manners, error)) (table.Manners, error)
	Newest(ctx context.Context, s sitting.Server) (sitting.ID, error)
	Person(ctx context.Context, user string) (sitting.Person, error)
	Register(ctx context.Context, user string, s sitting.Server, name string) (sitting.Person, error)
	Known(ctx context.Context, s sitting.Server, people []sitting.Person) ([]table.Known, error)
	Kept(ctx context.Context, p sitting.Person) (table.Kept, error)
	SetPrefs(ctx context.Context, p sitting.Person, before string, now table.Kept) (bool, error)
	Balances(ctx context.Context, s sitting.Server, p sitting.Person) ([]tab.Entry, error)
	Standings(ctx context.Context, s sitting.Server) ([]tab.Standing, error)
	Year(ctx context.Context, s sitting.Server, p tab.Person, from, to time.Time) (tab.Year, error)
	Entries(ctx context.Context) iter.Seq2[storage.Entry, error]
	Secret(ctx context.Context, name string) ([]byte, error)
	Application(ctx context.Context) (string, error)
	BeginFor(ctx context.Context, application string) (string, error)
	KeepFor(ctx context.Context, application string) error
	Session(ctx context.Context) (string, error)
	KeepSession(ctx context.Context, text string) error
	Check(ctx context.Context) (storage.Findings, error)
	Close() error
}

// A Place is where one store is kept. It opens the store, which is closed before it
// is opened again: what was acknowledged is there then.
type Place func(tb testing.TB) Store

// Test demands of a store what the house and the hall rely on. Each part of it has
// a new, empty place.
func Test(t *testing.T, place func(tb testing.TB) Place) {
	for _, part := range []struct {
		name string
		run  func(t *testing.T, at Place)
	}{
		{"stored table reads back whole", storedTableReadsBackWhole},
		{"a table is resumed from its checkpoint", aTableIsResumedFromItsCheckpoint},
		{"same key gives first receipt", sameKeyGivesFirstReceipt},
		{"conflict changes nothing", conflictChangesNothing},
		{"one open table a channel", oneOpenTableAChannel},
		{"one open table alone a person", oneOpenTableAloneAPerson},
		{"posted touches no other table", postedTouchesNoOtherTable},
		{"posts are owed until posted", postsAreOwedUntilPosted},
		{"caller who leaves is never lied to", callerWhoLeavesIsNeverLiedTo},
		{"callers at once", callersAtOnce},
		{"closed store takes nothing", closedStoreTakesNothing},
		{"a table is due when its newest batch says so", aTableIsDueWhenItsNewestBatchSaysSo},
		{"a table that owes is due at once open or closed", aTableThatOwesIsDueAtOnceOpenOrClosed},
		{"tables that wait for whose quiet hours change are due at once", tablesThatWaitForWhoseQuietHoursChangeAreDueAtOnce},
		{"an outage is kept until no table needs it", anOutageIsKeptUntilNoTableNeedsIt},
		{"tables opened at once keep a person's limit", opensAtOnce(table.Limits{Person: 3}, byOne, 3, sitting.OwnTables)},
		{"tables opened at once keep a server's limit", opensAtOnce(table.Limits{Person: 3, Server: 25}, inOne, 25, sitting.ServerTables)},
		{"tables opened at once without a limit", opensAtOnce(table.Limits{}, byOne, tries, 0)},
		{"a table refused leaves nothing", aTableRefusedLeavesNothing},
		{"asks at once keep the limits", asksAtOnceKeepTheLimits},
		{"the pulse is the last beat", thePulseIsTheLastBeat},
		{"person has one pseudonym", personHasOnePseudonym},
		{"a language is kept with what was done in it", aLanguageIsKeptWithWhatWasDoneInIt},
		{"settings are kept until others are", settingsAreKeptUntilOthersAre},
		{"who is told of a table isn't told again for a day", whoIsToldOfATableIsntToldAgainForADay},
		{"what is settled in a server is its own", whatIsSettledInAServerIsItsOwn},
		{"a season ends by what is settled", aSeasonEndsByWhatIsSettled},
		{"what is to be drawn again is owed with the erasure", whatIsToBeDrawnAgainIsOwedWithTheErasure},
		{"secret is made once", secretIsMadeOnce},
		{"it is kept for one application", itIsKeptForOneApplication},
		{"the session is the one kept last", theSessionIsTheOneKeptLast},
		{"what is lost is listed", whatIsLostIsListed},
		{"who has left is kept until they are back", whoHasLeftIsKeptUntilTheyAreBack},
		{"no debt to who is back is written off", noDebtToWhoIsBackIsWrittenOff},
		{"books add up", booksAddUp},
		{"a year is what its hands came to", aYearIsWhatItsHandsCameTo},
		{"debt that is none is refused", debtThatIsNoneIsRefused},
		{"a fence is good until the owner is claimed again", fencesHold},
	} {
		t.Run(part.name, func(t *testing.T) { part.run(t, place(t)) })
	}
}

// fencesHold claims a table twice. A store that only one process can have open may
// take every fence; any other refuses the older one, whatever is asked with it.
func fencesHold(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	claims := func() table.Fence {
		c, err := db.Claim(t.Context(), table.OwnerID(r.Head.Table), true)
		Is(t, err, nil)
		Is(t, db.Fresh(t.Context(), table.OwnerID(r.Head.Table), c.Fence, r.Seq), nil)
		return c.Fence
	}
	appends := func(f table.Fence) error {
		b := r.Move()
		b.Fence = f
		_, err := db.Append(t.Context(), b)
		if err != nil {
			r.Seq = b.From
		}
		return err
	}
	first := claims()
	Is(t, appends(first), nil)
	second := claims()
	stale := db.Fresh(t.Context(), table.OwnerID(r.Head.Table), first, r.Seq)
	if stale != nil && !errors.Is(stale, table.ErrFenced) {
		t.Errorf("%v, want nil or ErrFenced", stale)
	}
	before := Load(t, db, r.Head.Table)
	if stale != nil {
		Is(t, appends(first), table.ErrFenced)
		Is(t, db.Posted(t.Context(), []int64{before.Owed[0].ID}, r.Head.Table, first, table.Refs{Table: "stale"}), table.ErrFenced)
		Is(t, db.Fresh(t.Context(), table.OwnerID(r.Head.Table), second, r.Seq-1), table.ErrConflict)
		Equal(t, Load(t, db, r.Head.Table), before)
	}
	Is(t, appends(second), nil)
	Sound(t, db)
}
