package sqlite_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// The town: its people, its tables, and the entries of its tab.
const (
	townServer  = "1001"
	townPeople  = 200
	townTables  = 100
	townEntries = 1_000_000
	fillers     = 2 // events of a table between the end of a hand and the next, beside the seal
)

// A town writes a busy server into a file, row by row as the program writes it, but many
// rows to a transaction.
type town struct {
	testing.TB
	dice *mathrand.Rand
	hash storage.Hasher

	tx    *sql.Tx
	event *sql.Stmt
	entry *sql.Stmt

	at     int64 // unix ms
	events int64
	seqs   [townTables + 1]int64 // events, by the row of the table
	links  [townTables + 1]storage.Digest
	seq    int64 // of the newest entry
	link   storage.Digest
	sides  map[storage.Side]*tab.Account
}

func townsman(i int) sitting.Person { return sitting.Person(fmt.Sprintf("pperson%03d", i)) }

// grown is a closed file of a server: half of its hands are of regulars, four at a time,
// the others of anybody, and some pips are settled.
func grown(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "town.db")
	is(tb, sqlite.Migrate(tb.Context(), path), nil)
	db := raw(tb, path)
	_, err := db.ExecContext(tb.Context(), "PRAGMA synchronous = OFF; PRAGMA cache_size = -200000")
	is(tb, err, nil)
	c := &town{TB: tb, dice: mathrand.New(mathrand.NewPCG(3, 4)), at: 1_600_000_000_000, sides: make(map[storage.Side]*tab.Account)}
	c.tx, err = db.BeginTx(tb.Context(), nil)
	is(tb, err, nil)
	for i := range townPeople {
		c.exec("INSERT INTO people (person, user) VALUES (?, ?)", townsman(i), fmt.Sprint(7000+i))
		c.exec("INSERT INTO names (person, server, name) VALUES (?, ?, ?)", townsman(i), townServer, fmt.Sprintf("Person %d", i))
	}
	for i := range townTables {
		c.exec("INSERT INTO tables (id, name, server, channel, open, seq, wake, opener, moved, waits) VALUES (?, ?, ?, ?, 0, 0, 0, '', 0, '')", i+1, fmt.Sprintf("table%03d", i), townServer, fmt.Sprint(2000+i))
	}
	c.prepare()
	for hand := 1; c.seq < townEntries; hand++ {
		c.plays(hand)
		if hand%1000 == 0 {
			c.settles(hand)
		}
	}
	for side, a := range c.sides {
		c.exec("INSERT INTO balances (server, person, other, pips, hands) VALUES (?, ?, ?, ?, ?)", side.Server, side.Person, side.Other, a.Pips, a.Hands)
	}
	for i, n := range c.seqs {
		c.exec("UPDATE tables SET seq = ? WHERE id = ?", n, i)
	}
	c.exec("INSERT INTO tabs (server, entries) VALUES (?, ?)", townServer, c.seq)
	is(tb, c.tx.Commit(), nil)
	is(tb, db.Close(), nil)
	return path
}

func (c *town) exec(query string, args ...any) {
	c.Helper()
	_, err := c.tx.ExecContext(context.Background(), query, args...)
	is(c, err, nil)
}

