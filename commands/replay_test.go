package commands_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestAHandIsReplayed steps through one from its deal to its end, from the result and by the
// command, before and after a restart, with what everybody held at each step.
func TestAHandIsReplayed(t *testing.T) {
	p := open(t, setup{schema: true, locales: map[string]string{"Ben": "de"}})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.game()
	p.dealt(nil, ada, ben)
	for _, step := range []struct {
		who     *guest
		command string
		options options
	}{
		{ben, "draw", options{"from": "stock"}}, {ben, "meld", options{"cards": "8C 8D 8S"}}, {ben, "discard", options{"card": "QS"}},
		{ada, "draw", options{"from": "stock"}}, {ada, "layoff", options{"cards": "8H", "meld": 1}}, {ada, "discard", options{"card": "JD"}},
		{ben, "draw", options{"from": "stock"}}, {ben, "goout", nil},
	} {
		step.who.told(func() { step.who.slash(step.command, step.options) })
	}
	p.settled()
	moment := cleo.told(func() { cleo.press(cleo.more(cleo.result()), "rp 1") })
	shows := func(g *guest, words ...string) {
		t.Helper()
		if !holds(moment, words) || !moment.Ephemeral() || g.one().ID != moment.ID {
			t.Fatalf("%s, without %q, is shown to %s", moment.Text(), words, g.Name())
		}
	}
	shows(cleo, p.say("", lang.ReplayDeal, lang.Name("Ben")), "2♥", "9♥ 10♥ J♥", "Stock: 31 cards", "top first: **2♣**")
	press := func(g *guest, verb string) { moment = g.told(func() { g.press(moment, verb) }) }
	press(cleo, "rp 1/1n")
	shows(cleo, "Turn 1 of 3", "drew Q♥ Q♠ from the stock, melded 8♣ 8♦ 8♠ and discarded Q♠")
	press(cleo, "rp 1/2n")
	shows(cleo, "Turn 2 of 3", "drew 6♣ 6♥ from the stock, laid 8♥ off on meld 1 and discarded J♦", "` 1` 8♣ 8♦ 8♥ 8♠")
	p.stop()
	p.start()
	press(cleo, "rp 1/3l")
	shows(cleo, "Turn 3 of 3", "went out", p.say("", lang.ResultWon, lang.Name("Ben"), lang.Hand(1)), p.say("", lang.ResultNocards))
	press(cleo, "rp 1/2b")
	shows(cleo, "Turn 2 of 3")
	moment = cleo.told(func() { cleo.pick(moment, "rp 1", "1") })
	shows(cleo, "Turn 1 of 3")
	press(cleo, "rp 1/0b")
	shows(cleo, "Stock: 31 cards")
	if _, offered := find(moment, "sm 1/0"); offered {
		t.Error("who didn't play is offered to share")
	}
	press(cleo, "mo 1")
	shows(cleo, p.say("", lang.TableHand, lang.Hand(1)))

	moment = ben.toldWith(func() { ben.slash("replay", options{"hand": 1}) }, p.say("de", lang.ReplayDeal, lang.Name("Ben")))
	if _, offered := find(moment, "sm 1/0"); !offered {
		t.Error("who played isn't offered to share")
	}
	ada.toldWith(func() { ada.slash("replay", nil) }, p.say("", lang.ReplayTitle, lang.Hand(1)))
	// At a closed table, and from the one after it.
	ada.told(func() { ada.slash("rum close", nil) })
	p.settled()
	ada.toldWith(func() { ada.slash("replay", nil) }, p.say("", lang.ReplayTitle, lang.Hand(1)))
	ada.slash("rum new", nil)
	ada.board(p.say("", lang.LobbyOpen))
	list := got[[]discord.Choice](t)(ben.Complete(p.ctx, p.channel, "replay", nil, "hand"))
	if len(list) != 1 || list[0].Name != p.say("de", lang.ProofChoiceBefore, lang.Hand(1)) {
		t.Errorf("Ben is offered %v", list)
	}
	ben.toldWith(func() { ben.slash("replay", options{"hand": list[0].Value}) }, p.say("de", lang.ReplayTitle, lang.Hand(1)))
}

var signs = regexp.MustCompile(`(?:10|[A2-9JQK])[♣♦♥♠]`)

