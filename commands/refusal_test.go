package commands_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// locales are those that every bad input is tried in; the table speaks a third.
var locales = []string{"en-US", "de"}

// inLocales runs a test with Ben and Cleo reading each of the languages.
func inLocales(t *testing.T, test func(*testing.T, *place, func(lang.Key, ...lang.Arg) string)) {
	t.Helper()
	for _, locale := range locales {
		t.Run(locale, func(t *testing.T) {
			p := open(t, setup{schema: locale == locales[0], guild: "fr", locales: map[string]string{"Ben": locale, "Cleo": locale}})
			test(t, p, func(key lang.Key, args ...lang.Arg) string { return p.say(locale, key, args...) })
		})
	}
}

// refused checks that something is answered with these words and changes nothing.
func (g *guest) refused(do func(), words ...string) discord.Message {
	g.at.t.Helper()
	before := g.at.look()
	m := g.toldWith(do, words...) // a hand may be drawn once more beside the answer
	if after := g.at.look(); after.Seq != before.Seq {
		g.at.t.Errorf("%q changed the table", m.Text())
	}
	return m
}

func TestARefusedMoveIsExplainedInTheReadersLanguage(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(nil, ada, ben)
		refused := func(command string, o options, words ...string) {
			t.Helper()
			ben.refused(func() { ben.slash(command, o) }, words...)
		}
		nosuch := func(hand int) string {
			return p.words.For(p.setup.locales["Ben"]).Count(lang.TroubleNosuchhand, 1, lang.Hand(hand))
		}
		refused("meld", options{"cards": "8C 8D 8S"}, say(lang.RefuseDrawfirst))
		refused("goout", nil, say(lang.RefuseDrawfirst))
		refused("draw", options{"from": "mixed"}, say(lang.RefuseNomixed))
		refused("draw", options{"from": "turnover"}, say(lang.RefuseNoturnover))
		refused("draw", options{"from": "Keller"}, say(lang.ParseSource, lang.Word(render.SafeWord("Keller"))))
		ben.told(func() { ben.slash("draw", options{"from": "discard"}) })
		refused("draw", options{"from": "stock"}, say(lang.RefuseDrawn))
		refused("discard", options{"card": "2C"}, say(lang.RefuseBarred, lang.Card("2♣")))
		refused("discard", options{"card": "K♦"}, say(lang.RefuseNotheld, lang.Card("K♦")))
		refused("discard", options{"card": "joker"}, say(lang.ParseCard, lang.Word(render.SafeWord("joker"))))
		refused("discard", options{"card": ""}, say(lang.ParseEmpty))
		refused("meld", options{"cards": "8C 8D KH"}, say(lang.RefuseNomeld, lang.Cards("8♣ 8♦ K♥")))
		refused("meld", options{"cards": "8C acht 8S"}, say(lang.ParseCard, lang.Word(render.SafeWord("acht"))))
		refused("meld", options{"cards": "8C 8C 8S"}, say(lang.ParseTwice, lang.Word("8♣")))
		refused("layoff", options{"cards": "8C", "meld": 3}, say(lang.RefuseNosuch, lang.Meld(3)))
		refused("layoff", options{"cards": "8C", "meld": -7}, say(lang.RefuseNosuch, lang.Meld(-7)))
		refused("goout", options{"discard": "XX"}, say(lang.ParseCard, lang.Word(render.SafeWord("XX"))))
		refused("goout", nil, strings.Split(say(lang.RefuseNotout, lang.Cards("|")), "|")...)
		refused("rum start", nil, say(lang.TroubleNothost, lang.Name("Ada")))
		refused("rum join", nil, say(lang.TroubleSeated))
		refused("rum end", nil, say(lang.TroubleNothost, lang.Name("Ada")))
		refused("rum add", nil, say(lang.TroubleNothost, lang.Name("Ada")))
		refused("rum remove", options{"seat": 1}, say(lang.TroubleNothost, lang.Name("Ada")))
		refused("rum new", nil, say(lang.TroubleTaken))
		refused("cut", options{"word": "oars"}, say(lang.TroubleUnderway))
		refused("proof", options{"hand": 99}, nosuch(99))
		refused("proof", options{"hand": -1}, nosuch(-1))
		ben.told(func() { ben.slash("discard", options{"card": "KS"}) })
		refused("draw", options{"from": "stock"}, say(lang.RefuseTurn))
		refused("discard", options{"card": "KH"}, say(lang.RefuseTurn))
	})
}

