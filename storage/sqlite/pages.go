package sqlite

import (
	"context"
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// Pages are a file as SQLite lays it out (its documentation: Database File
// Format), read page by page as one transaction sees it. A check reads the large
// tables so, because the driver's way to a row takes as long as all that is done
// with it; and while it walks their trees it looks at what SQLite itself would look
// at in them, which it would take as long for again.
type pages struct {
	find   *sqlstore.Statement
	count  uint32
	usable int      // bytes of a page that hold rows
	used   []uint64 // a bit a page, set when the page is read; nil: nobody counts them
}

const (
	readPage   = "SELECT data FROM sqlite_dbpage WHERE pgno = ?"
	fileHeader = 100        // bytes of page 1 that belong to the file
	lockedByte = 0x40000000 // in whose page SQLite keeps nothing
	deepest    = 20         // levels of a tree, far more than a file can have
)

// A pageError says that a page is not as SQLite lays pages out.
type pageError struct {
	page uint32
	what string
}

// Error implements error: the words of a finding.
func (e *pageError) Error() string { return fmt.Sprintf("page %d: %s", e.page, e.what) }

// newPages begins to read the pages that a connection's transaction sees.
func newPages(said *sqlstore.Connection) (*pages, error) {
	find, err := said.Prepare(readPage)
	if err != nil {
		return nil, err
	}
	p := &pages{find: find, count: 1}
	first, err := p.page(1)
	if err != nil {
		return nil, err
	}
	size := int(binary.BigEndian.Uint16(first[16:]))
	if size == 1 {
		size = 1 << 16
	}
	p.count, p.usable = binary.BigEndian.Uint32(first[28:]), size-int(first[20])
	if size != len(first) || p.usable < 480 {
		return nil, &pageError{1, "no size of a page"}
	}
	return p, nil
}

// page reads a page; what it returns is the caller's.
func (p *pages) page(n uint32) ([]byte, error) {
	if n == 0 || n > p.count {
		return nil, &pageError{n, "beyond the file"}
	}
	if p.used != nil {
		if p.used[n/64]&(1<<(n%64)) != 0 {
			return nil, &pageError{n, "in two places"}
		}
		p.used[n/64] |= 1 << (n % 64)
	}
	var row [1]driver.Value
	found, err := p.find.Row(row[:], int64(n))
	data := sqlstore.BytesOf(row[0])
	if err == nil && (!found || len(data) < p.usable || len(data) < fileHeader) {
		err = &pageError{n, "not there"}
	}
	return data, err
}

// unaccounted reads the list of free pages, and says whether the tree of every table and
// index and that list have each page once.
func (p *pages) unaccounted() error {
	var row [1]driver.Value
	if _, err := p.find.Row(row[:], int64(1)); err != nil {
		return err
	}
	next, left := binary.BigEndian.Uint32(sqlstore.BytesOf(row[0])[32:]), binary.BigEndian.Uint32(sqlstore.BytesOf(row[0])[36:])
	for next != 0 {
		trunk, err := p.page(next)
		if err != nil {
			return err
		}
		leaves := int(binary.BigEndian.Uint32(trunk[4:]))
		if leaves > p.usable/4-2 || uint32(leaves)+1 > left {
			return &pageError{next, "too many free pages"}
		}
		for i := range leaves {
			leaf := binary.BigEndian.Uint32(trunk[8+4*i:])
			if leaf == 0 || leaf > p.count || p.used[leaf/64]&(1<<(leaf%64)) != 0 {
				return &pageError{leaf, "free, and in another place"}
			}
			p.used[leaf/64] |= 1 << (leaf % 64)
		}
		next, left = binary.BigEndian.Uint32(trunk), left-uint32(leaves)-1
	}
	if left != 0 {
		return &pageError{1, "free pages are missing"}
	}
	if locked := uint32(lockedByte/len(sqlstore.BytesOf(row[0])) + 1); locked <= p.count {
		p.used[locked/64] |= 1 << (locked % 64)
	}
	have := 0
	for _, word := range p.used {
		have += bits.OnesCount64(word)
	}
	if have != int(p.count) {
		return &pageError{p.count, fmt.Sprintf("and others: %d belong to nothing", int(p.count)-have)}
	}
	return nil
}

// Types of pages.
const (
	indexInner = 2
	tableInner = 5
	indexLeaf  = 10
	tableLeaf  = 13
)

// A tree is a table or an index on its pages: its rows in the order of their keys.
type tree struct {
	*pages
	do    func(r *record) error
	row   record
	last  int64 // the row's number before
	leaf  int   // level of the leaves; 0: not known yet
	spill []byte
}

// each calls do with every row of the tree that begins on a page, in order. A
// record is good until do returns. Of a table with numbers for its rows each
// record has one; the order of other rows is do's to look at.
func (p *pages) each(ctx context.Context, root uint32, do func(r *record) error) error {
	t := tree{pages: p, do: do, last: -1 << 63}
	return t.walk(ctx, root, 1)
}

func (t *tree) walk(ctx context.Context, n uint32, level int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if level > deepest {
		return &pageError{n, "too deep"}
	}
	data, err := t.page(n)
	if err != nil {
		return err
	}
	at := 0
	if n == 1 {
		at = fileHeader
	}
	kind, head := data[at], 8
	if inner := kind == tableInner || kind == indexInner; inner {
		head = 12
	} else if t.leaf == 0 {
		t.leaf = level
	} else if t.leaf != level {
		return &pageError{n, "at another depth"}
	}
	cells, begin := int(binary.BigEndian.Uint16(data[at+3:])), at+head
	if begin+2*cells > t.usable {
		return &pageError{n, "too many cells"}
	}
	taken := begin + 2*cells
	for i := range cells {
		cell := int(binary.BigEndian.Uint16(data[begin+2*i:]))
		if cell < begin+2*cells || cell >= t.usable {
			return &pageError{n, "a cell beyond the page"}
		}
		size, err := t.cell(ctx, n, data[:t.usable], kind, cell, level)
		if err != nil {
			return err
		}
		taken += size
	}
	if head == 12 {
		if err := t.walk(ctx, binary.BigEndian.Uint32(data[at+8:]), level+1); err != nil {
			return err
		}
	}
	return t.full(n, data[:t.usable], at, begin+2*cells, taken)
}

// full looks whether all of a page is its cells, what is free between them, and
// the gap before them.
func (t *tree) full(n uint32, data []byte, at, gap, taken int) error {
	content := int(binary.BigEndian.Uint16(data[at+5:]))
	if content == 0 {
		content = 1 << 16
	}
	if content < gap || content > t.usable {
		return &pageError{n, "cells begin beyond the page"}
	}
	taken += content - gap + int(data[at+7])
	for free := int(binary.BigEndian.Uint16(data[at+1:])); free != 0; {
		if free < content || free+4 > t.usable {
			return &pageError{n, "free bytes beyond the page"}
		}
		next, size := int(binary.BigEndian.Uint16(data[free:])), int(binary.BigEndian.Uint16(data[free+2:]))
		if taken += size; next != 0 && next < free+4 || size < 4 {
			return &pageError{n, "free bytes in no order"}
		}
		free = next
	}
	if taken != t.usable {
		return &pageError{n, "cells overlap, or leave gaps"}
	}
	return nil
}

// cell reads what stands at one place of a page and what is below it in the tree,
// and says how much of the page it takes.
func (t *tree) cell(ctx context.Context, n uint32, data []byte, kind byte, at, level int) (int, error) {
	begin := at
	if kind == tableInner || kind == indexInner {
		if at+5 > len(data) {
			return 0, &pageError{n, "a cell beyond the page"}
		}
		if err := t.walk(ctx, binary.BigEndian.Uint32(data[at:]), level+1); err != nil {
			return 0, err
		}
		at += 4
	}
	var length, number uint64
	read := func(to *uint64) {
		v, size := varint(data[at:])
		*to, at = v, at+size
	}
	switch kind {
	case tableInner:
		read(&number)
		if int64(number) < t.last {
			return 0, &pageError{n, "rows in no order"}
		}
		t.last = int64(number)
		return max(at-begin, 4), nil
	case tableLeaf:
		read(&length)
		read(&number)
		if int64(number) <= t.last && t.last != -1<<63 {
			return 0, &pageError{n, "rows in no order"}
		}
		t.last = int64(number)
	case indexLeaf, indexInner:
		read(&length)
	default:
		return 0, &pageError{n, "of no kind"}
	}
	local := t.local(kind, length)
	end := at + local
	if length > 1<<31 || end > len(data) {
		return 0, &pageError{n, "a row beyond the page"}
	}
	payload := data[at:end]
	if uint64(local) < length {
		if end += 4; end > len(data) {
			return 0, &pageError{n, "a row beyond the page"}
		}
		var err error
		if payload, err = t.overflow(payload, int(length), binary.BigEndian.Uint32(data[end-4:])); err != nil {
			return 0, err
		}
	}
	if t.row.number = int64(number); !t.row.read(payload) {
		return 0, &pageError{n, "a row that can't be read"}
	}
	return max(end-begin, 4), t.do(&t.row)
}

// local is how much of a row stands on its own page.
func (t *tree) local(kind byte, length uint64) int {
	most, least := t.usable-35, (t.usable-12)*32/255-23
	if kind != tableLeaf {
		most = (t.usable-12)*64/255 - 23
	}
	if length <= uint64(most) {
		return int(length)
	}
	if k := least + int((length-uint64(least))%uint64(t.usable-4)); k <= most {
		return k
	}
	return least
}

// overflow reads the rest of a row from the pages that hold nothing else.
func (t *tree) overflow(begin []byte, length int, next uint32) ([]byte, error) {
	t.spill = append(t.spill[:0], begin...)
	for len(t.spill) < length {
		data, err := t.page(next)
		if err != nil {
			return nil, err
		}
		part := data[4:t.usable]
		t.spill = append(t.spill, part[:min(len(part), length-len(t.spill))]...)
		next = binary.BigEndian.Uint32(data)
	}
	if next != 0 {
		return nil, &pageError{next, "after the end of a row"}
	}
	return t.spill, nil
}

// varint reads a number of one to nine bytes and says how many; where the bytes end, one.
func varint(b []byte) (v uint64, size int) {
	for i := 0; i < 8 && i < len(b); i++ {
		v = v<<7 | uint64(b[i]&0x7f)
		if b[i] < 0x80 {
			return v, i + 1
		}
	}
	if len(b) < 9 {
		return 0, 1
	}
	return v<<8 | uint64(b[8]), 9
}
