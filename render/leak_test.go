package render_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// leaks lists the cards that a message names and that a spectator never saw: in
// texts and labels by their signs, in custom_ids and values by their letters.
func leaks(t testing.TB, m render.Message, seen engine.Hand) engine.Hand {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var found engine.Hand
	for _, word := range signs.FindAllString(string(text), -1) {
		found = found.Add(card(word))
	}
	for id := range idsIn(string(text)) {
		k, err := codec.Decode(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range letters.FindAllString(k.Arg, -1) {
			found = found.Add(card(word))
		}
	}
	for _, m := range values.FindAllStringSubmatch(string(text), -1) {
		for _, word := range letters.FindAllString(m[1], -1) {
			found = found.Add(card(word))
		}
	}
	return found &^ seen
}

var (
	signs   = regexp.MustCompile(`(?:10|[A2-9JQK])[♣♦♥♠]`)
	letters = regexp.MustCompile(`\b[A2-9TJQK][CDHS]\b`)
	values  = regexp.MustCompile(`"value":"([^"]*)"`)
	ids     = regexp.MustCompile(`"custom_id":"([^"]*)"`)
)

func idsIn(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range ids.FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return found
}

// A witness is a spectator who remembers.
type witness struct {
	log  []engine.PublicEvent
	seen engine.Hand
}

func (w *witness) watch(step enginetest.Step) {
	before := step.Before
	for _, e := range step.Events {
		if p, ok := engine.Public(before, e, engine.Nobody); ok {
			w.log = append(w.log, p)
			w.seen |= engine.HandOf(p.Cards...)
		}
		before = engine.Apply(before, e)
	}
	v := engine.Watch(step.After)
	w.seen |= engine.HandOf(v.Pile[:v.PileSize]...)
	for _, meld := range v.Melds[:v.MeldCount] {
		w.seen |= meld.Cards
	}
}

func TestPublicMessagesNameNoHiddenCard(t *testing.T) {
	l := words(t).For("en")
	drawn, control := 0, 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 2))
		players := 2 + int(seed)%5
		w := &witness{}
		_, err := enginetest.Play(r, enginetest.RandomRules(r), players, func(step enginetest.Step) error {
			w.watch(step)
			for _, m := range spectatorMessages(l, step.After, w.log) {
				drawn++
				if hidden := leaks(t, m, w.seen); !hidden.Empty() {
					return fmt.Errorf("%v is shown to all", hidden)
				}
			}
			own := sight(engine.See(step.After, max(step.After.Turn, 0)))
			if hidden := leaks(t, render.Hand(pen(l), reader(), own, nil), w.seen); !hidden.Empty() {
				control++
			}
			return nil
		})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if drawn < 500 || control < 200 {
		t.Errorf("%d public messages drawn, and hidden cards found in only %d private hands: the search sees nothing", drawn, control)
	}
}

func spectatorMessages(l lang.Lang, s engine.State, log []engine.PublicEvent) []render.Message {
	v := engine.Watch(s)
	m := but(sight(v), func(m *sitting.Sight) { m.Log, m.Seats, m.Again, m.Paused, m.Repeatable = log, crowd(), 1, true, true })
	if v.PileSize > 0 {
		m.Takeback = &sitting.Takeback{Seat: 0, Cards: engine.HandOf(v.Pile[v.PileSize-1]), Waits: []engine.Seat{1}}
	}
	m = begun(m, log)
	all := []render.Message{render.Table(pen(l), crowded(), m), render.Watch(pen(l), crowded(), m, deadline())}
	if v.Phase != engine.Over {
		for _, why := range []render.Reason{render.YourTurn, render.HalfTime, render.Nudged, render.Wished} {
			all = append(all, render.Call(pen(l), crowded(), m, why, []sitting.Person{crowd()[0].Person}))
		}
	}
	return all
}

// bytesOf is all of a message that goes to Discord: its words and ids, and beside them the pictures, whose names follow from their
// bytes.
func bytesOf(t testing.TB, m render.Message) string {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	all := string(text)
	for _, f := range m.Files {
		all += fmt.Sprintf("\n%s %s %x", f.Name, f.Alt, f.Data)
	}
	return all
}

// TestPicturesTellNothingHidden changes about the cards that somebody can't know: what they are shown stays the same to the last
// byte, and so do the size and the name of each picture. As the control a hand whose own cards are changed about is another.
func TestPicturesTellNothingHidden(t *testing.T) {
	l := words(t).For("en")
	compared, control := 0, 0
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 3))
		players := 2 + int(seed)
		w := &witness{}
		_, err := enginetest.Play(r, enginetest.RandomRules(r), players, func(step enginetest.Step) error {
			w.watch(step)
			if r.IntN(4) > 0 || step.After.Phase == engine.Over {
				return nil
			}
			table := func(s engine.State) string {
				m := but(sight(engine.Watch(s)), func(m *sitting.Sight) { m.Log = w.log })
				return bytesOf(t, render.Table(pen(l), reader(), begun(m, w.log)))
			}
			seat := engine.Seat(r.IntN(players))
			hand := func(s engine.State) string {
				m := but(sight(engine.See(s, seat)), func(m *sitting.Sight) { m.Log = w.log })
				return bytesOf(t, render.Hand(pen(l), reader(), m, nil))
			}
			compared++
			if table(step.After) != table(enginetest.Otherwise(r, step.After, engine.Nobody)) {
				return fmt.Errorf("the table tells hidden cards of %v", step.After)
			}
			if hand(step.After) != hand(enginetest.Otherwise(r, step.After, seat)) {
				return fmt.Errorf("the hand of %d tells hidden cards of %v", seat, step.After)
			}
			if hand(step.After) != hand(enginetest.Otherwise(r, step.After, engine.Nobody)) {
				control++
			}
			return nil
		})
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if compared < 50 || control < compared*9/10 {
		t.Errorf("%d compared, and other cards in hand noticed %d times", compared, control)
	}
}
