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
	struck := p.sim.Faults().Next(http.MethodPatch, messageRoute, discordsim.Fault{Kind: discordsim.Status429, RetryAfter: 4 * time.Second})
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

// TestATableThatMayHaveBeenPostedGivesWayAndIsCurrent loses the answer to a new table message with its picture, and has the
// one without wait, when a hand ends: Discord may have taken the first, which shows what was so then.
func TestATableThatMayHaveBeenPostedGivesWayAndIsCurrent(t *testing.T) {
	p := pictured(t, setup{lend: -1})
	p.may = []int{0}
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.quick()
	p.dealt(nil, ada, ben)
	p.rested()
	lost := p.sim.Faults().Next(http.MethodPost, messagesRoute, discordsim.Fault{Kind: discordsim.DropAfterEffect, Files: true})
	refused := p.sim.Faults().Next(http.MethodPost, messagesRoute, discordsim.Fault{Kind: discordsim.Status429, RetryAfter: 3 * time.Second})
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
