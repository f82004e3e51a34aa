package commands_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// complete asks for what an option could be.
func (g *guest) complete(command string, o options, focused string) []any {
	g.at.t.Helper()
	var values []any
	for _, c := range got[[]discord.Choice](g.at.t)(g.Complete(g.at.ctx, g.at.channel, command, o, focused)) {
		values = append(values, c.Value)
	}
	return values
}

// accepts says whether the rules take a move of the guest's now.
func (p *place) accepts(g *guest, m engine.Move) bool {
	legal := engine.LegalView(p.seat(g).View)
	switch m := m.(type) {
	case engine.Draw:
		return slices.Contains(legal.Draws, m.Source)
	case engine.Meld:
		return slices.Contains(legal.Melds, m.Cards)
	case engine.LayOff:
		return slices.Contains(legal.LayOffs, m)
	case engine.Discard:
		return slices.Contains(legal.Discards, m.Card)
	case engine.GoOut:
		return slices.ContainsFunc(legal.GoOuts, func(way engine.GoOut) bool { return way.Discard == m.Discard })
	}
	return false
}

func TestWhatIsOfferedIsAccepted(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	offered := func(g *guest, command string, o options, focused string, read func(string) (engine.Move, error)) []any {
		t.Helper()
		values := g.complete(command, o, focused)
		if len(values) == 0 || len(values) > 25 {
			t.Errorf("/%s %s: %d choices", command, focused, len(values))
		}
		for _, v := range values {
			move, err := read(fmt.Sprint(v))
			if err != nil || !p.accepts(g, move) {
				t.Errorf("/%s %s: offers %v, which is refused (%v)", command, focused, v, err)
			}
		}
		return values
	}
	draw := func(s string) (engine.Move, error) {
		from, err := engine.ParseSource(s)
		return engine.Draw{Source: from}, err
	}
	meld := func(s string) (engine.Move, error) {
		hand, err := engine.ParseHand(s)
		return engine.Meld{Cards: hand}, err
	}
	discard := func(s string) (engine.Move, error) {
		card, err := engine.ParseCard(s)
		return engine.Discard{Card: card}, err
	}
	out := func(s string) (engine.Move, error) {
		card, err := engine.ParseCard(s)
		return engine.GoOut{Discard: card}, err
	}

	for _, early := range [][2]string{{"meld", "cards"}, {"discard", "card"}, {"goout", "discard"}, {"layoff", "cards"}} {
		if values := ben.complete(early[0], options{early[1]: ""}, early[1]); len(values) > 0 {
			t.Errorf("/%s before the draw: %v", early[0], values)
		}
	}
	if values := ada.complete("draw", options{"from": ""}, "from"); len(values) > 0 {
		t.Errorf("out of turn: %v", values)
	}
	ben.told(func() { ben.slash("draw", options{"from": offered(ben, "draw", options{"from": ""}, "from", draw)[0]}) })
	offered(ben, "meld", options{"cards": "8"}, "cards", meld)
	if values := ben.complete("meld", options{"cards": "zebra"}, "cards"); len(values) > 0 {
		t.Errorf("nothing matches zebra but %v", values)
	}
	ben.told(func() {
		ben.slash("meld", options{"cards": offered(ben, "meld", options{"cards": "8♣"}, "cards", meld)[0]})
	})
	offered(ben, "discard", options{"card": ""}, "card", discard)
	ben.told(func() {
		ben.slash("discard", options{"card": offered(ben, "discard", options{"card": "Q♠"}, "card", discard)[0]})
	})
	ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
	held := ada.complete("layoff", options{"cards": ""}, "cards")
	// The number may be completed while the cards are missing, and the other way round.
	for _, o := range []options{{"meld": ""}, {"cards": held[0], "meld": ""}, {"cards": "acht", "meld": ""}} {
		for _, number := range ada.complete("layoff", o, "meld") {
			layOff := engine.LayOff{Meld: int(number.(float64)) - 1, Cards: cards(t, fmt.Sprint(held[0]))}
			if !p.accepts(ada, layOff) {
				t.Errorf("%v is refused", layOff)
			}
		}
	}
	ada.told(func() { ada.slash("layoff", options{"cards": held[0], "meld": 1}) })
	ada.told(func() { ada.slash("discard", options{"card": "JD"}) })
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	for _, value := range ben.complete("goout", options{"discard": ""}, "discard") {
		move, err := out(fmt.Sprint(value))
		if err != nil || !p.accepts(ben, move) {
			t.Errorf("going out with %v is refused (%v)", value, err)
		}
	}
	if values := ada.complete("rum remove", options{"seat": ""}, "seat"); len(values) != 2 {
		t.Errorf("seats to empty: %v", values)
	}
	if values := ben.complete("rum remove", options{"seat": ""}, "seat"); len(values) > 0 {
		t.Errorf("who may empty none is offered seats: %v", values)
	}
	sure := ada.told(func() { ada.slash("rum close", nil) })
	ada.told(func() { ada.press(sure, "cs") })
	if values := ben.complete("discard", options{"card": ""}, "card"); len(values) > 0 || p.look().Phase != sitting.Ended {
		t.Errorf("at a closed table: %v", values)
	}
}

func TestCommandsAreRegisteredOnlyWhenTheyDiffer(t *testing.T) {
	p := open(t, setup{})
	registrations := func() (n int) {
		for _, e := range p.sim.Wire().SentByBot() {
			if e.Method == "PUT" {
				n++
			}
		}
		return n
	}
	scopes := []string{p.here.Guild.String(), ""}
	p.must(p.register(p.ctx, ""))
	before := registrations()
	for _, scope := range scopes {
		p.must(p.register(p.ctx, scope))
	}
	if n := registrations(); n != before {
		t.Errorf("%d registrations of what is registered", n-before)
	}
	for name, change := range map[string]func(map[string]any){
		"a description":        func(c map[string]any) { c["description"] = "Something else" },
		"a translation":        func(c map[string]any) { c["name_localizations"] = map[string]any{"de": "etwas"} },
		"one translation more": func(c map[string]any) { c["name_localizations"].(map[string]any)["ja"] = "shuppatsu" },
		"an option that was optional": func(c map[string]any) {
			c["options"].([]any)[0].(map[string]any)["required"] = true
		},
		"an option that had no limit": func(c map[string]any) {
			c["options"].([]any)[0].(map[string]any)["min_value"] = 3
		},
		"an option more": func(c map[string]any) {
			c["options"] = append(c["options"].([]any), map[string]any{"type": 3, "name": "extra", "description": "extra"})
		},
		"rights that it needs": func(c map[string]any) { c["default_member_permissions"] = "32" },
	} {
		for _, scope := range scopes {
			have := got[[]rest.Command](t)(p.client.Commands(p.ctx, p.here.Application.String(), scope))
			var all []map[string]any
			for _, c := range have {
				var fields map[string]any
				p.must(json.Unmarshal(c.Raw, &fields))
				if c.Name == "proof" {
					change(fields)
				}
				all = append(all, fields)
			}
			got[[]rest.Command](t)(p.client.OverwriteCommands(p.ctx, p.here.Application.String(), scope, all))
			before := registrations()
			p.must(p.register(p.ctx, scope))
			if n := registrations(); n != before+1 {
				t.Errorf("%s in scope %q: %d registrations", name, scope, n-before)
			}
		}
	}
}
