package storage

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// The rows that are read side by side, table by table.
type (
	tableRow struct {
		id          int64
		head        table.Head
		seq, wake   int64
		posts, done int64
		refs        sql.NullString
	}
	eventRow struct {
		sealed
		id, table, seq, at int64
		kindRaw            sql.RawBytes
		prev, hash         sql.RawBytes
	}
	textRow struct {
		table, seq   int64
		author, body string
		salt         []byte
	}
	entryRow struct {
		tab.Entry
		table, seq, at int64
		server         table.Server
		hand           table.HandKey
		hash           sql.RawBytes
	}
	postRow struct {
		table int64
		table.Post
	}
)

// streams are all that is known of tables, in the order of their ids.
type streams struct {
	tables *cursor[tableRow]
	events *cursor[eventRow]
	texts  *cursor[textRow]
	rows   *cursor[entryRow] // of the tab
	posts  *cursor[postRow]
}

func openStreams(ctx context.Context, tx *sql.Tx) (s streams, err error) {
	s.tables, err = look(ctx, tx, `SELECT id, name, server, channel, open, seq, wake, posts, coalesce(done, 0), refs.body
		FROM tables LEFT JOIN refs ON table_id = id ORDER BY id`, func(rows *sql.Rows, r *tableRow) error {
		return rows.Scan(&r.id, &r.head.Table, &r.head.Server, &r.head.Channel, &r.head.Open, &r.seq, &r.wake, &r.posts, &r.done, &r.refs)
	})
	if err != nil {
		return s, err
	}
	s.events, err = look(ctx, tx, `SELECT id, table_id, seq, at, kind, body, text_hash, ties, prev, hash
		FROM events ORDER BY table_id, seq`, func(rows *sql.Rows, r *eventRow) error {
		return scanSecret(rows, &r.id, &r.table, &r.seq, &r.at, &r.kind, (*sql.RawBytes)(&r.body), (*sql.RawBytes)(&r.textHash), (*sql.RawBytes)(&r.ties), &r.prev, &r.hash)
	})
	if err != nil {
		return s, err
	}
	s.texts, err = look(ctx, tx, "SELECT table_id, seq, author, body, salt FROM texts ORDER BY table_id, seq", func(rows *sql.Rows, r *textRow) error {
		return rows.Scan(&r.table, &r.seq, &r.author, &r.body, &r.salt)
	})
	if err != nil {
		return s, err
	}
	s.rows, err = look(ctx, tx, `SELECT table_id, server, seq, at, hand, again, person, other, pips, hash
		FROM entries ORDER BY table_id, server, seq`, func(rows *sql.Rows, r *entryRow) error {
		return rows.Scan(&r.table, &r.server, &r.seq, &r.at, &r.hand.Hand, &r.hand.Again, &r.Person, &r.Other, &r.Pips, &r.hash)
	})
	if err != nil {
		return s, err
	}
	s.posts, err = look(ctx, tx, "SELECT table_id, id, kind, hand, seq FROM outbox ORDER BY table_id, id", func(rows *sql.Rows, r *postRow) error {
		return rows.Scan(&r.table, &r.ID, &r.Kind, &r.Hand, &r.Seq)
	})
	return s, err
}

func (s *streams) close() {
	s.tables.close()
	s.events.close()
	s.texts.close()
	s.rows.close()
	s.posts.close()
}

// tables plays every table again, and compares what is kept beside its events
// with what follows from them.
func (c *checking) tables(ctx context.Context) error {
	s, err := openStreams(ctx, c.tx)
	defer s.close()
	c.owed = make(map[int64]owed)
	for err == nil && s.tables.more {
		if err = c.table(&s); err == nil {
			err = s.tables.next()
		}
	}
	// What is left belongs to tables that aren't there, as SQLite has said, but of posts.
	for err == nil && s.posts.more {
		c.add(Finding{Code: PostChanged, Seq: s.posts.row.ID, Detail: fmt.Sprintf("of table row %d", s.posts.row.table)})
		err = s.posts.next()
	}
	return err
}

// A replay is one table under check.
type replay struct {
	*checking
	*streams
	row   *tableRow
	audit *table.Audit // nil: what the events say isn't known
	chain chain
	last  int64        // id of the newest event
	posts []table.Post // owed, and not yet found to be due
	owed  int64
	head  digest // of the tab after the newest debts
}

