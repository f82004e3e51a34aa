package commands_test

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/bwmarrin/discordgo"
)

// TestAStalePickChangesNothingAndRedraws picks from selects that were drawn for an
// older state: the numbers and cards on them may mean something else by now.
func TestAStalePickChangesNothingAndRedraws(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		p.game()
		stale := say(lang.TroubleStale)

		p.lobby(nil, ben, ada, cleo)
		settings := ben.settings()
		remove := p.component(settings, "rm").CustomID
		ada.told(func() { ada.slash("rum leave", nil) })
		m := ben.refused(func() { ben.heard(ben.Pick(p.ctx, settings.ID, remove, "1")) }, stale)
		if s := p.look(); len(s.Seats) != 2 || m.ID != settings.ID || p.component(m, "rm").CustomID == remove {
			t.Errorf("Ben is shown %s with %d seated", m.Text(), len(s.Seats))
		}
		// The control: the select that was drawn for the present removes.
		ben.told(func() { ben.pick(m, "rm", "1") })
		if s := p.look(); len(s.Seats) != 1 {
			t.Error("a fresh pick removes nobody: the test shows nothing")
		}

		ada.told(func() { ada.slash("rum join", nil) })
		ben.told(func() { ben.slash("rum start", nil) })
		ada.playing(1)
		ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
		hers := ada.hand()
		pick := p.component(hers, "pl d0")
		hers = ada.told(func() { ada.slash("meld", options{"cards": "8C 8D 8S"}) })
		p.must(p.hall.Close(p.ctx)) // the hand that it replaces is gone
		ada.refusedClick(func() { ada.heard(ada.Pick(p.ctx, hers.ID, pick.CustomID, pick.Options[0].Value)) })
		hers = ada.newest()
		if s := p.seat(ada); s.View.Turn != s.Me || s.View.Phase != engine.ToPlay {
			t.Errorf("a stale pick was carried out: turn of %d", s.View.Turn)
		}
		fresh := p.component(hers, "pl d0")
		ada.told(func() { ada.heard(ada.Pick(p.ctx, hers.ID, fresh.CustomID, fresh.Options[0].Value)) })
		if s := p.seat(ada); s.View.Turn == s.Me {
			t.Error("a fresh pick isn't carried out: the test shows nothing")
		}
	})
}

// A managed is what a manager may do at others' tables: data of an interaction,
// its type before it.
type managed struct{ name, interaction string }

// manageds lists them, for a table with its host in seat 0 and a computer in seat 1.
func (b *bare) manageds() []managed {
	id := func(verb render.Verb, arg string) string {
		return b.codec.Encode(render.Click{Verb: verb, Table: string(b.table), Arg: arg})
	}
	click := func(verb render.Verb, arg string) string {
		return fmt.Sprintf(`"type":3,"data":{"custom_id":%q}`, id(verb, arg))
	}
	pick := func(verb render.Verb, arg, value string) string {
		return fmt.Sprintf(`"type":3,"data":{"custom_id":%q,"values":[%q]}`, id(verb, arg), value)
	}
	form := func(verb render.Verb, fields ...string) string {
		return fmt.Sprintf(`"type":5,"data":{"custom_id":%q,"components":[{"component":{"custom_id":%s}}]}`, id(verb, ""), strings.Join(fields, `}},{"component":{"custom_id":`))
	}
	typed := func(name, options string) string {
		return fmt.Sprintf(`"data":{"name":"rum","options":[{"type":1,"name":%q,"options":[%s]}]}`, name, options)
	}
	return []managed{
		{"start", click(render.VerbStart, "")},
		{"/rum start", typed("start", "")},
		{"a setting", pick(render.VerbSet, "seats", "4")},
		{"the pace", pick(render.VerbSet, "pace", "live")},
		{"the table", form(render.VerbTable, `"seats","values":["4"]`, `"level","values":["easy"]`, `"language","values":["nl"]`, `"extras","values":[]`)},
		{"the house rules", form(render.VerbHouse, `"twists","values":["pay"]`, `"blocked_after","values":["9"]`, `"rummy_multiplier","value":"1"`)},
		{"a computer", pick(render.VerbAddComputer, "", "moby")},
		{"/rum add", typed("add", "")},
		{"a removal", pick(render.VerbRemove, "", "1")},
		{"a removal, surely", click(render.VerbRemoveSure, "1")},
		{"/rum remove", typed("remove", `{"type":4,"name":"seat","value":2}`)},
		{"close", click(render.VerbClose, "")},
		{"close, surely", click(render.VerbCloseSure, "")},
		{"/rum close", typed("close", "")},
	}
}

