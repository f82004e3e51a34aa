package commands_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// erasing are habits of which nobody is forgotten before they are told to go on, or
// not to.
type erasing struct {
	commands.Habits
	goOn chan error
}

func (e *erasing) Erase(ctx context.Context, p sitting.Person, key string, redraw bool) error {
	switch err := <-e.goOn; {
	case errors.Is(err, errPanics):
		panic(err)
	case err != nil:
		return err
	}
	return e.Habits.Erase(ctx, p, key, redraw)
}

var errPanics = errors.New("nobody thought of this")

// TestWhoIsBeingErasedIsNobodyFromThenOn presses the button, and holds up what follows: nobody
// is shown who they are any more, and whatever they ask is refused. Where it fails they are who
// they were; where it is done they are nobody, and then somebody new whom an old button is
// not for.
func TestWhoIsBeingErasedIsNobodyFromThenOn(t *testing.T) {
	e := &erasing{goOn: make(chan error)}
	p := open(t, setup{schema: true, patience: time.Second, habits: func(h commands.Habits) commands.Habits {
		e.Habits = h
		return e
	}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.lobby(nil, ada, ben)
	say := func(key lang.Key) string { return p.say("en-US", key) }
	asks := func() { ben.slash("privacy erase", nil) }
	first := ben.toldWith(asks, say(lang.PrivacyAsk))
	second := ben.toldWith(asks, say(lang.PrivacyAsk))
	named := func() bool {
		t.Helper()
		m := ada.told(func() { ada.slash("rum table", nil) })
		for !holds(m, []string{"https://"}) { // it took longer than somebody is made to wait
			m = ada.told(func() { ada.slash("rum table", nil) })
		}
		return strings.Contains(ada.sees("the table", func(now discord.Message) bool { return !now.Ephemeral() && strings.Contains(m.Text(), now.ID.String()) }).Text(), "Ben")
	}
	if !named() {
		t.Fatal("nobody is named: the test shows nothing")
	}
	for _, fails := range []error{errors.New("the disk is busy"), errPanics, nil} {
		ben.press(second, "er")
		for _, again := range []func(){
			func() { ben.press(first, "er") },
			func() { ben.slash("rum leave", nil) },
			func() { ben.slash("record", nil) },
		} {
			ben.toldWith(again, say(lang.TroubleErasing))
		}
		if named() {
			t.Error("who is being erased is named")
		}
		e.goOn <- fails
		if fails != nil {
			ben.sees("that something went wrong", func(m discord.Message) bool {
				return m.ID == second.ID && !strings.Contains(m.Text(), say(lang.PrivacyAsk)) && m.Text() != ""
			})
			if !named() {
				t.Error("who wasn't erased is named no more")
			}
			first = ben.toldWith(asks, say(lang.PrivacyAsk))
			ben.toldWith(asks, say(lang.PrivacyAsk)) // stays unanswered
			second = ben.toldWith(asks, say(lang.PrivacyAsk))
			continue
		}
		ben.sees("that it is done", func(m discord.Message) bool {
			return m.ID == second.ID && strings.Contains(m.Text(), say(lang.PrivacyErased))
		})
	}
	if who := got[sitting.Person](t)(p.db.Person(p.ctx, ben.ID().String())); who != "" {
		t.Errorf("%q is known still", who)
	}
	if s := p.look(); len(s.Seats) != 1 {
		t.Errorf("%d have seats", len(s.Seats))
	}
	ben.toldWith(asks, say(lang.PrivacyUnknown))
	ben.told(func() { ben.slash("rum join", nil) })
	var door string
	for _, m := range ben.private() { // the question that was put to who they were
		if strings.Contains(m.Text(), say(lang.PrivacyAsk)) {
			door = ben.toldWith(func() { ben.press(m, "er") }, say(lang.TroubleNotyou)).Text()
		}
	}
	if door == "" {
		t.Error("no old question stands: the test shows nothing")
	}
	if s := p.look(); len(s.Seats) != 2 {
		t.Errorf("an old button erased somebody new: %d have seats", len(s.Seats))
	}
}

// heavy are habits that take until they are told to list what shows somebody.
type heavy struct {
	commands.Habits
	begun, goOn chan struct{}
}

func (h *heavy) Shows(ctx context.Context, p sitting.Person) ([]table.Shown, error) {
	h.begun <- struct{}{}
	<-h.goOn
	return h.Habits.Shows(ctx, p)
}

// TestNobodyHasTwoReadingsOfAllTheirTablesUnderWay asks to be erased again and again while the first
// question takes long: what comes meanwhile isn't in line, so that nobody fills the door or keeps
// others from their files.
func TestNobodyHasTwoReadingsOfAllTheirTablesUnderWay(t *testing.T) {
	h := &heavy{begun: make(chan struct{}, 9), goOn: make(chan struct{})}
	wraps := func(of commands.Habits) commands.Habits { h.Habits = of; return h }
	p := open(t, setup{pace: 1000, patience: time.Second, habits: wraps})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.lobby(nil, ada, ben)
	rush := p.say("en-US", lang.TroubleRush)
	asks := func() { ben.slash("privacy erase", nil) }
	asks()
	<-h.begun
	again := []func(){asks, asks, func() { ben.slash("privacy export", nil) }}
	for _, again := range again {
		ben.toldWith(again, rush)
	}
	ada.slash("privacy export", nil) // is in line
	h.goOn <- struct{}{}
	answered := func(g *guest, key lang.Key) {
		says := []string{p.say("en-US", key)}
		g.sees("the answer", func(m discord.Message) bool { return m.Ephemeral() && holds(m, says) })
	}
	answered(ben, lang.PrivacyAsk)
	answered(ada, lang.PrivacyFile)
	ben.toldWith(again[2], p.say("en-US", lang.PrivacyFile))
	go func() { h.goOn <- struct{}{} }()
	ben.toldWith(asks, p.say("en-US", lang.PrivacyAsk))
	if len(h.begun) != 1 {
		t.Errorf("%d readings were begun besides", len(h.begun))
	}
}
