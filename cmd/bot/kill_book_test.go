package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	tabs "github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// A book is what people asked of the bot, and what they saw answered. It knows nothing of the bot but what came over the
// wire, and compares that with what the store says.
type book struct {
	server   sitting.Server
	channels []discord.ID
	alone    []string             // users who play by themselves
	isNext   func(id string) bool // whether somebody made a press of Play on that has this id

	mu     sync.Mutex
	claims map[turnOf]*claim
	words  map[string]bool // given as cuts; true when the bot said that it has them
}

// turnOf is the moment of a table that a button was drawn for: at most one thing is done at it.
type turnOf struct {
	table   string
	version int64
}

// A claim is something asked at one moment.
type claim struct {
	user  string
	verb  string
	move  string // as a text; "" where the bot finds the move
	acked bool
	lost  bool // the hand went from the screen before any answer: another press may have been done
}

func newBook(hello discord.Handshake, isNext func(id string) bool) *book {
	return &book{
		server: sitting.Server(hello.Guild.String()), channels: []discord.ID{hello.Channel}, isNext: isNext,
		claims: map[turnOf]*claim{}, words: map[string]bool{},
	}
}

// asked enters a press, if it is the first of its turn.
func (b *book) asked(c *clicker, p press) {
	if !p.acts() {
		return
	}
	m := p.mark()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.claims[turnOf{m.table, m.version}] == nil {
		b.claims[turnOf{m.table, m.version}] = &claim{user: c.ID().String(), verb: m.verb, move: p.move()}
	}
}

// lost notes that nobody knows what became of a press.
func (b *book) lost(p press) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.claims[turnOf{p.mark().table, p.mark().version}]; c != nil {
		c.lost = true
	}
}

func (b *book) answered(p press) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.claims[turnOf{p.mark().table, p.mark().version}]; c != nil && p.acts() {
		c.acked = true
	}
}

func (b *book) newWord() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	word := fmt.Sprintf("word-%05d", len(b.words))
	b.words[word] = false
	return word
}

func (b *book) heardOf(word string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.words[word] = true
}

// counts gives how many commands that change something were acknowledged, and how many were sent.
func (b *book) counts() (acked, sent int) {
	for _, c := range b.claims {
		if c.acked {
			acked++
		}
	}
	for _, heard := range b.words {
		if heard {
			acked++
		}
	}
	return acked, len(b.claims) + len(b.words)
}

// A ledgered place is read by what its book says of it.
type ledgered interface {
	onlooker
	Known(ctx context.Context, s sitting.Server, people []sitting.Person) ([]table.Known, error)
	Standings(ctx context.Context, s sitting.Server) ([]tabs.Standing, error)
}

// openBook opens a place beside the bot.
func openBook(ctx context.Context, at place) (ledgered, error) {
	r, err := at.read(ctx)
	if err != nil {
		return nil, err
	}
	return r.(ledgered), nil
}

// load reads the tables of all channels, and of who plays alone.
func (b *book) load(ctx context.Context, at place) (logs []table.Log, err error) {
	r, err := openBook(ctx, at)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return b.logs(ctx, r)
}

func (b *book) logs(ctx context.Context, r ledgered) ([]table.Log, error) {
	var logs []table.Log
	for _, channel := range b.channels {
		head, err := r.Find(ctx, sitting.Channel(channel.String()), "")
		if err != nil {
			return nil, err
		}
		l, err := r.Load(ctx, head.Table)
		if err != nil {
			return nil, err
		}
		logs = append(logs, l)
	}
	for _, user := range b.alone {
		person, err := r.Person(ctx, user)
		if err != nil {
			return nil, err
		}
		head, err := r.Own(ctx, person)
		if err != nil {
			return nil, err
		}
		l, err := r.Load(ctx, head.Table)
		if err != nil {
			return nil, err
		}
		logs = append(logs, l)
	}
	return logs, nil
}

// check lists everything that is wrong with a store: with the file itself, with its hands, with its tab, and with what
// it says of what was asked.
func (b *book) check(ctx context.Context, at place) (wrong []string, err error) {
	r, err := openBook(ctx, at)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	b.mu.Lock()
	defer b.mu.Unlock()
	a := &audit{book: b, reader: r, done: map[turnOf]bool{}, words: map[string]int{}}
	if a.logs, err = b.logs(ctx, r); err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{a.file, a.hands, a.tab, a.commands} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	return a.wrong, nil
}

// An audit is one check under way.
type audit struct {
	book   *book
	reader ledgered
	logs   []table.Log
	done   map[turnOf]bool // what the store says was done, of what was asked
	words  map[string]int
	wrong  []string
}

