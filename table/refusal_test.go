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
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
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
	t.Parallel()
	inLimits(t, func(t *testing.T, h *hall) {
		met := make(map[sitting.Code]bool)
		no := func(who sitting.Person, do sitting.Action, code sitting.Code) {
			t.Helper()
			h.refused(who, do, code)
			met[code] = true
		}
		bad := settings()
		bad.Seats = 7
		badOpen := openIn("elsewhere")
		badOpen.Settings = bad

		no("ann", sitting.Join{}, sitting.NoTable)
		no("ann", badOpen, sitting.BadSettings)
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.Cut{Word: "x"})
		no("bob", openIn("c"), sitting.ChannelTaken)
		no("ann", sitting.Join{}, sitting.Seated)
		no("bob", sitting.Leave{}, sitting.NotSeated)
		no("bob", sitting.Next{}, sitting.NotSeated)
		no("bob", sitting.Cut{Word: "x"}, sitting.NotSeated)
		no("bob", sitting.Start{}, sitting.NotHost)
		no("ann", sitting.Start{}, sitting.TooFew)
		no("bob", sitting.Invite{People: []sitting.Person{"cy"}}, sitting.NotSeated)
		no("ann", sitting.Invite{People: []sitting.Person{"cy", "ann"}}, sitting.InvitesSelf)
		no("ann", sitting.Invite{People: []sitting.Person{"bob", "cy", "dee", "eve", "fay", "gus"}}, sitting.InvitesMany)
		no("cy", sitting.Respond{Yes: true}, sitting.NotInvited)
		no("ann", sitting.SetSettings{Settings: bad}, sitting.BadSettings)
		no("ann", sitting.AddComputer{Level: 99}, sitting.BadSettings)
		no("ann", sitting.Remove{Seat: 1}, sitting.EmptySeat)
		no("ann", sitting.Remove{Seat: -1}, sitting.EmptySeat)
		no("ann", sitting.Cut{Word: strings.Repeat("long", 11)}, sitting.BadWord)
		no("ann", sitting.Next{}, sitting.InLobby)
		no("ann", sitting.Again{}, sitting.NothingToRepeat)
		no("ann", sitting.Play{}, sitting.NoHand)
		h.does("bob", sitting.Join{})
		no("bob", sitting.Respond{}, sitting.Seated)
		no("ann", sitting.Invite{People: []sitting.Person{"bob"}}, sitting.InvitesSeated)
		h.does("ann", sitting.Invite{People: []sitting.Person{"zoe"}})
		no("ann", sitting.Invite{People: []sitting.Person{"cy", "zoe"}}, sitting.InvitedBefore)
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		no("cy", sitting.Join{}, sitting.TableFull)
		no("zoe", sitting.Respond{Yes: true}, sitting.TableFull)
		no("ann", sitting.Invite{People: []sitting.Person{"cy"}}, sitting.InvitesFull)
		small := settings()
		small.Seats = 3
		no("ann", sitting.SetSettings{Settings: small}, sitting.BadSettings)
		h.does("ann", sitting.Remove{Seat: 2})
		h.tries("ann", 25, sitting.WordsFull, func(int) sitting.Action { return sitting.Cut{Word: "x"} })
		no("ann", sitting.Cut{Word: "x"}, sitting.WordsFull)
		h.tries("ann", 60, sitting.Restless, func(int) sitting.Action { return sitting.SetSettings{Settings: settings()} })
		no("ann", sitting.SetSettings{Settings: settings()}, sitting.Restless)
		first := h.id
		for _, channel := range []sitting.Channel{"c1", "c2"} {
			h.does("ann", openIn(channel))
		}
		no("ann", openIn("c3"), sitting.OwnTables)
		h.does("dee", openIn("c3"))
		h.does("dee", openIn("c4"))
		no("dee", openIn("c5"), sitting.ServerTables)
		h.id = first

		h.does("ann", sitting.Start{})
		h.does("cy", sitting.Join{})
		no("cy", sitting.Play{}, sitting.JoinsLater)
		no("ann", sitting.Start{}, sitting.HandUnderWay)
		no("cy", sitting.Next{}, sitting.JoinsLater)
		no("eve", sitting.Next{}, sitting.NotSeated)
		no("ann", sitting.Cut{Word: "x"}, sitting.HandUnderWay)
		no("ann", sitting.SetSettings{Settings: settings()}, sitting.HandUnderWay)
		no("ann", sitting.Leave{}, sitting.NotSure)
		no("ann", sitting.Remove{Seat: 1}, sitting.NotSure)
		no("ann", sitting.Close{}, sitting.NotSure)
		stale := h.command("ann", sitting.Play{Moves: []engine.Move{engine.Draw{}}})
		stale.Version = 1
		_, err := h.send(stale)
		wantCode(t, err, sitting.Stale)
		met[sitting.Stale] = true
		no("ann", sitting.TakeBack{}, sitting.NothingToTakeBack)
		no("ann", sitting.Agree{}, sitting.TakebackOver)
		no("bob", sitting.Vote{}, sitting.EndingOver)
		wish := h.asksToEnd("ann")
		no("ann", sitting.Close{Sure: true}, sitting.EndingOpen)
		h.does("bob", sitting.Vote{Number: wish.Number})
		no("ann", sitting.End{Sure: true}, sitting.EndingAsked)
		for h.onTurn() == "" {
			pass(delay)
		}
		who, other := h.onTurn(), sitting.Person("ann")
		if who == other {
			other = "bob"
		}
		no(who, sitting.Nudge{}, sitting.NudgesSelf)
		h.quiet(who, sitting.Quiet{To: 23 * 60, Zone: "UTC"})
		no(other, sitting.Nudge{}, sitting.WantsQuiet)
		h.quiet(who, sitting.Quiet{})
		h.does(other, sitting.Nudge{})
		no(other, sitting.Nudge{}, sitting.NudgedLately)
		h.does(who, sitting.Away{})
		no(other, sitting.Nudge{}, sitting.NudgesComputer)
		h.does(who, sitting.Back{})
		h.passes()
		h.does(who, sitting.TakeBack{})
		no(who, sitting.Agree{Yes: true}, sitting.NotAsked)
		h.does("bob", sitting.Leave{Sure: true})
		no("ann", sitting.Remove{Seat: 1, Sure: true}, sitting.EmptySeat)
		no("bob", sitting.Play{}, sitting.NotSeated)

		h.wall.failing(func(table.Post) error { return errors.New("no answer") })
		h.finishes()
		no("ann", sitting.Cut{Word: "x"}, sitting.NotSealed)
		h.wall.failing(nil)
		pass(time.Hour)
		no("ann", sitting.Again{}, sitting.SeatsChanged)
		wantCode(t, h.house.SetQuiet(t.Context(), "ann", sitting.Quiet{Zone: "Nowhere"}), sitting.BadQuiet)
		met[sitting.BadQuiet] = true
		_, err = h.house.Proof(t.Context(), h.id, 99)
		wantCode(t, err, sitting.NoSuchHand)
		met[sitting.NoSuchHand] = true
		match := h.looks("ann").Settings
		match.Match = sitting.LongMatch
		h.does("ann", sitting.SetSettings{Settings: match})
		h.does("ann", sitting.Start{})
		h.does("fay", sitting.Join{})
		no("fay", sitting.Play{}, sitting.JoinsAfter)
		no("fay", sitting.Next{}, sitting.JoinsAfter)
		h.finishes()
		h.does("ann", sitting.Close{})
		no("ann", sitting.Play{}, sitting.IsClosed)
		like := openIn("c")
		like.Like = h.id
		no("eve", like, sitting.NeverSat)
		h.opens("ann", openIn("hostless"), "bob")
		no("bob", sitting.Start{}, sitting.HostFirst)
		h.does("bob", sitting.Close{})
		no("bob", sitting.Close{}, sitting.HostAsked)
		h.closes("ann")
		for _, code := range h.asksTooMuch() {
			met[code] = true
		}
		for code := sitting.NoTable; !strings.HasPrefix(code.String(), "code-"); code++ {
			if !met[code] {
				t.Errorf("nothing is refused with %v", code)
			}
		}
	})
}

