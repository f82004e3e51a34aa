package commands_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// TestACallThatCantBeDeletedThereHoldsNobodyUp has Discord refuse to delete a call that was made by
// direct message: the next one at the table is called all the same, and the table shows it.
func TestACallThatCantBeDeletedThereHoldsNobodyUp(t *testing.T) {
	p := open(t, setup{})
	p.may = []int{0} // what Discord answers to the deletion
	ada, ben := p.guest("Ada"), p.guest("Ben")
	p.game()
	ben.toldWith(func() { ben.slash("settings pings", options{"where": "dm"}) }, p.say("en-US", lang.HabitCallsDm))
	p.lobby(nil, ada, ben)
	p.later(2 * time.Minute)
	ada.told(func() { ada.press(ada.board(), "st") })
	ada.playing(1)
	p.settled()
	var struck []<-chan struct{}
	for range 12 {
		struck = append(struck, p.sim.Faults().Next("DELETE", "/channels/{channel_id}/messages/{message_id}", discordsim.Fault{Kind: discordsim.StatusBefore, Status: http.StatusForbidden}))
	}
	p.later(2 * time.Minute)
	ben.told(func() { ben.slash("draw", options{"from": "stock"}) })
	ben.told(func() { ben.slash("discard", options{"card": "QS"}) })
	ada.sees("a call", isCall)
	ada.board(p.turns("Ada"))
	<-struck[0]
}