func TestWhoHasNoSeatIsTold(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		p.game()
		p.dealt(nil, ada, ben)
		cleo.playing(1)
		for _, act := range []func(){
			func() { cleo.press(cleo.board(), "ha") },
			func() { cleo.press(cleo.board(), "dr") },
			func() { cleo.slash("hand", nil) },
			func() { cleo.slash("draw", options{"from": "stock"}) },
		} {
			m := cleo.refused(act, say(lang.TroubleUnseated))
			p.component(m, "jo")
		}
		helped := func(want lang.Key) {
			t.Helper()
			m := cleo.told(func() { cleo.slash("rum help", nil) })
			if !holds(m, []string{say(want)}) {
				t.Errorf("help says %s", m.Text())
			}
		}
		helped(lang.HelpWatch)
		invitation := cleo.toldWith(func() { cleo.slash("hand", nil) }, say(lang.TroubleUnseated))
		m := cleo.told(func() { cleo.press(invitation, "jo") })
		if !holds(m, []string{say(lang.TroubleLater)}) || m.ID != invitation.ID {
			t.Errorf("joining is answered by %s", m.Text())
		}
		cleo.board("Cleo")
		helped(lang.TroubleLater)
		cleo.refused(func() { cleo.press(cleo.board(), "ha") }, say(lang.TroubleLater))
		cleo.refused(func() { cleo.press(cleo.board(), "dr") }, say(lang.TroubleLater))
	})
}

func TestWhereThereIsNoTableOrOneTooMany(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ben := p.guest("Ben")
		for _, c := range []struct {
			command string
			options options
		}{
			{"rum join", nil}, {"rum leave", nil}, {"rum start", nil}, {"rum next", nil}, {"rum table", nil}, {"rum close", nil},
			{"rum add", nil}, {"rum remove", options{"seat": 1}}, {"hand", nil}, {"draw", options{"from": "stock"}},
			{"meld", options{"cards": "8C"}}, {"layoff", options{"cards": "8C", "meld": 1}}, {"discard", options{"card": "8C"}},
			{"goout", nil}, {"cut", options{"word": "oars"}}, {"proof", nil},
		} {
			m := ben.told(func() { ben.slash(c.command, c.options) })
			if m.Text() != say(lang.TroubleNotable) {
				t.Errorf("/%s without a table: %s", c.command, m.Text())
			}
		}
		for command, words := range map[string]string{
			"about": say(lang.AboutTitle), "rum help": say(lang.HelpNotable), "rum rules": say(lang.RulesTitle), "tab show": say(lang.TabNone),
		} {
			if m := ben.told(func() { ben.slash(command, nil) }); !holds(m, []string{words}) {
				t.Errorf("/%s without a table: %s", command, m.Text())
			}
		}
	})
}

