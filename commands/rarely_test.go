package commands_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// inSix runs a test for readers of each language.
func inSix(t *testing.T, test func(*testing.T, *place, func(lang.Key) *regexp.Regexp)) {
	t.Helper()
	for _, locale := range []string{"en-GB", "nl", "pt-BR", "de", "es-ES", "fr"} {
		t.Run(locale, func(t *testing.T) {
			p := open(t, setup{pace: 1000, still: true, locales: map[string]string{"Ben": locale, "Cleo": locale}})
			test(t, p, func(key lang.Key) *regexp.Regexp {
				said := regexp.QuoteMeta(p.say(locale, key, lang.When("WHEN")))
				return regexp.MustCompile("^" + strings.Replace(said, "WHEN", `<t:\d+:R>`, 1) + "$")
			})
		})
	}
}

// toldLater checks that somebody is told when they may do something again, and that nothing came of
// it.
func (g *guest) toldLater(says *regexp.Regexp, do func()) {
	g.at.t.Helper()
	open := len(g.at.openTables())
	if m := g.told(do); !says.MatchString(m.Text()) || len(g.at.openTables()) != open {
		g.at.t.Errorf("%d tables, and %s is told %q, not %s", len(g.at.openTables()), g.Name(), m.Text(), says)
	}
}

// TestATableIsOpenedOnceInTenSeconds by one person: others may meanwhile, and what came to nothing
// doesn't count.
func TestATableIsOpenedOnceInTenSeconds(t *testing.T) {
	inSix(t, func(t *testing.T, p *place, says func(lang.Key) *regexp.Regexp) {
		ben, cleo := p.guest("Ben"), p.guest("Cleo")
		channels := p.addChannels(3)
		opens := func(g *guest, channel discord.ID) { g.heard(g.Slash(p.ctx, channel, "rum new", nil)) }
		asks := func() { ben.slash("rum new", nil) }
		opens(cleo, p.channel)
		if m := ben.told(asks); says(lang.TroubleOpened).MatchString(m.Text()) { // there is a table, so it came to nothing
			t.Errorf("Ben is told %q", m.Text())
		}
		opens(ben, channels[0])
		ben.toldLater(says(lang.TroubleOpened), asks)
		p.later(9 * time.Second)
		ben.toldLater(says(lang.TroubleOpened), asks)
		p.later(time.Second)
		opens(ben, channels[1])
		opens(cleo, channels[2])
		if n := len(p.openTables()); n != 4 {
			t.Errorf("%d tables are open", n)
		}
	})
}

// TestManyTablesAtOnceAreOne has one person ask for a table in each of ten channels at once.
func TestManyTablesAtOnceAreOne(t *testing.T) {
	p := open(t, setup{pace: 1000, still: true})
	ben, channels := p.guest("Ben"), p.addChannels(10)
	<-ben.floods(len(channels), func(i int) error {
		_, err := ben.Slash(p.ctx, channels[i], "rum new", nil)
		return err
	})
	if n := len(p.openTables()); n != 1 {
		t.Errorf("%d tables are open", n)
	}
}

// TestATableIsPostedAgainOnceInTenSeconds in one channel, whoever asks.
func TestATableIsPostedAgainOnceInTenSeconds(t *testing.T) {
	inSix(t, func(t *testing.T, p *place, says func(lang.Key) *regexp.Regexp) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		p.lobby(nil, ada, ben)
		ben.told(func() { ben.slash("rum table", nil) })
		p.settled()
		stood := ben.board().ID
		its := *p
		its.channel = got[discord.ID](t)(ada.ThreadFrom(p.ctx, p.channel, stood, "ours"))
		inside := &guest{Person: cleo.Person, at: &its}
		for _, g := range []*guest{ben, cleo, inside} {
			g.toldLater(says(lang.TroublePosted), func() { g.slash("rum table", nil) })
		}
		p.settled()
		if now := ben.board().ID; now != stood {
			t.Errorf("the table went from %s to %s", stood, now)
		}
		p.later(10 * time.Second)
		cleo.told(func() { cleo.slash("rum table", nil) })
		p.settled()
		if now := ben.board().ID; now == stood {
			t.Error("the table isn't posted again")
		}
	})
}

// TestATableThatDiscordRefusedIsPostedAgainAtOnce once the bot has what it lacked.
func TestATableThatDiscordRefusedIsPostedAgainAtOnce(t *testing.T) {
	all := strconv.FormatInt(render.Needed(), 10)
	p := open(t, setup{pace: 1000, patience: time.Second, wire: func(in map[string]any) {
		in["app_permissions"] = all // though Discord refuses
	}})
	p.may = []int{rest.CodeMissingAccess, rest.CodeMissingPermissions}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.lobby(nil, ada, ben)
	p.settled()
	stood := ben.board().ID
	p.sim.Permit(p.channel, 0)
	ben.toldWith(func() { ben.slash("rum table", nil) }, p.say("en-US", lang.TroubleShut))
	p.sim.Permit(p.channel, uint64(render.Needed()))
	m := ben.told(func() { ben.slash("rum table", nil) })
	lately, _, _ := strings.Cut(p.say("en-US", lang.TroublePosted, lang.When("|")), "|")
	p.settled()
	if now := ben.board().ID; now == stood || holds(m, []string{lately}) {
		t.Errorf("the table went from %s to %s, and Ben is told %s", stood, now, m.Text())
	}
}

// TestAFileIsGivenOnceInHalfAMinute to one person, of either kind, and nothing given doesn't count.
func TestAFileIsGivenOnceInHalfAMinute(t *testing.T) {
	inSix(t, func(t *testing.T, p *place, says func(lang.Key) *regexp.Regexp) {
		ben := p.guest("Ben")
		for range 2 {
			if m := ben.told(func() { ben.slash("tab export", nil) }); says(lang.TroubleExported).MatchString(m.Text()) {
				t.Errorf("of an empty tab Ben is told %q", m.Text())
			}
		}
		ben.heard(ben.Slash(p.ctx, p.addChannels(1)[0], "rum new", nil)) // from then on something is kept
		p.settled()
		if m := ben.told(func() { ben.slash("privacy export", nil) }); says(lang.TroubleExported).MatchString(m.Text()) {
			t.Fatalf("Ben is told %q", m.Text())
		}
		ben.toldLater(says(lang.TroubleExported), func() { ben.slash("privacy export", nil) })
		ben.toldLater(says(lang.TroubleExported), func() { ben.slash("tab export", nil) })
		p.later(30 * time.Second)
		if m := ben.told(func() { ben.slash("privacy export", nil) }); says(lang.TroubleExported).MatchString(m.Text()) {
			t.Errorf("Ben is told %q", m.Text())
		}
	})
}
