package sitting_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// textsOf returns the free texts of events from one number on.
func textsOf(events []sitting.Event, from int64) map[int64]string {
	texts := make(map[int64]string)
	for i, ev := range events {
		if _, _, text := sitting.EncodeEvent(ev); text != "" && int64(i+1) >= from {
			texts[int64(i+1)] = text
		}
	}
	return texts
}

// holdsFrom has the evening told again from its checkpoint after each hand, and audited with it.
func (e *evening) holdsFrom(stored []sitting.Event) {
	e.tb.Helper()
	s := sitting.New("evening1")
	for i, ev := range stored {
		last := s.Last()
		s = sitting.Apply(s, ev, e.at[i])
		if s.Last() == last {
			continue
		}
		c, ok := s.Checkpoint()
		if !ok {
			continue // the table closed
		}
		headed := s.WithTabHead("head")
		same, _ := headed.Checkpoint()
		equal(e.tb, same, c)
		back, err := sitting.Restore("evening1", c, textsOf(stored[:c.Seq], c.Texts))
		if err != nil {
			e.tb.Fatalf("after event %d: %v", i+1, err)
		}
		equal(e.tb, back, s)
		for j := c.Seq; j < int64(len(stored)); j++ {
			back = sitting.Apply(back, stored[j], e.at[j])
		}
		equal(e.tb, back, e.state)
		if !e.compares(c) {
			e.tb.Errorf("the audit says that the checkpoint after event %d is another", i+1)
		}
	}
}

// compares says whether an audit finds that a checkpoint holds.
func (e *evening) compares(c sitting.Checkpoint) bool {
	a := sitting.NewAudit("evening1")
	a.Compare(c)
	for i, ev := range e.events {
		if err := a.Next(ev, e.at[i]); err != nil {
			e.tb.Fatal(err)
		}
	}
	return a.Holds()
}

// afterTwoHands is an evening of which two hands are over, with words for the deals of two.
func afterTwoHands(t *testing.T) *evening {
	t.Helper()
	e := newEvening(t, 1)
	e.opens("ann", time.Hour, "bob")
	e.does("ann", sitting.Start{})
	e.finishes()
	e.does("bob", sitting.Cut{Word: "galeforce"})
	e.does("bob", sitting.Next{})
	e.finishes()
	e.does("ann", sitting.Cut{Word: "anchorage"})
	return e
}

func TestACheckpointHoldsNoFreeText(t *testing.T) {
	e := afterTwoHands(t)
	c, ok := e.state.Checkpoint()
	if !ok {
		t.Fatal("none between two hands")
	}
	secrets := []string{"galeforce", "anchorage"}
	for _, text := range textsOf(e.events, 1) {
		secrets = append(secrets, text)
	}
	for _, ev := range e.events {
		if committed, is := ev.(sitting.Committed); is {
			secrets = append(secrets, string(committed.Seed[:8]), committed.Seed.String()[:16])
		}
	}
	for _, secret := range secrets {
		if bytes.Contains(c.Body, []byte(secret)) {
			t.Errorf("%q is in the checkpoint", secret)
		}
	}
	if !bytes.Contains(c.Body, []byte("channel")) {
		t.Error("nothing is in it as it is written: the test shows nothing")
	}
	// What was erased is gone from what is restored, and nothing else is.
	texts := textsOf(e.events, c.Texts)
	for number, text := range texts {
		if strings.HasPrefix(text, "anchor") || strings.HasPrefix(text, "gale") {
			delete(texts, number)
		}
	}
	back, err := sitting.Restore("evening1", c, texts)
	if err != nil {
		t.Fatal(err)
	}
	erased := slices.Clone(e.events)
	for i, ev := range erased {
		if cut, is := ev.(sitting.CutGiven); is {
			erased[i] = sitting.CutGiven{By: cut.By}
		}
	}
	equal(t, back, sitting.Replay("evening1", erased, e.at))
}

// TestAnUnreadableCheckpointIsNone breaks one at each place, and gives it to another table.
func TestAnUnreadableCheckpointIsNone(t *testing.T) {
	e := afterTwoHands(t)
	c, _ := e.state.Checkpoint()
	texts := textsOf(e.events, c.Texts)
	read := func(id sitting.ID, c sitting.Checkpoint) error {
		_, err := sitting.Restore(id, c, texts)
		return err
	}
	if read("evening1", c) != nil || !e.compares(c) {
		t.Fatal("it can't be read at all")
	}
	for what, err := range map[string]error{
		"another table": read("evening2", c),
		"another event": read("evening1", sitting.Checkpoint{Seq: c.Seq - 1, Hand: c.Hand, Texts: c.Texts, Body: c.Body}),
		"another hand":  read("evening1", sitting.Checkpoint{Seq: c.Seq, Hand: 1, Texts: c.Texts, Body: c.Body}),
		"nothing":       read("evening1", sitting.Checkpoint{Seq: c.Seq, Hand: c.Hand, Texts: c.Texts}),
	} {
		if err == nil {
			t.Errorf("%s: it is read", what)
		}
	}
	for n := range c.Body {
		if read("evening1", sitting.Checkpoint{Seq: c.Seq, Hand: c.Hand, Texts: c.Texts, Body: c.Body[:n]}) == nil {
			t.Fatalf("%d bytes of %d are read", n, len(c.Body))
		}
		changed := c
		changed.Body = slices.Clone(c.Body)
		changed.Body[n] ^= 0x55
		_ = read("evening1", changed) // it may be read, and doesn't panic
		if n > 16 && n%7 == 0 && e.compares(changed) {
			t.Errorf("a change at byte %d isn't noticed", n)
		}
	}
	changed := c
	changed.Body = slices.Clone(c.Body)
	changed.Body[0]++ // another program's
	if read("evening1", changed) == nil || !e.compares(changed) {
		t.Error("that of another program is read, or taken for a wrong one")
	}
}