func TestALobbyRefuses(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ben, cleo := p.guest("Ben"), p.guest("Cleo")
		ben.slash("rum new", nil)
		ben.refused(func() { ben.slash("rum start", nil) }, say(lang.TroubleFew))
		ben.refused(func() { ben.slash("rum next", nil) }, say(lang.TroubleLobby))
		ben.refused(func() { ben.slash("hand", nil) }, say(lang.TroubleLobby))
		ben.refused(func() { ben.slash("draw", options{"from": "stock"}) }, say(lang.TroubleNohand))
		ben.refused(func() { ben.slash("rum new", nil) }, say(lang.TroubleTaken))
		ben.refused(func() { ben.slash("rum remove", options{"seat": 5}) }, say(lang.TroubleEmptyseat, lang.Seat(5)))
		ben.refused(func() { ben.slash("rum remove", options{"seat": 257}) }, say(lang.TroubleEmptyseat, lang.Seat(128)))
		ben.refused(func() { ben.slash("rum remove", options{"seat": 0}) }, say(lang.TroubleEmptyseat, lang.Seat(0)))
		ben.refused(func() { ben.slash("cut", options{"word": "a|b"}) }, say(lang.WordSign))
		ben.refused(func() { ben.slash("cut", options{"word": " "}) }, say(lang.WordEmpty))
		ben.refused(func() { ben.slash("cut", options{"word": strings.Repeat("oar", 14)}) }, say(lang.WordLong))
		cleo.board("Ben")
		cleo.refused(func() { cleo.slash("rum leave", nil) }, say(lang.TroubleUnseated))
		cleo.refused(func() { cleo.slash("cut", options{"word": "oars"}) }, say(lang.TroubleUnseated))
		cleo.refused(func() { cleo.pick(cleo.board(), "ac", "moby") }, say(lang.TroubleNothost, lang.Name("Ben")))
		cleo.refused(func() { cleo.pick(cleo.board(), "sv pace", "live") }, say(lang.TroubleNothost, lang.Name("Ben")), say(lang.SettingsLook))
		cleo.refused(func() { cleo.press(cleo.board(), "hr") }, say(lang.SettingsLook))
		cleo.refused(func() { cleo.press(cleo.board(), "tb") }, say(lang.SettingsLook))
		settings := ben.form(ben.board(), "tb")
		for range 5 {
			ben.told(func() { ben.slash("rum add", nil) })
		}
		cleo.refused(func() { cleo.slash("rum join", nil) }, say(lang.TroubleFull))
		ben.refused(func() { ben.submit(settings, options{"seats": "2"}) }, say(lang.TroubleSettings))
		ben.refused(func() { ben.slash("rum add", nil) }, say(lang.TroubleFull))
	})
}

func TestAMissingPermissionIsNamed(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ben := p.guest("Ben")
		all := uint64(render.Needed())
		for _, lack := range []struct {
			bit  uint64
			name lang.Key
		}{
			{1 << 10, lang.PermissionView}, {1 << 11, lang.PermissionSend}, {1 << 16, lang.PermissionHistory},
		} {
			p.sim.Permit(p.channel, all&^lack.bit)
			want := say(lang.TroublePermissions, lang.List("**"+say(lack.name)+"**"))
			if m := ben.told(func() { ben.slash("rum new", nil) }); m.Text() != want {
				t.Errorf("%q, want %q", m.Text(), want)
			}
		}
		if _, err := p.house.In(p.ctx, sitting.Channel(p.channel.String())); err == nil {
			t.Error("a table was opened")
		}
		p.sim.Permit(p.channel, all&^(1<<38))
		thread := got[discord.ID](t)(ben.Thread(p.ctx, p.channel, "game"))
		inside := *p
		inside.channel = thread
		ben = &guest{Person: ben.Person, at: &inside}
		want := say(lang.TroublePermissions, lang.List("**"+say(lang.PermissionThreads)+"**"))
		if m := ben.told(func() { ben.slash("rum new", nil) }); m.Text() != want {
			t.Errorf("%q, want %q", m.Text(), want)
		}
		p.sim.Permit(p.channel, all&^(1<<11))
		ben.slash("rum new", nil)
		ben.board("Ben")
		p.sim.Permit(p.channel, all&^(1<<16))
		for _, command := range []string{"rum start", "rum table"} {
			ben.refused(func() { ben.slash(command, nil) }, say(lang.PermissionHistory))
		}
	})
}

// refusedClick is a click on a hand that is answered by the hand as it is, with a
// line on top.
func (g *guest) refusedClick(do func(), words ...string) {
	g.at.t.Helper()
	m := g.refused(do, words...)
	for c := range g.at.seat(g).View.Hand.All() {
		if !strings.Contains(m.Text(), render.Symbol(c)) {
			g.at.t.Errorf("%s isn't on the hand shown: %s", c, m.Text())
		}
	}
}

// seat is the table as a guest knows it.
func (p *place) seat(g *guest) sitting.Sight {
	p.t.Helper()
	me := got[sitting.Person](p.t)(p.db.Person(p.ctx, g.ID().String()))
	return got[sitting.Sight](p.t)(p.house.Peek(p.ctx, p.look().ID, me))
}