func (a *audit) find(format string, args ...any) {
	a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
}

// file has the store check itself.
func (a *audit) file(ctx context.Context) error {
	f, err := a.reader.Check(ctx)
	for _, w := range f.Wrong {
		a.find("file: %s %s %s %d %s", w.Code, w.Table, w.Server, w.Seq, w.Detail)
	}
	return err
}

// hands referees every hand, the one under way too.
func (a *audit) hands(context.Context) error {
	for _, l := range a.logs {
		for n, events := range handsOf(l.Events) {
			players := make([]string, events[0].(engine.Dealt).Players)
			if v := engine.Referee(engine.MakeRecord("", players, events)); !v.OK {
				a.find("table %s, hand %d: move %d: %s %s", l.Head.Table, n+1, v.At, v.Code, v.Why)
			}
		}
	}
	return nil
}

// tab compares the books with the results of the hands.
func (a *audit) tab(ctx context.Context) error {
	type debt struct {
		table  sitting.ID
		hand   int
		person sitting.Person // who is owed
		other  sitting.Person
	}
	owed, standing, all := map[debt]int64{}, map[sitting.Person]int64{}, int64(0)
	for _, l := range a.logs {
		seats := seatsOf(l.Events)
		for n, events := range handsOf(l.Events) {
			r, over := engine.Outcome(engine.Replay(events))
			if !over || r.Winner == engine.Nobody || seats[r.Winner] == "" {
				continue
			}
			for seat, person := range seats {
				if pips := int64(r.Payments[seat]); pips != 0 && person != "" {
					owed[debt{l.Head.Table, n + 1, seats[r.Winner], person}] += pips
					owed[debt{l.Head.Table, n + 1, person, seats[r.Winner]}] -= pips
					standing[seats[r.Winner]] += pips
					standing[person] -= pips
				}
			}
		}
	}
	for e, err := range a.reader.Entries(ctx) {
		if err != nil {
			return err
		}
		hand := e.Hand()
		owed[debt{sitting.ID(hand.Table), hand.Number, e.Person, e.Other}] -= e.Pips
		all += e.Pips
	}
	for d, pips := range owed {
		if pips != 0 {
			a.find("tab: %+v is %d off", d, pips)
		}
	}
	if all != 0 {
		a.find("tab: all entries sum to %d", all)
	}
	found, err := a.reader.Standings(ctx, a.book.server)
	for _, s := range found {
		standing[s.Person] -= s.Pips
	}
	for person, pips := range standing {
		if pips != 0 {
			a.find("tab: the standing of %s is %d off", person, pips)
		}
	}
	return err
}

// commands compares what was done with what was asked and what was answered.
func (a *audit) commands(ctx context.Context) error {
	for _, l := range a.logs {
		seats := seatsOf(l.Events)
		known, err := a.reader.Known(ctx, l.Head.Server, seats)
		if err != nil {
			return err
		}
		users := make([]string, len(known))
		for i, k := range known {
			users[i] = k.User
		}
		version := int64(1)
		for i, e := range l.Events {
			at := turnOf{string(l.Head.Table), version}
			switch e := e.(type) {
			case sitting.Frozen:
				a.dealt(at, e.Hand, e.Interaction)
				version = int64(i) + 1
			case sitting.HandStarted: // whoever asked while it was frozen has it too
				a.dealt(at, e.Hand, e.Interaction)
				version = int64(i) + 1
			case sitting.Played:
				a.played(at, e.Event, users)
				version = int64(i) + 1
			case sitting.CutGiven:
				a.words[e.Word]++
			case sitting.Opened, sitting.Joined, sitting.ComputerSat, sitting.Left, sitting.RulesSet, sitting.HostPassed, sitting.HostSought, sitting.HostSeen,
				sitting.Committed, sitting.Sealed, sitting.Placed,
				sitting.TakebackAsked, sitting.TakebackAnswered, sitting.TakebackLapsed, sitting.TookBack, sitting.WentAway,
				sitting.CameBack, sitting.Reminded, sitting.Called, sitting.Nudged, sitting.TimeLost, sitting.EndAsked, sitting.EndAnswered, sitting.Abandoned, sitting.Invited, sitting.Declined, sitting.Closed:
			}
		}
	}
	for at, c := range a.book.claims {
		if c.acked && !a.done[at] {
			a.find("lost: %s %q by %s at %+v", c.verb, c.move, c.user, at)
		}
	}
	for word, n := range a.words {
		if heard, ours := a.book.words[word]; n > 1 || !ours {
			a.find("cut %q was given %d times, acknowledged %t, sent %t", word, n, heard, ours)
		}
	}
	for word, heard := range a.book.words {
		if heard && a.words[word] == 0 {
			a.find("lost: cut %q", word)
		}
	}
	return nil
}

