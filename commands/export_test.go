package commands

import (
	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/render"
)

// Payload is what is sent of a new message, for tests of what no screen shows.
func Payload(m render.Message) rest.Payload { return draft{Message: m}.payload(nil) }

// JoinDeal is joinDeal, for tests of numbers that nobody is offered.
var JoinDeal = joinDeal

// isBusy says whether somebody brings views of any table.
func (l *lookers) isBusy() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, t := range l.at.Values() {
		if t.busy {
			return true
		}
	}
	return false
}

// Looking says whether views of who looks on are being refreshed.
func (b *Noticeboard) Looking() bool { return b.looks.isBusy() }