// TestNoReplayShowsADealThatIsPlayed asks in every way in mid-hand, and while the same deal is played
// once more.
func TestNoReplayShowsADealThatIsPlayed(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	ada.slash("rum new", nil)
	ben.told(func() { ben.slash("rum join", nil) })
	ada.refused(func() { ada.slash("replay", nil) }, p.say("", lang.TroubleReplayNone))
	ada.refused(func() { ada.slash("replay", options{"hand": 1}) }, p.say("", lang.TroubleReplayNone))
	ada.told(func() { ada.press(ada.board("Ben"), "st") })
	ben.playing(1)
	codec := render.NewCodec(got[[]byte](t)(p.db.Secret(p.ctx, "custom_id")))
	click := func(g *guest, on discord.Message, verb render.Verb, arg string) {
		g.heard(g.Click(p.ctx, on.ID, codec.Encode(render.Click{Verb: verb, Table: string(p.look().ID), Arg: arg})))
	}
	played := func(hand int) string { return p.say("", lang.TroubleReplayPlayed, lang.Hand(hand)) }
	hidden := func(args ...string) {
		t.Helper()
		for _, arg := range args {
			for _, verb := range []render.Verb{render.VerbReplay, render.VerbMoment} {
				if m := ada.refused(func() { click(ada, ada.board(), verb, arg) }, played(1)); signs.MatchString(m.Text()) {
					t.Errorf("%v %s tells %s", verb, arg, m.Text())
				}
			}
		}
		ada.refused(func() { ada.slash("replay", options{"hand": 1}) }, played(1))
		if list := got[[]discord.Choice](t)(ben.Complete(p.ctx, p.channel, "replay", nil, "hand")); len(list) > 0 {
			t.Errorf("Ben is offered %v", list)
		}
	}
	hidden("1", "1/0", "1/7")
	ben.wins()
	old := ada.told(func() { ada.press(ada.more(ada.result()), "rp 1") })
	again := ada.more(ada.result())
	ada.told(func() { ada.press(again, "ag") })
	ada.board(p.say("", lang.TableTurnedOff))
	hidden("1", "1/1", "1+1")
	old = ada.told(func() { ada.press(old, "rp 1/1n") })
	if !holds(old, []string{played(1)}) || signs.MatchString(old.Text()) {
		t.Errorf("an open replay becomes %s", old.Text())
	}
	ada.wins()
	moment := ben.told(func() { ben.press(ben.more(ben.result()), "rp 1+1") })
	if !holds(moment, []string{p.say("", lang.ReplayDeal, lang.Name("Ada")), p.say("", lang.TableTurnedOff)}) {
		t.Errorf("the turned deal is replayed as %s", moment.Text())
	}
}

// TestAMomentIsSharedOnceByWhoPlayed shares one, and asks for what can't be.
func TestAMomentIsSharedOnceByWhoPlayed(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	codec := render.NewCodec(got[[]byte](t)(p.db.Secret(p.ctx, "custom_id")))
	id := func(verb render.Verb, arg string) string {
		return codec.Encode(render.Click{Verb: verb, Table: string(p.look().ID), Arg: arg})
	}
	title := p.say("", lang.ReplayShared, lang.Name("Ada"), lang.Hand(1))
	shared := func() (n int) {
		for _, m := range cleo.Sees(p.channel) {
			if strings.Contains(m.Text(), title) {
				n++
			}
		}
		return n
	}
	hers := cleo.told(func() { cleo.press(cleo.more(cleo.result()), "rp 1") })
	cleo.refused(func() { cleo.heard(cleo.Click(p.ctx, hers.ID, id(render.VerbMoment, "1/0"))) }, p.say("", lang.TroubleMomentSat))
	mine := ada.told(func() { ada.press(ada.more(ada.result()), "rp 1") })
	for arg, want := range map[string]string{
		"1/2": p.words.For("").Count(lang.TroubleReplayTurn, 1), "1/-1": p.words.For("").Count(lang.TroubleReplayTurn, 1),
		"7/0": p.words.For("").Count(lang.TroubleNosuchhand, 1, lang.Hand(7)), "1+1/0": p.words.For("").Count(lang.TroubleNosuchhand, 1, lang.Hand(1)),
		"x": p.say("", lang.TroubleForged), "1/x": p.say("", lang.TroubleForged),
	} {
		for _, verb := range []render.Verb{render.VerbReplay, render.VerbMoment} {
			mine = ada.refused(func() { ada.heard(ada.Click(p.ctx, mine.ID, id(verb, arg))) }, want)
		}
	}
	if shared() > 0 {
		t.Fatal("what can't be shared was")
	}
	mine = ada.toldWith(func() { ada.slash("replay", nil) }, p.say("", lang.ReplayDeal, lang.Name("Ben")))
	mine = ada.told(func() { ada.press(mine, "rp 1/1n") })
	share := p.component(mine, "sm 1/1").CustomID
	mine = ada.toldWith(func() { ada.heard(ada.Click(p.ctx, mine.ID, share)) }, p.say("", lang.NoticeMoment))
	if _, again := find(mine, "sm 1/1"); again || !holds(mine, []string{"Turn 1 of 1"}) {
		t.Errorf("after it was shared Ada is shown %s", mine.Text())
	}
	ada.refused(func() { ada.heard(ada.Click(p.ctx, mine.ID, share)) }, p.say("", lang.TroubleMomentShared))
	ben.refused(func() {
		his := ben.toldWith(func() { ben.slash("replay", nil) }, p.say("", lang.ReplayDeal, lang.Name("Ben")))
		ben.heard(ben.Click(p.ctx, his.ID, share))
	}, p.say("", lang.TroubleMomentShared))
	post := cleo.publicly(title, "2♠ 2♥")
	if n := shared(); n != 1 {
		t.Errorf("it stands %d times", n)
	}
	// Whoever reads it can look at the rest, privately.
	if m := cleo.told(func() { cleo.press(post, "rp 1/1") }); !m.Ephemeral() || !holds(m, []string{"Turn 1 of 1"}) {
		t.Errorf("Cleo is shown %s", m.Text())
	}
}

