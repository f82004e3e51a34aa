package commands_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// owed has Ben win a hand: Ada owes him 152 pips.
func (p *place) owed() (ada, ben *guest) {
	p.t.Helper()
	ada, ben = p.guest("Ada"), p.guest("Ben")
	p.stack("2C", "9H TC", "KC KD 2H 4H 6H TS QS AS 3S JD", "9C 9D 9S 3D 4D 5D 7H 8H JC QC")
	p.dealt(options{}, ada, ben)
	ben.slash("draw", options{"from": "stock"})
	ben.told(func() { ben.slash("goout", nil) })
	p.lies(152)
	return ada, ben
}

// lies checks what Ada owes Ben.
func (p *place) lies(want int64) {
	p.t.Helper()
	who := make([]sitting.Person, 2)
	for i, name := range []string{"Ada", "Ben"} {
		who[i] = got[sitting.Person](p.t)(p.db.Person(p.ctx, p.sim.Person(name).ID().String()))
	}
	account, err := p.db.Account(p.ctx, sitting.Server(p.here.Guild.String()), who[1], who[0])
	p.must(err)
	if account.Pips != want {
		p.t.Fatalf("Ada owes Ben %d pips and not %d", account.Pips, want)
	}
}

// with is an option that names somebody, beside others.
func with(g *guest, more options) options {
	o := options{"friend": g.ID().String()}
	for name, value := range more {
		o[name] = value
	}
	return o
}

func TestWhatCantBeSettledIsAnsweredAndChangesNothing(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.owed()
	many := ada.toldWith(func() { ada.slash("tab settle", with(ben, options{"pips": 200})) }, "152")
	for _, written := range []struct {
		pips, note, told string
	}{
		{"12.5", "", "12\\.5"}, {"a few", "", "a few"}, {"-1", "", "152"}, {"0", "", "152"}, {"153", "", "152"},
	} {
		form := ada.form(many, "sl")
		ada.toldWith(func() { ada.submit(form, options{"pips": written.pips, "note": written.note}) }, written.told)
	}
	for _, x := range []struct {
		command string
		who     *guest
		o       options
		told    string
	}{
		{"tab settle", ada, with(ben, options{"note": strings.Repeat("oars", 750)}), p.say("", lang.TroubleSettleNote, lang.N(render.MaxNote))},
		{"tab settle", ada, options{"friend": p.here.Application.String()}, "is a bot"},
		{"tab settle", ada, with(p.guest("Cleo"), nil), p.say("", lang.TroubleSettleEven)},
		{"tab forgive", p.guest("Cleo"), with(ada, nil), p.say("", lang.TroubleSettleEven)},
		{"tab reverse", ada, with(ben, options{"entry": "1", "reason": " "}), p.say("", lang.TroubleSettleReason)},
		{"tab reverse", ada, with(ben, options{"entry": "none", "reason": "why"}), p.say("", lang.TroubleSettleNone)},
		{"tab void", ada, options{"hand": "reversal:1", "reason": "why"}, p.say("", lang.TroubleSettleNone)},
		{"tab void", ada, options{"hand": "3", "reason": "why"}, p.say("", lang.TroubleVoidNumber, lang.Word("3"))},
		{"tab hand", ada, options{"id": "99999"}, "99999"},
		{"tab year", ada, options{"year": 2998}, "2998"},
	} {
		x.who.toldWith(func() { x.who.slash(x.command, x.o) }, x.told)
	}
	p.must(ben.In(p.here.Guild).Leave(p.ctx))
	ada.toldWith(func() { ada.slash("tab settle", with(ben, nil)) }, "isn’t in this server")
	p.lies(152)
	if seen := ben.Pushes(p.channel); strings.Contains(readAll(seen), "settled") {
		t.Error("something was proposed")
	}
}

func readAll(all []discord.Message) string {
	var text strings.Builder
	for _, m := range all {
		text.WriteString(m.Text() + "\n")
	}
	return text.String()
}

// question waits for a proposal that stands in the channel.
func (g *guest) question() discord.Message {
	g.at.t.Helper()
	return g.sees("a proposal", func(m discord.Message) bool {
		_, open := find(m, "tn")
		return open && !m.Ephemeral()
	})
}

