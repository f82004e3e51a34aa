package commands_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// lending is a game of Ada and Ben whose table is changed by clicks on it for so long.
func lending(t *testing.T, lend time.Duration) (p *place, ada, ben *guest) {
	seen := new(sync.Map)
	p = open(t, setup{lend: lend, wire: func(in map[string]any) { seen.Store(in["token"], nil) }})
	p.secrets = seen
	ada, ben = p.guest("Ada"), p.guest("Ben")
	p.game()
	p.dealt(nil, ada, ben)
	p.rested()
	return p, ada, ben
}

// edits counts those of the table since an entry of the wire: by clicks, and by the bot's own token.
func (p *place) edits(since uint64) (clicks, own int) {
	for _, e := range p.sim.Wire().SentByBot() {
		switch {
		case e.N <= since || e.Method != http.MethodPatch:
		case strings.HasPrefix(e.Path, "/channels/"):
			own++
		case strings.HasSuffix(e.Path, "/messages/@original"):
			clicks++
		}
	}
	return clicks, own
}

// TestATableIsChangedByAClickOnIt plays while the click that dealt is good, after it, and after another tap on the table.
// No interaction's token is in the log.
func TestATableIsChangedByAClickOnIt(t *testing.T) {
	p, ada, ben := lending(t, 14*time.Minute)
	turn := func(who, next *guest, card string, clicks, own int) {
		t.Helper()
		since := p.newest()
		who.told(func() { who.slash("draw", options{"from": "stock"}) })
		who.told(func() { who.slash("discard", options{"card": card}) })
		p.rested()
		next.board(p.turns(next.Name()))
		if c, o := p.edits(since); (c > 0) != (clicks > 0) || (o > 0) != (own > 0) {
			t.Errorf("%s's turn: %d edits by clicks, %d by the bot's token", who.Name(), c, o)
		}
	}
	turn(ben, ada, "QS", 1, 0)
	p.later(16 * time.Minute)
	turn(ada, ben, "JD", 0, 1)
	if m := ben.hand(); len(m.Components) == 0 || len(ben.private()) == 0 {
		t.Error("a tap on the table brings no hand")
	}
	p.rested()
	turn(ben, ada, "2D", 1, 0)
}

// TestAClickThatIsSpentIsUsedNoMore has Discord not know a click's token any more, in each way: the table is changed by the
// bot's own, at once and from then on.
func TestAClickThatIsSpentIsUsedNoMore(t *testing.T) {
	for name, spend := range map[string]func(p *place){
		"unknown": func(p *place) {
			p.sim.Faults().Next(http.MethodPatch, followUpRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusNotFound})
		},
		"refused": func(p *place) {
			p.sim.Faults().Next(http.MethodPatch, followUpRoute, discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusUnauthorized})
		},
		"over": func(p *place) { p.later(16 * time.Minute) }, // and the bot doesn't know
	} {
		t.Run(name, func(t *testing.T) {
			p, ada, ben := lending(t, time.Hour)
			p.may = []int{0, 50027}
			p.later(time.Minute) // no hand is open
			since := p.newest()
			ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
			p.rested()
			if c, o := p.edits(since); c == 0 || o > 0 {
				t.Errorf("before: %d edits by clicks, %d by the bot's token", c, o)
			}
			spend(p)
			p.rested()
			since = p.newest()
			ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
			ada.board(p.turns("Ada"))
			p.rested()
			if _, o := p.edits(since); o != 1 {
				t.Errorf("then: %d edits by the bot's token", o)
			}
			since = p.newest()
			ada.told(func() { ada.slash("draw", options{"from": "stock"}) })
			ada.board(p.plays("Ada"))
			p.rested()
			if _, o := p.edits(since); o != 1 {
				t.Errorf("from then on: %d edits by the bot's token", o)
			}
		})
	}
}

// TestWhereAChannelTakesNoMoreByClicksTheBotsOwnTokenChangesTheTable has Discord refuse by the limit of a place: nothing
// waits for that.
func TestWhereAChannelTakesNoMoreByClicksTheBotsOwnTokenChangesTheTable(t *testing.T) {
	p, ada, ben := lending(t, 14*time.Minute)
	p.may = []int{0}
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	p.rested()
	since := p.newest()
	p.sim.Faults().Next(http.MethodPatch, followUpRoute, discordsim.Fault{Kind: discordsim.Status429, Shared: true, RetryAfter: 10 * time.Minute})
	p.sim.Faults().Next(http.MethodPatch, followUpRoute, discordsim.Fault{Kind: discordsim.Status429, Shared: true, RetryAfter: 10 * time.Minute})
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	ada.board(p.turns("Ada"))
	p.rested()
	if _, own := p.edits(since); own != 1 {
		t.Errorf("%d edits by the bot's token", own)
	}
}