func TestAStaleClickRedraws(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(nil, ada, ben)
		his := ben.hand()
		draw := p.component(his, "pl draw stock")
		onTable := p.component(ben.board(), "dr stock")
		board := ben.board()
		his = ben.told(func() { ben.press(his, "pl draw stock") })
		stale := say(lang.TroubleStale)
		// The same button again, by a client that still has it.
		ben.refusedClick(func() { ben.heard(ben.Click(p.ctx, his.ID, draw.CustomID)) }, stale)
		ben.refusedClick(func() { ben.heard(ben.Click(p.ctx, board.ID, onTable.CustomID)) }, stale)
		his = ben.newest()
		meld, lay, choose := p.component(his, "pl m"), p.component(his, "la"), p.component(his, "ch")
		his = ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
		for _, old := range []string{meld.CustomID, lay.CustomID, choose.CustomID} {
			ben.refusedClick(func() { ben.heard(ben.Click(p.ctx, his.ID, old)) })
		}
		// A button of somebody else's hand, by a client that has seen it, is judged as one's own.
		hers := ada.hand()
		ben.refused(func() { ben.heard(ben.Click(p.ctx, his.ID, p.component(hers, "pl draw stock").CustomID)) }, say(lang.RefuseTurn))
		turn, _, _ := strings.Cut(p.say(p.setup.guild, lang.TableDraws, lang.Name("Ada")), ".")
		board = ben.board(turn)
		ben.refusedClick(func() { ben.press(board, "dr") }, say(lang.RefuseTurn))
	})
}

func TestAForgedClickIsRefused(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.dealt(nil, ada, ben)
		board := ben.playing(1)
		s := p.look()
		ours := p.component(board, "dr stock").CustomID
		for name, id := range map[string]string{
			"of another key": p.codec.Encode(render.Click{Verb: render.VerbDraw, Table: string(s.ID), Version: s.Version, Arg: "stock"}),
			"changed":        strings.Replace(ours, "stock", "discard", 1),
			"cut":            ours[:len(ours)-1],
			"of words":       "hello",
			"of nothing":     "......",
			"too long":       strings.Repeat("x", 100),
		} {
			t.Log(name)
			if m := ben.refused(func() { ben.heard(ben.Click(p.ctx, board.ID, id)) }); m.Text() != say(lang.TroubleForged) {
				t.Errorf("a custom_id %s is answered by %s", name, m.Text())
			}
		}
	})
}

func TestAClickInAnotherChannelShowsNothing(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.dealt(nil, ada, ben)
		inside := *p
		inside.channel = got[discord.ID](t)(ben.Thread(p.ctx, p.channel, "elsewhere"))
		there := &guest{Person: ben.Person, at: &inside}
		there.slash("rum new", nil)
		for _, verb := range []string{"ha", "dr stock", "mo"} {
			id := p.component(ben.playing(1), verb).CustomID
			m := there.refused(func() { there.heard(there.Click(p.ctx, there.board().ID, id)) })
			if m.Text() != say(lang.TroubleChannel) {
				t.Errorf("%q elsewhere is answered by %s", verb, m.Text())
			}
		}
	})
}

func TestAnOldButtonOfAClosedTableSaysSo(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ben, cleo := p.guest("Ben"), p.guest("Cleo")
		p.dealt(nil, ben, cleo)
		his, hers := ben.hand(), cleo.hand()
		sure := ben.told(func() { ben.slash("rum close", nil) })
		if !holds(sure, []string{opening(say, lang.ConfirmLeave), opening(say, lang.ConfirmAskClose)}) {
			t.Errorf("asked %s", sure.Text())
		}
		kept := ben.told(func() { ben.press(sure, "kp") })
		if !holds(kept, []string{say(lang.NoticeKept)}) || p.look().Phase != sitting.Playing {
			t.Errorf("a no is answered by %s", kept.Text())
		}
		board := cleo.playing(1)
		ada := p.guest("Ada") // who manages the server, so needn't ask
		sure = ada.told(func() { ada.slash("rum close", nil) })
		if !holds(sure, []string{p.say("", lang.ConfirmClose)}) {
			t.Errorf("asked %s", sure.Text())
		}
		ada.told(func() { ada.press(sure, "cs") })
		p.settled() // their open hands are the end of the hand by then
		for _, old := range []string{"pl draw", "so"} {
			if m := cleo.refused(func() { cleo.heard(cleo.Click(p.ctx, hers.ID, p.component(hers, old).CustomID)) }); m.Text() != say(lang.TroubleClosed) {
				t.Errorf("an old %q is answered by %s", old, m.Text())
			}
		}
		if m := ben.refused(func() { ben.heard(ben.Click(p.ctx, his.ID, p.component(his, "rf").CustomID)) }); m.Text() != say(lang.TroubleClosed) {
			t.Errorf("an old refresh is answered by %s", m.Text())
		}
		if m := cleo.refused(func() { cleo.heard(cleo.Click(p.ctx, board.ID, p.component(board, "ha").CustomID)) }); m.Text() != say(lang.TroubleClosed) {
			t.Errorf("an old hand is answered by %s", m.Text())
		}
		m := ben.refused(func() { ben.slash("rum table", nil) })
		if m.Text() != say(lang.TroubleNotable) {
			t.Errorf("a closed table posted anew: %s", m.Text())
		}
	})
}

