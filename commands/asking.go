package commands

import (
	"context"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// mayAsk says that people don't want to be asked something, as a *render.DoorRefusal. Who was
// never seen has no settings.
func (v *visit) mayAsk(ctx context.Context, kind render.Asks, people ...sitting.Person) error {
	for _, p := range people {
		if p == "" || p == v.me {
			continue
		}
		kept, err := v.hall.people.prefs(ctx, p)
		if err != nil {
			return err
		}
		if !kept.Off.Has(kind) {
			continue
		}
		name, err := v.called(ctx, p)
		if err != nil {
			return err
		}
		return &render.DoorRefusal{Code: render.AskedOff, Word: name}
	}
	return nil
}

// called is what somebody is called here; who never acted is named by the caller's interaction
// alone.
func (v *visit) called(ctx context.Context, p sitting.Person) (string, error) {
	known, err := v.hall.people.all(ctx, v.in.Server, []sitting.Person{p})
	if err != nil || known[p].Name != "" {
		return known[p].Name, err
	}
	found := v.in.resolved()
	for id, u := range found.Users {
		switch q, err := v.hall.people.person(ctx, id); {
		case err != nil:
			return "", err
		case q == p:
			return u.called(found.Members[id].Nick), nil
		}
	}
	return "", nil
}

// toPlay is whose turn it is; empty for nobody.
func (v *visit) toPlay() sitting.Person {
	if at := v.snap.View.Turn; at != engine.Nobody && int(at) < len(v.snap.Seats) {
		return v.snap.Seats[at].Person
	}
	return ""
}

// meets has the reader know whom a refusal is about, who may be nobody at the table.
func (v *visit) meets(ctx context.Context, p sitting.Person) {
	known, err := v.hall.people.all(ctx, v.in.Server, []sitting.Person{p})
	if err != nil {
		v.hall.Log.Warn("name not read", "by", v.me, "error", err)
		return
	}
	all := maps.Clone(v.reader.People)
	if all == nil {
		all = make(map[sitting.Person]render.Player)
	}
	maps.Copy(all, known)
	v.reader.People = all
}

// offOf is what turns off the calls of a kind; 0: nothing does.
func offOf(k table.PostKind) render.Asks {
	switch k { //nolint:exhaustive // the others aren't asked by anybody, or are refused before
	case table.PostInvite:
		return render.AskInvites
	case table.PostWish:
		return render.AskTakebacks
	case table.PostVote:
		return render.AskEndings
	case table.PostNudge, table.PostSought:
		return render.AskNudges
	}
	return 0
}

// wanting drops those who don't want to be asked something. Whose settings can't be read are asked.
func (b *Noticeboard) wanting(ctx context.Context, kind render.Asks, whom []sitting.Person) []sitting.Person {
	return slices.DeleteFunc(slices.Clone(whom), func(p sitting.Person) bool {
		kept, err := b.people.prefs(ctx, p)
		if err != nil {
			b.line.Log.Warn("settings not read", "by", p, "error", err)
		}
		return kept.Off.Has(kind)
	})
}
