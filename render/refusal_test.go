package render_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// moveRefusal is a refusal of the rules with the data that its code has.
func moveRefusal(code engine.Code, one, several string) *engine.Refusal {
	r := &engine.Refusal{Code: code, Card: engine.NoCard, Meld: 1}
	if slices.Contains([]engine.Code{engine.NotHeld, engine.Barred, engine.CardTwice}, code) {
		r.Card = card(one)
	} else {
		r.Cards = cards(several)
	}
	return r
}

// refusals are one of each code of every layer.
func refusals() map[string]error {
	all := map[string]error{}
	for _, code := range engine.Codes() {
		all["move "+code.String()] = moveRefusal(code, "KD", "9C 9D")
	}
	for code := sitting.Code(1); !strings.HasPrefix(code.String(), "code-"); code++ {
		all["house "+code.String()] = &sitting.Refusal{Code: code, Seat: 2, Hand: 99, Most: 3, Channels: []sitting.Channel{"77"}}
	}
	for code := deal.EmptyWord; !strings.HasPrefix((&deal.WordError{Code: code}).Error(), "word: code"); code++ {
		all[fmt.Sprint("word ", code)] = &deal.WordError{Code: code}
	}
	for code := tab.Code(1); !strings.HasPrefix(code.String(), "code-"); code++ {
		all["tab "+code.String()] = &tab.Refusal{Code: code, Most: 24}
	}
	delete(all, "tab "+tab.IsOver.String())
	delete(all, "tab "+tab.NotManager.String()) // which the door says too
	for stage := tab.Confirmed; stage <= tab.Lapsed; stage++ {
		all[fmt.Sprint("tab over ", stage)] = &tab.Refusal{Code: tab.IsOver, Stage: stage}
	}
	for _, code := range render.DoorCodes() {
		all["door "+code.String()] = &render.DoorRefusal{Code: code, Permissions: render.Needed(), Word: "cellar", Until: time.Unix(1_700_000_000, 0)}
	}
	return all
}

// TestEveryRefusalIsExplained says each code of every layer in six languages.
func TestEveryRefusalIsExplained(t *testing.T) {
	all := refusals()
	if len(all) < 60 {
		t.Fatalf("only %d refusals", len(all))
	}
	inAll(t, func(l lang.Lang) {
		said := map[string]string{}
		for name, err := range all {
			for _, s := range []engine.State{toDraw(t), toPlay(t)} {
				text := render.Refusal(l, reader(), sight(engine.See(s, 0)), fmt.Errorf("wrapped: %w", err))
				wellSaid(t, l, name, text)
				before, same := said[text]
				if words := strings.HasPrefix(name, "word ") || name == "house "+sitting.BadWord.String(); same && before != name && !words {
					t.Errorf("%s says the same for %s and %s: %q", l.Tag(), before, name, text)
				}
				said[text] = name
			}
		}
		for code, want := range map[deal.WordCode]lang.Key{deal.LongWord: lang.WordLong, deal.EmptyWord: lang.WordEmpty} {
			no := &sitting.Refusal{Code: sitting.BadWord, Word: &deal.WordError{Code: code}}
			if got := render.Refusal(l, reader(), &sitting.Sight{}, no); got != l.Say(want) {
				t.Errorf("%s: %q", l.Tag(), got)
			}
		}
		none := &sitting.Refusal{Code: sitting.NoSuchHand, Hand: 99}
		wellSaid(t, l, "no hand", render.Refusal(l, reader(), &sitting.Sight{}, none))
	})
}

// TestWhatIsNoRefusalIsNotExplained finds codes that have no row, and errors that are none.
func TestWhatIsNoRefusalIsNotExplained(t *testing.T) {
	l := words(t).For("en")
	for _, err := range []error{
		errors.New("another"), &engine.Refusal{Code: 200}, &sitting.Refusal{Code: 200}, &deal.WordError{Code: 200}, &sitting.Refusal{},
	} {
		if got := render.Refusal(l, reader(), &sitting.Sight{}, err); got != "" {
			t.Errorf("%v is explained: %q", err, got)
		}
	}
}

func TestMissingPermissionsAreNamed(t *testing.T) {
	no := &render.DoorRefusal{Code: render.LacksPermission, Permissions: 1<<11 | 1<<38}
	if got := render.Refusal(words(t).For("en"), reader(), &sitting.Sight{}, no); !strings.Contains(got, "**Send Messages** and **Send Messages in Threads**.") {
		t.Errorf("missing permissions are not named: %q", got)
	}
	if render.Needed() != 274878008320 {
		t.Errorf("needed permissions are %d", render.Needed())
	}
}
