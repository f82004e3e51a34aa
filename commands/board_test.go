package commands

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/table"
)

func TestEveryTurnIsAnother(t *testing.T) {
	at := func(hand, again, number int, phase table.Phase) table.Snapshot {
		return table.Snapshot{Hand: hand, Again: again, View: engine.View{Turns: number}, Phase: phase}
	}
	named := make(map[turn]table.Snapshot)
	for _, s := range []table.Snapshot{
		at(0, 0, 0, table.Lobby), at(1, 0, 0, table.Playing), at(1, 0, 1, table.Playing), at(1, 0, 1, table.Between),
		at(1, 1, 0, table.Playing), at(1, 1, 1, table.Playing), at(2, 0, 0, table.Playing), at(2, 0, 0, table.Ended),
	} {
		name := turnOf(&s)
		if same, has := named[name]; has || name == (turn{}) {
			t.Errorf("%+v is named like %+v", s, same)
		}
		named[name] = s
	}
}
