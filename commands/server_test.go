package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// otherGuild is a server beside the simulator's one.
const otherGuild = "100200300400500600"

// twoServers makes a place and the same bot in another server: the simulator has
// one, so a thread of it is told to the bot as a channel of the other. Everybody
// has a nickname in each, "Ada of here" and "Ada of there"; it changes by nick.
func twoServers(t *testing.T) (here, there *place, nick *atomic.Pointer[string]) {
	t.Helper()
	var elsewhere atomic.Pointer[string]
	nick = new(atomic.Pointer[string])
	wire := func(in map[string]any) {
		member, _ := in["member"].(map[string]any)
		user, _ := member["user"].(map[string]any)
		member["nick"] = fmt.Sprint(user["global_name"], " of here")
		if other := elsewhere.Load(); other != nil && in["channel_id"] == *other {
			in["guild_id"], member["nick"] = otherGuild, fmt.Sprint(user["global_name"], " of there")
		}
		if now := nick.Load(); now != nil {
			member["nick"] = *now
		}
	}
	here = open(t, setup{wire: wire})
	thread := got[discord.ID](t)(here.guest("Ada").Thread(here.ctx, here.channel, "there"))
	id := thread.String()
	elsewhere.Store(&id)
	copied := *here
	there = &copied
	there.channel = thread
	return here, there, nick
}

// tells gives all that a guest sees in the channel.
func (g *guest) tells() string {
	var all []string
	for _, m := range g.Sees(g.at.channel) {
		all = append(all, printed(m))
	}
	return strings.Join(all, "\n")
}

func TestANameOfOneServerIsNeverShownInAnother(t *testing.T) {
	here, there, _ := twoServers(t)
	for _, p := range []*place{here, there} {
		p.game()
		p.dealt(nil, p.guest("Ada"), p.guest("Ben"))
	}
	// A restart forgets whatever isn't stored.
	here.settled()
	here.stop()
	here.start()
	there.instance = here.instance
	for _, c := range []struct {
		at           *place
		own, foreign string
	}{{here, " of here", " of there"}, {there, " of there", " of here"}} {
		ada, ben := c.at.guest("Ada"), c.at.guest("Ben")
		ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
		ada.board(c.at.plays("Ben" + c.own))
		ben.told(func() { ben.slash("meld", options{"cards": "8C 8D 8S"}) })
		ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
		ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
		ada.told(func() { ada.slash("discard", options{"card": "JD"}) })
		ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
		ben.told(func() { ben.slash("goout", nil) })
		ada.publicly("Ben"+c.own, "Ada"+c.own, "pips")
		tab := ada.told(func() { ada.slash("tab show", nil) })
		if !holds(tab, []string{"Ben" + c.own}) {
			t.Errorf("the tab tells %s", tab.Text())
		}
		for _, choice := range got[[]discord.Choice](t)(ada.Complete(c.at.ctx, c.at.channel, "rum remove", nil, "seat")) {
			if !strings.Contains(choice.Name, c.own) {
				t.Errorf("a seat is called %q", choice.Name)
			}
		}
		for _, g := range []*guest{ada, ben} {
			if seen := g.tells(); strings.Contains(seen, c.foreign) {
				t.Errorf("%s%s is shown a name of the other server: %s", g.Name(), c.own, seen)
			}
		}
	}
	// Both were last seen there, and here they are who they were here.
	ben := here.guest("Ben")
	tab := ben.told(func() { ben.slash("tab show", nil) })
	if !holds(tab, []string{"Ada of here"}) {
		t.Errorf("the tab tells %s", tab.Text())
	}
}