// TestAFormSettlesOnce submits the form that is filled in with all there is, and then another one.
func TestAFormSettlesOnce(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben := p.owed()
	many := ada.toldWith(func() { ada.slash("tab settle", with(ben, options{"pips": 200})) }, "152")
	first, second := ada.form(many, "sl"), ada.form(many, "sl")
	ada.told(func() { ada.submit(first, options{"note": "coffee"}) })
	ada.toldWith(func() { ada.submit(second, options{"note": "coffee"}) }, p.say("", lang.TroubleSettleOpen))
	asked := ben.publicly("152 pips", "coffee")
	ben.told(func() { ben.press(asked, "tc") })
	ben.publicly("have settled 152 pips", "coffee")
	p.settled() // the question is deleted after that
	p.lies(0)
	if n := strings.Count(readAll(ben.Sees(p.channel)), "coffee"); n != 1 {
		t.Errorf("it is told in %d messages", n)
	}
}

// TestADeletedQuestionIsToldAnew has a question deleted before it is answered.
func TestADeletedQuestionIsToldAnew(t *testing.T) {
	p := open(t, setup{})
	ada, ben := p.owed()
	answer := ada.told(func() { ada.slash("tab settle", with(ben, nil)) })
	asked := ben.question()
	p.must(ada.Delete(p.ctx, p.channel, asked.ID))
	p.may = append(p.may, 10008)
	ada.told(func() { ada.press(answer, "tn") })
	ben.publicly("withdrew the request")
	p.lies(152)
}

// TestAQuestionThatDiscordHoldsBackIsToldAnew has a question be answered when Discord takes no more
// edits of old messages in the channel.
func TestAQuestionThatDiscordHoldsBackIsToldAnew(t *testing.T) {
	p := open(t, setup{})
	p.may = append(p.may, rest.CodeOldMessageEdits)
	ada, ben := p.owed()
	ada.slash("tab settle", with(ben, nil))
	asked := ben.question()
	p.settled()
	p.holdsEdits()
	ada.told(func() { ada.press(asked, "tn") })
	if m := ben.publicly("withdrew the request"); m.ID == asked.ID {
		t.Error("the question was edited")
	}
	p.lies(152)
}

// holdsEdits has all messages be old, and Discord take no more edits of such in the channel.
func (p *place) holdsEdits() {
	p.t.Helper()
	say := func(text string) rest.Payload {
		return rest.Payload{Body: map[string]any{"content": text, "allowed_mentions": map[string]any{"parse": []string{}}}}
	}
	spare, err := p.client.CreateMessage(p.ctx, p.channel.String(), "spare", say("spare"))
	p.must(err)
	p.later(61 * time.Minute)
	for n := 0; ; n++ {
		_, err := p.client.EditMessage(p.ctx, p.channel.String(), spare.ID, say("changed"))
		if rest.HasCode(err, rest.CodeOldMessageEdits) {
			return
		}
		if p.must(err); n > 10 {
			p.t.Fatal("Discord takes any number of edits")
		}
	}
}

// TestARematchThatDiscordHoldsBackIsWithdrawnLater opens a table when Discord takes no edit of the
// closed one before it: the way to a rematch goes once it does.
func TestARematchThatDiscordHoldsBackIsWithdrawnLater(t *testing.T) {
	p := open(t, setup{})
	p.may = append(p.may, rest.CodeOldMessageEdits)
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	ben.wins()
	ada.told(func() { ada.slash("rum close", nil) })
	p.settled()
	offers := func() (n int) {
		for _, m := range ada.Sees(p.channel) {
			if _, is := find(m, "re"); is && !m.Ephemeral() {
				n++
			}
		}
		return n
	}
	if offers() == 0 {
		t.Fatal("nothing offers a rematch")
	}
	p.holdsEdits()
	ada.slash("rum new", nil)
	for held := 0; held < 2; {
		ctx, cancel := context.WithTimeout(p.ctx, 5*time.Millisecond)
		p.sim.Wire().Wait(ctx, 1<<62)
		cancel()
		held = 0
		for _, v := range p.sim.Violations() {
			if v.Code == rest.CodeOldMessageEdits {
				held++
			}
		}
		p.must(p.ctx.Err())
	}
	p.later(2 * time.Hour)
	p.settled()
	if n := offers(); n != 0 {
		t.Errorf("%d messages offer a rematch", n)
	}
}
