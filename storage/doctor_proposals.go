package storage

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// What a row of tables is.
const (
	SortTable    = 0
	SortProposal = 1
)

// agree has the audit of a proposal take an event, and enters into the tab what
// was agreed to.
func (r *replay) agree(e *EventRow, note string) error {
	ev, err := tab.DecodeEvent(e.Kind, e.Body, note)
	if err != nil {
		r.spoil(EventUnread, e.Seq, e.Kind)
	}
	if r.pact != nil {
		if err := r.pact.Next(ev, e.At); err != nil {
			r.spoil(CourseBroken, e.Seq, err.Error())
		}
	}
	if agreed, ok := ev.(tab.Agreed); ok && r.pact != nil {
		if err := r.enterAgreed(e, &agreed); err != nil {
			return err
		}
		// Somebody asked for it, and it brought something: what was added past the store has no such ties.
		receipt, rest := CutTie(e.Ties, TieReceipt)
		if head, _ := CutTie(rest, TieTab); receipt == nil || head == nil {
			r.find(ReceiptMissing, e.Seq, "of what was agreed to")
		}
	}
	for i := 0; i < len(r.owing); i++ {
		if p := r.owing[i]; p.Seq == e.Seq {
			r.due(p, e)
			r.owing = append(r.owing[:i], r.owing[i+1:]...)
			i--
		}
	}
	r.ties(e, "")
	if r.seq == r.row.Stored && r.pact != nil && r.pact.Proposal().Stage != tab.Open {
		r.end()
		delete(r.replays, e.Table)
	}
	return nil
}

// enterAgreed enters what a proposal brings into the tab as it must be.
func (r *replay) enterAgreed(e *EventRow, agreed *tab.Agreed) error {
	p := r.pact.Proposal()
	server := sitting.Server(p.Tab)
	t := r.tip(server)
	undone, at, err := r.undoes(&p, agreed.Undid, t)
	if err != nil {
		return err
	}
	if len(undone) < len(agreed.Undid) {
		r.spoil(CourseBroken, e.Seq, "it undoes what it can't")
		return nil
	}
	row := EntryRow{Layout: LayoutKind, Server: server, At: e.At}
	for _, line := range p.Lines(string(r.row.Head.Table), undone) {
		t.seq++
		row.Seq, row.Entry, row.From = t.seq, line.Entry, SourceOf(line.From)
		t.hash = r.hash.Entry(t.hash, &row)
		if places := r.places[server]; places != nil {
			if err := r.compareLine(places, &row); err != nil {
				return err
			}
		}
	}
	r.countSides(t, server, &agreed.Was, -1)
	if void, ok := p.Change.(tab.Void); ok && r.plain[void.Hand] {
		agreed.Was.Rummy = false // voided as a rummy when all at once counted as one in any play
	}
	for _, who := range agreed.Was.People {
		none := agreed.Was.Tally(who)
		r.countTally(t, Quarter{server, who, tab.QuarterOf(at)}, tab.Tally{Hands: -none.Hands, Wins: -none.Wins, Rummies: -none.Rummies})
	}
	return nil
}

// undoes returns the entries that a proposal undoes, as far as it can, and when the
// last of them was stored.
func (r *replay) undoes(p *tab.Proposal, seqs []int64, t *tip) (undone []tab.Line, at int64, err error) {
	var from tab.Source
	switch c := p.Change.(type) {
	case tab.Undo:
		from = c.From
	case tab.Void:
		from = c.Hand
	case tab.Reclaim:
		from = c.From
	case tab.Settle, tab.Forgive, tab.LetGo, tab.Release:
		return nil, 0, nil
	}
	low, high := Between(*p)
	for _, seq := range seqs {
		row, found, err := r.rows.EntryAt(sitting.Server(p.Tab), seq)
		if err != nil {
			return nil, 0, err
		}
		isTheirs := low == "" || Pair(row.Person, row.Other) == Pair(low, high)
		if !found || seq > t.seq || t.undone[seq] || row.From != SourceOf(from) || !isTheirs {
			continue
		}
		if t.undone == nil {
			t.undone = make(map[int64]bool)
		}
		t.undone[seq], at = true, row.At
		undone = append(undone, tab.Line{Entry: row.Entry, Seq: seq, From: from})
	}
	return undone, at, nil
}

// compareLine compares an entry with the one that a proposal must have brought.
func (r *replay) compareLine(p *places, want *EntryRow) error {
	has, found, err := r.rows.EntryAt(want.Server, want.Seq)
	switch {
	case err != nil:
		return err
	case !found:
		p.wrong = append(p.wrong, Finding{Code: DebtMissing, Table: r.row.Head.Table, Server: want.Server, Seq: want.Seq})
		return nil
	}
	if p.last, p.known[want.Seq] = want.Seq, true; has.Entry != want.Entry || has.At != want.At || has.From != want.From {
		p.wrong = append(p.wrong, Finding{Code: DebtChanged, Table: r.row.Head.Table, Server: want.Server, Seq: want.Seq})
	}
	return nil
}

// endProposal compares what is kept of a proposal with what its events have come to.
func (r *replay) endProposal() {
	p := r.pact.Proposal()
	low, high := Between(p)
	wake := int64(0)
	if p.Stage == tab.Open {
		wake = p.Until
	}
	r.columns([]column{
		{"server", string(r.row.Head.Server) != p.Tab},
		{"channel", r.row.Head.Channel != ""},
		{"open", (r.row.Open == 1) != (p.Stage == tab.Open) || r.row.Open&^1 != 0},
		{"opener", r.row.Opener != ""},
		{"moved", r.row.Moved != r.at},
		{"waits", r.row.Waits != ""},
		{"wake", r.row.Wake != wake},
		{"low", r.row.Low != low},
		{"high", r.row.High != high},
	})
	for _, post := range r.owing {
		r.find(PostChanged, post.ID, "no event asks for it")
	}
	r.owing = nil
}
