package commands_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// quick stacks deals in which the seat left of the dealer can go out at once.
func (p *place) quick() {
	p.t.Helper()
	p.stack("3C", "2S 2H", "QD 2C 4H TS AS 3S 5C 8H JD 7S", "8C 8D 8S 9H TH JH KS KH KD 2D")
}

// wins plays a hand of quick.
func (g *guest) wins() {
	g.at.t.Helper()
	g.told(func() { g.slash("draw", options{"from": "stock"}) })
	g.told(func() { g.slash("goout", nil) })
	g.at.settled()
}

// result is the newest message that says how a hand ended.
func (g *guest) result() discord.Message {
	g.at.t.Helper()
	return g.sees("a result", func(m discord.Message) bool {
		_, ok := find(m, "mo 1")
		return ok && !m.Ephemeral()
	})
}

// more is the private menu of a result.
func (g *guest) more(result discord.Message) discord.Message {
	g.at.t.Helper()
	return g.told(func() { g.press(result, "mo") })
}

func TestTheSameDealAgainIsMarkedAndOffTheTab(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	ada.refused(func() { ada.slash("rum again", nil) }, p.say("", lang.TroubleUnderway))
	ben.wins()
	owed := ada.told(func() { ada.slash("tab show", nil) }).Text()
	hers := ada.told(func() { ada.press(ada.more(ada.result()), "ag") })
	if !holds(hers, []string{p.say("", lang.TableTurnedOff), "8♣"}) {
		t.Errorf("Ada, who has Ben's cards now, is shown %s", hers.Text())
	}
	ada.board(p.say("", lang.TableTurnedOff))
	if s := p.look(); s.Again != 1 || s.OnTab || s.Hand != 1 {
		t.Errorf("hand %d, turned %d times, on the tab: %v", s.Hand, s.Again, s.OnTab)
	}
	sure := ben.told(func() { ben.slash("rum leave", nil) })
	if !holds(sure, []string{p.say("", lang.ConfirmLeaveOff, lang.Other(p.say("", lang.Level("normal"))))}) {
		t.Errorf("Ben is asked %s", sure.Text())
	}
	ada.wins()
	if m := ada.result(); !holds(m, []string{p.say("", lang.TableTurnedOff), "Ada"}) {
		t.Errorf("the result is %s", m.Text())
	}
	if now := ada.told(func() { ada.slash("tab show", nil) }).Text(); now != owed {
		t.Errorf("the tab was\n%s\nand is\n%s", owed, now)
	}
}

func TestTheSameDealIsForTheSamePeople(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		p.quick()
		p.lobby(nil, ada, ben)
		ben.refused(func() { ben.slash("rum again", nil) }, say(lang.TroubleNoagain))
		ada.told(func() { ada.press(ada.board(), "st") })
		ben.playing(1)
		ben.wins()
		old := ben.more(ben.result())
		cleo.told(func() { cleo.slash("rum join", nil) })
		p.settled()
		if _, offered := find(old, "ag"); !offered {
			t.Error("the result doesn't offer the same deal again")
		}
		ben.refused(func() { ben.press(old, "ag") }, say(lang.TroubleSeatschanged))
		if _, offered := find(ben.board(), "ag"); offered {
			t.Error("the table offers what the seats don't allow")
		}
	})
}

func TestAResultOffersTheSameDealOnlyToTheSamePeople(t *testing.T) {
	p := open(t, setup{})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.quick()
	p.dealt(nil, ada, ben)
	cleo.told(func() { cleo.slash("rum join", nil) })
	ben.wins()
	m := ben.more(ben.result())
	if _, offered := find(m, "ag"); offered {
		t.Errorf("the result offers what the seats don't allow: %s", m.Text())
	}
}

func TestARematchIsOneTapAway(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
	p.quick()
	p.dealt(options{"rules": "brisk", "seats": 3, "turn": "1h0m0s", "hints": "off", "level": "hard"}, ada, ben)
	ben.refused(func() { ben.slash("rum rematch", nil) }, p.say("", lang.TroubleTaken))
	ben.wins()
	before := p.look()
	ada.told(func() { ada.slash("rum close", nil) })
	p.settled()
	closed := ben.board(p.say("", lang.TableClosed))
	m := cleo.told(func() { cleo.press(closed, "re") })
	if !holds(m, []string{p.say("", lang.TroubleNotmine)}) {
		t.Errorf("Cleo is told %s", m.Text())
	}
	ben.press(closed, "re")
	lobby := ben.board(p.say("", lang.LobbyOpen), "Ada")
	p.rested()
	if len(ben.private()) > 2 {
		t.Errorf("the lobby isn't the answer to the click: %s", ben.private()[2].Text())
	}
	for _, one := range []*guest{ada, ben} {
		for _, m := range one.private() {
			if _, offered := find(m, "re"); offered {
				t.Errorf("%s is still offered another table: %s", one.Name(), m.Text())
			}
		}
	}
	now := p.look()
	if now.ID == before.ID || now.Settings != before.Settings || len(now.Seats) != 2 || now.Host == before.Host {
		t.Errorf("the rematch is %+v", now)
	}
	ben.told(func() { ben.press(lobby, "st") })
	ada.playing(1)
}

func TestARematchCanBeTyped(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		m := ben.told(func() { ben.slash("rum rematch", nil) })
		if !holds(m, []string{say(lang.TroubleNotable)}) {
			t.Errorf("Ben is told %s", m.Text())
		}
		p.quick()
		p.dealt(nil, ada, ben)
		ben.wins()
		ada.told(func() { ada.slash("rum close", nil) })
		p.settled()
		m = cleo.told(func() { cleo.slash("rum rematch", nil) })
		if !holds(m, []string{say(lang.TroubleNotmine)}) {
			t.Errorf("Cleo is told %s", m.Text())
		}
		ben.slash("rum rematch", nil)
		ben.board(p.say(p.setup.guild, lang.LobbyOpen), "Ada")
		if s := p.look(); s.Phase != sitting.Lobby || len(s.Seats) != 2 || s.View.Phase != engine.NotDealt {
			t.Errorf("the rematch is %+v", s)
		}
	})
}
