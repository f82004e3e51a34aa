package commands

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// An evening is a house with one table, without queue, clock and store. It stands
// in channel 3 of server 2.
type evening struct {
	t      testing.TB
	board  *Noticeboard
	at     time.Time
	deck   [engine.PackSize]engine.Card
	events []sitting.Event // none: there is no table
	state  sitting.State
	stored int             // events and posts owed since it was staged, what gave a seat back left out
	known  map[string]bool // users that were given a pseudonym
	named  int             // sittings made, for their ids
}

// A stage is how an evening stands.
type stage struct {
	name   string
	events []sitting.Event
}

// person is the pseudonym of a user.
func person(user string) sitting.Person { return sitting.Person("p" + user) }

// The users of a stage, in the order of their seats but for the last, who waits.
const (
	ada  = "11" // the host, who deals
	ben  = "12" // is to play
	cleo = "13"
	dee  = "14" // is away
	eve  = "15" // joins with the next hand
)

// stages plays an evening from its beginning to its end and gives what it was in between.
func (e *evening) stages() []stage {
	var all []stage
	keep := func(name string) {
		all = append(all, stage{name, append([]sitting.Event(nil), e.events...)})
	}
	do := func(user string, a sitting.Action) {
		e.t.Helper()
		if _, err := e.Do(context.Background(), sitting.Command{Key: "k", By: person(user), Do: a}); err != nil {
			e.t.Fatalf("%s, %T: %v", user, a, err)
		}
	}
	hand := func(text string) engine.Hand {
		h, err := engine.ParseHand(text)
		if err != nil {
			e.t.Fatal(err)
		}
		return h
	}
	back := func(to int) { e.show(stage{events: all[to].events}) }
	keep("no table")
	do(ada, sitting.Open{Server: "2", Channel: "3", Settings: sitting.Settings{
		Rules: engine.Boathouse.Rules(), Seats: 6, Pace: sitting.Slow, Lang: "en", Level: opponent.Normal,
	}})
	for _, user := range []string{ben, cleo, dee} {
		do(user, sitting.Join{})
	}
	do(dee, sitting.Away{})
	keep("lobby")
	do(ada, sitting.Start{})
	do(eve, sitting.Join{})
	keep("draw")
	for _, user := range []string{ada, ben, cleo} {
		do(user, sitting.Away{})
	}
	keep("paused")
	back(2)
	do(ben, sitting.Play{Moves: []engine.Move{engine.Draw{Source: engine.FromStock}}})
	keep("play")
	do(ben, sitting.Play{Moves: []engine.Move{engine.Meld{Cards: hand("8C 8D 8S")}}})
	do(ben, sitting.TakeBack{})
	keep("asked")
	back(2)
	do(ada, sitting.End{Sure: true})
	keep("ending")
	back(4)
	last, err := engine.ParseCard("2S")
	if err != nil {
		e.t.Fatal(err)
	}
	do(ben, sitting.Play{Moves: []engine.Move{engine.GoOut{Melds: []engine.Hand{hand("8C 8D 8S"), hand("9H TH JH QH KH")}, Discard: last}}})
	keep("between")
	do(ada, sitting.Close{})
	keep("closed")
	return all
}

// newEvening makes one without a table, and its noticeboard.
func newEvening(t testing.TB) *evening {
	e := &evening{t: t, at: time.Unix(1_800_000_000, 0), known: make(map[string]bool)}
	hands := []string{"KD 2H 4H TS AS 3H 5C", "8C 8D 8S 9H TH JH QH", "8H AD AC 3C 3D 4C 4S", "5D 5H 5S 6D 6S 7C 7D"}
	read := func(text string) (cards []engine.Card) {
		for len(text) >= 2 {
			c, err := engine.ParseCard(text[:2])
			if err != nil {
				t.Fatal(err)
			}
			cards, text = append(cards, c), text[min(3, len(text)):]
		}
		return cards
	}
	var used engine.Hand
	at := 0
	put := func(c engine.Card) {
		e.deck[at], used = c, used.Add(c)
		at++
	}
	for k := range engine.HandSize(len(hands)) * len(hands) {
		put(read(hands[(1+k)%len(hands)])[k/len(hands)])
	}
	for _, c := range read("2C KH 2S 6C 6H") { // the up-card, then the stock
		put(c)
	}
	for c := range engine.Card(engine.PackSize) {
		if !used.Has(c) {
			put(c)
		}
	}
	e.show(stage{})
	return e
}