// TestAnotherServersHandIsNotReplayed brings what names a hand of one server to another that
// has a table too, and to another channel.
func TestAnotherServersHandIsNotReplayed(t *testing.T) {
	here, there, _ := twoServers(t)
	for _, p := range []*place{here, there} {
		p.quick()
		p.dealt(nil, p.guest("Ada"), p.guest("Ben"))
		p.guest("Ben").wins()
	}
	value, ok := commands.JoinDeal(here.look().ID, 1)
	if !ok {
		t.Fatal("the hand has no number")
	}
	codec := render.NewCodec(got[[]byte](t)(here.db.Secret(here.ctx, "custom_id")))
	id := codec.Encode(render.Click{Verb: render.VerbReplay, Table: string(here.look().ID), Arg: "1"})
	cleo := there.guest("Cleo")
	m := cleo.told(func() { cleo.slash("replay", options{"hand": value}) })
	if want := there.words.For("").Count(lang.TroubleNosuchhand, 1, lang.Hand(value)); m.Text() != want {
		t.Errorf("of another server's hand Cleo is told %s", m.Text())
	}
	cleo.refused(func() { cleo.heard(cleo.Click(there.ctx, cleo.result().ID, id)) }, there.say("", lang.TroubleNotable))
	// The control: where it was played the same number is that hand.
	cleo = here.guest("Cleo")
	cleo.toldWith(func() { cleo.slash("replay", options{"hand": value}) }, here.say("", lang.ReplayTitle, lang.Hand(1)))
}

// TestAHandPlayedAloneIsReplayedByItsPlayer has somebody else try.
func TestAHandPlayedAloneIsReplayedByItsPlayer(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.calm()
	hand := ada.toldWith(func() { ada.slash("play", options{"level": "easy"}) }, p.say("en-US", lang.HandDraw))
	menu := ada.told(func() { ada.press(hand, "mo") })
	ada.press(menu, "cl")
	sure := ada.sees("a question", func(m discord.Message) bool { _, ok := find(m, "cs"); return ok })
	ada.press(sure, "cs")
	closed := ada.sees("the end", func(m discord.Message) bool { _, ok := find(m, "rp 1"); return ok })
	moment := ada.told(func() { ada.press(closed, "rp 1") })
	moment = ada.told(func() { ada.press(moment, "rp 1/1l") })
	if !holds(moment, []string{p.say("en-US", lang.ReplayTitle, lang.Hand(1)), p.say("en-US", lang.ResultAbandoned, lang.Hand(1))}) {
		t.Errorf("Ada is shown %s", moment.Text())
	}
	replay := p.component(closed, "rp 1").CustomID
	theirs := ben.told(func() { ben.slash("rum help", nil) })
	ben.toldWith(func() { ben.heard(ben.Click(p.ctx, theirs.ID, replay)) }, p.say("en-US", lang.TroubleNotyours))
	moment = ada.told(func() { ada.press(moment, "sm 1/1") })
	post := ben.publicly(p.say("en-US", lang.ReplayShared, lang.Name("Ada"), lang.Hand(1)))
	if _, leads := find(post, "rp 1/1"); leads {
		t.Error("a hand that was played alone can be looked at by all")
	}
	if !holds(moment, []string{p.say("en-US", lang.NoticeMoment)}) {
		t.Errorf("Ada is told %s", moment.Text())
	}
}
