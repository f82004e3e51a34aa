package commands_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// opening is a sentence up to its first placeholder.
func opening(say func(lang.Key, ...lang.Arg) string, key lang.Key) string {
	words, _, _ := strings.Cut(say(key), "{")
	return words
}

func TestAComputerPlaysForWhoIsAwayAndTellsWhat(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(nil, ada, ben)
		m := ben.told(func() { ben.slash("rum away", nil) })
		if m.Text() != say(lang.AwayNow, lang.Word(say(lang.Level("normal")))) {
			t.Errorf("Ben is told %s", m.Text())
		}
		ada.board(p.say(p.setup.guild, lang.TableDraws, lang.Name("Ada")))
		p.settled()
		m = ben.told(func() { ben.slash("hand", nil) })
		if !holds(m, []string{opening(say, lang.AwayPlayed), " · "}) || holds(m, []string{opening(say, lang.AwayNow)}) {
			t.Errorf("Ben is told %s", m.Text())
		}
		if s := p.seat(ben); s.Seats[s.Me].Away {
			t.Error("Ben is still away")
		}
		m = ben.told(func() { ben.slash("hand", nil) })
		if holds(m, []string{opening(say, lang.AwayBack)}) {
			t.Errorf("Ben is welcomed twice: %s", m.Text())
		}
	})
}

func TestWhoGoesAwayByTheMenuIsShownTheirHand(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	say := func(k lang.Key, args ...lang.Arg) string { return p.say("en-US", k, args...) }
	menu := ada.told(func() { ada.press(ada.playing(1), "mo") })
	hers := ada.told(func() { ada.press(menu, "aw") })
	if !holds(hers, []string{opening(say, lang.AwayNow), "2♥"}) {
		t.Errorf("Ada is told %s", hers.Text())
	}
	// Any click brings her back; nothing was played for her meanwhile.
	hers = ada.told(func() { ada.press(hers, "rf") })
	if !holds(hers, []string{say(lang.AwayBack)}) || holds(hers, []string{opening(say, lang.AwayNow)}) {
		t.Errorf("Ada is told %s", hers.Text())
	}
	menu = ada.told(func() { ada.press(ada.board(), "mo") })
	ada.told(func() { ada.press(menu, "aw") })
	ben.told(func() { ben.slash("rum away", nil) })
	ben.board(say(lang.TablePaused))
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	if b := ben.board(p.plays("Ben")); holds(b, []string{say(lang.TablePaused)}) {
		t.Errorf("the table says %s", b.Text())
	}
}

func TestWhoHasNoSeatCannotGoAway(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.dealt(nil, ada, ben)
	cleo.refused(func() { cleo.slash("rum away", nil) }, p.say("", lang.TroubleUnseated))
}

func TestWhateverBringsBackWhoWasAwayWelcomesThem(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.lobby(nil, ada, ben)
	say := func(k lang.Key, args ...lang.Arg) string { return p.say("en-US", k, args...) }
	for what, do := range map[string]func(){
		"the menu":  func() { ada.press(ada.board(), "mo") },
		"a command": func() { ada.slash("rum rules", nil) },
	} {
		ada.told(func() { ada.slash("rum away", nil) })
		ada.board(say(lang.PlayerAway))
		p.settled()
		if m := ada.told(do); !holds(m, []string{say(lang.AwayBack)}) {
			t.Errorf("%s brings Ada back with %s", what, m.Text())
		}
		p.settled()
	}
}
