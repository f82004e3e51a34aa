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
