package commands_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// steadily advises with a fixed number of playouts, since a search that a clock
// ends differs from run to run.
func steadily(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, _ opponent.Budget) (opponent.Advice, bool) {
	return opponent.Advise(l, v, log, r, opponent.Budget{Playouts: 40})
}

// hinted is how a hint of a level begins.
func hinted(say func(lang.Key, ...lang.Arg) string, level string) string {
	words, _, _ := strings.Cut(say(lang.HintLine, lang.Name(say(lang.Level(level)))), "{")
	return words
}

func TestAHintIsOneTapAwayFromBeingPlayed(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben := p.guest("Ada"), p.guest("Ben")
		p.game()
		p.dealt(nil, ada, ben)
		his := ben.told(func() { ben.slash("hint", nil) })
		if !holds(his, []string{hinted(say, "hard"), "8♣ 8♦ 8♠"}) {
			t.Errorf("Ben is told %s", his.Text())
		}
		his = ben.told(func() { ben.press(his, "do draw") })
		if s := p.look(); s.View.Phase != engine.ToPlay {
			t.Errorf("nothing was drawn: %s", his.Text())
		}
		again := ben.told(func() { ben.slash("hint", options{"level": "normal"}) })
		if !holds(again, []string{hinted(say, "normal")}) {
			t.Errorf("Ben is told %s", again.Text())
		}
		before := p.look().Version
		ben.told(func() { ben.press(again, "do") })
		if p.look().Version == before {
			t.Errorf("nothing came of %s", again.Text())
		}
	})
}

// TestAHintTellsTheRoadNotTaken has Ben hold a set back for a rummy: he is told
// that he could lay it down, what that means, and of a computer that searches
// what it costs.
func TestAHintTellsTheRoadNotTaken(t *testing.T) {
	steady := func(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, _ opponent.Budget) (opponent.Advice, bool) {
		return opponent.Advise(l, v, log, r, opponent.Budget{Playouts: 1500})
	}
	for locale, road := range map[string]string{
		"en-US": "You could lay down Q♣ Q♥ Q♠: safe, but that rules out a rummy",
		"fr":    "Tu pourrais poser Q♣ Q♥ Q♠\u00a0: c’est sans risque, mais adieu le rami sec",
	} {
		t.Run(locale, func(t *testing.T) {
			p := open(t, setup{advise: steady, locales: map[string]string{"Ben": locale}})
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.stack("2C", "6C 5H", "KC KD KH 2H 4H 6D TS 8S AS 5S", "QC QH QS 3D 4D 7H 9C KS 2S TH")
			p.dealt(nil, ada, ben)
			ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
			worse, _, _ := strings.Cut(p.words.For(locale).Count(lang.GapPips, 2), "2")
			if his := ben.told(func() { ben.slash("hint", nil) }); !holds(his, []string{road, worse}) {
				t.Errorf("Ben is told %s", his.Text())
			}
			if his := ben.told(func() { ben.slash("hint", options{"level": "normal"}) }); !holds(his, []string{road}) || holds(his, []string{worse}) {
				t.Errorf("of the computer that doesn't search Ben is told %s", his.Text())
			}
		})
	}
}

func TestAHintOnTheHandStaysThere(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := ben.hand()
	m := ben.told(func() { ben.press(his, "hi") })
	say := func(k lang.Key, args ...lang.Arg) string { return p.say("en-US", k, args...) }
	if !holds(m, []string{hinted(say, "hard")}) || m.ID != his.ID || len(ben.private()) != 1 {
		t.Errorf("Ben sees %d messages, and is told %s", len(ben.private()), m.Text())
	}
	for _, seen := range [][]discord.Message{ada.Sees(p.channel), p.guest("Cleo").Sees(p.channel)} {
		for _, other := range seen {
			if holds(other, []string{hinted(say, "hard")}) {
				t.Errorf("others see %s", other.Text())
			}
		}
	}
}

