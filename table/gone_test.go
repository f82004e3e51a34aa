package table_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// A sea tells which channels are gone, and counts who asks.
type sea struct {
	gone  map[sitting.Channel]bool
	back  time.Time // when all are there again; zero: never
	asked []time.Time
	fails error
}

func (s *sea) isGone(_ context.Context, c sitting.Channel) (bool, error) {
	s.asked = append(s.asked, time.Now())
	return s.gone[c] && (s.back.IsZero() || time.Now().Before(s.back)), s.fails
}

// unknown is Discord's answer to a post to a channel that isn't there.
func unknown(table.Post) error {
	return &table.RefusedError{Code: 10003, Err: errors.New("unknown channel")}
}

func inHallBySea(t *testing.T, test func(*testing.T, *hall, *sea)) {
	t.Helper()
	asked := &sea{gone: make(map[sitting.Channel]bool)}
	inHallOf(t, table.Options{IsGone: asked.isGone}, func(t *testing.T, h *hall) {
		*asked = sea{gone: make(map[sitting.Channel]bool)}
		h.keeps = true
		h.restart()
		test(t, h, asked)
	})
}

func (h *hall) lost(p sitting.Person) []table.Lost {
	h.tb.Helper()
	all, err := h.house.LostTables(context.Background(), p)
	if err != nil {
		h.tb.Fatal(err)
	}
	return all
}

// bereft says whether a person is to be told that they lost a table, and doesn't tell them.
func (h *hall) bereft(p sitting.Person) bool {
	told := h.house.Bereft(p)
	if told != nil {
		equal(h.tb, told(context.Background(), false), nil)
	}
	return told != nil
}

// TestADeletionThatComesDuringTheStartIsHeard: Discord tells of what happened meanwhile as soon as
// the bot is back, and once.
func TestADeletionThatComesDuringTheStartIsHeard(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, asked *sea) {
		h.deals("ann", "bob")
		pass(0)
		h.pulse.waits(time.Second)
		h.restart()
		h.house.ChannelDeleted("server", "channel", false)
		asked.gone["other"] = true
		h.house.Suspect("server", "other")
		equal(t, h.house.Stats().Resumed, false)
		pass(2 * time.Second)
		equal(t, h.house.Stats().Resumed, true)
		equal(t, h.looks("ann").Phase, sitting.Ended)
		equal(t, h.bereft("ann"), true)
		pass(2 * time.Minute)
		equal(t, len(asked.asked), 2)
	})
}

func TestADeletedChannelEndsItsTableAndNobodyPays(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, _ *sea) {
		h.deals("ann", "bob")
		pass(0)
		h.wall.failing(unknown)
		h.house.ChannelDeleted("server", "elsewhere", false)
		pass(0)
		equal(t, h.looks("ann").Phase, sitting.Playing)
		equal(t, h.bereft("ann"), false)
		h.house.ChannelDeleted("server", "channel", false)
		pass(0)
		for range 2 {
			equal(t, h.looks("ann").Phase, sitting.Ended)
			equal(t, len(h.standings()), 0)
			equal(t, len(h.log().Owed), 0)
			for _, p := range []sitting.Person{"ann", "bob"} {
				equal(t, h.bereft(p), true)
				equal(t, len(h.lost(p)), 1)
				equal(t, len(h.lost(p)[0].Results), 0)
			}
			equal(t, h.bereft("cyd"), false)
			equal(t, len(h.lost("cyd")), 0)
			h.restart()
			h.house.ChannelDeleted("server", "channel", false) // heard again
			pass(0)
		}
		told := h.house.Bereft("ann")
		equal(t, h.bereft("ann"), false) // somebody is telling her
		equal(t, told(t.Context(), false), nil)
		equal(t, h.bereft("ann"), true)
		equal(t, h.house.Bereft("ann")(t.Context(), true), nil)
		pass(0)
		h.restart()
		pass(0)
		equal(t, h.bereft("ann"), false)
		equal(t, h.bereft("bob"), true)
		equal(t, len(h.lost("ann")), 1)
		pass(31 * 24 * time.Hour)
		equal(t, h.bereft("bob"), false)
		equal(t, len(h.lost("ann")), 0)
		kept, err := h.store.Losses(t.Context(), time.Time{})
		equal(t, err, nil)
		equal(t, len(kept), 0)
		h.sound()
	})
}

