package sqlstore

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// A parcel is a batch made ready by its caller, so that the writer has less to do.
type parcel struct {
	batch  *table.Batch
	at     int64 // unix ms
	events []storage.Sealed
	lines  []tab.Line // that it brings to the tab, unnumbered
	ties   []byte     // of the last event: to the receipt and to the tab
	deed   *deed      // of a proposal; nil: it is a table's
}

// Append stores a batch as [table.Store] says. In a file an error of ctx means that nothing was stored; so does a *FullError and any
// error but a *FatalError, after which nobody can know until it is opened again. Of a server that gave no answer nobody knows what it
// has stored, whatever the error: the batch's key tells.
func (d *Store) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
	p := parcel{batch: &b, at: b.At.UnixMilli(), events: make([]storage.Sealed, len(b.Events))}
	var h storage.Hasher
	for i, e := range b.Events {
		p.events[i] = storage.Seal(e, &h)
	}
	entries, err := tab.Entries(b.Ended.Debts)
	if err != nil {
		return table.Receipt{}, fmt.Errorf("storage: debts of %s hand %d: %w", b.Table, b.Ended.Hand.Hand, err)
	}
	from := tab.Hand{Table: string(b.Table), Number: b.Ended.Hand.Hand, Again: b.Ended.Hand.Again}
	for _, e := range entries {
		p.lines = append(p.lines, tab.Line{Entry: e, From: from})
	}
	return d.put(ctx, &p, b.From > 0) // a table that is opened may be one too many
}

// put stores a parcel; bare says that it refuses nothing any more once it has written
// something.
func (d *Store) put(ctx context.Context, p *parcel, bare bool) (table.Receipt, error) {
	var receipt table.Receipt
	err := d.submit(ctx, bare, func(w *Tx) (err error) {
		receipt, err = w.append(p)
		return err
	})
	if err != nil {
		return table.Receipt{}, err
	}
	return receipt, nil
}

// append stores one batch inside the transaction under way. The key comes first:
// a batch that is stored already must not run into what it has itself changed.
func (w *Tx) append(p *parcel) (table.Receipt, error) {
	b := p.batch
	h, stored, err := w.keeper.Hold(b.Table, b.Fence)
	if errors.Is(err, table.ErrFenced) {
		return w.recall(b.Key, table.ErrFenced)
	}
	if err != nil {
		return table.Receipt{}, err
	}
	if h.Seq != b.From {
		return w.recall(b.Key, table.ErrConflict)
	}
	if err := w.hold(p, stored); err != nil {
		return table.Receipt{}, err
	}
	if err := w.may(p); isRefused(err) || errors.Is(err, table.ErrConflict) {
		return w.recall(b.Key, err)
	} else if err != nil {
		return table.Receipt{}, err
	}
	links, err := w.link(p)
	if err != nil {
		return table.Receipt{}, err
	}
	r := table.Receipt{Table: b.Table, From: b.From, To: b.From + int64(len(p.events))}
	if r.Owed, err = w.number(b.Owes); err != nil {
		return table.Receipt{}, err
	}
	if len(links) > 0 {
		r.TabHead = hex.EncodeToString(links[len(links)-1].hash[:])
	}
	p.ties = nil
	if b.Key != "" {
		owed := storage.PackPosts(r.Owed)
		p.ties = storage.AppendTie(p.ties, storage.TieReceipt, storage.HashReceipt(&w.hash, b.Key, string(b.Table), r.From, r.To, owed, r.TabHead))
		if !slices.ContainsFunc(p.events, func(e storage.Sealed) bool { return e.Named != "" }) { // whom it may tie
			w.keeper.Expect(len(p.events))
		}
		added, err := w.said.AddKey.Run(b.Key, string(b.Table), r.From, r.To, owed, r.TabHead)
		if err != nil {
			return table.Receipt{}, err
		}
		if added == 0 {
			return w.recall(b.Key, table.ErrConflict)
		}
	}
	w.Wrote = true
	if len(links) > 0 {
		p.ties = storage.AppendTie(p.ties, storage.TieTab, links[len(links)-1].hash)
	}
	if !stored {
		if h, err = w.open(p); err != nil {
			return table.Receipt{}, err
		}
	}
	if b.Lang != "" {
		if err := w.said.SetLang.Tell(b.Lang, string(b.By)); err != nil {
			return table.Receipt{}, err
		}
	}
	return r, w.fill(p, h, r.Owed, links)
}

// may returns why a batch isn't stored though nothing is in its way.
func (w *Tx) may(p *parcel) error {
	if err := w.mayAgree(p); err != nil {
		return err
	}
	return w.mayAsk(p)
}

func isRefused(err error) bool {
	var books *tab.Refusal
	var asks *sitting.Refusal
	return errors.As(err, &books) || errors.As(err, &asks)
}

// hold holds what a batch changes beside its own table, in the order of a [Keeper].
func (w *Tx) hold(p *parcel, stored bool) error {
	if !stored {
		if err := w.keeper.HoldOpening(); err != nil {
			return err
		}
	}
	if p.deed != nil || len(p.lines)+len(p.batch.Ended.Outcome.People) > 0 {
		return w.keeper.HoldTab(p.batch.Head.Server)
	}
	return nil
}

