package sqlite

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"fmt"
	"time"

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

// Claim gives an owner to the caller, as [table.Store] says. One process has the
// file, as long as it is open, so every fence is good.
func (d *DB) Claim(context.Context, table.OwnerID, time.Duration) (table.Fence, error) { return 0, nil }

// Fresh returns nil: see [DB.Claim].
func (d *DB) Fresh(context.Context, table.OwnerID, table.Fence) error { return nil }

// Append stores a batch as [table.Store] says. An error of ctx means that
// nothing was stored; so does a *FullError and any error but a *FatalError,
// after which nobody can know until the file is opened again.
func (d *DB) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
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
	return d.submit(ctx, &p, b.From > 0) // a table that is opened may be one too many
}

// submit has the writer store a parcel; bare says that it refuses nothing any more once
// it has written something.
func (d *DB) submit(ctx context.Context, p *parcel, bare bool) (table.Receipt, error) {
	var receipt table.Receipt
	err := d.writer.queue.submitJob(ctx, &job{
		bare: bare,
		do: func(w *writer) (err error) {
			receipt, err = w.append(p)
			return err
		},
	})
	if err != nil {
		return table.Receipt{}, err
	}
	return receipt, nil
}

// append stores one batch inside the transaction under way. The key comes first:
// a batch that is stored already must not run into what it has itself changed.
func (w *writer) append(p *parcel) (table.Receipt, error) {
	b := p.batch
	h, stored, err := w.headOf(b.Table)
	if err != nil {
		return table.Receipt{}, err
	}
	if h.seq != b.From {
		return w.recall(b.Key, table.ErrConflict)
	}
	if err := w.mayAgree(p); err != nil {
		return w.recall(b.Key, err)
	}
	links, err := w.link(p)
	if err != nil {
		return table.Receipt{}, err
	}
	r := table.Receipt{Table: b.Table, From: b.From, To: b.From + int64(len(p.events)), Owed: w.number(b.Owes)}
	if len(links) > 0 {
		r.TabHead = hex.EncodeToString(links[len(links)-1].hash[:])
	}
	p.ties = nil
	if b.Key != "" {
		owed := storage.PackPosts(r.Owed)
		p.ties = storage.AppendTie(p.ties, storage.TieReceipt, storage.HashReceipt(&w.hash, b.Key, string(b.Table), r.From, r.To, owed, r.TabHead))
		added, err := w.said.AddKey.run(b.Key, string(b.Table), r.From, r.To, owed, r.TabHead)
		if err != nil {
			return table.Receipt{}, err
		}
		if added == 0 {
			return w.recall(b.Key, table.ErrConflict)
		}
	}
	w.wrote = true
	if len(links) > 0 {
		p.ties = storage.AppendTie(p.ties, storage.TieTab, links[len(links)-1].hash)
	}
	if !stored {
		if h, err = w.open(p); err != nil {
			return table.Receipt{}, err
		}
	}
	if b.Lang != "" {
		if _, err := w.said.SetLang.run(b.Lang, string(b.By)); err != nil {
			return table.Receipt{}, err
		}
	}
	return r, w.fill(p, h, r.Owed, links)
}

// fill writes what a batch holds to its table, which ends at h.
func (w *writer) fill(p *parcel, h head, owed []table.Post, links []link) error {
	last, err := w.addEvents(&h, p)
	if err != nil {
		return err
	}
	if err := w.addEntries(p, h.id, links); err != nil {
		return err
	}
	if err := w.addPlays(p, last-h.seq+p.batch.Ended.Seq); err != nil {
		return err
	}
	for _, post := range owed {
		if _, err := w.said.AddPost.run(post.ID, h.id, int64(post.Kind), int64(post.Hand), post.Seq, string(post.To.Channel), string(post.To.Person)); err != nil {
			return err
		}
	}
	if err := w.move(&h, p, len(owed)); err != nil {
		return err
	}
	if p.batch.Erase > 0 {
		if _, err := w.said.DropText.run(string(p.batch.Table), p.batch.Erase); err != nil {
			return err
		}
		w.wipe()
	}
	w.last, w.posts = last, w.posts+int64(len(owed))
	if h.open {
		w.heads[p.batch.Table] = h
	} else {
		delete(w.heads, p.batch.Table)
	}
	return nil
}

// headOf returns where a table's events end, and whether it is stored at all.
func (w *writer) headOf(id sitting.ID) (head, bool, error) {
	if h, ok := w.heads[id]; ok {
		return h, true, nil
	}
	var dest [3]driver.Value
	stored, err := w.said.FindTable.row(dest[:], string(id))
	if err != nil {
		return head{}, false, err
	}
	var h head
	if stored {
		h.id, h.seq = dest[0].(int64), dest[1].(int64)
		h.open = dest[2].(int64) == 1
	}
	var end [2]driver.Value
	if _, err := w.said.LastEvent.row(end[:], h.id, h.seq); err != nil {
		return head{}, false, err
	}
	w.last = end[0].(int64)
	if hash, ok := end[1].([]byte); ok {
		h.hash = storage.AsDigest(hash)
	}
	return h, stored, nil
}

// recall returns the receipt of a key as repeated, or the given error when there
// is none.
func (w *writer) recall(key string, none error) (table.Receipt, error) {
	if key == "" {
		return table.Receipt{}, none
	}
	var dest [5]driver.Value
	found, err := w.said.FindKey.row(dest[:], key)
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
func (w *writer) open(p *parcel) (head, error) {
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
	id, err := w.said.AddTable.insert(string(to.Table), string(to.Server), string(to.Channel), asInt(to.Open), string(opener))
	if isConstraint(err) {
		return head{}, table.ErrChannelTaken
	}
	if err == nil {
		err = w.mayOpen(id, opener, to.Server, b.Limits)
	}
	return head{id: id, open: to.Open}, err
}

// addEvents adds events to the end of a table and moves h there; it returns the
// id of the last.
func (w *writer) addEvents(h *head, p *parcel) (last int64, err error) {
	last = w.last
	for i := range p.events {
		e := &p.events[i]
		last++
		h.seq++
		if e.Ties, err = w.tiePerson(e.Named); err != nil {
			return 0, err
		}
		switch last := i == len(p.events)-1; {
		case last && e.Ties == nil:
			e.Ties = p.ties
		case last:
			e.Ties = append(e.Ties, p.ties...)
		}
		link := w.hash.Event(h.hash, p.batch.Table, h.seq, p.at, e)
		_, err := w.said.AddEvent.run(last, h.id, h.seq, p.at, e.Kind, e.Body, e.TextHash, e.Ties, h.hash[:], link[:])
		if isConstraint(err) && w.saves {
			w.forget() // the file knows better
			return 0, table.ErrConflict
		}
		if err != nil {
			return 0, err
		}
		h.hash = link
		if e.TextHash == nil {
			continue
		}
		if _, err := w.said.AddText.run(h.id, h.seq, string(e.Author), e.Salt, e.Text); err != nil {
			return 0, err
		}
	}
	return last, nil
}

// move brings the row of a table up to its new head.
func (w *writer) move(h *head, p *parcel, posts int) error {
	to := &p.batch.Head
	if _, err := w.said.MoveTable.run(h.seq, p.at, storage.Millis(p.batch.Wake), string(p.batch.Waits), int64(posts), h.id); err != nil {
		return err
	}
	if h.open == to.Open {
		return nil
	}
	h.open = to.Open
	_, err := w.said.OpenTable.run(asInt(to.Open), h.id)
	return err
}

func asInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
