package commands_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

const (
	unknownMember = 10007
	noCode        = 0
	memberRoute   = "/guilds/{guild_id}/members/{user_id}"
	writtenOff    = "152 pips that Ada owed Ben are written off."
)

// passes lets time go by once nothing is being written by a token that it ends.
func (p *place) passes(d time.Duration) {
	p.t.Helper()
	p.settled()
	p.later(d)
}

// managers gives guests the right to manage the server.
func (p *place) managers(all ...*guest) {
	p.t.Helper()
	const manageGuild = 1 << 5
	owner := p.guest("Ada").In(p.here.Guild)
	role := got[discord.ID](p.t)(owner.AddRole(p.ctx, "managers", manageGuild))
	for _, one := range all {
		p.must(owner.SetRoles(p.ctx, one.ID(), role))
	}
}

// longGone has Ben win a hand and leave, and a month pass after Ada has noticed it. It returns her
// answer, by which she can ask for a write-off.
func (p *place) longGone() (ada, ben *guest, leadsOn discord.Message) {
	p.t.Helper()
	p.may = append(p.may, unknownMember)
	ada, ben = p.owed()
	p.must(ben.In(p.here.Guild).Leave(p.ctx))
	absent, _, _ := strings.Cut(p.say("", lang.TroubleCreditor, lang.Word("Ben")), "{")
	ada.toldWith(func() { ada.slash("tab settle", with(ben, nil)) }, absent)
	p.passes(30 * 24 * time.Hour)
	leadsOn = ada.toldWith(func() { ada.slash("tab settle", with(ben, nil)) }, p.say("", lang.ButtonRelease))
	return ada, ben, leadsOn
}

// asks has Ada ask for a write-off, and returns the question as others see it.
func (p *place) asks(ada *guest, leadsOn discord.Message, others ...*guest) (question discord.Message) {
	p.t.Helper()
	form := ada.form(leadsOn, "wo")
	asked, _, _ := strings.Cut(p.say("", lang.NoticeRelease), "{")
	ada.toldWith(func() { ada.submit(form, options{"reason": "never came back"}) }, strings.Trim(asked, "*"))
	for _, one := range append(others, ada) {
		question = one.sees("the question", func(m discord.Message) bool {
			_, open := find(m, "tc")
			return open && holds(m, []string{"never came back"})
		})
	}
	return question
}

// TestAPassingFailureIsNeverTakenForHavingLeft has Discord not tell whether the creditor is there,
// at the ask and at the yes: neither is taken, and neither is given up.
func TestAPassingFailureIsNeverTakenForHavingLeft(t *testing.T) {
	p := open(t, setup{schema: true})
	p.may = append(p.may, noCode)
	ada, _, leadsOn := p.longGone()
	dov := p.guest("Dov")
	p.managers(dov)
	unfound := p.say("", lang.TroubleSettleUnfound, lang.Word("Ben"))
	untold := func() {
		p.passes(time.Hour)
		p.sim.Faults().Next(http.MethodGet, memberRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusForbidden})
	}
	form := ada.form(leadsOn, "wo")
	untold()
	ada.toldWith(func() { ada.submit(form, options{"reason": "never came back"}) }, unfound)
	question := p.asks(ada, leadsOn, dov)
	untold()
	dov.toldWith(func() { dov.press(question, "tc") }, unfound)
	p.lies(152)
	dov.toldWith(func() { dov.press(question, "tc") }, writtenOff)
	p.lies(0)
}

// TestAWriteOffLapsesWhenTheCreditorIsBack has the creditor do anything, or be found there by the
// manager's yes.
func TestAWriteOffLapsesWhenTheCreditorIsBack(t *testing.T) {
	for name, acts := range map[string]bool{"acting": true, "only there": false} {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{schema: true})
			ada, ben, leadsOn := p.longGone()
			dov := p.guest("Dov")
			p.managers(dov)
			question := p.asks(ada, leadsOn, dov)
			p.must(ben.In(p.here.Guild).Join(p.ctx))
			p.passes(time.Hour)
			lapsed := p.say("", lang.EndedBack, lang.Name("Ben"))
			if acts {
				ben.told(func() { ben.slash("settings show", nil) })
				ada.publicly(lapsed)
			} else {
				dov.toldWith(func() { dov.press(question, "tc") }, lapsed)
				ada.publicly(lapsed)
			}
			p.lies(152)
		})
	}
}

// TestTwoManagersAtOnceWriteOffOnce has two managers say yes at the same time.
func TestTwoManagersAtOnceWriteOffOnce(t *testing.T) {
	p := open(t, setup{})
	ada, _, leadsOn := p.longGone()
	cleo, dov := p.guest("Cleo"), p.guest("Dov")
	p.managers(cleo, dov)
	question := p.asks(ada, leadsOn, cleo, dov)
	yes, _ := find(question, "tc")
	done := make(chan error, 2)
	for _, one := range []*guest{cleo, dov} {
		go func() {
			_, err := one.Click(p.ctx, question.ID, yes.CustomID)
			if !slices.ContainsFunc(one.Sees(p.channel), func(m discord.Message) bool { return m.ID == question.ID }) {
				err = nil // the first yes took the question away
			}
			done <- err
		}()
	}
	p.must(<-done)
	p.must(<-done)
	ada.publicly(writtenOff)
	p.lies(0)
	who := got[sitting.Person](t)(p.db.Person(p.ctx, ada.ID().String()))
	all := got[[]tab.Booked](t)(p.db.OwnEntries(p.ctx, sitting.Server(p.here.Guild.String()), who))
	if len(all) != 2 {
		t.Errorf("Ada has %d entries, and not the hand and one write-off", len(all))
	}
}

