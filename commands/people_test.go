package commands_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/discordsim/people"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A guest is a person in a place.
type guest struct {
	*people.Person
	at    *place
	typed discord.ID // the interaction that was answered last, of a command; 0 of a click
}

func (p *place) guest(name string) *guest { return &guest{Person: p.sim.Person(name), at: p} }

// options of a command.
type options = map[string]any

// slash uses a command that must be answered.
func (g *guest) slash(command string, o options) {
	g.at.t.Helper()
	g.typed = g.heard(g.Slash(g.at.ctx, g.at.channel, command, o)).Interaction
}

func (g *guest) heard(out people.Outcome, err error) people.Outcome {
	g.at.t.Helper()
	g.at.must(err)
	if out.Failed {
		g.at.t.Fatalf("%s got no answer", g.Name())
	}
	g.typed = 0
	return out
}

// press clicks the component of a message that has the verb.
func (g *guest) press(m discord.Message, verb string) people.Outcome {
	g.at.t.Helper()
	return g.heard(g.Click(g.at.ctx, m.ID, g.component(m, verb).CustomID))
}

// pick picks a value of the select of a message that has the verb.
func (g *guest) pick(m discord.Message, verb, value string) people.Outcome {
	g.at.t.Helper()
	return g.heard(g.Pick(g.at.ctx, m.ID, g.component(m, verb).CustomID, value))
}

// settings asks for what the table is set to, by the menu.
func (g *guest) settings() discord.Message {
	g.at.t.Helper()
	menu := g.told(func() { g.press(g.board(), "mo") })
	return g.told(func() { g.press(menu, "se") })
}

// form opens the form of the button of a message that has the verb.
func (g *guest) form(m discord.Message, verb string) discord.Modal {
	g.at.t.Helper()
	out := got[people.Outcome](g.at.t)(g.Click(g.at.ctx, m.ID, g.component(m, verb).CustomID))
	if out.Modal == nil {
		g.at.t.Fatalf("%q on %s opens no form", verb, m.Text())
	}
	return *out.Modal
}

// submit submits a form with some of its fields changed.
func (g *guest) submit(form discord.Modal, values options) people.Outcome {
	g.at.t.Helper()
	return g.heard(g.Submit(g.at.ctx, form, values))
}

// component finds one by the beginning of its custom_id: a verb, or "pl" and the
// argument after it.
func (p *place) component(m discord.Message, verb string) discord.Component {
	p.t.Helper()
	c, ok := find(m, verb)
	if !ok {
		p.t.Fatalf("no %q on %s", verb, m.Text())
	}
	return c
}

// component finds one on the message as it was given, and where it isn't there on the
// message as it comes to stand: an edit that nobody asked for may have come
// between the click and its answer.
func (g *guest) component(m discord.Message, verb string) discord.Component {
	g.at.t.Helper()
	c, ok := find(m, verb)
	if !ok {
		m = g.sees(fmt.Sprintf("%q on %s", verb, m.Text()), func(now discord.Message) bool {
			_, ok := find(now, verb)
			return now.ID == m.ID && ok
		})
		c, _ = find(m, verb)
	}
	return c
}

func find(m discord.Message, verb string) (discord.Component, bool) {
	verb, arg, _ := strings.Cut(verb, " ")
	for _, c := range all(m.Components) {
		parts := strings.SplitN(c.CustomID, ".", 6)
		if len(parts) == 6 && parts[0] == verb && strings.HasPrefix(parts[5], arg) {
			return c, true
		}
	}
	return discord.Component{}, false
}

func all(list []discord.Component) []discord.Component {
	var out []discord.Component
	for _, c := range list {
		out = append(append(out, c), all(c.Components)...)
	}
	return out
}

// told does something and returns the private message that came or changed
// because of it, finished.
func (g *guest) told(do func()) discord.Message {
	g.at.t.Helper()
	return g.toldWith(do)
}

// toldWith is told of an answer with these words.
func (g *guest) toldWith(do func(), words ...string) discord.Message {
	g.at.t.Helper()
	before := make(map[discord.ID]string)
	for _, m := range g.Sees(g.at.channel) {
		before[m.ID] = printed(m)
	}
	do()
	return g.sees(fmt.Sprintf("a private answer with %q", words), func(m discord.Message) bool {
		return m.Ephemeral() && m.Flags&discord.FlagLoading == 0 && before[m.ID] != printed(m) && holds(m, words) && g.isAnswer(m)
	})
}

// isAnswer says whether a private message can have come or changed because of what was done
// last: a command is answered by a message of its own, while a hand may be brought up to the
// present at any time.
func (g *guest) isAnswer(m discord.Message) bool {
	return g.typed == 0 || m.Cause != nil && m.Cause.ID == g.typed
}

func printed(m discord.Message) string {
	text, err := json.Marshal(m)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// cards reads cards that a test names.
func cards(t testing.TB, text string) engine.Hand {
	t.Helper()
	hand, err := engine.ParseHand(text)
	if err != nil {
		t.Fatal(err)
	}
	return hand
}

// sees waits for a message in the channel and returns the newest that is wanted.
func (g *guest) sees(what string, wanted func(discord.Message) bool) discord.Message {
	g.at.t.Helper()
	var found discord.Message
	err := g.Wait(g.at.ctx, func([]discord.Message) bool {
		seen := g.Sees(g.at.channel)
		for i := len(seen) - 1; i >= 0; i-- {
			if wanted(seen[i]) {
				found = seen[i]
				return true
			}
		}
		return false
	})
	if err != nil {
		var texts []string
		for _, m := range g.Sees(g.at.channel) {
			texts = append(texts, m.Text())
		}
		g.at.t.Fatalf("%s waits for %s: %v, and sees\n%s", g.Name(), what, err, strings.Join(texts, "\n--\n"))
	}
	return found
}

// publicly waits for a public message that holds all the words.
func (g *guest) publicly(words ...string) discord.Message {
	g.at.t.Helper()
	return g.sees(strings.Join(words, " and "), func(m discord.Message) bool { return !m.Ephemeral() && holds(m, words) })
}

func holds(m discord.Message, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(m.Text(), w) })
}