// show begins with a stage, at a table with an id of its own.
func (e *evening) show(s stage) {
	e.named++
	id := sitting.ID(fmt.Sprintf("t%07s", strconv.FormatInt(int64(e.named), 8)))
	at := make([]time.Time, len(s.events))
	for i := range at {
		at[i] = e.at
	}
	e.events, e.stored = append([]sitting.Event(nil), s.events...), 0
	e.state = sitting.Replay(id, e.events, at)
}

// sees is the table as a user sees it.
func (e *evening) sees(user string) sitting.Sight { return sitting.See(e.state, person(user), nil) }

func (e *evening) dealer() sitting.Dealer {
	return sitting.Dealer{
		Deck:        func(deal.Seed, string, []string) [engine.PackSize]engine.Card { return e.deck },
		FirstDealer: func(deal.Seed, string, []string, int) engine.Seat { return 0 },
		Seed:        func() (deal.Seed, error) { return deal.Seed{}, nil },
	}
}

func (e *evening) Do(_ context.Context, c sitting.Command) (table.Reply, error) {
	do, opens := c.Do.(sitting.Open)
	before := e.state
	if opens {
		if do.Like != "" {
			var err error
			if c.Do, err = sitting.Rematch(before, c.By, do); err != nil {
				return e.reply(c), err
			}
		} else if do.Channel != "" && len(e.events) > 0 && before.Phase() != sitting.Ended {
			return e.reply(c), &sitting.Refusal{Code: sitting.ChannelTaken}
		}
		e.show(stage{})
	} else if back := sitting.Return(e.state, c); back != nil {
		e.fold(c, []sitting.Event{back})
	}
	events, err := sitting.Decide(e.state, c, e.dealer())
	if err != nil {
		return e.reply(c), err
	}
	e.stored += e.fold(c, events)
	if now := e.sees(""); e.board != nil {
		e.board.boards.take(now.ID, now.Seq, "900") // the table message shows it at once
	}
	return e.reply(c), nil
}

func (e *evening) fold(c sitting.Command, events []sitting.Event) int {
	if len(events) == 0 {
		return 0
	}
	after, all, err := sitting.Follow(e.state, events, c.By, e.at, nil, e.dealer())
	if err != nil {
		e.t.Fatal(err)
	}
	if hand := after.Unsealed(); hand > 0 { // the message that seals the deal stands at once
		sealed := sitting.Sealed{Hand: hand, Message: strconv.Itoa(800 + hand)}
		after, all = sitting.Apply(after, sealed, e.at), append(all, sealed)
	}
	e.state, e.events = after, append(e.events, all...)
	return len(all)
}

func (e *evening) reply(c sitting.Command) table.Reply {
	if len(e.events) == 0 {
		return table.Reply{}
	}
	return table.Reply{Sight: sitting.See(e.state, c.By, nil)}
}

func (e *evening) Look(_ context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	s := sitting.See(e.state, p, nil)
	if len(e.events) == 0 || s.ID != id {
		return sitting.Sight{}, &sitting.Refusal{Code: sitting.NoTable}
	}
	return s, nil
}

// Refusal implements [table.Peeker]: everything is posted.
func (e *evening) Refusal(sitting.ID) (table.Refusal, bool) { return table.Refusal{}, false }

func (e *evening) Peek(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	return e.Look(ctx, id, p)
}

func (e *evening) Before(_ context.Context, c sitting.Channel, other sitting.ID) (sitting.ID, error) {
	s := e.sees("")
	if len(e.events) == 0 || c != s.Channel || other != "" {
		return "", &sitting.Refusal{Code: sitting.NoTable}
	}
	return s.ID, nil
}