func TestAWordThatCantBeCutSaysWhy(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		_, err := h.send(h.command("ann", sitting.Cut{Word: "a|b"}))
		var no *sitting.Refusal
		if !errors.As(err, &no) || no.Code != sitting.BadWord || no.Word == nil {
			t.Fatal(err)
		}
	})
}

func TestARefusalShowsThePresentAndChangesNothing(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		other := sitting.Person("ann")
		if h.onTurn() == other {
			other = "bob"
		}
		before := h.looks(other)
		reply, err := h.send(h.command(other, sitting.Play{Moves: []engine.Move{engine.Draw{}}}))
		wantMove(t, err, engine.NotYourTurn)
		equal(t, reply.Sight, before)
		equal(t, h.looks(other), before)

		reply, err = h.send(h.command("cy", openIn("channel")))
		wantCode(t, err, sitting.ChannelTaken)
		equal(t, reply.Sight, h.looks("cy"))
	})
}

func TestTheLogNamesNoCard(t *testing.T) {
	t.Parallel()
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
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		for h.onTurn() != "ann" || bad == nil {
			if h.onTurn() == "ann" {
				h.moves()
			}
			pass(delay)
		}
		h.does("ann", sitting.Play{Moves: []engine.Move{engine.Draw{}}})
		_, err := h.send(h.command("ann", sitting.Play{Moves: []engine.Move{engine.GoOut{Discard: engine.NoCard}}}))
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
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		for _, c := range []sitting.Command{
			{Table: h.id, By: "ann", Do: sitting.Join{}},
			{Table: h.id, By: "ann", Key: "k"},
			{Table: h.id, Key: "k", Do: sitting.Join{}},
		} {
			if _, err := h.send(c); err == nil {
				t.Errorf("%+v is taken", c)
			}
		}
	})
}

func TestAHouseThatClosesTurnsCommandsAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{})
		h.opens("ann", openIn("c"))
		h.kill()
		if _, err := h.send(h.command("bob", sitting.Join{})); !errors.Is(err, table.ErrStopping) {
			t.Error(err)
		}
	})
}

func TestACallerWhoHasGoneIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.house.Do(gone, h.command("bob", sitting.Join{})); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}