// board is the table message that shows the newest state: what is on it says so.
func (g *guest) board(words ...string) discord.Message {
	g.at.t.Helper()
	return g.sees("a table that says "+strings.Join(words, " and "), func(m discord.Message) bool {
		return isBoard(m) && holds(m, words)
	})
}

// playing is the table message of a hand.
func (g *guest) playing(hand int) discord.Message {
	g.at.t.Helper()
	return g.board(g.at.say(g.at.setup.guild, lang.TableHand, lang.Hand(hand)))
}

// isBoard tells the table message from all others.
func isBoard(m discord.Message) bool {
	_, menu := find(m, "mo")
	_, tab := find(m, "ta") // a result has both
	_, settings := find(m, "se")
	return !m.Ephemeral() && (menu && !tab || settings)
}

// boards lists the table messages that stand.
func (g *guest) boards() []discord.Message {
	return slices.DeleteFunc(g.Sees(g.at.channel), func(m discord.Message) bool { return !isBoard(m) })
}

// private lists the private messages that a guest sees.
func (g *guest) private() []discord.Message {
	return slices.DeleteFunc(g.Sees(g.at.channel), func(m discord.Message) bool { return !m.Ephemeral() })
}

// newest is the last of the private messages that a guest sees.
func (g *guest) newest() discord.Message {
	g.at.t.Helper()
	all := g.private()
	if len(all) == 0 {
		g.at.t.Fatalf("%s sees no private message", g.Name())
	}
	return all[len(all)-1]
}

// one waits until a guest sees one private message.
func (g *guest) one() discord.Message {
	g.at.t.Helper()
	g.at.must(g.Wait(g.at.ctx, func([]discord.Message) bool { return len(g.private()) == 1 }))
	return g.private()[0]
}

// hand asks for the hand by the button on the table.
func (g *guest) hand() discord.Message {
	g.at.t.Helper()
	m := g.sees("a table with hands", func(m discord.Message) bool {
		_, ok := find(m, "ha")
		return ok && isBoard(m)
	})
	return g.told(func() { g.press(m, "ha") })
}

// lobby opens a table and seats the others.
func (p *place) lobby(o options, host *guest, others ...*guest) {
	p.t.Helper()
	host.slash("rum new", o)
	for _, g := range others {
		g.press(g.board(), "jo")
	}
	host.sees("a full lobby", func(m discord.Message) bool {
		_, start := find(m, "st")
		return start && strings.Contains(m.Text(), others[len(others)-1].Name())
	})
}

// dealt opens a table, seats the others and deals. Seat 0 deals, so the first of
// the others draws first.
func (p *place) dealt(o options, host *guest, others ...*guest) {
	p.t.Helper()
	p.lobby(o, host, others...)
	host.told(func() { host.press(host.board(), "st") })
	for _, g := range append(others, host) {
		g.playing(1)
	}
}

// look is the table of the channel as a spectator knows it.
func (p *place) look() sitting.Sight {
	p.t.Helper()
	id := got[sitting.ID](p.t)(p.house.In(p.ctx, sitting.Channel(p.channel.String())))
	return got[sitting.Sight](p.t)(p.house.Peek(p.ctx, id, ""))
}

// say is a phrase in a language, beside a table in the server's.
func (p *place) say(locale string, key lang.Key, args ...lang.Arg) string {
	return p.words.For(locale).Beside(p.words.For(p.setup.guild)).Say(key, args...)
}

// calm makes every deal from now on one in which nobody goes out before whoever plays alone, against one computer, has drawn.
func (p *place) calm() {
	p.t.Helper()
	p.stack("2C", "9H TC", "KC KD 2H 4H 6H TS QS AS 3S JD", "9C 5C 9S 3D 4D 8C 7H 8H JC QC")
}

// stack makes every deal from now on give these hands, in the order of the seats,
// with seat 0 dealing: then the up-card and the top of the stock.
func (p *place) stack(up, stock string, hands ...string) {
	p.t.Helper()
	deck := stacked(p.t, up, stock, hands...)
	p.deck.Store(&deck)
}

func stacked(t testing.TB, up, stock string, hands ...string) (deck [engine.PackSize]engine.Card) {
	t.Helper()
	size := engine.HandSize(len(hands))
	var used engine.Hand
	read := func(text string) []engine.Card {
		var cards []engine.Card
		for _, word := range strings.Fields(text) {
			c, err := engine.ParseCard(word)
			if err != nil || used.Has(c) {
				t.Fatalf("%q: no card, or there twice", word)
			}
			used = used.Add(c)
			cards = append(cards, c)
		}
		return cards
	}
	dealt := make([][]engine.Card, len(hands))
	for i, text := range hands {
		if dealt[i] = read(text); len(dealt[i]) != size {
			t.Fatalf("seat %d has %d cards, not %d", i, len(dealt[i]), size)
		}
	}
	at := 0
	for k := range size * len(hands) {
		deck[at] = dealt[(1+k)%len(hands)][k/len(hands)]
		at++
	}
	at += copy(deck[at:], append(read(up), read(stock)...))
	for c := range engine.PackSize {
		if card := engine.Card(c); !used.Has(card) {
			deck[at] = card
			at++
		}
	}
	return deck
}