// dealt compares a deal with what was asked. Play on of an earlier result deals too where no hand is under way, and one
// that only showed a hand at first may, delivered again, find that hand over.
func (a *audit) dealt(at turnOf, hand int, interaction string) {
	c := a.book.claims[at]
	if c != nil && (c.verb == "nx" || c.verb == "po") {
		a.done[at] = true
	}
	if press, _, _ := strings.Cut(interaction, "/"); hand > 1 && !a.book.isNext(press) {
		a.find("hand %d at %+v was dealt though nobody asked", hand, at)
	}
}

// played compares an event of a hand with what was asked at its moment. Where several moves answer one press, the first
// of them is what was asked.
func (a *audit) played(at turnOf, e engine.Event, users []string) {
	seat, move := moveOf(e)
	if seat == engine.Nobody || users[seat] == "" {
		return // no move, or a computer's
	}
	c := a.book.claims[at]
	if c == nil {
		if !strings.HasPrefix(move, "meld") && !strings.HasPrefix(move, "layoff") { // which may be a further one of a press
			a.find("%q at %+v was done though nobody asked", move, at)
		}
		return
	}
	verb, _, _ := strings.Cut(move, " ")
	ok := c.move == move
	switch c.verb {
	case "la":
		ok = verb == "meld" || verb == "layoff"
	case "go":
		ok = verb == "goout"
	}
	if !ok && !c.lost || c.user != users[seat] {
		a.find("%q by %s at %+v was done, and %s %q by %s was asked", move, users[seat], at, c.verb, c.move, c.user)
	}
	a.done[at] = true
}

// moveOf is the move that an event answers, as a text; Nobody's where it answers none.
func moveOf(e engine.Event) (engine.Seat, string) {
	switch e := e.(type) {
	case engine.Drew:
		return e.Seat, engine.Draw{Source: e.Source}.String()
	case engine.Melded:
		return e.Seat, engine.Meld{Cards: e.Cards}.String()
	case engine.LaidOff:
		return e.Seat, engine.LayOff{Meld: e.Meld, Cards: e.Cards}.String()
	case engine.Discarded:
		return e.Seat, engine.Discard{Card: e.Card}.String()
	case engine.WentOut:
		return e.Seat, engine.GoOut{Melds: e.Melds, LayOffs: e.LayOffs, Discard: e.Discard}.String()
	case engine.Dealt, engine.Won, engine.Blocked:
	}
	return engine.Nobody, ""
}

// seatsOf lists who sits where at a table that nobody joins or leaves after its lobby; "" is a computer.
func seatsOf(events []sitting.Event) (seats []sitting.Person) {
	for _, e := range events {
		switch e := e.(type) {
		case sitting.Opened:
			seats = append(seats, e.Host)
		case sitting.Joined:
			seats = append(seats, e.Person)
		case sitting.ComputerSat:
			seats = append(seats, "")
		case sitting.Left, sitting.RulesSet, sitting.HostPassed, sitting.HostSought, sitting.HostSeen, sitting.Frozen, sitting.Committed, sitting.Sealed, sitting.Placed,
			sitting.CutGiven, sitting.HandStarted, sitting.Played,
			sitting.TakebackAsked, sitting.TakebackAnswered, sitting.TakebackLapsed, sitting.TookBack, sitting.WentAway, sitting.CameBack,
			sitting.Reminded, sitting.Called, sitting.Nudged, sitting.TimeLost, sitting.EndAsked, sitting.EndAnswered, sitting.Abandoned, sitting.Invited, sitting.Declined, sitting.Closed:
		}
	}
	return seats
}

// handsOf splits the events of a table's hands, from the deal on; the last may be under way.
func handsOf(events []sitting.Event) (hands [][]engine.Event) {
	for _, e := range events {
		p, ok := e.(sitting.Played)
		if !ok {
			continue
		}
		if _, deals := p.Event.(engine.Dealt); deals {
			hands = append(hands, nil)
		}
		hands[len(hands)-1] = append(hands[len(hands)-1], p.Event)
	}
	return hands
}

// foldHand is the state of a table's newest hand.
func foldHand(events []sitting.Event) engine.State {
	hands := handsOf(events)
	return engine.Replay(slices.Clone(hands[len(hands)-1]))
}