// fill writes what a batch holds to its table, which ends at h.
func (w *Tx) fill(p *parcel, h Head, owed []table.Post, links []link) error {
	if err := w.addEvents(&h, p); err != nil {
		return err
	}
	if c := p.batch.Checkpoint; c != nil {
		sum := w.hash.Checkpoint(h.Hash, p.batch.Table, c)
		if err := w.said.SetCheckpoint.Tell(h.ID, c.Seq, int64(c.Hand), c.Texts, c.Body, sum[:]); err != nil {
			return err
		}
	}
	if err := w.addEntries(p, h.ID, links); err != nil {
		return err
	}
	if err := w.addPlays(p); err != nil {
		return err
	}
	if err := w.addAsks(p, h.ID); err != nil {
		return err
	}
	for _, post := range owed {
		if err := w.said.AddPost.Tell(post.ID, h.ID, int64(post.Kind), int64(post.Hand), post.Seq, string(post.To.Channel), string(post.To.Person)); err != nil {
			return err
		}
	}
	if err := w.move(&h, p, len(owed)); err != nil {
		return err
	}
	if p.batch.Erase > 0 {
		if err := w.said.DropText.Tell(string(p.batch.Table), p.batch.Erase); err != nil {
			return err
		}
		w.keeper.Wipe()
	}
	w.keeper.Moved(p.batch.Table, h)
	return nil
}

// recall returns the receipt of a key as repeated, or the given error when there
// is none.
func (w *Tx) recall(key string, none error) (table.Receipt, error) {
	if key == "" {
		return table.Receipt{}, none
	}
	var dest [5]driver.Value
	found, err := w.said.FindKey.Row(dest[:], key)
	if err != nil {
		return table.Receipt{}, err
	}
	if !found {
		return table.Receipt{}, none
	}
	owed, _ := dest[3].([]byte)
	r, err := readReceipt(dest[0].(string), dest[1].(int64), dest[2].(int64), owed, dest[4].(string))
	r.Repeated = true
	return r, err
}

// readReceipt reads a row of keys.
func readReceipt(id string, from, to int64, owed []byte, tabHead string) (table.Receipt, error) {
	posts, err := storage.UnpackPosts(owed)
	return table.Receipt{Table: sitting.ID(id), From: from, To: to, Owed: posts, TabHead: tabHead}, err
}

// open adds the row of a new table.
func (w *Tx) open(p *parcel) (Head, error) {
	if p.deed != nil {
		return w.propose(p)
	}
	b := p.batch
	to := &b.Head
	var opener sitting.Person
	for _, e := range b.Events {
		if opened, ok := e.(sitting.Opened); ok {
			opener = opened.Host
		}
	}
	id, err := newID(w.said.AddTable, string(to.Table), string(to.Server), string(to.Channel), AsInt(to.Open), string(opener))
	if IsConstraint(err) {
		return Head{}, table.ErrChannelTaken
	}
	if err == nil {
		err = w.mayOpen(id, opener, to.Server, b.Limits)
	}
	return Head{ID: id, Open: to.Open}, err
}

// newID runs a statement that returns the id of the row that it adds.
func newID(s *Statement, values ...driver.Value) (int64, error) {
	var dest [1]driver.Value
	if _, err := s.Row(dest[:], values...); err != nil {
		return 0, err
	}
	return dest[0].(int64), nil
}

// addEvents adds events to the end of a table and moves h there. Who is tied to an
// event is so before it has its id, and whoever waits for that gets a higher one: no
// event names a person before the one that says who they are.
func (w *Tx) addEvents(h *Head, p *parcel) (err error) {
	for i := range p.events {
		e := &p.events[i]
		if e.Ties, err = w.tiePerson(e.Named); err != nil {
			return err
		}
		switch last := i == len(p.events)-1; {
		case last && e.Ties == nil:
			e.Ties = p.ties
		case last:
			e.Ties = append(e.Ties, p.ties...)
		}
	}
	if w.ids, err = w.keeper.IDs(w.ids[:0], len(p.events)); err != nil {
		return err
	}
	for i := range p.events {
		e := &p.events[i]
		h.Seq++
		link := w.hash.Event(h.Hash, p.batch.Table, h.Seq, p.at, e)
		err := w.said.AddEvent.Tell(w.ids[i], h.ID, h.Seq, p.at, e.Kind, e.Body, e.TextHash, e.Ties, h.Hash[:], link[:])
		if IsConstraint(err) {
			return w.keeper.Clash(err)
		}
		if err != nil {
			return err
		}
		h.Hash = link
		if e.TextHash == nil {
			continue
		}
		if err := w.said.AddText.Tell(h.ID, h.Seq, string(e.Author), e.Salt, e.Text); err != nil {
			return err
		}
	}
	return nil
}

// move brings the row of a table up to its new head.
func (w *Tx) move(h *Head, p *parcel, posts int) error {
	to := &p.batch.Head
	if err := w.said.MoveTable.Tell(h.Seq, p.at, storage.Millis(p.batch.Wake), string(p.batch.Waits), int64(posts), h.ID); err != nil {
		return err
	}
	if h.Open == to.Open {
		return nil
	}
	h.Open = to.Open
	err := w.said.OpenTable.Tell(AsInt(to.Open), h.ID)
	return err
}

// AsInt is a truth as it is stored.
func AsInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