func TestAHintThatComesTooLateGivesWayToThePresent(t *testing.T) {
	var p *place
	p = open(t, setup{advise: func(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b opponent.Budget) (opponent.Advice, bool) {
		s := p.look()
		_, err := p.house.Do(p.ctx, sitting.Command{
			Key: "elsewhere", Table: s.ID, By: s.Seats[1].Person, Do: sitting.Play{Moves: []engine.Move{engine.Draw{Source: engine.FromStock}}},
		})
		if err != nil {
			t.Error(err)
		}
		return opponent.Advise(l, v, log, r, b)
	}})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	m := ben.told(func() { ben.slash("hint", nil) })
	_, draws := find(m, "pl draw")
	if _, hinted := find(m, "do"); draws || hinted || !holds(m, []string{"Q♥ Q♠"}) {
		t.Errorf("Ben, who has drawn, is told %s", m.Text())
	}
}

func TestWhereThereIsNoHint(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		ben.noHint(say(lang.TroubleNotable))
		p.lobby(options{"hints": "off"}, ada, ben)
		ben.noHint(say(lang.TroubleLobby))
		cleo.noHint(say(lang.TroubleUnseated))
		ada.told(func() { ada.press(ada.board(), "st") })
		ben.playing(1)
		ben.noHint(say(lang.TroubleHintsoff))
		if _, has := find(ben.hand(), "hi"); has {
			t.Error("the hand offers a hint where there are none")
		}
	})
}

// noHint checks what a guest is told who asks for a hint in vain.
func (g *guest) noHint(words string) {
	g.at.t.Helper()
	if m := g.told(func() { g.slash("hint", nil) }); !holds(m, []string{words}) {
		g.at.t.Errorf("%s is told %q and not %q", g.Name(), m.Text(), words)
	}
}

func TestAHintWaitsForTheTurn(t *testing.T) {
	inLocales(t, func(t *testing.T, p *place, say func(lang.Key, ...lang.Arg) string) {
		ada, ben, cleo := p.guest("Ada"), p.guest("Ben"), p.guest("Cleo")
		p.lobby(nil, ada, cleo, ben)
		ada.told(func() { ada.press(ada.board(), "st") })
		ben.playing(1)
		ben.refused(func() { ben.slash("hint", nil) }, say(lang.TroubleHintwait))
	})
}

// advised gives what Ben is told when he asks with these cards dealt.
func advised(t *testing.T, level, stock, adas, bens string) string {
	t.Helper()
	p := open(t, setup{advise: steadily})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.stack("2C", stock, adas, bens)
	p.dealt(options{"turn": "0s"}, ada, ben)
	return withoutChance(ben.told(func() { ben.slash("hint", options{"level": level}) }).Text())
}

func TestAHintDependsOnNoCardThatItsReaderDoesNotSee(t *testing.T) {
	const bens = "8C 8D 8S 9H TH JH KS KH 2D 3D"
	for _, level := range []string{"normal", "hard"} {
		t.Run(level, func(t *testing.T) {
			var first, hidden, seen string
			t.Run("games", func(t *testing.T) {
				t.Run("first", func(t *testing.T) {
					first = advised(t, level, "QH QS 6C 6H 4D KC", "KD 2H 4H TS AS 3S 5C 8H JD 7S", bens)
				})
				t.Run("hidden", func(t *testing.T) {
					hidden = advised(t, level, "4C 9S 5H 3C 2S 7D", "KC AC AD AH 9C 9D TC TD QH QS", bens)
				})
				t.Run("seen", func(t *testing.T) {
					seen = advised(t, level, "QH QS 6C 6H 4D KC", "KD 4H TS AS 3S 5C 8H JD 7S KS", "8C 8D 8S 9H TH JH 2S KH 2D 2H")
				})
			})
			if first == "" || first != hidden {
				t.Errorf("Ben is told\n%s\nand with other cards hidden\n%s", first, hidden)
			}
			// Other cards of his own make a difference: were they not read, nothing would be.
			if strings.SplitN(first, "```", 2)[0] == strings.SplitN(seen, "```", 2)[0] {
				t.Errorf("his own cards make no difference: %s", seen)
			}
		})
	}
}
