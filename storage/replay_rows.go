package storage

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
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
	if author, err := r.author(e); err != nil || string(author) != row.Author {
		r.find(TextChanged, e.Seq, "its author")
	}
	return row.Text, nil
}

// author returns whose the free text of an event is.
func (r *replay) author(e *EventRow) (sitting.Person, error) {
	if r.row.Sort == SortProposal {
		ev, err := tab.DecodeEvent(e.Kind, e.Body, "")
		proposed, _ := ev.(tab.Proposed)
		return proposed.By, err
	}
	ev, err := sitting.DecodeEvent(e.Kind, e.Body, "")
	if err != nil {
		return "", err
	}
	return sitting.Named(ev), nil
}

// ties looks at what ties an event to rows beside it, one of them of the person whom it
// names; empty: nobody.
func (r *replay) ties(e *EventRow, named sitting.Person) {
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
	if receipt != nil && e.ID > r.LetGo {
		r.receipts.add(receipt)
	}
	if named != "" {
		r.names(named, person, e.ID, r.row.Head.Table, e.Seq)
	}
	server, known := r.server()
	if head == nil || !known {
		return
	}
	if tip := r.tip(server); !tip.unsure && string(head) != string(tip.hash[:]) {
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
	keyed := receipt != nil && e.ID > r.LetGo && !p.Kind.IsCall()
	r.Doctor.owed[p.ID] = &owed{table: r.row.Head.Table, post: p, keyed: keyed}
}