func (c *town) prepare() {
	c.Helper()
	var err error
	c.event, err = c.tx.PrepareContext(context.Background(), "INSERT INTO events (id, table_id, seq, at, kind, body, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
	is(c, err, nil)
	c.entry, err = c.tx.PrepareContext(context.Background(), `INSERT INTO entries (server, seq, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
	is(c, err, nil)
}

// happens writes an event of a table that is one of the first rows, or of a proposal.
func (c *town) happens(row int64, name string, seq *int64, link *storage.Digest, kind string, body []byte) {
	c.Helper()
	c.events++
	*seq++
	prev := *link
	*link = c.hash.Event(prev, sitting.ID(name), *seq, c.at, &storage.Sealed{Kind: kind, Body: body})
	_, err := c.event.ExecContext(context.Background(), c.events, row, *seq, c.at, kind, body, prev[:], link[:])
	is(c, err, nil)
}

// brings writes lines to the tab.
func (c *town) brings(lines []tab.Line, row any) {
	c.Helper()
	for _, l := range lines {
		c.seq++
		from := storage.SourceOf(l.From)
		prev := c.link
		c.link = c.hash.Entry(prev, &storage.EntryRow{Entry: l.Entry, Layout: storage.LayoutKind, Server: townServer, Seq: c.seq, At: c.at, From: from})
		_, err := c.entry.ExecContext(context.Background(), townServer, c.seq, c.at, storage.LayoutKind, from.Kind, row, from.Hand, from.Again, from.Ref, string(l.Person), string(l.Other), l.Pips, prev[:], c.link[:])
		is(c, err, nil)
		c.side(l.Person, l.Other).Pips += l.Pips
	}
}

func (c *town) side(person, other sitting.Person) *tab.Account {
	s := storage.Side{Server: townServer, Person: person, Other: other}
	if c.sides[s] == nil {
		c.sides[s] = &tab.Account{}
	}
	return c.sides[s]
}

// plays writes a hand of four.
func (c *town) plays(hand int) {
	c.Helper()
	c.at += 60_000
	row := int64(c.dice.IntN(townTables) + 1)
	name, number := fmt.Sprintf("table%03d", row-1), int(c.seqs[row])/(fillers+1)+1
	who := c.dice.Perm(townPeople)[:4]
	if hand%2 == 0 {
		group := c.dice.IntN(townPeople/4) * 4
		who = []int{group, group + 1, group + 2, group + 3}
	}
	var debts []tab.Debt
	o := tab.Outcome{Winner: townsman(who[0])}
	for _, i := range who {
		o.People = append(o.People, townsman(i))
		if i != who[0] {
			debts = append(debts, tab.Debt{From: townsman(i), To: townsman(who[0]), Pips: 1 + c.dice.Int64N(80)})
		}
	}
	entries, err := tab.Entries(debts)
	is(c, err, nil)
	var lines []tab.Line
	for _, e := range entries {
		lines = append(lines, tab.Line{Entry: e, From: tab.Hand{Table: name, Number: number}})
	}
	c.brings(lines, row)
	for _, s := range storage.Sides(townServer, &o) {
		c.side(s.Person, s.Other).Hands++
	}
	for range fillers {
		c.happens(row, name, &c.seqs[row], &c.links[row], "filler", []byte(`{}`))
	}
	kind, body, _ := sitting.EncodeEvent(sitting.Sealed{Hand: number + 1, Message: fmt.Sprint(9_000_000 + c.events)})
	c.happens(row, name, &c.seqs[row], &c.links[row], kind, body)
}

// settles has two of a group of regulars settle what lies between them.
func (c *town) settles(n int) {
	c.Helper()
	group := n / 1000 % (townPeople / 4) * 4
	by, with := townsman(group), townsman(group+1)
	owed := c.side(by, with).Pips
	if owed == 0 {
		return
	}
	id := fmt.Sprintf("9settle%04d", n/1000)
	p := tab.Proposal{}
	events := []tab.Event{
		tab.Proposed{Tab: townServer, Where: "2000", Change: tab.Settle{Pips: max(owed, -owed), All: true}, By: by, With: with, Owed: owed, Until: c.at + tab.Patience},
		tab.Agreed{By: with},
	}
	pair := storage.Pair(by, with)
	row := int64(townTables + n)
	c.exec("INSERT INTO tables (id, name, server, channel, open, seq, wake, opener, moved, waits, sort, low, high) VALUES (?, ?, ?, '', 0, 2, 0, '', ?, '', 1, ?, ?)", row, id, townServer, c.at, pair[0], pair[1])
	var seq int64
	var link storage.Digest
	for _, e := range events {
		p = tab.Apply(p, e)
		kind, body, _ := tab.EncodeEvent(e)
		c.happens(row, id, &seq, &link, kind, body)
	}
	c.brings(p.Lines(id, nil), nil)
}

// A clerk answers as the hall does: reads, finds out who is who, draws and writes the message.
type clerk struct {
	testing.TB
	books *sqlite.Reader
	pen   render.Pen
}

func (c *clerk) people(persons ...sitting.Person) map[sitting.Person]render.Player {
	c.Helper()
	known, err := c.books.Known(c.Context(), townServer, persons)
	is(c, err, nil)
	all := make(map[sitting.Person]render.Player)
	for _, k := range known {
		all[k.Person] = render.Player{Name: k.Name, UserID: k.User}
	}
	return all
}

func (c *clerk) sends(m render.Message) {
	c.Helper()
	_, err := json.Marshal(m)
	is(c, err, nil)
}

func (c *clerk) shows(me sitting.Person, page int) {
	c.Helper()
	open, err := c.books.Pacts(c.Context(), townServer, me, "", render.MostOpen)
	is(c, err, nil)
	all, err := c.books.Accounts(c.Context(), townServer, me, page, render.TabPage)
	is(c, err, nil)
	var others []sitting.Person
	for _, a := range all.List {
		others = append(others, a.Other)
	}
	c.sends(render.Tab(c.pen, render.TabModel{Accounts: all, Open: open, Me: me, People: c.people(others...)}))
}

func (c *clerk) showsOne(me, other sitting.Person) {
	c.Helper()
	a, err := c.books.Account(c.Context(), townServer, me, other)
	is(c, err, nil)
	c.sends(render.Account(c.pen, render.AccountModel{Account: a, With: c.people(other)[other], Me: me}))
}

func (c *clerk) tells(me, other sitting.Person, at tab.Cursor) tab.Stretch {
	c.Helper()
	page, err := c.books.Postings(c.Context(), townServer, me, other, at, render.HistoryPage)
	is(c, err, nil)
	var who []sitting.Person
	for _, p := range page.List {
		who = append(who, p.Other, p.Pact.By, p.Pact.Agreed)
	}
	c.sends(render.History(c.pen, render.HistoryModel{Server: townServer, Me: me, With: other, Page: page, People: c.people(who...)}))
	return page
}

// BenchmarkLedger measures how long a tab of a million entries takes to be shown, drawn and
// written as a message, with nothing remembered of who is who.
func BenchmarkLedger(b *testing.B) {
	books, err := sqlite.OpenReadOnly(b.Context(), grown(b))
	is(b, err, nil)
	defer func() { _ = books.Close() }()
	words, err := lang.Load()
	is(b, err, nil)
	pen := render.Pen{Lang: words.For("en"), Codec: render.NewCodec(make([]byte, 32)), Artist: picture.New()}
	me, regular, other := townsman(0), townsman(1), townsman(177)
	c := &clerk{TB: b, books: books, pen: pen}
	first := c.tells(me, "", tab.Cursor{})
	middle := tab.Cursor{Seq: first.List[0].Seq / 2}
	last, err := books.Postings(b.Context(), townServer, me, "", tab.Cursor{Seq: 1, Newer: true}, 1)
	is(b, err, nil)
	for _, of := range []struct {
		name string
		do   func(c *clerk)
	}{
		{"show", func(c *clerk) { c.shows(me, 0) }},
		{"show/last-page", func(c *clerk) { c.shows(me, 99) }},
		{"show/regular", func(c *clerk) { c.showsOne(me, regular) }},
		{"show/other", func(c *clerk) { c.showsOne(me, other) }},
		{"history", func(c *clerk) { c.tells(me, "", tab.Cursor{}) }},
		{"history/middle", func(c *clerk) { c.tells(me, "", middle) }},
		{"history/newer", func(c *clerk) { c.tells(me, "", tab.Cursor{Seq: middle.Seq, Newer: true}) }},
		{"history/end", func(c *clerk) { c.tells(me, "", tab.Cursor{Seq: last.List[0].Seq + 1}) }},
		{"history/regular", func(c *clerk) { c.tells(me, regular, middle) }},
		{"history/other", func(c *clerk) { c.tells(me, other, tab.Cursor{}) }},
		{"hand", func(c *clerk) {
			list, err := c.books.From(c.Context(), townServer, first.List[0].Line.From)
			is(c, err, nil)
			c.sends(render.Entry(c.pen, render.EntryModel{Server: townServer, Me: me, From: list[0].Line.From, Lines: list, People: c.people(me, regular)}))
		}},
	} {
		b.Run(of.name, func(b *testing.B) {
			c := &clerk{TB: b, books: books, pen: pen}
			for b.Loop() {
				of.do(c)
			}
		})
	}
}