func (c *checking) table(s *streams) error {
	row := s.tables.row
	r := &replay{checking: c, streams: s, row: &row, audit: table.NewAudit(row.head.Table)}
	c.Tables++
	if err := r.readPosts(); err != nil {
		return err
	}
	for s.events.more && s.events.row.table <= row.id {
		if s.events.row.table == row.id {
			if err := r.event(&s.events.row); err != nil {
				return err
			}
		}
		if err := s.events.next(); err != nil {
			return err
		}
	}
	return r.end()
}

// readPosts reads what a table owes its channel.
func (r *replay) readPosts() error {
	for s := r.streams.posts; s.more && s.row.table <= r.row.id; {
		p := s.row.Post
		if s.row.table == r.row.id {
			r.posts, r.owed = append(r.posts, p), r.owed+1
			r.Posts++
			r.checking.owed[p.ID] = owed{r.row.head.Table, p}
			if r.lowest = min(r.lowest, p.ID); r.Posts == 1 {
				r.lowest = p.ID
			}
			r.highest = max(r.highest, p.ID)
		} else {
			r.add(Finding{Code: PostChanged, Seq: p.ID, Detail: fmt.Sprintf("of table row %d", s.row.table)})
		}
		if err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

func (r *replay) find(code FindingCode, seq int64, detail string) {
	r.add(Finding{Code: code, Table: r.row.head.Table, Seq: seq, Detail: detail})
}

// spoiled finds something that leaves open what the rest of the events say.
func (r *replay) spoiled(code FindingCode, seq int64, detail string) {
	r.find(code, seq, detail)
	r.audit = nil
}

// event follows the chain to an event and plays it.
func (r *replay) event(e *eventRow) error {
	r.Events++
	missing, unlinked := r.chain.follow(string(r.row.head.Table), e.seq, e.prev)
	if missing {
		r.spoiled(EventMissing, e.seq, "")
	}
	if unlinked {
		r.spoiled(EventUnlinked, e.seq, "")
	}
	link := r.hash.event(asDigest(e.prev), r.row.head.Table, e.seq, e.at, &e.sealed)
	if string(e.hash) != string(link[:]) {
		r.spoiled(EventChanged, e.seq, "")
	}
	copy(r.chain.hash[:], e.hash)
	if e.id <= r.last {
		r.spoiled(EventMissing, e.seq, "not in the order of all events")
	}
	r.last = e.id
	text, err := r.text(e)
	if err != nil {
		return err
	}
	ev, err := table.DecodeEvent(e.kind, e.body, text.body)
	if err != nil {
		r.spoiled(EventUnread, e.seq, strconv.Quote(e.kind))
	}
	if text.author != "" && (ev == nil || string(table.Named(ev)) != text.author) {
		r.find(TextChanged, e.seq, "author")
	}
	if err := r.play(e, ev); err != nil {
		return err
	}
	r.ties(e, ev)
	return nil
}

// text returns the free text of an event; none when it has none, or it was
// erased, or isn't what it was.
func (r *replay) text(e *eventRow) (textRow, error) {
	s := r.texts
	for s.more && (s.row.table < e.table || s.row.table == e.table && s.row.seq < e.seq) {
		if err := s.next(); err != nil { // the text of no event, as SQLite has said
			return textRow{}, err
		}
	}
	if !s.more || s.row.table != e.table || s.row.seq != e.seq {
		return textRow{}, nil
	}
	r.Texts++
	text := s.row
	if sum := r.hash.text(text.salt, text.body); string(sum[:]) != string(e.textHash) {
		r.find(TextChanged, e.seq, "")
		text = textRow{}
	}
	return text, s.next()
}

// play has the audit take an event, and compares what it brought about.
func (r *replay) play(e *eventRow, ev table.Event) error {
	if r.audit == nil {
		return nil
	}
	var flaw *table.Flaw
	switch err := r.audit.Next(ev, stamp(e.at)); {
	case errors.As(err, &flaw) && flaw.Code == table.OtherDeck:
		r.find(DeckChanged, e.seq, "")
	case err != nil:
		r.spoiled(CourseBroken, e.seq, err.Error())
		return nil
	}
	for i := 0; i < len(r.posts); i++ {
		if p := r.posts[i]; p.Seq == e.seq && r.audit.Owes(p, ev) {
			r.posts = append(r.posts[:i], r.posts[i+1:]...)
			i--
		}
	}
	hand, debts, over := r.audit.Ended()
	if !over {
		return nil
	}
	r.Hands++
	return r.debts(e, hand, debts)
}

// debts compares the entries of a hand with what it ended with.
func (r *replay) debts(e *eventRow, hand table.HandKey, debts []tab.Debt) error {
	want, err := tab.Entries(debts)
	if err != nil {
		r.spoiled(CourseBroken, e.seq, "debts")
		return nil
	}
	missing := Finding{Code: DebtMissing, Table: r.row.head.Table, Hand: hand, Server: r.row.head.Server}
	for _, w := range want {
		s := &r.rows.row
		if !r.rows.more || s.table != r.row.id || s.hand != hand {
			r.add(missing)
			return nil
		}
		if s.Entry != w || s.at != e.at || s.server != r.audit.Head().Server {
			r.entryWrong(DebtChanged)
		}
		copy(r.head[:], s.hash)
		if err := r.rows.next(); err != nil {
			return err
		}
	}
	for r.rows.more && r.rows.row.table == r.row.id && r.rows.row.hand == hand {
		r.entryWrong(DebtExtra)
		if err := r.rows.next(); err != nil {
			return err
		}
	}
	return nil
}

func (r *replay) entryWrong(code FindingCode) {
	s := &r.rows.row
	r.add(Finding{Code: code, Table: r.row.head.Table, Hand: s.hand, Server: s.server, Seq: s.seq})
}

// ties looks at what ties an event to rows beside it.
func (r *replay) ties(e *eventRow, ev table.Event) {
	var person, receipt, head []byte
	if len(e.ties) > 0 {
		if r.tied == 0 || e.id < r.tied {
			r.tied = e.id
		}
		var rest []byte
		person, rest = cutTie(e.ties, tiePerson)
		receipt, rest = cutTie(rest, tieReceipt)
		head, _ = cutTie(rest, tieTab)
	}
	if receipt != nil {
		r.receipts.add(receipt)
	}
	if ev != nil {
		if p := table.Named(ev); p != "" {
			r.names(p, person, e.id, r.row.head.Table, e.seq)
		}
	}
	if head != nil && r.audit != nil && string(head) != string(r.head[:]) {
		hand, _, _ := r.audit.Ended()
		r.add(Finding{Code: TabRewritten, Table: r.row.head.Table, Hand: hand, Server: r.row.head.Server, Seq: e.seq})
	}
}

// end compares the head of a table with what its events have come to.
func (r *replay) end() error {
	row := r.row
	if row.seq != r.chain.seq {
		r.spoiled(EventsCut, row.seq, fmt.Sprintf("the last is %d", r.chain.seq))
	}
	if r.owed != row.posts-row.done {
		r.find(PostsMissing, 0, fmt.Sprintf("%d, not %d", r.owed, row.posts-row.done))
	}
	if r.audit != nil {
		r.endAudit()
	}
	for s := r.rows; s.more && s.row.table <= row.id; {
		if r.audit != nil && s.row.table == row.id {
			r.entryWrong(DebtExtra)
		}
		if err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

func (r *replay) endAudit() {
	if r.audit.End() != nil {
		r.spoiled(CourseBroken, r.chain.seq, table.BrokenOff.String())
		return
	}
	has, want := r.row.head, r.audit.Head()
	for _, column := range []struct {
		name  string
		wrong bool
	}{
		{"server", has.Server != want.Server},
		{"channel", has.Channel != want.Channel},
		{"open", has.Open != want.Open},
		{"wake", !r.audit.MayWake(stamp(r.row.wake))},
	} {
		if column.wrong {
			r.find(HeadChanged, r.row.seq, column.name)
		}
	}
	for _, p := range r.posts {
		r.find(PostChanged, p.ID, "")
	}
	if !r.refsHold() {
		r.find(RefsChanged, 0, "")
	}
}

// refsHold says whether a table's messages tell of hands and turns that were.
// Their ids are Discord's.
func (r *replay) refsHold() bool {
	if !r.row.refs.Valid {
		return true
	}
	var refs table.Refs
	if json.Unmarshal([]byte(r.row.refs.String), &refs) != nil {
		return false
	}
	dealt, committed := r.audit.Hands()
	for hand := range refs.Commitments {
		if hand < 1 || hand > committed {
			return false
		}
	}
	return 0 <= refs.ResultHand && refs.ResultHand <= dealt && 0 <= refs.PingSeq && refs.PingSeq <= r.row.seq
}