// TestALossIsKnownBeforeTheStartIsOver asks a house that hasn't read yet what was lost.
func TestALossIsKnownBeforeTheStartIsOver(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, _ *sea) {
		h.deals("ann", "bob")
		pass(0)
		h.house.ChannelDeleted("server", "channel", false)
		pass(0)
		early := table.New(table.Options{Store: h.store})
		all, err := early.LostTables(t.Context(), "bob")
		equal(t, err, nil)
		equal(t, len(all), 1)
	})
}

// TestALossIsFinishedAfterAKill has the process end between the note of a loss and its table's end.
func TestALossIsFinishedAfterAKill(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, _ *sea) {
		h.deals("ann", "bob")
		pass(0)
		loss := table.Loss{At: sitting.Whole(time.Now()), People: []sitting.Person{"ann", "bob"}}
		equal(t, h.store.AddLoss(t.Context(), h.id, 0, loss), nil)
		equal(t, h.looks("ann").Phase, sitting.Playing)
		h.dies()
		h.start()
		pass(0)
		equal(t, h.looks("ann").Phase, sitting.Ended)
		equal(t, h.bereft("ann"), true)
		equal(t, len(h.standings()), 0)
		h.sound()
	})
}

// TestResultsOfAnUnfinishedLossOutliveAKill has the start after it drop the posts that the gone
// channel is owed before the loss can be finished.
func TestResultsOfAnUnfinishedLossOutliveAKill(t *testing.T) {
	t.Parallel()
	faulty := &faultyStore{}
	inHallOf(t, table.Options{Store: faulty}, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		h.channelCloses()
		want := h.finishes()
		pass(0)
		h.wall.failing(unknown)
		loss := table.Loss{At: sitting.Whole(time.Now()), People: []sitting.Person{"ann", "bob"}}
		for _, p := range h.log().Owed {
			if p.Kind == table.PostResult {
				loss.Results = append(loss.Results, p.Seq)
			}
		}
		equal(t, h.store.AddLoss(t.Context(), h.id, 0, loss), nil)
		h.dies()
		faulty.losesNot(1)
		h.start()
		pass(time.Minute)
		equal(t, len(h.log().Owed), 0)
		equal(t, h.looks("ann").Phase, sitting.Between)
		h.house.ChannelDeleted("server", "channel", false)
		pass(0)
		for range 2 {
			lost := h.lost("ann")
			equal(t, len(lost), 1)
			equal(t, lost[0].At, loss.At)
			equal(t, lost[0].Sight.Phase, sitting.Ended)
			equal(t, lost[0].Results, []*sitting.HandResult{want})
			h.restart()
		}
	})
}

// TestATableThatCantBeReadHidesNoOther of those that were lost, or are somebody's own elsewhere.
func TestATableThatCantBeReadHidesNoOther(t *testing.T) {
	t.Parallel()
	faulty := &faultyStore{}
	inHallOf(t, table.Options{Store: faulty}, func(t *testing.T, h *hall) {
		h.keeps = true
		h.restart()
		var ids []sitting.ID
		for _, c := range []sitting.Channel{"c0", "c1"} {
			h.opens("ann", openIn(c), "bob")
			ids = append(ids, h.id)
			pass(time.Minute)
		}
		faulty.breaks(ids[0])
		h.restart()
		own, err := h.house.Hosted(t.Context(), "server", "ann")
		equal(t, err, nil)
		equal(t, len(own), 1)
		equal(t, own[0].ID, ids[1])
		faulty.breaks()
		for _, c := range []sitting.Channel{"c0", "c1"} {
			h.house.ChannelDeleted("server", c, false)
			pass(time.Second)
		}
		faulty.breaks(ids[0])
		h.restart()
		lost := h.lost("bob")
		equal(t, len(lost), 1)
		equal(t, lost[0].Sight.ID, ids[1])
		equal(t, h.house.Bereft("bob")(t.Context(), true), nil)
		equal(t, h.bereft("bob"), false)
		faulty.breaks()
	})
}

