package commands_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// TestAResultGoesBeforeAnEditThatWaits has Discord take no edit for a while, when a hand ends.
func TestAResultGoesBeforeAnEditThatWaits(t *testing.T) {
	p := open(t, setup{lend: -1})
	p.may = []int{0}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	p.rested()
	since := p.newest()
	struck := p.sim.Faults().Next(http.MethodPatch, messageRoute, discordsim.Fault{Kind: discordsim.Status429, RetryAfter: 10 * time.Second})
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	<-struck
	ben.told(func() { ben.slash("goout", nil) })
	m := ada.result()
	ada.told(func() { ada.press(m, "nx") }) // the seal is stored
	p.rested()
	var order []string
	for _, sent := range p.spent(since) {
		method, _, _ := strings.Cut(sent, " ")
		order = append(order, method)
	}
	if want := []string{http.MethodPatch, http.MethodPost}; len(order) < 3 || !slices.Equal(order[:2], want) {
		t.Errorf("sent in the order %v, want the edit that is refused, the result, and then the table", order)
	}
}

// TestATableThatMayHaveBeenPostedGivesWayAndIsCurrent loses the answer to a new table message with its picture, or has Discord
// break when it has taken it, and has the one without wait, when a hand ends: the first shows what was so then.
func TestATableThatMayHaveBeenPostedGivesWayAndIsCurrent(t *testing.T) {
	for name, fault := range map[string]discordsim.Fault{
		"cut off": {Kind: discordsim.DropAfterEffect, Files: true},
		"broken":  {Kind: discordsim.StatusAfter, Status: http.StatusBadGateway, Files: true},
	} {
		t.Run(name, func(t *testing.T) { postedAndGivesWay(t, fault) })
	}
}

func postedAndGivesWay(t *testing.T, fault discordsim.Fault) {
	t.Helper()
	p := pictured(t, setup{lend: -1})
	p.may = []int{0}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	p.rested()
	lost := p.sim.Faults().Next(http.MethodPost, messagesRoute, fault)
	refused := p.sim.Faults().Next(http.MethodPost, messagesRoute, discordsim.Fault{Kind: discordsim.Status429, RetryAfter: 5 * time.Second})
	p.must(p.house.Repost(p.ctx, p.look().ID))
	<-lost
	<-refused
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	ben.told(func() { ben.slash("goout", nil) })
	ada.result()
	p.rested()
	if stands := ada.boards(); len(stands) != 1 || strings.Contains(stands[0].Text(), p.turns("Ben")) {
		t.Errorf("%d tables stand, the first with %q", len(stands), stands[0].Text())
	}
}
