package render_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// owed is what the engine has the holder of a hand pay when somebody else goes out by a discard,
// having shown something in an earlier turn.
func owed(t testing.TB, rules engine.Rules, held engine.Hand) int {
	t.Helper()
	rest := (engine.Hand(1<<engine.PackSize-1) &^ held).Cards()
	rules.FinalDiscard = engine.FinalOptional
	s := enginetest.Position(t, fmt.Sprintf("rules %s\nturn 1 play\nhand 0 %s\nhand 1 %s\nshown 1\npile %s", rules, held, rest[0], rest[1]))
	events, err := engine.Decide(s, 1, engine.Discard{Card: rest[0]})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		s = engine.Apply(s, e)
	}
	out, over := engine.Outcome(s)
	if !over || out.Rummy {
		t.Fatalf("%v of %v", out, s)
	}
	return int(out.Payments[0])
}

var (
	costs  = regexp.MustCompile(`(?:Unmatched: .*|In hand, matched or not: )\b(\d+) pips?`)
	leaves = regexp.MustCompile(`leaves (\d+) pips?`)
	counts = regexp.MustCompile(`^(\d)\\. .*: (.*) = \*\*(\d+)\*\*`)
	sums   = regexp.MustCompile(`pays \S+ (\d+) ([×−]) (\d+) = (\d+) pips?`)
)

// count reads the number that a text has at a mark; 0 where it says that nothing costs.
func count(mark *regexp.Regexp, text string) (int, bool) {
	if found := mark.FindStringSubmatch(text); found != nil {
		n, err := strconv.Atoi(found[1])
		return n, err == nil
	}
	return 0, false
}