func (e *evening) Proof(context.Context, sitting.ID, int) (sitting.Proof, error) {
	return sitting.Proof{Deal: e.sees("").Deal}, nil
}

func (e *evening) Course(_ context.Context, id sitting.ID, key sitting.HandKey) (sitting.Course, error) {
	past, err := sitting.FindHand(id, e.events, make([]time.Time, len(e.events)), key)
	if err != nil {
		return sitting.Course{}, err
	}
	return past.Course()
}

func (e *evening) OwnTurns(_ context.Context, id sitting.ID, key sitting.HandKey, p sitting.Person) (sitting.OwnTurns, error) {
	return sitting.FindTurns(id, e.events, make([]time.Time, len(e.events)), key, p)
}

func (e *evening) Repost(context.Context, sitting.ID) error {
	e.stored++
	return nil
}

func (e *evening) Messages(context.Context, sitting.ID) ([]string, error) { return nil, nil }

func (e *evening) Reseal(context.Context, sitting.ID, int) error { return nil }

func (e *evening) Own(context.Context, sitting.Person) (sitting.ID, error) {
	return "", &sitting.Refusal{Code: sitting.NoTable}
}

func (e *evening) Seal(ctx context.Context, id sitting.ID, p sitting.Person, _ int, _ string) (sitting.Sight, error) {
	return e.Look(ctx, id, p)
}

func (e *evening) Settle(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error) {
	return e.Look(ctx, id, p)
}

func (e *evening) Turns(context.Context, sitting.Person) ([]table.Turn, error) { return nil, nil }

func (e *evening) SetQuiet(context.Context, sitting.Person, sitting.Quiet) error { return nil }

func (e *evening) Quiet(context.Context, sitting.Person) (sitting.Quiet, error) {
	return sitting.Quiet{}, nil
}

func (e *evening) SetWatch(context.Context, sitting.Server, sitting.Person, bool) error { return nil }

func (e *evening) Watches(context.Context, sitting.Server, sitting.Person) (bool, error) {
	return false, nil
}

func (e *evening) Manners(context.Context, sitting.Server) (table.Manners, error) {
	return table.Manners{}, nil
}

func (e *evening) Calendar(context.Context, sitting.Server) (table.Calendar, error) {
	return table.Calendar{}, nil
}

func (e *evening) SetCalendar(_ context.Context, _ sitting.Server, change func(table.Calendar) (table.Calendar, error)) (table.Calendar, error) {
	return change(table.Calendar{})
}

func (e *evening) Lines(_ context.Context, _ sitting.Server, people []tab.Person, at []time.Time) ([][]int64, error) {
	all := make([][]int64, len(people))
	for i := range all {
		all[i] = make([]int64, len(at))
	}
	return all, nil
}

func (e *evening) Begins(context.Context, sitting.Server) (time.Time, error) { return time.Time{}, nil }

func (e *evening) LastSeason(context.Context, sitting.Server) (table.Span, bool, error) {
	return table.Span{}, false, nil
}

func (e *evening) Scores(context.Context, sitting.Server, time.Time, time.Time) ([]tab.Scored, error) {
	return []tab.Scored{{Person: "host", Pips: 4}}, nil
}

func (e *evening) Year(_ context.Context, _ sitting.Server, p tab.Person, _, _ time.Time) (tab.Year, error) {
	side := tab.Side{From: tab.Hand{Table: "t", Number: 1}, Lines: []tab.Entry{{Person: p, Other: "other", Pips: 9}}}
	return tab.Year{Pips: 9, Tally: tab.Tally{Hands: 1, Wins: 1}, Facts: tab.FactsOf([]tab.Side{side})}, nil
}

func (e *evening) ChangeManners(_ context.Context, _ sitting.Server, change func(table.Manners) (table.Manners, error)) (table.Manners, error) {
	return change(table.Manners{})
}

func (e *evening) Newest(context.Context, sitting.Server) (sitting.ID, error) { return "", nil }

func (e *evening) Accounts(context.Context, sitting.Server, sitting.Person, int, int) (tab.Accounts, error) {
	return tab.Accounts{Pages: 1}, nil
}