// TestAnotherServersTableIsNone brings what names a table from another server, and
// from another channel that says it is the table's: a custom_id that was copied,
// with every verb, as a button, a select and a form, and commands.
func TestAnotherServersTableIsNone(t *testing.T) {
	t.Parallel()
	b := newBare(t)
	none, err := json.Marshal(b.words.For("en-US").Say(lang.TroubleNotable))
	if err != nil {
		t.Fatal(err)
	}
	at := func() sitting.Sight {
		return got[sitting.Sight](t)(b.house.Peek(t.Context(), b.table, ""))
	}
	before, n := at(), 0
	refused := func(change string) {
		t.Helper()
		n++
		if answers := b.asks(t, created(n, change)); len(answers) != 1 || !strings.Contains(answers[0], string(none[1:len(none)-1])) {
			t.Errorf("%s is answered by %q", change, answers)
		}
	}
	elsewhere := `"guild_id":"` + otherGuild + `",`
	for _, verb := range render.Verbs() {
		id := b.codec.Encode(render.Click{Verb: verb, Table: string(b.table), Version: before.Version})
		refused(`{` + elsewhere + `"type":3,"data":{"custom_id":"` + id + `"}}`)
		refused(`{` + elsewhere + `"type":3,"data":{"custom_id":"` + id + `","values":["easy"]}}`)
		refused(`{` + elsewhere + `"type":5,"data":{"custom_id":"` + id + `"}}`)
	}
	for _, command := range []string{
		`{"name":"hand"}`, `{"name":"cut","options":[{"type":3,"name":"word","value":"ahoy"}]}`, `{"name":"proof"}`,
		`{"name":"rum","options":[{"type":1,"name":"close"}]}`, `{"name":"rum","options":[{"type":1,"name":"rematch"}]}`,
	} {
		refused(`{` + elsewhere + `"data":` + command + `}`)
	}
	complete := `"type":4,"data":{"name":"rum","options":[{"type":1,"name":"remove","options":[{"type":4,"name":"seat","value":"","focused":true}]}]}}`
	for where, want := range map[string]string{elsewhere: `"choices":[]`, "": `"choices":[{`} {
		n++
		if answers := b.asks(t, created(n, `{`+where+complete)); len(answers) != 1 || !strings.Contains(answers[0], want) {
			t.Errorf("a completion is answered by %q, want %q", answers, want)
		}
	}
	if after := at(); after.Seq != before.Seq {
		t.Errorf("%d events came of it", after.Seq-before.Seq)
	}
	// The control: the same click in the table's own server closes it.
	b.asks(t, created(n+1, `{"type":3,"data":{"custom_id":"`+b.codec.Encode(render.Click{Verb: render.VerbClose, Table: string(b.table)})+`"}}`))
	if at().Phase != sitting.Ended {
		t.Error("a click of its own server doesn't close it: the test shows nothing")
	}
}

// A counting registry counts what it is asked to keep.
type counting struct {
	commands.Registry
	registered atomic.Int64
}

func (c *counting) Register(ctx context.Context, user string, s sitting.Server, name string) (sitting.Person, error) {
	c.registered.Add(1)
	return c.Registry.Register(ctx, user, s, name)
}

func TestOnlyWhoActsIsRegistered(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	cleo.playing(1)
	for name, look := range map[string]func(){
		"completing":            func() { cleo.complete("draw", options{"from": ""}, "from") },
		"completing for others": func() { cleo.complete("rum remove", options{"seat": ""}, "seat") },
		"the hand":              func() { cleo.told(func() { cleo.slash("hand", nil) }) },
		"the hand, by a click":  func() { cleo.told(func() { cleo.press(cleo.board(), "ha") }) },
		"help":                  func() { cleo.told(func() { cleo.slash("rum help", nil) }) },
		"rules":                 func() { cleo.told(func() { cleo.slash("rum rules", nil) }) },
		"the menu":              func() { cleo.told(func() { cleo.press(cleo.board(), "mo") }) },
		"the proof":             func() { cleo.told(func() { cleo.slash("proof", nil) }) },
		"the tab":               func() { cleo.told(func() { cleo.slash("tab show", nil) }) },
		"a hint":                func() { cleo.told(func() { cleo.slash("hint", nil) }) },
		"their settings":        func() { cleo.told(func() { cleo.slash("settings show", nil) }) },
	} {
		look()
		if who := got[sitting.Person](t)(p.db.Person(p.ctx, cleo.ID().String())); who != "" {
			t.Fatalf("%s registers", name)
		}
	}
	cleo.told(func() { cleo.slash("rum join", nil) })
	if who := got[sitting.Person](t)(p.db.Person(p.ctx, cleo.ID().String())); who == "" {
		t.Error("joining doesn't register: the test shows nothing")
	}
}