// TestALossThatCantBeReadHidesNoOther has the house start all the same.
func TestALossThatCantBeReadHidesNoOther(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, _ *sea) {
		var ids []sitting.ID
		for _, c := range []sitting.Channel{"c0", "c1"} {
			h.opens("ann", openIn(c), "bob")
			ids = append(ids, h.id)
			h.house.ChannelDeleted("server", c, false)
			pass(time.Minute)
		}
		h.kill()
		db, err := sql.Open("sqlite", h.path)
		equal(t, err, nil)
		_, err = db.ExecContext(t.Context(), `UPDATE losses SET body = '{'
			WHERE table_id = (SELECT id FROM tables WHERE name = ?)`, ids[0])
		equal(t, err, nil)
		equal(t, db.Close(), nil)
		h.start()
		pass(0)
		lost := h.lost("bob")
		equal(t, len(lost), 1)
		equal(t, lost[0].Sight.ID, ids[1])
		h.opens("ann", openIn("c2"), "bob") // it runs
	})
}

// TestOwnTablesElsewhereAreLookedForInOneServer: no other is read.
func TestOwnTablesElsewhereAreLookedForInOneServer(t *testing.T) {
	t.Parallel()
	faulty := &faultyStore{}
	inHallOf(t, table.Options{Store: faulty}, func(t *testing.T, h *hall) {
		h.keeps = true
		h.restart()
		far := openIn("far")
		far.Server = "another"
		h.opens("ann", far)
		h.opens("bob", openIn("c0"))
		h.opens("ann", openIn("c1"))
		h.restart()
		faulty.reads()
		own, err := h.house.Hosted(t.Context(), "server", "ann")
		equal(t, err, nil)
		equal(t, len(own), 1)
		equal(t, own[0].ID, h.id)
		for id := range faulty.reads() {
			seen, err := h.house.Peek(t.Context(), id, "")
			equal(t, err, nil)
			equal(t, seen.Server, sitting.Server("server"))
		}
	})
}

// TestNothingLinksToEveningsOfADeletedChannel: two were closed there, and had shown all.
func TestNothingLinksToEveningsOfADeletedChannel(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, _ *sea) {
		linked := func() (n int) {
			page, err := h.store.Postings(t.Context(), "server", "ann", "", tab.Cursor{}, 100)
			equal(t, err, nil)
			for _, p := range page.List {
				if p.Result != "" {
					n++
				}
			}
			return n
		}
		for range 2 {
			h.deals("ann", "bob")
			h.finishes()
			pass(0)
			h.closes("ann")
			pass(time.Minute)
		}
		h.house.ChannelDeleted("server", "elsewhere", false)
		pass(0)
		equal(t, linked(), 2)
		h.house.ChannelDeleted("server", "channel", false)
		pass(0)
		equal(t, linked(), 0)
		pass(31 * 24 * time.Hour)
		equal(t, linked(), 0)
	})
}

// TestATableThatHadEndedIsNoLoss: its channel showed all there was.
func TestATableThatHadEndedIsNoLoss(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, _ *sea) {
		h.deals("ann", "bob")
		h.finishes()
		pass(0)
		h.closes("ann")
		pass(0)
		h.house.ChannelDeleted("server", "channel", false)
		pass(0)
		equal(t, h.bereft("ann"), false)
		equal(t, len(h.lost("bob")), 0)
	})
}

