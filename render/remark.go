package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// remarkKeys are the sentences of the facts that computers remark on.
//
//nolint:gochecknoglobals // constant table
var remarkKeys = [...]lang.Key{
	sitting.WonRummy: lang.RemarkWonRummy, sitting.WonDear: lang.RemarkWonDear, sitting.WonNarrow: lang.RemarkWonNarrow,
	sitting.WonOut: lang.RemarkWonOut, sitting.WonStuck: lang.RemarkWonStuck,
	sitting.Threw: lang.RemarkThrew, sitting.LostDear: lang.RemarkLostDear, sitting.LostRummy: lang.RemarkLostRummy,
	sitting.LostNarrow: lang.RemarkLostNarrow, sitting.Lost: lang.RemarkLost,
	sitting.Stuck: lang.RemarkStuck,
}

// remarkOf is what a computer says of the last hand; empty for none.
func remarkOf(r sitting.Remark, players []who) sentence {
	if r.Fact == 0 {
		return sentence{}
	}
	says := sentence{key: remarkKeys[r.Fact], n: r.Pips, other: sits(players, r.Of)}
	if r.Card != engine.NoCard {
		says.cards = []engine.Card{r.Card}
	}
	return sentence{key: lang.SettingsLine, name: sits(players, r.Seat), word: says}
}