// TestAManagersNoHoldsForADay has the debtor ask again at once, after an hour and after a day.
func TestAManagersNoHoldsForADay(t *testing.T) {
	p := open(t, setup{})
	ada, _, leadsOn := p.longGone()
	dov := p.guest("Dov")
	p.managers(dov)
	again := func(key lang.Key) {
		t.Helper()
		words, _, _ := strings.Cut(p.say("", key), "{")
		form := ada.form(leadsOn, "wo")
		ada.toldWith(func() { ada.submit(form, options{"reason": "please"}) }, words)
	}
	question := p.asks(ada, leadsOn, dov)
	ada.toldWith(func() { ada.press(question, "tn") }, "withdrew the request")
	again(lang.TroubleManagersLately)
	p.passes(time.Hour)
	question = p.asks(ada, leadsOn, dov)
	dov.toldWith(func() { dov.press(question, "tn") }, p.say("", lang.EndedDeclined, lang.Name("Dov")))
	p.passes(2 * time.Hour)
	again(lang.TroubleManagersNo)
	p.passes(24 * time.Hour)
	p.asks(ada, leadsOn, dov)
	p.lies(152)
}

// TestWhoIsErasedLeavesNoWriteOffOpen has the debtor be erased after asking. A manager who is
// erased after a yes is nobody.
func TestWhoIsErasedLeavesNoWriteOffOpen(t *testing.T) {
	for name, debtor := range map[string]bool{"the debtor": true, "the manager": false} {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{})
			ada, ben, leadsOn := p.longGone()
			dov := p.guest("Dov")
			p.managers(dov)
			question := p.asks(ada, leadsOn, dov)
			erase := func(g *guest) {
				t.Helper()
				sure := g.told(func() { g.slash("privacy erase", nil) })
				g.toldWith(func() { g.press(sure, "er") }, p.say("", lang.PrivacyErased))
			}
			if debtor {
				erase(ada)
				dov.publicly(p.say("", lang.EndedLapsed))
				return
			}
			dov.toldWith(func() { dov.press(question, "tc") }, writtenOff)
			erase(dov)
			ada.toldWith(func() { ada.slash("tab history", with(ben, nil)) }, "confirmed by "+p.say("", lang.PlayerUnknown))
			p.lies(0)
		})
	}
}

// TestTheCreditorAloneTakesAWriteOffBack though the debtor wants no proposals, and nobody else can.
func TestTheCreditorAloneTakesAWriteOffBack(t *testing.T) {
	p := open(t, setup{schema: true})
	ada, ben, leadsOn := p.longGone()
	dov := p.guest("Dov")
	p.managers(dov)
	question := p.asks(ada, leadsOn, dov)
	dov.toldWith(func() { dov.press(question, "tc") }, writtenOff)
	ada.told(func() { ada.slash("settings pings", options{"settlements": false}) })
	p.must(ben.In(p.here.Guild).Join(p.ctx))
	back := "152 pips that Ada owed you were written off. Dov agreed"
	ben.toldWith(func() { ben.slash("tab show", with(ada, nil)) }, back, p.say("", lang.BackReverse))
	if m := ben.told(func() { ben.slash("tab show", nil) }); holds(m, []string{back}) {
		t.Error("Ben is told twice")
	}
	reverse := options{"entry": "#3", "reason": "I am here"}
	ben.toldWith(func() { ben.slash("tab reverse", with(ada, reverse)) }, "Ben has reversed the write-off: Ada owes 152 pips again.")
	p.lies(152)
	ada.publicly("<@"+ada.ID().String()+">", "Ada owes 152 pips again.", "I am here")
}

// TestTheMessageOfAProposalNotifiesNobodyWhoHasLeft has a hand be voided whose winner has left.
func TestTheMessageOfAProposalNotifiesNobodyWhoHasLeft(t *testing.T) {
	const silent = 1 << 12
	for name, leaves := range map[string]bool{"left": true, "there": false} {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{})
			p.may = append(p.may, unknownMember)
			ada, ben := p.owed()
			if leaves {
				p.must(ben.In(p.here.Guild).Leave(p.ctx))
				p.passes(11 * time.Minute) // what was known of Ben is asked anew
			}
			ada.told(func() { ada.slash("tab void", options{"hand": "#1", "reason": "misdealt"}) })
			m := p.guest("Cleo").publicly("Ada has voided", "misdealt")
			if isSilent := m.Flags&silent != 0; isSilent != leaves {
				t.Errorf("it notifies nobody: %t", isSilent)
			}
			p.lies(0)
		})
	}
}

// TestWhoOwesNothingIsToldThatTheOtherHasLeft and is offered no write-off.
func TestWhoOwesNothingIsToldThatTheOtherHasLeft(t *testing.T) {
	p := open(t, setup{})
	p.may = append(p.may, unknownMember)
	ada, ben := p.owed()
	ada.told(func() { ada.slash("tab settle", with(ben, options{"pips": 152, "note": "coffee"})) })
	asked := ben.publicly("152 pips", "coffee")
	ben.told(func() { ben.press(asked, "tc") })
	p.must(ben.In(p.here.Guild).Leave(p.ctx))
	p.passes(11 * time.Minute) // what was known of Ben is asked anew
	ada.toldWith(func() { ada.slash("tab settle", with(ben, options{"pips": 1})) }, p.say("", lang.TroubleSettleAbsent, lang.Word("Ben")))
}
