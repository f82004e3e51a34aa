package table_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/table"
)

func wantMove(tb testing.TB, err error, code engine.Code) {
	tb.Helper()
	var no *engine.Refusal
	if !errors.As(err, &no) || no.Code != code {
		tb.Fatalf("got %v, want refusal %v of the rules", err, code)
	}
}

// TestEveryRefusalIsReached walks a table through its life and meets each code;
// none of them may change anything.
func TestEveryRefusalIsReached(t *testing.T) {
	inLimits(t, func(t *testing.T, h *hall) {
		met := make(map[table.Code]bool)
		no := func(who table.Person, do table.Action, code table.Code) {
			t.Helper()
			h.refused(who, do, code)
			met[code] = true
		}
		bad := settings()
		bad.Seats = 7
		badOpen := openIn("elsewhere")
		badOpen.Settings = bad

		no("ann", table.Join{}, table.NoTable)
		no("ann", badOpen, table.BadSettings)
		h.opens("ann", openIn("c"))
		no("bob", openIn("c"), table.ChannelTaken)
		no("ann", table.Join{}, table.Seated)
		no("bob", table.Leave{}, table.NotSeated)
		no("bob", table.Next{}, table.NotSeated)
		no("bob", table.Cut{Word: "x"}, table.NotSeated)
		no("bob", table.Start{}, table.NotHost)
		no("ann", table.Start{}, table.TooFew)
		no("ann", table.SetSettings{Settings: bad}, table.BadSettings)
		no("ann", table.AddComputer{Level: 99}, table.BadSettings)
		no("ann", table.Remove{Seat: 1}, table.EmptySeat)
		no("ann", table.Remove{Seat: -1}, table.EmptySeat)
		no("ann", table.Cut{Word: strings.Repeat("long", 11)}, table.BadWord)
		no("ann", table.Next{}, table.InLobby)
		no("ann", table.Again{}, table.NoSuchHand)
		no("ann", table.Play{}, table.NoHand)
		h.does("bob", table.Join{})
		h.does("ann", table.AddComputer{Level: opponent.Easy})
		h.does("ann", table.AddComputer{Level: opponent.Easy})
		no("cy", table.Join{}, table.TableFull)
		small := settings()
		small.Seats = 3
		no("ann", table.SetSettings{Settings: small}, table.BadSettings)
		h.does("ann", table.Remove{Seat: 2})
		h.tries("ann", 25, table.WordsFull, func(int) table.Action { return table.Cut{Word: "x"} })
		no("ann", table.Cut{Word: "x"}, table.WordsFull)
		h.tries("ann", 60, table.Restless, func(int) table.Action { return table.SetSettings{Settings: settings()} })
		no("ann", table.SetSettings{Settings: settings()}, table.Restless)
		first := h.id
		for _, channel := range []table.Channel{"c1", "c2"} {
			h.does("ann", openIn(channel))
		}
		no("ann", openIn("c3"), table.OwnTables)
		h.does("dee", openIn("c3"))
		h.does("dee", openIn("c4"))
		no("dee", openIn("c5"), table.ServerTables)
		h.id = first

		h.does("ann", table.Start{})
		h.does("cy", table.Join{})
		no("cy", table.Play{}, table.JoinsLater)
		no("ann", table.Start{}, table.HandUnderWay)
		no("ann", table.Next{}, table.HandUnderWay)
		no("ann", table.Cut{Word: "x"}, table.HandUnderWay)
		no("ann", table.SetSettings{Settings: settings()}, table.HandUnderWay)
		no("ann", table.Leave{}, table.NotSure)
		no("ann", table.Remove{Seat: 1}, table.NotSure)
		no("ann", table.Close{}, table.NotSure)
		stale := h.command("ann", table.Play{Moves: []engine.Move{engine.Draw{}}})
		stale.Version = 1
		_, err := h.send(stale)
		wantCode(t, err, table.Stale)
		met[table.Stale] = true
		no("ann", table.TakeBack{}, table.NothingToTakeBack)
		no("ann", table.Agree{}, table.TakebackOver)
		for h.onTurn() == "" {
			pass(delay)
		}
		who := h.onTurn()
		h.passes()
		h.does(who, table.TakeBack{})
		no(who, table.Agree{Yes: true}, table.NotAsked)
		h.does("bob", table.Leave{Sure: true})
		no("ann", table.Remove{Seat: 1, Sure: true}, table.EmptySeat)
		no("bob", table.Play{}, table.NotSeated)

		h.finishes()
		no("ann", table.Again{}, table.SeatsChanged)
		wantCode(t, h.house.SetQuiet(t.Context(), "ann", table.Quiet{Zone: "Nowhere"}), table.BadQuiet)
		met[table.BadQuiet] = true
		h.does("ann", table.Close{})
		no("ann", table.Play{}, table.IsClosed)
		for code := table.NoTable; !strings.HasPrefix(code.String(), "code-"); code++ {
			if !met[code] {
				t.Errorf("nothing is refused with %v", code)
			}
		}
	})
}