// TestABookedHandOutlivesItsChannel deletes the channel between a hand's end and its result,
// which its players still read.
func TestABookedHandOutlivesItsChannel(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, _ *sea) {
		h.deals("ann", "bob")
		pass(0)
		h.channelCloses()
		want := h.finishes()
		pass(0)
		before := h.standings()
		h.wall.failing(unknown)
		h.house.ChannelDeleted("server", "channel", false)
		pass(0)
		h.restart()
		pass(0)
		equal(t, h.standings(), before)
		equal(t, len(h.log().Owed), 0)
		for _, p := range []sitting.Person{"ann", "bob"} {
			lost := h.lost(p)
			equal(t, len(lost), 1)
			equal(t, lost[0].Results, []*sitting.HandResult{want})
		}
		h.sound()
	})
}

// TestAnUnknownChannelIsAskedForTwice has posts be answered 10003: only two questions a minute
// apart, with one answer, are a deletion.
func TestAnUnknownChannelIsAskedForTwice(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, asked *sea) {
		h.deals("ann", "bob")
		pass(0)
		asked.gone["channel"] = true
		h.wall.failing(unknown)
		h.moves()
		pass(59 * time.Second)
		equal(t, h.looks("ann").Phase, sitting.Playing)
		pass(2 * time.Second)
		equal(t, h.looks("ann").Phase, sitting.Ended)
		equal(t, len(asked.asked), 2)
		equal(t, asked.asked[1].Sub(asked.asked[0]), time.Minute)
		equal(t, h.bereft("bob"), true)
	})
}

// TestWhatIsNotADeletionKeepsTheTable is the control: a channel that comes back, one that the bot
// may not see, and a Discord that can't be asked.
func TestWhatIsNotADeletionKeepsTheTable(t *testing.T) {
	t.Parallel()
	for name, is := range map[string]func(*sea){
		"back after a moment": func(s *sea) {
			s.gone["channel"], s.back = true, time.Now().Add(30*time.Second)
		},
		"there":     func(*sea) {},
		"no answer": func(s *sea) { s.gone["channel"], s.fails = true, errors.New("outage") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inHallBySea(t, func(t *testing.T, h *hall, asked *sea) {
				h.deals("ann", "bob")
				pass(0)
				is(asked)
				h.wall.failing(unknown)
				h.moves()
				pass(10 * time.Minute)
				equal(t, h.looks("ann").Phase, sitting.Playing)
				equal(t, h.bereft("ann"), false)
				if len(asked.asked) == 0 {
					t.Error("nobody asked")
				}
			})
		})
	}
}

// TestTablesInThreadsOfADeletedChannelAreAskedFor: Discord tells of the channel alone.
func TestTablesInThreadsOfADeletedChannelAreAskedFor(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, asked *sea) {
		h.deals("ann", "bob")
		pass(0)
		asked.gone["channel"] = true
		h.house.ChannelDeleted("server", "above", true)
		pass(61 * time.Second)
		equal(t, h.looks("ann").Phase, sitting.Ended)
	})
}

// TestClosedTablesInThreadsOfADeletedChannelAreLinkedToNoMore has a table that is over stand in one
// of its threads. The control: a table in another channel.
func TestClosedTablesInThreadsOfADeletedChannelAreLinkedToNoMore(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, asked *sea) {
		h.deals("ann", "bob")
		h.finishes()
		h.closes("ann")
		pass(0)
		there := h.id
		h.opens("cyd", openIn("other"))
		h.closes("cyd")
		pass(0)
		asked.gone["channel"] = true
		h.house.ChannelDeleted("server", "above", true)
		h.house.ChannelDeleted("server", "beside", true)
		pass(3 * time.Minute)
		for i, at := range asked.asked[1:] { // people wait for what goes by the same clock
			if at.Sub(asked.asked[i]) < 5*time.Second {
				t.Errorf("question %d comes %v after the one before", i+1, at.Sub(asked.asked[i]))
			}
		}
		h.restart()
		for id, lost := range map[sitting.ID]bool{there: true, h.id: false} {
			log, err := h.store.Load(t.Context(), id)
			equal(t, err, nil)
			equal(t, log.Gone, lost)
		}
		proof, err := h.house.Proof(t.Context(), there, 1)
		equal(t, err, nil)
		equal(t, proof.Lost, true)
	})
}

