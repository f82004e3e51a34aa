package commands_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A lateEdit is an edit with a picture that Discord holds, and what was written to its message after it.
type lateEdit struct {
	*place
	s        *slow
	ada, ben *guest
	cleo     *guest
	held     <-chan struct{}
	let      chan struct{}
}

// holds has Discord hold the next edit that brings a picture.
func (l *lateEdit) holds(route string) {
	l.held = l.sim.Faults().Next(http.MethodPatch, route, discordsim.Fault{Kind: discordsim.Reorder, Until: l.let, Delay: time.Minute, Files: true})
}

// throws has Ben end the first turn of the game.
func (l *lateEdit) throws() {
	l.ben.told(func() { l.ben.slash("draw", options{"from": "stock"}) })
	l.ben.told(func() { l.ben.slash("discard", options{"card": "QS"}) })
	<-l.held
}

// TestALateEditIsWrittenOver has an edit with a picture arrive after what was written since, though it got no answer: of a
// hand, of a view, of an answer and of the table.
func TestALateEditIsWrittenOver(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(*lateEdit) (who *guest, now discord.Message){
		"a hand": func(l *lateEdit) (*guest, discord.Message) {
			l.holds(followUpRoute)
			l.throws()
			hers := l.ada.alone(l.say("", lang.HandDraw))
			return l.ada, l.ada.told(func() { l.ada.press(hers, "pl draw stock") })
		},
		"a view": func(l *lateEdit) (*guest, discord.Message) {
			l.later(16 * time.Minute) // no hand can be written to
			l.cleo.told(func() { l.cleo.press(l.cleo.told(func() { l.cleo.press(l.cleo.board(), "mo") }), "wa") })
			l.rested()
			l.holds(followUpRoute)
			l.throws()
			l.cleo.view(l.turns("Ada"))
			l.ada.told(func() { l.ada.slash("draw", options{"from": "stock"}) })
			return l.cleo, l.cleo.view(l.plays("Ada"))
		},
		"an answer": func(l *lateEdit) (*guest, discord.Message) {
			l.ben.told(func() { l.ben.slash("draw", options{"from": "stock"}) })
			l.ben.told(func() { l.ben.slash("discard", options{"card": "QS"}) })
			question := l.ada.told(func() { l.ada.slash("rum close", nil) })
			l.ada.told(func() { l.ada.press(question, "cs") })
			l.rested()
			moment := l.cleo.toldWith(func() { l.cleo.slash("replay", options{"hand": 1}) }, l.say("", lang.ReplayTitle, lang.Hand(1)))
			l.holds(followUpRoute)
			next := l.cleo.told(func() { l.cleo.held(l.s, func() { l.cleo.press(moment, "rp 1/1n") }) })
			return l.cleo, l.cleo.told(func() { l.cleo.press(next, "rp 1/0b") })
		},
		"the table": func(l *lateEdit) (*guest, discord.Message) {
			l.holds(editRoute)
			l.throws()
			l.cleo.board(l.turns("Ada"))
			l.ada.told(func() { l.ada.slash("draw", options{"from": "stock"}) })
			return l.cleo, l.cleo.board(l.plays("Ada"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := &lateEdit{s: &slow{}, let: make(chan struct{})}
			l.place = open(t, setup{artist: artist(), late: 20 * time.Second, patience: 2 * time.Second, tables: func(t commands.Tables) commands.Tables {
				l.s.Tables = t
				return l.s
			}})
			l.may = []int{rest.CodeInvalidForm} // a picture that went with what came late
			l.ada, l.ben, l.cleo = l.guest("Ada"), l.guest("Ben"), l.guest("Cleo")
			l.game()
			l.dealt(options{"turn": "0s"}, l.ada, l.ben)
			l.rested()
			who, now := write(l)
			l.rested()
			since := l.newest()
			close(l.let)
			changes := func() (n int) {
				for _, e := range l.sim.Wire().SentTo(who.ID()) {
					if e.N > since && strings.Contains(string(e.Body), `"MESSAGE_UPDATE"`) && strings.Contains(string(e.Body), now.ID.String()) {
						n++
					}
				}
				return n
			}
			var is discord.Message
			err := who.Wait(l.ctx, func(all []discord.Message) bool { // for what comes late, and what is written over it
				i := slices.IndexFunc(all, func(m discord.Message) bool { return m.ID == now.ID })
				if i >= 0 {
					is = all[i]
				}
				return changes() >= 2 && is.Text() == now.Text()
			})
			if err != nil {
				t.Errorf("it was %s\nand is %s: %v", now.Text(), is.Text(), err)
			}
		})
	}
}

// TestWhatIsRepeatedIsDoubtedToo has an edit of a hand get no good answer and be repeated, which Discord takes: the first may arrive yet. What is written then is
// written once more. The control is a hand of which no edit was lost.
func TestWhatIsRepeatedIsDoubtedToo(t *testing.T) {
	for name, lost := range map[string]bool{"repeated": true, "at once": false} {
		t.Run(name, func(t *testing.T) {
			p := open(t, setup{late: time.Second})
			ada, ben := p.guest("Ada"), p.guest("Ben")
			p.game()
			p.dealt(options{"turn": "0s"}, ada, ben)
			ada.told(func() { ada.slash("hand", nil) })
			p.rested()
			if lost {
				p.may = []int{0}
				struck := p.sim.Faults().Next(http.MethodPatch, followUpRoute, discordsim.Fault{Kind: discordsim.StatusAfter, Status: http.StatusBadGateway})
				defer func() { <-struck }()
			}
			ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
			ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
			hers := ada.alone(p.say("", lang.HandDraw))
			p.rested()
			since := p.newest()
			ada.told(func() { ada.press(hers, "pl draw stock") })
			writes := func() (n int) {
				for _, e := range p.sim.Wire().SentTo(ada.ID()) {
					if e.N > since && strings.Contains(string(e.Body), `"MESSAGE_UPDATE"`) && strings.Contains(string(e.Body), hers.ID.String()) {
						n++
					}
				}
				return n
			}
			want := 1
			if lost {
				want = 2
			}
			if err := ada.Wait(p.ctx, func([]discord.Message) bool { return writes() >= want }); err != nil {
				t.Errorf("written %d times: %v", writes(), err)
			}
			time.Sleep(1500 * time.Millisecond)
			if n := writes(); n != want {
				t.Errorf("written %d times, not %d", n, want)
			}
		})
	}
}