// TestManagersHaveTheHostsRightsHere lets somebody who isn't the host try all that
// is the host's: with every permission but the two that count, with each of those,
// with those in another server and in a direct message.
func TestManagersHaveTheHostsRightsHere(t *testing.T) {
	t.Parallel()
	const rights = discordgo.PermissionManageGuild | discordgo.PermissionAdministrator
	for i := range new(bare).manageds() {
		for _, right := range []int64{discordgo.PermissionManageGuild, discordgo.PermissionAdministrator} {
			b := newBare(t)
			c := b.manageds()[i]
			b.asks(t, created(1, `{"data":{"name":"rum","options":[{"type":1,"name":"add"}]}}`))
			seq := func() int64 { return got[sitting.Sight](t)(b.house.Peek(t.Context(), b.table, "")).Seq }
			before, n := seq(), 1
			tries := func(permissions int64, more string) []string {
				n++
				return b.asks(t, created(n, fmt.Sprintf(`{"member":{"user":{"id":"8","username":"mae"},"permissions":"%d"},%s%s}`, permissions, more, c.interaction)))
			}
			for what, answer := range map[string]struct {
				told []string
				want lang.Key
			}{
				"no permission":     {tries(0, ""), lang.TroubleNothost},
				"the others":        {tries(int64(^uint64(0)>>1)&^rights, ""), lang.TroubleNothost},
				"in another server": {tries(right, `"guild_id":"`+otherGuild+`",`), lang.TroubleNotable},
				"in a message":      {tries(right, `"guild_id":null,`), lang.TroubleDm},
			} {
				want, _, _ := strings.Cut(b.words.For("en-US").Say(answer.want, lang.Name("|")), "|")
				if len(answer.told) != 1 || !strings.Contains(answer.told[0], want) {
					t.Errorf("%s with %s is answered by %q", c.name, what, answer.told)
				}
			}
			if now := seq(); now != before {
				t.Errorf("%s is done without the right", c.name)
			}
			if told := tries(right, ""); seq() == before {
				t.Errorf("%s isn't done for a manager (%d): %q", c.name, right, told)
			}
		}
	}
}

// TestOnlyManagersAreOfferedSettings shows the settings to somebody who isn't the host.
func TestOnlyManagersAreOfferedSettings(t *testing.T) {
	t.Parallel()
	b := newBare(t)
	id := b.codec.Encode(render.Click{Verb: render.VerbSettings, Table: string(b.table)})
	for i, c := range []struct {
		permissions int64
		offered     bool
	}{{0, false}, {discordgo.PermissionManageChannels, false}, {discordgo.PermissionManageGuild, true}, {discordgo.PermissionAdministrator, true}} {
		answers := b.asks(t, created(i, fmt.Sprintf(`{"type":3,"member":{"user":{"id":"8"},"permissions":"%d"},"data":{"custom_id":%q}}`, c.permissions, id)))
		if len(answers) != 1 || strings.Contains(answers[0], `"custom_id":"sv.`) != c.offered {
			t.Errorf("with permissions %d Mae is shown %q", c.permissions, answers)
		}
	}
}

// TestPlayOnIsNeverTooOld presses it on the result of a hand that others have long
// since played on from: while one is played it opens one's own, else it deals.
func TestPlayOnIsNeverTooOld(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	p.settled()
	old := ben.result()
	ada.told(func() { ada.slash("rum next", nil) })
	ben.playing(2)
	ben.toldWith(func() { ben.press(old, "nx") }, p.say("", lang.HandTitle, lang.Hand(2)))
	if s := p.look(); s.Hand != 2 {
		t.Errorf("hand %d is played", s.Hand)
	}
	if p.look().View.Turn == p.seat(ben).Me {
		ben.wins()
	} else {
		ada.wins()
	}
	p.settled()
	ben.toldWith(func() { ben.press(old, "nx") }, p.say("", lang.HandTitle, lang.Hand(3)))
	ben.playing(3)
	p.settled()
	edits := make(map[string]int)
	for _, e := range p.sim.Wire().SentByBot() {
		if e.Method == http.MethodPatch {
			edits[path.Base(e.Path)]++
		}
	}
	if edits[old.ID.String()] > 0 || len(edits) == 0 {
		t.Errorf("a result, message %s, was edited: %v", old.ID, edits)
	}
}
