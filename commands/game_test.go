package commands_test

import (
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// game stacks the deal of these tests. Ben, who plays first, melds the eights in
// his first turn and can go out in his second; Ada can lay off in between.
func (p *place) game() {
	p.t.Helper()
	p.stack("2C", "QH QS 6C 6H 4D KC",
		"KD 2H 4H TS AS 3S 5C 8H JD 7S",
		"8C 8D 8S 9H TH JH KS KH 2D 3D")
}

// played is how that hand ends when it is played so: Ada holds 11 cards, of which
// only the sixes with 5C and 7S don't make a meld.
func (p *place) played() {
	p.t.Helper()
	last := p.look().Last
	if last == nil {
		p.t.Fatal("the hand isn't over")
	}
	var held engine.Pips
	for c := range cards(p.t, "KD 2H 4H TS AS 3S 5C 7S 6C 6H").All() {
		held += c.Pips()
	}
	want := engine.Result{Winner: 1, Payments: [engine.MaxSeats]engine.Pips{held}, Counts: last.Result.Counts, Hands: last.Result.Hands}
	if last.Result != want {
		p.t.Errorf("the hand ended as %+v, want %+v", last.Result, want)
	}
}

func TestWholeHandBySlashCommands(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	ada.slash("rum new", options{"rules": "boathouse", "seats": 3, "turn": "1h0m0s"})
	lobby := ada.board("Ada")
	if len(ada.private()) > 0 || lobby.CauseName == nil {
		t.Errorf("the lobby isn't the answer to the command: %+v", lobby)
	}
	for _, step := range []struct {
		who     *guest
		command string
		options options
		told    string
	}{
		{ben, "rum join", nil, p.say("en-US", lang.NoticeJoined)},
		{ada, "rum add", options{"level": "easy"}, p.say("en-US", lang.NoticeAdded, lang.Word("🤖 Moby"))},
		{ada, "rum remove", options{"seat": 3}, p.say("en-US", lang.NoticeRemoved)},
		{ben, "cut", options{"word": "oars"}, "oars"},
		{ben, "proof", nil, p.say("en-US", lang.TroubleNodeal)},
		{ben, "rum help", nil, p.say("en-US", lang.HelpLobby)},
		{ben, "rum rules", nil, p.say("en-US", lang.RulesTitle)},
		{ada, "rum start", nil, "2♥"},
		{ben, "hand", nil, "8♣"},
		{ben, "rum help", nil, p.say("en-US", lang.HelpDraw)},
		{ben, "draw", options{"from": "stock"}, "Q♥ Q♠"},
		{ben, "meld", options{"cards": "8♣ 8d, 8S"}, "`-1` 8♣ 8♦ 8♠"},
		{ben, "discard", options{"card": "QS"}, "Ada"},
		{ada, "draw", options{"from": "stock"}, "6♣ 6♥"},
		{ada, "layoff", options{"cards": "8H", "meld": 1}, "8♣ 8♦ 8♥ 8♠"},
		{ada, "discard", options{"card": "JD"}, "Ben"},
		{ben, "draw", options{"from": "stock"}, "4♦ K♣"},
		{ben, "goout", nil, p.say("en-US", lang.HandOver)},
		{ada, "tab show", nil, "Ben"},
		{ben, "proof", options{"hand": 1}, `"table"`},
	} {
		m := step.who.told(func() { step.who.slash(step.command, step.options) })
		if !strings.Contains(strings.ReplaceAll(m.Text(), "` 1`", "`-1`"), step.told) {
			t.Errorf("/%s told %s %q, without %q", step.command, step.who.Name(), m.Text(), step.told)
		}
	}
	p.played()
	ada.publicly("Ben", "Ada", "pips", deal.SealLine(p.look().Deal.Commitment))
	ben.told(func() { ben.slash("rum next", nil) })
	ada.playing(2)
	ada.told(func() { ada.slash("rum table", nil) })
	question := ada.told(func() { ada.slash("rum close", nil) }) // the hand may come again below it
	ada.told(func() { ada.press(question, "cs") })
	ada.publicly(p.say("en-US", lang.TableClosed))
	if s := p.look(); s.Phase != sitting.Ended {
		t.Errorf("the table is in phase %d", s.Phase)
	}
}

func TestWholeHandByClicks(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	ada.slash("rum new", nil)
	ben.press(ben.board(), "jo")
	ada.pick(ada.board("Ben"), "ac", "moby")
	settings := ada.settings()
	settings = ada.told(func() { ada.pick(settings, "rm", "2") })
	settings = ada.told(func() { ada.submit(ada.form(settings, "hr"), options{"twists": []string{"pay"}}) })
	ada.told(func() { ada.pick(settings, "sv rules", "boathouse") })
	ada.told(func() { ada.press(ada.board("Ben"), "st") })
	hers, his := ada.hand(), ben.hand()
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	his = ben.told(func() { ben.pick(his, "pl m", engine.Meld{Cards: cards(t, "8C 8D 8S")}.String()) })
	his = ben.told(func() { ben.press(his, "so") })
	his = ben.told(func() { ben.pick(his, "pl d0", "discard QS") })
	hers = ada.sees("the hand to play", func(m discord.Message) bool {
		_, draw := find(m, "pl draw")
		return m.ID == hers.ID && draw
	})
	hers = ada.told(func() { ada.press(hers, "pl draw stock") })
	hers = ada.told(func() { ada.pick(hers, "pl l", engine.LayOff{Cards: cards(t, "8H")}.String()) })
	ada.told(func() { ada.pick(hers, "pl d0", "discard JD") })
	his = ben.sees("the hand to play", func(m discord.Message) bool {
		_, draw := find(m, "pl draw")
		return m.ID == his.ID && draw
	})
	his = ben.told(func() { ben.press(his, "pl draw stock") })
	his = ben.told(func() { ben.press(his, "go") })
	p.played()
	result := ada.sees("the result", func(m discord.Message) bool {
		_, ok := find(m, "mo 1")
		return ok && !m.Ephemeral()
	})
	ada.told(func() { ada.press(ada.more(result), "pr 1") })
	ada.told(func() { ada.press(result, "ta") })
	menu := ada.told(func() { ada.press(ada.board(), "mo") })
	how := ada.told(func() { ada.press(menu, "ho") })
	ada.told(func() { ada.press(how, "ru") })
	his = ben.told(func() { ben.press(his, "nx") })
	ada.playing(2)
	if _, waits := find(his, "rf"); !waits {
		t.Errorf("Ben, who dealt, is shown %s", his.Text())
	}
	p.rested()
	if n := len(ben.private()); n != 1 {
		t.Errorf("Ben sees %d private messages, not one hand", n)
	}
}

func TestLayAllAndADrawFromTheTable(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := ben.told(func() { ben.press(ben.board(), "dr discard") })
	if !holds(his, []string{"2♣"}) {
		t.Errorf("drawn: %s", his.Text())
	}
	his = ben.told(func() { ben.press(his, "la") })
	if s := p.look(); s.View.MeldCount == 0 {
		t.Errorf("nothing laid: %s", his.Text())
	}
	ben.told(func() { ben.pick(his, "pl d0", "discard KS") })
	ada.board("**Ada**")
}

func TestAFormChoosesCards(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	his := ben.told(func() { ben.press(ben.board(), "dr stock") })
	old, out := ben.press(his, "ch"), ben.press(his, "ch")
	if old.Modal == nil || out.Modal == nil {
		t.Fatal("no form")
	}
	his = ben.told(func() {
		ben.heard(ben.Submit(p.ctx, *out.Modal, map[string]any{"C": []string{"8C"}, "D": []string{"8D"}, "S": []string{"8S"}}))
	})
	if s := p.look(); s.View.MeldCount != 1 || s.View.Melds[0].Cards != cards(t, "8C 8D 8S") {
		t.Errorf("melds %v", s.View.Melds[:s.View.MeldCount])
	}
	stale := ben.told(func() {
		ben.heard(ben.Submit(p.ctx, *old.Modal, map[string]any{"H": []string{"9H", "TH", "JH"}}))
	})
	if !holds(stale, []string{p.say("en-US", lang.TroubleStale), "9♥"}) || stale.ID != his.ID {
		t.Errorf("an old form is answered by %s", stale.Text())
	}
	out = ben.pick(stale, "pl m", "choose")
	if out.Modal == nil {
		t.Fatal("no form from the select")
	}
	nothing := ben.told(func() { ben.heard(ben.Submit(p.ctx, *out.Modal, nil)) })
	if !holds(nothing, []string{p.say("en-US", lang.RefuseNocards), "9♥"}) {
		t.Errorf("a form without cards is answered by %s", nothing.Text())
	}
	out = ben.press(nothing, "ch")
	ben.told(func() {
		ben.heard(ben.Submit(p.ctx, *out.Modal, map[string]any{"H": []string{"9H"}, "to": []string{"0"}}))
	})
	if s := p.look(); s.View.MeldCount != 1 {
		t.Errorf("melds %v", s.View.Melds[:s.View.MeldCount])
	}
}

func TestAnyHouseRuleIsAnOption(t *testing.T) {
	p := open(t, setup{schema: true})
	ada := p.guest("Ada")
	ada.slash("rum new", options{
		"rules": "brisk", "draw": "mixed", "melding": "concealed", "exhausted_draw": 2, "blocked_after": 3, "blocked": "void",
		"final_discard": "required", "rummy_multiplier": 3, "pay": "unmatched", "seats": 2, "turn": "0s",
		"level": "hard", "language": "nl", "hints": "off",
	})
	ada.board("Ada")
	want := engine.Brisk.Rules()
	for field, value := range map[string]string{
		"draw": "mixed", "melding": "concealed", "exhausted_draw": "2", "blocked_after": "3", "blocked": "void",
		"final_discard": "required", "rummy_multiplier": "3", "pay": "unmatched",
	} {
		want = got[engine.Rules](t)(want.Set(field, value))
	}
	if s := p.look().Settings; s != (sitting.Settings{Rules: want, Seats: 2, Pace: sitting.None, Lang: "nl", Level: opponent.Hard, NoHints: true}) {
		t.Errorf("the table plays %+v", s)
	}
}
