package sqlstore

import (
	"database/sql/driver"
	"strings"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// mayOpen refuses a table that is one too many beside the others. It is asked in
// the transaction that opens the table, so two can't be opened at once on one place.
func (w *Tx) mayOpen(id int64, opener sitting.Person, server sitting.Server, most table.Limits) error {
	if server == "" { // the opener's alone
		return nil
	}
	if most.Person > 0 {
		var dest [2]driver.Value
		if _, err := w.said.OwnTables.Row(dest[:], string(opener), id); err != nil {
			return err
		}
		if dest[0].(int64) >= int64(most.Person) {
			no := &sitting.Refusal{Code: sitting.OwnTables, Most: most.Person}
			for _, id := range strings.Fields(dest[1].(string)) {
				no.Channels = append(no.Channels, sitting.Channel(id))
			}
			return no
		}
	}
	if most.Server > 0 {
		var dest [1]driver.Value
		if _, err := w.said.ServerTables.Row(dest[:], string(server), id); err != nil {
			return err
		}
		if dest[0].(int64) >= int64(most.Server) {
			return &sitting.Refusal{Code: sitting.ServerTables, Most: most.Server}
		}
	}
	return nil
}