func TestAWordThatCantBeCutSaysWhy(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		_, err := h.send(h.command("ann", table.Cut{Word: "a|b"}))
		var no *table.Refusal
		if !errors.As(err, &no) || no.Code != table.BadWord || no.Word == nil {
			t.Fatal(err)
		}
	})
}

func TestARefusalShowsThePresentAndChangesNothing(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		other := table.Person("ann")
		if h.onTurn() == other {
			other = "bob"
		}
		before := h.looks(other)
		reply, err := h.send(h.command(other, table.Play{Moves: []engine.Move{engine.Draw{}}}))
		wantMove(t, err, engine.NotYourTurn)
		equal(t, reply.Snapshot, before)
		equal(t, h.looks(other), before)

		reply, err = h.send(h.command("cy", openIn("channel")))
		wantCode(t, err, table.ChannelTaken)
		equal(t, reply.Snapshot, h.looks("cy"))
	})
}

func TestTheLogNamesNoCard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		log := slog.New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: slog.LevelDebug}))
		var bad engine.Move
		h := newHall(t, table.Options{
			Log: log,
			Choose: func(_ opponent.Level, v engine.View, _ []engine.PublicEvent, _ *rand.Rand, _ opponent.Budget) engine.Move {
				bad = engine.GoOut{Discard: v.Hand.Cards()[0]}
				return bad
			},
		})
		h.opens("ann", openIn("c"))
		h.does("ann", table.AddComputer{Level: opponent.Easy})
		h.does("ann", table.Start{})
		for h.onTurn() != "ann" || bad == nil {
			if h.onTurn() == "ann" {
				h.moves()
			}
			pass(delay)
		}
		h.does("ann", table.Play{Moves: []engine.Move{engine.Draw{}}})
		_, err := h.send(h.command("ann", table.Play{Moves: []engine.Move{engine.GoOut{Discard: engine.NoCard}}}))
		wantMove(t, err, engine.NotOut)
		h.kill()
		if !strings.Contains(text.String(), engine.NotOut.String()) {
			t.Errorf("no refusal is logged:\n%s", &text)
		}
		for c := range engine.Card(engine.PackSize) {
			if strings.Contains(text.String(), c.String()+" ") || strings.Contains(text.String(), " "+c.String()) {
				t.Errorf("the log names %v", c)
			}
		}
	})
}

func TestCommandsWithoutAKeyAreFaults(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		for _, c := range []table.Command{
			{Table: h.id, By: "ann", Do: table.Join{}},
			{Table: h.id, By: "ann", Key: "k"},
			{Table: h.id, Key: "k", Do: table.Join{}},
		} {
			if _, err := h.send(c); err == nil {
				t.Errorf("%+v is taken", c)
			}
		}
	})
}

func TestAHouseThatClosesTurnsCommandsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{})
		h.opens("ann", openIn("c"))
		h.kill()
		if _, err := h.send(h.command("bob", table.Join{})); !errors.Is(err, table.ErrStopping) {
			t.Error(err)
		}
	})
}

func TestACallerWhoHasGoneIsNotWaitedFor(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.house.Do(gone, h.command("bob", table.Join{})); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}