// TestEveryCountIsWhatOnePays plays hands of every preset and compares each count on their screens, words,
// options, completions, pictures and alt texts, with what the engine has the holder pay.
func TestEveryCountIsWhatOnePays(t *testing.T) {
	for _, preset := range engine.Presets() {
		t.Run(preset.String(), func(t *testing.T) {
			r, c := rand.New(rand.NewPCG(13, uint64(preset))), &paying{t: t, rules: preset.Rules(), l: words(t).For("en")}
			for range 4 {
				w := &witness{}
				events, err := enginetest.Play(r, c.rules, 2, func(step enginetest.Step) error {
					w.watch(step)
					if step.After.Phase != engine.Over {
						c.hand(step.After, w.log)
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range moments(t, c.l, render.ViewSymbols, events, 2) {
					c.end(s)
				}
			}
			if c.read < 1000 {
				t.Errorf("only %d counts were read", c.read)
			}
		})
	}
}

type paying struct {
	t     *testing.T
	rules engine.Rules
	l     lang.Lang // english
	read  int
}

func (c *paying) want(what string, said int, held engine.Hand) {
	c.t.Helper()
	c.read++
	if pays := owed(c.t, c.rules, held); said != pays {
		c.t.Errorf("%s: %v costs %d, and it says %d", what, held, pays, said)
	}
}

// hand reads both hands of a position, with their options.
func (c *paying) hand(s engine.State, log []engine.PublicEvent) {
	english := c.l
	for seat := range engine.Seat(s.Players) {
		for view := range render.View(3) {
			own := but(sight(engine.See(s, seat)), func(m *sitting.Sight) { m.Log, m.Seats = drawnLog(log, s, seat), people()[:2] })
			held, r := own.View.Hand, reader()
			r.Prefs.View = view
			p := bare(english)
			if view == render.ViewPictures && s.Turns%8 == 0 {
				p = pen(english)
			}
			m := render.Hand(p, r, own, nil)
			c.screen(m, held)
			if view != render.ViewPictures {
				continue
			}
			c.want("picture", render.OfHand(r, own).(picture.Hand).Count, held)
			for _, f := range m.Files {
				said, _ := count(costs, f.Alt)
				c.want("alt text", said, held)
			}
			model := render.CompleteModel{Sight: own, Reader: r}
			for _, choice := range render.CompleteDiscard(english, model) {
				c.choice(choice, held)
			}
			for _, choice := range render.CompleteMeld(english, model) {
				c.choice(choice, held)
			}
		}
	}
}

// screen reads the words and options of a hand.
func (c *paying) screen(m render.Message, held engine.Hand) {
	text := readable(c.t, m)
	said, _ := count(costs, text)
	c.want("hand", said, held)
	last := -1
	for _, part := range m.Components {
		row, ok := part.(render.Row)
		if !ok {
			continue
		}
		pick, ok := row.Components[0].(render.Select)
		if !ok {
			continue
		}
		for _, o := range pick.Options {
			move, err := engine.ParseMove(o.Value)
			if err != nil {
				continue // to choose cards
			}
			n, told := count(leaves, o.Description)
			switch move := move.(type) {
			case engine.Meld:
				c.want("meld "+o.Label, n, held&^move.Cards)
			case engine.Discard:
				if !told {
					continue // of a hand with so many cards only the first ones say it
				}
				if c.want("discard "+o.Label, n, held.Remove(move.Card)); n < last {
					c.t.Errorf("%v stands after one that leaves %d: %s", move, last, o.Description)
				}
				last = n
			case engine.Draw, engine.LayOff, engine.GoOut:
				if told {
					c.t.Errorf("%v: %s", move, o.Description)
				}
			}
		}
	}
}

func (c *paying) choice(choice render.Choice, held engine.Hand) {
	n, _ := count(leaves, choice.Name)
	cards, err := c.l.ReadCards(choice.Value.(string), held)
	if err != nil || len(cards) != 1 {
		c.t.Fatalf("%v: %v %v", choice, cards, err)
	}
	c.want("completion "+choice.Name, n, held&^cards[0])
}

// end reads a moment of a hand that is over, or its result: what each hand counts, that the cards named as those
// which count come to it, and that each sum does.
func (c *paying) end(s shown) {
	read := 0
	for line := range strings.Lines(readable(c.t, s.m)) {
		if found := sums.FindStringSubmatch(line); found != nil {
			c.sum(line, found)
		}
		found := counts.FindStringSubmatch(line)
		if found == nil {
			continue
		}
		read++
		held := c.cards(found[2])
		said, _ := strconv.Atoi(found[3])
		c.want(line, said, held)
		if _, loose, only := strings.Cut(found[2], "unmatched "); only {
			held = c.cards(loose)
		} else if strings.Contains(line, "nothing unmatched") {
			held = 0
		}
		if int(held.Pips()) != said {
			c.t.Errorf("%s: %v is %d", line, held, held.Pips())
		}
	}
	if read == 0 {
		c.t.Errorf("no hand counts anything in\n%s", readable(c.t, s.m))
	}
	if t, ok := s.of.(picture.Result); ok {
		for _, row := range t.Rows {
			var held engine.Hand
			for _, m := range append(row.Hand.Melds, row.Hand.Loose) {
				held |= engine.HandOf(m...)
			}
			c.want("picture of the result", row.Count, held)
		}
	}
}

// cards are those that a text shows, by their signs or emojis.
func (c *paying) cards(text string) (h engine.Hand) {
	for card := range engine.Card(engine.PackSize) {
		if strings.Contains(text, "<:"+render.EmojiName(picture.Classic, card)+":") || strings.Contains(text, render.Symbol(card)) {
			h = h.Add(card)
		}
	}
	return h
}

// sum holds a written sum against its end.
func (c *paying) sum(line string, found []string) {
	a, _ := strconv.Atoi(found[1])
	b, _ := strconv.Atoi(found[3])
	if found[2] == "×" {
		a *= b
	} else {
		a -= b
	}
	if n, _ := strconv.Atoi(found[4]); a != n {
		c.t.Errorf("%s: %d", line, a)
	}
	c.read++
}