func TestSettingsForgetADeletedChannel(t *testing.T) {
	t.Parallel()
	inHallBySea(t, func(t *testing.T, h *hall, _ *sea) {
		ctx := context.Background()
		_, err := h.store.ChangeManners(ctx, "server", func(m table.Manners) (table.Manners, error) {
			m.Channels = []sitting.Channel{"channel", "hall"}
			return m, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []sitting.Channel{"elsewhere", "channel"} {
			h.house.ChannelDeleted("server", c, false)
			pass(0)
			m, err := h.store.Manners(ctx, "server")
			if err != nil {
				t.Fatal(err)
			}
			equal(t, m.Gone, c == "channel")
			if m.Gone {
				equal(t, m.Channels, []sitting.Channel{"hall"})
			}
		}
	})
}

// TestSeasonsForgetADeletedChannel: the end of a season is announced nowhere then, and a post that
// the channel refused is dropped.
func TestSeasonsForgetADeletedChannel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		crossed := &crossedSeasons{}
		h := newHall(t, table.Options{Seasons: crossed})
		h.deals("ann", "bob")
		announced := func(c table.Calendar) (table.Calendar, error) {
			c.Season, c.Channel = table.QuarterYear, "seasons"
			return c, nil
		}
		_, err := h.house.SetCalendar(t.Context(), "server", announced)
		equal(t, err, nil)
		for _, c := range []sitting.Channel{"elsewhere", "seasons"} {
			h.house.ChannelDeleted("server", c, false)
			pass(0)
			now, err := crossed.Calendar(t.Context(), "server")
			equal(t, err, nil)
			equal(t, now.Gone, c == "seasons")
			equal(t, now.Channel == "", c == "seasons")
			equal(t, now.Season, table.QuarterYear)
		}
	})
}

// TestAProposalGoesWithItsChannel: nobody can answer it there; one of another channel stays.
func TestAProposalGoesWithItsChannel(t *testing.T) {
	t.Parallel()
	inLedger(t, func(t *testing.T, l *ledger) {
		l.keeps = true
		l.restart()
		asked := l.must(l.ann, "", even(l.bob))
		pass(0)
		l.house.ChannelDeleted("server", "elsewhere", false)
		pass(0)
		there, err := l.house.LookTab(t.Context(), asked.ID)
		equal(t, err, nil)
		equal(t, there.Proposal.Stage, tab.Open)
		for range 2 {
			l.house.ChannelDeleted("server", "channel", false)
			pass(0)
			l.mustNot(l.bob, asked.ID, tab.Confirm{}, tab.IsOver)
		}
		equal(t, l.owes() != 0, true)
		pass(time.Hour) // within which nobody is asked twice
		again := even(l.bob)
		again.Where = "elsewhere"
		l.must(l.ann, "", again)
	})
}

// TestTablesOfDeletedChannelsDontCount against their opener's limit.
func TestTablesOfDeletedChannelsDontCount(t *testing.T) {
	t.Parallel()
	inHallOf(t, table.Options{Limits: table.Limits{Person: 3}}, func(t *testing.T, h *hall) {
		h.keeps = true
		h.restart()
		for _, c := range []sitting.Channel{"c0", "c1", "c2"} {
			h.opens("ann", openIn(c))
			pass(time.Minute)
		}
		h.refused("ann", openIn("c3"), sitting.OwnTables)
		h.house.ChannelDeleted("server", "c1", false)
		pass(0)
		h.opens("ann", openIn("c3"))
		h.refused("ann", openIn("c4"), sitting.OwnTables)
	})
}
