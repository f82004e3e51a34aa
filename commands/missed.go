package commands

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// answerable is how old an interaction may be that was missed and is still done. Discord takes a first answer for 3 s,
// the answer takes a while, and Discord's clock is known to half a second.
const answerable = 2500 * time.Millisecond

// HandleMissed takes up an interaction from a time in which the bot wasn't on the line, as
// [Door.Handle] does, as long as Discord takes an answer to it: of an older one counts what was
// stored, and nothing more is done. Unsure: a process that was killed may have answered it; then it
// isn't done again, since not everything may be done twice, and one that it only promised to answer is.
func (d *Door) HandleMissed(raw json.RawMessage, unsure bool) {
	d.take(raw, func(in *interaction) {
		if !unsure || d.hall.age(in) > tokenLife { // of a token that is over nothing is told
			d.enterLate(in)
			return
		}
		d.enterUnsure(in)
	})
}

// enterUnsure lets an interaction in that somebody else may have answered: then it isn't done again.
func (d *Door) enterUnsure(in *interaction) {
	if in.completing() { // the next letter asks anew
		return
	}
	_ = d.visits.try(func() { // where there is no room, its sender sees that nobody answered
		ctx, cancel := context.WithTimeout(context.Background(), deferWithin)
		defer cancel()
		var answered bool
		if answered, in.promised = d.hall.REST.IsAnswered(ctx, d.hall.Application, in.Token); !answered || in.promised {
			d.enterLate(in)
		}
	})
}

// enterLate lets an interaction in that was missed, if it isn't over.
func (d *Door) enterLate(in *interaction) {
	if in.promised || d.hall.age(in) <= answerable {
		d.enter(in)
		return
	}
	_ = d.visits.try(func() { d.forgo(in) })
}

// age is how long ago an interaction began, by Discord's clock, which made its id; 0 where that isn't known.
func (h *hall) age(in *interaction) time.Duration {
	begun, err := discordgo.SnowflakeTimestamp(in.ID)
	now, known := h.REST.Clock()
	if err != nil || !known {
		return 0
	}
	return now.Sub(begun)
}

// forgo is what comes of an interaction that is over: what was stored stands, and nothing is done any more. Who acted has
// seen that nobody answered, and is told on the next occasion that it doesn't count.
func (d *Door) forgo(in *interaction) {
	ctx, cancel := context.WithTimeout(context.Background(), patient)
	defer cancel()
	defer d.hall.caught(in, func(string) {})
	if in.completing() {
		return
	}
	h, v := d.hall, d.visit(in)
	v.request = readRequest(in, h.ink.codec)
	did := false
	var err error
	v.me, err = h.people.person(ctx, in.User.ID)
	for _, key := range v.keys() {
		if err == nil && !did {
			did, err = h.tables.Did(ctx, key)
		}
	}
	if err != nil {
		h.Log.Warn("not known whether it was done", "interaction", in.ID, "error", err)
	}
	if err != nil || did {
		return
	}
	h.count.forgone.Add(1)
	h.missed.add(in.User.ID, v.me)
	if v.me != "" {
		h.hands.restyle(ctx, h.tables, v.me)
	}
}

// missed are those who did something that doesn't count and haven't been told, by Discord's id and by their pseudonym.
// They are lost with the process.
type missed struct {
	mu  sync.Mutex
	who *simplelru.LRU[string, struct{}]
}

// maxMissed bounds what is remembered.
const maxMissed = 8192

func newMissed() *missed { return &missed{who: newest[string, struct{}](maxMissed)} }

func (m *missed) add(user string, me sitting.Person) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.who.Add(user, struct{}{})
	if me != "" {
		m.who.Add(string(me), struct{}{})
	}
}

// note is what there is to tell somebody; nil: nothing.
func (m *missed) note(who string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.who.Contains(who) {
		return &render.DoorRefusal{Code: render.Missed}
	}
	return nil
}

// take is what there is to tell somebody, once: what they ask for next may come before Discord says that it was told.
func (m *missed) take(user string, me sitting.Person) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.who.Remove(user) {
		return nil
	}
	m.who.Remove(string(me))
	return &render.DoorRefusal{Code: render.Missed}
}