func TestLeavingInMidHandIsAskedTwice(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ben, cleo := p.guest("Ben"), p.guest("Cleo")
		p.lobby(nil, ben, cleo)
		ben.told(func() { ben.slash("rum add", nil) })
		ben.told(func() { ben.slash("rum start", nil) })
		sure := cleo.told(func() { cleo.slash("rum leave", nil) })
		if !holds(sure, []string{say(lang.ConfirmLeave, lang.Other(say(lang.Level("normal"))))}) || cleo.at.seat(cleo).Me == engine.Nobody {
			t.Errorf("asked %s", sure.Text())
		}
		m := cleo.told(func() { cleo.press(sure, "ls") })
		if m.Text() != say(lang.NoticeLeaving) {
			t.Errorf("told %s", m.Text())
		}
		sure = ben.told(func() { ben.slash("rum remove", options{"seat": 3}) })
		if m := ben.told(func() { ben.press(sure, "rs") }); m.Text() != say(lang.NoticeRemoving) {
			t.Errorf("told %s", m.Text())
		}
	})
}

func TestALockedThreadIsNamed(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		inside := *p
		inside.channel = got[discord.ID](t)(p.guest("Ada").Thread(p.ctx, p.channel, "game"))
		locked := func(now bool) {
			ask := got[*http.Request](t)(http.NewRequestWithContext(p.ctx, http.MethodPatch,
				p.sim.Handshake().REST+"/v10/channels/"+inside.channel.String(), strings.NewReader(fmt.Sprintf(`{"locked":%t}`, now))))
			ask.Header.Set("Authorization", p.guest("Ada").Token())
			ask.Header.Set("Content-Type", "application/json")
			answer := got[*http.Response](t)(http.DefaultClient.Do(ask))
			p.must(answer.Body.Close())
			if answer.StatusCode != http.StatusOK {
				t.Fatal(answer.Status)
			}
		}
		ben := &guest{Person: p.sim.Person("Ben"), at: &inside}
		locked(true)
		if m := ben.told(func() { ben.slash("rum new", nil) }); m.Text() != say(lang.TroubleLocked) {
			t.Errorf("%q", m.Text())
		}
		locked(false)
		ben.slash("rum new", nil)
		ben.board("Ben")
	})
}

// TestABotIsNotAskedToTheTable has the host name the only one that there is.
func TestABotIsNotAskedToTheTable(t *testing.T) {
	p := open(t, setup{schema: true})
	ada := p.guest("Ada")
	p.game()
	ada.slash("rum new", nil)
	ada.board()
	said := ada.told(func() { ada.slash("rum invite", options{"person": p.sim.Handshake().Application}) })
	if !holds(said, []string{"is a bot"}) {
		t.Errorf("Ada is told %s", said.Text())
	}
}

// TestATableStandsWhereManagersLetIt has them name another channel, and take it back.
func TestATableStandsWhereManagersLetIt(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	other := p.addChannels(1)[0]
	no := func(do func(), words string) {
		if m := ben.told(do); m.Text() != words {
			t.Errorf("%q and not %q", m.Text(), words)
		}
	}
	no(func() { ben.slash("settings server", options{"anywhere": true}) }, p.say("", lang.TroubleManager))
	settle := func() { ada.told(func() { ada.slash("settings server", options{"channel": other}) }) }
	settle()
	no(func() { ben.slash("rum new", nil) }, p.say("", lang.TroublePlace, lang.List("<#"+other.String()+">")))
	settle()
	ben.slash("rum new", nil)
	ben.board("Ben")
}