func (e *evening) Account(_ context.Context, _ sitting.Server, _, other sitting.Person) (tab.Account, error) {
	return tab.Account{Other: other}, nil
}

func (e *evening) Postings(context.Context, sitting.Server, sitting.Person, sitting.Person, tab.Cursor, int) (tab.Stretch, error) {
	return tab.Stretch{}, nil
}

func (e *evening) Posting(context.Context, sitting.Server, int64) (tab.Posting, error) {
	return tab.Posting{}, nil
}

func (e *evening) From(context.Context, sitting.Server, tab.Source) ([]tab.Posting, error) {
	return nil, nil
}

func (e *evening) Pacts(context.Context, sitting.Server, sitting.Person, sitting.Person, int) ([]tab.Pact, error) {
	return nil, nil
}

func (e *evening) Standings(context.Context, sitting.Server) ([]tab.Standing, error) { return nil, nil }

func (e *evening) Erase(context.Context, sitting.Person, string, bool) error { return nil }

func (e *evening) Shows(context.Context, sitting.Person) ([]table.Shown, error) { return nil, nil }

func (e *evening) Shared(context.Context, table.Shown, []sitting.Person) error { return nil }

// Tab voids no hand for who may not, and knows no proposal.
func (e *evening) Tab(_ context.Context, c table.TabCommand) (table.TabReply, error) {
	p, _ := c.Do.(tab.Propose)
	if _, voids := p.Change.(tab.Void); voids && !c.Manager {
		return table.TabReply{}, &tab.Refusal{Code: tab.NotManager}
	}
	return table.TabReply{}, &tab.Refusal{Code: tab.NoProposal}
}

func (e *evening) LookTab(context.Context, table.ProposalID) (table.TabReply, error) {
	return table.TabReply{}, &tab.Refusal{Code: tab.NoProposal}
}

func (e *evening) Collected(context.Context, sitting.Server, int) ([]tab.Collected, error) {
	return nil, nil
}

func (e *evening) Brought(context.Context, sitting.Server, sitting.Person, int) ([]tab.Brought, error) {
	return nil, nil
}

func (e *evening) Plays(_ context.Context, _ sitting.Server, p sitting.Person) ([]tab.Play, error) {
	return []tab.Play{{Person: p, Alone: true, Won: true, Pips: 9, Against: "moby"}, {Person: p, Pips: -9}}, nil
}

func (e *evening) OwnEntries(_ context.Context, _ sitting.Server, p sitting.Person) ([]tab.Booked, error) {
	return []tab.Booked{{Line: tab.Line{Entry: tab.Entry{Person: p, Other: "other", Pips: 9}, Seq: 1, From: tab.Hand{Table: "t", Number: 1}}, Note: "note"}}, nil
}

func (e *evening) Holdings(_ context.Context, p sitting.Person) (table.Holdings, error) {
	if p == "" {
		return table.Holdings{}, nil
	}
	return table.Holdings{User: "1", Servers: []table.Holding{{Server: "1", Name: "n", Hands: 1, Entries: 2}}}, nil
}

func (e *evening) OwnHands(context.Context, sitting.Person) ([]table.OwnHand, error) { return nil, nil }

func (e *evening) Person(_ context.Context, user string) (sitting.Person, error) {
	if e.known[user] {
		return person(user), nil
	}
	return "", nil
}

func (e *evening) Register(_ context.Context, user string, _ sitting.Server, _ string) (sitting.Person, error) {
	e.known[user] = true
	return person(user), nil
}

func (e *evening) Kept(context.Context, sitting.Person) (table.Kept, error) {
	return table.Kept{}, nil
}

func (e *evening) SetPrefs(context.Context, sitting.Person, string, table.Kept) (bool, error) {
	return true, nil
}

func (e *evening) Known(_ context.Context, _ sitting.Server, people []sitting.Person) ([]table.Known, error) {
	known := make([]table.Known, len(people))
	for i, p := range people {
		known[i] = table.Known{Person: p, User: string(p[1:]), Name: "user " + string(p[1:])}
	}
	return known, nil
}