// TestALanguageIsKeptWhenItsSpeakerActs has Ben change his client's language: to look
// keeps nothing, nor does what is refused; a move does, and a lesson.
func TestALanguageIsKeptWhenItsSpeakerActs(t *testing.T) {
	locale := "fr"
	var mu sync.Mutex
	p := open(t, setup{wire: func(in map[string]any) {
		mu.Lock()
		defer mu.Unlock()
		if member, _ := in["member"].(map[string]any); member != nil && member["user"].(map[string]any)["global_name"] == "Ben" {
			in["locale"] = locale
		}
	}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := got[sitting.Person](t)(p.db.Person(p.ctx, ben.ID().String()))
	kept := func() string { return got[table.Kept](t)(p.db.Kept(p.ctx, his)).Lang }
	if lang := kept(); lang != "fr" {
		t.Fatalf("who joined in French is kept with %q", lang)
	}
	mu.Lock()
	locale = "de"
	mu.Unlock()
	hand := ben.told(func() { ben.slash("hand", nil) })
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	if lang := kept(); lang != "fr" {
		t.Errorf("looking and a refusal kept %q", lang)
	}
	ben.told(func() { ben.press(hand, "pl draw stock") })
	if lang := kept(); lang != "de" {
		t.Errorf("a draw kept %q", lang)
	}
	mu.Lock()
	locale = "nl"
	mu.Unlock()
	ben.told(func() { ben.slash("learn", nil) })
	if lang := kept(); lang != "nl" {
		t.Errorf("a lesson kept %q", lang)
	}
}

// TestAHandIsSortedAsItsReaderHasItKept asks for a hand by a command, which carries no
// settings of its own.
func TestAHandIsSortedAsItsReaderHasItKept(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	first := ben.told(func() { ben.slash("hand", nil) })
	sorted := ben.told(func() { ben.press(first, "so") })
	if first.Text() == sorted.Text() {
		t.Fatal("the order isn't seen: the test shows nothing")
	}
	his := got[sitting.Person](t)(p.db.Person(p.ctx, ben.ID().String()))
	got[bool](t)(p.db.SetPrefs(p.ctx, his, "", table.Kept{Prefs: render.Prefs{Sort: render.ByRank}.String()}))
	drawn := func(m discord.Message) string { // without when that was
		said, _, _ := strings.Cut(m.Text(), "\n-# ")
		return said
	}
	if m := ben.told(func() { ben.slash("hand", nil) }); drawn(m) != drawn(sorted) {
		t.Errorf("the hand is\n%s\nnot\n%s", m.Text(), sorted.Text())
	}
}

// TestANewNameIsWrittenWhenItWillBeShown counts what the store is asked to keep:
// nothing while people play under the names that it has, nor while somebody with
// a new one looks; one name when they act.
func TestANewNameIsWrittenWhenItWillBeShown(t *testing.T) {
	here, _, nick := twoServers(t)
	ada, ben := here.guest("Ada"), here.guest("Ben")
	here.game()
	here.dealt(nil, ada, ben)
	before := here.people.registered.Load()
	his := ben.hand()
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	renamed := "Captain Ben"
	nick.Store(&renamed)
	ben.told(func() { ben.press(his, "hi") })
	ben.told(func() { ben.slash("hand", nil) })
	ben.complete("discard", options{"card": ""}, "card")
	if n := here.people.registered.Load(); n != before {
		t.Errorf("%d names to keep while there is nothing to show", n-before)
	}
	ben.told(func() { ben.slash("discard", options{"card": "KS"}) })
	ada.board(renamed)
	if n := here.people.registered.Load(); n != before+1 {
		t.Errorf("%d names to keep after one change", n-before)
	}
}
