package opponent

import "github.com/boathouse-rum/boathouse/engine"

// cents are hundredths of a pip.
type cents int

// heaviest is more than anything weighs.
const heaviest cents = 1 << 40

// samples is how many draws from the stock normal tries in thought.
const samples = 30

// A weighing is what normal goes by. The numbers were found by playing against
// [HoldsForRummy], with a few hundred mirrored deals for each that was tried.
type weighing struct {
	pip   cents // a pip of deadwood
	card  cents // a card of deadwood, whatever it counts: each is one more to get rid of before going out
	ahead cents // in hundredths, how far to look past the hand as it is: 100 for one more card, more for several
	harm  cents // a discard that the next seat makes a meld with
	feeds cents // a discard that can be laid off
}

// weighingFor returns the weighing for a number of players, and for the end of a
// hand, when the stock has been empty. The more players there are the less does
// a discard matter that the next of them takes, and the later hands end, so that
// a card which may match is worth keeping longer.
func weighingFor(players int, late bool) weighing {
	switch {
	case players > 2:
		return weighing{pip: 100, card: 800, ahead: 500, harm: 100, feeds: 600}
	case late:
		return weighing{pip: 100, card: 200, ahead: 200, harm: 300, feeds: 600}
	default:
		return weighing{pip: 100, card: 400, ahead: 300, harm: 300, feeds: 600}
	}
}

// load is what the deadwood of a hand weighs.
func (w *weighing) load(h engine.Hand) cents {
	return w.loose(engine.Arrange(h).Deadwood)
}

// loose is what cards weigh that are matched with nothing.
func (w *weighing) loose(h engine.Hand) cents {
	return w.pip*cents(h.Pips()) + w.card*cents(h.Len())
}
