package storage

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// text returns the free text of an event: empty when it has none, or it was
// erased, or isn't what it was.
func (r *replay) text(e *EventRow) (string, error) {
	if e.TextHash == nil {
		return "", nil
	}
	row, found, err := r.rows.Text(e.Table, e.Seq)
	if err != nil || !found {
		return "", err
	}
	r.Texts++
	if sum := r.hash.Text(row.Salt, row.Text); string(sum[:]) != string(e.TextHash) {
		r.find(TextChanged, e.Seq, "")
		return "", nil
	}
	if ev, err := sitting.DecodeEvent(e.Kind, e.Body, ""); err != nil || string(sitting.Named(ev)) != row.Author {
		r.find(TextChanged, e.Seq, "its author")
	}
	return row.Text, nil
}

// ties looks at what ties an event to rows beside it.
func (r *replay) ties(e *EventRow, ev sitting.Event) {
	var person, receipt, head []byte
	if len(e.Ties) > 0 {
		if r.tied == 0 {
			r.tied = e.ID
		}
		var rest []byte
		person, rest = CutTie(e.Ties, TiePerson)
		receipt, rest = CutTie(rest, TieReceipt)
		head, _ = CutTie(rest, TieTab)
	}
	if receipt != nil {
		r.receipts.add(receipt)
	}
	if ev != nil {
		if p := sitting.Named(ev); p != "" {
			r.names(p, person, e.ID, r.row.Head.Table, e.Seq)
		}
	}
	if head == nil || r.audit == nil {
		return
	}
	if tip := r.tip(r.audit.Head().Server); !tip.unsure && string(head) != string(tip.hash[:]) {
		r.Add(Finding{Code: TabRewritten, Table: r.row.Head.Table, Server: r.row.Head.Server, Seq: e.Seq})
		tip.unsure = true
	}
}

// hollow says whether there is nothing in what would rather be nil: its hash is the same.
func (e *EventRow) hollow() bool {
	return e.TextHash != nil && len(e.TextHash) == 0 || e.Ties != nil && len(e.Ties) == 0
}

// due notes that a post tells of an event. A call may have been asked for later
// than by the batch of the event; any other post was not.
func (r *replay) due(p table.Post, e *EventRow) {
	if r.Doctor.owed == nil {
		return
	}
	_, rest := CutTie(e.Ties, TiePerson)
	receipt, _ := CutTie(rest, TieReceipt)
	keyed := receipt != nil && !p.Kind.IsCall()
	r.Doctor.owed[p.ID] = &owed{table: r.row.Head.Table, post: p, keyed: keyed}
}
